package import FlightRecorder
internal import Foundation

/// Why a recording that can be read is not recovered unless a person does something.
package enum RecoveryObstacle: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing that can be read says whose workout is in the recording at a path.
    case nobodysWorkout(path: String)
    /// No reading is left in the recording at a path, but damage may hide some.
    case noReading(path: String)

    /// The sentence for a person, with what to do.
    package var description: String {
        switch self {
        case .nobodysWorkout(let path):
            "nothing in \(path) says whose workout it is; pulsewatt import \(path) --rider NAME saves it"
        case .noReading(let path):
            "no reading is left in \(path); it is not removed, because damage may hide some"
        }
    }
}

extension RecordingContents {
    /// Why the workout of the recording at a path cannot be recovered; nil where it can, or where there never was one.
    package func recoveryObstacle(at path: String) -> RecoveryObstacle? {
        guard !isSaved else { return nil }
        if holdsMeasurement { return header == nil ? .nobodysWorkout(path: path) : nil }
        return isWhole && header != nil ? nil : .noReading(path: path)
    }

    /// Whether this is all that was ever in it.
    private var isWhole: Bool { damage.isNone && unknownFrames == 0 }

    /// Whether any sensor measured anything.
    var holdsMeasurement: Bool {
        records.contains { record in
            guard case .capture(.notification(let sensor, let characteristic, let value)) = record.content
            else { return false }
            return SensorEvent(
                nanoseconds: record.nanoseconds, sensor: sensor,
                kind: .notification(characteristic: characteristic, value: value)
            ).isMeasurement
        }
    }
}

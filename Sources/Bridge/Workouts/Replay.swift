package import FlightRecorder
package import Foundation
internal import HealthModel
internal import SensorProfiles

/// A workout rebuilt from what was recorded, through the same path as a live one.
package struct Replay: Sendable {
    /// When a capture's workout started if nobody says so: a capture holds no wall clock.
    package static let defaultStart = Date(timeIntervalSince1970: 0)

    /// The workout.
    package let finished: FinishedWorkout
    /// How many packets of the capture could not be read, and why the last one could not.
    package let unreadable: (count: Int, last: String)?

    /// Rebuilds a workout from the records of a capture, in order of time.
    ///
    /// It starts at time 0 of the capture and ends with its `end`, or else with its last record.
    ///
    /// - Throws: ``ReplayError`` where there is nothing to rebuild; `HKError` when the builder refuses.
    package init(_ records: [CaptureRecord], plan: WorkoutPlan, start: Date = Self.defaultStart) async throws
    {
        guard records.contains(where: { if case .notification = $0.content { true } else { false } }) else {
            throw ReplayError.noNotification
        }
        let recorder = try await WorkoutRecorder(
            plan: plan, start: start, startNanoseconds: 0, identifier: Self.identifier(of: records))
        var end = records.last?.nanoseconds ?? 0
        replaying: for record in records {
            let now = record.nanoseconds
            switch record.content {
            case .notification(let sensor, let characteristic, let value):
                let kind = SensorEvent.Kind.notification(characteristic: characteristic, value: value)
                try await recorder.record(SensorEvent(nanoseconds: now, sensor: sensor, kind: kind))
            case .event(.pause, _):
                try await recorder.setPaused(true, at: now)
            case .event(.resume, _):
                try await recorder.setPaused(false, at: now)
            case .event(.lap, _):
                try await recorder.lap(at: now)
            case .event(.connected, let sensor?):
                try await recorder.record(SensorEvent(nanoseconds: now, sensor: sensor, kind: .connected))
            case .event(.disconnected, let sensor?):
                try await recorder.record(SensorEvent(nanoseconds: now, sensor: sensor, kind: .disconnected))
            case .event(.connected, nil), .event(.disconnected, nil):
                // The reader lets none pass: a link is always that of a sensor.
                break
            case .event(.end, _):
                end = now
                break replaying
            }
        }
        finished = try await recorder.finish(at: end)
        let count = recorder.unreadablePackets.values.reduce(0, +)
        unreadable = recorder.lastPacketError.map { (count, "\($0)") }
    }
}

/// Why a capture makes no workout.
package enum ReplayError: Error, Equatable, CustomStringConvertible {
    /// No sensor said anything.
    case noNotification

    /// The sentence for a person.
    package var description: String {
        switch self {
        case .noNotification: "the capture holds no notification, so there is no workout in it"
        }
    }
}

// MARK: - Identity

extension Replay {
    /// The identity of the workout in these records; the same records give the same one.
    private static func identifier(of records: [CaptureRecord]) -> UUID {
        var content = ContentUUID()
        for record in records {
            content.add(UInt64(bitPattern: record.nanoseconds))
            switch record.content {
            case .notification(let sensor, let characteristic, let value):
                content.add(sensor.value)
                content.add(UInt64(characteristic.rawValue))
                content.add(UInt64(value.count))
                content.add(value)
            case .event(let event, let sensor):
                content.add(sensor?.value ?? 0)
                content.add(event.rawValue.utf8)
            }
        }
        return content.uuid
    }
}

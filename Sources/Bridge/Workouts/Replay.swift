package import FlightRecorder
package import Foundation
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
            case .event(.clockStep, _):
                try await recorder.clockStepped(at: now)
            case .event(.recovered, _):
                try await recorder.recovered(at: now)
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
    /// The identity of the workout in these records.
    ///
    /// The same records give the same one, so that a workout that is rebuilt twice is known as one: a UUID of version 8 (RFC 9562, 5.8) over two FNV-1a sums.
    private static func identifier(of records: [CaptureRecord]) -> UUID {
        var sums: (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x6C62_272E_07BB_0142)
        func add(_ byte: UInt8) {
            sums.0 = (sums.0 ^ UInt64(byte)) &* 0x100_0000_01B3
            sums.1 = (sums.1 ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        func add(_ number: UInt64) {
            for shift in stride(from: 0, to: 64, by: 8) {
                add(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
            }
        }
        for record in records {
            add(UInt64(bitPattern: record.nanoseconds))
            switch record.content {
            case .notification(let sensor, let characteristic, let value):
                add(sensor.value)
                add(UInt64(characteristic.rawValue))
                add(UInt64(value.count))
                for byte in value { add(byte) }
            case .event(let event, let sensor):
                add(sensor?.value ?? 0)
                for byte in event.rawValue.utf8 { add(byte) }
            }
        }
        sums.0 = sums.0 & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
        sums.1 = sums.1 & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return withUnsafeBytes(of: (sums.0.bigEndian, sums.1.bigEndian)) {
            UUID(uuid: $0.load(as: uuid_t.self))
        }
    }
}

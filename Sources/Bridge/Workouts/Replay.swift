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
        try await self.init(
            records.lazy.map { RecordingRecord(nanoseconds: $0.nanoseconds, .capture($0.content)) },
            end: records.last?.nanoseconds ?? 0, plan: plan, start: start,
            identifier: Self.identifier(of: records))
    }

    /// Rebuilds the workout of a recording.
    ///
    /// It ends where the live one did. Where that did not end, it ends with its last notification and is marked as recovered.
    ///
    /// - Parameters:
    ///   - contents: The recording.
    ///   - plan: What is planned; nil: what the recording says.
    ///   - start: When it started; nil: when the recording says.
    /// - Throws: ``ReplayError`` where there is nothing to rebuild; `HKError` when the builder refuses.
    package init(_ contents: RecordingContents, plan: WorkoutPlan? = nil, start: Date? = nil) async throws {
        var records = contents.workoutRecords
        let last = contents.lastNotification ?? 0
        if contents.end == nil, !contents.isMarkedRecovered {
            records.append(RecordingRecord(nanoseconds: last, .capture(.event(.recovered, sensor: nil))))
        }
        try await self.init(
            records, end: last, plan: plan ?? WorkoutPlan(recordedIn: contents),
            start: start ?? contents.startMicroseconds.map { Date(wallMicroseconds: $0) }
                ?? Self.defaultStart,
            identifier: contents.header?.workout ?? Self.identifier(of: contents.capture))
    }

    private init(
        _ records: some Sequence<RecordingRecord>, end: Int64, plan: WorkoutPlan, start: Date,
        identifier: UUID
    ) async throws {
        let recorder = try await WorkoutRecorder(
            plan: plan, start: start, startNanoseconds: 0, identifier: identifier)
        var end = end
        var holdsNotification = false
        for record in records {
            if case .capture(.event(.end, _)) = record.content {
                end = record.nanoseconds
                break
            }
            if case .capture(.notification) = record.content { holdsNotification = true }
            try await recorder.replay(record)
        }
        guard holdsNotification else { throw ReplayError.noNotification }
        finished = try await recorder.finish(at: end)
        let count = recorder.unreadablePackets.values.reduce(0, +)
        unreadable = recorder.lastPacketError.map { (count, "\($0)") }
    }
}

extension WorkoutRecorder {
    /// Takes what was recorded as if it happened now.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - origin: The workout's start on the clock of the events to come.
    /// - Throws: `HKError` when the builder refuses.
    func replay(_ record: RecordingRecord, origin: Int64 = 0) async throws {
        let now = origin + record.nanoseconds
        func event(_ kind: SensorEvent.Kind, of sensor: BluetoothAddress) -> SensorEvent {
            SensorEvent(nanoseconds: now, sensor: sensor, kind: kind)
        }
        switch record.content {
        case .capture(.notification(let sensor, let characteristic, let value)):
            try await self.record(
                event(.notification(characteristic: characteristic, value: value), of: sensor))
        case .capture(.event(.connected, let sensor?)): try await self.record(event(.connected, of: sensor))
        case .capture(.event(.disconnected, let sensor?)):
            try await self.record(event(.disconnected, of: sensor))
        case .capture(.event(.pause, _)): try await setPaused(true, at: now)
        case .capture(.event(.resume, _)): try await setPaused(false, at: now)
        case .capture(.event(.lap, _)): try await lap(at: now)
        case .capture(.event(.clockStep, _)): try await clockStepped(at: now)
        case .capture(.event(.recovered, _)): try await recovered(at: now)
        case .capture(.event(.connected, nil)), .capture(.event(.disconnected, nil)),
            .capture(.event(.end, _)):
            // A link is always that of a sensor; an end is for the owner.
            break
        case .description(let sensor, let bytes):
            guard let description = try? JSONDecoder().decode(SensorDescription.self, from: Data(bytes))
            else { return }
            try await self.record(event(.described(description), of: sensor))
        }
    }
}

/// Why a capture or a recording makes no workout.
package enum ReplayError: Error, Equatable, CustomStringConvertible {
    /// No sensor said anything.
    case noNotification

    /// The sentence for a person.
    package var description: String {
        switch self {
        case .noNotification: "it holds no notification, so there is no workout in it"
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

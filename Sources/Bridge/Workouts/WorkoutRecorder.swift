package import Foundation
internal import HealthModel
package import SensorProfiles

/// The path from a sensor's bytes to a finished workout; the same for live, simulated and replayed sensors.
///
/// It decodes packets, elects a provider for each quantity and feeds the live workout builder. One owner calls it, in
/// the order of events. It has no clock: moments are nanoseconds on the clock of the source.
package final class WorkoutRecorder {
    private static let quantities: [HKQuantityTypeIdentifier] = [
        .heartRate, .cyclingPower, .cyclingCadence, .cyclingSpeed, .pedalPowerBalance,
    ]

    /// Packets that could not be read, by sensor.
    package private(set) var unreadablePackets: [BluetoothAddress: Int] = [:]
    /// What the last unreadable packet was refused for.
    package private(set) var lastPacketError: PacketError?

    private let plan: WorkoutPlan
    private let startNanoseconds: Int64
    private let session: HKWorkoutSession
    private let builder: HKLiveWorkoutBuilder
    private let follower = ZoneFollower()
    private let start: Date

    private var decoders: [BluetoothAddress: SensorDecoder] = [:]
    private var beatClocks: [BluetoothAddress: BeatClock] = [:]
    private var elections: [HKQuantityTypeIdentifier: ProviderElection] = [:]
    private var provided: [BluetoothAddress: Set<HKQuantityType>] = [:]
    private var descriptions: [BluetoothAddress: SensorDescription] = [:]
    private var lost: Set<BluetoothAddress> = []
    private var latest: [HKQuantityTypeIdentifier: (value: Double, at: Int64)] = [:]
    private var isPaused = false

    /// Starts a workout.
    ///
    /// - Parameters:
    ///   - plan: What is known of it.
    ///   - start: The wall clock at its start, read once.
    ///   - startNanoseconds: The same moment on the clock of the events.
    ///   - identifier: The workout's identity; nil: a new one.
    /// - Throws: `HKError` when the builder refuses to start.
    package init(
        plan: WorkoutPlan, start: Date, startNanoseconds: Int64, identifier: UUID? = nil
    ) async throws {
        self.plan = plan
        self.start = start
        self.startNanoseconds = startNanoseconds
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = plan.activityType
        configuration.locationType = plan.isIndoor ? .indoor : .outdoor
        // A store of its own, which knows what the plan knows of the rider: what is recorded, replayed and recovered is
        // then counted by the same zones, and a database that cannot be reached stops no workout.
        let database = InMemoryHealthDatabase()
        try await plan.profile.tell(database, at: start)
        let store = HKHealthStore(client: "pulsewatt", database: database, now: { start })
        session = try HKWorkoutSession(healthStore: store, configuration: configuration)
        builder = session.associatedWorkoutBuilder()
        builder.delegate = follower
        if let identifier { builder.workoutUUID = identifier }
        for identifier in Self.quantities {
            let type = HKQuantityType(identifier)
            elections[identifier] = ProviderElection(silenceLimit: HoldLimit.nanoseconds(for: type))
        }
        let heartRate = HKQuantityType(.heartRate)
        if try await builder.zoneConfiguration(for: heartRate) == nil {
            try await builder.setCustomZoneConfiguration(SystemZones.defaultHeartRate(), for: heartRate)
        }
        session.startActivity(with: start)
        try await builder.beginCollection(at: start)
    }

    /// Takes what a sensor did.
    ///
    /// - Returns: Whether it was a reading with something in it.
    @discardableResult
    package func record(_ event: SensorEvent) async throws -> Bool {
        let now = offset(of: event.nanoseconds)
        switch event.kind {
        case .notification(let characteristic, let value):
            return try await receive(characteristic, value, from: event.sensor, at: now)
        case .connected:
            if lost.remove(event.sensor) != nil { try await mark("sensor_back", event.sensor, at: now) }
        case .disconnected:
            decoders[event.sensor]?.reset()
            beatClocks[event.sensor]?.reset()
            // A link that was lost before the first reading is not the workout's.
            if now > 0, lost.insert(event.sensor).inserted {
                try await mark("sensor_lost", event.sensor, at: now)
            }
        case .described(let description):
            descriptions[event.sensor] = description
        }
        return false
    }

    /// Pauses, or goes on.
    package func setPaused(_ paused: Bool, at nanoseconds: Int64) async throws {
        guard paused != isPaused else { return }
        isPaused = paused
        try await add(
            HKWorkoutEvent(
                type: paused ? .pause : .resume, dateInterval: interval(nanoseconds), metadata: nil))
        for sensor in beatClocks.keys { beatClocks[sensor]?.reset() }
        latest.removeAll()
    }

    /// Ends a lap and begins the next.
    package func lap(at nanoseconds: Int64) async throws {
        try await add(HKWorkoutEvent(type: .lap, dateInterval: interval(nanoseconds), metadata: nil))
    }

    /// Notes that somebody set the wall clock; durations do not depend on it.
    package func clockStepped(at nanoseconds: Int64) async throws {
        try await mark("clock_step", nil, at: offset(of: nanoseconds))
    }

    /// Notes that nobody recorded for a while; the sensors' counters may have moved on unseen.
    package func recovered(at nanoseconds: Int64) async throws {
        for sensor in decoders.keys { decoders[sensor]?.reset() }
        for sensor in beatClocks.keys { beatClocks[sensor]?.reset() }
        try await mark("recovered", nil, at: offset(of: nanoseconds))
    }

    /// Says that time has passed, for zones that end with the hold of the last sample.
    package func advance(to nanoseconds: Int64) {
        builder.advance(to: date(at: offset(of: nanoseconds)))
    }

    /// The workout at a glance.
    package func live(at nanoseconds: Int64) -> LiveReading {
        let now = offset(of: nanoseconds)
        func value(_ identifier: HKQuantityTypeIdentifier) -> Double? {
            guard let latest = latest[identifier],
                now - latest.at < HoldLimit.nanoseconds(for: HKQuantityType(identifier))
            else { return nil }
            return latest.value
        }
        let heartRate = HKQuantityType(.heartRate)
        return LiveReading(
            elapsed: now, heartRate: value(.heartRate), power: value(.cyclingPower),
            cadence: value(.cyclingCadence),
            heartRateZones: builder.zoneGroup(for: heartRate), heartRateZone: follower.zone(of: heartRate))
    }

    /// Ends the workout at a moment; what came later is not part of it.
    ///
    /// - Throws: `HKError` when the builder refuses.
    package func finish(at nanoseconds: Int64) async throws -> FinishedWorkout {
        let end = date(at: offset(of: nanoseconds))
        session.stopActivity(with: end)
        try await builder.addMetadata(metadata)
        builder.sensors = sensors
        try await builder.endCollection(at: end)
        guard let workout = try await builder.finishWorkout() else {
            throw HKError(.unknownError, "The finished workout could not be read back.")
        }
        session.end()
        return FinishedWorkout(workout: workout, plan: plan)
    }
}

// MARK: - Readings

extension WorkoutRecorder {
    private func receive(
        _ characteristic: BluetoothUUID, _ value: [UInt8], from sensor: BluetoothAddress, at now: Int64
    ) async throws -> Bool {
        let reading: SensorReading
        do {
            guard
                let read = try decoders[sensor, default: SensorDecoder()].read(characteristic, value, at: now)
            else {
                return false
            }
            reading = read
        } catch {
            unreadablePackets[sensor, default: 0] += 1
            lastPacketError = error
            return false
        }
        // The sensor sends; whether or not anybody said so, it is back.
        if lost.remove(sensor) != nil { try await mark("sensor_back", sensor, at: now) }
        let isHeartRateProvider = collect(reading.heartRate, .heartRate, from: sensor, at: now)
        collect(reading.power, .cyclingPower, from: sensor, at: now)
        collect(reading.cadence, .cyclingCadence, from: sensor, at: now)
        collect(reading.speed, .cyclingSpeed, from: sensor, at: now)
        collect(reading.leftBalance, .pedalPowerBalance, from: sensor, at: now)
        if isHeartRateProvider { collectBeats(reading, from: sensor, at: now) }
        return reading.hasMeasurement
    }

    @discardableResult
    private func collect(
        _ value: Double?, _ identifier: HKQuantityTypeIdentifier, from sensor: BluetoothAddress, at now: Int64
    ) -> Bool {
        guard let value, elections[identifier]?.accepts(sensor, at: now) == true else { return false }
        let type = HKQuantityType(identifier)
        builder.collect(type, value: value, at: now)
        provided[sensor, default: []].insert(type)
        if !isPaused { latest[identifier] = (value, now) }
        return true
    }

    private func collectBeats(_ reading: SensorReading, from sensor: BluetoothAddress, at now: Int64) {
        guard !isPaused else { return }
        var clock = beatClocks[sensor] ?? BeatClock()
        if reading.hasDroppedIntervals { clock.reset() }
        clock.record(reading.rrIntervals, at: now) { beat in
            builder.collectHeartbeat(at: beat.nanoseconds, precededByGap: beat.isPrecededByGap)
        }
        if reading.hasDroppedIntervals { clock.reset() }
        beatClocks[sensor] = clock
    }
}

// MARK: - Events, times, sensors

extension WorkoutRecorder {
    private var metadata: [String: Any] {
        var metadata: [String: Any] = [
            HKMetadataKeyIndoorWorkout: plan.isIndoor, HKMetadataKeyTimeZone: plan.timeZone.identifier,
        ]
        if plan.isSimulated { metadata[HKMetadataKeyPulsewattSimulated] = true }
        if let threshold = plan.profile.functionalThresholdPower {
            metadata[HKMetadataKeyPulsewattFunctionalThresholdPower] = HKQuantity(
                unit: .watt(), doubleValue: threshold)
        }
        return metadata
    }

    private func mark(_ name: String, _ sensor: BluetoothAddress?, at now: Int64) async throws {
        var metadata: [String: Any] = [HKMetadataKeyPulsewattEvent: name]
        if let sensor { metadata[HKMetadataKeyPulsewattSensor] = sensor.description }
        let moment = DateInterval(start: date(at: now), duration: 0)
        try await add(HKWorkoutEvent(type: .marker, dateInterval: moment, metadata: metadata))
    }

    private func add(_ event: HKWorkoutEvent) async throws {
        try await builder.addWorkoutEvents([event])
    }

    private func interval(_ nanoseconds: Int64) -> DateInterval {
        DateInterval(start: date(at: offset(of: nanoseconds)), duration: 0)
    }

    /// The time from the start to a moment of the source.
    ///
    /// It is a whole number of microseconds, as dates are in the model: the workout's end is given as a date, and a
    /// finer time of the last reading would lie behind it.
    private func offset(of nanoseconds: Int64) -> Int64 {
        max(0, nanoseconds - startNanoseconds) / 1000 * 1000
    }

    private func date(at offset: Int64) -> Date {
        start + Double(offset) / 1e9
    }

    private var sensors: [WorkoutSensor] {
        provided.keys.sorted().map { sensor in
            let description = descriptions[sensor] ?? SensorDescription()
            let details = description.details
            return WorkoutSensor(
                address: sensor.description, name: description.name, manufacturer: details.manufacturer,
                model: details.model, serial: details.serial, firmware: details.firmware,
                bodyLocation: details.bodyLocation, batteryPercent: details.batteryPercent,
                provides: Self.quantities.map { HKQuantityType($0) }.filter {
                    provided[sensor]?.contains($0) == true
                })
        }
    }
}

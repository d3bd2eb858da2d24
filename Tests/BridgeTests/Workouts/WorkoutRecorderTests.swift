import Bridge
import Foundation
import HealthModel
import SensorProfiles
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct WorkoutRecorderTests {
    private let strap = BluetoothAddress(value: 1)
    private let watch = BluetoothAddress(value: 2)
    private let meter = BluetoothAddress(value: 3)
    private let heartRate = HKQuantityType(.heartRate)
    /// The source's clock at the start; nothing may depend on it.
    private let origin: Int64 = 77 * second

    private func recorder() async throws -> WorkoutRecorder {
        try await WorkoutRecorder(
            plan: WorkoutPlan(rider: "Ida"), start: Date(timeIntervalSince1970: 1_800_000_000),
            startNanoseconds: origin)
    }

    private func bpm(_ value: UInt8, from sensor: BluetoothAddress, at seconds: Double) -> SensorEvent {
        notification(.heartRateMeasurement, [0x00, value], from: sensor, at: seconds)
    }

    private func notification(
        _ characteristic: BluetoothUUID, _ value: [UInt8], from sensor: BluetoothAddress, at seconds: Double
    ) -> SensorEvent {
        event(.notification(characteristic: characteristic, value: value), of: sensor, at: seconds)
    }

    private func event(_ kind: SensorEvent.Kind, of sensor: BluetoothAddress, at seconds: Double)
        -> SensorEvent
    {
        SensorEvent(nanoseconds: origin + Int64(seconds * 1e9), sensor: sensor, kind: kind)
    }

    private func moment(_ seconds: Int64) -> Int64 { origin + seconds * second }

    private func durations(_ finished: FinishedWorkout) throws -> [Double] {
        try #require(finished.workout.zoneGroup(for: heartRate)).zoneDurations.map(\.duration)
    }

    @Test("Without zones of the person's, heart rate counts by 91, 114, 136 and 158 bpm, set by the app")
    func defaultZones() async throws {
        let recorder = try await recorder()
        try await recorder.record(bpm(91, from: strap, at: 0))
        let finished = try await recorder.finish(at: moment(1))
        let configuration = try #require(finished.workout.zoneGroup(for: heartRate)).configuration
        #expect(configuration.source == .app)
        let unit = HKUnit.count().unitDivided(by: .minute())
        #expect(configuration.zones.map { $0.minimum?.doubleValue(for: unit) } == [nil, 91, 114, 136, 158])
        #expect(try durations(finished) == [0, 1, 0, 0, 0])
    }

    @Test("A strap that goes silent is no data after ten seconds, and its loss and return are events")
    func dropout() async throws {
        let recorder = try await recorder()
        try await recorder.record(bpm(100, from: strap, at: 0))
        try await recorder.record(event(.disconnected, of: strap, at: 1))
        try await recorder.record(event(.disconnected, of: strap, at: 2))
        try await recorder.record(event(.connected, of: strap, at: 30))
        try await recorder.record(bpm(120, from: strap, at: 30))
        let finished = try await recorder.finish(at: moment(40))
        #expect(try durations(finished) == [0, 10, 10, 0, 0])
        #expect(finished.workout.noDataDuration(for: heartRate) == 20 * second)
        let marks = (finished.workout.workoutEvents ?? []).map { event in
            let name = event.metadata?[HKMetadataKeyPulsewattEvent] as? String ?? ""
            let sensor = event.metadata?[HKMetadataKeyPulsewattSensor] as? String ?? ""
            return
                "\(name) \(sensor) \(event.dateInterval.start.timeIntervalSince(finished.workout.startDate))"
        }
        #expect(marks == ["sensor_lost 00:00:00:00:00:01 1.0", "sensor_back 00:00:00:00:00:01 30.0"])
    }

    @Test("0 bpm and lost contact are no readings: the last one holds for ten seconds at most")
    func noReading() async throws {
        let recorder = try await recorder()
        #expect(try await recorder.record(bpm(100, from: strap, at: 0)))
        for at in 1...20 {
            #expect(try await !recorder.record(bpm(0, from: strap, at: Double(at))))
        }
        let finished = try await recorder.finish(at: moment(20))
        #expect(try durations(finished) == [0, 10, 0, 0, 0])
        let average = try #require(finished.workout.statistics(for: heartRate)?.averageQuantity())
        #expect(average.doubleValue(for: HKUnit(from: "count/min")) == 100)
    }

    @Test("Paused time is in no zone, and after it the first new reading starts again")
    func pause() async throws {
        let recorder = try await recorder()
        try await recorder.record(bpm(100, from: strap, at: 0))
        try await recorder.setPaused(true, at: moment(4))
        try await recorder.setPaused(true, at: moment(5))
        try await recorder.record(bpm(170, from: strap, at: 6))
        try await recorder.setPaused(false, at: moment(8))
        try await recorder.record(bpm(100, from: strap, at: 9))
        let finished = try await recorder.finish(at: moment(12))
        #expect(try durations(finished) == [0, 7, 0, 0, 0])
        #expect(finished.workout.noDataDuration(for: heartRate) == second)
        #expect(finished.workout.pausedDuration == 4 * second)
        #expect(finished.workout.duration == 8)
    }

    @Test("Of two straps the first one counts, until it is silent for ten seconds")
    func twoStraps() async throws {
        let recorder = try await recorder()
        try await recorder.record(bpm(100, from: strap, at: 0))
        try await recorder.record(bpm(200, from: watch, at: 1))
        try await recorder.record(bpm(100, from: strap, at: 2))
        try await recorder.record(bpm(200, from: watch, at: 13))
        let finished = try await recorder.finish(at: moment(14))
        #expect(try durations(finished) == [0, 12, 0, 0, 1])
        #expect(finished.workout.sensors.map(\.address) == [strap.description, watch.description])
    }

    @Test("A packet too short to be one is counted and changes nothing")
    func unreadable() async throws {
        let recorder = try await recorder()
        try await recorder.record(bpm(100, from: strap, at: 0))
        #expect(try await !recorder.record(notification(.heartRateMeasurement, [0x00], from: strap, at: 1)))
        #expect(recorder.unreadablePackets == [strap: 1])
        #expect(recorder.lastPacketError?.byteCount == 1)
        let finished = try await recorder.finish(at: moment(5))
        #expect(try durations(finished) == [0, 5, 0, 0, 0])
    }

    @Test("Power has no zones without a threshold, and zero watts counts in its average")
    func power() async throws {
        let recorder = try await recorder()
        try await recorder.record(notification(.cyclingPowerMeasurement, [0, 0, 200, 0], from: meter, at: 0))
        try await recorder.record(notification(.cyclingPowerMeasurement, [0, 0, 0, 0], from: meter, at: 1))
        let finished = try await recorder.finish(at: moment(4))
        let power = HKQuantityType(.cyclingPower)
        #expect(finished.workout.zoneGroup(for: power) == nil)
        let average = try #require(finished.workout.statistics(for: power)?.averageQuantity())
        #expect(average.doubleValue(for: .watt()) == 50)
    }

    @Test("What ends the workout may lie in the past: later readings are not part of it")
    func endInThePast() async throws {
        let recorder = try await recorder()
        try await recorder.record(bpm(100, from: strap, at: 0))
        try await recorder.record(bpm(100, from: strap, at: 5))
        recorder.advance(to: moment(60))
        let finished = try await recorder.finish(at: moment(5))
        #expect(finished.workout.duration == 5)
        #expect(try durations(finished) == [0, 5, 0, 0, 0])
    }

    @Test(
        "The last reading is part of a workout that ends with it, whatever its nanoseconds",
        arguments: [0, 1, 499, 500, 999])
    func lastReading(nanoseconds: Int64) async throws {
        let recorder = try await recorder()
        try await recorder.record(bpm(100, from: strap, at: 0))
        let last = moment(3) + 123_456_000 + nanoseconds
        try await recorder.record(
            SensorEvent(
                nanoseconds: last, sensor: strap,
                kind: .notification(characteristic: .heartRateMeasurement, value: [0x00, 150])))
        let finished = try await recorder.finish(at: last)
        let maximum = try #require(finished.workout.statistics(for: heartRate)?.maximumQuantity())
        #expect(maximum.doubleValue(for: HKUnit(from: "count/min")) == 150)
    }

    @Test("At a glance a value is shown as long as it holds, with the zone that it is in")
    func live() async throws {
        let recorder = try await recorder()
        try await recorder.record(bpm(120, from: strap, at: 0))
        recorder.advance(to: moment(9))
        #expect(recorder.live(at: moment(9)).heartRate == 120)
        #expect(recorder.live(at: moment(9)).heartRateZone == 2)
        recorder.advance(to: moment(10))
        #expect(recorder.live(at: moment(10)).heartRate == nil)
        #expect(recorder.live(at: moment(10)).heartRateZone == nil)
        #expect(recorder.live(at: moment(10)).elapsed == 10 * second)
    }

    @Test("Beats land on the time line as the running sum of their intervals")
    func beats() async throws {
        let recorder = try await recorder()
        try await recorder.record(
            notification(.heartRateMeasurement, [0x10, 60, 0x00, 0x04, 0x00, 0x02], from: strap, at: 2))
        let finished = try await recorder.finish(at: moment(3))
        #expect(finished.workout.series.heartbeats.offsets == [500_000_000, 1_500_000_000, 2_000_000_000])
        #expect(finished.workout.series.heartbeats.precededByGap == [true, false, false])
    }

    @Test("What a sensor says of itself is in the workout")
    func description() async throws {
        let recorder = try await recorder()
        var details = SensorDetails()
        details.bodyLocation = "chest"
        details.batteryPercent = 80
        let description = SensorDescription(name: "Strap", services: ["heart_rate"], details: details)
        try await recorder.record(event(.described(description), of: strap, at: 0))
        try await recorder.record(bpm(100, from: strap, at: 0))
        let finished = try await recorder.finish(at: moment(1))
        let sensor = try #require(finished.workout.sensors.first)
        #expect(sensor.name == "Strap")
        #expect(sensor.bodyLocation == "chest")
        #expect(sensor.batteryPercent == 80)
        #expect(sensor.provides == [heartRate])
    }
}

import Foundation
import HealthModel
import TestKit
import Testing
import WorkoutFormats

/// Our FIT files read again by our own reader.
@Suite struct FITRoundTripTests {
    private func imported(_ bytes: [UInt8]) throws -> ImportedWorkout {
        try ImportedWorkout(fit: bytes, named: "ride.fit")
    }

    @Test(
        "A file of ours gives back the very workout: series, zones, events, sensors, identity",
        arguments: HardWorkouts.allCases)
    func same(hard: HardWorkouts) throws {
        let exported = try hard.exported
        let original = exported.workout
        let file = try imported(WorkoutFormat.fit.bytes(of: exported))
        #expect(file.damage == nil)
        #expect(file.identifier == original.uuid)
        #expect(file.series == original.series)
        #expect(file.events == original.workoutEvents ?? [])
        #expect(file.timeZone == exported.timeZone)
        #expect(file.isIndoor == true && !file.isSimulated && file.functionalThresholdPower == 250)
        #expect(file.rider == exported.rider?.replacing("\0", with: ""))
        #expect(file.sensors.map(\.address) == original.sensors.map(\.address))
        #expect(file.sensors.map { Set($0.provides) } == original.sensors.map { Set($0.provides) })
        // Nothing is known of the person: the zones are those that the workout was counted by.
        let workout = try file.workout(profile: PersonalProfile())
        #expect(workout.workoutActivityType == original.workoutActivityType)
        #expect(workout.workoutActivities.count == original.workoutActivities.count)
        for type in HKWorkoutZoneConfiguration.supportedTypes {
            let group = workout.zoneGroup(for: type)
            let wanted = original.zoneGroup(for: type)
            #expect(group?.configuration.source == wanted?.configuration.source)
            #expect(group?.zoneDurations.map(\.nanoseconds) == wanted?.zoneDurations.map(\.nanoseconds))
            #expect(group?.noDataDuration == wanted?.noDataDuration)
        }
    }

    /// A ride with readings at any moment, lost ones, several a second, pauses and fractions.
    private func randomRide(seed: UInt64) throws -> ExportedWorkout {
        var random = SplitMix64(seed: seed)
        let elapsed = Int64.random(in: 0...900_000_000_000, using: &random)
        func column(_ range: ClosedRange<Double>, isWhole: Bool) -> SampleColumn {
            var offsets: [Int64] = []
            var values: [Double] = []
            var durations: [Int64] = []
            var offset = Int64.random(in: 0...2_000_000_000, using: &random)
            while offset <= elapsed {
                let value = Double.random(in: range, using: &random)
                offsets.append(offset)
                values.append(isWhole ? value.rounded() : value)
                durations.append(Int.random(in: 0..<20, using: &random) == 0 ? 1_500_000_000 : 0)
                let isGap = Int.random(in: 0..<40, using: &random) == 0
                offset += Int64.random(in: 1...(isGap ? 20_000_000_000 : 1_300_000_000), using: &random)
            }
            return SampleColumn(offsets: offsets, values: values, durations: durations)
        }
        let edges = (0..<8).map { _ in Int64.random(in: 0...max(1, elapsed), using: &random) }.sorted()
        var beats = HeartbeatColumn()
        var beat = Int64.random(in: -3_000_000_000...1_000_000_000, using: &random)
        while beat <= elapsed {
            beats.insert(beat, precededByGap: Int.random(in: 0..<30, using: &random) == 0)
            beat += Int64.random(in: 300_000_000...2_000_000_000, using: &random)
        }
        let start = Date(timeIntervalSince1970: Double.random(in: 1.5e9...1.9e9, using: &random))
        let series = WorkoutSeries(
            start: start,
            columns: [
                HKQuantityType(.heartRate): column(40...200, isWhole: seed.isMultiple(of: 2)),
                HKQuantityType(.cyclingPower): column(-50...900, isWhole: !seed.isMultiple(of: 3)),
                HKQuantityType(.cyclingSpeed): column(0...20, isWhole: false),
            ],
            heartbeats: beats, pauses: [edges[0]..<edges[1], edges[4]..<edges[5]], elapsed: elapsed)
        let zones = [
            HKQuantityType(.heartRate): try HKWorkoutZoneConfiguration(
                quantityType: HKQuantityType(.heartRate), edges: [90.5, 114, 136, 158], source: .user),
            HKQuantityType(.cyclingPower): try HKWorkoutZoneConfiguration(
                quantityType: HKQuantityType(.cyclingPower), edges: [137.5, 187.5, 225, 262.5, 300],
                source: .app),
        ]
        let workout = HKWorkout(
            configuration: HKWorkoutConfiguration(), start: start,
            end: WorkoutTime.date(at: series.elapsed, since: start), device: nil, metadata: nil, events: [],
            activities: [], series: series, zoneConfigurations: zones)
        return ExportedWorkout(workout, rider: nil)
    }

    @Test("Any ride comes back with the same time in each zone, to the nanosecond", arguments: 0..<60)
    func random(seed: Int) throws {
        let exported = try randomRide(seed: UInt64(seed))
        let file = try imported(WorkoutFormat.fit.bytes(of: exported))
        #expect(file.identifier == exported.workout.uuid)
        #expect(file.series == exported.workout.series)
        let workout = try file.workout(profile: PersonalProfile())
        for type in HKWorkoutZoneConfiguration.supportedTypes {
            #expect(
                workout.zoneGroup(for: type)?.zoneDurations.map(\.nanoseconds)
                    == exported.workout.zoneGroup(for: type)?.zoneDurations.map(\.nanoseconds))
        }
    }

    @Test(
        "A file that another program has changed is read by its records, without our identity",
        arguments: [HardWorkouts.ordinary, .manyPauses, .twoHundredLaps, .threeActivities])
    func changed(hard: HardWorkouts) throws {
        let exported = try hard.exported
        let original = exported.workout
        // Another program gives the first watt that there is another value, and the file a new checksum.
        var bytes = WorkoutFormat.fit.bytes(of: exported)
        try FITBytes.replaceFirstPower(in: &bytes, by: 401)
        let file = try imported(bytes)
        #expect(file.damage == nil)
        #expect(file.identifier == nil)
        #expect(file.source == "FIT, Pulsewatt")
        let power = try #require(file.series.columns[HKQuantityType(.cyclingPower)])
        if hard == .threeActivities {
            // Of swimming there is no power, and none of bikes is a runner's.
            #expect(power.offsets.map { $0 / 1_000_000_000 } == Array(200..<400))
        } else {
            #expect(power.values.first == 401)
        }
        #expect(abs(file.series.elapsed - original.series.elapsed) <= 1_000_000)
        #expect(file.series.pauses.count == original.series.pauses.count)
        #expect(file.laps.count == exported.document.value["laps"]?.elements.dropLast().count)
        #expect(
            file.activities.map(\.type) == (hard == .threeActivities ? [.swimming, .cycling, .running] : []))
        // The records are means of a second each; a zone may lose or win one at each crossing.
        let workout = try file.workout(profile: exported.profile)
        let type = HKQuantityType(.heartRate)
        let wanted = try #require(original.zoneGroup(for: type)).zoneDurations
        let found = try #require(workout.zoneGroup(for: type)).zoneDurations
        for (found, wanted) in zip(found, wanted) {
            #expect(abs(found.duration - wanted.duration) < 0.1 * original.duration)
        }
        // Beats in a pause stand nowhere, for there is no record.
        let beats = original.series.heartbeats.offsets.filter { !original.series.pauseTimeline.contains($0) }
        #expect(workout.series.heartbeats.count > beats.count * 19 / 20)
    }

    @Test("A file that is cut off anywhere gives what came before, and says so", arguments: 0..<40)
    func cutOff(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let exported = try HardWorkouts.ordinary.exported
        let bytes = WorkoutFormat.fit.bytes(of: exported)
        let count = Int.random(in: 3000..<bytes.count, using: &random)
        let file = try imported(Array(bytes.prefix(count)))
        let damage = try #require(file.damage)
        #expect(damage.contains("the file is cut off: \(count) of \(bytes.count) bytes are there (at byte "))
        #expect(damage.contains("messages could be read"))
        let heartRate = try #require(file.series.columns[HKQuantityType(.heartRate)])
        let whole = try #require(exported.workout.series.columns[HKQuantityType(.heartRate)])
        #expect(!heartRate.isEmpty && heartRate.count <= whole.count + 1)
    }
}

import Foundation
import HealthModel
import Testing
import WorkoutFormats

/// Every hard workout, written and read again by us: what the format can hold comes back.
@Suite struct ReimportTests {
    private func reimported(_ hard: HardWorkouts, _ format: WorkoutFormat) throws -> (
        HKWorkout, ExportedWorkout
    ) {
        let exported = try hard.exported
        let imported = try ImportedWorkout(contentsOf: format.bytes(of: exported), named: "a file")
        return (try imported.workout(profile: WorkoutScript.profile), exported)
    }

    /// The means of each second, rounded as a format does.
    private func means(
        _ workout: HKWorkout, _ identifier: HKQuantityTypeIdentifier, decimals: Int
    ) -> [Double?] {
        let scale = decimals == 0 ? 1.0 : decimals == 1 ? 10 : 1000
        return workout.series.secondMeans(for: HKQuantityType(identifier)).map { mean in
            mean.map { ($0 * scale).rounded() / scale }
        }
    }

    // MARK: JSON

    @Test(
        "Our JSON, read and written again, keeps all but what means of seconds have lost",
        arguments: HardWorkouts.allCases)
    func json(hard: HardWorkouts) throws {
        let exported = try hard.exported
        let imported = try ImportedWorkout(
            contentsOf: WorkoutFormat.json.bytes(of: exported), named: "a file")
        let again = ExportedWorkout(
            try imported.workout(profile: PersonalProfile()), rider: imported.rider
        ).document.value
        let first = exported.document.value
        let changed: Set = ["statistics", "zone_groups", "activities", "laps", "rr_intervals", "series"]
        for key in first.keys where !changed.contains(key) {
            #expect(again[key] == first[key], "\(key)")
        }
        #expect(again["rr_intervals"]?["t_s"] == first["rr_intervals"]?["t_s"])
        for (interval, original) in zip(
            again["rr_intervals"]?["ms"]?.elements ?? [], first["rr_intervals"]?["ms"]?.elements ?? [])
        {
            guard case .number(let interval) = interval, case .number(let original) = original else {
                continue
            }
            #expect(abs(interval - original) < 0.0021)
        }
        // A quantity of which nothing but nulls was written leaves no trace: there is no sample to make of it.
        guard hard != .pausedThroughout else { return }
        #expect(again["series"] == first["series"])
        #expect(
            again["laps"]?.elements.map { $0["start_s"] } == first["laps"]?.elements.map { $0["start_s"] })
        #expect(again["laps"]?.elements.map { $0["end_s"] } == first["laps"]?.elements.map { $0["end_s"] })
        for key in ["activity_type", "start", "end", "duration"] {
            #expect(
                again["activities"]?.elements.map { $0[key] } == first["activities"]?.elements.map { $0[key] }
            )
        }
        for quantity in ["heart_rate", "cycling_power"] {
            #expect(
                again["zone_groups"]?[quantity]?["configuration"]
                    == first["zone_groups"]?[quantity]?["configuration"])
        }
    }

    @Test(
        "Zones of our JSON, counted again, differ by less than a second at each change of zone",
        arguments: HardWorkouts.allCases)
    func jsonZones(hard: HardWorkouts) throws {
        let (workout, exported) = try reimported(hard, .json)
        for (type, group) in exported.workout.zoneGroupsByType ?? [:] where hard != .pausedThroughout {
            let again = try #require(workout.zoneGroup(for: type))
            let boundaries = group.configuration.boundaries
            // A second is counted by its mean: only seconds whose mean and whose readings lie in different zones can
            // differ, and those are at a change of zone or at an end of the data.
            let zones = exported.workout.series.secondMeans(for: type).map { $0.map(boundaries.zone) }
            let changes = zip(zones, zones.dropFirst()).filter { $0 != $1 }.count
            let limit = Int64(changes + 2) * 1_000_000_000
            for (before, after) in zip(group.zoneDurations, again.zoneDurations) {
                #expect(abs(before.nanoseconds - after.nanoseconds) <= limit)
            }
            #expect(abs(group.noDataDuration - again.noDataDuration) <= limit)
        }
    }

    // MARK: TCX

    @Test(
        "TCX brings back times, pauses and laps, and whole heart rates and watts",
        arguments: HardWorkouts.allCases)
    func tcx(hard: HardWorkouts) throws {
        let (workout, exported) = try reimported(hard, .tcx)
        let original = exported.workout
        #expect(workout.series.start == original.series.start)
        #expect(workout.series.elapsed == original.series.elapsed)
        #expect(workout.series.pauses == original.series.pauses)
        let laps = { (workout: HKWorkout) in
            (workout.workoutEvents ?? []).filter { $0.type == .lap }.map(\.dateInterval.start)
        }
        #expect(laps(workout) == laps(original))
        let ranges: [(HKQuantityTypeIdentifier, ClosedRange<Double>)] = [
            (.heartRate, 1...255), (.cyclingPower, 0...65_535),
        ]
        for (identifier, range) in ranges {
            let expected = means(original, identifier, decimals: 0).map { mean in
                mean.flatMap { range.contains($0) ? $0 : nil }
            }
            #expect(means(workout, identifier, decimals: 0) == expected)
        }
    }

    @Test("TCX brings back cadence and speed, but for the parts of a workout that are runs")
    func tcxCadence() throws {
        for hard in HardWorkouts.allCases {
            let (workout, exported) = try reimported(hard, .tcx)
            let isRunning = (0..<Int(exported.workout.series.elapsed / 1_000_000_000)).map {
                hard == .threeActivities && $0 >= 400
            }
            let speed = means(exported.workout, .cyclingSpeed, decimals: 3)
            let cadence = means(exported.workout, .cyclingCadence, decimals: 0)
            let again = (
                means(workout, .cyclingSpeed, decimals: 3), means(workout, .cyclingCadence, decimals: 0)
            )
            for (second, isRunning) in isRunning.enumerated() {
                #expect(again.0[second] == (isRunning ? nil : speed[second]))
                let fits = (cadence[second] ?? 0) <= 254
                #expect(again.1[second] == (isRunning || !fits ? nil : cadence[second]))
            }
        }
    }

    @Test("TCX brings back three activities and what lies between them")
    func tcxActivities() throws {
        let (workout, _) = try reimported(.threeActivities, .tcx)
        #expect(
            workout.workoutActivities.map(\.workoutConfiguration.activityType) == [
                .other, .other, .cycling, .running,
            ])
        let start = workout.startDate
        #expect(
            workout.workoutActivities.map { $0.startDate.timeIntervalSince(start) } == [0, 180, 200, 400])
        #expect(
            workout.workoutActivities.map { $0.endDate?.timeIntervalSince(start) } == [180, 200, 400, 600])
    }

    // MARK: CSV

    @Test("CSV brings back every value", arguments: HardWorkouts.allCases.filter { $0 != .noLength })
    func csv(hard: HardWorkouts) throws {
        let (workout, exported) = try reimported(hard, .csv)
        #expect(workout.series.start == exported.workout.series.start)
        let columns: [(HKQuantityTypeIdentifier, Int)] = [
            (.heartRate, 1), (.cyclingPower, 1), (.cyclingCadence, 1), (.cyclingSpeed, 3),
            (.pedalPowerBalance, 3),
        ]
        for (identifier, decimals) in columns {
            #expect(
                means(workout, identifier, decimals: decimals)
                    == means(exported.workout, identifier, decimals: decimals))
        }
    }

    @Test(
        "CSV of RR intervals brings back every interval, and where beats are missing",
        arguments: HardWorkouts.allCases)
    func intervals(hard: HardWorkouts) throws {
        let exported = try hard.exported
        let beats = exported.workout.series.heartbeats
        let bytes = WorkoutFormat.rrCSV.bytes(of: exported)
        guard !beats.intervalRuns.isEmpty else {
            #expect(throws: ImportError.self) { try ImportedWorkout(contentsOf: bytes, named: "a file") }
            return
        }
        let again = try ImportedWorkout(contentsOf: bytes, named: "a file").series.heartbeats
        #expect(again.intervalRuns.map(\.count) == beats.intervalRuns.map(\.count))
        for (run, before) in zip(again.intervalRuns, beats.intervalRuns) {
            for (interval, original) in zip(run, before) { #expect(abs(interval - original) < 0.0021) }
        }
    }

    // MARK: GoldenCheetah

    @Test(
        "GoldenCheetah's ride brings back identity, laps, intervals and values",
        arguments: HardWorkouts.allCases)
    func ride(hard: HardWorkouts) throws {
        let (workout, exported) = try reimported(hard, .goldencheetah)
        #expect(workout.uuid == exported.workout.uuid)
        #expect(
            workout.series.heartbeats.count
                == exported.workout.series.heartbeats.intervalRuns.reduce(0) { $0 + $1.count + 1 })
        for (identifier, decimals) in [
            (HKQuantityTypeIdentifier.heartRate, 1), (.cyclingPower, 1), (.cyclingCadence, 1),
        ] {
            let again = means(workout, identifier, decimals: decimals)
            let original = means(exported.workout, identifier, decimals: decimals)
            #expect(Array(again.compactMap(\.self)) == Array(original.compactMap(\.self)))
        }
    }

    // MARK: Identity and zones

    @Test(
        "A file without an identity gives the same workout each time, and other content another",
        arguments: [WorkoutFormat.csv, .tcx])
    func identity(format: WorkoutFormat) throws {
        let first = try reimported(.ordinary, format).0
        let second = try reimported(.ordinary, format).0
        #expect(first.uuid == second.uuid)
        #expect(try reimported(.powerOnly, format).0.uuid != first.uuid)
        // Version 8 and the variant of RFC 9562.
        let text = Array(first.uuid.uuidString)
        #expect(text[14] == "8")
        #expect("89AB".contains(text[19]))
    }

    @Test(
        "Zones come from the profile as a live workout's do; without one heart rate has those of a program, power none"
    )
    func zones() throws {
        let bytes = WorkoutFormat.tcx.bytes(of: try HardWorkouts.ordinary.exported)
        let imported = try ImportedWorkout(contentsOf: bytes, named: "ride.tcx")
        let heartRate = HKQuantityType(.heartRate)
        let power = HKQuantityType(.cyclingPower)

        let known = try imported.workout(profile: WorkoutScript.profile).zoneConfigurations
        #expect(known[heartRate]?.source == .system)
        #expect(known[heartRate]?.boundaries.edges == [128, 141, 154, 167])
        #expect(known[power]?.boundaries.edges == [137.5, 187.5, 225, 262.5, 300])

        let unknown = try imported.workout(profile: PersonalProfile()).zoneConfigurations
        #expect(unknown[heartRate]?.source == .app)
        #expect(unknown[heartRate]?.boundaries.edges == [91, 114, 136, 158])
        #expect(unknown[power] == nil)

        var profile = WorkoutScript.profile
        profile.zoneBoundaries[heartRate] = [100, 150]
        let own = try imported.workout(profile: profile)
        #expect(own.zoneConfigurations[heartRate]?.source == .user)
        #expect(own.zoneGroup(for: heartRate)?.zoneDurations.count == 3)
        #expect(own.metadata?[HKMetadataKeyPulsewattImportSource] as? String == "TCX, Pulsewatt")
    }

    @Test("The threshold that our JSON was written with comes back from its zones, or else from its load")
    func threshold() throws {
        let exported = try HardWorkouts.ordinary.exported
        let imported = try ImportedWorkout(
            contentsOf: WorkoutFormat.json.bytes(of: exported), named: "a file")
        #expect(imported.functionalThresholdPower == 250)
        // Zones that the rider has set say nothing of the threshold; normalized power and intensity factor do.
        let own = String(decoding: WorkoutFormat.json.bytes(of: exported), as: UTF8.self)
            .replacing("\"source\": \"system\"", with: "\"source\": \"user\"")
        #expect(
            try ImportedWorkout(contentsOf: Array(own.utf8), named: "a file").functionalThresholdPower == 250)
    }
}

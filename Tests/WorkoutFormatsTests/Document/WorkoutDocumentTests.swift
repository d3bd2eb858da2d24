import Foundation
import HealthModel
import Testing
import WorkoutFormats

@Suite struct WorkoutDocumentTests {
    private let berlin: TimeZone

    init() throws {
        berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    }

    private func document(_ workout: HKWorkout) -> JSONValue {
        WorkoutDocument(workout, rider: "Ada", timeZone: berlin, functionalThresholdPower: 250).value
    }

    // Zones of heart rate: 90 for 2 s, 120 for 2 s, 160 for 2 s up to the pause, 130 for the last 3 s; from the resume
    // at 8 s to the sample at 9 s there is no data. (90·2 + 120·2 + 160·2 + 130·3) / 9 = 125.56.
    // Power: 200 W for 1 s, 300 W for 4.5 s (up to the pause), 250 W for 2 s; 300 W is on a threshold and so in the last
    // zone. 2050 J in 7.5 s are 273.33 W; the rest of the 10 s is without data.
    // The cadence and the balance hold for 5 s.
    // Lap 1, 0 to 5 s: (90·2 + 120·2 + 160) / 5 = 116; 200 W for 1 s, 300 W for 3.5 s: 1250 J, 277.78 W.
    // Lap 2, 5 to 12 s: (160 + 130·3) / 4 = 137.5; 300 W for 1 s, 250 W for 2 s: 800 J, 266.67 W. The balance reaches
    // half a second into it.
    // No 30 seconds of power in a row, so no normalized power. RR intervals of 800 and 850 ms, a gap, and 820 ms: one
    // difference of 50 ms; from their mean of 823.33 ms the deviations are 23.33, 26.67 and 3.33 ms, whose squares add
    // up to 1266.67, half of which has the root 25.17 ms. In lap 1 the mean is 825 ms and the root of 2 · 25² is
    // 35.36 ms; the interval of lap 2 is alone.
    @Test("A workout worked out by hand is written as expected, byte for byte")
    func bytes() throws {
        let written = WorkoutDocument(
            try SampleWorkout.make(), rider: "Ada", timeZone: berlin, functionalThresholdPower: 250)
        #expect(written.text == SampleWorkout.document)
        #expect(written.bytes == Array(SampleWorkout.document.utf8))
    }

    // 200 W for a minute: NP 200 W, IF 200 / 250, TSS 60 · 200 · 0.8 / (250 · 3600) · 100 = 1.0667, 12 kJ.
    @Test(
        "A load needs the rider's threshold, normalized power and work do not",
        arguments: [250, nil] as [Double?])
    func load(threshold: Double?) throws {
        let series = WorkoutSeries(
            start: SampleWorkout.start,
            columns: [
                HKQuantityType(.cyclingPower): SampleWorkout.column((0..<60).map { (Double($0), 200) })
            ],
            elapsed: 60_000_000_000)
        let workout = HKWorkout(
            configuration: HKWorkoutConfiguration(), start: series.start,
            end: series.start.addingTimeInterval(60), device: nil, metadata: nil, events: [], activities: [],
            series: series)
        let value = WorkoutDocument(workout, timeZone: .gmt, functionalThresholdPower: threshold).value
        let power = try #require(value["statistics"]?["cycling_power"])
        #expect(power["normalized_power"] == .number(200))
        #expect(power["work_kj"] == .number(12))
        #expect(power["intensity_factor"] == (threshold == nil ? .null : .number(0.8)))
        #expect(power["training_stress_score"] == (threshold == nil ? .null : .number(1.1)))
    }

    @Test("What no sensor provided has no entry, what is not known is null")
    func missing() {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .functionalStrengthTraining
        let workout = HKWorkout(
            configuration: configuration, start: SampleWorkout.start, end: SampleWorkout.start, device: nil,
            metadata: nil, events: [], activities: [],
            series: WorkoutSeries(start: SampleWorkout.start, elapsed: 0))
        let value = WorkoutDocument(workout, timeZone: .gmt, isSimulated: true).value
        #expect(value["activity_type"] == "functional_strength_training")
        #expect(value["rider"] == .null)
        #expect(value["indoor"] == .null)
        #expect(value["simulated"] == .bool(true))
        for key in ["statistics", "zone_groups"] { #expect(value[key] == [:]) }
        #expect(value["series"] == ["t_s": []])
        #expect(value["rr_intervals"] == ["t_s": [], "ms": []])
        for key in ["sensors", "events", "laps"] { #expect(value[key] == []) }
        #expect(
            value["duration"] == ["elapsed_s": .number(0), "active_s": .number(0), "paused_s": .number(0)])
    }

    @Test(
        "Metadata that says indoors or not wins over where the workout was meant to be",
        arguments: [true, false])
    func indoor(isIndoor: Bool) {
        let configuration = HKWorkoutConfiguration()
        configuration.locationType = isIndoor ? .outdoor : .indoor
        func indoor(_ metadata: [String: Any]?) -> JSONValue? {
            let workout = HKWorkout(
                configuration: configuration, start: SampleWorkout.start, end: SampleWorkout.start,
                device: nil,
                metadata: metadata, events: [], activities: [],
                series: WorkoutSeries(start: SampleWorkout.start, elapsed: 0))
            return WorkoutDocument(workout, timeZone: .gmt).value["indoor"]
        }
        #expect(indoor([HKMetadataKeyIndoorWorkout: isIndoor]) == .bool(isIndoor))
        #expect(indoor(nil) == .bool(!isIndoor))
    }

    @Test("Dates have the offset that held at each moment: a ride over the end of summer time")
    func summerTime() throws {
        // Two hours from 2026-10-25 02:30 summer time, 30 minutes before the clocks go back.
        let start = Date(timeIntervalSince1970: 1_792_888_200.0004)
        let workout = HKWorkout(
            configuration: HKWorkoutConfiguration(), start: start, end: start.addingTimeInterval(7200.0004),
            device: nil, metadata: nil, events: [], activities: [],
            series: WorkoutSeries(start: start, elapsed: 7_200_000_400_000))
        let value = document(workout)
        #expect(value["start"] == "2026-10-25T02:30:00.000+02:00")
        // The end is the written start plus the written elapsed time, not a rounding of its own.
        #expect(value["end"] == "2026-10-25T03:30:00.000+01:00")
        #expect(value["duration"]?["elapsed_s"] == .number(7200))
    }

    @Test("Laps reach from press to press, whether a press is a moment or the interval of its lap")
    func laps() throws {
        func laps(_ events: [HKWorkoutEvent]) -> [[Int64?]] {
            let workout = HKWorkout(
                configuration: HKWorkoutConfiguration(), start: SampleWorkout.start,
                end: SampleWorkout.start.addingTimeInterval(60), device: nil, metadata: nil, events: events,
                activities: [],
                series: WorkoutSeries(start: SampleWorkout.start, elapsed: 60_000_000_000))
            return document(workout)["laps"]?.elements.map {
                [$0["start_s"]?.milliseconds, $0["end_s"]?.milliseconds]
            } ?? []
        }
        func interval(_ start: Double, _ end: Double) -> HKWorkoutEvent {
            HKWorkoutEvent(
                type: .lap,
                dateInterval: DateInterval(
                    start: SampleWorkout.start.addingTimeInterval(start), duration: end - start),
                metadata: nil)
        }
        #expect(laps([]).isEmpty)
        #expect(laps([SampleWorkout.event(.pause, at: 5)]).isEmpty)
        #expect(
            laps([interval(20, 20), interval(45, 45)]) == [[0, 20000], [20000, 45000], [45000, 60000]])
        #expect(
            laps([interval(0, 20), interval(20, 45)]) == [[0, 20000], [20000, 45000], [45000, 60000]])
        #expect(
            laps([interval(30, 30), interval(30, 30), interval(60, 60)]) == [[0, 30000], [30000, 60000]])
    }

    @Test("Events have published names; one whose own name is no name is a marker")
    func events() {
        let events = [
            SampleWorkout.event(.motionPaused, at: 1), SampleWorkout.event(.motionResumed, at: 2),
            SampleWorkout.event(.marker, at: 3),
            SampleWorkout.event(.marker, at: 4, [HKMetadataKeyPulsewattEvent: "clock_step"]),
            SampleWorkout.event(.marker, at: 5, [HKMetadataKeyPulsewattEvent: "No \"name\""]),
        ]
        let workout = HKWorkout(
            configuration: HKWorkoutConfiguration(), start: SampleWorkout.start,
            end: SampleWorkout.start.addingTimeInterval(60), device: nil, metadata: nil, events: events,
            activities: [], series: WorkoutSeries(start: SampleWorkout.start, elapsed: 60_000_000_000))
        let types = document(workout)["events"]?.elements.map { $0["type"] }
        #expect(types == ["motion_paused", "motion_resumed", "marker", "clock_step", "marker"])
    }

    @Test("Values in the series keep a decimal, speed three, and whole ones have no point")
    func seriesNumbers() throws {
        let series = WorkoutSeries(
            start: SampleWorkout.start,
            columns: [
                HKQuantityType(.cyclingPower): SampleWorkout.column([(0, 250.04), (1, -3.26), (2, 0)]),
                HKQuantityType(.cyclingSpeed): SampleWorkout.column([(0, 8.33333)]),
            ], elapsed: 3_000_000_000)
        let workout = HKWorkout(
            configuration: HKWorkoutConfiguration(), start: series.start,
            end: series.start.addingTimeInterval(3), device: nil, metadata: nil, events: [], activities: [],
            series: series)
        #expect(
            document(workout)["series"]?.text(.line)
                == #"{"t_s":[0.0,1.0,2.0],"cycling_power":[250,-3.3,0],"cycling_speed":[8.333,8.333,8.333]}"#)
    }
}

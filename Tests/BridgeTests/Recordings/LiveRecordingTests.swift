import FlightRecorder
import Foundation
import HealthModel
import SensorProfiles
import TestKit
import Testing

@testable import Bridge

private let second: Int64 = 1_000_000_000

@Suite struct LiveRecordingTests {
    private func profile() -> PersonalProfile {
        PersonalProfile(
            characteristics: PersonalCharacteristics(
                dateOfBirth: DateComponents(year: 1984, month: 2, day: 29), biologicalSex: .female,
                maximumHeartRate: 187, timeZone: TimeZone(identifier: "America/Sao_Paulo")),
            restingHeartRate: 48.5, functionalThresholdPower: 251, bodyMass: 61.2, height: 1.7,
            zoneBoundaries: [HKQuantityType(.heartRate): [100, 120, 140.5]])
    }

    @Test("A recording, replayed, is the live workout byte for byte", arguments: [true, false])
    func identity(hasProfile: Bool) async throws {
        let plan = WorkoutPlan(
            activityType: .rowing, isIndoor: false, rider: "Ída \"B.\"",
            timeZone: try #require(TimeZone(identifier: "Europe/Berlin")), isSimulated: true,
            profile: hasProfile ? profile() : PersonalProfile())
        let bench = try RideBench(plan: plan)
        var next: Int64 = second / 2
        for event in SimulatedRide(duration: 90 * second).map({ $0.shifted(by: bench.start + 1) }) {
            guard bench.workout != nil || event.isMeasurement else { continue }
            guard event.nanoseconds - bench.start < 88_123_456_789 else { break }
            try await bench.send(event)
            while bench.start + next < event.nanoseconds {
                try await bench.tick(at: Double(next) / 1e9)
                next += second
            }
            // Off the grid of the microsecond, as real moments are.
            let now = event.nanoseconds + 777
            switch (event.nanoseconds - bench.start) / second {
            case 20: try await bench.workout?.setPaused(true, at: now)
            case 31: try await bench.workout?.setPaused(false, at: now)
            case 40: try await bench.workout?.lap(at: now)
            default: break
            }
        }
        let live = try await bench.finish(at: 88.123_456_789)
        let contents = try bench.contents
        #expect(contents.damage.isNone)
        #expect(contents.records.count > 400)
        let replayed = try await Replay(contents)
        #expect(replayed.finished.json == live.finished.json)
        #expect(replayed.finished.workout.uuid == live.finished.workout.uuid)
        #expect(replayed.finished.plan.profile == plan.profile)
        #expect(live.finished.json.contains("\"type\": \"pause\""))
    }

    @Test(
        "Without any header that can be read, all that sensors sent is a workout all the same, at its own time"
    )
    func withoutHeader() async throws {
        let bench = try RideBench()
        try await bench.ride(0..<20)
        let live = try await bench.finish(at: 19).finished
        let path = bench.files.path(ofName: try #require(try bench.files.names().first))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        while let range = bytes.range(of: Data("\"rider\":".utf8)) { bytes[range.lowerBound] = 0 }
        let contents = try RecordingReader.contents(of: bytes)
        #expect(contents.header == nil)
        // Two at the start, one after a second and one ten seconds later.
        #expect(contents.damage.places == 4)
        let plan = WorkoutPlan(recordedIn: contents, fallback: WorkoutPlan(rider: "Bo", timeZone: .gmt))
        #expect(plan.rider == "Bo")
        let replayed = try await Replay(contents, plan: plan).finished.workout
        #expect(replayed.series == live.workout.series)
        #expect(replayed.startDate == live.workout.startDate)
    }

    @Test("However a recording is cut off or damaged, what is left of it is a workout whose times add up")
    func damaged() async throws {
        let bench = try RideBench()
        for part in 0..<6 {
            try await bench.ride((20 * part)..<(20 * part + 20))
            try await bench.workout?.setPaused(part.isMultiple(of: 2), at: bench.clock.boot)
            try await bench.workout?.lap(at: bench.clock.boot)
        }
        let path = bench.files.path(ofName: try #require(try bench.files.names().first))
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        var random = SplitMix64(seed: 6)
        var nameless = 0
        for round in 0..<150 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            if round.isMultiple(of: 3) {
                bytes = bytes.prefix(Int.random(in: 1600..<whole.count, using: &random))
            }
            let contents = try RecordingReader.contents(of: bytes)
            // Where both names of the strap are hit, nobody knows whose the notifications are.
            guard contents.lastNotification != nil else {
                nameless += 1
                continue
            }
            let workout = try await Replay(contents).finished.workout
            let group = try #require(workout.zoneGroup(for: HKQuantityType(.heartRate)))
            let zones = group.zoneDurations.reduce(0) { $0 + Int64(($1.duration * 1e9).rounded()) }
            let noData = workout.noDataDuration(for: HKQuantityType(.heartRate))
            #expect(zones + noData + workout.pausedDuration == workout.series.elapsed)
        }
        #expect(nameless < 15)
    }

    @Test("A notification is in the file before it is decoded, also one that cannot be")
    func rawFirst() async throws {
        let bench = try RideBench()
        try await bench.send(bench.beat(100, at: 0))
        let broken = SensorEvent(
            nanoseconds: bench.start + second, sensor: RideBench.strap,
            kind: .notification(characteristic: .heartRateMeasurement, value: []))
        try await bench.send(broken)
        #expect(
            try bench.contents.records.last
                == RecordingRecord(
                    nanoseconds: second,
                    .capture(
                        .notification(
                            sensor: RideBench.strap, characteristic: .heartRateMeasurement, value: []))))
    }

    @Test("Where no recording can be written this is said once, and the workout is the same")
    func unwritable() async throws {
        let bench = try RideBench()
        // A file where the directory belongs stops root as well.
        try Data().write(to: URL(fileURLWithPath: bench.state.path + "/recordings"))
        try await bench.ride(0..<20)
        let finished = try await bench.finish(at: 19)
        finished.recording?.markSaved()
        #expect(bench.log.count == 1)
        #expect(
            bench.log.first?.hasPrefix("cannot create directory \(bench.state.path)/recordings: ") == true)
        #expect(bench.log.first?.contains("the workout goes on") == true)
        let good = try RideBench()
        try await good.ride(0..<20)
        let same = try await good.finish(at: 19).finished
        #expect(finished.finished.workout.series == same.workout.series)
        #expect(good.log.isEmpty)
    }

    @Test("When there is room again the recording is whole, with all that came before")
    func roomAgain() async throws {
        let bench = try RideBench()
        let blocker = bench.state.path + "/recordings"
        try Data().write(to: URL(fileURLWithPath: blocker))
        try await bench.ride(0..<10)
        try FileManager.default.removeItem(atPath: blocker)
        try await bench.ride(10..<20)
        let live = try await bench.finish(at: 19)
        #expect(bench.log.count == 2)
        #expect(bench.log.last == "the workout's recording can be written again; nothing is missing")
        #expect(
            try await Replay(try bench.contents).finished.json == live.finished.json)
    }

    @Test("Wall clock steps and a change to winter time change no duration, no zone sum and no series")
    func clocks() async throws {
        func document(
            wallMicroseconds: Int64, timeZone: String, steps: [Int: Int64]
        ) async throws -> (document: [String: Any], contents: RecordingContents) {
            let plan = WorkoutPlan(rider: "Ida", timeZone: try #require(TimeZone(identifier: timeZone)))
            let bench = try RideBench(plan: plan, clock: FakeClock(wallMicroseconds: wallMicroseconds))
            for second in 0..<60 {
                if let step = steps[second] { bench.clock.stepWall(bySeconds: step) }
                try await bench.ride(second..<(second + 1))
            }
            let json = try await bench.finish(at: 59).finished.json
            let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
            return (try #require(object as? [String: Any]), try bench.contents)
        }
        let plain = try await document(wallMicroseconds: 1_796_000_000_000_000, timeZone: "UTC", steps: [:])
        let stepped = try await document(
            wallMicroseconds: 1_796_000_000_000_000, timeZone: "UTC", steps: [10: 7200, 30: -10_800, 40: 2])
        // 25 October 2026, 00:59:30 UTC: half a minute before Berlin's clocks go back.
        let winter = try await document(
            wallMicroseconds: 1_792_889_970_000_000, timeZone: "Europe/Berlin", steps: [:])
        for key in ["duration", "zone_groups", "series", "statistics", "rr_intervals"] {
            let expected = try #require(plain.document[key] as? NSObject, "no \(key)")
            #expect(stepped.document[key] as? NSObject == expected)
            #expect(winter.document[key] as? NSObject == expected)
        }
        let events = try #require(stepped.document["events"] as? [[String: Any]])
        #expect(events.map { $0["type"] as? String } == ["clock_step", "clock_step", "clock_step"])
        #expect((winter.document["events"] as? [Any])?.isEmpty == true)
        #expect(winter.document["start"] as? String == "2026-10-25T02:59:30.000+02:00")
        #expect(winter.document["end"] as? String == "2026-10-25T02:00:29.000+01:00")
        #expect(stepped.document["end"] as? String == plain.document["end"] as? String)
        // The recording keeps the times as well, and what the wall clock said after each step.
        #expect(
            stepped.contents.capture.filter { $0.content != .event(.clockStep, sensor: nil) }
                == plain.contents.capture)
        let clock = try #require(stepped.contents.lastClock)
        let shown = clock.wallMicroseconds - 1_796_000_000_000_000 - clock.nanoseconds / 1000
        #expect(shown == (7200 - 10_800 + 2) * 1_000_000)
    }
}

import Foundation
import HealthModel
import Testing
import WorkoutFormats

/// Our files read by Garmin's official SDK, fitdecode and fitparse, and every value held against the workout.
///
/// Messages and fields go by the profile's numbers, not by the names that the writer has for them.
@Suite(
    .enabled(
        if: FITLibraries.tools != nil,
        "PULSEWATT_PYTHON_TOOLS does not name the Python tools; `make test` sets it"))
struct FITLibraryTests {
    @Test("No library objects to a file, and all read the same", arguments: HardWorkouts.allCases)
    func faults(hard: HardWorkouts) throws {
        #expect(try FITLibraries.reading(of: hard).faults == [])
    }

    @Test(
        "There is a record for each second that is not paused, with the second's means",
        arguments: HardWorkouts.allCases)
    func records(hard: HardWorkouts) throws {
        let reading = try FITLibraries.reading(of: hard)
        let expected = FITExpectation(try hard.exported)
        #expect(reading.numbers(20, 253) == expected.seconds.map { Double(expected.start + $0) })
        func differences(_ field: Int, _ values: [Double?], _ tolerance: Double = 1e-6) -> [Int] {
            let found = reading.numbers(20, field)
            guard found.count == values.count else { return [-1] }
            return values.indices.filter { index in
                guard let value = values[index], let read = found[index] else {
                    return (values[index] == nil) != (found[index] == nil)
                }
                return abs(value - read) > tolerance
            }
        }
        #expect(differences(3, expected.rounded(.heartRate, upTo: 254)) == [])
        #expect(differences(7, expected.rounded(.cyclingPower, upTo: 65_534)) == [])
        #expect(differences(6, expected.rounded(.cyclingSpeed, upTo: 65.534, decimals: 1000)) == [])
        let cadences = expected.rounded(.cyclingCadence, upTo: 254.993, decimals: 128)
        #expect(differences(4, cadences.map { $0?.rounded(.down) }) == [])
        #expect(differences(53, cadences.map { $0.map { $0 - $0.rounded(.down) } }) == [])
        let right = expected.rounded(.pedalPowerBalance, upTo: 1, decimals: 1e9)
            .map { $0.map { 128 + (100 * (1 - $0)).rounded() } }
        #expect(differences(30, right) == [])
        #expect(differences(5, expected.totals(.cyclingSpeed), 0.006) == [])
        if ![.negativePower].contains(hard) {
            #expect(differences(29, expected.totals(.cyclingPower), 0.51) == [])
        }
    }

    @Test("The timer starts, stops and goes on when the workout does", arguments: HardWorkouts.allCases)
    func timer(hard: HardWorkouts) throws {
        let reading = try FITLibraries.reading(of: hard)
        let expected = FITExpectation(try hard.exported)
        var events: [[Int64]] = [[expected.start, 0]]
        for pause in expected.series.pauses {
            events.append([expected.start + pause.lowerBound / 1_000_000_000, 4])
            if pause.upperBound < expected.series.elapsed {
                events.append([expected.start + pause.upperBound / 1_000_000_000, 0])
            }
        }
        let isPausedAtEnd = expected.series.pauses.last?.upperBound == expected.series.elapsed
        if !isPausedAtEnd { events.append([expected.end, 4]) }
        let found = zip(reading.numbers(21, 253), reading.numbers(21, 1)).map {
            [$0.map { Int64($0) } ?? -1, $1.map { Int64($0) } ?? -1]
        }
        #expect(found == events)
        #expect(reading.numbers(21, 0).allSatisfy { $0 == 0 })
    }

    @Test("Everything is in order of time, and the activity is last", arguments: HardWorkouts.allCases)
    func order(hard: HardWorkouts) throws {
        let reading = try FITLibraries.reading(of: hard)
        let stamped = [20, 21, 19, 18, 216, 34, 23].flatMap { message in
            zip(reading.places(message), reading.numbers(message, 253))
        }.sorted { $0.0 < $1.0 }
        let times = stamped.map { $0.1 ?? -1 }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(reading.places(0) == [0])
        #expect(reading.places(34).first == stamped.last?.0)
        #expect(!reading.places(20).isEmpty && !reading.places(19).isEmpty && !reading.places(18).isEmpty)
    }

    @Test("Sessions and laps say what was measured in them", arguments: HardWorkouts.allCases)
    func summaries(hard: HardWorkouts) throws {
        let reading = try FITLibraries.reading(of: hard)
        let expected = FITExpectation(try hard.exported)
        for (message, parts) in [(18, expected.sessions), (19, expected.laps)] {
            let summaries = parts.map { FITExpectation.Summary(expected, $0) }
            #expect(reading.numbers(message, 2) == summaries.map { Double($0.start) })
            #expect(reading.numbers(message, 253) == summaries.map { Double($0.end) })
            #expect(reading.numbers(message, 254) == parts.indices.map { Double($0) })
            for (field, values) in FITExpectation.Summary.fields(message, summaries) {
                let found = reading.numbers(message, field)
                try #require(found.count == values.count)
                for (read, value) in zip(found, values) {
                    if let read, let wanted = value.value {
                        #expect(abs(read - wanted) <= value.tolerance, "field \(field) of \(message)")
                    } else {
                        #expect(read == nil && value.value == nil, "field \(field) of \(message)")
                    }
                }
            }
        }
        #expect(reading.numbers(34, 1) == [Double(expected.sessions.count)])
        #expect(reading.numbers(18, 26).compactMap(\.self).reduce(0, +) == Double(expected.laps.count))
    }

    @Test("Time in zone is ours to the millisecond, zone by zone", arguments: HardWorkouts.allCases)
    func timeInZone(hard: HardWorkouts) throws {
        let reading = try FITLibraries.reading(of: hard)
        let exported = try hard.exported
        let expected = FITExpectation(exported)
        let document = exported.document.value
        let activities = document["activities"]?.elements ?? []
        let documentLaps = document["laps"]?.elements ?? []
        let sessions = expected.sessions.count == 1 ? [document] : activities
        let laps = documentLaps.isEmpty ? sessions : documentLaps
        try #require(sessions.count == expected.sessions.count && laps.count == expected.laps.count)
        func times(_ part: JSONValue, _ name: String) -> [Double?] {
            guard let durations = part["zone_groups"]?[name]?["zone_durations"]?.elements else { return [] }
            // Garmin's zone 0 lies below our first and has no time, nor has what lies above our last.
            return [0] + durations.map { $0["duration_s"]?.milliseconds.map { Double($0) / 1000 } } + [0]
        }
        for (name, field, sessionField, lapField) in [
            ("heart_rate", 2, 65, 57), ("cycling_power", 5, 68, 60),
        ] {
            let ofSessions = sessions.map { times($0, name) }
            let ofLaps = laps.map { times($0, name) }
            #expect(reading.lists(18, sessionField) == ofSessions)
            #expect(reading.lists(19, lapField) == ofLaps)
            let references = zip(reading.numbers(216, 0), reading.numbers(216, 1))
            for ((message, index), list) in zip(references, reading.lists(216, field)) {
                let index = Int(try #require(index))
                #expect(list == (message == 18 ? ofSessions[index] : ofLaps[index]))
            }
            if ofSessions.contains(where: { !$0.isEmpty }) {
                #expect(reading.places(216).count == sessions.count + laps.count)
            }
        }
        // 60, 70, 80 and 90 % of the reserve from 50 to 180; 55, 75, 90, 105 and 120 % of 250 W, rounded up.
        let heartRate: [Double?] = [0, 128, 141, 154, 167, 254]
        let power: [Double?] = [0, 138, 188, 225, 263, 300, 65_534]
        #expect(reading.lists(216, 6).allSatisfy { $0 == heartRate || $0.isEmpty })
        #expect(reading.lists(216, 9).allSatisfy { $0 == power || $0.isEmpty })
        #expect(reading.numbers(8, 1) == (reading.places(8).isEmpty ? [] : Array(heartRate.dropFirst())))
        #expect(reading.numbers(9, 1) == (reading.places(9).isEmpty ? [] : Array(power.dropFirst())))
        #expect(
            reading.places(8).isEmpty == (exported.workout.zoneGroup(for: HKQuantityType(.heartRate)) == nil))
    }

    @Test(
        "RR intervals are there to the millisecond, and none across a gap", arguments: HardWorkouts.allCases)
    func intervals(hard: HardWorkouts) throws {
        let reading = try FITLibraries.reading(of: hard)
        let beats = try hard.exported.workout.series.heartbeats
        let expected = beats.offsets.indices.dropFirst().filter { !beats.precededByGap[$0] }
            .map { ((Double(beats.offsets[$0] - beats.offsets[$0 - 1]) / 1e6).rounded() / 1000) }
        let found = reading.lists(78, 0).flatMap { $0.compactMap(\.self) }
        #expect(found.count == expected.count)
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test(
        "The file says what it is, who it is of and which sensors took part",
        arguments: HardWorkouts.allCases)
    func head(hard: HardWorkouts) throws {
        let reading = try FITLibraries.reading(of: hard)
        let exported = try hard.exported
        let expected = FITExpectation(exported)
        #expect(reading.numbers(0, 0) == [4] && reading.numbers(0, 1) == [255])
        #expect(reading.numbers(0, 4) == [Double(expected.start)])
        let sensors = exported.workout.sensors
        #expect(reading.numbers(23, 0) == (0...sensors.count).map { Double($0) })
        #expect(reading.numbers(23, 25) == [5] + sensors.map { _ in 3 })
        #expect(reading.texts(23, 27).dropFirst().elementsEqual(sensors.map(\.name)))
        if sensors.first?.provides == [HKQuantityType(.heartRate)] {
            // A heart-rate strap of no known maker on the chest, 87 % full, number 12345; "1.2.3" is no version.
            #expect([1, 2, 3, 18, 32].map { reading.numbers(23, $0)[1] } == [1, 255, 12_345, 17, 87])
            #expect(reading.numbers(23, 5)[1] == nil)
        }
        // NUL ends a text in the file.
        #expect(reading.texts(3, 0) == [exported.rider?.replacing("\0", with: "")])
        let isBorn = exported.workout.startDate.timeIntervalSince1970 > 1e9
        #expect(reading.numbers(3, 2) == [isBorn ? 40 : nil])
        #expect([3, 4, 8, 1].map { reading.numbers(3, $0)[0] } == [nil, 70, 50, nil])
        #expect(reading.numbers(7, 3) == [250])
    }

    @Test(
        "Local time is that of the workout's end",
        arguments: [
            (HardWorkouts.ordinary, 7200.0), (.midnight, 7200), (.summerTimeBegins, 7200),
            (.summerTimeEnds, 3600),
            (.newYear, 46_800), (.year1970, nil),
        ] as [(HardWorkouts, Double?)])
    func localTime(hard: HardWorkouts, offset: Double?) throws {
        let reading = try FITLibraries.reading(of: hard)
        let utc = try #require(reading.numbers(34, 253).first ?? nil)
        #expect(reading.numbers(34, 5) == [offset.map { utc + $0 }])
    }
}

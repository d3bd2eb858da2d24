import Bridge
import Foundation
import HealthModel
import TestKit
import Testing
import WorkoutFormats

/// Days of lists and trends, on a machine that is elsewhere than the rider.
@Suite struct RiderTimeZoneTests {
    private let bench: StateBench

    init() throws {
        bench = try StateBench()
    }

    /// Runs the command on a machine in a time zone.
    private func run(_ words: [String], in machine: String = "UTC") async throws -> CommandProcess.Outcome {
        try await CommandProcess.run(
            words + ["--state-directory", bench.directory.path], environment: ["TZ": machine])
    }

    private func json(_ words: [String], in machine: String = "UTC") async throws -> Any {
        let outcome = try await run(words + ["--json"], in: machine)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    }

    /// What a list shows: the identities' first letters, and the days.
    private func list(_ words: [String], in machine: String = "UTC") async throws -> [(
        id: String, day: String
    )] {
        let outcome = try await run(["workouts", "list"] + words, in: machine)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.output.split(separator: "\n").dropFirst().compactMap { line in
            let cells = line.split(separator: " ", omittingEmptySubsequences: true)
            return cells.count > 1 ? (String(cells[0].prefix(1)), String(cells[1])) : nil
        }
    }

    /// The starts of the periods with workouts, and how many there are.
    private func trend(_ words: [String], in machine: String = "UTC") async throws -> [String: Int] {
        let trend = try #require(try await json(["trend"] + words, in: machine) as? [String: Any])
        var counts: [String: Int] = [:]
        for period in try #require(trend["periods"] as? [[String: Any]]) {
            guard let start = period["start"] as? String, let count = period["workouts"] as? Int, count > 0
            else { continue }
            counts[String(start.prefix(10))] = count
        }
        return counts
    }

    @Test("What a rider's time zone is can be said, shown, and taken back; what is none is refused")
    func set() async throws {
        #expect(try await run(["rider", "add", "Ada", "--time-zone", "Europe/Berlin"]).status == 0)
        func zone() async throws -> Any? {
            (try await json(["rider"]) as? [[String: Any]])?.first?["time_zone"]
        }
        #expect(try await zone() as? String == "Europe/Berlin")
        #expect(try await run(["rider"]).output.contains("Europe/Berlin"))
        #expect(try await run(["rider", "set", "--time-zone", "America/New_York"]).status == 0)
        #expect(try await zone() as? String == "America/New_York")
        let wrong = try await run(["rider", "set", "--time-zone", "Berlin"])
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("--time-zone is \"Berlin\"; wanted is a name such as Europe/Berlin"))
        #expect(try await zone() as? String == "America/New_York")
        #expect(try await run(["rider", "set", "--time-zone", "none"]).status == 0)
        #expect(try await zone() is NSNull)
    }

    @Test("A list shows under each day what its own filter finds there, wherever rider, machine and ride are")
    func filter() async throws {
        // By its own clock, in Berlin, the ride was at 01:00 on the first; in New York the old year had five hours left.
        try await bench.ride("1a", at: "2016-01-01T00:00:00Z", minutes: 1)
        let days = ["--since", "2016-01-01", "--until", "2016-01-01"]
        let eve = ["--since", "2015-12-31", "--until", "2015-12-31"]
        #expect(try await list([], in: "America/New_York").map(\.day) == ["2015-12-31"])
        #expect(try await list(days, in: "America/New_York").isEmpty)
        #expect(try await list(eve, in: "America/New_York").count == 1)
        #expect(try await trend(["--by", "month"], in: "America/New_York") == ["2015-12-01": 1])

        #expect(try await run(["rider", "set", "--time-zone", "Europe/Berlin"]).status == 0)
        #expect(try await list([], in: "America/New_York").map(\.day) == ["2016-01-01"])
        #expect(try await list(days, in: "America/New_York").count == 1)
        #expect(try await list(eve, in: "America/New_York").isEmpty)
        #expect(try await trend(["--by", "month"], in: "America/New_York") == ["2016-01-01": 1])
        let rows = try #require(
            try await json(["workouts", "list"], in: "America/New_York") as? [[String: Any]])
        #expect(rows.map { $0["start"] as? String } == ["2016-01-01T01:00:00.000+01:00"])
        #expect(rows.map { $0["time_zone"] as? String } == ["Europe/Berlin"])
        let rezone = try await run(["rezone", "--boundaries", "100,200"] + days, in: "America/New_York")
        #expect(rezone.output.contains("1a000000  2016-01-01  01:00"), "\(rezone.output)")

        let elsewhere = ["--time-zone", "America/New_York"]
        #expect(try await list(elsewhere).map(\.day) == ["2015-12-31"])
        #expect(try await list(eve + elsewhere).count == 1)
        #expect(try await trend(["--by", "month"] + elsewhere) == ["2015-12-01": 1])
        let shown = try await run(["workouts", "show", "1a"], in: "America/New_York").output
        #expect(shown.contains("2016-01-01 01:00 (Europe/Berlin)"), "\(shown)")
        let deleted = try await run(["workouts", "delete", "1a"], in: "America/New_York").output
        #expect(deleted.hasPrefix("Deleted 1a000000, cycling of 2016-01-01 01:00\n"), "\(deleted)")
    }

    @Test("On a machine on UTC a late Sunday counts in the rider's week, to the instant of midnight")
    func weeks() async throws {
        #expect(try await run(["rider", "add", "Ada", "--time-zone", "Europe/Berlin"]).status == 0)
        // The clocks of Berlin go forward on Sunday, 29 March 2026, and back on Sunday, 25 October.
        let rides = [
            ("1", "2026-03-22T22:59:59Z"),  // Sunday, the last second
            ("2", "2026-03-22T23:00:00Z"),  // Monday, midnight
            ("3", "2026-03-29T21:59:59Z"),  // Sunday, the last second, after 167 hours
            ("4", "2026-03-29T22:00:00Z"),  // Monday, midnight
            ("5", "2026-10-25T22:59:59Z"),  // Sunday, the last second, in winter again
            ("6", "2026-10-25T23:00:00Z"),  // Monday, midnight
        ]
        for (id, start) in rides { try await bench.ride(id, at: start, minutes: 1) }
        #expect(
            try await trend([]) == [
                "2026-03-16": 1, "2026-03-23": 2, "2026-03-30": 1, "2026-10-19": 1, "2026-10-26": 1,
            ])
        #expect(
            try await list([]).map(\.day) == [
                "2026-03-22", "2026-03-23", "2026-03-29", "2026-03-30", "2026-10-25", "2026-10-26",
            ])
        #expect(try await list(["--since", "2026-03-23", "--until", "2026-03-29"]).map(\.id) == ["2", "3"])
        #expect(try await list(["--since", "2026-10-26"]).map(\.id) == ["6"])
    }

    @Test(
        "Each day of a list holds what its filter finds, also where the clocks change, at midnight, or by half an hour",
        arguments: [
            ("America/New_York", "2026-11-01T03:00:00Z"), ("America/Sao_Paulo", "2018-11-04T02:00:00Z"),
            ("Australia/Lord_Howe", "2026-10-03T12:00:00Z"), ("Pacific/Apia", "2011-12-30T09:00:00Z"),
        ])
    func days(zone: String, around moment: String) async throws {
        #expect(try await run(["rider", "add", "Ada", "--time-zone", zone]).status == 0)
        let middle = try Date(moment, strategy: .iso8601)
        for (index, hours) in [-26.0, -13, -2, -1, 0, 1, 2, 13, 26].enumerated() {
            try await bench.ride(
                "\(index)", at: middle.addingTimeInterval(hours * 3600).formatted(.iso8601), minutes: 1)
        }
        let all = try await list([])
        #expect(all.count == 9)
        for (day, rows) in Dictionary(grouping: all, by: \.day) {
            #expect(
                try await list(["--since", day, "--until", day]).map(\.id) == rows.map(\.id), "\(day)")
        }
        let months = Dictionary(grouping: all) { $0.day.prefix(7) + "-01" }
        let counts = Dictionary(uniqueKeysWithValues: months.map { (String($0), $1.count) })
        #expect(try await trend(["--by", "month"]) == counts)
    }

    @Test("A new workout names the rider's zone: a recorded one, and one whose file names none")
    func recorded() async throws {
        #expect(
            try await run(["rider", "add", "Ada", "--time-zone", "America/Sao_Paulo"], in: "UTC").status == 0)
        #expect(try await run(["record", "--simulate", "--duration", "1s"], in: "Asia/Tokyo").status == 0)
        let other = try StateBench()
        let ride = try await other.ride("1a", at: "2026-05-01T02:30:00Z", minutes: 2)
        let path = other.directory.path + "/ride.tcx"
        try Data(WorkoutFormat.tcx.bytes(of: ride)).write(to: URL(fileURLWithPath: path))
        let imported = try await run(["import", path], in: "Asia/Tokyo")
        #expect(imported.output.hasSuffix("of 2026-04-30 23:30\n"), "\(imported.output) \(imported.errors)")
        for summary in try await bench.library().summaries() {
            #expect(summary.timeZone?.identifier == "America/Sao_Paulo")
        }
        #expect(try await bench.library().summaries().count == 2)
        let files = try bench.library().files.paths().map { $0.split(separator: "/").last ?? "" }
        #expect(files.contains { $0.hasPrefix("2026-04-30-233000-ada-") }, "\(files)")
    }

    @Test("Health data is recorded and listed by the rider's days")
    func health() async throws {
        #expect(try await run(["rider", "add", "Ada", "--time-zone", "Pacific/Auckland"]).status == 0)
        let words = ["health", "record", "menopausal-state", "none", "--date", "2026-03-01"]
        #expect(try await run(words).output == "Recorded menopausal-state none of 2026-03-01\n")
        let rows = try #require(
            try await json(["health", "list", "menopausal_state", "--since", "2026-03-01"])
                as? [[String: Any]])
        #expect(rows.map { $0["start"] as? String } == ["2026-03-01T00:00:00.000+13:00"])
    }
}

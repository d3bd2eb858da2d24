import Bridge
import Foundation
import HealthModel
import TestKit
import Testing

@Suite struct TrendCommandTests {
    private let bench: StateBench

    init() throws {
        bench = try StateBench()
    }

    private func periods(_ arguments: [String]) async throws -> [[String: Any]] {
        let outcome = try await CommandProcess.run(
            ["trend", "--json", "--state-directory", bench.directory.path] + arguments,
            environment: ["TZ": "Europe/Berlin"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        return try #require(json?["periods"] as? [[String: Any]])
    }

    @Test("Weeks over the change of the clocks: local midnight, zones, TRIMP, TSS and balance")
    func weeks() async throws {
        #expect(
            try await bench.run(
                "rider", "add", "Ada", "--sex", "male", "--resting-heart-rate", "50", "--maximum-heart-rate",
                "190",
                "--on", "2026-01-01"
            ).status == 0)
        // 23:30 on Sunday, 29 March 2026, and 00:30 on Monday, by the clocks of Berlin.
        try await bench.ride("1a", at: "2026-03-29T21:30:00Z", minutes: 20)
        try await bench.ride("2b", at: "2026-03-29T22:30:00Z", minutes: 60)
        let rows = try await periods([
            "--since", "2026-03-23", "--until", "2026-03-31", "--boundaries", "110,130",
        ])
        #expect(
            rows.map { $0["start"] as? String } == [
                "2026-03-23T00:00:00.000+01:00", "2026-03-30T00:00:00.000+02:00",
            ])
        #expect(rows.map { $0["workouts"] as? Int } == [1, 1])
        let durations = rows.map {
            ($0["zone_durations"] as? [[String: Any]])?.map { $0["duration_s"] as? Double }
        }
        #expect(durations == [[0, 1200, 0], [0, 3600, 0]])
        // An hour at half the reserve is 50.14, see TrainingImpulseTests; a third of it 16.71.
        #expect(rows.map { $0["training_impulse"] as? Double } == [16.7, 50.1])
        #expect(rows.map { $0["training_stress_score"] as? Double } == [33.3, 100])
        // On the evening of the first ride: 33.33 · 0.02352831 and 33.33 · 0.1331221.
        #expect(rows[0]["chronic_training_load"] as? Double == 0.8)
        #expect(rows[0]["acute_training_load"] as? Double == 4.4)
        #expect(rows[0]["training_stress_balance"] as? Double == 0)
    }

    @Test("Months, power zones, and load by heart rate")
    func months() async throws {
        try await bench.ride("1a", at: "2026-05-31T21:59:00Z", minutes: 1)
        try await bench.ride("2b", at: "2026-05-31T22:00:00Z", minutes: 60)
        let rows = try await periods([
            "--by", "month", "--type", "cycling_power", "--boundaries", "150,250", "--until", "2026-06-30",
            "--load", "trimp",
        ])
        #expect(
            rows.map { $0["start"] as? String } == [
                "2026-05-01T00:00:00.000+02:00", "2026-06-01T00:00:00.000+02:00",
            ])
        let durations = rows.map {
            ($0["zone_durations"] as? [[String: Any]])?.map { $0["duration_s"] as? Double }
        }
        #expect(durations == [[0, 60, 0], [0, 3600, 0]])
        #expect(rows.allSatisfy { $0["training_impulse"] is NSNull })
        #expect(rows.allSatisfy { $0["chronic_training_load"] as? Double == 0 })
    }

    @Test("A ride over the end of a month is divided, and each row adds up")
    func overTheEnd() async throws {
        // From 23:40 on 31 May to 00:40 on 1 June, by the clocks of Berlin.
        try await bench.ride("1a", at: "2026-05-31T21:40:00Z", minutes: 60)
        let rows = try await periods(["--by", "month", "--until", "2026-06-30", "--boundaries", "110,130"])
        #expect(rows.map { $0["active_s"] as? Double } == [1200, 2400])
        for row in rows {
            let durations = try #require(row["zone_durations"] as? [[String: Any]])
            let zones = durations.compactMap { $0["duration_s"] as? Double }.reduce(0, +)
            #expect(zones + (row["no_data_s"] as? Double ?? 0) == row["active_s"] as? Double)
        }
        #expect(rows.map { $0["workouts"] as? Int } == [1, 0])
        #expect(rows.map { $0["training_stress_score"] as? Double } == [100, nil])
    }

    @Test("The table says by which zones it counts, and what is missing for the rest")
    func table() async throws {
        try await bench.ride("1a", at: "2026-11-23T05:00:00Z", power: nil, threshold: nil)
        let outcome = try await bench.run("trend", "--limit", "60", "--until", "2026-11-29")
        #expect(
            outcome.output == """
                Heart-rate zones, every workout counted by these: 1: below 91, 2: 91 – 114, 3: 114 – 136, 4: 136 – 158, 5: from 158 bpm

                WEEK OF     WORKOUTS  TIME     ZONE 1  ZONE 2  ZONE 3   ZONE 4  ZONE 5  NO DATA  TRIMP  TSS  CTL  ATL  TSB
                2026-11-23  1         1:00:00  00:00   00:00   1:00:00  00:00   00:00   00:00    -      -    0.0  0.0  0.0

                """)
        for part in ["No heart-rate zones yet", "no TRIMP: it needs heart rates", "no TSS: it needs power"] {
            #expect(outcome.errors.contains(part))
        }
        let empty = try await bench.run("trend", "--since", "2999-01-01")
        #expect(empty.output == "There are no workouts there.\n")
    }

    @Test("In a week without rides nothing is said to be missing")
    func withoutRides() async throws {
        #expect(
            try await bench.run("rider", "add", "Ada", "--age", "40", "--resting-heart-rate", "52").status
                == 0)
        try await bench.ride("1a", at: "2026-11-02T05:00:00Z", power: nil, threshold: nil)
        let empty = try await bench.run("trend", "--since", "2026-11-09", "--until", "2026-11-15")
        #expect(empty.output.contains("2026-11-09  0 "), "\(empty.output)")
        #expect(empty.errors.isEmpty, "\(empty.errors)")
        let ridden = try await bench.run("trend", "--since", "2026-11-02", "--until", "2026-11-15")
        #expect(ridden.errors.contains("no TSS: it needs power"))
    }

    @Test("The zones that a rider prefers now count all workouts, whatever their own were")
    func preferred() async throws {
        try await bench.ride("1a", at: "2026-11-23T05:00:00Z")
        #expect(try await bench.run("zones", "set", "heart_rate", "119,121,130").status == 0)
        let rows = try await periods(["--limit", "1", "--until", "2026-11-29"])
        let durations = try #require(rows.first?["zone_durations"] as? [[String: Any]])
        #expect(durations.map { $0["duration_s"] as? Double } == [0, 3600, 0, 0])
    }
}

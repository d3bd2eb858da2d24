import Bridge
import Foundation
import HealthModel
import TestKit
import Testing

@Suite struct HealthCommandTests {
    private let bench: StateBench

    init() throws {
        bench = try StateBench()
    }

    @Test("States and bleeding are recorded as HealthKit has them, and programs find them")
    func record() async throws {
        let state = try await bench.run(
            "health", "record", "menopausal-state", "perimenopause", "--date", "2026-03-01")
        #expect(state.status == 0, "\(state.errors)")
        #expect(state.output == "Recorded menopausal-state perimenopause of 2026-03-01\n")
        let flow = try await bench.run(
            "health", "record", "bleeding_after_menopause", "light", "--date", "2026-03-28", "--end",
            "2026-03-29")
        #expect(flow.status == 0, "\(flow.errors)")

        let store = bench.store(of: "rider")
        let states = try await HKSampleQueryDescriptor(
            predicates: [.categorySample(type: HKCategoryType(.menopausalState))], sortDescriptors: []
        ).result(for: store)
        #expect(states.map(\.value) == [HKCategoryValueMenopausalState.perimenopause.rawValue])
        let flows = try await HKSampleQueryDescriptor(
            predicates: [.categorySample(type: HKCategoryType(.bleedingAfterMenopause))], sortDescriptors: []
        ).result(for: store)
        #expect(flows.map(\.value) == [HKCategoryValueVaginalBleeding.light.rawValue])
        // Two days of Berlin, the second of which has 23 hours: 47 in all.
        #expect(flows.first.map { $0.endDate.timeIntervalSince($0.startDate) } == 169_200.0)
        #expect(flows.first?.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)

        let identity = try #require(states.first).uuid.uuidString.prefix(8).lowercased()
        #expect(
            try await bench.run("health", "list", "menopausal_state").output == """
                ID        START                END                  VALUE          UNIT  SOURCE
                \(identity)  2026-03-01 00:00:00  2026-03-01 00:00:00  perimenopause  -     pulsewatt

                """)
        let rows = try #require(
            try await bench.json("health", "list", "bleeding-after-menopause") as? [[String: Any]])
        #expect(rows.first?["value"] as? String == "light")
        #expect(rows.first?["start"] as? String == "2026-03-28T00:00:00.000+01:00")
        #expect(rows.first?["end"] as? String == "2026-03-30T00:00:00.000+02:00")
    }

    @Test("What was entered by mistake is deleted by its ID; what was measured in a workout is not")
    func delete() async throws {
        try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 1)
        #expect(try await bench.run("rider", "set", "--ftp", "2000", "--on", "2026-03-01").status == 0)
        for state in ["none", "menopause"] {
            let recorded = try await bench.run(
                "health", "record", "menopausal-state", state, "--date", "2026-03-02")
            #expect(recorded.status == 0, "\(recorded.errors)")
        }
        func identities(_ type: String) async throws -> [String] {
            let rows = try #require(try await bench.json("health", "list", type) as? [[String: Any]])
            return rows.compactMap { $0["id"] as? String }
        }
        let states = try await identities("menopausal_state")
        let threshold = try #require(try await identities("cycling_functional_threshold_power").first)
        let rates = try #require(try await identities("heart_rate").first)
        for words in [[], ["ffffffff-0000"], [states[0], rates], [""]] {
            let outcome = try await CommandProcess.run(
                ["health", "delete"] + words + ["--state-directory", bench.directory.path])
            #expect(outcome.status == (words.isEmpty ? 2 : 1), "\(outcome.errors)")
        }
        #expect(
            try await bench.run("health", "delete", rates).errors.contains(
                "Ada has no entry \(rates); pulsewatt health list TYPE shows those that there are"))
        #expect(try await identities("menopausal_state") == states)

        let outcome = try await bench.run(
            "health", "delete", states[0].uppercased(), String(threshold.prefix(9)))
        #expect(
            outcome.output == """
                Deleted menopausal_state none of 2026-03-02
                Deleted cycling_functional_threshold_power 2000 of 2026-03-01

                """, "\(outcome.errors)")
        #expect(try await identities("menopausal_state") == [states[1]])
        #expect(try await identities("cycling_functional_threshold_power").isEmpty)
        #expect(try await identities("heart_rate") == [rates])
    }

    @Test("A day before time zones is told as it was typed, though local mean time is seconds off every zone")
    func localMeanTime() async throws {
        // Berlin was 53 min 28 s ahead of Greenwich until 1893.
        let recorded = try await bench.run(
            "health", "record", "menopausal-state", "none", "--date", "1850-01-01")
        #expect(recorded.output == "Recorded menopausal-state none of 1850-01-01\n")
        let listed = try await bench.run("health", "list", "menopausal_state", "--until", "1850-01-01").output
        #expect(listed.contains("  1850-01-01 00:00:00  1850-01-01 00:00:00  none "), "\(listed)")
    }

    @Test("Workouts are counted with the others, by when they start")
    func workouts() async throws {
        for (prefix, start) in [("1a", "2026-03-01T05:00:00Z"), ("2b", "2026-05-01T05:00:00Z")] {
            try await bench.ride(prefix, at: start, minutes: 1)
        }
        func counted(_ rows: Any) -> [String: Int] {
            let rows = rows as? [[String: Any]] ?? []
            return Dictionary(
                uniqueKeysWithValues: rows.map { ($0["type"] as? String ?? "", $0["count"] as? Int ?? 0) })
        }
        #expect(
            counted(try await bench.json("health", "list", "--rider", "Ada")) == [
                "workout": 2, "heart_rate": 2, "cycling_power": 2,
            ])
        #expect(
            counted(try await bench.json("health", "list", "--rider", "Ada", "--since", "2026-04-01")) == [
                "workout": 1, "heart_rate": 1, "cycling_power": 1,
            ])
        let text = try await bench.run("health", "list", "--rider", "Ada").output
        #expect(text.contains("workout        2      2026-05-01 07:00:00"), "\(text)")
    }

    @Test("How much there is of each type, and every sample of one")
    func list() async throws {
        #expect(try await bench.run("health").output == "There is no health data of rider.\n")
        #expect(try await bench.run("rider", "add", "Ada").status == 0)
        for (rate, day) in [("52", "2026-03-01"), ("50", "2026-05-01")] {
            #expect(
                try await bench.run("rider", "set", "Ada", "--resting-heart-rate", rate, "--on", day).status
                    == 0)
        }
        #expect(
            try await bench.run("health", "list").output == """
                TYPE                COUNT  NEWEST
                resting_heart_rate  2      2026-05-01 00:00:00

                """)
        let rows = try #require(
            try await bench.json("health", "list", "resting_heart_rate", "--since", "2026-04-01")
                as? [[String: Any]])
        #expect(rows.map { $0["value"] as? Double } == [50])
        #expect(rows.map { $0["unit"] as? String } == ["count/min"])
    }

    @Test("A limit shows the newest samples in order of time, of two at one time the one recorded later")
    func limit() async throws {
        let (type, day) = (HKQuantityType(.bodyMass), Date(timeIntervalSince1970: 1_772_323_200))
        let samples = [(70.0, 2.0), (71, 0), (72, 1), (73, 2)].map { mass, days in
            HKQuantitySample(
                type: type, quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: mass),
                start: day.addingTimeInterval(days * 86_400), end: day.addingTimeInterval(days * 86_400))
        }
        try await bench.store(of: "rider").save(samples)
        for (limit, wanted) in [
            ("1", [73.0]), ("2", [70, 73]), ("3", [72, 70, 73]), ("9", [71, 72, 70, 73]),
        ] {
            let rows = try #require(
                try await bench.json("health", "list", "body_mass", "--limit", limit) as? [[String: Any]])
            #expect(rows.map { $0["value"] as? Double } == wanted)
        }
        let rows = try #require(try await bench.json("health", "list") as? [[String: Any]])
        #expect(rows.map { $0["count"] as? Int } == [4])
        #expect((rows.first?["newest"] as? String)?.hasPrefix("2026-03-03T") == true)
    }
}

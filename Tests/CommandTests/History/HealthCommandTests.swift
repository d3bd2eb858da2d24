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

        #expect(
            try await bench.run("health", "list", "menopausal_state").output == """
                START                END                  VALUE          UNIT  SOURCE
                2026-03-01 00:00:00  2026-03-01 00:00:00  perimenopause  -     pulsewatt

                """)
        let rows = try #require(
            try await bench.json("health", "list", "bleeding-after-menopause") as? [[String: Any]])
        #expect(rows.first?["value"] as? String == "light")
        #expect(rows.first?["start"] as? String == "2026-03-28T00:00:00.000+01:00")
        #expect(rows.first?["end"] as? String == "2026-03-30T00:00:00.000+02:00")
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

import Bridge
import Foundation
import HealthModel
import TestKit
import Testing
import WorkoutFormats

@Suite struct ZonesCommandTests {
    private let bench: StateBench

    init() throws {
        bench = try StateBench()
    }

    @Test("Without anything known it says how to come to have zones")
    func none() async throws {
        let outcome = try await bench.run("zones")
        #expect(
            outcome.output.contains(
                "No heart-rate zones yet: say age and resting heart rate, pulsewatt rider set --age 40"))
        #expect(
            outcome.output.contains(
                "No power zones yet: say the functional threshold power, pulsewatt rider set --ftp 250"))
        let json = try #require(try await bench.json("zones") as? [String: Any])
        #expect(json["heart_rate"] is NSNull)
        #expect(json["cycling_power"] is NSNull)
    }

    @Test("Zones are set, stand before those of the system, and are taken back")
    func set() async throws {
        #expect(try await bench.run("rider", "set", "--ftp", "200").status == 0)
        let set = try await bench.run("zones", "set", "cycling_power", "100,150.5,200")
        #expect(set.output == "Power zones (user): 100, 150.5, 200 W\n")
        #expect(
            try await bench.run("zones").output.hasSuffix(
                """
                Power zones (user): 100, 150.5, 200 W
                  1  below 100
                  2  100 – 150.5
                  3  150.5 – 200
                  4  from 200

                """))
        let json = try #require(try await bench.json("zones") as? [String: Any])
        let power = try #require(json["cycling_power"] as? [String: Any])
        #expect(power["source"] as? String == "user")
        #expect(power["unit"] as? String == "W")
        #expect((power["zones"] as? [[String: Any]])?.count == 4)
        let cleared = try await bench.run("zones", "clear", "cycling_power")
        #expect(cleared.output == "Power zones (system): 110, 150, 180, 210, 240 W\n")
    }

    @Test("Finished workouts are counted by other zones, exactly, and what is stored stays")
    func rezone() async throws {
        try await bench.ride("1a", at: "2026-11-29T05:00:00Z", minutes: 60, heartRate: 120)
        try await bench.ride("2b", at: "2026-11-30T05:00:00Z", minutes: 30, heartRate: 119.9)
        let outcome = try await bench.run("rezone", "--boundaries", "100,120,140,160")
        #expect(
            outcome.output == """
                Zones 1: below 100, 2: 100 – 120, 3: 120 – 140, 4: 140 – 160, 5: from 160 bpm

                ID        DATE        TIME   ZONE 1  ZONE 2  ZONE 3   ZONE 4  ZONE 5  NO DATA
                1a000000  2026-11-29  06:00  00:00   00:00   1:00:00  00:00   00:00   00:00
                2b000000  2026-11-30  06:00  00:00   30:00   00:00    00:00   00:00   00:00
                total                        00:00   30:00   1:00:00  00:00   00:00   00:00

                """)
        let json = try #require(
            try await bench.json("rezone", "--boundaries", "100,200", "--type", "cycling_power", "2b")
                as? [String: Any])
        let total = try #require(json["total"] as? [String: Any])
        let durations = try #require(total["zone_durations"] as? [[String: Any]])
        #expect(durations.map { $0["duration_s"] as? Double } == [0, 0, 1800])
        #expect((json["workouts"] as? [[String: Any]])?.count == 1)
        let since = try await bench.run("rezone", "--boundaries", "100,200", "--since", "2026-11-30")
        #expect(!since.output.contains("1a000000"))

        let library = bench.library()
        let stored = try await library.workout(try await library.summary(beginning: "1a"))
        #expect(
            stored.workout.zoneConfigurations[HKQuantityType(.heartRate)]?.boundaries.edges == [
                100, 110, 130, 150,
            ])
    }
}

import Bridge
import Foundation
import HealthModel
import SensorProfiles
import TestKit
import Testing

@Suite struct RiderCommandTests {
    private let bench: StateBench

    init() throws {
        bench = try StateBench()
    }

    @Test("What is said of a rider is kept with its day, and zones follow from it")
    func set() async throws {
        let added = try await bench.run(
            "rider", "add", "Ada", "--age", "40", "--resting-heart-rate", "60", "--ftp", "200W", "--sex",
            "female",
            "--weight", "150lb", "--height", "172cm", "--on", "2026-01-15")
        #expect(added.status == 0, "\(added.errors)")
        // 60 + 60, 70, 80, 90 % of 120, and 55, 75, 90, 105, 120 % of 200.
        #expect(
            added.output == """
                Added Ada
                Heart-rate zones (system): 132, 144, 156, 168 bpm
                Power zones (system): 110, 150, 180, 210, 240 W

                """)
        #expect(try await bench.run("rider", "set", "--ftp", "250", "--on", "2026-05-01").status == 0)
        func row(_ day: String) async throws -> [String: Any] {
            let rows = try #require(try await bench.json("rider", "list", "--on", day) as? [[String: Any]])
            #expect(rows.count == 1)
            return rows[0]
        }
        let march = try await row("2026-03-01")
        #expect(march["rider"] as? String == "Ada")
        #expect(march["date_of_birth"] as? String == "1986-01-15")
        #expect(march["age"] as? Int == 40)
        #expect(march["sex"] as? String == "female")
        #expect(march["resting_heart_rate"] as? Double == 60)
        #expect(march["functional_threshold_power"] as? Double == 200)
        #expect(abs((march["weight_kg"] as? Double ?? 0) - 68.0388) < 1e-6)
        #expect(march["height_m"] as? Double == 1.72)
        #expect(try await row("2026-05-01")["functional_threshold_power"] as? Double == 250)
        #expect(try await row("2026-01-14")["functional_threshold_power"] is NSNull)
    }

    @Test("A measured maximum replaces the formula, and can be taken back")
    func maximum() async throws {
        let set = try await bench.run(
            "rider", "set", "Ada", "--resting-heart-rate", "50", "--maximum-heart-rate", "190")
        // 50 + 60, 70, 80, 90 % of 140.
        #expect(set.output.contains("Heart-rate zones (system): 134, 148, 162, 176 bpm"))
        let taken = try await bench.run("rider", "set", "--maximum-heart-rate", "none")
        #expect(taken.output.contains("No heart-rate zones yet: say age and resting heart rate"))
    }

    @Test("Riders are those of the database and of paired sensors")
    func list() async throws {
        _ = try KnownSensorsFile(directory: bench.directory.path).update { sensors in
            let address = BluetoothAddress(value: 7)
            sensors[address: address] = KnownSensor(address: address, rider: "Bob", name: "H10")
        }
        #expect(try await bench.run("rider", "add", "Ada", "--age", "40").status == 0)
        let rows = try #require(try await bench.json("rider") as? [[String: Any]])
        #expect(rows.map { $0["rider"] as? String } == ["Ada", "Bob"])
        #expect(rows[1]["sensors"] as? [String] == ["H10"])
        let again = try await bench.run("rider", "add", "Ada")
        #expect(again.status == 1)
        #expect(again.errors.contains("there is a rider Ada already"))
        #expect(try await bench.run("rider", "set", "--age", "41").status == 2)
    }

    @Test(
        "What root makes in the service's directory is the service's, which can go on to write it",
        .enabled(if: geteuid() == 0, "only root can give files away"))
    func root() async throws {
        let nobody: uid_t = 65_534
        #expect(chown(bench.directory.path, nobody, nobody) == 0)
        #expect(try await bench.run("rider", "add", "Ada", "--age", "40").status == 0)
        try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 1)
        for path in [bench.database, bench.directory.path + "/workouts"] {
            let owner = try FileManager.default.attributesOfItem(atPath: path)[.ownerAccountID] as? NSNumber
            #expect(owner?.uint32Value == nobody, "\(path)")
        }
        let service = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        let outcome = try await bench.run("rider", "set", "--ftp", "250", through: service)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try await bench.run("workouts", "delete", "1a", through: service).status == 0)
    }

    @Test("Nobody is listed where nobody is known")
    func nobody() async throws {
        #expect(try await bench.run("rider").output.hasPrefix("No rider is known: pulsewatt rider add NAME"))
        #expect(!FileManager.default.fileExists(atPath: bench.database))
    }

    @Test(
        "What nobody has is refused and changes nothing",
        arguments: [
            (["--age", "0"], "--age is \"0\"; wanted is years between 1 and 120"),
            (["--age", "forty"], "--age is \"forty\""),
            (["--date-of-birth", "2999-01-01"], "--date-of-birth lies in the future"),
            (["--date-of-birth", "1986-02-30"], "--date-of-birth is \"1986-02-30\""),
            (["--age", "40", "--date-of-birth", "1986-01-01"], "exclude each other"),
            (["--sex", "f"], "--sex is \"f\""),
            (["--resting-heart-rate", "5"], "--resting-heart-rate is \"5\""),
            (["--ftp", "nan"], "--ftp is \"nan\""), (["--ftp", "250bpm"], "--ftp is \"250bpm\""),
            (["--weight", "1e9"], "--weight is \"1e9\""), (["--height", "172"], "--height is \"172\""),
            (["--resting-heart-rate", "190", "--maximum-heart-rate", "180"], "is not below the maximum"),
            (["--age", "40", "--on", "2999-01-01"], "--on lies in the future"), ([], "nothing is to be set"),
        ] as [([String], String)])
    func refused(arguments: [String], message: String) async throws {
        let outcome = try await CommandProcess.run(
            ["rider", "set", "Ada"] + arguments + ["--state-directory", bench.directory.path])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        let rows = try #require(try await bench.json("rider") as? [[String: Any]])
        #expect(rows.allSatisfy { $0["age"] is NSNull && $0["functional_threshold_power"] is NSNull })
    }
}

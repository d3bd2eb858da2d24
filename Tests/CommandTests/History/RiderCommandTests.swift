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
            "rider", "add", "Ada", "--resting-heart-rate", "50", "--maximum-heart-rate", "190")
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

    @Test("Heart rates that make no zones are refused whichever is said first, also for an earlier day")
    func noZones() async throws {
        #expect(try await bench.run("rider", "add", "Ada", "--resting-heart-rate", "100").status == 0)
        for words in [
            ["--age", "120"], ["--maximum-heart-rate", "100"],
            ["--maximum-heart-rate", "95", "--on", "2020-01-01"], ["--age", "119", "--on", "2020-01-01"],
        ] {
            let outcome = try await CommandProcess.run(
                ["rider", "set", "Ada"] + words + ["--state-directory", bench.directory.path])
            #expect(outcome.status == 2)
            #expect(
                outcome.errors.contains("the resting heart rate, 100, is not below the maximum"), "\(words)")
        }
        let set = try await bench.run("rider", "set", "Ada", "--age", "119")
        // 100 + 60, 70, 80, 90 % of 1.
        #expect(
            set.output.contains("Heart-rate zones (system): 100.6, 100.7, 100.8, 100.9 bpm"), "\(set.errors)")
        #expect(try await bench.run("rider", "set", "Ada", "--maximum-heart-rate", "180").status == 0)
        // Without the measured maximum that of the age would count.
        #expect(try await bench.run("rider", "set", "Ada", "--resting-heart-rate", "110").status == 0)
        #expect(try await bench.run("rider", "set", "Ada", "--maximum-heart-rate", "none").status == 2)
    }

    @Test("A name that nobody has is a typing error, not a new rider")
    func unknown() async throws {
        #expect(try await bench.run("rider", "add", "Ada", "--age", "40").status == 0)
        for words in [
            ["rider", "set", "adaa", "--ftp", "200"], ["rider", "set", "--rider", "adaa", "--ftp", "200"],
            ["rider", "remove", "adaa"], ["zones", "set", "heart_rate", "120,140,160", "--rider", "adaa"],
            ["zones", "clear", "heart_rate", "--rider", "adaa"],
            ["health", "record", "menopausal-state", "none", "--rider", "adaa"],
            ["rider", "--rider", "adaa"], ["zones", "--rider", "adaa"], ["trend", "--rider", "adaa"],
            ["rezone", "--boundaries", "120,140", "--rider", "adaa"], ["health", "--rider", "adaa"],
            ["health", "list", "heart_rate", "--rider", "adaa"], ["workouts", "--rider", "adaa"],
            ["workouts", "show", "1a", "--rider", "adaa"], ["workouts", "export", "1a", "--rider", "adaa"],
            ["workouts", "delete", "1a", "--rider", "adaa"], ["workouts", "reindex", "--rider", "adaa"],
        ] {
            let outcome = try await CommandProcess.run(words + ["--state-directory", bench.directory.path])
            #expect(outcome.status == 2)
            #expect(
                outcome.errors.contains(
                    "there is no rider adaa, there is Ada; pulsewatt rider add makes one"),
                "\(outcome.errors)")
        }
        let rows = try #require(try await bench.json("rider") as? [[String: Any]])
        #expect(rows.map { $0["rider"] as? String } == ["Ada"])
        let empty = try StateBench()
        let outcome = try await empty.run("rider", "set", "Ada", "--ftp", "200")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("there is no rider Ada, nobody is known yet"))
        #expect(try empty.directory.content.isEmpty)
        // Whose sensor is paired is known, and so is the one rider who needs no name.
        _ = try KnownSensorsFile(directory: empty.directory.path).update { sensors in
            let address = BluetoothAddress(value: 7)
            sensors[address: address] = KnownSensor(address: address, rider: "Bob", name: "H10")
        }
        #expect(try await empty.run("rider", "set", "Bob", "--ftp", "200").output.hasPrefix("Set Bob\n"))
        #expect(try await StateBench().run("rider", "set", "--ftp", "200").output.hasPrefix("Set rider\n"))
    }

    @Test("A rider is removed with what is known of them, but not while there are workouts or sensors")
    func remove() async throws {
        #expect(try await bench.run("rider", "add", "Bob", "--ftp", "300").status == 0)
        for words in [
            ["rider", "add", "Ada", "--age", "40", "--resting-heart-rate", "60"],
            ["zones", "set", "heart_rate", "120,140,160", "--rider", "Ada"],
        ] {
            let outcome = try await CommandProcess.run(words + ["--state-directory", bench.directory.path])
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 1)
        let file = KnownSensorsFile(directory: bench.directory.path)
        let address = BluetoothAddress(value: 7)
        _ = try file.update {
            $0[address: address] = KnownSensor(address: address, rider: "Ada", name: "H10")
        }
        let refused = try await bench.run("rider", "remove", "Ada")
        #expect(refused.status == 1)
        #expect(
            refused.errors.contains("Ada is not removed: 1 workout of this rider; pulsewatt workouts list"))
        #expect(refused.errors.contains("Ada is not removed: 1 sensor of this rider, 00:00:00:00:00:07;"))
        #expect(try await bench.run("workouts", "--rider", "Ada").output.contains("1a000000"))
        let kept = bench.directory.path + "/kept.json"
        let workouts = bench.directory.path + "/workouts"
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: workouts).first)
        try FileManager.default.copyItem(atPath: workouts + "/" + name, toPath: kept)
        #expect(try await bench.run("workouts", "delete", "1a", "--rider", "Ada").status == 0)
        _ = try file.update { $0[address: address] = nil }
        // A file that the database does not have is a workout too.
        try FileManager.default.moveItem(atPath: kept, toPath: workouts + "/" + name)
        let files = try await bench.run("rider", "remove", "Ada")
        #expect(files.status == 1)
        #expect(files.errors.contains("pulsewatt workouts reindex takes them in"), "\(files.errors)")
        try FileManager.default.removeItem(atPath: workouts + "/" + name)
        let removed = try await bench.run("rider", "remove", "Ada")
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(removed.output.hasPrefix("Removed Ada, "))
        let rows = try #require(try await bench.json("rider") as? [[String: Any]])
        #expect(rows.map { $0["rider"] as? String } == ["Bob"])
        #expect(rows[0]["functional_threshold_power"] as? Double == 300)
        // Who comes back is as anybody who is new.
        let added = try await bench.run("rider", "add", "Ada")
        #expect(added.output.contains("No heart-rate zones yet"), "\(added.output)")
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
            (
                ["--age", "80", "--resting-heart-rate", "190"],
                "190, is not below the maximum that follows from the age (220 - age), 140, so that there are no zones"
            ),
            (["--age", "80", "--resting-heart-rate", "140"], "140, is not below the maximum"),
            (["--date-of-birth", "1926-01-01", "--resting-heart-rate", "120"], "is not below the maximum"),
            (["--age", "40", "--on", "2999-01-01"], "--on lies in the future"), ([], "nothing is to be set"),
        ] as [([String], String)])
    func refused(arguments: [String], message: String) async throws {
        #expect(try await bench.run("rider", "add", "Ada").status == 0)
        let outcome = try await CommandProcess.run(
            ["rider", "set", "Ada"] + arguments + ["--state-directory", bench.directory.path])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        let rows = try #require(try await bench.json("rider") as? [[String: Any]])
        #expect(rows.count == 1)
        #expect(rows.allSatisfy { $0["age"] is NSNull && $0["functional_threshold_power"] is NSNull })
    }
}

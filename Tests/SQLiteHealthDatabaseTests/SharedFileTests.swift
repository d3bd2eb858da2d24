import Foundation
import HealthModel
import SQLiteHealthDatabase
import TestKit
import Testing

/// One file behind several connections, after each other and at once, as several processes have them.
@Suite struct SharedFileTests {
    @Test("Everything is there when the file is opened again")
    func reopening() async throws {
        let directory = try TemporaryDirectory()
        let samples = try oneOfEachKind()
        let removed = heartRate(1)
        var first: SQLiteHealthDatabase? = SQLiteHealthDatabase(path: directory.file)
        try first?.insert(samples + [removed], savedBy: revision())
        try first?.relate([samples[0].uuid, samples[4].uuid], toWorkout: samples[5].uuid)
        HKObject.add([samples[0], samples[4]], toWorkout: samples[5].uuid)
        try first?.remove([removed])
        try first?.updateGrants(of: "app") { $0[.read, .workoutType()] = .granted }
        try first?.updateCharacteristics {
            $0.dateOfBirth = DateComponents(timeZone: .gmt, year: 1984, month: 2, day: 29)
        }
        try first?.setZoneBoundaries([100, 200], for: powerType)
        let types = try first?.sampleTypes()
        first = nil
        // The last connection to go leaves one file.
        #expect(try directory.content == ["health.sqlite"])

        let second = SQLiteHealthDatabase(path: directory.file)
        for sample in samples {
            let batch = try second.samples(SampleRequest(type: sample.sampleType))
            try expectSame(try #require(batch.stored.first { $0.sample == sample }).sample, sample)
            #expect(batch.anchor == samples.count + 2)
        }
        let removals = try second.samples(SampleRequest(type: heartRateType, after: samples.count + 1))
            .removed
        #expect(removals.map(\.uuid) == [removed.uuid])
        #expect(try second.sampleTypes() == types)
        #expect(try second.grants(of: "app")[.read, .workoutType()] == .granted)
        #expect(
            try second.characteristics().dateOfBirth
                == DateComponents(timeZone: .gmt, year: 1984, month: 2, day: 29))
        #expect(try second.zoneBoundaries(for: powerType) == [100, 200])
        let metadata = try second.samples(SampleRequest(type: heartRateType)).stored.first?.sample.metadata
        #expect(metadata?["truth"] as? Bool == true)
        #expect(metadata?["whole"] as? Int == -7)
        #expect(metadata?["large"] as? UInt64 == .max)
        #expect(metadata?["number"] as? Double == 0.1)
        #expect(metadata?["empty"] as? String == "")
        try second.checkIntegrity()
        let again = #expect(throws: HKError.self) { try second.insert([samples[0]], savedBy: revision()) }
        #expect(again?.code == .errorInvalidArgument)
    }

    @Test("A finished workout keeps its zones when the person's change")
    func frozenZones() async throws {
        let directory = try TemporaryDirectory()
        let workout = try fullWorkout()
        let database = SQLiteHealthDatabase(path: directory.file)
        try database.setZoneBoundaries([100, 200], for: powerType)
        try database.insert([workout], savedBy: revision())
        try database.setZoneBoundaries([50, 60, 70], for: powerType)
        let stored = try database.samples(SampleRequest(type: .workoutType())).stored
        let found = try #require(stored.first?.sample as? HKWorkout)
        let group = try #require(found.zoneGroup(for: powerType))
        #expect(group.configuration.source == .system)
        #expect(
            group.zoneDurations.compactMap { $0.zone.maximum?.description } == [
                "110.5 W", "150 W", "180 W", "210 W", "240 W",
            ])
        // 0 W holds from 0.25 s until 250.25 W takes over at 2 s, for the second that it covers.
        #expect(
            group.zoneDurations.map(\.nanoseconds) == [1_750_000_000, 0, 0, 0, 0, 1_000_000_000])
    }

    @Test("Two connections see what the other has stored")
    func twoConnections() async throws {
        let directory = try TemporaryDirectory()
        let (one, other) = (
            SQLiteHealthDatabase(path: directory.file), SQLiteHealthDatabase(path: directory.file)
        )
        let samples = [heartRate(100), heartRate(110)]
        try one.insert([samples[0]], savedBy: revision())
        #expect(try other.samples(SampleRequest(type: heartRateType)).stored.map(\.sample) == [samples[0]])
        try other.insert([samples[1]], savedBy: revision("watch"))
        let batch = try one.samples(SampleRequest(type: heartRateType))
        #expect(batch.stored.map(\.anchor) == [1, 2])
        #expect(batch.stored.map(\.sample.sourceRevision.source.name) == ["app", "watch"])
        try other.remove([samples[0]])
        #expect(
            try one.samples(SampleRequest(type: heartRateType, after: 2)).removed.map(\.uuid)
                == [samples[0].uuid])
        try other.updateGrants(of: "app") { $0[.read, powerType] = .granted }
        #expect(try one.grants(of: "app")[.read, powerType] == .granted)
    }

    @Test("Connections that make and fill one new file at once lose nothing")
    func simultaneousConnections() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let database = SQLiteHealthDatabase(path: path, busyTimeout: .seconds(60))
                    for _ in 0..<10 {
                        try database.insert([heartRate(100)], savedBy: revision())
                        try database.updateCharacteristics {
                            $0.maximumHeartRate = ($0.maximumHeartRate ?? 0) + 1
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let database = SQLiteHealthDatabase(path: path)
        let batch = try database.samples(SampleRequest(type: heartRateType))
        #expect(batch.stored.map(\.anchor) == Array(1...80))
        #expect(try database.characteristics().maximumHeartRate == 80)
        try database.checkIntegrity()
    }

    @Test("The file and its directory are made for the person's eyes only")
    func permissions() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/share/pulsewatt/health.sqlite"
        let database = SQLiteHealthDatabase(path: path)
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/share"))
        #expect(try database.clients().isEmpty)
        func permissions(_ path: String) throws -> Int? {
            (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
        }
        #expect(try permissions(path) == 0o600)
        #expect(try permissions(directory.path + "/share/pulsewatt") == 0o700)
    }

    @Test(
        "The person's database is where the environment keeps data",
        arguments: [
            (["XDG_DATA_HOME": "/data", "HOME": "/home/ada"], "/data/pulsewatt/health.sqlite"),
            (["XDG_DATA_HOME": "", "HOME": "/home/ada"], "/home/ada/.local/share/pulsewatt/health.sqlite"),
            (
                ["XDG_DATA_HOME": "data", "HOME": "/home/ada"],
                "/home/ada/.local/share/pulsewatt/health.sqlite"
            ),
            (["HOME": "ada"], "/nowhere/.local/share/pulsewatt/health.sqlite"),
            ([:], "/nowhere/.local/share/pulsewatt/health.sqlite"),
        ] as [([String: String], String)])
    func personalFile(environment: [String: String], path: String) {
        #expect(SQLiteHealthDatabase.personalFile(environment: environment, home: "/nowhere") == path)
    }
}

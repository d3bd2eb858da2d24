import Foundation
import HealthModel
import Testing

/// What every health database promises, asked of each.
@Suite struct HealthDatabaseContractTests {
    private let request = SampleRequest(type: heartRateType)

    @Test("Samples of every kind come back whole", arguments: DatabaseKind.allCases)
    func everyKind(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        let samples = try oneOfEachKind()
        try await database.insert(samples, savedBy: revision())
        for sample in samples {
            let batch = try await database.samples(SampleRequest(type: sample.sampleType))
            let found = try #require(batch.stored.first { $0.sample == sample })
            try expectSame(found.sample, sample)
            #expect(found.sample.sourceRevision == revision())
        }
        #expect(try await database.sampleTypes() == Set(samples.map(\.sampleType)))
        withExtendedLifetime(directory) {}
    }

    @Test("Samples come in the order of storing, with ascending anchors", arguments: DatabaseKind.allCases)
    func order(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        #expect(try await database.samples(request).anchor == 0)
        let samples = [heartRate(120, at: 60), heartRate(100), heartRate(110, at: 30)]
        try await database.insert([samples[0]], savedBy: revision())
        try await database.insert([samples[1], samples[2]], savedBy: revision())
        let batch = try await database.samples(request)
        #expect(batch.stored.map(\.sample) == samples)
        #expect(batch.stored.map(\.anchor) == [1, 2, 3])
        #expect(batch.anchor == 3)
        #expect(
            try await database.samples(SampleRequest(type: heartRateType, after: 2)).stored.map(\.sample)
                == [samples[2]])
        #expect(try await database.samples(SampleRequest(type: powerType)).stored.isEmpty)
        withExtendedLifetime(directory) {}
    }

    @Test("A time range picks the samples that touch it, ends included", arguments: DatabaseKind.allCases)
    func dates(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        let samples = [
            heartRate(1, at: 0, lasting: 9), heartRate(2, at: 0, lasting: 10), heartRate(3, at: 15),
            heartRate(4, at: 20, lasting: 5), heartRate(5, at: 21), heartRate(6, at: 5, lasting: 50),
        ]
        try await database.insert(samples, savedBy: revision())
        let dates = epoch.addingTimeInterval(10)...epoch.addingTimeInterval(20)
        let found = try await database.samples(SampleRequest(type: heartRateType, dates: dates)).stored
        #expect(found.map(\.sample) == [samples[1], samples[2], samples[3], samples[5]])
        withExtendedLifetime(directory) {}
    }

    @Test(
        "A sample is stored once; a batch with one that is stored changes nothing",
        arguments: DatabaseKind.allCases)
    func duplicates(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        let stored = heartRate(100)
        let new = heartRate(110)
        try await database.insert([stored], savedBy: revision())
        for batch in [[new, stored], [new, new]] {
            let error = await #expect(throws: HKError.self) {
                try await database.insert(batch, savedBy: revision())
            }
            #expect(error?.code == .errorInvalidArgument)
        }
        #expect(!new.isSaved)
        let found = try await database.samples(request)
        #expect(found.stored.map(\.sample) == [stored])
        #expect(found.anchor == 1)
        withExtendedLifetime(directory) {}
    }

    @Test("A higher sync version replaces a lower one of the same source", arguments: DatabaseKind.allCases)
    func syncVersions(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        let versions = [synced(100, version: 2), synced(101, version: 1), synced(102, version: 2)]
        for sample in versions { try await database.insert([sample], savedBy: revision()) }
        #expect(try await database.samples(request).stored.map(\.sample) == [versions[0]])
        #expect(versions.map(\.isSaved) == [true, false, false])

        let others = synced(90, version: 1)
        try await database.insert([others], savedBy: revision("watch"))
        let newer = [synced(103, version: 3), synced(104, version: 4)]
        try await database.insert(newer, savedBy: revision())
        let batch = try await database.samples(request)
        #expect(batch.stored.map(\.sample) == [others, newer[1]])
        // 1 stored, 2 the watch's, 3 the first removed, 4 stored, 5 that removed, 6 stored.
        #expect(batch.stored.map(\.anchor) == [2, 6])
        let since = try await database.samples(SampleRequest(type: heartRateType, after: 2))
        #expect(since.removed.map(\.uuid) == [versions[0].uuid])
        #expect(since.removed.map(\.anchor) == [3])

        try await database.remove([newer[1]])
        let older = synced(105, version: 1)
        try await database.insert([older], savedBy: revision())
        #expect(try await database.samples(request).stored.map(\.sample) == [others, older])
        withExtendedLifetime(directory) {}
    }

    @Test("A sync identifier without its version is refused", arguments: DatabaseKind.allCases)
    func halfSyncVersion(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        let half = heartRate(100, metadata: [HKMetadataKeySyncIdentifier: "ride-7"])
        let error = await #expect(throws: HKError.self) {
            try await database.insert([heartRate(90), half], savedBy: revision())
        }
        #expect(error?.code == .errorInvalidArgument)
        #expect(try await database.samples(request).stored.isEmpty)
        withExtendedLifetime(directory) {}
    }

    @Test("A removal is told to those who saw the sample, and to no other", arguments: DatabaseKind.allCases)
    func removals(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        let samples = [heartRate(100), heartRate(110), heartRate(120)]
        try await database.insert(samples, savedBy: revision())
        try await database.remove([samples[1], samples[1]])
        let all = try await database.samples(request)
        #expect(all.stored.map(\.sample) == [samples[0], samples[2]])
        #expect(all.removed.isEmpty)
        #expect(all.anchor == 4)
        let since = try await database.samples(SampleRequest(type: heartRateType, after: 2))
        #expect(since.stored.map(\.sample) == [samples[2]])
        #expect(since.removed.map(\.uuid) == [samples[1].uuid])
        #expect(since.removed.map(\.source) == ["app"])
        #expect(since.removed.map(\.anchor) == [4])
        #expect(try await database.samples(SampleRequest(type: heartRateType, after: 4)).removed.isEmpty)

        try await database.remove([samples[0], samples[2]])
        #expect(try await database.sampleTypes().isEmpty)
        #expect(try await database.samples(request).anchor == 6)
        try await database.insert([samples[1]], savedBy: revision())
        #expect(try await database.samples(request).stored.map(\.anchor) == [7])
        withExtendedLifetime(directory) {}
    }

    @Test("Removing one that is not stored removes none", arguments: DatabaseKind.allCases)
    func removalRefused(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        let stored = heartRate(100)
        try await database.insert([stored], savedBy: revision())
        let error = await #expect(throws: HKError.self) { try await database.remove([stored, heartRate(1)]) }
        #expect(error?.code == .errorInvalidArgument)
        #expect(try await database.samples(request).stored.map(\.sample) == [stored])
        withExtendedLifetime(directory) {}
    }

    @Test("Stored samples can belong to several workouts", arguments: DatabaseKind.allCases)
    func relations(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        let samples = [heartRate(100), heartRate(110)]
        try await database.insert(samples, savedBy: revision())
        let workouts = [UUID(), UUID()]
        try await database.relate([samples[0].uuid, UUID()], toWorkout: workouts[0])
        try await database.relate(samples.map(\.uuid), toWorkout: workouts[1])
        try await database.relate(samples.map(\.uuid), toWorkout: workouts[1])
        let found = try await database.samples(request).stored.map(\.sample)
        #expect(found.map(\.workouts) == [workouts, [workouts[1]]])
        #expect(found.map(\.sourceRevision) == [revision(), revision()])
        withExtendedLifetime(directory) {}
    }

    @Test("Workouts are summed up in the order of their starts", arguments: DatabaseKind.allCases)
    func summaries(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        let full = try fullWorkout()
        let earlier = emptyWorkout(.rowing, at: -100, lasting: 50)
        let twin = emptyWorkout(.running, at: 0, lasting: 1)
        try await database.insert([full, heartRate(1), twin, earlier], savedBy: revision())
        let found = try await database.workoutSummaries(startingIn: nil, withDistributions: true)
        #expect(found.map(\.uuid) == [earlier, full, twin].map(\.uuid))
        for (found, workout) in zip(found, [earlier, full, twin]) {
            expectSame(found, WorkoutSummary(workout))
        }
        let plain = try await database.workoutSummaries(startingIn: nil, withDistributions: false)
        #expect(plain.map(\.uuid) == found.map(\.uuid))
        #expect(plain.flatMap(\.distributions).isEmpty)
        withExtendedLifetime(directory) {}
    }

    @Test(
        "Of the summaries those of an interval are found, its end excluded", arguments: DatabaseKind.allCases)
    func summariesOfInterval(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        let workouts = (0..<4).map { emptyWorkout(.cycling, at: Double($0) * 10, lasting: 100) }
        try await database.insert(workouts, savedBy: revision())
        let dates = DateInterval(start: epoch.addingTimeInterval(10), duration: 20)
        let found = try await database.workoutSummaries(startingIn: dates, withDistributions: false)
        #expect(found.map(\.uuid) == workouts[1...2].map(\.uuid))
        try await database.remove([workouts[1]])
        let left = try await database.workoutSummaries(startingIn: dates, withDistributions: false)
        #expect(left.map(\.uuid) == [workouts[2].uuid])
        withExtendedLifetime(directory) {}
    }

    @Test("Grants are kept for each client apart", arguments: DatabaseKind.allCases)
    func grants(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        #expect(try database.grants(of: "app") == AccessGrants())
        #expect(try database.clients().isEmpty)
        try database.updateGrants(of: "watch") { $0[.read, powerType] = .requested }
        try database.updateGrants(of: "app") {
            $0[.share, heartRateType] = .granted
            $0[.read, HKCharacteristicType(.dateOfBirth)] = .denied
        }
        try database.updateGrants(of: "app") { $0[.share, heartRateType] = .denied }
        #expect(
            try database.grants(of: "app")
                == AccessGrants(
                    share: ["HKQuantityTypeIdentifierHeartRate": .denied],
                    read: ["HKCharacteristicTypeIdentifierDateOfBirth": .denied]))
        #expect(try database.clients() == ["app", "watch"])
        try database.updateGrants(of: "watch") { $0[.read, powerType] = nil }
        #expect(try database.clients() == ["app"])
        withExtendedLifetime(directory) {}
    }

    @Test("What is known of the person is kept", arguments: DatabaseKind.allCases)
    func characteristics(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        #expect(try database.characteristics() == PersonalCharacteristics())
        try database.updateCharacteristics {
            $0.dateOfBirth = DateComponents(year: 1984, month: 2, day: 29)
            $0.biologicalSex = .female
        }
        try database.updateCharacteristics { $0.maximumHeartRate = 188.5 }
        #expect(
            try database.characteristics()
                == PersonalCharacteristics(
                    dateOfBirth: DateComponents(year: 1984, month: 2, day: 29), biologicalSex: .female,
                    maximumHeartRate: 188.5))
        withExtendedLifetime(directory) {}
    }

    @Test("The person's zones are kept for each type, and taken back", arguments: DatabaseKind.allCases)
    func zones(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        #expect(try database.zoneBoundaries(for: powerType) == nil)
        try database.setZoneBoundaries([100, 200.1], for: powerType)
        try database.setZoneBoundaries([91, 114, 136, 158], for: heartRateType)
        try database.setZoneBoundaries([110, 1.0 / 3 + 200], for: powerType)
        #expect(try database.zoneBoundaries(for: powerType) == [110, 1.0 / 3 + 200])
        try database.setZoneBoundaries(nil, for: powerType)
        #expect(try database.zoneBoundaries(for: powerType) == nil)
        #expect(try database.zoneBoundaries(for: heartRateType) == [91, 114, 136, 158])
        withExtendedLifetime(directory) {}
    }

    @Test("Paired sensors are kept whole, in the order of their addresses", arguments: DatabaseKind.allCases)
    func pairedSensors(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        #expect(try await database.pairedSensors().isEmpty)
        try await database.setPairedSensors([pairedMeter(), pairedStrap()])
        #expect(try await database.pairedSensors() == [pairedStrap(), pairedMeter()])
        var changed = pairedStrap()
        changed.lastSeen = nil
        changed.sensor.batteryPercent = 0
        try await database.setPairedSensors([changed])
        #expect(try await database.pairedSensors() == [changed])
        try await database.setPairedSensors([])
        #expect(try await database.pairedSensors().isEmpty)
        withExtendedLifetime(directory) {}
    }

    @Test("A sensor that is paired twice is refused, and nothing changes", arguments: DatabaseKind.allCases)
    func pairedTwice(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        try await database.setPairedSensors([pairedMeter()])
        let error = await #expect(throws: HKError.self) {
            try await database.setPairedSensors([pairedStrap(), pairedMeter(), pairedStrap()])
        }
        #expect(error?.code == .errorInvalidArgument)
        #expect(try await database.pairedSensors() == [pairedMeter()])
        withExtendedLifetime(directory) {}
    }

    @Test("Observers are told of the types that changed", arguments: DatabaseKind.allCases)
    func observers(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        let told = ObservedMutex<[HKSampleType]>([])
        let token = database.changes.observe([heartRateType, powerType]) { type in
            told.withLock { $0.append(type) }
        }
        let sample = heartRate(100)
        try await database.insert([sample, try fullWorkout()], savedBy: revision())
        try await database.insert([], savedBy: revision())
        _ = try? await database.insert([sample], savedBy: revision())
        try await database.remove([sample])
        database.changes.stopObserving(token)
        #expect(told.withLock { $0 } == [heartRateType, heartRateType])
        withExtendedLifetime(directory) {}
    }

    @Test("Many tasks may use a database at once", arguments: DatabaseKind.allCases)
    func concurrency(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                group.addTask {
                    try await database.insert([heartRate(Double(index))], savedBy: revision())
                    try database.updateCharacteristics {
                        $0.maximumHeartRate = ($0.maximumHeartRate ?? 0) + 1
                    }
                    _ = try await database.samples(SampleRequest(type: heartRateType))
                }
            }
            try await group.waitForAll()
        }
        let found = try await database.samples(request)
        #expect(found.anchor == 40)
        #expect(
            Set(found.stored.compactMap { ($0.sample as? HKQuantitySample)?.quantity.value }).count == 40)
        #expect(try database.characteristics().maximumHeartRate == 40)
        withExtendedLifetime(directory) {}
    }
}

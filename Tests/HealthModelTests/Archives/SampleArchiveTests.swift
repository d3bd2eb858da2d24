import Foundation
import HealthModel
import Testing

@Suite struct SampleArchiveTests {
    private let strap = HKDevice(
        name: "H1", manufacturer: "Polar", model: nil, hardwareVersion: nil, firmwareVersion: "3.1",
        softwareVersion: nil, localIdentifier: "C0:FF:EE:00:00:01", udiDeviceIdentifier: nil)

    private let metadata: [String: Any] = [
        HKMetadataKeyIndoorWorkout: true, HKMetadataKeyExternalUUID: "x", HKMetadataKeySyncVersion: 2,
        HKMetadataKeyAverageSpeed: HKQuantity(unit: HKUnit(from: "m/s"), doubleValue: 9.25),
        "at": sampleEpoch, "share": 0.5,
    ]

    @Test("A quantity sample comes back from an archive with all that it says")
    func quantitySample() throws {
        let sample = makeSample(
            .cyclingPower, 251.5, at: 1.5, lasting: 2.25, device: strap, metadata: metadata)
        let read = try #require(try archived(sample))
        #expect(read == sample)
        #expect(read.quantityType == HKQuantityType(.cyclingPower))
        #expect(read.sampleType == read.quantityType)
        #expect(read.quantity.doubleValue(for: .watt()) == 251.5)
        #expect(read.startDate == sampleEpoch.addingTimeInterval(1.5))
        #expect(read.endDate == sampleEpoch.addingTimeInterval(3.75))
        #expect(read.device == strap)
        #expect(read.count == 1)
        #expect(read.sourceRevision == sample.sourceRevision)
        #expect(read.description == sample.description)
    }

    @Test("Metadata comes back with its kinds: Booleans, strings, numbers, quantities and dates")
    func metadataKinds() throws {
        let read = try #require(try archived(makeSample(metadata: metadata))?.metadata)
        #expect(read.count == metadata.count)
        for (key, value) in metadata { #expect(MetadataRule.isEqual(value, read[key])) }
        #expect(read[HKMetadataKeyIndoorWorkout] as? Bool == true)
        #expect(read[HKMetadataKeyExternalUUID] as? String == "x")
        #expect(read[HKMetadataKeySyncVersion] as? Int == 2)
        #expect(read["share"] as? Double == 0.5)
        #expect(read["at"] as? Date == sampleEpoch)
        #expect(
            (read[HKMetadataKeyAverageSpeed] as? HKQuantity)?.doubleValue(for: HKUnit(from: "km/hr")) == 33.3)
        #expect(try archived(makeSample())?.metadata == nil)
        #expect(try archived(makeSample(metadata: [:]))?.metadata?.isEmpty == true)
    }

    @Test("What metadata cannot hold is left out of an archive")
    func unfitMetadata() throws {
        struct Own {}
        let sample = makeSample(metadata: ["own": Own(), "list": [1, 2], "nan": Double.nan, "kept": "yes"])
        #expect(try archived(sample)?.metadata?.keys.sorted() == ["kept"])
    }

    @Test("A sample that stands for many readings comes back with each of them")
    func readings() throws {
        let column = SampleColumn(
            offsets: [-5, 0, 7, 1 << 40], values: [60, -0.0, .greatestFiniteMagnitude, 61.1],
            durations: [0, 3, 0, 0])
        let type = HKQuantityType(.heartRate)
        let sample = HKQuantitySample(
            uuid: nil, type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: 60),
            start: sampleEpoch, end: sampleEpoch, device: nil, metadata: nil,
            series: QuantitySeries(origin: sampleEpoch, column: column))
        let read = try #require(try archived(sample))
        #expect(read.count == 4)
        #expect(read.series?.column == column)
        #expect(read.series?.origin == sampleEpoch)
    }

    @Test("Several readings of one instant that all count stay several")
    func ties() throws {
        let column = SampleColumn(
            offsets: [4, 4, 4], values: [2, 1, 3], durations: [1, 1, 1], keepsTies: true)
        let type = HKQuantityType(.distanceCycling)
        let sample = HKQuantitySample(
            uuid: nil, type: type, quantity: HKQuantity(unit: .meter(), doubleValue: 6), start: sampleEpoch,
            end: sampleEpoch, device: nil, metadata: nil,
            series: QuantitySeries(origin: sampleEpoch, column: column))
        #expect(try archived(sample)?.series?.column.values == [1, 2, 3])
    }

    @Test("A category sample comes back from an archive")
    func categorySample() throws {
        let sample = HKCategorySample(
            type: HKCategoryType(.sleepAnalysis), value: HKCategoryValueSleepAnalysis.asleepREM.rawValue,
            start: sampleEpoch, end: sampleEpoch.addingTimeInterval(60), device: strap, metadata: ["a": 1])
        let read = try #require(try archived(sample))
        #expect(read == sample)
        #expect(read.categoryType == HKCategoryType(.sleepAnalysis))
        #expect(read.value == 5)
        #expect(read.description == sample.description)
    }

    @Test("A heartbeat series comes back from an archive beat by beat")
    func heartbeats() async throws {
        let store = HKHealthStore(client: HKHealthStore.owner, database: InMemoryHealthDatabase())
        let builder = HKHeartbeatSeriesBuilder(healthStore: store, device: strap, start: sampleEpoch)
        try await builder.addHeartbeat(at: 0.5, precededByGap: false)
        try await builder.addHeartbeat(at: 1.375, precededByGap: true)
        let series = try await builder.finishSeries()
        let read = try #require(try archived(series))
        #expect(read == series)
        #expect(read.heartbeats == series.heartbeats)
        #expect(read.count == 2)
        #expect(read.endDate == series.endDate)
        let disordered = try reread(series, with: NSData(data: Data("no list".utf8)), for: "heartbeats")
        #expect(disordered == nil)
    }

    @Test("A sample is read by the name of a superclass too")
    func superclass() throws {
        let sample = makeSample()
        let data = try NSKeyedArchiver.archivedData(withRootObject: sample, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKSample.self, from: data)
        #expect(read is HKQuantitySample)
        #expect(read == sample)
    }

    @Test("A saved sample comes back with its source, and is not saved by being read")
    func provenance() async throws {
        let database = InMemoryHealthDatabase()
        let sample = makeSample()
        try await HKHealthStore(client: HKHealthStore.owner, database: database).save(sample)
        let read = try #require(try archived(sample))
        #expect(read.sourceRevision == sample.sourceRevision)
        #expect(read.sourceRevision.source.bundleIdentifier == "pulsewatt")
        #expect(!read.isSaved)
        let elsewhere = HKHealthStore(client: "app", database: InMemoryHealthDatabase())
        try await elsewhere.requestAuthorization(toShare: [read.sampleType], read: [])
        try await elsewhere.save(read)
        #expect(read.isSaved)
        #expect(read.sourceRevision.source.bundleIdentifier == "app")
    }

    @Test("A sample can be deleted by what an archive held of it, but not by a client that only claims it")
    func deleting() async throws {
        let database = InMemoryHealthDatabase()
        let owner = HKHealthStore(client: HKHealthStore.owner, database: database)
        let other = HKHealthStore(client: "other", database: database)
        let sample = makeSample()
        try await other.requestAuthorization(toShare: [sample.sampleType], read: [])
        try await owner.save(sample)
        let claim = HKSourceRevision(
            source: HKSource(name: "other", bundleIdentifier: "other"), version: nil)
        let forged = try #require(try reread(sample, with: claim, for: "sourceRevision"))
        #expect(forged.uuid == sample.uuid)
        #expect(forged.sourceRevision == claim)
        let error = await #expect(throws: HKError.self) { try await other.delete(forged) }
        #expect(error?.description.contains("pulsewatt") == true)
        let read = try #require(try archived(sample))
        try await owner.delete(read)
        #expect(try await database.all(sample.sampleType).isEmpty)
    }

    @Test(
        "An archive without what a sample needs, or with something else in its place, gives nil",
        arguments: ["uuid", "sampleType", "quantity", "startDate"])
    func broken(_ key: String) throws {
        let sample = makeSample(device: strap)
        #expect(try reread(sample) == sample)
        #expect(try reread(sample, with: NSArray(array: [NSDate()]), for: key) == nil)
    }

    @Test("Readings out of range are left out of what is read, and a sample of none is refused")
    func unfitReadings() throws {
        let type = HKQuantityType(.heartRate)
        func sample(_ origin: Date) -> HKQuantitySample {
            HKQuantitySample(
                uuid: nil, type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: 60),
                start: sampleEpoch, end: sampleEpoch, device: nil, metadata: nil,
                series: QuantitySeries(
                    origin: origin, column: SampleColumn(offsets: [0], values: [60], durations: [0])))
        }
        #expect(try archived(sample(sampleEpoch)) != nil)
        let never = NSDate(timeIntervalSinceReferenceDate: .nan)
        #expect(try reread(sample(sampleEpoch), with: never, for: "origin") == nil)
        let empty = try reread(sample(sampleEpoch), with: NSData(data: Data([1, 2, 3])), for: "readings")
        #expect(empty == nil)
    }

    @Test("A revision comes back from an archive with all that is known of it")
    func revision() throws {
        let revision = HKSourceRevision(
            source: HKSource(name: "Ride", bundleIdentifier: "ride"), version: "2", productType: "Pi",
            operatingSystemVersion: OperatingSystemVersion(
                majorVersion: 12, minorVersion: 0, patchVersion: 9))
        #expect(try archived(revision) == revision)
        let bare = HKSourceRevision(source: revision.source, version: nil)
        #expect(try archived(bare) == bare)
        #expect(try archived(bare) != revision)
    }

    @Test("A deleted object comes back from an archive")
    func deletedObject() async throws {
        let store = HKHealthStore(client: HKHealthStore.owner, database: InMemoryHealthDatabase())
        let sample = makeSample()
        try await store.save([sample, makeSample()])
        try await store.delete(sample)
        let deleted = try #require(
            try await HKAnchoredObjectQueryDescriptor(
                predicates: [.quantitySample(type: sample.quantityType)], anchor: HKQueryAnchor(fromValue: 2)
            ).result(for: store).deletedObjects.first)
        #expect(deleted.uuid == sample.uuid)
        #expect(try archived(deleted) == deleted)
    }
}

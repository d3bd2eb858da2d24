import Foundation
import HealthModel
import Testing

@Suite struct HKQuantitySampleTests {
    private let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    private let perMinute = HKUnit.count().unitDivided(by: .minute())

    private func sample(
        _ value: Double = 140, unit: HKUnit? = nil, type: HKQuantityType = HKQuantityType(.heartRate),
        lasting duration: TimeInterval = 0, metadata: [String: Any]? = nil
    ) -> HKQuantitySample {
        HKQuantitySample(
            type: type, quantity: HKQuantity(unit: unit ?? perMinute, doubleValue: value), start: start,
            end: start.addingTimeInterval(duration), metadata: metadata)
    }

    @Test("Every sample has an identity of its own, a random UUID by its version and variant")
    func identity() {
        let samples = (0..<10_000).map { _ in sample() }
        #expect(Set(samples.map(\.uuid)).count == samples.count)
        #expect(Set(samples.map { $0.uuid.uuid.6 >> 4 }) == [4])
        #expect(Set(samples.map { $0.uuid.uuid.8 >> 6 }) == [0b10])
        #expect(Set(samples.map { $0.uuid.uuid.0 }).count == 256)
        #expect(samples[0] == samples[0])
        #expect(samples[0] != samples[1])
    }

    @Test("Identities made by many tasks at once differ")
    func concurrentIdentity() async {
        let uuids = await withTaskGroup(of: [UUID].self) { group in
            for _ in 0..<8 { group.addTask { (0..<1000).map { _ in sample().uuid } } }
            return await group.reduce(into: Set<UUID>()) { $0.formUnion($1) }
        }
        #expect(uuids.count == 8000)
    }

    @Test("Before it is saved, a sample comes from this program")
    func unsavedSource() {
        #expect(sample().sourceRevision.source == .default())
        let saved = sample()
        let revision = HKSourceRevision(
            source: HKSource(name: "Ride", bundleIdentifier: "ride"), version: "2")
        HKObject.setProvenance(of: [saved], revision: revision)
        #expect(saved.sourceRevision == revision)
    }

    @Test("A sample that fits its type may be saved")
    func valid() throws {
        try sample().validate()
        try sample(2, unit: .hertz(), lasting: 1).validate()
        try sample(metadata: [
            HKMetadataKeyIndoorWorkout: true, HKMetadataKeyExternalUUID: "x", HKMetadataKeySyncVersion: 2,
            HKMetadataKeyAverageSpeed: HKQuantity(unit: HKUnit(from: "m/s"), doubleValue: 9), "at": start,
            HKMetadataKeyAlgorithmVersion: NSNumber(value: 3), "share": 0.5,
        ]).validate()
    }

    @Test("A sample that does not is refused, with an error that names the value")
    func invalid() {
        let unknown = HKQuantityType(HKQuantityTypeIdentifier(rawValue: "moonPhase"))
        let cases: [(HKQuantitySample, String)] = [
            (sample(250, unit: .watt()), "250 W"),
            (sample(.nan), "nan"),
            (sample(.infinity), "inf"),
            (sample(lasting: -1), "ends"),
            (sample(lasting: .infinity), "inf"),
            (sample(lasting: .nan), "nan"),
            (sample(1, unit: .count(), type: unknown), "moonPhase"),
            (sample(metadata: ["list": [1, 2]]), "list"),
            (sample(metadata: ["share": Double.nan]), "share"),
            (sample(metadata: ["pace": HKQuantity(unit: .second(), doubleValue: .infinity)]), "pace"),
        ]
        for (sample, name) in cases {
            let error = #expect(throws: HKError.self) { try sample.validate() }
            #expect(error?.code == .errorInvalidArgument)
            #expect(!sample.description.isEmpty)
            #expect(error?.description.contains(name) == true, "\(error?.description ?? "")")
        }
    }

    @Test("A sample whose end is not known ends in the distant future")
    func undetermined() {
        let open = HKQuantitySample(
            type: HKQuantityType(.heartRate), quantity: HKQuantity(unit: perMinute, doubleValue: 60),
            start: start,
            end: .distantFuture)
        #expect(open.hasUndeterminedDuration)
        #expect(!sample().hasUndeterminedDuration)
    }

    @Test("Devices and source revisions are equal by value and survive an archive")
    func devices() throws {
        func strap(_ name: String) -> HKDevice {
            HKDevice(
                name: name, manufacturer: "Acme", model: nil, hardwareVersion: nil, firmwareVersion: "1.2",
                softwareVersion: nil, localIdentifier: "C0:FF:EE:00:00:01", udiDeviceIdentifier: nil)
        }
        #expect(strap("H1") == strap("H1"))
        #expect(strap("H1").hash == strap("H1").hash)
        #expect(strap("H1") != strap("H2"))
        #expect(HKDevice.local() == HKDevice.local())
        let data = try NSKeyedArchiver.archivedData(withRootObject: strap("H1"), requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKDevice.self, from: data) == strap("H1"))
    }
}

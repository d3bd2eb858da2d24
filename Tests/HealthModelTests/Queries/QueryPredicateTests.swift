import Foundation
import HealthModel
import Testing

@Suite struct QueryPredicateTests {
    private func date(_ second: TimeInterval) -> Date { sampleEpoch.addingTimeInterval(second) }

    /// The names of the samples that a predicate picks of five: two moments and three intervals about 100...200 s.
    private func picked(_ predicate: NSPredicate) -> String {
        let samples: [(String, HKSample)] = [
            ("a", makeSample(at: 100)),  // at the start
            ("b", makeSample(at: 200)),  // at the end
            ("c", makeSample(at: 50, lasting: 100)),  // over the start
            ("d", makeSample(at: 150, lasting: 100)),  // over the end
            ("e", makeSample(at: 150, lasting: 50)),  // up to the end
            ("f", makeSample(at: 0, lasting: 50)),  // before
        ]
        return samples.filter { predicate.evaluate(with: $0.1) }.map(\.0).joined()
    }

    @Test("An interval picks what touches it; what starts at its end belongs to the next")
    func dates() {
        func predicate(_ start: TimeInterval?, _ end: TimeInterval?, _ options: HKQueryOptions = []) -> String
        {
            picked(
                HKQuery.predicateForSamples(
                    withStart: start.map(date), end: end.map(date), options: options))
        }
        #expect(predicate(100, 200) == "acde")
        #expect(predicate(100, 200, .strictStartDate) == "ade")
        #expect(predicate(100, 200, .strictEndDate) == "ace")
        #expect(predicate(100, 200, [.strictStartDate, .strictEndDate]) == "ae")
        #expect(predicate(100, nil) == "abcde")
        #expect(predicate(nil, 100) == "cf")
        #expect(predicate(nil, nil) == "abcdef")
        #expect(predicate(300, 400) == "")
    }

    @Test("An interval of dates that are no numbers picks nothing, and its options default to none")
    func badDates() {
        let never = Date(timeIntervalSinceReferenceDate: .nan)
        #expect(picked(HKQuery.predicateForSamples(withStart: never, end: never)) == "")
    }

    @Test("Objects are picked by identity, source and device")
    func provenance() {
        let strap = HKDevice(
            name: "H1", manufacturer: nil, model: nil, hardwareVersion: nil, firmwareVersion: nil,
            softwareVersion: nil, localIdentifier: "C0:FF:EE:00:00:01", udiDeviceIdentifier: nil)
        let (mine, other) = (makeSample(device: strap), makeSample())
        let revision = HKSourceRevision(
            source: HKSource(name: "Ride", bundleIdentifier: "ride"), version: "2")
        HKObject.setProvenance(of: [mine], revision: revision)
        for predicate in [
            HKQuery.predicateForObject(with: mine.uuid), HKQuery.predicateForObjects(with: [mine.uuid]),
            HKQuery.predicateForObjects(from: revision.source),
            HKQuery.predicateForObjects(from: [revision.source] as Set<HKSource>),
            HKQuery.predicateForObjects(from: [revision] as Set<HKSourceRevision>),
            HKQuery.predicateForObjects(from: [strap] as Set<HKDevice>),
            HKQuery.predicateForObjects(
                withDeviceProperty: HKDevicePropertyKeyName, allowedValues: ["H1", "H2"]),
            HKQuery.predicateForObjects(
                withDeviceProperty: HKDevicePropertyKeyLocalIdentifier, allowedValues: ["C0:FF:EE:00:00:01"]),
        ] {
            #expect(predicate.evaluate(with: mine))
            #expect(!predicate.evaluate(with: other))
        }
        let older = HKSourceRevision(source: revision.source, version: "1")
        #expect(!HKQuery.predicateForObjects(from: [older] as Set<HKSourceRevision>).evaluate(with: mine))
        #expect(!HKQuery.predicateForObject(with: mine.uuid).evaluate(with: "no object"))
        for (key, value) in [
            (HKDevicePropertyKeyName, "H"), (HKDevicePropertyKeyModel, "H1"), ("colour", "H1"),
        ] {
            let predicate = HKQuery.predicateForObjects(withDeviceProperty: key, allowedValues: [value])
            #expect(!predicate.evaluate(with: mine))
        }
    }

    @Test("Objects are picked by what metadata says")
    func metadata() {
        let ride = makeSample(metadata: [
            "indoor": true, "name": "Loop", "laps": 3,
            "speed": HKQuantity(unit: HKUnit(from: "km/hr"), doubleValue: 36),
        ])
        let plain = makeSample()
        let speed = HKQuantity(unit: HKUnit(from: "m/s"), doubleValue: 9)
        for predicate in [
            HKQuery.predicateForObjects(withMetadataKey: "indoor"),
            HKQuery.predicateForObjects(withMetadataKey: "name", allowedValues: ["Hill", "Loop"]),
            HKQuery.predicateForObjects(withMetadataKey: "laps", operatorType: .greaterThan, value: 2),
            HKQuery.predicateForObjects(withMetadataKey: "laps", operatorType: .equalTo, value: 3.0),
            HKQuery.predicateForObjects(withMetadataKey: "speed", operatorType: .greaterThan, value: speed),
            HKQuery.predicateForObjects(withMetadataKey: "name", operatorType: .notEqualTo, value: 7),
        ] {
            #expect(predicate.evaluate(with: ride))
            #expect(!predicate.evaluate(with: plain))
        }
        for predicate in [
            HKQuery.predicateForObjects(withMetadataKey: "name", allowedValues: []),
            HKQuery.predicateForObjects(withMetadataKey: "laps", operatorType: .lessThan, value: 3),
            HKQuery.predicateForObjects(withMetadataKey: "name", operatorType: .equalTo, value: 7),
            HKQuery.predicateForObjects(withMetadataKey: "name", operatorType: .matches, value: "Loop"),
        ] {
            #expect(!predicate.evaluate(with: ride))
        }
    }

    @Test("A quantity is picked by how it compares, and only if it is compatible")
    func quantities() {
        let sample = makeSample(.heartRate, 120)
        func picks(_ unit: HKUnit, _ value: Double, _ order: Bool) {
            let quantity = HKQuantity(unit: unit, doubleValue: value)
            #expect(
                HKQuery.predicateForQuantitySamples(with: .greaterThanOrEqualTo, quantity: quantity)
                    .evaluate(with: sample) == order)
        }
        picks(.hertz(), 2, true)
        picks(.hertz(), 2.01, false)
        picks(.watt(), 0, false)
    }

    @Test("A category is picked by how its value compares")
    func categories() {
        let sample = HKCategorySample(
            type: HKCategoryType(.sleepAnalysis), value: 4, start: sampleEpoch, end: date(60))
        #expect(HKQuery.predicateForCategorySamples(with: .equalTo, value: 4).evaluate(with: sample))
        #expect(
            HKQuery.predicateForCategorySamples(with: .lessThanOrEqualTo, value: 4).evaluate(with: sample))
        #expect(!HKQuery.predicateForCategorySamples(with: .lessThan, value: 4).evaluate(with: sample))
        #expect(!HKQuery.predicateForCategorySamples(with: .equalTo, value: 4).evaluate(with: makeSample()))
    }
}

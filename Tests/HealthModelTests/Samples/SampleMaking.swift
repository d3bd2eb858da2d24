import Foundation
import HealthModel

/// A fixed moment from which the tests of samples count.
let sampleEpoch = Date(timeIntervalSinceReferenceDate: 800_000_000)

/// A sample of a type in its canonical unit, at seconds from the epoch.
func makeSample(
    _ identifier: HKQuantityTypeIdentifier = .heartRate, _ value: Double = 140, at second: TimeInterval = 0,
    lasting duration: TimeInterval = 0, device: HKDevice? = nil, metadata: [String: Any]? = nil
) -> HKQuantitySample {
    let type = HKQuantityType(identifier)
    return HKQuantitySample(
        type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: value),
        start: sampleEpoch.addingTimeInterval(second), end: sampleEpoch.addingTimeInterval(second + duration),
        device: device, metadata: metadata)
}

extension HealthDatabase {
    /// Every stored sample of a type, in the order of storing.
    func all(_ type: HKSampleType) async throws -> [HKSample] {
        try await samples(SampleRequest(type: type)).stored.map(\.sample)
    }
}

package import Foundation

extension HealthDatabase {
    /// The newest value of a type up to a date, in its canonical unit; of two at one time, the one stored later.
    package func newestValue(
        of identifier: HKQuantityTypeIdentifier, upTo date: Date
    ) async throws(HKError) -> Double? {
        let type = HKQuantityType(identifier)
        var newest: HKQuantitySample?
        for stored in try await samples(SampleRequest(type: type)).stored {
            guard let sample = stored.sample as? HKQuantitySample, sample.startDate <= date,
                newest.map({ $0.startDate <= sample.startDate }) ?? true
            else { continue }
            newest = sample
        }
        return newest?.quantity.value(in: type.canonicalUnit)
    }
}

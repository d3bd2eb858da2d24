public import Foundation

/// Which samples of a type a query asks for.
///
/// Unchecked because `NSPredicate` is not Sendable; a predicate does not change once it is made.
public struct HKSamplePredicate<Sample: HKSample>: Equatable, Hashable, @unchecked Sendable {
    /// The type of the samples.
    public let sampleType: HKSampleType

    /// Which of them are asked for; nil for all.
    public let nsPredicate: NSPredicate?

    init(_ sampleType: HKSampleType, _ nsPredicate: NSPredicate?) {
        self.sampleType = sampleType
        self.nsPredicate = nsPredicate
    }
}

extension HKSamplePredicate where Sample == HKSample {
    /// Samples of any type.
    public static func sample(type: HKSampleType, predicate: NSPredicate? = nil) -> Self {
        Self(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKQuantitySample {
    /// Samples of a quantity type.
    public static func quantitySample(type: HKQuantityType, predicate: NSPredicate? = nil) -> Self {
        Self(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKCategorySample {
    /// Samples of a category type.
    public static func categorySample(type: HKCategoryType, predicate: NSPredicate? = nil) -> Self {
        Self(type, predicate)
    }
}

extension HKSamplePredicate where Sample == HKHeartbeatSeriesSample {
    /// Series of heartbeats.
    public static func heartbeatSeries(_ predicate: NSPredicate? = nil) -> Self {
        Self(HKSeriesType.heartbeat(), predicate)
    }
}

/// A type of data that has a start and an end.
public class HKSampleType: HKObjectType, @unchecked Sendable {
    // Unchecked as its superclass is: the whole family holds only constants.

    /// Whether HealthKit bounds how long a sample of the type may last; no type here is bounded.
    public var isMaximumDurationRestricted: Bool { false }
}

/// How a sample must lie to the interval of a predicate.
public struct HKQueryOptions: OptionSet, Hashable, Sendable {
    /// The bits, as HealthKit numbers them.
    public let rawValue: UInt

    /// Makes options of bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The sample must start in the interval.
    public static let strictStartDate = HKQueryOptions(rawValue: 1)

    /// The sample must end in the interval.
    public static let strictEndDate = HKQueryOptions(rawValue: 2)
}

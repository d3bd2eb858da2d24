/// What is worked out of samples, and whether by source.
public struct HKStatisticsOptions: OptionSet, Hashable, Sendable {
    /// The bits, as HealthKit numbers them.
    public let rawValue: UInt

    /// Makes options of bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Also for each source on its own.
    public static let separateBySource = HKStatisticsOptions(rawValue: 1)
    /// The average of a discrete type.
    public static let discreteAverage = HKStatisticsOptions(rawValue: 2)
    /// The lowest value of a discrete type.
    public static let discreteMin = HKStatisticsOptions(rawValue: 4)
    /// The highest value of a discrete type.
    public static let discreteMax = HKStatisticsOptions(rawValue: 8)
    /// The sum of a cumulative type.
    public static let cumulativeSum = HKStatisticsOptions(rawValue: 16)
    /// The latest value and when it was taken.
    public static let mostRecent = HKStatisticsOptions(rawValue: 32)
    /// How long was measured.
    public static let duration = HKStatisticsOptions(rawValue: 64)

    /// The old name of ``mostRecent``.
    @available(*, deprecated, renamed: "mostRecent")
    public static var discreteMostRecent: HKStatisticsOptions { .mostRecent }

    /// All that a type allows, and by source.
    package static let everything = HKStatisticsOptions(rawValue: 127)

    /// Checks that the options can be asked of a type.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for a sum of a discrete type or an average, minimum or
    ///   maximum of a cumulative one.
    package func validate(for type: HKQuantityType) throws(HKError) {
        if type.aggregationStyle == .cumulative {
            if !isDisjoint(with: [.discreteAverage, .discreteMin, .discreteMax]) {
                throw HKError(
                    .errorInvalidArgument,
                    "\(type) is cumulative: it has a sum, and no average, minimum or maximum.")
            }
        } else if contains(.cumulativeSum) {
            throw HKError(.errorInvalidArgument, "\(type) is discrete: it has an average, and no sum.")
        }
    }
}

/// How the samples of a quantity type combine into one quantity.
public enum HKQuantityAggregationStyle: Int, Hashable, Sendable {
    /// They add up, like distances.
    case cumulative = 0
    /// Their average is the mean of the samples, like body mass.
    case discreteArithmetic = 1
    /// Their average is weighted by how long each value stood, like heart rate.
    case discreteTemporallyWeighted = 2
    /// Their average is the level of constant sound that carries the same energy.
    case discreteEquivalentContinuousLevel = 3

    /// The old name of ``discreteArithmetic``.
    @available(*, deprecated, renamed: "discreteArithmetic")
    public static var discrete: HKQuantityAggregationStyle { .discreteArithmetic }
}

/// What the samples of one quantity type amount to over an interval, in the canonical unit of the type.
///
/// Discrete types are averaged: temporally weighted ones over the time that was measured, the others over the
/// samples. Samples within a pause are not part of either, nor of the extremes. Cumulative types only add up.
package struct QuantitySummary: Hashable, Sendable {
    let style: HKQuantityAggregationStyle
    private var weighted = 0.0
    private var sampleSum = 0.0
    private var sampleCount = 0
    private var total = 0.0
    private var measured: Int64 = 0
    private var latest: (value: Double, interval: Range<Int64>)?

    /// The lowest value, or nil for a cumulative type or without samples.
    package private(set) var minimum: Double?
    /// The highest value, or nil for a cumulative type or without samples.
    package private(set) var maximum: Double?

    init(style: HKQuantityAggregationStyle) {
        self.style = style
    }

    /// How long was measured, in nanoseconds.
    package var measuredDuration: Int64 { measured }

    /// The value of the latest sample, or nil without samples.
    package var mostRecent: Double? { latest?.value }

    /// When the latest sample was taken, in nanoseconds from the workout's start.
    package var mostRecentInterval: Range<Int64>? { latest?.interval }

    /// The sum of a cumulative type, or nil for any other and without samples.
    package var sum: Double? { style == .cumulative && latest != nil ? total : nil }

    /// The average of a discrete type, or nil for a cumulative one and without samples.
    ///
    /// A temporally weighted type of which no time was measured yet (one sample that has just arrived) has the mean
    /// of its samples.
    package var average: Double? {
        if style == .discreteTemporallyWeighted, measured > 0 { return weighted / Double(measured) }
        return sampleCount > 0 ? sampleSum / Double(sampleCount) : nil
    }

    /// Adds a sample, in order of time.
    ///
    /// It speaks for `duration` nanoseconds; of a cumulative type, `share` of it lies in the interval. One taken in a
    /// pause counts only where it speaks all the same, as one with its own duration can.
    mutating func add(
        _ value: Double, at interval: Range<Int64>, speakingFor duration: Int64, share: Double = 1,
        isPaused: Bool
    ) {
        measured += duration
        latest = (value, interval)
        if style == .cumulative {
            total += value * share
            return
        }
        if isPaused, duration == 0 { return }
        weighted += value * Double(duration)
        sampleSum += value
        sampleCount += 1
        minimum = min(minimum ?? value, value)
        maximum = max(maximum ?? value, value)
    }

    package static func == (lhs: QuantitySummary, rhs: QuantitySummary) -> Bool {
        lhs.style == rhs.style && lhs.weighted == rhs.weighted && lhs.sampleSum == rhs.sampleSum
            && lhs.sampleCount == rhs.sampleCount && lhs.total == rhs.total && lhs.measured == rhs.measured
            && lhs.minimum == rhs.minimum && lhs.maximum == rhs.maximum
            && lhs.latest?.value == rhs.latest?.value && lhs.latest?.interval == rhs.latest?.interval
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(weighted)
        hasher.combine(sampleCount)
        hasher.combine(measured)
    }
}

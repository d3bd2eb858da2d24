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

extension QuantitySummary: Codable {
    private enum CodingKeys: String, CodingKey {
        case style, weighted, sampleSum, sampleCount, total, measured, latest, latestInterval, minimum,
            maximum
    }

    /// Reads a summary.
    ///
    /// - Throws: `DecodingError` for numbers that no samples amount to.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let style = HKQuantityAggregationStyle(rawValue: try container.decode(Int.self, forKey: .style))
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .style, in: container, debugDescription: "This is no way in which samples combine.")
        }
        self.init(style: style)
        weighted = try container.decode(Double.self, forKey: .weighted)
        sampleSum = try container.decode(Double.self, forKey: .sampleSum)
        sampleCount = try container.decode(Int.self, forKey: .sampleCount)
        total = try container.decode(Double.self, forKey: .total)
        measured = try container.decode(Int64.self, forKey: .measured)
        minimum = try container.decodeIfPresent(Double.self, forKey: .minimum)
        maximum = try container.decodeIfPresent(Double.self, forKey: .maximum)
        guard let value = try container.decodeIfPresent(Double.self, forKey: .latest) else { return }
        let bounds = try container.decode([Int64].self, forKey: .latestInterval)
        let limits = -SampleColumn.longest...2 * SampleColumn.longest
        guard bounds.count == 2, bounds[0] <= bounds[1], bounds.allSatisfy(limits.contains) else {
            throw DecodingError.dataCorruptedError(
                forKey: .latestInterval, in: container, debugDescription: "This is no time of a sample.")
        }
        latest = (value, bounds[0]..<bounds[1])
    }

    /// Writes the summary.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(style.rawValue, forKey: .style)
        try container.encode(weighted, forKey: .weighted)
        try container.encode(sampleSum, forKey: .sampleSum)
        try container.encode(sampleCount, forKey: .sampleCount)
        try container.encode(total, forKey: .total)
        try container.encode(measured, forKey: .measured)
        try container.encodeIfPresent(minimum, forKey: .minimum)
        try container.encodeIfPresent(maximum, forKey: .maximum)
        if let latest {
            try container.encode(latest.value, forKey: .latest)
            try container.encode(
                [latest.interval.lowerBound, latest.interval.upperBound], forKey: .latestInterval)
        }
    }
}

extension WorkoutSeries {
    /// Where the time of an interval went, in the zones of a configuration; nil if no sensor provided its type.
    ///
    /// The interval is in nanoseconds from the start; what of it lies outside the workout is left out.
    package func zoneTotals(
        _ configuration: HKWorkoutZoneConfiguration, within interval: Range<Int64>? = nil
    ) -> ZoneTotals? {
        guard let column = columns[configuration.quantityType], !column.isEmpty else { return nil }
        return ZoneTotals(
            of: column, within: clamped(interval), boundaries: configuration.boundaries,
            coverage: coverage(of: configuration.quantityType))
    }

    /// The zones of a configuration with the time in each over an interval; nil if no sensor provided its type.
    package func zoneGroup(
        _ configuration: HKWorkoutZoneConfiguration, within interval: Range<Int64>? = nil
    ) -> HKWorkoutZoneGroup? {
        zoneTotals(configuration, within: interval).map {
            HKWorkoutZoneGroup(configuration: configuration, totals: $0)
        }
    }

    /// What the samples of a type amount to over an interval; nil if there are none in it.
    ///
    /// A sample at the very end of an interval belongs to the next, or to the workout's last.
    package func summary(
        for type: HKQuantityType, within interval: Range<Int64>? = nil
    ) -> QuantitySummary? {
        guard let column = columns[type] else { return nil }
        let interval = clamped(interval)
        let summary = QuantitySummary(
            of: column, within: interval, includesEnd: interval.upperBound == elapsed,
            style: type.aggregationStyle, coverage: coverage(of: type))
        return summary.mostRecent == nil ? nil : summary
    }

    /// The part of an interval that lies in the workout.
    func clamped(_ interval: Range<Int64>?) -> Range<Int64> {
        (interval ?? self.interval).clamped(to: self.interval)
    }
}

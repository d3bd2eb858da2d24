package import Foundation

extension HKStatistics {
    /// Works out statistics of samples outside a workout, as a query does; nil if none of them lies in the interval.
    ///
    /// Samples of other types are left out. Between two moments of a temporally weighted type the first holds for
    /// its hold limit; see `SampleCoverage`. Who asks for many intervals gives what `reach` says of the samples.
    package static func of(
        _ samples: [HKQuantitySample], type: HKQuantityType, from start: Date, to end: Date,
        options: HKStatisticsOptions, reach: SeriesReach = SeriesReach()
    ) -> HKStatistics? {
        let ordinary = samples.filter { $0.quantityType == type && !$0.hasUndeterminedDuration }
        let interval =
            0..<max(0, WorkoutTime.nanoseconds(of: end, since: start, limit: WorkoutTime.queryLimit))
        func summary(_ samples: [HKQuantitySample]) -> QuantitySummary {
            QuantitySummary(
                of: SampleColumn(samples, type: type, since: start, speakingIn: interval, reach),
                within: interval,
                style: type.aggregationStyle,
                coverage: SampleCoverage(holdLimit: HoldLimit.nanoseconds(for: type)))
        }
        let all = summary(ordinary)
        guard all.mostRecent != nil else { return nil }
        let bySource =
            options.contains(.separateBySource)
            ? Dictionary(grouping: ordinary) { $0.sourceRevision.source }.mapValues(summary)
                .filter { $0.value.mostRecent != nil }
            : nil
        return HKStatistics(
            quantityType: type, startDate: start, endDate: end, origin: start, summary: all,
            summaryBySource: bySource, options: options)
    }
}

extension SampleColumn {
    /// Makes a column of samples, in the type's canonical unit; those that do not fit the type are left out.
    ///
    /// Of a series there is what may count in the interval, and little more.
    init(
        _ samples: [HKQuantitySample], type: HKQuantityType, since start: Date,
        speakingIn interval: Range<Int64>, _ reach: SeriesReach
    ) {
        func nanoseconds(_ date: Date) -> Int64 {
            WorkoutTime.nanoseconds(of: date, since: start, limit: WorkoutTime.queryLimit)
        }
        var offsets: [Int64] = []
        var values: [Double] = []
        var durations: [Int64] = []
        for sample in samples {
            if let series = sample.series {
                let shift = nanoseconds(series.origin)
                let part = reach.indices(
                    of: series, speakingFrom: interval.lowerBound - shift,
                    to: interval.upperBound - shift, style: type.aggregationStyle)
                offsets += series.column.offsets[part].map { $0 + shift }
                values += series.column.values[part]
                durations += series.column.durations[part]
                continue
            }
            guard let value = sample.quantity.value(in: type.canonicalUnit), value.isFinite else { continue }
            let offset = nanoseconds(sample.startDate)
            offsets.append(offset)
            values.append(value)
            durations.append(max(0, nanoseconds(sample.endDate) - offset))
        }
        self.init(
            offsets: offsets, values: values, durations: durations,
            keepsTies: type.aggregationStyle != .discreteTemporallyWeighted)
    }
}

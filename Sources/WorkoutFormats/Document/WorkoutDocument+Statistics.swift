import HealthModel

extension WorkoutDocument {
    /// The figures of every quantity that was measured in a part of the workout.
    func statistics(of part: DocumentPart) -> JSONValue {
        var members: [JSONValue.Member] = PublishedQuantity.allCases.compactMap { quantity in
            part.statistics[quantity.type].map { statistics in
                var figures = figures(statistics, quantity)
                if quantity == .cyclingPower { figures += load(within: part.interval) }
                return .init(quantity.rawValue, .object(figures))
            }
        }
        if let variability = variability(within: part.interval) {
            members.append(.init("heart_rate_variability", variability))
        }
        return .object(members)
    }

    private func figures(_ statistics: HKStatistics, _ quantity: PublishedQuantity) -> [JSONValue.Member] {
        func rounded(_ value: HKQuantity?) -> JSONValue {
            Self.number(quantity.published(value), decimals: quantity.decimals)
        }
        return [
            .init("unit", .string(quantity.unit)),
            .init("average", rounded(statistics.averageQuantity())),
            .init("minimum", rounded(statistics.minimumQuantity())),
            .init("maximum", rounded(statistics.maximumQuantity())),
        ]
    }

    /// How hard an interval in nanoseconds was, from its power.
    private func load(within interval: Range<Int64>) -> [JSONValue.Member] {
        let load = workout.series.powerLoad(
            functionalThresholdPower: functionalThresholdPower, within: interval)
        return [
            .init("normalized_power", Self.number(load?.normalizedPower, decimals: 1)),
            .init("intensity_factor", Self.number(load?.intensityFactor, decimals: 3)),
            .init("training_stress_score", Self.number(load?.trainingStressScore, decimals: 1)),
            .init("work_kj", Self.number(load?.work, decimals: 3)),
        ]
    }

    /// How much the RR intervals vary that end within an interval in nanoseconds; nil if no heart beat in it was told.
    private func variability(within interval: Range<Int64>) -> JSONValue? {
        guard let beats = workout.series.heartbeats(within: interval) else { return nil }
        let variability = beats.variability
        return [
            "rmssd_ms": Self.number(variability?.rmssd, decimals: 1),
            "sdnn_ms": Self.number(variability?.sdnn, decimals: 1),
            "artifact_percent": Self.number(variability.map { 100 * $0.artifactShare }, decimals: 1),
        ]
    }

    private static func number(_ value: Double?, decimals: Int) -> JSONValue {
        value.map { .number($0, decimals: decimals) } ?? .null
    }
}

import HealthModel

extension WorkoutDocument {
    /// The figures of every quantity that was measured in a part of the workout.
    func statistics(of part: DocumentPart) -> JSONValue {
        .object(
            PublishedQuantity.allCases.compactMap { quantity in
                part.statistics[quantity.type].map { statistics in
                    .init(quantity.rawValue, .object(figures(statistics, quantity, in: part)))
                }
            })
    }

    private func figures(
        _ statistics: HKStatistics, _ quantity: PublishedQuantity, in part: DocumentPart
    ) -> [JSONValue.Member] {
        func rounded(_ value: HKQuantity?) -> JSONValue {
            quantity.published(value).map { .number($0, decimals: quantity.decimals) } ?? .null
        }
        return [
            .init("unit", .string(quantity.unit)),
            .init("average", rounded(statistics.averageQuantity())),
            .init("minimum", rounded(statistics.minimumQuantity())),
            .init("maximum", rounded(statistics.maximumQuantity())),
        ]
    }
}

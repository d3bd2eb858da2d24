import HealthModel

extension WorkoutDocument {
    /// The measured values on one time axis of whole seconds.
    var series: JSONValue {
        let columns = PublishedQuantity.allCases.filter {
            !(workout.series.columns[$0.type]?.isEmpty ?? true)
        }
        let count = (workout.series.elapsed + 999_999_999) / 1_000_000_000
        var members: [JSONValue.Member] = [
            .init("t_s", .array((0..<count).map { .seconds(milliseconds: 1000 * $0) }))
        ]
        for quantity in columns {
            let means = workout.series.secondMeans(for: quantity.type)
            members.append(
                .init(
                    quantity.rawValue,
                    .array(
                        means.map { mean in
                            mean.map {
                                .shortNumber(quantity.published($0), decimals: quantity.decimals)
                            } ?? .null
                        })))
        }
        return .object(members)
    }

    /// The RR intervals with the time of the beat that ended each.
    ///
    /// Beats that may have others missing before them end no interval: there the distance of two times is longer than
    /// the interval between them, and the beat clock starts anew.
    var intervals: JSONValue {
        let intervals = workout.series.heartbeats.intervals
        let times = intervals.map { JSONValue.seconds(nanoseconds: $0.end) }
        let milliseconds = intervals.map { JSONValue.number(Double($0.length) / 1e6, decimals: 3) }
        return ["t_s": .array(times), "ms": .array(milliseconds)]
    }
}

extension JSONValue {
    /// A rounded measure for a long array: without its point where it is whole.
    fileprivate static func shortNumber(_ value: Double, decimals: Int) -> JSONValue {
        guard case .number(let rounded) = number(value, decimals: decimals), rounded.isFinite else {
            return .null
        }
        return Int64(exactly: rounded).map(JSONValue.integer) ?? .number(rounded)
    }
}

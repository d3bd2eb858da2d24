import HealthModel
import WorkoutFormats

/// The time in each zone for a table or for JSON.
struct TimeInZones {
    private let totals: ZoneTotals

    init(_ totals: ZoneTotals) {
        self.totals = totals
    }

    /// A cell a zone and one for the time without data, rounded together, so that a row adds up.
    var cells: [String?] {
        CumulativeRounding.split(totals.zones + [totals.noData], unit: 1_000_000_000).map {
            LiveLine.time($0 * 1_000_000_000)
        }
    }

    /// `zone_durations` and `no_data_s` as workout files have them.
    var members: [JSONValue.Member] {
        let milliseconds = CumulativeRounding.split(totals.zones + [totals.noData], unit: 1_000_000)
        return [
            .init(
                "zone_durations",
                .array(
                    milliseconds.dropLast().enumerated().map { index, duration in
                        ["index": JSONValue(index), "duration_s": .seconds(milliseconds: duration)]
                    })),
            .init("no_data_s", .seconds(milliseconds: milliseconds.last ?? 0)),
        ]
    }
}

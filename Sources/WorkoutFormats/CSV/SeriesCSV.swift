import Foundation
import HealthModel

/// The measured values of a workout as comma-separated values (RFC 4180), one row a second.
///
/// A blank is a missing value: no data, or a pause. Zones are zero-based indices, as in the JSON document. Lines end with
/// carriage return and line feed, numbers have a point, and no field needs quotes.
struct SeriesCSV {
    static let header = [
        "time", "elapsed_s", "heart_rate_bpm", "power_w", "cadence_rpm", "speed_mps", "balance_left_pct",
        "zone_hr",
        "zone_power",
    ]

    private let exported: ExportedWorkout

    init(_ exported: ExportedWorkout) {
        self.exported = exported
    }

    var bytes: [UInt8] {
        let workout = exported.workout
        let table = SecondTable(workout.series)
        let zones = [PublishedQuantity.heartRate, .cyclingPower].map { quantity in
            (quantity, workout.zoneConfigurations[quantity.type]?.boundaries)
        }
        let start = Int64((workout.series.start.timeIntervalSince1970 * 1000).rounded())
        var bytes: [UInt8] = []
        bytes.reserveCapacity(80 * (table.count + 1))
        bytes.append(text: Self.header.joined(separator: ","))
        bytes.append("\r\n")
        for row in 0..<table.count {
            RFC3339.append(
                milliseconds: start + Int64(row) * 1000, in: exported.timeZone, to: &bytes)
            bytes.append(UInt8(ascii: ","))
            bytes.append(Int64(row))
            for quantity in PublishedQuantity.allCases {
                bytes.append(UInt8(ascii: ","))
                if let value = table.value(quantity, at: row) {
                    bytes.append(quantity.published(value), decimals: quantity.decimals)
                }
            }
            for (quantity, boundaries) in zones {
                bytes.append(UInt8(ascii: ","))
                if let boundaries, let value = table.value(quantity, at: row) {
                    bytes.append(Int64(boundaries.zone(of: value)))
                }
            }
            bytes.append("\r\n")
        }
        return bytes
    }
}

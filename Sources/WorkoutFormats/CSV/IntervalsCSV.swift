import Foundation
import HealthModel

/// The RR intervals of a workout as comma-separated values (RFC 4180), one row an interval.
///
/// A row is the beat that ended the interval. Where the distance of two beats is longer than the interval between them,
/// beats are missing, as in the JSON document.
struct IntervalsCSV {
    static let header = ["time", "elapsed_s", "rr_ms"]

    private let exported: ExportedWorkout

    init(_ exported: ExportedWorkout) {
        self.exported = exported
    }

    var bytes: [UInt8] {
        let series = exported.workout.series
        let start = Int64((series.start.timeIntervalSince1970 * 1000).rounded())
        var bytes: [UInt8] = []
        bytes.append(text: Self.header.joined(separator: ","))
        bytes.append("\r\n")
        for interval in series.heartbeats.intervals {
            let milliseconds = CumulativeRounding.rounded(interval.end, unit: 1_000_000)
            RFC3339.append(milliseconds: start + milliseconds, in: exported.timeZone, to: &bytes)
            bytes.append(UInt8(ascii: ","))
            bytes.append(milliseconds: milliseconds)
            bytes.append(UInt8(ascii: ","))
            bytes.append(Double(interval.length) / 1e6, decimals: 3)
            bytes.append("\r\n")
        }
        return bytes
    }
}

import Foundation
import HealthModel

/// Reads a table of readings: ours of a workout's series or RR intervals, and tables like it from spreadsheets.
///
/// Columns are known by their names, in any order. Blanks are missing values. What a table does not hold (pauses, laps, the
/// activity) is not made up: a pause is time without data.
struct CSVReader {
    private let bytes: [UInt8]
    private let name: String

    init(_ bytes: [UInt8], _ name: String) {
        self.bytes = bytes
        self.name = name
    }

    /// One row: when, and what was read.
    private struct Row {
        let line: Int
        var moment: RFC3339.Moment?
        var elapsed: Int64?
        var values = [Double?](repeating: nil, count: PublishedQuantity.allCases.count)
        var interval: Double?
    }

    /// Reads the workout.
    ///
    /// - Throws: ``ImportError`` with the line that cannot be read.
    func workout() throws(ImportError) -> ImportedWorkout {
        let text = String(decoding: bytes, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard let header = CSVHeader(String(text.prefix { !$0.isNewline })) else {
            throw ImportError(
                file: name, place: "line 1",
                reason: "no column is named `time` or `elapsed_s`, or none has readings")
        }
        var rows: [Row] = []
        var records = CSVRecords(Array(text.utf8), separator: header.separator)
        _ = records.next()
        while let (line, fields) = records.next() { rows.append(try row(fields, header, line)) }
        return try workout(rows)
    }

    // MARK: Rows

    private func row(_ fields: [String], _ header: CSVHeader, _ number: Int) throws(ImportError) -> Row {
        var row = Row(line: number)
        guard fields.count <= header.columns.count else {
            throw ImportError(
                file: name, place: "line \(number)",
                reason: "it has \(fields.count) fields, the header \(header.columns.count)")
        }
        for (field, column) in zip(fields, header.columns) where column != .other {
            let text = field.trimmingCharacters(in: .whitespaces)
            guard !text.isEmpty else { continue }
            if column == .time {
                row.moment = RFC3339.moment(text)
                guard row.moment != nil else {
                    throw unreadable(text, number, "a date such as 2026-11-30T06:00:00Z")
                }
                continue
            }
            // Where a semicolon parts fields, a comma is the point.
            let decimal = header.separator == UInt8(ascii: ",") ? text : text.replacing(",", with: ".")
            guard let value = Double(decimal), value.isFinite else {
                throw unreadable(text, number, "a number")
            }
            switch column {
            case .elapsed:
                guard (0...366 * 86_400).contains(value) else {
                    throw unreadable(text, number, "a time of 0 s to 366 days")
                }
                row.elapsed = Int64((value * 1e6).rounded()) * 1000
            case .quantity(let quantity, let factor):
                try quantity.requirePossible(value * factor, in: name, at: "line \(number)")
                row.values[quantity.index] = value * factor
            case .interval: row.interval = value
            case .time, .other: break
            }
        }
        guard row.moment != nil || row.elapsed != nil else {
            throw ImportError(file: name, place: "line \(number)", reason: "it does not say when it was")
        }
        return row
    }

    private func unreadable(_ text: String, _ number: Int, _ wanted: String) -> ImportError {
        ImportError(
            file: name, place: "line \(number)", reason: "`\(text.prefix(40))` is not \(wanted)")
    }

    // MARK: The workout

    private func workout(_ rows: [Row]) throws(ImportError) -> ImportedWorkout {
        guard let first = rows.first else {
            throw ImportError(file: name, reason: "it has a header and no rows, so there is no workout in it")
        }
        guard let moment = first.moment else {
            throw ImportError(
                file: name, place: "line 2",
                reason: "without a column `time` nobody knows when the workout was")
        }
        let start = moment.nanoseconds - (first.elapsed ?? 0)
        var points: [(offset: Int64, row: Row)] = []
        for row in rows {
            let offset = row.elapsed ?? row.moment.map { $0.nanoseconds - start } ?? 0
            guard offset >= 0 else {
                throw ImportError(
                    file: name, place: "line \(row.line)",
                    reason: "it is before the first row: sort the rows by time")
            }
            // The row speaks for the second after it.
            guard offset <= ImportedWorkout.longest - 1_000_000_000 else {
                throw .tooLong(offset + 1_000_000_000, file: name, place: "line \(row.line)")
            }
            points.append((offset, row))
        }
        // The standard library's sort is stable: rows of one moment keep their order.
        points.sort { $0.offset < $1.offset }
        var columns = PointColumns()
        for (index, point) in points.enumerated() {
            let next = index + 1 < points.count ? points[index + 1].offset : point.offset + 1_000_000_000
            for quantity in PublishedQuantity.allCases {
                columns.add(point.row.values[quantity.index], of: quantity, at: point.offset, until: next)
            }
        }
        let beats = HeartbeatColumn(
            points.compactMap { point in
                point.row.interval.map {
                    BeatInterval(end: point.offset, length: Int64(min(max(0, $0), 1e6) * 1e6))
                }
            })
        let isOfIntervals = rows.contains { $0.interval != nil }
        let last = points.last?.offset ?? 0
        let startDate = RFC3339.Moment(nanoseconds: start, offsetMinutes: nil).date
        let made = columns.columns
        var workout = ImportedWorkout(
            series: WorkoutSeries(
                start: startDate, columns: made, heartbeats: beats,
                elapsed: isOfIntervals ? last : last + 1_000_000_000),
            source: "CSV")
        workout.activityType =
            made.keys.contains { $0 != PublishedQuantity.heartRate.type } ? .cycling : .other
        workout.timeZone = moment.offsetMinutes.flatMap { TimeZone(secondsFromGMT: Int($0) * 60) }
        return workout
    }
}

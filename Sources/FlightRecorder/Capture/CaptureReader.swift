package import Foundation

/// Reads a capture, the text form of a recording, as it comes in.
///
/// A capture is UTF-8 text with one JSON object a line. Blank lines and keys that are not known are passed
/// over. Times are rounded to a microsecond, and the records come out sorted by time, in the order of their
/// lines where times are equal, because captures of two sensors are often put together by hand. A time that no
/// recording could have either, because it is days after the one before it, is refused.
///
/// Whatever the input holds, reading ends in records or in a ``CaptureError``; a line may have at most
/// ``maximumLineLength`` bytes, so that a file of one endless line takes no memory.
package struct CaptureReader {
    /// The longest line that is read, in bytes without the line feed.
    package static let maximumLineLength = 65_536
    /// The latest time that a line may have, in seconds: about 115 days.
    package static let maximumSeconds = 10_000_000

    private var records: [CaptureRecord] = []
    /// The number of each record's line.
    private var lines: [Int] = []
    private var isSorted = true
    private var pending: [UInt8] = []
    private var lineNumber = 0
    private var parser = CaptureLineParser()

    /// Makes a reader at the start of a capture.
    package init() {}

    /// Reads a whole capture.
    ///
    /// - Throws: a ``CaptureError`` for the first line that cannot be read.
    package static func records(in capture: Data) throws(CaptureError) -> [CaptureRecord] {
        var reader = CaptureReader()
        try reader.read(capture)
        return try reader.finish()
    }

    /// Takes the next bytes of the capture, which may end anywhere.
    ///
    /// - Throws: a ``CaptureError`` for the first line that cannot be read; nothing can follow it.
    package mutating func read(_ chunk: Data) throws(CaptureError) {
        var rest = chunk[...]
        while !rest.isEmpty {
            // A piece at a time, so that a large chunk is never held twice.
            pending.append(contentsOf: rest.prefix(Self.maximumLineLength))
            rest = rest.dropFirst(Self.maximumLineLength)
            try readPendingLines()
        }
    }

    /// Ends the capture, whose last line needs no line feed, and gives its records sorted by time.
    ///
    /// - Throws: a ``CaptureError`` if the last line cannot be read.
    package mutating func finish() throws(CaptureError) -> [CaptureRecord] {
        if !pending.isEmpty {
            try readLine(0..<pending.count)
            pending = []
        }
        guard !isSorted else {
            try checkTimes(records.indices)
            return records
        }
        // The standard library's sort is stable: lines of one time keep their order.
        let order = records.indices.sorted { records[$0].nanoseconds < records[$1].nanoseconds }
        try checkTimes(order)
        return order.map { records[$0] }
    }

    /// Sees that records, given in the order of their times, can be those of one workout.
    private func checkTimes(_ order: some Sequence<Int>) throws(CaptureError) {
        var timeline = RecordingTimeline(startMicroseconds: nil)
        for index in order where !timeline.take(records[index].nanoseconds) {
            throw CaptureError(
                line: lines[index],
                reason: records[index].nanoseconds > RecordingTimeline.longestWorkout
                    ? "\"t\" is more than 31 days after the start"
                    : "\"t\" is more than a day after the line before it in time")
        }
    }

    private mutating func readPendingLines() throws(CaptureError) {
        var start = 0
        while let end = pending[start...].firstIndex(of: UInt8(ascii: "\n")) {
            try readLine(start..<end)
            start = end + 1
        }
        pending.removeSubrange(..<start)
        if pending.count > Self.maximumLineLength { throw tooLong(line: lineNumber + 1) }
    }

    private mutating func readLine(_ range: Range<Int>) throws(CaptureError) {
        lineNumber += 1
        guard range.count <= Self.maximumLineLength else { throw tooLong(line: lineNumber) }
        let record: CaptureRecord?
        // The parser changes itself while it reads, so the span must not be one of `self`.
        let bytes = pending
        do {
            record = try parser.record(bytes.span.extracting(range))
        } catch {
            throw CaptureError(line: lineNumber, reason: error.description)
        }
        guard let record else { return }
        if let last = records.last, last.nanoseconds > record.nanoseconds { isSorted = false }
        records.append(record)
        lines.append(lineNumber)
    }

    private func tooLong(line: Int) -> CaptureError {
        CaptureError(
            line: line, reason: "it is longer than \(Self.maximumLineLength) bytes, the most a line may have")
    }
}

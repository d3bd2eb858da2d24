import Foundation
import HealthModel

/// A workout as the messages of any FIT activity file tell it.
///
/// A record says what is from its second on until the next record: a value that a record names and leaves empty ends what
/// was said before, and a value lasts no longer than the hold limit of its quantity.
struct FITActivity {
    /// What each session was and when, in nanoseconds from the start.
    private(set) var sessions: [(sport: FITSport, interval: Range<Int64>)] = []
    private(set) var laps: [Int64] = []
    private(set) var series: WorkoutSeries
    /// What was left out because its time cannot be believed, as a part of a sentence; nil if nothing was.
    let damage: String?
    private let messages: [FITMessage]

    private static let second: Int64 = 1_000_000_000
    /// How much later than all that happened a session may end, in seconds; a longer one says too much.
    private static let longestSilence: Int64 = 3600

    /// Takes the messages of a file; nil if there is neither a record nor a session in it.
    init?(_ messages: [FITMessage]) {
        self.messages = messages
        let allSpans = Self.spans(
            messages.filter { $0.number == FITProfile.session.message }, FITProfile.session)
        let allRecords = Self.records(messages)
        guard
            let stretch = FITStretch(
                records: allRecords.map(\.second),
                sessions: allSpans.map { $0.start...($0.start + $0.elapsed / Self.second) })
        else { return nil }
        let records = allRecords.filter { stretch.contains($0.second) }
        let latest = Self.latest(messages, records.last?.second, of: stretch)
        let spans = allSpans.filter { stretch.contains($0.start) }.map { $0.ended(by: latest) }
        damage = Self.damage(
            records: allRecords.count - records.count, sessions: allSpans.count - spans.count)
        guard let start = [spans.map(\.start).min(), records.first?.second].compactMap(\.self).min()
        else { return nil }
        func offset(_ second: Int64) -> Int64 { (second - start) * Self.second }
        let lastRecord = records.last.map { offset($0.second) } ?? 0
        // Without a session nobody says how long the last record holds.
        let sessionEnd = spans.map { offset($0.start) + $0.elapsed }.max()
        let elapsed = min(max(sessionEnd ?? lastRecord + Self.second, lastRecord), WorkoutTime.limit)
        let pauses = Self.pauses(messages, elapsed: elapsed, offset: offset)
        let sport = spans.first?.sport ?? Self.sport(messages)
        let columns = FITRecordColumns(
            records.map { record in
                // After a session's end, until the next begins, a record is still of its sport.
                let span = spans.last { $0.start <= record.second && record.second < $0.endSecond }
                let activity = (span ?? spans.last { $0.start <= record.second })?.sport ?? sport
                return FITRecordColumns.Record(
                    offset: offset(record.second), message: record.message, activity: activity.activityType)
            }, pauses: PauseTimeline(pauses))
        series = WorkoutSeries(
            start: FITTime.date(start), columns: columns.columns,
            heartbeats: FITBeats(messages, offset: offset, elapsed: elapsed).heartbeats, pauses: pauses,
            elapsed: elapsed)
        let whole = series.interval
        sessions =
            spans.isEmpty
            ? [(sport, whole)]
            : spans.map { span in
                let begin = offset(span.start)
                return (span.sport, (begin..<(begin + span.elapsed)).clamped(to: whole))
            }
        let ends = Self.spans(messages.filter { $0.number == FITProfile.lap.message }, FITProfile.lap)
            .map { offset($0.start) + $0.elapsed }
        // A lap that ends with a session, as the last one does, nobody has ended by hand.
        let sessionEnds = sessions.map(\.interval.upperBound)
        laps = Set(ends).sorted().filter { end in
            0 < end && !sessionEnds.contains { abs($0 - end) < Self.second } && end < whole.upperBound
        }
    }

    // MARK: What is said of the whole

    /// The zone of the rider's clock: how far local time was from UTC at the end.
    var timeZone: TimeZone? {
        guard let activity = messages.first(where: { $0.number == FITProfile.Activity.message }),
            let utc = activity.integer(FITProfile.timestamp).flatMap({ UInt32(exactly: $0) }),
            let local = activity.integer(FITProfile.Activity.localTimestamp)
                .flatMap({ UInt32(exactly: $0) })
        else { return nil }
        // Quarters of an hour: some clocks are a few seconds off.
        let quarters = (Double(Int64(local) - Int64(utc)) / 900).rounded()
        guard quarters.magnitude <= 56 else { return nil }
        return TimeZone(secondsFromGMT: Int(quarters) * 900)
    }

    /// When the workout ended.
    var end: Date { WorkoutTime.date(at: series.elapsed, since: series.start) }

    /// The name of the person.
    var rider: String? { text(FITProfile.UserProfile.message, FITProfile.UserProfile.friendlyName) }

    /// The threshold power in watts.
    var functionalThresholdPower: Double? {
        measure(FITProfile.ZonesTarget.message, FITProfile.ZonesTarget.functionalThresholdPower)
            ?? measure(FITProfile.session.message, FITProfile.Session.thresholdPower)
    }

    /// What made the file, as well as the file says.
    var device: String? {
        if let name = text(FITProfile.FileID.message, FITProfile.FileID.productName) { return name }
        let creator = messages.first { message in
            message.number == FITProfile.DeviceInfo.message
                && message.integer(FITProfile.DeviceInfo.deviceIndex) == 0
                && message.text(FITProfile.DeviceInfo.productName) != nil
        }
        if let name = creator?.text(FITProfile.DeviceInfo.productName) { return name }
        guard let file = messages.first(where: { $0.number == FITProfile.FileID.message }),
            let manufacturer = file.integer(FITProfile.FileID.manufacturer)
        else { return nil }
        let maker = FITManufacturer.name(of: manufacturer) ?? "manufacturer \(manufacturer)"
        return maker + (file.integer(FITProfile.FileID.product).map { ", product \($0)" } ?? "")
    }

    private func text(_ number: UInt16, _ field: FITField) -> String? {
        messages.lazy.filter { $0.number == number }.compactMap { $0.text(field) }.first
    }

    private func measure(_ number: UInt16, _ field: FITField) -> Double? {
        messages.lazy.filter { $0.number == number }.compactMap { $0.measure(field) }.first
    }

    // MARK: Times

    private struct Span: Equatable {
        /// On the file's clock.
        let start: Int64
        /// In nanoseconds.
        var elapsed: Int64
        let sport: FITSport

        /// The first second after it, on the file's clock.
        var endSecond: Int64 { start + (elapsed + FITActivity.second - 1) / FITActivity.second }

        /// The span as far as it can be believed: one that ends long after all that happened ends with that.
        func ended(by latest: Int64?) -> Span {
            guard let latest, endSecond > latest + FITActivity.longestSilence else { return self }
            var span = self
            span.elapsed = max(0, latest + 1 - start) * FITActivity.second
            return span
        }
    }

    /// Sessions or laps with a start and a length, in order of time.
    private static func spans(_ messages: [FITMessage], _ fields: FITProfile.Summary) -> [Span] {
        messages.compactMap { message -> Span? in
            guard let start = second(message, fields.startTime) else { return nil }
            let milliseconds =
                message.integer(fields.totalElapsedTime) ?? message.integer(fields.totalTimerTime)
            let elapsed =
                milliseconds.flatMap { UInt32(exactly: $0) }.map { Int64($0) * 1_000_000 }
                ?? second(message, FITProfile.timestamp).map { max(0, $0 - start) * Self.second }
            guard let elapsed else { return nil }
            return Span(
                start: start, elapsed: elapsed,
                sport: FITSport(
                    sport: message.integer(fields.sport) ?? 0,
                    subSport: message.integer(fields.subSport) ?? 0))
        }.sorted { $0.start < $1.start }.reduce(into: []) { spans, span in
            // A file that holds another twice says everything twice.
            if spans.last != span { spans.append(span) }
        }
    }

    private static func second(_ message: FITMessage, _ field: FITField) -> Int64? {
        message.integer(field).flatMap { UInt32(exactly: $0) }.map { Int64($0) }
    }

    private static func sport(_ messages: [FITMessage]) -> FITSport {
        let sport = messages.first { $0.number == FITProfile.Sport.message }
        return FITSport(
            sport: sport?.integer(FITProfile.Sport.sport) ?? 0,
            subSport: sport?.integer(FITProfile.Sport.subSport) ?? 0)
    }

    /// The records that have a time, in its order.
    private static func records(_ messages: [FITMessage]) -> [(second: Int64, message: FITMessage)] {
        messages.filter { $0.number == FITProfile.Record.message }
            .compactMap { message in second(message, FITProfile.timestamp).map { ($0, message) } }
            .sorted { $0.second < $1.second }
    }

    /// When the last thing happened that a file with records tells of: a record, or that the timer ran or stood.
    private static func latest(
        _ messages: [FITMessage], _ lastRecord: Int64?, of stretch: FITStretch
    ) -> Int64? {
        guard let lastRecord else { return nil }
        return messages.reduce(lastRecord) { latest, message in
            guard message.number == FITProfile.Event.message,
                message.integer(FITProfile.Event.event) == Int64(FITProfile.Event.timer),
                let second = second(message, FITProfile.timestamp), stretch.contains(second)
            else { return latest }
            return max(latest, second)
        }
    }

    private static func damage(records: Int, sessions: Int) -> String? {
        let left = [(records, "record"), (sessions, "session")].filter { $0.0 > 0 }
            .map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        return left.isEmpty
            ? nil : left.joined(separator: " and ") + " more than a day from the others left out"
    }

    /// From each stop of the timer to the next start, or to the end.
    private static func pauses(
        _ messages: [FITMessage], elapsed: Int64, offset: (Int64) -> Int64
    ) -> [Range<Int64>] {
        typealias Event = FITProfile.Event
        var pauses: [Range<Int64>] = []
        var stopped: Int64?
        for message in messages
        where message.number == Event.message && message.integer(Event.event) == Int64(Event.timer) {
            guard let type = message.integer(Event.eventType),
                let time = second(message, FITProfile.timestamp).map(offset)
            else { continue }
            if Event.stops.contains(type) {
                stopped = stopped ?? time
            } else if type == Int64(Event.start), let begun = stopped {
                if begun < time { pauses.append(begun..<time) }
                stopped = nil
            }
        }
        // The end itself is less than a second from its stop.
        if let stopped, elapsed - stopped >= Self.second { pauses.append(stopped..<elapsed) }
        return pauses
    }
}

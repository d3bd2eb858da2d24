import Foundation

extension RFC3339 {
    /// A moment that was read, and the offset from UTC that it was written with.
    struct Moment: Equatable {
        /// Nanoseconds since 1970 in UTC.
        let nanoseconds: Int64
        /// The offset in minutes; 0 for `Z`, nil where none was written.
        let offsetMinutes: Int64?

        var date: Date {
            // Whole seconds and the rest apart: a sum in nanoseconds would be rounded to 256 of them.
            let seconds = nanoseconds.flooredQuotient(by: 1_000_000_000)
            let rest = Double(nanoseconds - seconds * 1_000_000_000) / 1e9
            return Date(timeIntervalSince1970: Double(seconds)).addingTimeInterval(rest)
        }
    }

    /// Reads a date and time as RFC 3339 and xsd:dateTime write them; a space may stand for the `T`.
    ///
    /// What has no offset is taken as UTC, as the formats that leave it out demand. Decimals beyond nanoseconds are cut.
    ///
    /// - Returns: nil for what is no such text, and for years outside 1900 to 2100: the distance of any two is then a number.
    static func moment(_ text: some StringProtocol) -> Moment? {
        var reader = Reader(bytes: Array(text.utf8))
        guard let year = reader.number(digits: 4), reader.skip("-"), let month = reader.number(digits: 2),
            reader.skip("-"), let day = reader.number(digits: 2), reader.skip("T") || reader.skip(" "),
            let hour = reader.number(digits: 2), reader.skip(":"), let minute = reader.number(digits: 2),
            reader.skip(":"), let second = reader.number(digits: 2),
            (1900...2100).contains(year),
            let local = CivilTime.seconds(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        var fraction: Int64 = 0
        if reader.skip(".") {
            guard let read = reader.nanoseconds() else { return nil }
            fraction = read
        }
        guard let offset = reader.offset(), reader.isAtEnd else { return nil }
        let minutes = offset ?? 0
        return Moment(
            nanoseconds: (local - minutes * 60) * 1_000_000_000 + fraction, offsetMinutes: offset)
    }

    /// Takes a text apart from its front.
    private struct Reader {
        let bytes: [UInt8]
        private var position = 0

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        var isAtEnd: Bool { position == bytes.count }

        mutating func skip(_ character: Character) -> Bool {
            guard position < bytes.count, bytes[position] == character.asciiValue else { return false }
            position += 1
            return true
        }

        private mutating func digit() -> Int64? {
            guard position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position])
            else { return nil }
            position += 1
            return Int64(bytes[position - 1] - UInt8(ascii: "0"))
        }

        mutating func number(digits: Int) -> Int64? {
            var value: Int64 = 0
            for _ in 0..<digits {
                guard let digit = digit() else { return nil }
                value = value * 10 + digit
            }
            return value
        }

        mutating func nanoseconds() -> Int64? {
            var value: Int64 = 0
            var scale: Int64 = 100_000_000
            guard var next = digit() else { return nil }
            while true {
                value += next * scale
                scale /= 10
                guard let further = digit() else { return value }
                next = further
            }
        }

        /// The offset in minutes; the outer nil is a fault, the inner one no offset.
        mutating func offset() -> Int64?? {
            if isAtEnd { return .some(nil) }
            if skip("Z") || skip("z") { return 0 }
            let isNegative = skip("-")
            guard isNegative || skip("+"), let hours = number(digits: 2), skip(":") || !isAtEnd,
                let minutes = number(digits: 2), hours < 24, minutes < 60
            else { return nil }
            return (isNegative ? -1 : 1) * (hours * 60 + minutes)
        }
    }
}

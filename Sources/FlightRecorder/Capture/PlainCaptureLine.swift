/// A notification's line in the plain form that ``CaptureWriter`` writes, or nearly so.
///
/// Recognised are the four keys, each once and in any order, with at most six decimals in `t`, blanks between
/// the tokens and digits in either case. Anything else is not plain and says nothing about the line: the
/// JSON decoder reads it then. It is worth its own code because the way through the decoder takes 8 µs a
/// line, which is more than two seconds for ten hours of two sensors.
struct PlainCaptureLine {
    let microseconds: Int64
    let address: UInt64
    let uuid: UInt16
    let value: [UInt8]

    /// Reads a line, or gives nil if it is not plain.
    init?(_ line: Span<UInt8>) {
        var position = 0
        var microseconds: Int64?
        var address: UInt64?
        var uuid: UInt64?
        var value: [UInt8]?
        for index in 0..<4 {
            guard Self.skip(index == 0 ? "{" : ",", line, &position) else { return nil }
            // A key that comes twice leaves another one out, so the count of four settles that too.
            if Self.skip("\"t\"", line, &position), Self.skip(":", line, &position) {
                microseconds = Self.time(line, &position)
            } else if Self.skip("\"sensor\"", line, &position), Self.skip(":", line, &position),
                Self.skip("\"", line, &position)
            {
                address = Self.address(line, &position)
            } else if Self.skip("\"uuid\"", line, &position), Self.skip(":", line, &position),
                Self.skip("\"", line, &position)
            {
                uuid = Self.number(digits: 4, line, &position)
                guard Self.quote(line, &position) else { return nil }
            } else if Self.skip("\"value\"", line, &position), Self.skip(":", line, &position),
                Self.skip("\"", line, &position)
            {
                value = Self.bytes(line, &position)
            } else {
                return nil
            }
        }
        guard Self.skip("}", line, &position), Self.isAtEnd(line, position),
            let microseconds, let address, let uuid, let value
        else { return nil }
        self.microseconds = microseconds
        self.address = address
        self.uuid = UInt16(truncatingIfNeeded: uuid)
        self.value = value
    }

    /// Passes over blanks and then over a text, or stays before it if the line goes on differently.
    private static func skip(_ token: StaticString, _ line: Span<UInt8>, _ position: inout Int) -> Bool {
        while position < line.count, line[position] == UInt8(ascii: " ") { position += 1 }
        let count = token.utf8CodeUnitCount
        guard line.count - position >= count else { return false }
        let matches = token.withUTF8Buffer { bytes in
            for index in 0..<count where bytes[index] != line[position + index] { return false }
            return true
        }
        if matches { position += count }
        return matches
    }

    /// Passes over the quotation mark that must come at once.
    private static func quote(_ line: Span<UInt8>, _ position: inout Int) -> Bool {
        guard position < line.count, line[position] == UInt8(ascii: "\"") else { return false }
        position += 1
        return true
    }

    private static func isAtEnd(_ line: Span<UInt8>, _ position: Int) -> Bool {
        for index in position..<line.count
        where line[index] != UInt8(ascii: " ") && line[index] != UInt8(ascii: "\r") { return false }
        return true
    }

    private static func decimalDigit(_ line: Span<UInt8>, _ position: Int) -> Int64? {
        guard position < line.count else { return nil }
        let digit = line[position] &- UInt8(ascii: "0")
        return digit <= 9 ? Int64(digit) : nil
    }

    /// A JSON number without sign or exponent, below ``CaptureReader/maximumSeconds``, in microseconds.
    private static func time(_ line: Span<UInt8>, _ position: inout Int) -> Int64? {
        while position < line.count, line[position] == UInt8(ascii: " ") { position += 1 }
        let start = position
        var seconds: Int64 = 0
        while let digit = decimalDigit(line, position) {
            seconds = 10 * seconds + digit
            position += 1
            guard seconds < CaptureReader.maximumSeconds else { return nil }
        }
        // JSON wants a digit before the point, and no zero before another digit.
        guard position > start, line[start] != UInt8(ascii: "0") || position == start + 1 else { return nil }
        guard position < line.count, line[position] == UInt8(ascii: ".") else { return seconds * 1_000_000 }
        position += 1
        var fraction: Int64 = 0
        var decimals = 0
        while let digit = decimalDigit(line, position) {
            fraction = 10 * fraction + digit
            position += 1
            decimals += 1
            guard decimals <= 6 else { return nil }
        }
        guard decimals > 0 else { return nil }
        for _ in decimals..<6 { fraction *= 10 }
        return seconds * 1_000_000 + fraction
    }

    /// Six bytes in hexadecimal with colons between and the closing quotation mark.
    private static func address(_ line: Span<UInt8>, _ position: inout Int) -> UInt64? {
        var address: UInt64 = 0
        for index in 0..<6 {
            if index > 0 {
                guard position < line.count, line[position] == UInt8(ascii: ":") else { return nil }
                position += 1
            }
            guard let byte = number(digits: 2, line, &position) else { return nil }
            address = address << 8 | byte
        }
        return quote(line, &position) ? address : nil
    }

    private static func number(digits: Int, _ line: Span<UInt8>, _ position: inout Int) -> UInt64? {
        guard line.count - position >= digits else { return nil }
        var number: UInt64 = 0
        for _ in 0..<digits {
            guard let digit = hexadecimalDigit(line[position]) else { return nil }
            number = number << 4 | UInt64(digit)
            position += 1
        }
        return number
    }

    /// Whole bytes in hexadecimal up to and with the closing quotation mark.
    private static func bytes(_ line: Span<UInt8>, _ position: inout Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20)
        while position < line.count, line[position] != UInt8(ascii: "\"") {
            guard bytes.count < CaptureLineParser.maximumValueLength,
                let byte = number(digits: 2, line, &position)
            else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: byte))
        }
        return quote(line, &position) ? bytes : nil
    }
}

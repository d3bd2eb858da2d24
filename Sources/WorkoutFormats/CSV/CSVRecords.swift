/// The records of comma-separated values (RFC 4180), one after another.
///
/// A field in quotes may hold separators, line ends and doubled quotes. Lines may end with a line feed alone, and empty
/// ones are passed over.
struct CSVRecords {
    private let bytes: [UInt8]
    private let separator: UInt8
    private var position: Int
    private var line = 1

    /// Reads bytes whose fields are parted by a separator; a byte order mark before them is passed over.
    init(_ bytes: [UInt8], separator: UInt8) {
        self.bytes = bytes
        self.separator = separator
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The next record with the line that it begins on, or nil at the end.
    mutating func next() -> (line: Int, fields: [String])? {
        while position < bytes.count {
            let first = line
            let fields = record()
            if fields != [""] { return (first, fields) }
        }
        return nil
    }

    private mutating func record() -> [String] {
        var fields: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        reading: while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            switch byte {
            case UInt8(ascii: "\"") where isQuoted && position < bytes.count && bytes[position] == byte:
                field.append(byte)
                position += 1
            case UInt8(ascii: "\"") where isQuoted || field.isEmpty:
                isQuoted.toggle()
            case separator where !isQuoted:
                fields.append(String(decoding: field, as: UTF8.self))
                field.removeAll(keepingCapacity: true)
            case UInt8(ascii: "\n") where !isQuoted:
                break reading
            default:
                field.append(byte)
            }
        }
        if field.last == UInt8(ascii: "\r"), !isQuoted { field.removeLast() }
        return fields + [String(decoding: field, as: UTF8.self)]
    }
}

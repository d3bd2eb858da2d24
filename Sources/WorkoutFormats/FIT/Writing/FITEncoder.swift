/// Writes FIT messages one after the other and makes a file of them.
///
/// Little-endian, protocol 1.0: without developer fields and 64-bit numbers every reader there is can read it. A
/// definition is written only where the file has none like it that still holds.
struct FITEncoder {
    /// The version of the protocol, 1.0.
    static let protocolVersion: UInt8 = 0x10
    /// The version of the profile that the fields are taken from, 21.218.
    static let profileVersion: UInt16 = 21_218
    static let headerSize = 14

    private var output: [UInt8]
    /// The definitions that hold, by local message type; empty where there is none.
    private var definitions = [[UInt8]](repeating: [], count: 16)
    private var nextType = Row.allCases.count

    /// Starts a file; room for as many bytes is made at once.
    init(capacity: Int) {
        output = []
        output.reserveCapacity(capacity + Self.headerSize + 2)
        output.append(contentsOf: repeatElement(0, count: Self.headerSize))
    }

    /// Writes a message; one without fields is nothing.
    mutating func write(_ message: FITMessageContent) {
        guard !message.fields.isEmpty else { return }
        let definition = Self.definition(message.number, fields: message.fields)
        output.append(localType(definition))
        output += message.bytes
    }

    /// The rows of messages that are written value by value; raw values are their local message types.
    ///
    /// The types belong to them alone, so nothing that is written in between disturbs them.
    enum Row: UInt8, CaseIterable {
        case record = 0
        case hrv = 1
    }

    /// Defines the messages of a row; `count` is how many elements the last field has.
    mutating func define(_ row: Row, _ number: UInt16, fields: [FITField], count: Int = 1) {
        var triples = fields.flatMap { [$0.number, UInt8($0.type.size), $0.type.rawValue] }
        triples[triples.count - 2] *= UInt8(count)
        let definition = Self.definition(number, fields: triples)
        definitions[Int(row.rawValue)] = definition
        output.append(0x40 | row.rawValue)
        output += definition
    }

    /// Begins the next message of a row, whose values are then appended in the order of its fields.
    mutating func beginMessage(_ row: Row) { output.append(row.rawValue) }

    mutating func append(_ value: UInt8) { output.append(value) }

    /// Appends the bytes of several values at once.
    mutating func append(_ values: ArraySlice<UInt8>) { output += values }

    mutating func append(_ value: UInt16) {
        output.append(UInt8(truncatingIfNeeded: value))
        output.append(UInt8(truncatingIfNeeded: value >> 8))
    }

    mutating func append(_ value: UInt32) {
        append(UInt16(truncatingIfNeeded: value))
        append(UInt16(truncatingIfNeeded: value >> 16))
    }

    /// The finished file: header, messages, checksum.
    consuming func finish() -> [UInt8] {
        let size = UInt32(clamping: output.count - Self.headerSize)
        var header: [UInt8] = [UInt8(Self.headerSize), Self.protocolVersion]
        header += Self.bytes(Self.profileVersion)
        header += Self.bytes(UInt16(truncatingIfNeeded: size)) + Self.bytes(UInt16(size >> 16))
        header += Array(".FIT".utf8)
        header += Self.bytes(FITChecksum.of(header[...]))
        output.replaceSubrange(0..<Self.headerSize, with: header)
        output += Self.bytes(FITChecksum.of(output[...]))
        return output
    }

    /// The local message type of a definition, which is written if it does not hold yet.
    private mutating func localType(_ definition: [UInt8]) -> UInt8 {
        if let known = definitions.dropFirst(Row.allCases.count).firstIndex(of: definition) {
            return UInt8(known)
        }
        let type = nextType
        nextType = type + 1 < definitions.count ? type + 1 : Row.allCases.count
        definitions[type] = definition
        output.append(0x40 | UInt8(type))
        output += definition
        return UInt8(type)
    }

    private static func definition(_ number: UInt16, fields: [UInt8]) -> [UInt8] {
        var definition: [UInt8] = []
        definition.reserveCapacity(5 + fields.count)
        definition += [0, 0] as [UInt8]
        definition.append(UInt8(truncatingIfNeeded: number))
        definition.append(UInt8(truncatingIfNeeded: number >> 8))
        definition.append(UInt8(fields.count / 3))
        definition += fields
        return definition
    }

    private static func bytes(_ value: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
}

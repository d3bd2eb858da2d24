/// Bytes as people and tools write them: `164b2a03`, `16 4B 2A 03`, `16:4b:2a:03`, `16-4B-2A-03`, `0x164B2A03`.
enum HexadecimalText {
    /// What is wrong with a text.
    enum Fault: Error, Equatable, CustomStringConvertible {
        /// A character that is no digit, or a separator inside a byte.
        case unexpected(Character)
        /// The last byte has one digit.
        case halfByte

        /// A clause that says what is wrong.
        var description: String {
            switch self {
            case .unexpected(let character): "\(String(character).debugDescription) does not belong there"
            case .halfByte: "the last byte has one digit and needs two"
            }
        }
    }

    /// Reads the bytes of a text.
    static func bytes(of text: String) throws(Fault) -> [UInt8] {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text.hasPrefix("0x") || text.hasPrefix("0X") ? text.dropFirst(2) : text[...] {
            if high == nil, " :-".contains(character) { continue }
            guard character.isASCII, let digit = character.hexDigitValue.flatMap(UInt8.init(exactly:)) else {
                throw .unexpected(character)
            }
            if let upper = high {
                bytes.append(upper << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        guard high == nil else { throw .halfByte }
        return bytes
    }
}

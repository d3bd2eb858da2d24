/// Writes one ``JSONValue`` as UTF-8 text (RFC 8259).
struct JSONWriter {
    /// The widest object, in bytes, that the document layout keeps on one line.
    static let inlineLimit = 100

    private(set) var bytes: [UInt8] = []
    private let layout: JSONLayout

    init(layout: JSONLayout) {
        self.layout = layout
    }

    mutating func write(_ value: JSONValue) {
        switch layout {
        case .line: writeInline(value, padded: false)
        case .document: writeDocument(value, depth: 0)
        }
    }

    // MARK: Layouts

    /// Writes a value on one line; `padded` puts the spaces in that the document layout has.
    private mutating func writeInline(_ value: JSONValue, padded: Bool) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .integer(let value): append(String(value))
        case .number(let value): writeNumber(value)
        case .string(let text): writeString(text)
        case .array(let elements):
            append("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { append(padded ? ", " : ",") }
                writeInline(element, padded: padded)
            }
            append("]")
        case .object(let members):
            append(padded && !members.isEmpty ? "{ " : "{")
            for (index, member) in members.enumerated() {
                if index > 0 { append(padded ? ", " : ",") }
                writeString(member.key)
                append(padded ? ": " : ":")
                writeInline(member.value, padded: padded)
            }
            append(padded && !members.isEmpty ? " }" : "}")
        }
    }

    private mutating func writeDocument(_ value: JSONValue, depth: Int) {
        if value.isScalar || value.isFlatArray || value.isEmptyObject {
            writeInline(value, padded: true)
            return
        }
        if depth > 0, value.isFlatObject {
            let mark = bytes.count
            writeInline(value, padded: true)
            if bytes.count - mark <= Self.inlineLimit { return }
            bytes.removeSubrange(mark...)
        }
        switch value {
        case .array(let elements):
            append("[")
            for (index, element) in elements.enumerated() {
                startLine(depth: depth + 1, first: index == 0)
                writeDocument(element, depth: depth + 1)
            }
            endLines(depth: depth)
            append("]")
        case .object(let members):
            append("{")
            for (index, member) in members.enumerated() {
                startLine(depth: depth + 1, first: index == 0)
                writeString(member.key)
                append(": ")
                writeDocument(member.value, depth: depth + 1)
            }
            endLines(depth: depth)
            append("}")
        case .null, .bool, .integer, .number, .string:
            break
        }
    }

    private mutating func startLine(depth: Int, first: Bool) {
        append(first ? "\n" : ",\n")
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    private mutating func endLines(depth: Int) {
        append("\n")
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    // MARK: Scalars

    /// Writes the shortest decimal that reads back as the same double, such as `141.0` or `1e+16`.
    private mutating func writeNumber(_ value: Double) {
        guard value.isFinite else {
            // JSON has no NaN and no infinity, and a reader must not mistake them for a measure.
            append("null")
            return
        }
        // Nearly all are thousandths. Such a one of at most 15 digits is its own shortest text, and two different ones are
        // never the same double, so this is what `description` gives, in a third of the time.
        if value.magnitude < 1e9, (value * 1000).rounded() / 1000 == value {
            bytes.append(value, decimals: 3)
            if value.rounded() == value { append(".0") }
            return
        }
        append(value.description)
    }

    private mutating func writeString(_ text: String) {
        append("\"")
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": append("\\\"")
            case "\\": append("\\\\")
            case "\n": append("\\n")
            case "\r": append("\\r")
            case "\t": append("\\t")
            case "\u{08}": append("\\b")
            case "\u{0C}": append("\\f")
            // RFC 8259 demands the first range. The second, DEL and the C1 controls, is escaped because
            // names come from the air and the text is printed on terminals, which obey such controls.
            case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{9F}":
                let digits = String(scalar.value, radix: 16)
                append("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
            default:
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        append("\"")
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}

extension JSONValue {
    /// The value as UTF-8 text, without a line end.
    package func bytes(_ layout: JSONLayout) -> [UInt8] {
        var writer = JSONWriter(layout: layout)
        writer.write(self)
        return writer.bytes
    }

    /// The value as text, without a line end.
    package func text(_ layout: JSONLayout) -> String {
        String(decoding: bytes(layout), as: UTF8.self)
    }

    fileprivate var isScalar: Bool {
        switch self {
        case .null, .bool, .integer, .number, .string: true
        case .array, .object: false
        }
    }

    fileprivate var isFlatArray: Bool {
        guard case .array(let elements) = self else { return false }
        return elements.allSatisfy(\.isScalar)
    }

    fileprivate var isEmptyObject: Bool { self == .object([]) }

    fileprivate var isFlatObject: Bool {
        guard case .object(let members) = self else { return false }
        return members.allSatisfy { $0.value.isScalar || $0.value.isFlatArray }
    }
}

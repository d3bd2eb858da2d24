import CXML

/// Walks through XML from its begin to its end, element by element, with libxml2's reader.
///
/// Foundation's parser traps on some documents that are not well-formed, and files come from outside. Nothing is fetched, and
/// a document that declares a type of its own is refused: it could blow itself up with entities, and no workout needs it.
enum XMLElements {
    /// An element that begins.
    struct Element {
        /// Its name without a prefix.
        let name: String
        fileprivate let reader: xmlTextReaderPtr

        /// The value of an attribute without a namespace, or nil.
        func attribute(_ name: String) -> String? {
            guard let value = xmlTextReaderGetAttribute(reader, name) else { return nil }
            defer { pulsewatt_xml_free(value) }
            return String(cString: value)
        }
    }

    /// What comes next.
    enum Step {
        case begin(Element)
        case end(name: String)
        case text(String)
    }

    /// Where a walk ended.
    struct End {
        /// The line.
        let line: Int
        /// Whether the document was well-formed up to its end.
        let isWhole: Bool
    }

    private static let isReady: Void = xmlInitParser()

    /// Walks until the end, a fault, or a visitor that has enough.
    ///
    /// - Parameters:
    ///   - bytes: the document, without anything before it.
    ///   - visit: is told each step with its line and says whether to go on.
    /// - Returns: where it ended.
    static func walk(_ bytes: [UInt8], _ visit: (Step, Int) -> Bool) -> End {
        _ = isReady
        guard let count = Int32(exactly: bytes.count), !declaresType(bytes) else {
            return End(line: 1, isWhole: false)
        }
        // The reader reads where the bytes are.
        return bytes.withUnsafeBufferPointer { buffer in
            var options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
            // Without it libxml2 stops after 10 MB, which a day in the saddle has; with it, it guards itself less.
            if count > largestGuarded { options |= XML_PARSE_HUGE.rawValue }
            guard let start = buffer.baseAddress,
                let reader = start.withMemoryRebound(
                    to: CChar.self, capacity: buffer.count,
                    { xmlReaderForMemory($0, count, nil, nil, Int32(options)) })
            else { return End(line: 1, isWhole: false) }
            defer { xmlFreeTextReader(reader) }
            return walk(reader, visit)
        }
    }

    private static let largestGuarded = 9_000_000

    private static func declaresType(_ bytes: [UInt8]) -> Bool {
        // Only before the root element, which the first 64 KiB surely reach.
        String(decoding: bytes.prefix(65_536), as: UTF8.self).contains("<!DOCTYPE")
    }

    private static func walk(_ reader: xmlTextReaderPtr, _ visit: (Step, Int) -> Bool) -> End {
        var result = xmlTextReaderRead(reader)
        var line = 1
        while result == 1 {
            line = Int(max(1, xmlTextReaderGetParserLineNumber(reader)))
            for step in steps(reader) {
                guard visit(step, line) else { return End(line: line, isWhole: false) }
            }
            result = xmlTextReaderRead(reader)
        }
        return End(line: max(line, Int(xmlTextReaderGetParserLineNumber(reader))), isWhole: result == 0)
    }

    private static func steps(_ reader: xmlTextReaderPtr) -> [Step] {
        switch xmlReaderTypes(UInt32(bitPattern: xmlTextReaderNodeType(reader))) {
        case XML_READER_TYPE_ELEMENT:
            let name = localName(reader)
            let begin = Step.begin(Element(name: name, reader: reader))
            return xmlTextReaderIsEmptyElement(reader) == 1 ? [begin, .end(name: name)] : [begin]
        case XML_READER_TYPE_END_ELEMENT:
            return [.end(name: localName(reader))]
        case XML_READER_TYPE_TEXT, XML_READER_TYPE_CDATA:
            return xmlTextReaderConstValue(reader).map { [.text(String(cString: $0))] } ?? []
        default:
            return []
        }
    }

    private static func localName(_ reader: xmlTextReaderPtr) -> String {
        xmlTextReaderConstLocalName(reader).map { String(cString: $0) } ?? ""
    }
}

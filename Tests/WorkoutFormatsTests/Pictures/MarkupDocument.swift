import Foundation
import FoundationXML

/// A picture or a page as an XML parser reads it.
final class MarkupDocument: NSObject, XMLParserDelegate {
    /// An element with its attributes and the text in it.
    struct Element {
        let name: String
        let attributes: [String: String]
        /// The names of the elements around it, outermost first.
        let path: [String]
        var text = ""
    }

    /// The elements in the order in which they begin.
    private(set) var elements: [Element] = []
    private var open: [Int] = []

    /// Reads a document; nil if it is not well-formed.
    init?(_ bytes: [UInt8]) {
        super.init()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = self
        guard parser.parse() else { return nil }
    }

    /// The texts of all elements of a name.
    func texts(_ name: String) -> [String] { elements.filter { $0.name == name }.map(\.text) }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let path = open.map { elements[$0].name }
        open.append(elements.count)
        elements.append(Element(name: name, attributes: attributes, path: path))
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        for index in open { elements[index].text += text }
    }
}

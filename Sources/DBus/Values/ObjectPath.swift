import CDBus

/// The path of an object on the bus, such as `/org/bluez/hci0`; always a valid one.
package struct ObjectPath: Hashable, Sendable {
    /// The path as text.
    package let text: String

    /// Takes a path; nil where the text is not one.
    package init?(_ text: String) {
        guard !text.utf8.contains(0), dbus_validate_path(text, nil) != 0 else { return nil }
        self.text = text
    }

    /// Takes text that libdbus itself handed out as a path.
    init(trusted text: String) {
        self.text = text
    }

    /// Whether the path is the other one or lies below it.
    package func isAtOrBelow(_ other: ObjectPath) -> Bool {
        if text == other.text || other.text == "/" { return true }
        return text.hasPrefix(other.text)
            && text.utf8.dropFirst(other.text.utf8.count).first == UInt8(ascii: "/")
    }

    /// The path one step up; nil for the root.
    package var parent: ObjectPath? {
        guard text != "/", let slash = text.lastIndex(of: "/") else { return nil }
        return ObjectPath(trusted: slash == text.startIndex ? "/" : String(text[..<slash]))
    }
}

extension ObjectPath: ExpressibleByStringLiteral {
    /// Takes a path written in source; stops the program where it is not one.
    package init(stringLiteral text: StaticString) {
        let text = text.description
        precondition(!text.utf8.contains(0) && dbus_validate_path(text, nil) != 0, "not an object path")
        self.text = text
    }
}

extension ObjectPath: CustomStringConvertible {
    /// The path as text.
    package var description: String { text }
}

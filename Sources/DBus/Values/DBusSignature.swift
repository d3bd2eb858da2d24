import CDBus

/// A D-Bus type signature of any number of complete types; always a valid one.
package struct DBusSignature: Hashable, Sendable {
    /// The signature as text.
    package let text: String

    /// Takes a signature; nil where the text is not one.
    package init?(_ text: String) {
        guard !text.utf8.contains(0), dbus_signature_validate(text, nil) != 0 else { return nil }
        self.text = text
    }

    /// Takes text that libdbus itself handed out as a signature.
    init(trusted text: String) {
        self.text = text
    }

    /// Whether the signature is that of exactly one value.
    package var isSingle: Bool { dbus_signature_validate_single(text, nil) != 0 }
}

extension DBusSignature: ExpressibleByStringLiteral {
    /// Takes a signature written in source; stops the program where it is not one.
    package init(stringLiteral text: StaticString) {
        let text = text.description
        precondition(!text.utf8.contains(0) && dbus_signature_validate(text, nil) != 0, "not a signature")
        self.text = text
    }
}

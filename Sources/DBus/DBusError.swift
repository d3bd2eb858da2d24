/// An error that the bus, a peer on it or libdbus itself gave.
package struct DBusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error's name, such as `org.bluez.Error.NotReady`.
    package let name: String
    /// The text that came with it, word for word.
    package let message: String

    /// Makes an error from its name and text.
    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// The text and the name in one line.
    package var description: String { message.isEmpty ? name : "\(message) (\(name))" }
}

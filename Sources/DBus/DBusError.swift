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

extension DBusError {
    /// A failure without a better name.
    package static let failedName = "org.freedesktop.DBus.Error.Failed"
    /// No answer came: the receiver vanished, or the deadline passed.
    package static let noReplyName = "org.freedesktop.DBus.Error.NoReply"
    /// The connection to the bus is gone.
    package static let disconnectedName = "org.freedesktop.DBus.Error.Disconnected"
    /// The receiver's name has no owner and nothing may start it.
    package static let serviceUnknownName = "org.freedesktop.DBus.Error.ServiceUnknown"
    /// A bus name has no owner.
    package static let nameHasNoOwnerName = "org.freedesktop.DBus.Error.NameHasNoOwner"
    /// The receiver has no such object.
    package static let unknownObjectName = "org.freedesktop.DBus.Error.UnknownObject"
    /// The object has no such method.
    package static let unknownMethodName = "org.freedesktop.DBus.Error.UnknownMethod"
    /// An argument is not what it has to be.
    package static let invalidArgumentsName = "org.freedesktop.DBus.Error.InvalidArgs"
    /// The bus's policy forbids the message.
    package static let accessDeniedName = "org.freedesktop.DBus.Error.AccessDenied"
    /// A limit of the bus or of the process is reached.
    package static let limitsExceededName = "org.freedesktop.DBus.Error.LimitsExceeded"
    /// The caller's task was cancelled; never seen on the bus.
    package static let cancelledName = "org.pulsewatt.Error.Cancelled"

    static let disconnected = DBusError(
        name: disconnectedName, message: "The connection to the bus is closed")
    static let cancelled = DBusError(name: cancelledName, message: "The call was cancelled")
    static let noMemory = DBusError(name: "org.freedesktop.DBus.Error.NoMemory", message: "Out of memory")

    static func invalid(_ message: String) -> DBusError {
        DBusError(name: invalidArgumentsName, message: message)
    }
}

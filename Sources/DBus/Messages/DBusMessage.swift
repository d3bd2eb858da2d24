/// One message of the bus as a value: what libdbus held has been copied out.
package struct DBusMessage: Hashable, Sendable {
    /// The four kinds of messages.
    package enum Kind: Hashable, Sendable {
        /// Asks an object to do something.
        case methodCall
        /// The answer to a call.
        case methodReturn
        /// The answer to a call that failed.
        case error
        /// Tells whoever listens that something happened.
        case signal
    }

    /// What kind of message it is.
    package var kind: Kind
    /// The object that is called or that sends the signal.
    package var path: ObjectPath?
    /// The interface of the method or signal.
    package var interface: String?
    /// The name of the method or signal.
    package var member: String?
    /// The name of the error.
    package var errorName: String?
    /// The unique name of the sender, which the bus fills in.
    package var sender: String?
    /// The name of the receiver; nil for a signal to everybody.
    package var destination: String?
    /// The number of the message on its sender's connection; 0 before it is sent.
    package var serial: UInt32 = 0
    /// The number of the call that this message answers.
    package var replySerial: UInt32 = 0
    /// Whether the bus may start the receiver's service for this message.
    package var autoStart = false
    /// Whether the sender wants an answer to this call.
    package var expectsReply = true
    /// The values that the message carries.
    package var arguments: [DBusValue]

    /// Makes a message of a kind with nothing in it but its values.
    package init(kind: Kind, arguments: [DBusValue] = []) {
        self.kind = kind
        self.arguments = arguments
    }

    /// Makes a call; unlike libdbus it starts no service unless asked to.
    package static func methodCall(
        destination: String?, path: ObjectPath, interface: String, member: String,
        _ arguments: [DBusValue] = [], autoStart: Bool = false
    ) -> DBusMessage {
        var message = DBusMessage(kind: .methodCall, arguments: arguments)
        message.destination = destination
        message.path = path
        message.interface = interface
        message.member = member
        message.autoStart = autoStart
        return message
    }

    /// Makes a signal.
    package static func signal(
        path: ObjectPath, interface: String, member: String, _ arguments: [DBusValue] = []
    ) -> DBusMessage {
        var message = DBusMessage(kind: .signal, arguments: arguments)
        message.path = path
        message.interface = interface
        message.member = member
        return message
    }

    /// The error that an error message carries.
    package var error: DBusError? {
        guard kind == .error else { return nil }
        return DBusError(name: errorName ?? DBusError.failedName, message: arguments.first?.string ?? "")
    }
}

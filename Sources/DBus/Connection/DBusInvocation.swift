/// A call from another program, to be answered once: now or later, on any thread.
///
/// An answer that is given on the loop is sent at once, so it keeps its order with signals.
package struct DBusInvocation: Sendable {
    /// The call.
    package let message: DBusMessage
    private let connection: DBusConnection

    init(message: DBusMessage, connection: DBusConnection) {
        self.message = message
        self.connection = connection
    }

    /// Answers with values.
    package func reply(_ values: [DBusValue] = []) {
        answer(DBusMessage(kind: .methodReturn, arguments: values))
    }

    /// Answers with an error.
    package func fail(_ error: DBusError) {
        var answer = DBusMessage(kind: .error, arguments: [.string(error.message)])
        answer.errorName = error.name
        self.answer(answer)
    }

    private func answer(_ answer: DBusMessage) {
        guard message.expectsReply else { return }
        var answer = answer
        answer.destination = message.sender
        answer.replySerial = message.serial
        let send: @Sendable () -> Void = { [connection, answer] in
            connection.assumeIsolated { $0.transmitReply(answer) }
        }
        if connection.loop.isCurrent { send() } else { connection.loop.async(send) }
    }
}

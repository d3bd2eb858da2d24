extension DBusConnection {
    /// An object of ours, or all objects at and below a path.
    struct Export {
        let id: UInt64
        let path: ObjectPath
        let includesSubtree: Bool
        let handler: @Sendable (DBusInvocation) -> Void
    }

    /// Answers calls to an object, or to all objects at and below it, for as long as the token lives.
    ///
    /// The handler runs on the loop, in the order of the calls. The longest path wins.
    package func export(
        at path: ObjectPath, subtree: Bool = false, _ handler: @escaping @Sendable (DBusInvocation) -> Void
    ) -> DBusSubscription {
        let id = nextIdentifier()
        exports.append(Export(id: id, path: path, includesSubtree: subtree, handler: handler))
        return DBusSubscription(loop: loop) { [weak self] in
            self?.assumeIsolated { connection in connection.exports.removeAll { $0.id == id } }
        }
    }

    func receiveCall(_ message: DBusMessage) {
        let invocation = DBusInvocation(message: message, connection: self)
        let candidates = exports.filter { export in
            guard let path = message.path else { return false }
            return export.includesSubtree ? path.isAtOrBelow(export.path) : path == export.path
        }
        if let export = candidates.max(by: { $0.path.text.utf8.count < $1.path.text.utf8.count }) {
            export.handler(invocation)
        } else {
            invocation.fail(
                DBusError(
                    name: DBusError.unknownObjectName,
                    message: "There is no object \(message.path?.text ?? "without a path")"))
        }
    }

    /// Sends an answer; one that cannot be sent becomes an error, so that the caller never waits in vain.
    func transmitReply(_ answer: DBusMessage) {
        do throws(DBusError) {
            _ = try transmit(answer)
        } catch {
            var refusal = DBusMessage(kind: .error, arguments: [.string(error.message.filter { $0 != "\0" })])
            refusal.errorName = DBusError.failedName
            refusal.destination = answer.destination
            refusal.replySerial = answer.replySerial
            _ = try? transmit(refusal)
        }
    }
}

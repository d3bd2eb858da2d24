extension DBusConnection {
    /// A call whose answer has not come.
    struct PendingCall {
        let timer: EventLoopTimer?
        let finish: @Sendable (Result<[DBusValue], DBusError>) -> Void
    }

    /// Calls a method and waits for its values.
    ///
    /// Without a timeout only an answer, the receiver's end or the bus's end it. Cancelling the task forgets the
    /// answer; the receiver goes on with what it was asked to do.
    package func call(
        _ message: DBusMessage, timeout: Duration? = .seconds(25)
    ) async throws(DBusError) -> [DBusValue] {
        let cancellation = CallCancellation()
        let result: Result<[DBusValue], DBusError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: .failure(.cancelled)) }
                let serial = call(message, timeout: timeout) { continuation.resume(returning: $0) }
                if let serial { cancellation.serial = serial }
            }
        } onCancel: {
            loop.async { [weak self] in
                self?.assumeIsolated { connection in
                    guard let serial = cancellation.serial else { return }
                    connection.finishCall(serial, .failure(.cancelled))
                }
            }
        }
        return try result.get()
    }

    /// Calls a method and hands its values over on the loop, in order with the signals that arrive.
    ///
    /// Returns the call's serial number, or nil where it failed at once; the handler is told exactly once.
    @discardableResult
    package func call(
        _ message: DBusMessage, timeout: Duration?,
        reply: @escaping @Sendable (Result<[DBusValue], DBusError>) -> Void
    ) -> UInt32? {
        do throws(DBusError) {
            let serial = try transmit(message)
            let timer = timeout.map { timeout in
                loop.schedule(after: timeout) { [weak self] in
                    let error = DBusError(name: DBusError.noReplyName, message: "No answer within \(timeout)")
                    self?.assumeIsolated { $0.finishCall(serial, .failure(error)) }
                }
            }
            pendingCalls[serial] = PendingCall(timer: timer, finish: reply)
            return serial
        } catch {
            reply(.failure(error))
            return nil
        }
    }

    /// Gives a call its result, unless it has one.
    func finishCall(_ serial: UInt32, _ result: Result<[DBusValue], DBusError>) {
        guard let call = pendingCalls.removeValue(forKey: serial) else { return }
        call.timer?.cancel()
        call.finish(result)
    }

    /// Hands over a message that arrived.
    func receive(_ message: DBusMessage) {
        switch message.kind {
        case .signal:
            if message.interface == "org.freedesktop.DBus.Local", message.member == "Disconnected" {
                lose()
                return
            }
            for subscription in subscriptions where subscription.rule.matches(message) {
                subscription.handler(message)
            }
        case .methodReturn:
            finishCall(message.replySerial, .success(message.arguments))
        case .error:
            let error = message.error ?? DBusError(name: DBusError.failedName, message: "")
            finishCall(message.replySerial, .failure(error))
        case .methodCall:
            receiveCall(message)
        }
    }

    /// A message arrived whose file descriptors this process could not take.
    func receiveUnreadable(_ header: DBusMessage, _ error: DBusError) {
        switch header.kind {
        case .methodCall: DBusInvocation(message: header, connection: self).fail(error)
        case .methodReturn, .error: finishCall(header.replySerial, .failure(error))
        case .signal: break
        }
    }
}

/// Where a call's cancellation finds its serial number.
///
/// Unchecked, because both sides touch it on the connection's loop only.
private final class CallCancellation: @unchecked Sendable {
    var serial: UInt32?
}

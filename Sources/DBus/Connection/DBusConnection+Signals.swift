extension DBusConnection {
    /// A handler of signals.
    struct SignalSubscription {
        let id: UInt64
        let rule: MatchRule
        let handler: @Sendable (DBusMessage) -> Void
    }

    /// Calls a handler on the loop, in order, for each signal that a rule matches.
    ///
    /// The handler is in force before the bus has the rule, and the rule leaves the bus when the token goes.
    package func subscribe(
        _ rule: MatchRule, _ handler: @escaping @Sendable (DBusMessage) -> Void
    ) async throws(DBusError) -> DBusSubscription {
        let text = try rule.text()
        let id = nextIdentifier()
        subscriptions.append(SignalSubscription(id: id, rule: rule, handler: handler))
        do throws(DBusError) {
            _ = try await call(Self.bus("AddMatch", [.string(text)]))
        } catch {
            subscriptions.removeAll { $0.id == id }
            // A rule whose answer was not awaited may still be there.
            try? send(Self.bus("RemoveMatch", [.string(text)]))
            throw error
        }
        return DBusSubscription(loop: loop) { [weak self] in
            self?.assumeIsolated { connection in
                guard connection.isConnected else { return }
                connection.subscriptions.removeAll { $0.id == id }
                try? connection.send(Self.bus("RemoveMatch", [.string(text)]))
            }
        }
    }

    /// Calls a handler on the loop once when the connection is lost or closed.
    package func observeDisconnect(_ handler: @escaping @Sendable () -> Void) -> DBusSubscription {
        let id = nextIdentifier()
        if isConnected {
            disconnectObservers.append((id, handler))
        } else {
            loop.async(handler)
        }
        return DBusSubscription(loop: loop) { [weak self] in
            self?.assumeIsolated { connection in connection.disconnectObservers.removeAll { $0.id == id } }
        }
    }

    /// A call to the bus itself.
    static func bus(_ member: String, _ arguments: [DBusValue]) -> DBusMessage {
        .methodCall(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", member: member, arguments)
    }
}

extension DBusConnection {
    /// Takes a well-known name; fails where another connection has it.
    package func requestName(_ name: String) async throws(DBusError) {
        let doNotQueue: UInt32 = 4
        let reply = try await call(Self.bus("RequestName", [.string(name), .uint32(doNotQueue)]))
        let (becameOwner, wasOwner) = (1, 4)
        guard let code = reply.first?.integer, code == becameOwner || code == wasOwner else {
            throw DBusError(
                name: "org.freedesktop.DBus.Error.AddressInUse",
                message: "Another program owns the bus name \(name)")
        }
    }

    /// Gives a well-known name back.
    package func releaseName(_ name: String) async throws(DBusError) {
        _ = try await call(Self.bus("ReleaseName", [.string(name)]))
    }

    /// The unique name of the connection that owns a name; nil where none does.
    package func owner(of name: String) async throws(DBusError) -> String? {
        do throws(DBusError) {
            return try await call(Self.bus("GetNameOwner", [.string(name)])).first?.string
        } catch {
            guard error.name == DBusError.nameHasNoOwnerName else { throw error }
            return nil
        }
    }

    /// Calls a handler with the owner of a name, at first with the present one, then with each new one.
    package func observeOwner(
        of name: String, _ handler: @escaping @Sendable (_ owner: String?) -> Void
    ) async throws(DBusError) -> DBusSubscription {
        let rule = MatchRule(
            sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged",
            argument0: name)
        let subscription = try await subscribe(rule) { signal in
            guard signal.sender == "org.freedesktop.DBus", signal.arguments.count == 3 else { return }
            guard let owner = signal.arguments[2].string else { return }
            handler(owner.isEmpty ? nil : owner)
        }
        // The handler gets the answer in order with the signals, so a change meanwhile is never overwritten.
        let failure: DBusError? = await withCheckedContinuation { continuation in
            call(Self.bus("GetNameOwner", [.string(name)]), timeout: .seconds(25)) { result in
                switch result {
                case .success(let values):
                    handler(values.first?.string)
                    continuation.resume(returning: nil)
                case .failure(let error) where error.name == DBusError.nameHasNoOwnerName:
                    handler(nil)
                    continuation.resume(returning: nil)
                case .failure(let error):
                    continuation.resume(returning: error)
                }
            }
        }
        if let failure { throw failure }
        return subscription
    }
}

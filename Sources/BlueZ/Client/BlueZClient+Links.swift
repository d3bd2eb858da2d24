import DBus
import SensorProfiles

extension BlueZClient {
    /// Connects to a device, one at a time an adapter; a link that is up already is taken over if it is alive.
    ///
    /// The deadline counts from when the attempt begins. Its end and the task's cancellation send `Disconnect`,
    /// which is how BlueZ cancels an attempt.
    package func connect(
        _ id: BlueZDevice.ID, deadline: Duration = .seconds(45)
    ) async throws(BlueZError) {
        await use(id)
        try await takeTurn(on: id) { client, path throws(BlueZError) in
            if client.device(id)?.isConnected == true {
                guard await client.isDead(id) else { return }
                try await client.disconnect(id)
            }
            client.ownLinks.insert(id)
            try await client.run(
                client.message(path, BlueZInterface.device, "Connect"), on: id, deadline: deadline,
                cancelledBy: "Disconnect")
        }
    }

    /// Waits until BlueZ has read the device's services; the end of the link or of the device ends it too.
    package func waitForServices(
        _ id: BlueZDevice.ID, deadline: Duration = .seconds(30)
    ) async throws(BlueZError) {
        let subject = subject(id)
        try await wait(subject: subject, deadline: deadline) { client in
            guard let device = client.device(id) else {
                return .failure(BlueZError(.noSuchDevice, subject: subject))
            }
            guard device.isConnected else { return .failure(BlueZError(.linkFailed, subject: subject)) }
            return device.servicesResolved ? .success(()) : nil
        }
    }

    /// Waits until a device is not connected or is gone; false when the deadline passes before.
    package func waitForDisconnection(_ id: BlueZDevice.ID, deadline: Duration = .seconds(5)) async -> Bool {
        do throws(BlueZError) {
            try await wait(subject: subject(id), deadline: deadline) { client in
                client.device(id)?.isConnected == true ? nil : .success(())
            }
            return true
        } catch {
            return error.kind == .daemonNotRunning
        }
    }

    /// Ends a link, or an attempt to make one; that there is none is as good.
    package func disconnect(
        _ id: BlueZDevice.ID, deadline: Duration = .seconds(10)
    ) async throws(BlueZError) {
        if let path = tree.path(of: id) {
            do throws(BlueZError) {
                try await call(
                    path, BlueZInterface.device, "Disconnect", timeout: deadline, subject: subject(id))
            } catch {
                guard [.linkFailed, .noSuchDevice, .daemonNotRunning].contains(error.kind) else {
                    throw error
                }
            }
        }
        if sensorsInUse.remove(id.address) != nil { await updateRules() }
    }

    /// Whether a link that we did not make is one that an earlier daemon left behind.
    ///
    /// After a crash of bluetoothd the kernel keeps the link, and the new daemon shows it as connected, but never
    /// reads its services, and answers Connect with success. One that BlueZ has just made itself
    /// gets a grace.
    private func isDead(_ id: BlueZDevice.ID) async -> Bool {
        guard !ownLinks.contains(id) else { return false }
        do throws(BlueZError) {
            try await waitForServices(id, deadline: foreignLinkGrace)
            return false
        } catch {
            return error.kind == .timedOut
        }
    }

    /// Runs work that makes a link after all earlier such work on the same adapter.
    func takeTurn(
        on id: BlueZDevice.ID,
        _ work: @Sendable (isolated BlueZClient, ObjectPath) async throws(BlueZError) -> Void
    ) async throws(BlueZError) {
        let turn = nextIdentifier()
        connectQueues[id.adapter, default: []].append(turn)
        defer {
            connectQueues[id.adapter]?.removeAll { $0 == turn }
            evaluateWaiters()
        }
        try await wait(subject: subject(id), deadline: .seconds(600)) { client in
            client.connectQueues[id.adapter]?.first == turn ? .success(()) : nil
        }
        try await work(self, try path(of: id))
    }

    /// Sends a long call without a timeout of the bus's, under our deadline, and cancels it in BlueZ's own way.
    func run(
        _ message: DBusMessage, on id: BlueZDevice.ID, deadline: Duration, cancelledBy cancelling: String
    ) async throws(BlueZError) {
        guard let path = message.path else { return }
        let (subject, token, generation) = (subject(id), nextIdentifier(), generation)
        openCalls.insert(token)
        defer {
            openCalls.remove(token)
            answers[token] = nil
        }
        await connection.call(message, timeout: nil) { [weak self] result in
            self?.assumeIsolated { client in
                guard client.openCalls.contains(token) else { return }
                client.answers[token] = result
                client.evaluateWaiters()
            }
        }
        let check: @Sendable (isolated BlueZClient) -> Result<Void, BlueZError>? = { client in
            if let answer = client.answers[token] {
                return answer.map { _ in () }.mapError { BlueZError($0, subject: subject) }
            }
            guard client.generation == generation else {
                return .failure(BlueZError(.daemonNotRunning, subject: subject))
            }
            return client.tree.path(of: id) == path
                ? nil : .failure(BlueZError(.noSuchDevice, subject: subject))
        }
        do throws(BlueZError) {
            try await wait(subject: subject, deadline: deadline, until: check)
        } catch {
            if ["org.bluez.Error.AlreadyConnected", "org.bluez.Error.AlreadyExists"].contains(error.name) {
                return
            }
            guard [.timedOut, .cancelled].contains(error.kind), error.name.isEmpty else {
                throw explained(error, adapter: id.adapter)
            }
            let cancellation = self.message(path, BlueZInterface.device, cancelling)
            await connection.call(cancellation, timeout: .seconds(10)) { _ in }
            // The attempt's own answer shows that it is over; without one BlueZ hangs, and others get their turn.
            try? await wait(
                subject: subject, deadline: .seconds(5), ignoringCancellation: true, until: check)
            throw error
        }
    }
}

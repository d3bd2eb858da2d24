import DBus
import SensorProfiles

extension BlueZClient {
    private static let agentPath: ObjectPath = "/org/pulsewatt/agent"

    /// Pairs with a device through our own agent, which can show and ask nothing; one that is paired stays so.
    package func pair(_ id: BlueZDevice.ID, deadline: Duration = .seconds(120)) async throws(BlueZError) {
        await use(id)
        try await registerAgent()
        try await takeTurn(on: id) { client, path throws(BlueZError) in
            guard client.device(id)?.isPaired != true else { return }
            client.ownLinks.insert(id)
            client.pairingDevices.insert(path)
            defer { client.pairingDevices.remove(path) }
            try await client.run(
                client.message(path, BlueZInterface.device, "Pair"), on: id, deadline: deadline,
                cancelledBy: "CancelPairing")
        }
    }

    /// Says whether a bonded device may connect and use services without being asked for.
    package func setTrusted(_ trusted: Bool, _ id: BlueZDevice.ID) async throws(BlueZError) {
        try await set(
            "Trusted", .boolean(trusted), of: BlueZInterface.device, at: try path(of: id),
            subject: subject(id))
    }

    /// Makes BlueZ forget a device with its bond and its cached services; that it is unknown is as good.
    package func remove(
        _ id: BlueZDevice.ID, deadline: Duration = .seconds(15)
    ) async throws(BlueZError) {
        if let path = tree.path(of: id), let adapter = tree.path(ofAdapter: id.adapter) {
            do throws(BlueZError) {
                try await call(
                    adapter, BlueZInterface.adapter, "RemoveDevice", [.objectPath(path)], timeout: deadline,
                    subject: subject(id))
            } catch {
                guard error.kind == .noSuchDevice else { throw explained(error, adapter: id.adapter) }
            }
        }
        if sensorsInUse.remove(id.address) != nil { await updateRules() }
    }

    /// Shows our agent to the present daemon, once; even pairing without any question needs one.
    func registerAgent() async throws(BlueZError) {
        if agent == nil {
            agent = await connection.export(at: Self.agentPath) { [weak self] invocation in
                self?.assumeIsolated { $0.answer(invocation) }
            }
        }
        guard agentGeneration != generation else { return }
        let generation = generation
        do throws(BlueZError) {
            try await call(
                "/org/bluez", BlueZInterface.agentManager, "RegisterAgent",
                [.objectPath(Self.agentPath), .string("NoInputNoOutput")], subject: "The pairing agent")
        } catch {
            guard error.name == "org.bluez.Error.AlreadyExists" else { throw error }
        }
        agentGeneration = generation
    }

    func unregisterAgent(deadline: Duration) async {
        guard agentGeneration == generation else { return }
        agentGeneration = nil
        _ = try? await call(
            "/org/bluez", BlueZInterface.agentManager, "UnregisterAgent", [.objectPath(Self.agentPath)],
            timeout: deadline, subject: "The pairing agent")
    }

    /// Answers bluetoothd's questions: yes to what needs nobody to read or type, for sensors that are ours.
    private func answer(_ invocation: DBusInvocation) {
        let message = invocation.message
        guard message.interface == BlueZInterface.agent, let daemon, message.sender == daemon else {
            invocation.fail(DBusError(name: DBusError.accessDeniedName, message: "Only bluetoothd may ask"))
            return
        }
        let rejected = DBusError(name: "org.bluez.Error.Rejected", message: "Not asked for")
        switch message.member {
        case "Release":
            agentGeneration = nil
            invocation.reply()
        case "Cancel":
            invocation.reply()
        case "RequestConfirmation", "RequestAuthorization", "AuthorizeService":
            guard let path = message.arguments.first?.objectPath, isOurs(path) else {
                invocation.fail(rejected)
                return
            }
            invocation.reply()
        case "RequestPinCode", "RequestPasskey", "DisplayPinCode", "DisplayPasskey":
            // An agent without input and output is not asked for these.
            invocation.fail(rejected)
        default:
            invocation.fail(
                DBusError(
                    name: DBusError.unknownMethodName, message: "The agent has no \(message.member ?? "")"))
        }
    }

    private func isOurs(_ path: ObjectPath) -> Bool {
        guard !pairingDevices.contains(path) else { return true }
        guard let device = tree.device(at: path) else { return false }
        return wantedSensors.contains(device.address)
    }
}

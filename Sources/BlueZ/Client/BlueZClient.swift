package import DBus
package import SensorProfiles

/// The way to bluetoothd: its objects, what happens to them, and what it can be asked to do.
///
/// The client knows how to do things, not when: reconnecting, scanning at intervals and the life of a sensor's
/// link are its owner's. It lives on its connection's loop and ends with the connection.
package actor BlueZClient {
    /// The connection that everything goes over.
    nonisolated let connection: DBusConnection
    /// Everything that happens, in order, for one consumer.
    package nonisolated let events: AsyncStream<BlueZEvent>
    private let continuation: AsyncStream<BlueZEvent>.Continuation

    /// The connection's loop as this actor's executor.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        connection.loop.asUnownedSerialExecutor()
    }

    var tree: BlueZObjectTree
    /// The unique name of the present bluetoothd.
    var daemon: String?
    /// Counts the daemons, so that what belongs to an earlier one can be told.
    var generation = 0
    private var hasSnapshot = false
    private var snapshotError: BlueZError?
    private var snapshotRetry: EventLoopTimer?
    private var snapshotFailures = 0
    /// The readings of all objects that are not answered yet.
    private var openSnapshots: Set<UInt64> = []
    private var lastSignalSerial: UInt32 = 0
    private(set) var isStopped = false

    var subscriptions: [DBusSubscription] = []
    var rules: [MatchRule: DBusSubscription] = [:]
    var ruleUpdate: Task<BlueZError?, Never>?
    var wantedSensors: Set<BluetoothAddress> = []
    /// The devices that an operation works with, whether they are wanted or not.
    var sensorsInUse: Set<BluetoothAddress> = []
    /// How long a link that we did not make may take to be resolved before it counts as dead.
    let foreignLinkGrace: Duration
    /// The links that we made, or are making, with this daemon.
    var ownLinks: Set<BlueZDevice.ID> = []
    /// The characteristics whose values are wanted, by their present objects.
    var subscribedCharacteristics: Set<ObjectPath> = []
    var fullyWatchedAdapters: Set<BluetoothAddress> = []
    var ownDiscoveries: Set<BluetoothAddress> = []

    var waiters: [UInt64: Waiter] = [:]
    var lastIdentifier: UInt64 = 0
    /// The long calls that somebody waits for, and the answers that have come.
    var openCalls: Set<UInt64> = []
    var answers: [UInt64: Result<[DBusValue], DBusError>] = [:]
    var connectQueues: [BluetoothAddress: [UInt64]] = [:]
    var agent: DBusSubscription?
    /// The daemon that has our agent.
    var agentGeneration: Int?
    var pairingDevices: Set<ObjectPath> = []

    /// Makes a client, which does nothing before it is started.
    package init(connection: DBusConnection) {
        self.init(connection: connection, rfkill: RfkillSwitches())
    }

    init(connection: DBusConnection, rfkill: RfkillSwitches, foreignLinkGrace: Duration = .seconds(5)) {
        self.connection = connection
        self.foreignLinkGrace = foreignLinkGrace
        tree = BlueZObjectTree(isBlocked: { rfkill.block($0) })
        (events, continuation) = AsyncStream.makeStream()
    }

    // MARK: What is known

    /// Whether bluetoothd is on the bus and its objects have been read.
    package var isDaemonRunning: Bool { hasSnapshot }

    /// Whether bluetoothd is on the bus, whether it answers or not.
    package var isDaemonPresent: Bool { daemon != nil }

    /// The adapters, in the order of their addresses.
    package var adapters: [BlueZAdapter] { tree.adapters }

    /// The devices under all adapters, in the order of their addresses.
    package var devices: [BlueZDevice] { tree.devices }

    /// The adapter with an address, under whatever name.
    package func adapter(_ address: BluetoothAddress) -> BlueZAdapter? {
        tree.path(ofAdapter: address).flatMap { tree.adapter(at: $0) }
    }

    /// The device with an address under an adapter.
    package func device(_ id: BlueZDevice.ID) -> BlueZDevice? {
        tree.path(of: id).flatMap { tree.device(at: $0) }
    }

    /// The devices with an address under all adapters.
    package func devices(_ address: BluetoothAddress) -> [BlueZDevice] {
        tree.devices.filter { $0.address == address }
    }

    /// The characteristics that a device has now; one may occur twice.
    package func characteristics(of id: BlueZDevice.ID) -> [BluetoothUUID] {
        tree.path(of: id).map { tree.characteristics(of: $0) } ?? []
    }

    // MARK: Starting and stopping

    /// Subscribes, then reads what there is; without a daemon it waits for one, and the events tell.
    ///
    /// - Throws: `BlueZError` where there is a daemon that cannot be read within the deadline.
    package func start(deadline: Duration = .seconds(15)) async throws(BlueZError) {
        try await listen()
        guard daemon != nil else { return }
        do throws(BlueZError) {
            try await wait(subject: "BlueZ", deadline: deadline) { client in
                if let error = client.snapshotError { return .failure(error) }
                return client.hasSnapshot || client.daemon == nil ? .success(()) : nil
            }
        } catch {
            throw error.kind == .timedOut ? BlueZError(error, kind: .daemonHangs) : error
        }
        await updateRules()
    }

    /// Subscribes, and leaves it to the events to tell when there is a daemon that can be read.
    package func listen() async throws(BlueZError) {
        subscriptions.append(
            await connection.observeDisconnect { [weak self] in self?.assumeIsolated { $0.busDisconnected() }
            })
        do throws(DBusError) {
            let objects = MatchRule(
                sender: BlueZInterface.service, path: "/", interface: BlueZInterface.objectManager)
            subscriptions.append(
                try await connection.subscribe(objects) { [weak self] signal in
                    self?.assumeIsolated { $0.receive(signal) }
                })
            subscriptions.append(
                try await connection.observeOwner(of: BlueZInterface.service) { [weak self] owner in
                    self?.assumeIsolated { $0.daemonChanged(owner) }
                })
        } catch {
            throw BlueZError(error, subject: "BlueZ")
        }
    }

    /// Takes back what we asked of BlueZ and ends the events; links stay as they are.
    ///
    /// A daemon that does not answer in time loses what it had with our connection.
    package func stop(deadline: Duration = .seconds(3)) async {
        await withDiscardingTaskGroup { group in
            for adapter in ownDiscoveries {
                group.addTask { await self.sendStopDiscovery(to: adapter, deadline: deadline) }
            }
            group.addTask { await self.unregisterAgent(deadline: deadline) }
        }
        end()
    }

    private func busDisconnected() {
        guard !isStopped else { return }
        continuation.yield(.busDisconnected)
        end()
    }

    private func end() {
        guard !isStopped else { return }
        isStopped = true
        forgetDaemon()
        subscriptions = []
        rules = [:]
        agent = nil
        generation += 1
        continuation.finish()
        failWaiters(BlueZError(.busDisconnected, subject: "BlueZ"))
    }

    // MARK: What arrives

    private func daemonChanged(_ owner: String?) {
        guard owner != daemon, !isStopped else { return }
        if daemon != nil {
            let wasKnown = hasSnapshot || snapshotError != nil
            daemon = nil
            generation += 1
            forgetDaemon()
            if wasKnown { continuation.yield(.daemonVanished) }
            failWaiters(BlueZError(.daemonNotRunning, subject: "BlueZ"))
        }
        guard let owner else { return }
        daemon = owner
        generation += 1
        requestSnapshot()
    }

    private func forgetDaemon() {
        hasSnapshot = false
        snapshotError = nil
        snapshotRetry = nil
        snapshotFailures = 0
        openSnapshots = []
        tree = BlueZObjectTree(copyingSettingsOf: tree)
        ownDiscoveries = []
        fullyWatchedAdapters = []
        sensorsInUse = []
        subscribedCharacteristics = []
        ownLinks = []
        pairingDevices = []
        agentGeneration = nil
    }

    /// Asks for all objects; the answer is taken in order with the signals, so it is never older than the tree.
    @discardableResult
    private func requestSnapshot() -> UInt64 {
        let (token, generation) = (nextIdentifier(), generation)
        openSnapshots.insert(token)
        connection.assumeIsolated { connection in
            let message = DBusMessage.methodCall(
                destination: BlueZInterface.service, path: "/", interface: BlueZInterface.objectManager,
                member: "GetManagedObjects")
            _ = connection.call(message, timeout: .seconds(25)) { [weak self] result in
                self?.assumeIsolated { client in
                    guard client.generation == generation else { return }
                    client.openSnapshots.remove(token)
                    client.receiveSnapshot(result)
                }
            }
        }
        return token
    }

    private func receiveSnapshot(_ result: Result<[DBusValue], DBusError>) {
        switch result {
        case .failure(let error):
            let error = BlueZError(error, subject: "BlueZ")
            snapshotFailed(error.kind == .timedOut ? BlueZError(error, kind: .daemonHangs) : error)
        case .success(let arguments):
            guard let objects = BlueZObjectTree.managedObjects(arguments) else {
                snapshotFailed(
                    BlueZError(.other, message: "GetManagedObjects answered something else", subject: "BlueZ")
                )
                break
            }
            let isFirst = !hasSnapshot
            hasSnapshot = true
            snapshotError = nil
            if isFirst { continuation.yield(.daemonAppeared) }
            take(tree.reconcile(with: objects))
            if isFirst { Task { await bootstrap() } }
        }
        evaluateWaiters()
    }

    /// A daemon that has just started may not answer yet; it is asked again, after pauses that double up to half a minute.
    private func snapshotFailed(_ error: BlueZError) {
        guard !hasSnapshot, daemon != nil else { return }
        if snapshotError != error { continuation.yield(.daemonUnreadable(error)) }
        snapshotError = error
        let pause = min(1 << min(snapshotFailures, 5), 30)
        snapshotFailures += 1
        let generation = generation
        snapshotRetry = connection.loop.schedule(after: .seconds(pause)) { [weak self] in
            self?.assumeIsolated { client in
                guard client.generation == generation else { return }
                client.requestSnapshot()
            }
        }
    }

    /// What a new daemon has to be told again.
    private func bootstrap() async {
        await updateRules()
        if agent != nil { try? await registerAgent() }
    }

    /// Reads all objects again, to catch what changed before a rule was in force.
    ///
    /// The end of the daemon or of the client ends the waiting for them.
    func refresh() async {
        guard daemon != nil, !isStopped else { return }
        let token = requestSnapshot()
        try? await wait(subject: "BlueZ", deadline: .seconds(30), ignoringCancellation: true) { client in
            client.openSnapshots.contains(token) ? nil : .success(())
        }
    }

    /// Takes a signal, once, even where several rules matched it.
    func receive(_ signal: DBusMessage) {
        guard let daemon, signal.sender == daemon, signal.serial != lastSignalSerial else { return }
        lastSignalSerial = signal.serial
        // Before the snapshot there is nothing to change, and the snapshot will have it.
        guard hasSnapshot else { return }
        take(tree.apply(signal, time: EventLoop.now()))
        evaluateWaiters()
    }

    private func take(_ events: [BlueZEvent]) {
        var rulesChanged = false
        for event in events {
            switch event {
            case .adapterAdded:
                rulesChanged = true
            case .adapterRemoved(let address):
                ownDiscoveries.remove(address)
                fullyWatchedAdapters.remove(address)
                rulesChanged = true
            case .deviceChanged(let device, let changes)
            where changes.contains(.connection) && !device.isConnected:
                ownLinks.remove(device.id)
            case .deviceRemoved(let id):
                ownLinks.remove(id)
                rulesChanged = rulesChanged || !subscribedCharacteristics.isEmpty
            case .adapterChanged(let adapter) where !adapter.isPowered:
                // BlueZ drops sessions and filters with the power.
                ownDiscoveries.remove(adapter.address)
            default:
                break
            }
            continuation.yield(event)
        }
        guard rulesChanged else { return }
        subscribedCharacteristics = subscribedCharacteristics.filter { tree.hasCharacteristic(at: $0) }
        Task { await updateRules() }
    }
}

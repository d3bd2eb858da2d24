package import BlueZ
package import DBus
package import SensorProfiles

/// The sensors that BlueZ reaches: finds the wanted ones, keeps their links up and passes their notifications on.
///
/// ``SensorLink`` and ``ScanSchedule`` decide; this actor waits, asks BlueZ and tells them what came of it.
package actor BlueZSensors: SensorSource {
    /// Something to do that takes a while, taken up by ``run()``.
    private enum Job: Sendable {
        case link(BluetoothAddress, SensorLink.Action)
        case adjustScan
    }

    /// How long to wait after a scan that could not be started.
    private static let scanRetryAfter: Int64 = 2_000_000_000
    /// After this many connections without the characteristic, BlueZ's cache of an unbonded sensor is dropped.
    private static let missesBeforeForgetting = 3

    /// What the sensors did; ends when the bus is gone or ``stop()`` was called.
    package nonisolated let events: AsyncStream<SensorEvent>
    private nonisolated let continuation: AsyncStream<SensorEvent>.Continuation
    private nonisolated let jobs: AsyncStream<Job>
    private nonisolated let jobContinuation: AsyncStream<Job>.Continuation

    private let client: BlueZClient
    private let loop: EventLoop
    private let onlyAdapter: BluetoothAddress?
    private let log: @Sendable (String) -> Void

    private var links: [BluetoothAddress: SensorLink] = [:]
    private var devices: [BluetoothAddress: BlueZDevice.ID] = [:]
    private var subscriptions: [BluetoothAddress: Set<BluetoothUUID>] = [:]
    private var descriptions: [BluetoothAddress: SensorDescription] = [:]
    private var misses: [BluetoothAddress: Int] = [:]
    private var schedule = ScanSchedule()
    /// Whether the adapters scan as the schedule wants; nil: they have to be asked.
    private var isScanning: Bool?
    private var isAdjustingScan = false
    private var scanRetryAt: Int64?
    private var timer: (EventLoopTimer, deadline: Int64)?
    private var complaints: [String: String] = [:]
    private var isStopping = false

    /// Runs on the loop of the connection.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Makes a source that has nothing to look for yet; ``run()`` starts it.
    ///
    /// - Parameters:
    ///   - client: A client that the caller starts, and that nobody else reads events of.
    ///   - loop: The client's loop.
    ///   - adapter: The only adapter to use; nil: all of them.
    ///   - log: Takes a line for a person: what is wrong and what to do.
    package init(
        client: BlueZClient, loop: EventLoop, adapter: BluetoothAddress? = nil,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.client = client
        self.loop = loop
        self.onlyAdapter = adapter
        self.log = log
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
        (jobs, jobContinuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// Looks for these sensors from now on and lets go of others.
    package func want(_ sensors: Set<BluetoothAddress>) async {
        for sensor in links.keys where !sensors.contains(sensor) {
            act(.disconnect, on: sensor, at: EventLoop.now())
            links[sensor] = nil
        }
        for sensor in sensors where links[sensor] == nil {
            links[sensor] = SensorLink()
        }
        do {
            try await client.setWantedSensors(sensors)
        } catch {
            complain("\(error)", about: "bus")
        }
        for sensor in sensors {
            for device in await client.devices(sensor) where device.isConnected { adopt(device) }
        }
        update()
    }

    /// Serves the sensors until the bus is gone or it is told to stop.
    ///
    /// The client is started by the caller.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await event in self.client.events { await self.handle(event) }
                await self.finish()
            }
            for await job in jobs {
                group.addTask { await self.perform(job) }
            }
        }
    }

    /// Ends the links and the scan, each within a few seconds, and with them ``run()``.
    package func stop() async {
        guard !isStopping else { return }
        isStopping = true
        timer?.0.cancel()
        await withDiscardingTaskGroup { group in
            for (sensor, device) in devices where links[sensor]?.isMissing == false {
                group.addTask { try? await self.client.disconnect(device, deadline: .seconds(5)) }
            }
        }
        await client.stop()
    }

    private func finish() {
        let now = EventLoop.now()
        for sensor in links.keys { apply(to: sensor, at: now) { $0.reset(at: now) } }
        jobContinuation.finish()
        continuation.finish()
    }
}

// MARK: - What BlueZ says

extension BlueZSensors {
    private func handle(_ event: BlueZEvent) {
        let now = EventLoop.now()
        switch event {
        case .daemonAppeared:
            complaints["daemon"] = nil
            isScanning = nil
        case .daemonVanished:
            complain("bluetoothd is gone; waiting for it to come back", about: "daemon")
            isScanning = nil
            for sensor in links.keys { apply(to: sensor, at: now) { $0.reset(at: now) } }
        case .adapterAdded(let adapter), .adapterChanged(let adapter):
            adapterChanged(adapter, at: now)
        case .adapterRemoved(let adapter):
            adapterLost(adapter, at: now)
        case .deviceSeen(let device):
            seen(device, at: now)
        case .deviceChanged(let device, let changes):
            deviceChanged(device, changes, at: now)
        case .deviceDisconnected(let id, _, let message):
            if devices[id.address] == id { log("\(id.address) disconnected: \(message)") }
        case .deviceRemoved(let id):
            if devices[id.address] == id { apply(to: id.address, at: now) { $0.disconnected(at: now) } }
        case .characteristicAdded(let id, let uuid):
            if subscriptions[id.address]?.contains(uuid) == true, devices[id.address] == id {
                act(.resubscribe(uuid), on: id.address, at: now)
            }
        case .value(let notification):
            received(notification)
            return
        case .busDisconnected:
            complain("the system bus is gone", about: "bus")
        }
        update()
    }

    private func isAllowed(_ adapter: BluetoothAddress) -> Bool {
        onlyAdapter == nil || onlyAdapter == adapter
    }

    private func adapterChanged(_ adapter: BlueZAdapter, at now: Int64) {
        guard isAllowed(adapter.address) else { return }
        // Who has no session of discovery any more says so by a change of the adapter.
        isScanning = nil
        if adapter.isPowered {
            complaints[adapter.address.description] = nil
        } else {
            complain(
                adapter.isBlocked
                    ? "Adapter \(adapter.name) is blocked by rfkill: run `rfkill unblock bluetooth`"
                    : "Adapter \(adapter.name) is off: run `bluetoothctl power on`",
                about: adapter.address.description)
            adapterLost(adapter.address, at: now)
        }
    }

    /// The adapter's links and its scan are gone; the sensors may be found by another one.
    private func adapterLost(_ adapter: BluetoothAddress, at now: Int64) {
        isScanning = nil
        for (sensor, device) in devices where device.adapter == adapter {
            apply(to: sensor, at: now) { $0.reset(at: now) }
        }
    }

    private func seen(_ device: BlueZDevice, at now: Int64) {
        guard isAllowed(device.id.adapter), let link = links[device.address] else { return }
        if link.isMissing { devices[device.address] = device.id }
        guard devices[device.address] == device.id else { return }
        apply(to: device.address, at: now) { $0.seen(at: now) }
    }

    private func deviceChanged(_ device: BlueZDevice, _ changes: Set<BlueZDevice.Change>, at now: Int64) {
        guard links[device.address] != nil, isAllowed(device.id.adapter) else { return }
        if changes.contains(.connection) {
            if device.isConnected {
                adopt(device)
            } else if devices[device.address] == device.id {
                apply(to: device.address, at: now) { $0.disconnected(at: now) }
            }
        }
        // Before the sensor was asked for its details there is nothing to add the battery to; it is read with them.
        if changes.contains(.battery), let percent = device.batteryPercent,
            descriptions[device.address] != nil
        {
            describe(device.address) { $0.details.batteryPercent = percent }
        }
    }

    private func adopt(_ device: BlueZDevice) {
        guard isAllowed(device.id.adapter), links[device.address]?.isMissing == true else { return }
        devices[device.address] = device.id
        let now = EventLoop.now()
        apply(to: device.address, at: now) { $0.adopted(at: now) }
    }

    private func received(_ notification: BlueZNotification) {
        let sensor = notification.device.address
        guard devices[sensor] == notification.device else { return }
        apply(to: sensor, at: notification.time) { link in
            link.value(of: notification.characteristic, at: notification.time)
        }
        emit(
            .notification(characteristic: notification.characteristic, value: notification.bytes), of: sensor,
            at: notification.time)
    }
}

// MARK: - Decisions carried out

extension BlueZSensors {
    /// Tells a link what happened and does what it decides.
    private func apply(
        to sensor: BluetoothAddress, at now: Int64, _ event: (inout SensorLink) -> SensorLink.Action
    ) {
        guard var link = links[sensor] else { return }
        let action = event(&link)
        links[sensor] = link
        act(action, on: sensor, at: now)
    }

    private func act(_ action: SensorLink.Action, on sensor: BluetoothAddress, at now: Int64) {
        switch action {
        case .none:
            break
        case .reportConnected:
            emit(.connected, of: sensor, at: now)
        case .reportDisconnected:
            schedule.restart(at: now)
            emit(.disconnected, of: sensor, at: now)
        case .reportRefused:
            log("\(sensor) refuses to authenticate: run `pulsewatt forget \(sensor)`, then pair it again")
        case .connect, .subscribe, .resubscribe, .disconnect:
            jobContinuation.yield(.link(sensor, action))
        }
    }

    private func emit(_ kind: SensorEvent.Kind, of sensor: BluetoothAddress, at now: Int64) {
        continuation.yield(SensorEvent(nanoseconds: now, sensor: sensor, kind: kind))
    }

    private func perform(_ job: Job) async {
        switch job {
        case .link(let sensor, let action):
            if let device = devices[sensor] { await perform(action, on: device) }
        case .adjustScan:
            await adjustScan()
        }
        update()
    }

    private func perform(_ action: SensorLink.Action, on device: BlueZDevice.ID) async {
        switch action {
        case .connect: await connect(device)
        case .subscribe: await subscribe(device)
        case .resubscribe(let characteristic): await resubscribe(characteristic, on: device)
        case .disconnect: await disconnect(device)
        case .none, .reportConnected, .reportDisconnected, .reportRefused: break
        }
    }

    private func connect(_ device: BlueZDevice.ID) async {
        do throws(BlueZError) {
            try await client.connect(device)
            let now = EventLoop.now()
            apply(to: device.address, at: now) { $0.connected(at: now) }
        } catch {
            log("\(error)")
            if error.kind == .linkFailed { _ = await client.waitForDisconnection(device) }
            let now = EventLoop.now()
            apply(to: device.address, at: now) { $0.connectFailed(Self.failure(of: error), at: now) }
        }
    }

    private func subscribe(_ device: BlueZDevice.ID) async {
        do throws(BlueZError) {
            try await client.waitForServices(device)
            let characteristics = try await client.waitForMeasurements(of: device)
            for characteristic in characteristics {
                // A subscription of an earlier link would make StartNotify succeed without proving anything.
                await client.stopNotify(characteristic, on: device)
                try await client.startNotify(characteristic, on: device)
            }
            misses[device.address] = nil
            subscriptions[device.address] = Set(characteristics)
            let now = EventLoop.now()
            apply(to: device.address, at: now) { $0.subscribed(to: characteristics, at: now) }
            let description = await client.readDescription(of: device)
            describe(device.address) { $0 = description }
        } catch {
            log("\(error)")
            if error.kind == .characteristicMissing { await countMiss(of: device) }
            let now = EventLoop.now()
            apply(to: device.address, at: now) { $0.subscribeFailed(Self.failure(of: error), at: now) }
        }
    }

    /// BlueZ may hold services of an older firmware; an unbonded sensor can simply be discovered anew.
    private func countMiss(of device: BlueZDevice.ID) async {
        misses[device.address, default: 0] += 1
        guard misses[device.address, default: 0] >= Self.missesBeforeForgetting else { return }
        misses[device.address] = nil
        if await client.device(device)?.isPaired == false { try? await client.remove(device) }
    }

    private func resubscribe(_ characteristic: BluetoothUUID, on device: BlueZDevice.ID) async {
        await client.stopNotify(characteristic, on: device)
        do throws(BlueZError) {
            try await client.startNotify(characteristic, on: device)
        } catch {
            // The link's own patience ends this if nothing comes.
            log("\(error)")
        }
    }

    private func disconnect(_ device: BlueZDevice.ID) async {
        do throws(BlueZError) {
            try await client.disconnect(device)
        } catch {
            log("\(error)")
        }
        let now = EventLoop.now()
        apply(to: device.address, at: now) { $0.disconnected(at: now) }
    }

    private static func failure(of error: BlueZError) -> SensorLink.Failure {
        switch error.kind {
        case .bondLost, .authenticationFailed, .notPaired: .authentication
        default: .transient
        }
    }
}

// MARK: - Time, scans, details

extension BlueZSensors {
    /// Brings scan and timer in line with the links.
    private func update() {
        guard !isStopping else { return }
        let now = EventLoop.now()
        schedule.update(isSensorMissing: links.values.contains(where: \.needsScan), at: now)
        let (isScanWanted, scanChangesAt) = schedule.state(at: now)
        if let retry = scanRetryAt, now >= retry { (scanRetryAt, isScanning) = (nil, nil) }
        if isScanning != isScanWanted, scanRetryAt == nil, !isAdjustingScan {
            isAdjustingScan = true
            jobContinuation.yield(.adjustScan)
        }
        let deadlines =
            links.values.compactMap(\.nextDeadline) + [scanChangesAt, scanRetryAt].compactMap { $0 }
        if let deadline = deadlines.min() { wake(at: deadline, now: now) }
    }

    /// Sees that ``timePassed()`` is called by a moment; a timer that fires before it finds nothing to do and goes on.
    private func wake(at deadline: Int64, now: Int64) {
        if let timer, timer.deadline <= deadline { return }
        timer?.0.cancel()
        let next = loop.schedule(after: .nanoseconds(max(0, deadline - now))) { [weak self] in
            self?.assumeIsolated { $0.timePassed() }
        }
        timer = (next, deadline)
    }

    private func timePassed() {
        timer = nil
        let now = EventLoop.now()
        for sensor in links.keys { apply(to: sensor, at: now) { $0.timePassed(to: now) } }
        update()
    }

    private func adjustScan() async {
        defer { isAdjustingScan = false }
        let isWanted = schedule.state(at: EventLoop.now()).isOn
        isScanning = isWanted
        for adapter in await client.adapters
        where isAllowed(adapter.address) && adapter.isPowered && adapter.isCentral {
            let owns = await client.ownsDiscovery(on: adapter.address)
            if isWanted, !owns {
                do throws(BlueZError) {
                    try await client.startDiscovery(on: adapter.address)
                    complaints["scan"] = nil
                } catch {
                    complain("\(error)", about: "scan")
                    scanRetryAt = EventLoop.now() + Self.scanRetryAfter
                }
            } else if !isWanted, owns {
                await client.stopDiscovery(on: adapter.address)
            }
        }
    }

    private func describe(_ sensor: BluetoothAddress, _ change: (inout SensorDescription) -> Void) {
        var description = descriptions[sensor] ?? SensorDescription()
        change(&description)
        guard descriptions[sensor] != description else { return }
        descriptions[sensor] = description
        emit(.described(description), of: sensor, at: EventLoop.now())
    }

    /// Logs a complaint about something once, until it is settled or changes.
    private func complain(_ text: String, about subject: String) {
        guard complaints[subject] != text else { return }
        complaints[subject] = text
        log(text)
    }
}

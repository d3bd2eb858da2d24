package import BlueZ
package import DBus
package import SensorProfiles

/// The sensors that BlueZ reaches: finds the wanted ones, keeps their links up and passes their notifications on.
///
/// ``SensorLink`` and ``ScanSchedule`` decide; this actor waits, asks BlueZ and tells them what came of it.
package actor BlueZSensors: SensorSource {
    /// Something to do that takes a while, taken up by ``run()``.
    private enum Job: Sendable {
        case link(Attempt, SensorLink.Action)
        case endSurplus(BlueZDevice.ID)
        case watchWanted
        case adjustScan
    }

    /// A device that is worked with; a reset of its link makes what goes on for it void.
    private struct Attempt: Hashable, Sendable {
        let device: BlueZDevice.ID
        let epoch: Int
    }

    /// An advertisement this old still says that the sensor is there.
    private static let sightingValidity: Int64 = 15_000_000_000
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
    private let log: @Sendable (String) -> Void

    private var links: [BluetoothAddress: SensorLink] = [:]
    /// The adapters that sensors were paired on.
    private var ownAdapters: [BluetoothAddress: BluetoothAddress] = [:]
    private var adapters: AdapterChoice
    private var notices: BlueZNotices
    private var devices: [BluetoothAddress: BlueZDevice.ID] = [:]
    private var epochs: [BluetoothAddress: Int] = [:]
    /// When the adapters last heard a sensor that is missing.
    private var sightings: [BluetoothAddress: [BluetoothAddress: Int64]] = [:]
    /// The sensors that are used through another adapter than their own, which was told.
    private var elsewhere: Set<BluetoothAddress> = []
    private var subscriptions: [BluetoothAddress: Set<BluetoothUUID>] = [:]
    private var descriptions: [BluetoothAddress: SensorDescription] = [:]
    private var misses: [BluetoothAddress: Int] = [:]
    private var schedule = ScanSchedule()
    /// The adapters that scan as is wanted; nil: they have to be asked.
    private var scanning: Set<BluetoothAddress>?
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
    ///   - patience: How long an adapter that is not there is waited for before its sensors use others, in nanoseconds.
    ///   - settling: How long the state of an adapter must last to be told, in nanoseconds.
    ///   - log: Takes a line for a person: what is wrong and what to do.
    package init(
        client: BlueZClient, loop: EventLoop, adapter: BluetoothAddress? = nil,
        patience: Int64 = AdapterChoice.usualPatience, settling: Int64 = BlueZNotices.usualSettling,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.client = client
        self.loop = loop
        adapters = AdapterChoice(only: adapter, patience: patience)
        notices = BlueZNotices(settling: settling)
        self.log = log
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
        (jobs, jobContinuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// Looks for these sensors from now on and lets go of others.
    ///
    /// A link that is up stays as it is, also where the sensor has another adapter of its own now. Whoever calls this need not
    /// wait for BlueZ.
    package func want(_ sensors: Set<WantedSensor>) {
        let addresses = Set(sensors.map(\.address))
        for sensor in links.keys where !addresses.contains(sensor) {
            act(.disconnect, on: sensor, at: EventLoop.now())
            epochs[sensor, default: 0] += 1
            (links[sensor], sightings[sensor]) = (nil, nil)
            elsewhere.remove(sensor)
        }
        ownAdapters = [:]
        for sensor in sensors {
            ownAdapters[sensor.address] = sensor.adapter
            if links[sensor.address] == nil { links[sensor.address] = SensorLink() }
        }
        jobContinuation.yield(.watchWanted)
        update()
    }

    /// Serves the sensors until the bus is gone or it is told to stop.
    ///
    /// The client is started by the caller.
    package func run() async {
        if await !client.isDaemonPresent { say(notices.daemonAbsent()) }
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await event in self.client.events { await self.handle(event) }
                await self.finish()
            }
            for await job in jobs {
                group.addTask { await self.perform(job) }
            }
            group.cancelAll()
        }
    }

    /// Ends the links and the scan, each within a few seconds, and with them ``run()``.
    package func stop() async {
        guard !isStopping else { return }
        isStopping = true
        timer?.0.cancel()
        // Nothing new is begun; what goes on is cancelled, which tells BlueZ as well.
        jobContinuation.finish()
        await withDiscardingTaskGroup { group in
            for (sensor, device) in devices where links[sensor]?.isMissing == false {
                group.addTask { try? await self.client.disconnect(device, deadline: .seconds(5)) }
            }
            for adapter in await client.adapters {
                group.addTask {
                    guard await self.client.ownsDiscovery(on: adapter.address) else { return }
                    await self.client.stopDiscovery(on: adapter.address)
                }
            }
        }
        await client.stop()
    }

    private func finish() {
        let now = EventLoop.now()
        for sensor in links.keys { reset(sensor, at: now) }
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
            adapters.restart(at: now)
            say(notices.daemonAppeared(at: now))
            scanning = nil
        case .daemonUnreadable(let error):
            say(notices.daemonUnreadable("\(error)"))
        case .daemonVanished:
            adapters.restart(at: now)
            say(notices.daemonVanished())
            scanning = nil
            sightings = [:]
            for sensor in links.keys { reset(sensor, at: now) }
        case .adapterAdded(let adapter), .adapterChanged(let adapter):
            adapterChanged(adapter, at: now)
        case .adapterRemoved(let adapter):
            adapters.adapterRemoved(adapter, at: now)
            if adapters.mayUse(adapter) { notices.adapterRemoved(adapter, at: now) }
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

    private func adapterChanged(_ adapter: BlueZAdapter, at now: Int64) {
        guard adapters.mayUse(adapter.address) else { return }
        // Who has no session of discovery any more says so by a change of the adapter.
        scanning = nil
        adapters.adapterChanged(
            adapter.address, isUsable: adapter.isPowered && adapter.isCentral, at: now)
        var obstacle: String?
        if !adapter.isPowered {
            obstacle = "\(adapter.isBlocked ? BlueZAccessError.blocked(adapter.name) : .off(adapter.name))"
            adapterLost(adapter.address, at: now)
        }
        say(
            notices.adapterChanged(adapter.address, name: adapter.name, obstacle: obstacle, at: now))
    }

    /// The adapter's links and its scan are gone; the sensors may be found by another one.
    private func adapterLost(_ adapter: BluetoothAddress, at now: Int64) {
        scanning = nil
        for sensor in links.keys {
            sightings[sensor]?[adapter] = nil
            if devices[sensor]?.adapter == adapter { reset(sensor, at: now) }
        }
    }

    /// Whatever goes on for a sensor is void.
    private func reset(_ sensor: BluetoothAddress, at now: Int64) {
        epochs[sensor, default: 0] += 1
        apply(to: sensor, at: now) { $0.reset(at: now) }
    }

    private func seen(_ device: BlueZDevice, at now: Int64) {
        guard let link = links[device.address], adapters.mayUse(device.id.adapter) else { return }
        if link.isMissing {
            guard adapters.allows(device.id.adapter, insteadOf: ownAdapters[device.address], at: now) else {
                sightings[device.address, default: [:]][device.id.adapter] = now
                return
            }
            choose(device.id)
        }
        guard devices[device.address] == device.id else { return }
        apply(to: device.address, at: now) { $0.seen(at: now) }
    }

    /// Takes a device for the sensor from now on.
    private func choose(_ device: BlueZDevice.ID) {
        sightings[device.address] = nil
        devices[device.address] = device
    }

    private func deviceChanged(_ device: BlueZDevice, _ changes: Set<BlueZDevice.Change>, at now: Int64) {
        guard let link = links[device.address], adapters.mayUse(device.id.adapter) else { return }
        if changes.contains(.connection) {
            if device.isConnected {
                adopt(device)
                if [.subscribing, .streaming].contains(link.state), devices[device.address] != device.id {
                    jobContinuation.yield(.endSurplus(device.id))
                }
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
        guard adapters.mayUse(device.id.adapter), links[device.address]?.isMissing == true else { return }
        choose(device.id)
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
            guard let device = devices[sensor] else { return }
            if action == .connect { tellAdapter(of: device) }
            let attempt = Attempt(device: device, epoch: epochs[sensor, default: 0])
            jobContinuation.yield(.link(attempt, action))
        }
    }

    /// Says once that a sensor is used through another adapter than its own, until it is back on that.
    private func tellAdapter(of device: BlueZDevice.ID) {
        guard let own = ownAdapters[device.address], own != device.adapter else {
            elsewhere.remove(device.address)
            return
        }
        guard elsewhere.insert(device.address).inserted else { return }
        log(
            "\(device.address) is used through adapter \(notices.name(of: device.adapter)); it was paired through "
                + "\(notices.name(of: own)), \(adapters.obstacle(to: own))")
    }

    /// Whether what is done for a device still matters.
    private func isCurrent(_ attempt: Attempt) -> Bool {
        let sensor = attempt.device.address
        return links[sensor] != nil && devices[sensor] == attempt.device
            && epochs[sensor, default: 0] == attempt.epoch
    }

    /// Tells a link what came of an attempt, unless that is void by now.
    private func conclude(
        _ attempt: Attempt, _ event: (inout SensorLink, Int64) -> SensorLink.Action
    ) {
        guard isCurrent(attempt) else { return }
        let now = EventLoop.now()
        apply(to: attempt.device.address, at: now) { event(&$0, now) }
    }

    private func emit(_ kind: SensorEvent.Kind, of sensor: BluetoothAddress, at now: Int64) {
        continuation.yield(SensorEvent(nanoseconds: now, sensor: sensor, kind: kind))
    }

    private func perform(_ job: Job) async {
        switch job {
        case .link(let attempt, let action):
            await perform(action, attempt)
        case .endSurplus(let device):
            await endSurplus(device)
        case .watchWanted:
            await watchWanted()
        case .adjustScan:
            await adjustScan()
        }
        update()
    }

    private func perform(_ action: SensorLink.Action, _ attempt: Attempt) async {
        switch action {
        case .connect: await connect(attempt)
        case .subscribe: await subscribe(attempt)
        case .resubscribe(let characteristic): await resubscribe(characteristic, on: attempt.device)
        case .disconnect: await disconnect(attempt)
        case .none, .reportConnected, .reportDisconnected, .reportRefused: break
        }
    }

    private func connect(_ attempt: Attempt) async {
        let device = attempt.device
        if let linked = await connectedDevice(of: device.address), linked.id != device {
            // The sensor has a link by now, and must not get a second one.
            conclude(attempt) { $0.connectFailed(.transient, at: $1) }
            adopt(linked)
            return
        }
        do throws(BlueZError) {
            try await client.connect(device)
            guard isCurrent(attempt) else {
                // Nobody wants it any more, or it has come another way: the attempt had to wait for its turn.
                if links[device.address] == nil || devices[device.address] != device {
                    try await client.disconnect(device)
                }
                return
            }
            for other in await client.devices(device.address) where other.isConnected && other.id != device {
                jobContinuation.yield(.endSurplus(other.id))
            }
            conclude(attempt) { $0.connected(at: $1) }
        } catch {
            report(error)
            if error.kind == .linkFailed { _ = await client.waitForDisconnection(device) }
            conclude(attempt) { $0.connectFailed(Self.failure(of: error), at: $1) }
            await adoptIfConnected(device.address)
        }
    }

    /// A sensor that BlueZ shows as connected after all does not advertise: only taking its link brings it back.
    private func adoptIfConnected(_ sensor: BluetoothAddress) async {
        guard !isStopping, await connectedDevice(of: sensor) != nil else { return }
        do {
            try await Task.sleep(for: .seconds(1))
        } catch {
            return
        }
        if let device = await connectedDevice(of: sensor) { adopt(device) }
    }

    /// The device that has a link to a sensor, that of the sensor's own adapter first.
    private func connectedDevice(of sensor: BluetoothAddress) async -> BlueZDevice? {
        let connected = await client.devices(sensor).filter {
            $0.isConnected && adapters.mayUse($0.id.adapter)
        }
        return connected.first { $0.id.adapter == ownAdapters[sensor] } ?? connected.first
    }

    /// Ends the link that a sensor has beside the one that is used.
    private func endSurplus(_ device: BlueZDevice.ID) async {
        guard adapters.mayUse(device.adapter), let used = devices[device.address], used != device,
            links[device.address]?.isMissing == false
        else { return }
        log(
            "\(device.address) is connected through adapter \(notices.name(of: device.adapter)) as well, which is ended; "
                + "it is used through \(notices.name(of: used.adapter))")
        do throws(BlueZError) {
            try await client.disconnect(device)
        } catch {
            report(error)
        }
    }

    private func watchWanted() async {
        do throws(BlueZError) {
            try await client.setWantedSensors(Set(links.keys))
            complaints["bus"] = nil
        } catch {
            complain("\(error)", about: "bus")
        }
        for sensor in links.keys.sorted() {
            if let device = await connectedDevice(of: sensor) { adopt(device) }
        }
    }

    private func subscribe(_ attempt: Attempt) async {
        let device = attempt.device
        do throws(BlueZError) {
            try await client.waitForServices(device)
            let characteristics = try await subscribeToMeasurements(of: device)
            guard isCurrent(attempt) else { return }
            misses[device.address] = nil
            subscriptions[device.address] = Set(characteristics)
            conclude(attempt) { $0.subscribed(to: characteristics, at: $1) }
            update()
            let description = await client.readDescription(of: device)
            describe(device.address) { $0 = description.filled(from: $0) }
        } catch {
            report(error)
            if error.kind == .characteristicMissing { await countMiss(of: device) }
            conclude(attempt) { $0.subscribeFailed(Self.failure(of: error), at: $1) }
        }
    }

    /// Subscribes to all that the sensor measures; one that refuses does not cost the others.
    private func subscribeToMeasurements(of device: BlueZDevice.ID) async throws(BlueZError)
        -> [BluetoothUUID]
    {
        var subscribed: [BluetoothUUID] = []
        var refusal: BlueZError?
        for characteristic in try await client.waitForMeasurements(of: device) {
            // A subscription of an earlier link would make StartNotify succeed without proving anything.
            await client.stopNotify(characteristic, on: device)
            do throws(BlueZError) {
                try await client.startNotify(characteristic, on: device)
                subscribed.append(characteristic)
            } catch {
                report(error)
                refusal = error
            }
        }
        if subscribed.isEmpty, let refusal { throw refusal }
        return subscribed
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
            report(error)
        }
    }

    private func disconnect(_ attempt: Attempt) async {
        // What was reset meanwhile has no link of that time any more.
        guard links[attempt.device.address] == nil || isCurrent(attempt) else { return }
        do throws(BlueZError) {
            try await client.disconnect(attempt.device)
        } catch {
            report(error)
        }
        conclude(attempt) { $0.disconnected(at: $1) }
        await adoptIfConnected(attempt.device.address)
    }

    /// Logs what went wrong, unless it has its cause in what the notices tell.
    private func report(_ error: BlueZError) {
        if isReported(error) { log("\(error)") }
    }

    private func isReported(_ error: BlueZError) -> Bool {
        switch error.kind {
        case .daemonNotRunning, .busDisconnected, .cancelled, .adapterOff, .blockedByRfkill, .noSuchAdapter:
            false
        default: true
        }
    }

    private func say(_ lines: [String]) {
        for line in lines { log(line) }
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
        if let retry = scanRetryAt, now >= retry { (scanRetryAt, scanning) = (nil, nil) }
        if scanning != wantedScan(at: now), scanRetryAt == nil, !isAdjustingScan {
            isAdjustingScan = true
            jobContinuation.yield(.adjustScan)
        }
        let releases = links.keys.compactMap { sensor in
            sightings[sensor] == nil ? nil : adapters.release(of: ownAdapters[sensor], after: now)
        }
        let others = [schedule.state(at: now).until, scanRetryAt, notices.nextDeadline].compactMap { $0 }
        let deadlines = links.values.compactMap(\.nextDeadline) + releases + others
        if let deadline = deadlines.min() { wake(at: deadline, now: now) }
    }

    /// The adapters that are to scan now.
    private func wantedScan(at now: Int64) -> Set<BluetoothAddress> {
        guard schedule.state(at: now).isOn else { return [] }
        return links.filter(\.value.needsScan).keys.reduce(into: []) {
            $0.formUnion(adapters.lookouts(for: ownAdapters[$1]))
        }
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
        say(notices.timePassed(to: now))
        for sensor in links.keys.sorted() {
            goBackToOwnAdapter(sensor, at: now)
            apply(to: sensor, at: now) { $0.timePassed(to: now) }
            answerSighting(of: sensor, at: now)
        }
        update()
    }

    /// A sensor that is missing is not tried again through an adapter that is not its own where that is back.
    private func goBackToOwnAdapter(_ sensor: BluetoothAddress, at now: Int64) {
        guard let link = links[sensor], link.isMissing, let device = devices[sensor],
            !adapters.allows(device.adapter, insteadOf: ownAdapters[sensor], at: now)
        else { return }
        reset(sensor, at: now)
    }

    /// What another adapter heard while the sensor's own was waited for counts when the patience is over.
    private func answerSighting(of sensor: BluetoothAddress, at now: Int64) {
        guard links[sensor]?.isMissing == true else { return }
        let heard = sightings[sensor]?.filter { now - $0.value <= Self.sightingValidity }.keys.sorted() ?? []
        guard
            let adapter = heard.first(where: {
                adapters.allows($0, insteadOf: ownAdapters[sensor], at: now)
            })
        else { return }
        choose(BlueZDevice.ID(adapter: adapter, address: sensor))
        apply(to: sensor, at: now) { $0.seen(at: now) }
    }

    private func adjustScan() async {
        defer { isAdjustingScan = false }
        let wanted = wantedScan(at: EventLoop.now())
        scanning = wanted
        for adapter in await client.adapters
        where adapters.mayUse(adapter.address) && adapter.isPowered && adapter.isCentral {
            let owns = await client.ownsDiscovery(on: adapter.address)
            let isWanted = wanted.contains(adapter.address)
            if isWanted, !owns {
                do throws(BlueZError) {
                    try await client.startDiscovery(on: adapter.address)
                    complaints["scan on \(adapter.address)"] = nil
                } catch {
                    if isReported(error) { complain("\(error)", about: "scan on \(adapter.address)") }
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

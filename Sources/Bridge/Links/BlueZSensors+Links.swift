internal import BlueZ
internal import DBus
internal import SensorProfiles

extension BlueZSensors {
    /// Tells a link what happened and does what it decides.
    func apply(
        to sensor: BluetoothAddress, at now: Int64, _ event: (inout SensorLink) -> SensorLink.Action
    ) {
        guard var link = links[sensor] else { return }
        let action = event(&link)
        links[sensor] = link
        act(action, on: sensor, at: now)
    }

    func act(_ action: SensorLink.Action, on sensor: BluetoothAddress, at now: Int64) {
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
    func tellAdapter(of device: BlueZDevice.ID) {
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
    func isCurrent(_ attempt: Attempt) -> Bool {
        let sensor = attempt.device.address
        return links[sensor] != nil && devices[sensor] == attempt.device
            && epochs[sensor, default: 0] == attempt.epoch
    }

    /// Tells a link what came of an attempt, unless that is void by now.
    func conclude(
        _ attempt: Attempt, _ event: (inout SensorLink, Int64) -> SensorLink.Action
    ) {
        guard isCurrent(attempt) else { return }
        let now = EventLoop.now()
        apply(to: attempt.device.address, at: now) { event(&$0, now) }
    }

    func emit(_ kind: SensorEvent.Kind, of sensor: BluetoothAddress, at now: Int64) {
        continuation.yield(SensorEvent(nanoseconds: now, sensor: sensor, kind: kind))
    }

    func perform(_ job: Job) async {
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

    func perform(_ action: SensorLink.Action, _ attempt: Attempt) async {
        switch action {
        case .connect: await connect(attempt)
        case .subscribe: await subscribe(attempt)
        case .resubscribe(let characteristic): await resubscribe(characteristic, on: attempt.device)
        case .disconnect: await disconnect(attempt)
        case .none, .reportConnected, .reportDisconnected, .reportRefused: break
        }
    }

    func connect(_ attempt: Attempt) async {
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
    func adoptIfConnected(_ sensor: BluetoothAddress) async {
        guard !isStopping, await connectedDevice(of: sensor) != nil else { return }
        do {
            try await Task.sleep(for: .seconds(1))
        } catch {
            return
        }
        if let device = await connectedDevice(of: sensor) { adopt(device) }
    }

    /// The device that has a link to a sensor, that of the sensor's own adapter first.
    func connectedDevice(of sensor: BluetoothAddress) async -> BlueZDevice? {
        let connected = await client.devices(sensor).filter {
            $0.isConnected && adapters.mayUse($0.id.adapter)
        }
        return connected.first { $0.id.adapter == ownAdapters[sensor] } ?? connected.first
    }

    /// Ends the link that a sensor has beside the one that is used.
    func endSurplus(_ device: BlueZDevice.ID) async {
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

    func watchWanted() async {
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

    func subscribe(_ attempt: Attempt) async {
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
    func subscribeToMeasurements(of device: BlueZDevice.ID) async throws(BlueZError)
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
    func countMiss(of device: BlueZDevice.ID) async {
        misses[device.address, default: 0] += 1
        guard misses[device.address, default: 0] >= Self.missesBeforeForgetting else { return }
        misses[device.address] = nil
        if await client.device(device)?.isPaired == false { try? await client.remove(device) }
    }

    func resubscribe(_ characteristic: BluetoothUUID, on device: BlueZDevice.ID) async {
        await client.stopNotify(characteristic, on: device)
        do throws(BlueZError) {
            try await client.startNotify(characteristic, on: device)
        } catch {
            // The link's own patience ends this if nothing comes.
            report(error)
        }
    }

    func disconnect(_ attempt: Attempt) async {
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
    func report(_ error: BlueZError) {
        if isReported(error) { log("\(error)") }
    }

    func isReported(_ error: BlueZError) -> Bool {
        switch error.kind {
        case .daemonNotRunning, .busDisconnected, .cancelled, .adapterOff, .blockedByRfkill, .noSuchAdapter:
            false
        default: true
        }
    }

    func say(_ lines: [String]) {
        for line in lines { log(line) }
    }

    static func failure(of error: BlueZError) -> SensorLink.Failure {
        switch error.kind {
        case .bondLost, .authenticationFailed, .notPaired: .authentication
        default: .transient
        }
    }
}

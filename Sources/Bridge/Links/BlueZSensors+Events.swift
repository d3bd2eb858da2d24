internal import BlueZ
internal import DBus
internal import SensorProfiles

extension BlueZSensors {
    func handle(_ event: BlueZEvent) {
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

    func adapterChanged(_ adapter: BlueZAdapter, at now: Int64) {
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
    func adapterLost(_ adapter: BluetoothAddress, at now: Int64) {
        scanning = nil
        for sensor in links.keys {
            sightings[sensor]?[adapter] = nil
            if devices[sensor]?.adapter == adapter { reset(sensor, at: now) }
        }
    }

    /// Whatever goes on for a sensor is void.
    func reset(_ sensor: BluetoothAddress, at now: Int64) {
        epochs[sensor, default: 0] += 1
        apply(to: sensor, at: now) { $0.reset(at: now) }
    }

    func seen(_ device: BlueZDevice, at now: Int64) {
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
    func choose(_ device: BlueZDevice.ID) {
        sightings[device.address] = nil
        devices[device.address] = device
    }

    func deviceChanged(_ device: BlueZDevice, _ changes: Set<BlueZDevice.Change>, at now: Int64) {
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

    func adopt(_ device: BlueZDevice) {
        guard adapters.mayUse(device.id.adapter), links[device.address]?.isMissing == true else { return }
        choose(device.id)
        let now = EventLoop.now()
        apply(to: device.address, at: now) { $0.adopted(at: now) }
    }

    func received(_ notification: BlueZNotification) {
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

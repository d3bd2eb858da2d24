internal import BlueZ
internal import DBus
internal import SensorProfiles

extension BlueZSensors {
    /// Brings scan and timer in line with the links.
    func update() {
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
    func wantedScan(at now: Int64) -> Set<BluetoothAddress> {
        guard schedule.state(at: now).isOn else { return [] }
        return links.filter(\.value.needsScan).keys.reduce(into: []) {
            $0.formUnion(adapters.lookouts(for: ownAdapters[$1]))
        }
    }

    /// Sees that ``timePassed()`` is called by a moment; a timer that fires before it finds nothing to do and goes on.
    func wake(at deadline: Int64, now: Int64) {
        if let timer, timer.deadline <= deadline { return }
        timer?.0.cancel()
        let next = loop.schedule(after: .nanoseconds(max(0, deadline - now))) { [weak self] in
            self?.assumeIsolated { $0.timePassed() }
        }
        timer = (next, deadline)
    }

    func timePassed() {
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
    func goBackToOwnAdapter(_ sensor: BluetoothAddress, at now: Int64) {
        guard let link = links[sensor], link.isMissing, let device = devices[sensor],
            !adapters.allows(device.adapter, insteadOf: ownAdapters[sensor], at: now)
        else { return }
        reset(sensor, at: now)
    }

    /// What another adapter heard while the sensor's own was waited for counts when the patience is over.
    func answerSighting(of sensor: BluetoothAddress, at now: Int64) {
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

    func adjustScan() async {
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

    func describe(_ sensor: BluetoothAddress, _ change: (inout SensorDescription) -> Void) {
        var description = descriptions[sensor] ?? SensorDescription()
        change(&description)
        guard descriptions[sensor] != description else { return }
        descriptions[sensor] = description
        emit(.described(description), of: sensor, at: EventLoop.now())
    }

    /// Logs a complaint about something once, until it is settled or changes.
    func complain(_ text: String, about subject: String) {
        guard complaints[subject] != text else { return }
        complaints[subject] = text
        log(text)
    }
}

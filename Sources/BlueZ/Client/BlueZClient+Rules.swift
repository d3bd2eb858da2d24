import DBus
package import SensorProfiles

extension BlueZClient {
    /// Says whose advertisements, states and values matter; kept through restarts and renumbered adapters.
    package func setWantedSensors(_ addresses: Set<BluetoothAddress>) async throws(BlueZError) {
        wantedSensors = addresses
        if let error = await updateRules() { throw error }
    }

    /// Makes the bus's match rules what is needed, one update after the other; returns what failed.
    @discardableResult
    func updateRules() async -> BlueZError? {
        let previous = ruleUpdate
        let update = Task {
            _ = await previous?.value
            return await makeRulesAsNeeded()
        }
        ruleUpdate = update
        return await update.value
    }

    /// Adds and removes match rules, and reads the objects again if a rule for their states came new.
    ///
    /// An adapter has a rule for itself, a wanted sensor one for its own object (whose battery and `Disconnected`
    /// signal it covers), a subscribed characteristic one; nobody else's advertisements or values wake us.
    private func makeRulesAsNeeded() async -> BlueZError? {
        let needed = neededRules()
        for rule in rules.keys where !needed.contains(rule) { rules[rule] = nil }
        var failure: BlueZError?
        var mayHaveMissed = false
        for rule in needed where rules[rule] == nil {
            do throws(DBusError) {
                let subscription = try await connection.subscribe(rule) { [weak self] signal in
                    self?.assumeIsolated { $0.receive(signal) }
                }
                // Only values have no past that could have been missed.
                let isForValues = rule.path.map { subscribedCharacteristics.contains($0) } ?? false
                mayHaveMissed = mayHaveMissed || !isForValues
                // Meanwhile it may have become useless; dropping the token takes it back.
                if neededRules().contains(rule) { rules[rule] = subscription }
            } catch {
                failure = BlueZError(error, subject: "BlueZ")
            }
        }
        if mayHaveMissed { await refresh() }
        return failure
    }

    private func neededRules() -> Set<MatchRule> {
        var rules: Set<MatchRule> = []
        func needSignals(of path: ObjectPath, _ interface: String? = nil) {
            rules.insert(MatchRule(sender: BlueZInterface.service, path: path, interface: interface))
        }
        let sensors = wantedSensors.union(sensorsInUse)
        for adapter in tree.adapters {
            guard let path = tree.path(ofAdapter: adapter.address) else { continue }
            needSignals(of: path, BlueZInterface.properties)
            // Before there is an object: where it will be.
            for sensor in sensors {
                if let device = BlueZObjectTree.devicePath(sensor, under: path) { needSignals(of: device) }
            }
        }
        for device in tree.devices where sensors.contains(device.address) {
            if let path = tree.path(of: device.id) { needSignals(of: path) }
        }
        for characteristic in subscribedCharacteristics {
            needSignals(of: characteristic, BlueZInterface.properties)
        }
        if !fullyWatchedAdapters.isEmpty {
            rules.insert(
                MatchRule(
                    sender: BlueZInterface.service, interface: BlueZInterface.properties,
                    argument0: BlueZInterface.device))
        }
        return rules
    }

    /// Watches a device for an operation, whether it is wanted or not.
    func use(_ id: BlueZDevice.ID) async {
        guard !wantedSensors.contains(id.address), sensorsInUse.insert(id.address).inserted else { return }
        await updateRules()
    }
}

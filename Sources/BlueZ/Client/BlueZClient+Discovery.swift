import DBus
package import SensorProfiles

extension BlueZClient {
    /// Whether an adapter discovers for us; power, the adapter's going and the daemon's end lose it.
    package func ownsDiscovery(on adapter: BluetoothAddress) -> Bool {
        ownDiscoveries.contains(adapter)
    }

    /// Lets an adapter look for low-energy devices with any of some services.
    ///
    /// BlueZ merges the filters of all programs, so other devices are seen too. Without `watchingEveryDevice`
    /// only wanted sensors and devices that are new to BlueZ make events.
    package func startDiscovery(
        on address: BluetoothAddress,
        services: [BluetoothUUID] = [.heartRateService, .cyclingPowerService],
        watchingEveryDevice: Bool = false
    ) async throws(BlueZError) {
        let path = try path(ofAdapter: address)
        let subject = subject(adapter: address)
        if watchingEveryDevice, fullyWatchedAdapters.insert(address).inserted { await updateRules() }
        do throws(BlueZError) {
            let filter = DBusValue.properties([
                "Transport": .string("le"), "UUIDs": .strings(services.map(\.longForm)),
                "DuplicateData": .boolean(false),
            ])
            try await call(path, BlueZInterface.adapter, "SetDiscoveryFilter", [filter], subject: subject)
            let generation = generation
            do throws(BlueZError) {
                try await call(
                    path, BlueZInterface.adapter, "StartDiscovery", timeout: .seconds(15), subject: subject)
            } catch {
                // With a session of ours this means that it goes on; without one the controller is stuck.
                guard error.kind == .busy, ownDiscoveries.contains(address) else { throw error }
            }
            guard generation == self.generation, tree.path(ofAdapter: address) == path else {
                throw BlueZError(.noSuchAdapter, subject: subject)
            }
            ownDiscoveries.insert(address)
        } catch {
            fullyWatchedAdapters.remove(address)
            await updateRules()
            throw explained(error, adapter: address)
        }
    }

    /// Ends our discovery, while others' may go on.
    ///
    /// That there is none, or no adapter, is as good.
    package func stopDiscovery(on address: BluetoothAddress) async {
        await sendStopDiscovery(to: address, deadline: .seconds(5))
        if fullyWatchedAdapters.remove(address) != nil { await updateRules() }
    }

    func sendStopDiscovery(to address: BluetoothAddress, deadline: Duration) async {
        if let path = tree.path(ofAdapter: address) {
            _ = try? await call(
                path, BlueZInterface.adapter, "StopDiscovery", timeout: deadline,
                subject: subject(adapter: address))
        }
        ownDiscoveries.remove(address)
    }
}

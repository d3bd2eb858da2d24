package import BlueZ
internal import DBus
package import SensorProfiles

/// Looks for sensors in range.
package struct SensorScan: Sendable {
    private let access: BlueZAccess

    /// Makes a scan over a connection whose client is not started yet.
    package init(access: BlueZAccess) {
        self.access = access
    }

    /// Scans for a time, or until `seen` has seen enough.
    ///
    /// - Parameters:
    ///   - duration: How long, in nanoseconds.
    ///   - adapter: The only adapter to use; nil: all.
    ///   - services: What the sensors must advertise one of; empty: any device.
    ///   - seen: Takes every such sensor whenever it advertises; returns whether to go on.
    /// - Throws: `BlueZAccessError` or `BlueZError` when there is nothing to scan with.
    package func run(
        for duration: Int64, onlyAdapter adapter: BluetoothAddress?,
        services: [BluetoothUUID] = [.heartRateService, .cyclingPowerService], seen: (BlueZDevice) -> Bool
    ) async throws {
        let adapters = try await access.start(onlyAdapter: adapter)
        for adapter in adapters {
            try await access.client.startDiscovery(
                on: adapter.address, services: services, watchingEveryDevice: true)
        }
        let client = access.client
        let timer = access.loop.schedule(after: .nanoseconds(duration)) {
            Task { await client.stop() }
        }
        defer { timer.cancel() }
        for await event in client.events {
            guard case .deviceSeen(let device) = event,
                adapters.contains(where: { $0.address == device.id.adapter }),
                // BlueZ merges the filters of all its clients, so strangers come through as well.
                services.isEmpty || !Set(services).isDisjoint(with: device.services)
            else { continue }
            if !seen(device) { break }
        }
        for adapter in adapters { await client.stopDiscovery(on: adapter.address) }
    }
}

extension SensorScan {
    /// What files and people call the services that a device advertises.
    package static func serviceNames(of device: BlueZDevice) -> [String] {
        BlueZClient.names(of: device.services)
    }
}

internal import BlueZ
internal import DBus
package import SensorProfiles

/// Makes a sensor known: finds it, connects, sees that it measures something, bonds if it asks for that.
package struct SensorPairing: Sendable {
    /// How long a sensor is looked for unless told otherwise, in nanoseconds.
    package static let usualSearchTime: Int64 = 60_000_000_000

    private let access: BlueZAccess
    private let searchTime: Int64

    /// Makes a pairing over a connection whose client is not started yet.
    package init(access: BlueZAccess, searchTime: Int64 = Self.usualSearchTime) {
        self.access = access
        self.searchTime = searchTime
    }

    /// Pairs a sensor.
    ///
    /// Most straps need no bond, so none is made unless the sensor demands one.
    ///
    /// - Returns: What the sensor says of itself.
    /// - Throws: ``SensorPairingError`` when it is not found; `BlueZAccessError` or `BlueZError`.
    package func pair(_ address: BluetoothAddress, onlyAdapter: BluetoothAddress?) async throws
        -> SensorDescription
    {
        let device = try await find(address, onlyAdapter: onlyAdapter)
        let client = access.client
        let wasConnected = await client.device(device)?.isConnected == true
        try await connect(device)
        let description: SensorDescription
        do {
            try await client.waitForServices(device)
            try await subscribeOnce(device)
            description = await client.readDescription(of: device)
        } catch {
            if !wasConnected { await leave(device) }
            throw error
        }
        if !wasConnected { try? await client.disconnect(device) }
        await client.stop()
        return description
    }

    /// Drops what BlueZ knows of a sensor, its bond included; a sensor that BlueZ does not know is done with.
    package func forget(_ address: BluetoothAddress) async throws {
        try await access.client.start()
        for device in await access.client.devices(address) { try await access.client.remove(device.id) }
        await access.client.stop()
    }

    private func find(_ address: BluetoothAddress, onlyAdapter: BluetoothAddress?) async throws
        -> BlueZDevice.ID
    {
        let client = access.client
        let adapters = try await access.start(onlyAdapter: onlyAdapter)
        let known = await client.devices(address).first { device in
            device.isConnected && adapters.contains { $0.address == device.id.adapter }
        }
        if let known { return known.id }
        for adapter in adapters {
            try await client.startDiscovery(on: adapter.address, services: [], watchingEveryDevice: true)
        }
        let timer = access.loop.schedule(after: .nanoseconds(searchTime)) {
            Task { await client.stop() }
        }
        defer { timer.cancel() }
        // It is connected to while discovery goes on: BlueZ forgets devices soon after it ends.
        for await event in client.events {
            if case .deviceSeen(let device) = event, device.address == address,
                adapters.contains(where: { $0.address == device.id.adapter })
            {
                return device.id
            }
        }
        throw SensorPairingError.notFound(address)
    }

    /// Ends the link to a sensor that is not kept, and BlueZ's memory of it, which would stay for ever.
    private func leave(_ device: BlueZDevice.ID) async {
        try? await access.client.disconnect(device)
        if await access.client.device(device)?.isPaired == false { try? await access.client.remove(device) }
    }

    /// The first attempt on a busy radio often fails at once and the next one works.
    private func connect(_ device: BlueZDevice.ID) async throws {
        var ladder = ReconnectLadder()
        while true {
            do throws(BlueZError) {
                return try await access.client.connect(device)
            } catch {
                guard error.kind == .linkFailed, ladder.failures < 4 else { throw error }
                _ = await access.client.waitForDisconnection(device)
                try await Task.sleep(for: .nanoseconds(ladder.failed()))
            }
        }
    }

    private func subscribeOnce(_ device: BlueZDevice.ID) async throws {
        let client = access.client
        for characteristic in try await client.waitForMeasurements(of: device) {
            do throws(BlueZError) {
                try await client.startNotify(characteristic, on: device)
            } catch {
                guard error.kind == .notPaired else { throw error }
                try await client.pair(device)
                try await client.setTrusted(true, device)
                try await client.startNotify(characteristic, on: device)
            }
            await client.stopNotify(characteristic, on: device)
        }
    }
}

/// Why a sensor could not be paired, and what to do.
package enum SensorPairingError: Error, Equatable, CustomStringConvertible {
    /// It did not advertise.
    case notFound(BluetoothAddress)

    /// The sentence for a person.
    package var description: String {
        switch self {
        case .notFound(let address):
            """
            \(address) was not seen; wear the strap or turn the crank so that it sends, see that no \
            other app holds it, and check the address with pulsewatt scan
            """
        }
    }
}

internal import BlueZ
internal import DBus
internal import Glibc
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
    /// - Parameters:
    ///   - address: The sensor.
    ///   - onlyAdapter: The only adapter to use; nil: any.
    ///   - preferred: The adapter that it was paired on before, which is used if it can be.
    /// - Returns: What the sensor says of itself, and the adapter that it was paired on.
    /// - Throws: ``SensorPairingError`` when it is not found, or at a signal; `BlueZAccessError` or `BlueZError`.
    package func pair(
        _ address: BluetoothAddress, onlyAdapter: BluetoothAddress?, preferred: BluetoothAddress? = nil
    ) async throws -> (description: SensorDescription, adapter: BluetoothAddress) {
        // BlueZ would go on with the attempt of a program that is gone, and keep its link.
        let work = Task { try await complete(address, onlyAdapter: onlyAdapter, preferred: preferred) }
        let stops = [SIGINT, SIGTERM, SIGHUP].compactMap { signal in
            access.loop.onSignal(signal) {
                work.cancel()
                // A bluetoothd that hangs must not hold up the end.
                Task {
                    try? await Task.sleep(for: Self.leavingDeadline)
                    await access.client.stop()
                }
            }
        }
        defer { withExtendedLifetime(stops) {} }
        do {
            return try await work.value
        } catch {
            throw work.isCancelled ? SensorPairingError.interrupted(address) : error
        }
    }

    private func complete(
        _ address: BluetoothAddress, onlyAdapter: BluetoothAddress?, preferred: BluetoothAddress?
    ) async throws -> (description: SensorDescription, adapter: BluetoothAddress) {
        let device = try await find(address, onlyAdapter: onlyAdapter, preferred: preferred)
        let client = access.client
        let wasConnected = await client.device(device)?.isConnected == true
        do {
            try await connect(device)
        } catch {
            // An attempt that failed may be the service's; one that was cancelled was ours.
            if !wasConnected, Task.isCancelled { await leaveInItsOwnTime(device) }
            throw error
        }
        let description: SensorDescription
        do {
            try await client.waitForServices(device)
            try await subscribeOnce(device)
            description = await client.readDescription(of: device)
        } catch {
            if !wasConnected { await leaveInItsOwnTime(device) }
            throw error
        }
        if !wasConnected { try? await client.disconnect(device, deadline: Self.leavingDeadline) }
        await client.stop()
        // A link that was up says where the sensor is used now, which may be away from its own adapter.
        let own = wasConnected && onlyAdapter == nil ? preferred : nil
        return (description, own ?? device.adapter)
    }

    /// Drops what every adapter knows of a sensor, its bond included; a sensor that none knows is done with.
    ///
    /// - Parameters:
    ///   - address: The sensor.
    ///   - adapter: The adapter that it was paired on, which may not be there now.
    /// - Returns: Why an adapter still knows it, for each that does or may.
    /// - Throws: `BlueZAccessError` or `BlueZError` where BlueZ cannot be asked.
    package func forget(_ address: BluetoothAddress, pairedOn adapter: BluetoothAddress? = nil) async throws
        -> [String]
    {
        let client = access.client
        try await client.start()
        guard await client.isDaemonRunning else { throw BlueZAccessError.noDaemon }
        var failures: [String] = []
        if let adapter, await client.adapter(adapter) == nil {
            failures.append(
                "Adapter \(adapter) is not there and may still know the sensor: when it is back, run "
                    + "`bluetoothctl remove \(address)`")
        }
        for device in await client.devices(address) {
            do throws(BlueZError) {
                try await client.remove(device.id)
            } catch {
                let adapter = await client.adapter(device.id.adapter)?.name ?? "\(device.id.adapter)"
                failures.append("Adapter \(adapter) still knows the sensor: \(error)")
            }
        }
        await client.stop()
        return failures
    }

    private func find(
        _ address: BluetoothAddress, onlyAdapter: BluetoothAddress?, preferred: BluetoothAddress?
    ) async throws -> BlueZDevice.ID {
        let client = access.client
        var adapters = try await access.start(onlyAdapter: onlyAdapter)
        if let own = adapters.first(where: { $0.address == preferred }) { adapters = [own] }
        // It has one link: where another adapter has it, it would not be heard, or be connected twice.
        if let connected = await client.devices(address).first(where: \.isConnected) {
            guard onlyAdapter == nil || connected.id.adapter == onlyAdapter else {
                let name = await client.adapter(connected.id.adapter)?.name
                throw SensorPairingError.connectedElsewhere(
                    address, adapter: name ?? "\(connected.id.adapter)")
            }
            return connected.id
        }
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

    /// How long BlueZ may take to end a link when nothing else is left to do.
    private static let leavingDeadline = Duration.seconds(5)

    /// Leaves a sensor also where this task was cancelled, which would end its calls.
    private func leaveInItsOwnTime(_ device: BlueZDevice.ID) async {
        await Task { await leave(device) }.value
    }

    /// Ends the link to a sensor that is not kept, and BlueZ's memory of it, which would stay for ever.
    private func leave(_ device: BlueZDevice.ID) async {
        try? await access.client.disconnect(device, deadline: Self.leavingDeadline)
        if await access.client.device(device)?.isPaired == false {
            try? await access.client.remove(device, deadline: Self.leavingDeadline)
        }
        await access.client.stop()
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
    /// A signal ended it.
    case interrupted(BluetoothAddress)
    /// Another adapter than the wanted one has its link.
    case connectedElsewhere(BluetoothAddress, adapter: String)

    /// The sentence for a person.
    package var description: String {
        switch self {
        case .notFound(let address):
            """
            \(address) was not seen; wear the strap or turn the crank so that it sends, see that no \
            other app holds it, and check the address with pulsewatt scan
            """
        case .interrupted(let address): "interrupted; \(address) is not paired"
        case .connectedElsewhere(let address, let adapter):
            """
            \(address) is connected through adapter \(adapter); stop the service or the program that uses it, or \
            run bluetoothctl disconnect \(address), and pair it again
            """
        }
    }
}

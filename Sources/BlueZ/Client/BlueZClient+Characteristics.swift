import DBus
package import SensorProfiles

extension BlueZClient {
    /// Waits a moment for a characteristic, which BlueZ may show only after it says that services are resolved.
    package func waitForCharacteristic(
        _ uuid: BluetoothUUID, on id: BlueZDevice.ID, grace: Duration = .seconds(2)
    ) async throws(BlueZError) {
        let subject = subject(id)
        do throws(BlueZError) {
            try await wait(subject: subject, deadline: grace) { client in
                guard let device = client.device(id) else {
                    return .failure(BlueZError(.noSuchDevice, subject: subject))
                }
                guard device.isConnected else { return .failure(BlueZError(.linkFailed, subject: subject)) }
                return client.characteristics(of: id).contains(uuid) ? .success(()) : nil
            }
        } catch {
            guard error.kind == .timedOut else { throw error }
            throw missing(uuid, id)
        }
    }

    /// Subscribes to every characteristic with a UUID; a first value, not the answer, proves that it works.
    package func startNotify(_ uuid: BluetoothUUID, on id: BlueZDevice.ID) async throws(BlueZError) {
        await use(id)
        let paths = tree.paths(of: uuid, under: try path(of: id))
        guard !paths.isEmpty else { throw missing(uuid, id) }
        // The first value may come before the answer.
        subscribedCharacteristics.formUnion(paths)
        if let error = await updateRules() { throw error }
        for path in paths {
            // The write behind it may take the Attribute Protocol's 30 s.
            try await call(
                path, BlueZInterface.gattCharacteristic, "StartNotify", timeout: .seconds(35),
                subject: subject(id))
        }
    }

    /// Ends a subscription, also one that outlived its link; that there is none is as good.
    package func stopNotify(_ uuid: BluetoothUUID, on id: BlueZDevice.ID) async {
        guard let device = tree.path(of: id) else { return }
        for path in tree.paths(of: uuid, under: device) {
            _ = try? await call(
                path, BlueZInterface.gattCharacteristic, "StopNotify", timeout: .seconds(5),
                subject: subject(id))
            subscribedCharacteristics.remove(path)
        }
        await updateRules()
    }

    /// Reads a characteristic's value; while BlueZ is busy with it, again and again for a second.
    package func read(_ uuid: BluetoothUUID, of id: BlueZDevice.ID) async throws(BlueZError) -> [UInt8] {
        await use(id)
        guard let path = tree.paths(of: uuid, under: try path(of: id)).first else { throw missing(uuid, id) }
        var attempts = 0
        while true {
            do throws(BlueZError) {
                let reply = try await call(
                    path, BlueZInterface.gattCharacteristic, "ReadValue", [.properties([:])],
                    timeout: .seconds(35), subject: subject(id))
                guard let bytes = reply.first?.bytes else {
                    throw BlueZError(.other, message: "ReadValue answered no bytes", subject: subject(id))
                }
                return bytes
            } catch {
                attempts += 1
                guard error.kind == .busy, attempts < 100 else { throw error }
                await pause(.milliseconds(10))
            }
        }
    }

    private func pause(_ duration: Duration) async {
        try? await wait(subject: "", deadline: duration) { _ in nil }
    }

    private func missing(_ uuid: BluetoothUUID, _ id: BlueZDevice.ID) -> BlueZError {
        BlueZError(
            .characteristicMissing, message: "no characteristic 0x\(uuid.description)", subject: subject(id))
    }
}

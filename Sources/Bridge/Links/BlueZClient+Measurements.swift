internal import BlueZ
internal import SensorProfiles

extension BlueZClient {
    /// The measurement that each of our services has, and what the service is called in files.
    static let measurements: [(service: BluetoothUUID, characteristic: BluetoothUUID, name: String)] = [
        (.heartRateService, .heartRateMeasurement, "heart_rate"),
        (.cyclingPowerService, .cyclingPowerMeasurement, "cycling_power"),
    ]

    /// The names of those of our services that are among `services`.
    static func names(of services: [BluetoothUUID]) -> [String] {
        measurements.filter { services.contains($0.service) }.map(\.name)
    }

    /// The measurements that a connected sensor has, of every service that it advertises or shows.
    ///
    /// One that is advertised and not shown does not cost the others.
    ///
    /// - Throws: `BlueZError` of kind `characteristicMissing` when there is none.
    func waitForMeasurements(of sensor: BlueZDevice.ID) async throws(BlueZError) -> [BluetoothUUID] {
        let services = device(sensor)?.services ?? []
        let offered = Self.measurements.filter { services.contains($0.service) }.map(\.characteristic)
        var missing: BlueZError?
        var shown: [BluetoothUUID] = []
        for characteristic in offered {
            do throws(BlueZError) {
                try await waitForCharacteristic(characteristic, on: sensor)
                shown.append(characteristic)
            } catch {
                missing = error
            }
        }
        guard shown.isEmpty else { return shown }
        if let missing { throw missing }
        let present = Set(characteristics(of: sensor))
        let found = Self.measurements.map(\.characteristic).filter(present.contains)
        guard found.isEmpty else { return found }
        try await waitForCharacteristic(.heartRateMeasurement, on: sensor)
        return [.heartRateMeasurement]
    }

    /// Reads what a connected sensor says of itself; what it does not say, or not now, is left out.
    func readDescription(of sensor: BlueZDevice.ID) async -> SensorDescription {
        let present = Set(characteristics(of: sensor))
        func bytes(_ uuid: BluetoothUUID) async -> [UInt8]? {
            present.contains(uuid) ? try? await read(uuid, of: sensor) : nil
        }
        func text(_ uuid: BluetoothUUID) async -> String? {
            await bytes(uuid).map { DeviceInformationString($0).text }.flatMap { $0.isEmpty ? nil : $0 }
        }
        var details = SensorDetails()
        details.manufacturer = await text(.manufacturerName)
        details.model = await text(.modelNumber)
        details.serial = await text(.serialNumber)
        details.firmware = await text(.firmwareRevision)
        if let location = await bytes(.bodySensorLocation) {
            details.bodyLocation = (try? BodySensorLocation(location))?.name
        } else if let location = await bytes(.sensorLocation) {
            details.bodyLocation = (try? SensorLocation(location))?.name
        }
        details.batteryPercent = device(sensor)?.batteryPercent
        if details.batteryPercent == nil, let level = await bytes(.batteryLevel) {
            details.batteryPercent = (try? BatteryLevel(level))?.percentage
        }
        return SensorDescription(
            name: device(sensor)?.name,
            services: Self.measurements.filter { present.contains($0.characteristic) }.map(\.name),
            details: details)
    }
}

internal import HealthModel
internal import SensorProfiles

extension KnownSensor {
    /// What each service measures for certain.
    private static let quantities: [(service: String, quantity: HKQuantityType)] = [
        ("heart_rate", HKQuantityType(.heartRate)), ("cycling_power", HKQuantityType(.cyclingPower)),
    ]

    /// The sensor as the health database of its rider keeps it.
    var paired: PairedSensor {
        PairedSensor(
            WorkoutSensor(
                address: address.description, name: name, manufacturer: details.manufacturer,
                model: details.model, serial: details.serial, firmware: details.firmware,
                bodyLocation: details.bodyLocation, batteryPercent: details.batteryPercent,
                provides: Self.quantities.filter { services.contains($0.service) }.map(\.quantity)),
            adapter: adapter?.description, services: services, lastSeen: lastSeen)
    }

    /// Makes a sensor of what the health database of a rider keeps; nil where an address is none of Bluetooth.
    init?(_ paired: PairedSensor, of rider: String) {
        let adapter = paired.adapter.map { BluetoothAddress($0) }
        guard let address = BluetoothAddress(paired.sensor.address), adapter != .some(nil) else { return nil }
        self.init(address: address, rider: rider, adapter: adapter ?? nil, name: paired.sensor.name)
        services = paired.services
        details.manufacturer = paired.sensor.manufacturer
        details.model = paired.sensor.model
        details.serial = paired.sensor.serial
        details.firmware = paired.sensor.firmware
        details.bodyLocation = paired.sensor.bodyLocation
        details.batteryPercent = paired.sensor.batteryPercent
        lastSeen = paired.lastSeen
    }
}

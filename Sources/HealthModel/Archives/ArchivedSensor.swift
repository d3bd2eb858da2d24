/// A sensor of a workout as an archive holds it.
struct ArchivedSensor: Codable {
    private let address: String
    private let name: String?
    private let manufacturer: String?
    private let model: String?
    private let serial: String?
    private let firmware: String?
    private let bodyLocation: String?
    private let batteryPercent: Int?
    private let provides: [String]

    init(_ sensor: WorkoutSensor) {
        address = sensor.address
        name = sensor.name
        manufacturer = sensor.manufacturer
        model = sensor.model
        serial = sensor.serial
        firmware = sensor.firmware
        bodyLocation = sensor.bodyLocation
        batteryPercent = sensor.batteryPercent
        provides = sensor.provides.map(\.identifier)
    }

    /// The sensor.
    var sensor: WorkoutSensor {
        WorkoutSensor(
            address: address, name: name, manufacturer: manufacturer, model: model, serial: serial,
            firmware: firmware, bodyLocation: bodyLocation, batteryPercent: batteryPercent,
            provides: provides.map { HKQuantityType(HKQuantityTypeIdentifier(rawValue: $0)) })
    }
}

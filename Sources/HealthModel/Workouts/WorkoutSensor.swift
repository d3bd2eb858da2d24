/// A sensor that took part in a workout.
package struct WorkoutSensor: Hashable, Sendable {
    /// The Bluetooth address.
    package var address: String
    /// The name that the sensor gives itself.
    package var name: String?
    /// Who made it.
    package var manufacturer: String?
    /// The model.
    package var model: String?
    /// The serial number.
    package var serial: String?
    /// The version of its firmware.
    package var firmware: String?
    /// Where on the body it sits.
    package var bodyLocation: String?
    /// How full its battery was, in percent.
    package var batteryPercent: Int?
    /// The quantities that it measured.
    package var provides: [HKQuantityType]

    /// Makes a sensor of all that is known of it.
    package init(
        address: String, name: String? = nil, manufacturer: String? = nil, model: String? = nil,
        serial: String? = nil, firmware: String? = nil, bodyLocation: String? = nil,
        batteryPercent: Int? = nil, provides: [HKQuantityType] = []
    ) {
        self.address = address
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.serial = serial
        self.firmware = firmware
        self.bodyLocation = bodyLocation
        self.batteryPercent = batteryPercent
        self.provides = provides
    }
}

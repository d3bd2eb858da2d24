/// What a sensor says of itself beside its measurements; nil is what it does not say.
package struct SensorDetails: Codable, Hashable, Sendable {
    /// Manufacturer Name String.
    package var manufacturer: String?
    /// Model Number String.
    package var model: String?
    /// Serial Number String.
    package var serial: String?
    /// Firmware Revision String.
    package var firmware: String?
    /// Body Sensor Location or Sensor Location, such as `chest` or `left_crank`.
    package var bodyLocation: String?
    /// Battery Level in percent.
    package var batteryPercent: Int?

    /// Makes details that say nothing.
    package init() {}

    /// The same, with what is not said now as it was said before.
    package func filled(from earlier: SensorDetails) -> SensorDetails {
        var filled = self
        filled.manufacturer = manufacturer ?? earlier.manufacturer
        filled.model = model ?? earlier.model
        filled.serial = serial ?? earlier.serial
        filled.firmware = firmware ?? earlier.firmware
        filled.bodyLocation = bodyLocation ?? earlier.bodyLocation
        filled.batteryPercent = batteryPercent ?? earlier.batteryPercent
        return filled
    }

    private enum CodingKeys: String, CodingKey {
        case manufacturer, model, serial, firmware
        case bodyLocation = "body_location"
        case batteryPercent = "battery_percent"
    }
}

/// A 16-bit UUID that the Bluetooth SIG assigned to a service or characteristic.
///
/// Its long form is `0000xxxx-0000-1000-8000-00805f9b34fb` (Core Specification, Vol 3, Part B, 2.5.1).
public struct BluetoothUUID: RawRepresentable, Hashable, Sendable {
    /// The assigned number.
    public let rawValue: UInt16

    /// Wraps an assigned number.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Reads the short form (`2a37`, `0x2A37`) or the long form on the Bluetooth base, in any case.
    ///
    /// Returns nil for anything else, vendor UUIDs included.
    public init?(_ text: some StringProtocol) {
        let lower = text.lowercased()
        let digits: Substring
        if lower.utf8.count == 36, lower.hasPrefix("0000"), lower.hasSuffix(Self.baseSuffix) {
            digits = lower.dropFirst(4).prefix(4)
        } else {
            digits = lower.hasPrefix("0x") ? lower.dropFirst(2) : lower[...]
        }
        guard digits.utf8.count == 4, digits.utf8.allSatisfy(Self.isHexDigit),
            let value = UInt16(digits, radix: 16)
        else { return nil }
        rawValue = value
    }

    private static let baseSuffix = "-0000-1000-8000-00805f9b34fb"

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    /// The 128-bit form in lower case, as BlueZ writes it.
    public var longForm: String {
        "0000" + description + Self.baseSuffix
    }
}

extension BluetoothUUID: CustomStringConvertible {
    /// The four hexadecimal digits in lower case, such as `2a37`.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}

extension BluetoothUUID {
    /// Heart Rate service.
    public static let heartRateService = BluetoothUUID(rawValue: 0x180D)
    /// Cycling Power service.
    public static let cyclingPowerService = BluetoothUUID(rawValue: 0x1818)
    /// Battery service, which BlueZ shows as `org.bluez.Battery1`.
    public static let batteryService = BluetoothUUID(rawValue: 0x180F)
    /// Device Information service.
    public static let deviceInformationService = BluetoothUUID(rawValue: 0x180A)

    /// Heart Rate Measurement.
    public static let heartRateMeasurement = BluetoothUUID(rawValue: 0x2A37)
    /// Body Sensor Location.
    public static let bodySensorLocation = BluetoothUUID(rawValue: 0x2A38)
    /// Cycling Power Measurement.
    public static let cyclingPowerMeasurement = BluetoothUUID(rawValue: 0x2A63)
    /// Cycling Power Feature.
    public static let cyclingPowerFeature = BluetoothUUID(rawValue: 0x2A65)
    /// Sensor Location.
    public static let sensorLocation = BluetoothUUID(rawValue: 0x2A5D)
    /// Battery Level.
    public static let batteryLevel = BluetoothUUID(rawValue: 0x2A19)
    /// Manufacturer Name String.
    public static let manufacturerName = BluetoothUUID(rawValue: 0x2A29)
    /// Model Number String.
    public static let modelNumber = BluetoothUUID(rawValue: 0x2A24)
    /// Serial Number String.
    public static let serialNumber = BluetoothUUID(rawValue: 0x2A25)
    /// Firmware Revision String.
    public static let firmwareRevision = BluetoothUUID(rawValue: 0x2A26)
    /// Hardware Revision String.
    public static let hardwareRevision = BluetoothUUID(rawValue: 0x2A27)
    /// Software Revision String.
    public static let softwareRevision = BluetoothUUID(rawValue: 0x2A28)
}

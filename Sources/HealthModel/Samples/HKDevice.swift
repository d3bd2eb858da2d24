public import Foundation

/// A device that measures; what is not known of it is nil.
public final class HKDevice: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The name that the person or the device gives.
    public let name: String?
    /// Who made it.
    public let manufacturer: String?
    /// The maker's name of the model.
    public let model: String?
    /// The revision of the hardware.
    public let hardwareVersion: String?
    /// The revision of the firmware.
    public let firmwareVersion: String?
    /// The revision of the software.
    public let softwareVersion: String?
    /// What tells the device from others on this machine, such as a Bluetooth address.
    public let localIdentifier: String?
    /// The device identifier of the US Food and Drug Administration.
    public let udiDeviceIdentifier: String?

    /// Makes a device of what is known of it.
    public init(
        name: String?, manufacturer: String?, model: String?, hardwareVersion: String?,
        firmwareVersion: String?,
        softwareVersion: String?, localIdentifier: String?, udiDeviceIdentifier: String?
    ) {
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.hardwareVersion = hardwareVersion
        self.firmwareVersion = firmwareVersion
        self.softwareVersion = softwareVersion
        self.localIdentifier = localIdentifier
        self.udiDeviceIdentifier = udiDeviceIdentifier
    }

    private static let localDevice = HKDevice(
        name: "Linux", manufacturer: nil, model: nil, hardwareVersion: nil, firmwareVersion: nil,
        softwareVersion: ProcessInfo.processInfo.operatingSystemVersionString, localIdentifier: nil,
        udiDeviceIdentifier: nil)

    /// The machine that the program runs on.
    public static func local() -> HKDevice { localDevice }

    /// A property by its name, such as ``HKDevicePropertyKeyModel``; nil for a name that is none.
    func property(_ key: String) -> String? {
        zip(Self.propertyKeys, properties).first { $0.0 == key }?.1
    }

    private var properties: [String?] {
        [
            name, manufacturer, model, hardwareVersion, firmwareVersion, softwareVersion, localIdentifier,
            udiDeviceIdentifier,
        ]
    }

    private static let propertyKeys = [
        HKDevicePropertyKeyName, HKDevicePropertyKeyManufacturer, HKDevicePropertyKeyModel,
        HKDevicePropertyKeyHardwareVersion, HKDevicePropertyKeyFirmwareVersion,
        HKDevicePropertyKeySoftwareVersion, HKDevicePropertyKeyLocalIdentifier,
        HKDevicePropertyKeyUDIDeviceIdentifier,
    ]

    /// Whether the other object is a device of the same properties.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKDevice else { return false }
        return self === other || properties == other.properties
    }

    /// A hash of the properties.
    public override var hash: Int { properties.hashValue }

    /// What is known of the device.
    public override var description: String {
        zip(Self.propertyKeys, properties).compactMap { key, value in value.map { "\(key): \($0)" } }
            .joined(separator: ", ")
    }

    /// The device itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Devices can be archived securely.
    public static var supportsSecureCoding: Bool { true }

    /// Reads a device from an archive; what is missing there is nil.
    public convenience init?(coder: NSCoder) {
        func text(_ key: String) -> String? {
            guard coder.containsValue(forKey: key) else { return nil }
            return coder.decodeObject(of: NSString.self, forKey: key).map { String(describing: $0) }
        }
        self.init(
            name: text("name"), manufacturer: text("manufacturer"), model: text("model"),
            hardwareVersion: text("hardwareVersion"), firmwareVersion: text("firmwareVersion"),
            softwareVersion: text("softwareVersion"), localIdentifier: text("localIdentifier"),
            udiDeviceIdentifier: text("udiDeviceIdentifier"))
    }

    /// Writes what is known of the device into an archive.
    public func encode(with coder: NSCoder) {
        for (key, value) in zip(Self.propertyKeys, properties) {
            if let value { coder.encode(NSString(string: value), forKey: key) }
        }
    }
}

// Names of what is known of a device, for `HKQuery.predicateForObjects(withDeviceProperty:allowedValues:)`.

/// The property of a device's name.
public let HKDevicePropertyKeyName = "name"
/// The property of who made a device.
public let HKDevicePropertyKeyManufacturer = "manufacturer"
/// The property of a device's model.
public let HKDevicePropertyKeyModel = "model"
/// The property of the revision of a device's hardware.
public let HKDevicePropertyKeyHardwareVersion = "hardwareVersion"
/// The property of the revision of a device's firmware.
public let HKDevicePropertyKeyFirmwareVersion = "firmwareVersion"
/// The property of the revision of a device's software.
public let HKDevicePropertyKeySoftwareVersion = "softwareVersion"
/// The property of what tells a device from others on this machine.
public let HKDevicePropertyKeyLocalIdentifier = "localIdentifier"
/// The property of a device's identifier of the US Food and Drug Administration.
public let HKDevicePropertyKeyUDIDeviceIdentifier = "udiDeviceIdentifier"

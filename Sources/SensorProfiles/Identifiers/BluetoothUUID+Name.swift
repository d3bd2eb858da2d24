extension BluetoothUUID {
    /// The Bluetooth SIG's name of a service or characteristic that this module knows; nil for any other.
    public var name: String? {
        switch self {
        case .heartRateService: "Heart Rate"
        case .cyclingPowerService: "Cycling Power"
        case .batteryService: "Battery"
        case .deviceInformationService: "Device Information"
        case .heartRateMeasurement: "Heart Rate Measurement"
        case .bodySensorLocation: "Body Sensor Location"
        case .cyclingPowerMeasurement: "Cycling Power Measurement"
        case .cyclingPowerFeature: "Cycling Power Feature"
        case .sensorLocation: "Sensor Location"
        case .batteryLevel: "Battery Level"
        case .manufacturerName: "Manufacturer Name String"
        case .modelNumber: "Model Number String"
        case .serialNumber: "Serial Number String"
        case .firmwareRevision: "Firmware Revision String"
        case .hardwareRevision: "Hardware Revision String"
        case .softwareRevision: "Software Revision String"
        default: nil
        }
    }
}

package import DBus
package import SensorProfiles

/// A sensor that a fake BlueZ can find, with its services.
package struct FakePeripheral: Sendable {
    /// Its address.
    package var address: BluetoothAddress
    /// The name that it advertises.
    package var name: String
    /// The services that it advertises and has.
    package var services: [FakeService]
    /// The charge that BlueZ shows as Battery1 while it is connected.
    package var batteryPercent: Int?
    /// The strength of its advertisements in dBm.
    package var rssi: Int
    /// Whether pairing succeeds.
    package var canPair = true

    /// Makes a sensor.
    package init(
        address: BluetoothAddress, name: String, services: [FakeService], batteryPercent: Int? = nil,
        rssi: Int = -60
    ) {
        self.address = address
        self.name = name
        self.services = services
        self.batteryPercent = batteryPercent
        self.rssi = rssi
    }

    /// A chest strap with device information and a battery.
    package static func strap(_ address: BluetoothAddress) -> FakePeripheral {
        FakePeripheral(
            address: address, name: "Strap",
            services: [
                FakeService(
                    .heartRateService,
                    [
                        FakeCharacteristic(.heartRateMeasurement, flags: ["notify"]),
                        FakeCharacteristic(.bodySensorLocation, flags: ["read"], value: [1]),
                    ]),
                FakeService.deviceInformation(model: "HR-1", serial: "S123"),
            ], batteryPercent: 87)
    }

    /// A power meter with device information.
    package static func powerMeter(_ address: BluetoothAddress) -> FakePeripheral {
        FakePeripheral(
            address: address, name: "Power Meter",
            services: [
                FakeService(
                    .cyclingPowerService,
                    [
                        FakeCharacteristic(.cyclingPowerMeasurement, flags: ["notify"]),
                        FakeCharacteristic(.cyclingPowerFeature, flags: ["read"], value: [0x0C, 0, 0, 0]),
                        FakeCharacteristic(.sensorLocation, flags: ["read"], value: [5]),
                    ]),
                FakeService.deviceInformation(model: "PM-1", serial: "P456"),
            ])
    }
}

/// A service of a fake sensor.
package struct FakeService: Sendable {
    /// Its UUID.
    package var uuid: BluetoothUUID
    /// Its characteristics.
    package var characteristics: [FakeCharacteristic]

    /// Makes a service.
    package init(_ uuid: BluetoothUUID, _ characteristics: [FakeCharacteristic]) {
        self.uuid = uuid
        self.characteristics = characteristics
    }

    /// The Device Information service of a made-up manufacturer.
    package static func deviceInformation(model: String, serial: String) -> FakeService {
        FakeService(
            .deviceInformationService,
            [
                FakeCharacteristic(.manufacturerName, flags: ["read"], value: Array("Pulsewatt Test".utf8)),
                FakeCharacteristic(.modelNumber, flags: ["read"], value: Array(model.utf8)),
                FakeCharacteristic(.serialNumber, flags: ["read"], value: Array(serial.utf8)),
                FakeCharacteristic(.firmwareRevision, flags: ["read"], value: Array("1.2.3".utf8)),
            ])
    }
}

/// A characteristic of a fake sensor.
package struct FakeCharacteristic: Sendable {
    /// Its UUID.
    package var uuid: BluetoothUUID
    /// What can be done with it, in BlueZ's words.
    package var flags: [String]
    /// The value that is read.
    package var value: [UInt8]
    /// The error that StartNotify answers.
    package var startNotifyError: DBusError?
    /// The errors that the next ReadValue calls answer, one each.
    package var readErrors: [DBusError]

    /// Makes a characteristic.
    package init(
        _ uuid: BluetoothUUID, flags: [String], value: [UInt8] = [], startNotifyError: DBusError? = nil,
        readErrors: [DBusError] = []
    ) {
        self.uuid = uuid
        self.flags = flags
        self.value = value
        self.startNotifyError = startNotifyError
        self.readErrors = readErrors
    }
}

/// How a fake sensor takes one Connect.
package enum FakeConnect: Sendable {
    /// It connects and shows its services.
    case succeed
    /// It answers an error without having connected.
    case fail(DBusError)
    /// It connects for a moment, then the link breaks: `le-connection-abort-by-local`.
    case abort
    /// It answers nothing until Disconnect cancels it.
    case hang
    /// Its object is removed, and nothing is answered.
    case vanish
    /// It connects, and its services are said to be resolved, but there are none.
    case resolveEmpty
    /// It connects, and its services are said to be resolved before `exportServices` shows them.
    case resolveBeforeExport
    /// It connects, and its services are never resolved.
    case neverResolve
}

extension DBusError {
    /// What BlueZ answers to any failed connection of low energy.
    package static let abortByLocal = DBusError(
        name: "org.bluez.Error.Failed", message: "le-connection-abort-by-local")
    /// What BlueZ answers to an attempt that Disconnect cancelled.
    package static let connectionCanceled = DBusError(
        name: "org.bluez.Error.Failed", message: "br-connection-canceled")
    /// What BlueZ answers while another operation is in progress.
    package static let inProgress = DBusError(
        name: "org.bluez.Error.InProgress", message: "Operation already in progress")
    /// What BlueZ answers while the adapter is off.
    package static let notReady = DBusError(name: "org.bluez.Error.NotReady", message: "Resource Not Ready")
    /// What BlueZ answers where security is wanted that there is not.
    package static let notPaired = DBusError(name: "org.bluez.Error.NotPermitted", message: "Not paired")
}

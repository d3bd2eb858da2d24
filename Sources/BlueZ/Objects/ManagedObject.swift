import DBus
import SensorProfiles

/// The interfaces of one object of BlueZ's with their properties, as the ObjectManager tells them.
typealias ManagedInterfaces = [String: [String: DBusValue]]

/// What is kept of an Adapter1 object.
struct AdapterObject {
    var properties: [String: DBusValue]

    /// The properties that matter; the rest is not kept.
    static let kept: Set<String> = ["Address", "Alias", "Powered", "PowerState", "Discovering", "Roles"]

    /// The adapter for the outside; nil before it has an address of its own.
    func adapter(at path: ObjectPath, isBlocked: (String) -> Bool) -> BlueZAdapter? {
        guard let address = properties["Address"]?.string.flatMap({ BluetoothAddress($0) }),
            address.value != 0
        else { return nil }
        let name = path.text.split(separator: "/").last.map(String.init) ?? path.text
        let isPowered = properties["Powered"]?.boolean ?? false
        let powerState = properties["PowerState"]?.string
        // BlueZ before 5.66 knew no roles; everything was a central then.
        let roles = properties["Roles"]?.strings
        return BlueZAdapter(
            address: address, name: name, alias: properties["Alias"]?.string ?? name, isPowered: isPowered,
            isDiscovering: properties["Discovering"]?.boolean ?? false,
            isCentral: roles?.contains("central") ?? true,
            isBlocked: powerState.map { $0 == "off-blocked" } ?? (!isPowered && isBlocked(name)))
    }
}

/// What is kept of a Device1 object and the Battery1 beside it.
struct DeviceObject {
    var properties: [String: DBusValue]
    var battery: Int?

    /// The properties that matter; the rest, such as advertising data, is not kept.
    static let kept: Set<String> = [
        "Address", "AddressType", "Name", "RSSI", "UUIDs", "Connected", "ServicesResolved", "Paired",
        "Trusted",
    ]
    /// The properties that an advertisement changes.
    static let advertised: Set<String> = [
        "RSSI", "TxPower", "ManufacturerData", "ServiceData", "AdvertisingData", "AdvertisingFlags",
    ]

    func device(under adapter: BluetoothAddress) -> BlueZDevice? {
        guard let address = properties["Address"]?.string.flatMap({ BluetoothAddress($0) }) else {
            return nil
        }
        return BlueZDevice(
            id: BlueZDevice.ID(adapter: adapter, address: address),
            name: properties["Name"]?.string, rssi: properties["RSSI"]?.integer,
            services: (properties["UUIDs"]?.strings ?? []).compactMap { BluetoothUUID($0) },
            isConnected: properties["Connected"]?.boolean ?? false,
            servicesResolved: properties["ServicesResolved"]?.boolean ?? false,
            isPaired: properties["Paired"]?.boolean ?? false,
            isTrusted: properties["Trusted"]?.boolean ?? false,
            batteryPercent: battery, hasRandomAddress: properties["AddressType"]?.string == "random")
    }
}

/// What is kept of a GattCharacteristic1 object.
struct CharacteristicObject {
    let uuid: BluetoothUUID
    let device: ObjectPath
    /// The last value and its time, against copies of it.
    var last: (bytes: [UInt8], time: Int64)?
}

extension [String: DBusValue] {
    /// Only the properties with the given names.
    func keeping(_ names: Set<String>) -> [String: DBusValue] {
        filter { names.contains($0.key) }
    }
}

import DBus
import SensorProfiles

extension FakeBlueZ {
    static func interfaces(_ interfaces: [String: [String: DBusValue]]) -> DBusValue {
        .dictionary(
            key: "s", value: "a{sv}",
            interfaces.sorted { $0.key < $1.key }.map {
                DBusDictionaryEntry(.string($0.key), .properties($0.value))
            })
    }

    func adapterPath(_ address: BluetoothAddress) -> ObjectPath? {
        adapters[address].flatMap { ObjectPath("/org/bluez/\($0.name)") }
    }

    func devicePath(_ device: DeviceID) -> ObjectPath? {
        guard let adapter = adapterPath(device.adapter) else { return nil }
        return ObjectPath(
            "\(adapter.text)/dev_\(String(device.address.description.map { $0 == ":" ? "_" : $0 }))")
    }

    func servicePath(_ device: ObjectPath, _ service: Int) -> ObjectPath? {
        ObjectPath("\(device.text)/service00\(Self.hex(0x10 + service * 0x10))")
    }

    func characteristicPath(_ device: ObjectPath, _ place: CharacteristicPlace) -> ObjectPath? {
        servicePath(device, place.service).flatMap {
            ObjectPath("\($0.text)/char00\(Self.hex(0x11 + place.service * 0x10 + place.characteristic * 2))")
        }
    }

    private static func hex(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return digits.utf8.count == 1 ? "0" + digits : digits
    }

    func adapterProperties(_ address: BluetoothAddress) -> [String: DBusValue] {
        guard let adapter = adapters[address] else { return [:] }
        var properties: [String: DBusValue] = [
            "Address": .string(address.description), "Alias": .string("fake"),
            "Powered": .boolean(adapter.isPowered), "Discovering": .boolean(!adapter.sessions.isEmpty),
            "Roles": .strings(["central", "peripheral"]),
        ]
        if let powerState = adapter.powerState { properties["PowerState"] = .string(powerState) }
        return properties
    }

    func deviceProperties(_ device: DeviceID) -> [String: DBusValue] {
        guard let peripheral = peripherals[device], let adapter = adapterPath(device.adapter) else {
            return [:]
        }
        let definition = peripheral.definition
        var properties: [String: DBusValue] = [
            "Address": .string(device.address.description), "AddressType": .string("random"),
            "Name": .string(definition.name), "Alias": .string(definition.name),
            "UUIDs": .strings(definition.services.map(\.uuid.longForm)),
            "Connected": .boolean(peripheral.isConnected),
            "ServicesResolved": .boolean(peripheral.servicesResolved),
            "Paired": .boolean(peripheral.isPaired),
            "Trusted": .boolean(peripheral.isTrusted), "Adapter": .objectPath(adapter),
        ]
        if let rssi = peripheral.rssi { properties["RSSI"] = .int16(Int16(clamping: rssi)) }
        return properties
    }

    /// All objects with their interfaces; parents come before their children when sorted.
    func managedObjects() -> [ObjectPath: [String: [String: DBusValue]]] {
        var objects: [ObjectPath: [String: [String: DBusValue]]] = [:]
        objects["/org/bluez"] = ["org.bluez.AgentManager1": [:]]
        for address in adapters.keys {
            guard let path = adapterPath(address) else { continue }
            objects[path] = ["org.bluez.Adapter1": adapterProperties(address)]
        }
        for (device, peripheral) in peripherals where peripheral.isKnown {
            guard let path = devicePath(device) else { continue }
            objects[path] = ["org.bluez.Device1": deviceProperties(device)]
            if peripheral.hasServices, let percent = peripheral.definition.batteryPercent {
                objects[path]?["org.bluez.Battery1"] = ["Percentage": .byte(UInt8(clamping: percent))]
            }
            objects.merge(serviceObjects(device)) { $1 }
        }
        return objects
    }

    /// The objects of a device's services, as long as it has them.
    func serviceObjects(_ device: DeviceID) -> [ObjectPath: [String: [String: DBusValue]]] {
        guard let peripheral = peripherals[device], peripheral.hasServices, let device = devicePath(device)
        else {
            return [:]
        }
        var objects: [ObjectPath: [String: [String: DBusValue]]] = [:]
        for (index, service) in peripheral.definition.services.enumerated() {
            guard let path = servicePath(device, index) else { continue }
            objects[path] = [
                "org.bluez.GattService1": [
                    "UUID": .string(service.uuid.longForm), "Device": .objectPath(device),
                    "Primary": .boolean(true),
                ]
            ]
            for (number, characteristic) in service.characteristics.enumerated() {
                let place = CharacteristicPlace(service: index, characteristic: number)
                guard let characteristicPath = characteristicPath(device, place) else { continue }
                objects[characteristicPath] = [
                    "org.bluez.GattCharacteristic1": [
                        "UUID": .string(characteristic.uuid.longForm), "Service": .objectPath(path),
                        "Flags": .strings(characteristic.flags), "Value": .bytes([]),
                        "Notifying": .boolean(!(peripheral.subscribers[place] ?? []).isEmpty),
                    ]
                ]
            }
        }
        return objects
    }

    func adapter(at path: ObjectPath) -> BluetoothAddress? {
        adapters.keys.first { adapterPath($0) == path }
    }

    /// The sensor as an adapter knows it; without one, as the first that does.
    func id(_ address: BluetoothAddress, on adapter: BluetoothAddress?) -> DeviceID? {
        peripherals.keys.filter { $0.address == address && (adapter == nil || $0.adapter == adapter) }.min()
    }

    /// The device that has an object at a path.
    func device(at path: ObjectPath) -> DeviceID? {
        peripherals.keys.first { peripherals[$0]?.isKnown == true && devicePath($0) == path }
    }

    /// The characteristic that has an object at a path.
    func characteristic(at path: ObjectPath) -> (device: DeviceID, place: CharacteristicPlace)? {
        for (device, peripheral) in peripherals where peripheral.isKnown && peripheral.hasServices {
            guard let object = devicePath(device), path.isAtOrBelow(object) else { continue }
            for place in places(of: peripheral.definition) where characteristicPath(object, place) == path {
                return (device, place)
            }
        }
        return nil
    }

    func places(of definition: FakePeripheral, _ uuid: BluetoothUUID? = nil) -> [CharacteristicPlace] {
        definition.services.enumerated().flatMap { index, service in
            service.characteristics.enumerated().compactMap { number, characteristic in
                uuid == nil || characteristic.uuid == uuid
                    ? CharacteristicPlace(service: index, characteristic: number) : nil
            }
        }
    }
}

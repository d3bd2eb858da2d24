package import DBus
package import SensorProfiles

extension FakeBlueZ {
    // MARK: Adapters

    /// Plugs an adapter in; under another name this is how the kernel shows one that was reset.
    package func addAdapter(
        _ address: BluetoothAddress, name: String = "hci0", powered: Bool = true, powerState: String? = nil
    ) {
        adapters[address] = Adapter(name: name, isPowered: powered, powerState: powerState)
        guard let path = adapterPath(address) else { return }
        emitAdded(path, ["org.bluez.Adapter1": adapterProperties(address)])
        for device in peripherals.keys.sorted() where peripherals[device]?.adapter == address {
            if peripherals[device]?.isKnown == true { announceDevice(device) }
        }
        changed()
    }

    /// Pulls an adapter out, and with it its links.
    package func removeAdapter(_ address: BluetoothAddress) {
        guard let path = adapterPath(address) else { return }
        for device in peripherals.keys.sorted() where peripherals[device]?.adapter == address {
            removeObjects(of: device)
            loseState(of: device)
        }
        emitRemoved(path, ["org.bluez.Adapter1", "org.freedesktop.DBus.Properties"])
        adapters[address] = nil
        changed()
    }

    /// Switches an adapter; off it loses its discoveries and its links.
    package func setPowered(_ powered: Bool, adapter address: BluetoothAddress, powerState: String? = nil) {
        guard adapters[address] != nil else { return }
        if !powered {
            for device in peripherals.keys.sorted() where peripherals[device]?.adapter == address {
                if peripherals[device]?.isConnected == true { dropLink(device) }
            }
            adapters[address]?.sessions = [:]
            adapters[address]?.filters = [:]
        }
        adapters[address]?.isPowered = powered
        adapters[address]?.powerState = powerState
        var properties: [String: DBusValue] = ["Powered": .boolean(powered)]
        if !powered { properties["Discovering"] = .boolean(false) }
        if let powerState { properties["PowerState"] = .string(powerState) }
        announce(address, properties)
        changed()
    }

    func announce(_ address: BluetoothAddress, _ properties: [String: DBusValue]) {
        guard let path = adapterPath(address) else { return }
        emitChange(path, "org.bluez.Adapter1", properties)
    }

    func endSession(of client: String, on address: BluetoothAddress) {
        guard adapters[address]?.sessions.removeValue(forKey: client) != nil,
            adapters[address]?.sessions.isEmpty == true
        else { return }
        announce(address, ["Discovering": .boolean(false)])
        for device in peripherals.keys.sorted() where peripherals[device]?.adapter == address {
            guard peripherals[device]?.rssi != nil, let path = devicePath(device) else { continue }
            peripherals[device]?.rssi = nil
            emitChange(path, "org.bluez.Device1", [:], invalidated: ["RSSI"])
        }
    }

    // MARK: Advertising

    /// Brings a sensor into range; it advertises until it is told not to, or is connected.
    package func add(_ peripheral: FakePeripheral, to adapter: BluetoothAddress) {
        peripherals[peripheral.address] = Peripheral(definition: peripheral, adapter: adapter)
        advertiseIfFound(peripheral.address)
        changed()
    }

    /// Lets a sensor advertise or be silent.
    package func setAdvertising(_ isAdvertising: Bool, _ device: BluetoothAddress) {
        peripherals[device]?.isAdvertising = isAdvertising
        advertiseIfFound(device)
        changed()
    }

    /// Sends one advertisement, which is seen where a discovery looks for it; says whether it was.
    @discardableResult
    package func advertise(_ device: BluetoothAddress, rssi: Int) -> Bool {
        guard isLookedFor(device), let path = devicePath(device) else { return false }
        peripherals[device]?.rssi = rssi
        if peripherals[device]?.isKnown == true {
            emitChange(path, "org.bluez.Device1", ["RSSI": .int16(Int16(clamping: rssi))])
        } else {
            peripherals[device]?.isKnown = true
            announceDevice(device)
        }
        changed()
        return true
    }

    func advertiseIfFound(_ device: BluetoothAddress) {
        guard let peripheral = peripherals[device], peripheral.isAdvertising else { return }
        _ = advertise(device, rssi: peripheral.definition.rssi)
    }

    /// Whether a session's filter lets the sensor through; an empty filter lets everything through.
    private func isLookedFor(_ device: BluetoothAddress) -> Bool {
        guard let peripheral = peripherals[device], !peripheral.isConnected,
            let adapter = adapters[peripheral.adapter]
        else { return false }
        let services = Set(peripheral.definition.services.map(\.uuid))
        return adapter.sessions.values.contains { $0.isEmpty || !services.isDisjoint(with: $0) }
    }

    private func announceDevice(_ device: BluetoothAddress) {
        guard let path = devicePath(device) else { return }
        emitAdded(path, ["org.bluez.Device1": deviceProperties(device)])
    }

    // MARK: Links

    /// Says how the next Connect calls to a sensor go, one each; later ones succeed.
    package func script(_ device: BluetoothAddress, connect steps: [FakeConnect]) {
        peripherals[device]?.script = steps
    }

    /// Lets the next calls of a method fail with errors, one each, whatever they are sent to.
    package func fail(_ member: String, with errors: [DBusError]) {
        nextErrors[member] = errors
    }

    /// Brings a link up without Connect, as BlueZ's own reconnecting does.
    package func linkUp(_ device: BluetoothAddress) {
        guard let path = devicePath(device) else { return }
        peripherals[device]?.isConnected = true
        peripherals[device]?.isPermanent = true
        peripherals[device]?.rssi = nil
        emitChange(path, "org.bluez.Device1", ["Connected": .boolean(true)], invalidated: ["RSSI"])
        changed()
    }

    /// Breaks a link: `Connected` becomes false; subscriptions and service objects stay, as in BlueZ.
    package func dropLink(_ device: BluetoothAddress) {
        guard peripherals[device]?.isConnected == true, let path = devicePath(device) else { return }
        peripherals[device]?.isConnected = false
        peripherals[device]?.servicesResolved = false
        emitChange(
            path, "org.bluez.Device1", ["Connected": .boolean(false), "ServicesResolved": .boolean(false)])
        if peripherals[device]?.definition.batteryPercent != nil { emitRemoved(path, ["org.bluez.Battery1"]) }
        advertiseIfFound(device)
        changed()
    }

    /// Removes a sensor's objects at once, without a change of `Connected`.
    package func vanish(_ device: BluetoothAddress) {
        removeObjects(of: device)
        peripherals[device]?.isPermanent = false
        peripherals[device]?.isPaired = false
        loseState(of: device)
        changed()
    }

    /// Shows the objects of a sensor's services and its battery.
    package func exportServices(_ device: BluetoothAddress) {
        guard peripherals[device]?.isKnown == true, let path = devicePath(device) else { return }
        let wasExported = peripherals[device]?.hasServices == true
        peripherals[device]?.hasServices = true
        if !wasExported {
            for (path, interfaces) in serviceObjects(device).sorted(by: { $0.key.text < $1.key.text }) {
                emitAdded(path, interfaces)
            }
        }
        if let percent = peripherals[device]?.definition.batteryPercent {
            emitAdded(path, ["org.bluez.Battery1": ["Percentage": .byte(UInt8(clamping: percent))]])
        }
        changed()
    }

    /// Says that a sensor's services are resolved.
    package func resolve(_ device: BluetoothAddress) {
        guard let path = devicePath(device) else { return }
        peripherals[device]?.servicesResolved = true
        emitChange(path, "org.bluez.Device1", ["ServicesResolved": .boolean(true)])
        changed()
    }

    /// Changes the battery's charge.
    package func setBattery(_ percent: Int, _ device: BluetoothAddress) {
        peripherals[device]?.definition.batteryPercent = percent
        guard let path = devicePath(device), peripherals[device]?.hasServices == true else { return }
        emitChange(path, "org.bluez.Battery1", ["Percentage": .byte(UInt8(clamping: percent))])
    }

    /// Sends a value from a connected sensor, in so many copies; says whether anybody had subscribed.
    @discardableResult
    package func notify(
        _ device: BluetoothAddress, _ uuid: BluetoothUUID, _ bytes: [UInt8], copies: Int = 1
    ) -> Bool {
        guard let peripheral = peripherals[device], peripheral.isConnected, let path = devicePath(device)
        else {
            return false
        }
        var isHeard = false
        for place in places(of: peripheral.definition, uuid)
        where peripheral.subscribers[place]?.isEmpty == false {
            guard let characteristic = characteristicPath(path, place) else { continue }
            for _ in 0..<copies {
                emitChange(characteristic, "org.bluez.GattCharacteristic1", ["Value": .bytes(bytes)])
            }
            isHeard = true
        }
        return isHeard
    }

    private func removeObjects(of device: BluetoothAddress) {
        guard let path = devicePath(device), peripherals[device]?.isKnown == true else { return }
        for (path, interfaces) in serviceObjects(device).sorted(by: { $0.key.text > $1.key.text }) {
            emitRemoved(path, interfaces.keys.sorted())
        }
        emitRemoved(path, ["org.bluez.Device1", "org.freedesktop.DBus.Properties"])
    }
}

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
        for device in peripherals.keys.sorted() where device.adapter == address {
            if peripherals[device]?.isKnown == true { announceDevice(device) }
        }
        changed()
    }

    /// Pulls an adapter out, and with it its links.
    package func removeAdapter(_ address: BluetoothAddress) {
        guard let path = adapterPath(address) else { return }
        for device in peripherals.keys.sorted() where device.adapter == address {
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
            for device in peripherals.keys.sorted() where device.adapter == address {
                if peripherals[device]?.isConnected == true { breakLink(device) }
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
        for device in peripherals.keys.sorted() where device.adapter == address {
            guard peripherals[device]?.rssi != nil, let path = devicePath(device) else { continue }
            peripherals[device]?.rssi = nil
            emitChange(path, "org.bluez.Device1", [:], invalidated: ["RSSI"])
        }
    }

    // MARK: Advertising

    /// Brings a sensor into range; it advertises until it is told not to, or is connected.
    package func add(_ peripheral: FakePeripheral, to adapter: BluetoothAddress) {
        let device = DeviceID(adapter: adapter, address: peripheral.address)
        peripherals[device] = Peripheral(definition: peripheral)
        advertiseIfFound(device)
        changed()
    }

    /// Lets a sensor advertise or be silent.
    package func setAdvertising(_ isAdvertising: Bool, _ address: BluetoothAddress) {
        for device in peripherals.keys.sorted() where device.address == address {
            peripherals[device]?.isAdvertising = isAdvertising
            advertiseIfFound(device)
        }
        changed()
    }

    /// Sends one advertisement, which is seen where a discovery looks for it; says whether it was.
    @discardableResult
    package func advertise(
        _ address: BluetoothAddress, on adapter: BluetoothAddress? = nil, rssi: Int
    ) -> Bool {
        guard let device = id(address, on: adapter) else { return false }
        return advertise(device, rssi: rssi)
    }

    private func advertise(_ device: DeviceID, rssi: Int) -> Bool {
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

    func advertiseIfFound(_ device: DeviceID) {
        guard let peripheral = peripherals[device], peripheral.isAdvertising else { return }
        _ = advertise(device, rssi: peripheral.definition.rssi)
    }

    /// Whether a session's filter lets the sensor through; an empty filter lets everything through.
    ///
    /// A sensor with a link does not advertise, whichever adapter has the link.
    private func isLookedFor(_ device: DeviceID) -> Bool {
        guard let peripheral = peripherals[device], !hasLink(device.address),
            let adapter = adapters[device.adapter]
        else { return false }
        let services = Set(peripheral.definition.services.map(\.uuid))
        return adapter.sessions.values.contains { $0.isEmpty || !services.isDisjoint(with: $0) }
    }

    private func hasLink(_ address: BluetoothAddress) -> Bool {
        peripherals.contains { $0.key.address == address && $0.value.isConnected }
    }

    private func announceDevice(_ device: DeviceID) {
        guard let path = devicePath(device) else { return }
        emitAdded(path, ["org.bluez.Device1": deviceProperties(device)])
    }

    // MARK: Links

    /// Says how the next Connect calls to a sensor go, one each; later ones succeed.
    package func script(
        _ address: BluetoothAddress, on adapter: BluetoothAddress? = nil, connect steps: [FakeConnect]
    ) {
        guard let device = id(address, on: adapter) else { return }
        peripherals[device]?.script = steps
    }

    /// Lets the next calls of a method fail with errors, one each, whatever they are sent to.
    package func fail(_ member: String, with errors: [DBusError]) {
        nextErrors[member] = errors
    }

    /// Stands for all methods where one is named.
    package static let everyMember = "every method"

    /// Leaves the calls of methods unanswered, as a daemon does that hangs.
    package func hang(_ members: Set<String> = [everyMember]) {
        hangingMembers = members
    }

    /// Answers again.
    package func recover() {
        hangingMembers = []
    }

    /// Brings a link up without Connect, as BlueZ's own reconnecting does.
    package func linkUp(_ address: BluetoothAddress, on adapter: BluetoothAddress? = nil) {
        guard let device = id(address, on: adapter) else { return }
        bringUp(device)
    }

    func bringUp(_ device: DeviceID) {
        guard let path = devicePath(device) else { return }
        if peripherals[device]?.isConnected == false, hasLink(device.address) { secondLinks += 1 }
        if peripherals[device]?.isKnown == false {
            peripherals[device]?.isKnown = true
            announceDevice(device)
        }
        peripherals[device]?.isConnected = true
        peripherals[device]?.isPermanent = true
        peripherals[device]?.rssi = nil
        emitChange(path, "org.bluez.Device1", ["Connected": .boolean(true)], invalidated: ["RSSI"])
        changed()
    }

    /// Lets a Connect that hangs fail, as where the sensor does not answer.
    package func failConnect(_ address: BluetoothAddress, on adapter: BluetoothAddress? = nil) {
        guard let device = id(address, on: adapter) else { return }
        peripherals[device]?.pendingConnect?.fail(.abortByLocal)
        peripherals[device]?.pendingConnect = nil
        changed()
    }

    /// Breaks a link: `Connected` becomes false; subscriptions and service objects stay, as in BlueZ.
    package func dropLink(_ address: BluetoothAddress, on adapter: BluetoothAddress? = nil) {
        guard let device = id(address, on: adapter) else { return }
        breakLink(device)
    }

    func breakLink(_ device: DeviceID) {
        guard peripherals[device]?.isConnected == true, let path = devicePath(device) else { return }
        peripherals[device]?.isConnected = false
        peripherals[device]?.servicesResolved = false
        emitChange(
            path, "org.bluez.Device1", ["Connected": .boolean(false), "ServicesResolved": .boolean(false)])
        if peripherals[device]?.definition.batteryPercent != nil { emitRemoved(path, ["org.bluez.Battery1"]) }
        for other in peripherals.keys.sorted() where other.address == device.address {
            advertiseIfFound(other)
        }
        changed()
    }

    /// Removes a sensor's objects at once, without a change of `Connected`.
    package func vanish(_ address: BluetoothAddress, on adapter: BluetoothAddress? = nil) {
        guard let device = id(address, on: adapter) else { return }
        removeDevice(device)
    }

    func removeDevice(_ device: DeviceID) {
        removeObjects(of: device)
        peripherals[device]?.isPermanent = false
        peripherals[device]?.isPaired = false
        loseState(of: device)
        changed()
    }

    /// Shows the objects of a sensor's services and its battery.
    package func exportServices(_ address: BluetoothAddress, on adapter: BluetoothAddress? = nil) {
        guard let device = id(address, on: adapter) else { return }
        showServices(device)
    }

    func showServices(_ device: DeviceID) {
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
    package func resolve(_ address: BluetoothAddress, on adapter: BluetoothAddress? = nil) {
        guard let device = id(address, on: adapter) else { return }
        sayResolved(device)
    }

    func sayResolved(_ device: DeviceID) {
        guard let path = devicePath(device) else { return }
        peripherals[device]?.servicesResolved = true
        emitChange(path, "org.bluez.Device1", ["ServicesResolved": .boolean(true)])
        changed()
    }

    /// Changes the battery's charge.
    package func setBattery(_ percent: Int, _ address: BluetoothAddress) {
        guard let device = id(address, on: nil) else { return }
        peripherals[device]?.definition.batteryPercent = percent
        guard let path = devicePath(device), peripherals[device]?.hasServices == true else { return }
        emitChange(path, "org.bluez.Battery1", ["Percentage": .byte(UInt8(clamping: percent))])
    }

    /// Sends a value from a connected sensor, in so many copies; says whether anybody had subscribed.
    @discardableResult
    package func notify(
        _ address: BluetoothAddress, _ uuid: BluetoothUUID, _ bytes: [UInt8], copies: Int = 1,
        on adapter: BluetoothAddress? = nil
    ) -> Bool {
        let linked = peripherals.keys.sorted().first { device in
            device.address == address && (adapter == nil || device.adapter == adapter)
                && peripherals[device]?.isConnected == true
        }
        guard let device = linked, let peripheral = peripherals[device], let path = devicePath(device) else {
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

    private func removeObjects(of device: DeviceID) {
        guard let path = devicePath(device), peripherals[device]?.isKnown == true else { return }
        for (path, interfaces) in serviceObjects(device).sorted(by: { $0.key.text > $1.key.text }) {
            emitRemoved(path, interfaces.keys.sorted())
        }
        emitRemoved(path, ["org.bluez.Device1", "org.freedesktop.DBus.Properties"])
    }
}

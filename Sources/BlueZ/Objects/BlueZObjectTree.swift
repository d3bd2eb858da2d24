import DBus
import SensorProfiles

/// BlueZ's objects as far as they matter here, and the events that its messages make of them.
///
/// A value that is fed with snapshots and signals in the order of their arrival; it needs no bus.
struct BlueZObjectTree {
    private var adapterObjects: [ObjectPath: AdapterObject] = [:]
    private var deviceObjects: [ObjectPath: DeviceObject] = [:]
    private var characteristicObjects: [ObjectPath: CharacteristicObject] = [:]
    /// Asks the kernel whether rfkill keeps an adapter off, for a BlueZ that is too old to tell.
    private let isBlocked: @Sendable (String) -> Bool

    /// Copies of a packet come within this time when several programs have subscribed (nanoseconds).
    static let duplicateWindow: Int64 = 20_000_000
    private static let guardedAgainstDuplicates: Set<BluetoothUUID> = [
        .heartRateMeasurement, .cyclingPowerMeasurement,
    ]

    init(isBlocked: @escaping @Sendable (String) -> Bool = { _ in false }) {
        self.isBlocked = isBlocked
    }

    /// Makes an empty tree that asks the kernel as another one does.
    init(copyingSettingsOf other: BlueZObjectTree) {
        self.init(isBlocked: other.isBlocked)
    }

    // MARK: Looking up

    /// The adapters with an address, in its order.
    var adapters: [BlueZAdapter] {
        adapterObjects.keys.compactMap { adapter(at: $0) }.sorted { $0.address < $1.address }
    }

    /// The devices, in the order of their addresses.
    var devices: [BlueZDevice] {
        deviceObjects.keys.compactMap { device(at: $0) }.sorted { $0.id < $1.id }
    }

    func adapter(at path: ObjectPath) -> BlueZAdapter? {
        adapterObjects[path]?.adapter(at: path, isBlocked: isBlocked)
    }

    func device(at path: ObjectPath) -> BlueZDevice? {
        guard let object = deviceObjects[path], let adapter = path.parent.flatMap({ adapter(at: $0) }) else {
            return nil
        }
        return object.device(under: adapter.address)
    }

    /// Where the adapter is now.
    func path(ofAdapter address: BluetoothAddress) -> ObjectPath? {
        adapterObjects.keys.first { adapter(at: $0)?.address == address }
    }

    /// Where the device is now.
    func path(of id: BlueZDevice.ID) -> ObjectPath? {
        guard let adapter = path(ofAdapter: id.adapter) else { return nil }
        let expected = Self.devicePath(id.address, under: adapter)
        if let expected, device(at: expected)?.id == id { return expected }
        // After pairing with a private address the object keeps the path of that.
        return deviceObjects.keys.first { device(at: $0)?.id == id }
    }

    /// Where BlueZ puts a device with an address when it appears.
    static func devicePath(_ address: BluetoothAddress, under adapter: ObjectPath) -> ObjectPath? {
        let digits = String(address.description.map { $0 == ":" ? "_" : $0 })
        return ObjectPath("\(adapter.text)/dev_\(digits)")
    }

    /// All characteristics of a device with a UUID; a UUID may occur more than once.
    func paths(of uuid: BluetoothUUID, under device: ObjectPath) -> [ObjectPath] {
        characteristicObjects.filter { $0.value.uuid == uuid && $0.value.device == device }.keys
            .sorted { $0.text < $1.text }
    }

    /// Whether a characteristic has an object.
    func hasCharacteristic(at path: ObjectPath) -> Bool { characteristicObjects[path] != nil }

    /// The characteristics of a device, in the order of their objects.
    func characteristics(of device: ObjectPath) -> [BluetoothUUID] {
        characteristicObjects.filter { $0.value.device == device }.sorted { $0.key.text < $1.key.text }.map(
            \.value.uuid)
    }

    // MARK: Snapshots

    /// Takes the answer of GetManagedObjects as the truth; the events tell what is different.
    mutating func reconcile(with managed: [ObjectPath: ManagedInterfaces]) -> [BlueZEvent] {
        var events: [BlueZEvent] = []
        let known = Set(adapterObjects.keys).union(deviceObjects.keys).union(characteristicObjects.keys)
        for path in known.sorted(by: { $0.text < $1.text }) {
            let present = Set((managed[path] ?? [:]).keys)
            events += remove(Self.interfaces.subtracting(present), at: path)
        }
        // A path sorts after its parents, so adapters come before their devices and these before their characteristics.
        for (path, interfaces) in managed.sorted(by: { $0.key.text < $1.key.text }) {
            events += add(interfaces, at: path, isSnapshot: true)
        }
        return events
    }

    /// Reads the answer of GetManagedObjects; nil where it is none.
    static func managedObjects(_ arguments: [DBusValue]) -> [ObjectPath: ManagedInterfaces]? {
        guard let entries = arguments.first?.entries else { return nil }
        var objects: [ObjectPath: ManagedInterfaces] = [:]
        for entry in entries {
            guard let path = entry.key.objectPath, let interfaces = interfaces(entry.value) else { continue }
            objects[path] = interfaces
        }
        return objects
    }

    private static let interfaces: Set<String> = [
        BlueZInterface.adapter, BlueZInterface.device, BlueZInterface.battery,
        BlueZInterface.gattCharacteristic,
    ]

    private static func interfaces(_ value: DBusValue) -> ManagedInterfaces? {
        value.entries.map { entries in
            var interfaces: ManagedInterfaces = [:]
            for entry in entries {
                guard let name = entry.key.string else { continue }
                interfaces[name] = entry.value.properties ?? [:]
            }
            return interfaces
        }
    }

    // MARK: Signals

    /// Takes a signal of BlueZ's; what is of no interest or not as it should be makes no events.
    mutating func apply(_ signal: DBusMessage, time: Int64) -> [BlueZEvent] {
        guard let path = signal.path else { return [] }
        let arguments = signal.arguments
        switch (signal.interface, signal.member) {
        case (BlueZInterface.objectManager, "InterfacesAdded"):
            guard arguments.count == 2, let path = arguments[0].objectPath,
                let interfaces = Self.interfaces(arguments[1])
            else { return [] }
            return add(interfaces, at: path, isSnapshot: false)
        case (BlueZInterface.objectManager, "InterfacesRemoved"):
            guard arguments.count == 2, let path = arguments[0].objectPath, let names = arguments[1].strings
            else {
                return []
            }
            return remove(Set(names), at: path)
        case (BlueZInterface.properties, "PropertiesChanged"):
            guard arguments.count == 3, let interface = arguments[0].string,
                let changed = arguments[1].properties,
                let invalidated = arguments[2].strings
            else { return [] }
            return change(interface, at: path, changed: changed, invalidated: invalidated, time: time)
        case (BlueZInterface.device, "Disconnected"):
            guard let id = device(at: path)?.id, let reason = arguments.first?.string else { return [] }
            return [
                .deviceDisconnected(id, reason: reason, message: arguments.dropFirst().first?.string ?? "")
            ]
        default:
            return []
        }
    }

    /// Objects may be told more than once; only what is new makes events.
    private mutating func add(
        _ interfaces: ManagedInterfaces, at path: ObjectPath, isSnapshot: Bool
    ) -> [BlueZEvent] {
        var events: [BlueZEvent] = []
        if let properties = interfaces[BlueZInterface.adapter] {
            events += updateAdapter(path) {
                $0 = AdapterObject(properties: properties.keeping(AdapterObject.kept))
            }
        }
        let device = interfaces[BlueZInterface.device]
        let battery = interfaces[BlueZInterface.battery]
        if device != nil || (battery != nil && deviceObjects[path] != nil) {
            events += updateDevice(
                path,
                isAdvertisement: { old, new in
                    new.rssi != nil && (!isSnapshot || new.rssi != old?.rssi)
                }
            ) { object in
                let properties = device?.keeping(DeviceObject.kept) ?? object?.properties ?? [:]
                let percentage = battery.map { $0["Percentage"]?.integer } ?? object?.battery
                object = DeviceObject(properties: properties, battery: percentage)
            }
        }
        if let properties = interfaces[BlueZInterface.gattCharacteristic], characteristicObjects[path] == nil,
            let uuid = properties["UUID"]?.string.flatMap({ BluetoothUUID($0) }),
            let owner = path.parent?.parent, deviceObjects[owner] != nil
        {
            characteristicObjects[path] = CharacteristicObject(uuid: uuid, device: owner)
            if let device = self.device(at: owner), device.isConnected, device.servicesResolved, !isSnapshot {
                events.append(.characteristicAdded(device.id, uuid))
            }
        }
        return events
    }

    private mutating func remove(_ interfaces: Set<String>, at path: ObjectPath) -> [BlueZEvent] {
        var events: [BlueZEvent] = []
        if interfaces.contains(BlueZInterface.gattCharacteristic) { characteristicObjects[path] = nil }
        if interfaces.contains(BlueZInterface.device), deviceObjects[path] != nil {
            if let id = device(at: path)?.id { events.append(.deviceRemoved(id)) }
            deviceObjects[path] = nil
            characteristicObjects = characteristicObjects.filter { $0.value.device != path }
        } else if interfaces.contains(BlueZInterface.battery), deviceObjects[path] != nil {
            events += updateDevice(path, isAdvertisement: { _, _ in false }) { $0?.battery = nil }
        }
        if interfaces.contains(BlueZInterface.adapter), adapterObjects[path] != nil {
            if let address = adapter(at: path)?.address { events.append(.adapterRemoved(address)) }
            adapterObjects[path] = nil
            deviceObjects = deviceObjects.filter { !$0.key.isAtOrBelow(path) }
            characteristicObjects = characteristicObjects.filter { !$0.key.isAtOrBelow(path) }
        }
        return events
    }

    /// Changes of unknown objects are dropped: the snapshot that will show them is newer.
    private mutating func change(
        _ interface: String, at path: ObjectPath, changed: [String: DBusValue], invalidated: [String],
        time: Int64
    ) -> [BlueZEvent] {
        switch interface {
        case BlueZInterface.adapter where adapterObjects[path] != nil:
            return updateAdapter(path) { object in
                object?.properties.merge(changed.keeping(AdapterObject.kept)) { $1 }
                for name in invalidated { object?.properties[name] = nil }
            }
        case BlueZInterface.device where deviceObjects[path] != nil:
            let isAdvertisement = changed.keys.contains { DeviceObject.advertised.contains($0) }
            return updateDevice(path, isAdvertisement: { _, _ in isAdvertisement }) { object in
                object?.properties.merge(changed.keeping(DeviceObject.kept)) { $1 }
                for name in invalidated { object?.properties[name] = nil }
            }
        case BlueZInterface.battery where deviceObjects[path] != nil:
            return updateDevice(path, isAdvertisement: { _, _ in false }) { object in
                if let percentage = changed["Percentage"] { object?.battery = percentage.integer }
                if invalidated.contains("Percentage") { object?.battery = nil }
            }
        case BlueZInterface.gattCharacteristic:
            guard let bytes = changed["Value"]?.bytes else { return [] }
            return receive(bytes, at: path, time: time)
        default:
            return []
        }
    }

    private mutating func receive(_ bytes: [UInt8], at path: ObjectPath, time: Int64) -> [BlueZEvent] {
        guard let object = characteristicObjects[path], let id = device(at: object.device)?.id else {
            return []
        }
        if Self.guardedAgainstDuplicates.contains(object.uuid) {
            if let last = object.last, last.bytes == bytes, time - last.time < Self.duplicateWindow {
                return []
            }
            characteristicObjects[path]?.last = (bytes, time)
        }
        return [.value(BlueZNotification(device: id, characteristic: object.uuid, bytes: bytes, time: time))]
    }

    private mutating func updateAdapter(
        _ path: ObjectPath, _ update: (inout AdapterObject?) -> Void
    ) -> [BlueZEvent] {
        let old = adapter(at: path)
        update(&adapterObjects[path])
        switch (old, adapter(at: path)) {
        case (nil, nil): return []
        case (nil, let new?): return [.adapterAdded(new)]
        case (let old?, nil): return [.adapterRemoved(old.address)]
        case (let old?, let new?): return old == new ? [] : [.adapterChanged(new)]
        }
    }

    private mutating func updateDevice(
        _ path: ObjectPath, isAdvertisement: (_ old: BlueZDevice?, _ new: BlueZDevice) -> Bool,
        _ update: (inout DeviceObject?) -> Void
    ) -> [BlueZEvent] {
        let old = device(at: path)
        update(&deviceObjects[path])
        guard let new = device(at: path) else { return [] }
        var events: [BlueZEvent] = []
        let changes = new.changes(since: old)
        if !changes.isEmpty || old == nil { events.append(.deviceChanged(new, changes)) }
        if isAdvertisement(old, new) { events.append(.deviceSeen(new)) }
        return events
    }
}

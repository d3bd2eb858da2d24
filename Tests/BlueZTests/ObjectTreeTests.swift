import DBus
import SensorProfiles
import Testing

@testable import BlueZ

@Suite struct ObjectTreeTests {
    static let adapterPath: ObjectPath = "/org/bluez/hci0"
    static let devicePath: ObjectPath = "/org/bluez/hci0/dev_C0_FF_EE_00_00_01"
    static let measurementPath: ObjectPath = "/org/bluez/hci0/dev_C0_FF_EE_00_00_01/service0010/char0011"
    static let locationPath: ObjectPath = "/org/bluez/hci0/dev_C0_FF_EE_00_00_01/service0010/char0013"
    static let adapterProperties: [String: DBusValue] = [
        "Address": .string("00:11:22:33:44:55"), "Alias": .string("box"), "Powered": .boolean(true),
        "Roles": .strings(["central", "peripheral"]), "Class": .uint32(0),
    ]
    static let deviceProperties: [String: DBusValue] = [
        "Address": .string("C0:FF:EE:00:00:01"), "AddressType": .string("random"), "Name": .string("Strap"),
        "UUIDs": .strings(["0000180d-0000-1000-8000-00805f9b34fb", "6e400001-b5a3-f393-e0a9-e50e24dcca9e"]),
    ]

    /// A tree with an adapter, a device that is connected and resolved, and two characteristics.
    static func tree() -> BlueZObjectTree {
        var tree = BlueZObjectTree()
        var device = deviceProperties
        device["Connected"] = .boolean(true)
        device["ServicesResolved"] = .boolean(true)
        _ = tree.reconcile(with: [
            adapterPath: ["org.bluez.Adapter1": adapterProperties],
            devicePath: ["org.bluez.Device1": device, "org.bluez.Battery1": ["Percentage": .byte(50)]],
            measurementPath: characteristic("2a37"), locationPath: characteristic("2a38"),
        ])
        return tree
    }

    static func characteristic(_ uuid: String) -> ManagedInterfaces {
        ["org.bluez.GattCharacteristic1": ["UUID": .string("0000\(uuid)-0000-1000-8000-00805f9b34fb")]]
    }

    static func added(_ path: ObjectPath, _ interfaces: ManagedInterfaces) -> DBusMessage {
        .signal(
            path: "/", interface: "org.freedesktop.DBus.ObjectManager", member: "InterfacesAdded",
            [
                .objectPath(path),
                .dictionary(
                    key: "s", value: "a{sv}",
                    interfaces.map { DBusDictionaryEntry(.string($0.key), .properties($0.value)) }),
            ])
    }

    static func removed(_ path: ObjectPath, _ interfaces: [String]) -> DBusMessage {
        .signal(
            path: "/", interface: "org.freedesktop.DBus.ObjectManager", member: "InterfacesRemoved",
            [.objectPath(path), .strings(interfaces)])
    }

    static func changed(
        _ path: ObjectPath, _ interface: String, _ properties: [String: DBusValue],
        _ invalidated: [String] = []
    ) -> DBusMessage {
        .signal(
            path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
            [.string(interface), .properties(properties), .strings(invalidated)])
    }

    private func names(_ events: [BlueZEvent]) -> [String] {
        events.map { event in
            switch event {
            case .adapterAdded(let adapter): "adapter \(adapter.address) \(adapter.name) added"
            case .adapterChanged(let adapter): "adapter \(adapter.name) \(adapter.isPowered ? "on" : "off")"
            case .adapterRemoved(let address): "adapter \(address) removed"
            case .deviceSeen(let device): "seen \(device.rssi.map(String.init) ?? "-")"
            case .deviceChanged(_, let changes):
                "changed " + changes.map { "\($0)" }.sorted().joined(separator: " ")
            case .deviceDisconnected(_, let reason, let message): "\(reason): \(message)"
            case .deviceRemoved(let id): "removed \(id)"
            case .characteristicAdded(_, let uuid): "added \(uuid)"
            case .value(let value): "\(value.characteristic) \(value.bytes)"
            case .daemonAppeared, .daemonUnreadable, .daemonVanished, .busDisconnected: "\(event)"
            }
        }
    }

    @Test("A snapshot makes events for all that it shows, adapters first")
    func snapshot() {
        var tree = BlueZObjectTree()
        let events = tree.reconcile(with: [
            Self.adapterPath: ["org.bluez.Adapter1": Self.adapterProperties],
            Self.devicePath: [
                "org.bluez.Device1": Self.deviceProperties.merging(["RSSI": .int16(-70)]) { $1 }
            ],
        ])
        #expect(
            names(events) == ["adapter 00:11:22:33:44:55 hci0 added", "changed name services", "seen -70"])
        #expect(tree.devices.first?.services == [.heartRateService])
        #expect(tree.devices.first?.hasRandomAddress == true)
        #expect(tree.adapters.first?.isCentral == true)
    }

    @Test("A second snapshot makes events only for what is different")
    func reconcile() {
        var tree = Self.tree()
        let objects: [ObjectPath: ManagedInterfaces] = [
            Self.adapterPath: ["org.bluez.Adapter1": Self.adapterProperties],
            Self.devicePath: [
                "org.bluez.Device1": Self.deviceProperties.merging(["Connected": .boolean(true)]) { $1 }
            ],
            Self.locationPath: Self.characteristic("2a38"),
        ]
        #expect(names(tree.reconcile(with: objects)) == ["changed battery", "changed servicesResolved"])
        #expect(tree.reconcile(with: objects).isEmpty)
        #expect(tree.characteristics(of: Self.devicePath) == [.bodySensorLocation])
        #expect(names(tree.reconcile(with: [:])) == ["adapter 00:11:22:33:44:55 removed"])
        #expect(tree.devices.isEmpty)
    }

    static let cases: [(DBusMessage, [String])] = [
        (changed(adapterPath, "org.bluez.Adapter1", ["Powered": .boolean(false)]), ["adapter hci0 off"]),
        (changed(adapterPath, "org.bluez.Adapter1", ["Class": .uint32(7)]), []),
        (changed("/org/bluez/hci1", "org.bluez.Adapter1", ["Powered": .boolean(false)]), []),
        (removed(adapterPath, ["org.bluez.Adapter1"]), ["adapter 00:11:22:33:44:55 removed"]),
        (removed(adapterPath, ["org.bluez.GattManager1"]), []),
        (
            added("/org/bluez/hci1", ["org.bluez.Adapter1": ["Address": .string("00:00:00:00:00:00")]]), []
        ),
        (
            added("/org/bluez/hci1", ["org.bluez.Adapter1": ["Address": .string("00:11:22:33:44:56")]]),
            ["adapter 00:11:22:33:44:56 hci1 added"]
        ),
        (changed(devicePath, "org.bluez.Device1", ["RSSI": .int16(-55)]), ["seen -55"]),
        (changed(devicePath, "org.bluez.Device1", ["ManufacturerData": .uint16(1)]), ["seen -"]),
        (changed(devicePath, "org.bluez.Device1", [:], ["RSSI", "TxPower"]), []),
        (
            changed(
                devicePath, "org.bluez.Device1",
                ["Connected": .boolean(false), "ServicesResolved": .boolean(false)]),
            ["changed connection servicesResolved"]
        ),
        (
            changed(devicePath, "org.bluez.Device1", ["Paired": .boolean(true), "Trusted": .boolean(true)]),
            ["changed pairing trust"]
        ),
        (
            changed(devicePath, "org.bluez.Device1", ["Address": .string("00:11:22:00:00:01")]),
            ["changed address"]
        ),
        (changed("/org/bluez/hci0/dev_X", "org.bluez.Device1", ["Connected": .boolean(true)]), []),
        (changed(devicePath, "org.bluez.Battery1", ["Percentage": .byte(49)]), ["changed battery"]),
        (removed(devicePath, ["org.bluez.Battery1"]), ["changed battery"]),
        (removed(devicePath, ["org.bluez.MediaControl1"]), []),
        (removed(devicePath, ["org.bluez.Device1", "org.bluez.Battery1"]), ["removed C0:FF:EE:00:00:01"]),
        (removed("/org/bluez/hci0/dev_X", ["org.bluez.Device1"]), []),
        (
            .signal(
                path: devicePath, interface: "org.bluez.Device1", member: "Disconnected",
                [.string("org.bluez.Reason.Timeout"), .string("Connection timeout")]),
            ["org.bluez.Reason.Timeout: Connection timeout"]
        ),
        (
            changed(measurementPath, "org.bluez.GattCharacteristic1", ["Value": .bytes([0, 60])]),
            ["2a37 [0, 60]"]
        ),
        (changed(measurementPath, "org.bluez.GattCharacteristic1", ["Notifying": .boolean(true)]), []),
        (changed("/x", "org.bluez.GattCharacteristic1", ["Value": .bytes([1])]), []),
        (
            added(devicePath.child("service0010/char0020"), characteristic("2a37")), ["added 2a37"]
        ),
        (added(measurementPath, characteristic("2a37")), []),
        (added("/org/bluez/hci0/dev_X/service0010/char0011", characteristic("2a37")), []),
        // What is not as it should be.
        (changed(devicePath, "org.bluez.Device1", ["Connected": .string("yes")]), ["changed connection"]),
        (
            .signal(
                path: devicePath, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged"),
            []
        ),
        (
            .signal(
                path: "/", interface: "org.freedesktop.DBus.ObjectManager", member: "InterfacesAdded",
                [.string("x"), .byte(1)]), []
        ),
        (
            .signal(path: "/", interface: "org.freedesktop.DBus.ObjectManager", member: "InterfacesRemoved"),
            []
        ),
        (.signal(path: devicePath, interface: "org.bluez.Device1", member: "Disconnected"), []),
        (.signal(path: devicePath, interface: "org.bluez.Device1", member: "Other"), []),
    ]

    @Test("Each signal makes its events", arguments: cases.indices)
    func signals(index: Int) {
        var tree = Self.tree()
        let (signal, expected) = Self.cases[index]
        #expect(names(tree.apply(signal, time: 0)) == expected)
    }

    @Test("A device that is told twice is new once, and its second telling is an advertisement")
    func repeatedAdding() {
        var tree = BlueZObjectTree()
        _ = tree.reconcile(with: [Self.adapterPath: ["org.bluez.Adapter1": Self.adapterProperties]])
        let signal = Self.added(
            Self.devicePath,
            ["org.bluez.Device1": Self.deviceProperties.merging(["RSSI": .int16(-60)]) { $1 }])
        #expect(names(tree.apply(signal, time: 0)) == ["changed name services", "seen -60"])
        #expect(names(tree.apply(signal, time: 0)) == ["seen -60"])
    }

    @Test("A copy of a measurement within 20 ms is dropped; later, different or other ones are not")
    func duplicates() {
        var tree = Self.tree()
        func receive(_ path: ObjectPath, _ bytes: [UInt8], at milliseconds: Int64) -> Int {
            let signal = Self.changed(path, "org.bluez.GattCharacteristic1", ["Value": .bytes(bytes)])
            return tree.apply(signal, time: milliseconds * 1_000_000).count
        }
        #expect(receive(Self.measurementPath, [0, 60], at: 1000) == 1)
        #expect(receive(Self.measurementPath, [0, 60], at: 1000) == 0)
        #expect(receive(Self.measurementPath, [0, 60], at: 1019) == 0)
        #expect(receive(Self.measurementPath, [0, 60], at: 1020) == 1)
        #expect(receive(Self.measurementPath, [0, 61], at: 1021) == 1)
        #expect(receive(Self.measurementPath, [0, 60], at: 1022) == 1)
        #expect(receive(Self.locationPath, [1], at: 1023) == 1)
        #expect(receive(Self.locationPath, [1], at: 1023) == 1)
    }

    @Test("A UUID that occurs twice under a device is found twice, under another one not at all")
    func repeatedCharacteristic() {
        var tree = Self.tree()
        let second = Self.devicePath.child("service0020/char0021")
        _ = tree.apply(Self.added(second, Self.characteristic("2a37")), time: 0)
        #expect(
            tree.paths(of: .heartRateMeasurement, under: Self.devicePath) == [Self.measurementPath, second])
        #expect(tree.paths(of: .heartRateMeasurement, under: "/org/bluez/hci0/dev_X").isEmpty)
    }

    @Test(
        "rfkill shows where BlueZ tells it, and where the kernel does for an older one",
        arguments: [
            (["Powered": DBusValue.boolean(false), "PowerState": .string("off-blocked")], false, true),
            (["Powered": .boolean(false), "PowerState": .string("off")], true, false),
            (["Powered": .boolean(false)], true, true),
            (["Powered": .boolean(false)], false, false),
            (["Powered": .boolean(true)], true, false),
        ])
    func rfkill(properties: [String: DBusValue], kernelSays: Bool, isBlocked: Bool) {
        var tree = BlueZObjectTree(isBlocked: { $0 == "hci0" && kernelSays })
        _ = tree.reconcile(with: [
            Self.adapterPath: ["org.bluez.Adapter1": Self.adapterProperties.merging(properties) { $1 }]
        ])
        #expect(tree.adapters.first?.isBlocked == isBlocked)
    }
}

extension ObjectPath {
    /// The path of something below; stops the test where the name is none.
    fileprivate func child(_ name: String) -> ObjectPath {
        guard let path = ObjectPath("\(text)/\(name)") else { preconditionFailure("not a path") }
        return path
    }
}

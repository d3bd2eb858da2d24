import Bridge
import SensorProfiles
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct BlueZNoticesTests {
    private static let off = "Adapter hci0 is off: run `bluetoothctl power on`"

    private var notices = BlueZNotices(settling: 3 * second)

    private mutating func adapter(_ obstacle: String?, at seconds: Int64) -> [String] {
        notices.adapterChanged(.adapter, name: "hci0", obstacle: obstacle, at: seconds * second)
    }

    private mutating func lines(at seconds: Int64) -> [String] { notices.timePassed(to: seconds * second) }

    @Test("An adapter that stays off is told once, and told again when it can be used")
    mutating func off() {
        expect(adapter(Self.off, at: 10), is: [])
        #expect(notices.nextDeadline == 13 * second)
        expect(lines(at: 12), is: [])
        expect(lines(at: 13), is: [Self.off])
        expect(adapter(Self.off, at: 14), is: [])
        expect(lines(at: 20), is: [])
        expect(adapter(nil, at: 21), is: ["Adapter hci0 can be used again"])
        expect(adapter(nil, at: 22), is: [])
        #expect(notices.nextDeadline == nil)
    }

    @Test("An adapter that is off for a moment only is not told")
    mutating func blink() {
        expect(adapter(Self.off, at: 10), is: [])
        expect(adapter(nil, at: 12), is: [])
        expect(lines(at: 60), is: [])
    }

    @Test("What a bluetoothd that ends does to its adapters is not told, also where it takes them away")
    mutating func restart() {
        expect(adapter(Self.off, at: 10), is: [])
        notices.adapterRemoved(.adapter, at: 10 * second)
        expect(notices.daemonVanished(), is: ["bluetoothd is gone; waiting for it to come back"])
        expect(notices.daemonVanished(), is: [])
        expect(lines(at: 30), is: [])
        expect(notices.daemonAppeared(at: 40 * second), is: ["bluetoothd is back"])
        expect(adapter(Self.off, at: 40), is: [])
        expect(adapter(nil, at: 41), is: [])
        expect(lines(at: 60), is: [])
    }

    @Test("An adapter that is still off after a restart of bluetoothd is told again, after that")
    mutating func offAfterRestart() {
        _ = adapter(Self.off, at: 10)
        expect(lines(at: 13), is: [Self.off])
        _ = notices.daemonVanished()
        _ = notices.daemonAppeared(at: 40 * second)
        expect(adapter(Self.off, at: 40), is: [])
        expect(lines(at: 43), is: [Self.off])
    }

    @Test("rfkill's block of an adapter that is off already is told with its own words, no later")
    mutating func blocked() {
        let blocked = "Adapter hci0 is blocked by rfkill: run `rfkill unblock bluetooth`"
        _ = adapter(Self.off, at: 10)
        _ = adapter(blocked, at: 12)
        expect(lines(at: 13), is: [blocked])
    }

    @Test("A stick that is pulled out is told by name, and one that is reset is not")
    mutating func unplugged() {
        _ = adapter(nil, at: 1)
        notices.adapterRemoved(.adapter, at: 10 * second)
        expect(adapter(nil, at: 12), is: [])
        expect(lines(at: 30), is: [])
        notices.adapterRemoved(.adapter, at: 40 * second)
        expect(lines(at: 43), is: ["Adapter hci0 (AA:00:00:00:00:01) is gone"])
        expect(
            notices.adapterChanged(.adapter, name: "hci3", obstacle: nil, at: 50 * second),
            is: ["Adapter hci3 can be used again"])
    }

    @Test("What keeps bluetoothd from being read is told once a reason")
    mutating func unreadable() {
        let refused = "BlueZ: refused; it is asked again until it answers"
        expect(notices.daemonUnreadable("BlueZ: refused"), is: [refused])
        expect(notices.daemonUnreadable("BlueZ: refused"), is: [])
        expect(notices.daemonVanished(), is: ["bluetoothd is gone; waiting for it to come back"])
        expect(notices.daemonUnreadable("BlueZ: refused"), is: [refused])
        expect(notices.daemonAppeared(at: second), is: ["bluetoothd answers"])
    }

    @Test("That there is no adapter is told when it lasts")
    mutating func none() {
        expect(notices.daemonAppeared(at: 10 * second), is: [])
        expect(lines(at: 13).count, is: 1)
        expect(adapter(nil, at: 20), is: ["Adapter hci0 is there"])
    }
}

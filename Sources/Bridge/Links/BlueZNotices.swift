package import SensorProfiles

/// What a person is told of bluetoothd and the adapters: what is true, once, in the order in which it happened.
///
/// A bluetoothd that ends switches its adapters off a moment before, one that starts shows them off for a moment, and a stick
/// that is reset goes and comes back. So the state of an adapter is told when it has stayed for a while. Every method is
/// something that happened, with the moment in nanoseconds of CLOCK_BOOTTIME where it matters; it returns the lines to log.
package struct BlueZNotices: Sendable {
    /// How long the state of an adapter must last to be told, unless a test is in a hurry, in nanoseconds.
    package static let usualSettling: Int64 = 3_000_000_000

    private struct Notice {
        let text: String
        let dueAt: Int64
    }

    private let settling: Int64
    /// What was said of a bluetoothd that cannot be used, and what is to be said when it can.
    private var daemonTrouble: (text: String, end: String)?
    private var names: [BluetoothAddress: String] = [:]
    private var pending: [BluetoothAddress?: Notice] = [:]
    /// What was said of adapters that cannot be used; nil as a key: that there is none.
    private var told: [BluetoothAddress?: String] = [:]

    /// Makes notices with nothing said.
    package init(settling: Int64 = usualSettling) {
        self.settling = settling
    }

    /// There is no bluetoothd at the start.
    package mutating func daemonAbsent() -> [String] {
        trouble("\(BlueZAccessError.noDaemon)", end: "bluetoothd is there")
    }

    /// bluetoothd has left the bus; what its adapters did just before was part of that.
    package mutating func daemonVanished() -> [String] {
        pending = [:]
        told = [:]
        return trouble("bluetoothd is gone; waiting for it to come back", end: "bluetoothd is back")
    }

    /// bluetoothd is on the bus, but does not say what it has; it is asked again.
    package mutating func daemonUnreadable(_ reason: String) -> [String] {
        trouble("\(reason); it is asked again until it answers", end: "bluetoothd answers")
    }

    /// bluetoothd is there; its adapters follow, if it has any.
    package mutating func daemonAppeared(at now: Int64) -> [String] {
        pending = [nil: Notice(text: "\(BlueZAccessError.noAdapter)", dueAt: now + settling)]
        told = [:]
        defer { daemonTrouble = nil }
        return daemonTrouble.map { [$0.end] } ?? []
    }

    /// An adapter is there and can be used, or not for a reason.
    package mutating func adapterChanged(
        _ address: BluetoothAddress, name: String, obstacle: String?, at now: Int64
    ) -> [String] {
        names[address] = name
        pending[nil] = nil
        let wasMissed = told.removeValue(forKey: nil) != nil
        if let obstacle {
            guard told[address] != obstacle else { return [] }
            // A switch that blocks what was off already is news, but the same silence.
            pending[address] = Notice(text: obstacle, dueAt: pending[address]?.dueAt ?? now + settling)
            return []
        }
        pending[address] = nil
        if told.removeValue(forKey: address) != nil { return ["Adapter \(name) can be used again"] }
        return wasMissed ? ["Adapter \(name) is there"] : []
    }

    /// An adapter is gone.
    package mutating func adapterRemoved(_ address: BluetoothAddress, at now: Int64) {
        let text = "Adapter \(name(of: address)) is gone"
        guard told[address] != text else { return }
        pending[address] = Notice(text: text, dueAt: now + settling)
    }

    /// What people call an adapter: its latest name, and its address.
    package func name(of address: BluetoothAddress) -> String {
        names[address].map { "\($0) (\(address))" } ?? "\(address)"
    }

    /// Time has passed: what has lasted is told.
    package mutating func timePassed(to now: Int64) -> [String] {
        let due = pending.filter { $0.value.dueAt <= now }
        for (address, notice) in due {
            pending[address] = nil
            told[address] = notice.text
        }
        return due.values.sorted { ($0.dueAt, $0.text) < ($1.dueAt, $1.text) }.map(\.text)
    }

    /// The next moment at which ``timePassed(to:)`` may have something to say.
    package var nextDeadline: Int64? { pending.values.map(\.dueAt).min() }

    private mutating func trouble(_ text: String, end: String) -> [String] {
        guard daemonTrouble?.text != text else { return [] }
        daemonTrouble = (text, end)
        return [text]
    }
}

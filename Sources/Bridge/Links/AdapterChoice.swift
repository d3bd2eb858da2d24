package import SensorProfiles

/// Which adapters a sensor may be reached through: the one that it was paired on while that can be used, else any.
///
/// Adapters are known by their addresses. One that has just gone, or has not come up since bluetoothd started, is given a moment,
/// because a reset stick comes back and adapters come up one after the other. Moments are nanoseconds of CLOCK_BOOTTIME.
package struct AdapterChoice: Sendable {
    /// How long to wait for an adapter before its sensors are used through others, unless a test is in a hurry.
    package static let usualPatience: Int64 = 5_000_000_000

    private let only: BluetoothAddress?
    private let patience: Int64
    private var states: [BluetoothAddress: Bool] = [:]
    private var unusableSince: [BluetoothAddress: Int64] = [:]
    private var startedAt: Int64 = 0

    /// Makes a choice among no adapters yet.
    ///
    /// - Parameters:
    ///   - only: The only adapter that may be used; nil: all.
    ///   - patience: How long to wait for an adapter before its sensors are used through others, in nanoseconds.
    package init(only: BluetoothAddress? = nil, patience: Int64 = usualPatience) {
        self.only = only
        self.patience = patience
    }

    /// bluetoothd began or ended: no adapter is there until it is told.
    package mutating func restart(at now: Int64) {
        (states, unusableSince) = ([:], [:])
        startedAt = now
    }

    /// An adapter is there, and can be used or not.
    package mutating func adapterChanged(_ adapter: BluetoothAddress, isUsable: Bool, at now: Int64) {
        if isUsable {
            unusableSince[adapter] = nil
        } else if states[adapter] == true {
            unusableSince[adapter] = now
        }
        states[adapter] = isUsable
    }

    /// An adapter is gone.
    package mutating func adapterRemoved(_ adapter: BluetoothAddress, at now: Int64) {
        if states[adapter] == true { unusableSince[adapter] = now }
        states[adapter] = nil
    }

    /// Whether an adapter is there, powered, and not excluded.
    package func canUse(_ adapter: BluetoothAddress) -> Bool {
        states[adapter] == true && mayUse(adapter)
    }

    /// Whether an adapter is not excluded, be it there or not.
    package func mayUse(_ adapter: BluetoothAddress) -> Bool { only == nil || only == adapter }

    /// Whether a sensor that was paired on `own` may be connected through an adapter now.
    package func allows(_ adapter: BluetoothAddress, insteadOf own: BluetoothAddress?, at now: Int64) -> Bool
    {
        guard canUse(adapter) else { return false }
        guard let own, own != adapter else { return true }
        return !canUse(own) && now >= patienceEnd(for: own)
    }

    /// When other adapters may be used for a sensor that was paired on `own`; nil: not by time.
    package func release(of own: BluetoothAddress?, after now: Int64) -> Int64? {
        guard let own, !canUse(own) else { return nil }
        let end = patienceEnd(for: own)
        return end > now ? end : nil
    }

    /// The adapters to look for a sensor with.
    package func lookouts(for own: BluetoothAddress?) -> Set<BluetoothAddress> {
        if let own, canUse(own) { return [own] }
        return Set(states.keys.filter(canUse))
    }

    /// Why a sensor is not used through the adapter that it was paired on.
    package func obstacle(to own: BluetoothAddress) -> String {
        guard mayUse(own) else { return "which --adapter excludes" }
        return switch states[own] {
        case nil: "which is gone"
        case false?: "which cannot be used now"
        case true?: "and goes back to it at its next connection"
        }
    }

    /// An excluded adapter is not waited for.
    private func patienceEnd(for own: BluetoothAddress) -> Int64 {
        mayUse(own) ? (unusableSince[own] ?? startedAt) + patience : 0
    }
}

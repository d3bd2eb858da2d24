package import SensorProfiles

/// Which of several sensors provides a quantity.
///
/// Two sensors of one rider that measure the same would mix their readings. The first to send is the provider; another
/// one takes over when the provider has sent nothing for the hold limit of the quantity, and keeps the role from then on.
package struct ProviderElection: Sendable {
    private let silenceLimit: Int64
    private var provider: (sensor: BluetoothAddress, lastReadingAt: Int64)?

    /// Makes an election; `silenceLimit` is in nanoseconds.
    package init(silenceLimit: Int64) {
        self.silenceLimit = silenceLimit
    }

    /// Whether a reading of a sensor at a moment counts.
    package mutating func accepts(_ sensor: BluetoothAddress, at now: Int64) -> Bool {
        if let provider, provider.sensor != sensor, now - provider.lastReadingAt < silenceLimit {
            return false
        }
        provider = (sensor, now)
        return true
    }
}

internal import SensorProfiles

/// Tells of sensors whose packets nobody can read, each once a connection.
///
/// Without a workout nothing else would tell of them, and one never starts if there is no other sensor.
struct UnreadableSensors {
    private var told: Set<BluetoothAddress> = []

    /// Takes what a sensor did.
    ///
    /// - Returns: A line for a person, with the packet as `pulsewatt decode` takes it; nil where there is nothing new to tell.
    mutating func line(for event: SensorEvent) -> String? {
        switch event.kind {
        case .connected, .disconnected:
            told.remove(event.sensor)
            return nil
        case .described:
            return nil
        case .notification(let characteristic, let value):
            var decoder = SensorDecoder()
            do {
                _ = try decoder.read(characteristic, value, at: event.nanoseconds)
                return nil
            } catch {
                guard told.insert(event.sensor).inserted else { return nil }
                let digits = value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                let packet = digits.isEmpty ? "''" : digits
                return "\(event.sensor) sends packets that cannot be read (\(error)): "
                    + "pulsewatt decode \(characteristic) \(packet)"
            }
        }
    }
}

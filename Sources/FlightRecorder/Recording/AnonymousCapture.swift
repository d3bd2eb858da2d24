internal import SensorProfiles

/// A capture from which nobody can tell whose sensors they were.
package struct AnonymousCapture: Sendable {
    /// The records, with sensors named by number: `C0:FF:EE:00:00:01` is the first.
    package let records: [CaptureRecord]
    /// How many notifications are left out, because their bytes could say anything.
    package let omitted: Int

    /// Takes a capture.
    package init(_ capture: [CaptureRecord]) {
        var numbers: [BluetoothAddress: UInt64] = [:]
        func anonymous(_ sensor: BluetoothAddress) -> BluetoothAddress {
            let number = numbers[sensor] ?? UInt64(numbers.count + 1)
            numbers[sensor] = number
            return BluetoothAddress(value: 0xC0_FF_EE_00_00_00 + number)
        }
        var omitted = 0
        records = capture.compactMap { record in
            switch record.content {
            case .notification(let sensor, let characteristic, let value):
                guard let value = Self.measured(in: value, of: characteristic) else {
                    omitted += 1
                    return nil
                }
                return CaptureRecord(
                    nanoseconds: record.nanoseconds,
                    .notification(sensor: anonymous(sensor), characteristic: characteristic, value: value))
            case .event(let event, let sensor):
                return CaptureRecord(
                    nanoseconds: record.nanoseconds, .event(event, sensor: sensor.map(anonymous)))
            }
        }
        self.omitted = omitted
    }

    /// The part of a value that its profile defines; nil for a characteristic that may say more than what is measured.
    private static func measured(in value: [UInt8], of characteristic: BluetoothUUID) -> [UInt8]? {
        switch characteristic {
        case .heartRateMeasurement:
            (try? HeartRateMeasurement(value.span)).map { Array(value.dropLast($0.surplusByteCount)) } ?? []
        case .cyclingPowerMeasurement:
            (try? CyclingPowerMeasurement(value.span)).map { Array(value.dropLast($0.surplusByteCount)) }
                ?? []
        case .batteryLevel: Array(value.prefix(1))
        default: nil
        }
    }
}

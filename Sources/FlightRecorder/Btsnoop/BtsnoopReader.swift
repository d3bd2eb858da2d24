import Foundation
package import SensorProfiles

/// Reads Bluetooth captures of Android (`btsnoop_hci.log`) and Linux (`btmon -w`) as recordings.
///
/// Which handle is which characteristic is learnt from the discovery in the capture, also from one later than the
/// notifications. Where there is none, because host and sensor had bonded before, the person says it; nothing is guessed. A
/// file that is damaged or was cut off gives all that comes before.
package enum BtsnoopReader {
    /// The characteristics that are read.
    package static let characteristics: [BluetoothUUID] = [.heartRateMeasurement, .cyclingPowerMeasurement]

    /// The longest that a capture can be, in microseconds.
    private static let longest = Int64(CaptureReader.maximumSeconds) * 1_000_000

    /// Whether a file begins as a btsnoop capture.
    package static func isBtsnoop(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.starts(with: BtsnoopFile.magic)
    }

    /// Reads a whole capture.
    ///
    /// The clock of a capture is that of the wall: where it was set back meanwhile, time goes on from there.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - handles: the characteristics of handles that the capture does not name; what it says itself counts first.
    /// - Returns: the records, at least one notification among them.
    /// - Throws: ``BtsnoopError`` for what is no capture, and for one without a notification that is read.
    package static func records(
        in bytes: [UInt8], handles: [UInt16: BluetoothUUID] = [:]
    ) throws(BtsnoopError) -> BtsnoopRecords {
        var file = try BtsnoopFile(bytes)
        var trace = HCITrace()
        var happenings: [(microseconds: Int64, date: Int64, happening: HCITrace.Happening)] = []
        var elapsed: Int64 = 0
        var previous: Int64?
        while let packet = file.next() {
            let step = max(0, packet.microseconds - (previous ?? packet.microseconds))
            elapsed = min(elapsed + step, Self.longest)
            previous = packet.microseconds
            for happening in trace.take(packet) {
                happenings.append((elapsed, packet.microseconds, happening))
            }
        }

        func characteristic(_ sensor: BluetoothAddress, _ handle: UInt16) -> BluetoothUUID? {
            trace.attributes[sensor]?.characteristics[handle] ?? handles[handle]
        }
        var unknown: [Unknown: [[UInt8]]] = [:]
        var sensors: Set<BluetoothAddress> = []
        for case (_, _, .notification(let sensor, let notification)) in happenings {
            switch characteristic(sensor, notification.handle) {
            case let known? where characteristics.contains(known): sensors.insert(sensor)
            case nil:
                unknown[Unknown(sensor: sensor, handle: notification.handle), default: []]
                    .append(notification.value)
            default: break
            }
        }
        let unknownHandles = unknown.map { key, values in
            BtsnoopRecords.UnknownHandle(
                sensor: key.sensor, handle: key.handle, count: values.count, likely: likely(values))
        }.sorted { ($0.sensor, $0.handle) < ($1.sensor, $1.handle) }

        var origin: (elapsed: Int64, date: Int64)?
        var records: [CaptureRecord] = []
        for (elapsed, date, happening) in happenings {
            guard let content = content(happening, sensors: sensors, characteristic) else { continue }
            if origin == nil, case .notification = content { origin = (elapsed, date) }
            guard let origin else { continue }
            records.append(CaptureRecord(nanoseconds: (elapsed - origin.elapsed) * 1000, content))
        }
        guard let origin else { throw .noMeasurement(unknownHandles, damage: file.damage) }
        return BtsnoopRecords(
            start: Date(timeIntervalSince1970: Double(origin.date) / 1e6), records: records,
            unknownHandles: unknownHandles, incompleteCount: trace.incompleteCount, damage: file.damage)
    }

    private struct Unknown: Hashable {
        let sensor: BluetoothAddress
        let handle: UInt16
    }

    private static func content(
        _ happening: HCITrace.Happening, sensors: Set<BluetoothAddress>,
        _ characteristic: (BluetoothAddress, UInt16) -> BluetoothUUID?
    ) -> CaptureRecord.Content? {
        switch happening {
        case .connected(let sensor): sensors.contains(sensor) ? .event(.connected, sensor: sensor) : nil
        case .disconnected(let sensor): sensors.contains(sensor) ? .event(.disconnected, sensor: sensor) : nil
        case .notification(let sensor, let notification):
            characteristic(sensor, notification.handle).flatMap {
                characteristics.contains($0)
                    ? .notification(sensor: sensor, characteristic: $0, value: notification.value) : nil
            }
        }
    }

    /// What values could be of: a heart rate where all of ten or more decode to one of 30 to 230 without a byte left over.
    ///
    /// It is said to a person, and never taken for granted.
    private static func likely(_ values: [[UInt8]]) -> BluetoothUUID? {
        guard values.count >= 10, values.allSatisfy(isLikelyHeartRate) else { return nil }
        return .heartRateMeasurement
    }

    private static func isLikelyHeartRate(_ value: [UInt8]) -> Bool {
        // The upper flags are reserved, so they are zero.
        guard let flags = value.first, flags >> 5 == 0,
            let measurement = try? HeartRateMeasurement(value.span), let rate = measurement.heartRate
        else { return false }
        return (30...230).contains(rate) && measurement.surplusByteCount == 0
    }
}

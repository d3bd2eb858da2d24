internal import SensorProfiles
internal import Zlib

/// Frames on their way to the file, end to end.
struct FrameEncoder {
    /// The bytes of all frames since the last ``removeAll()``.
    private(set) var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(4096)
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Appends what is no frame: the signature.
    mutating func append(raw: [UInt8]) {
        bytes += raw
    }

    /// Appends a notification with the low half of its time, where its stream and its length allow that.
    mutating func appendShortNotification(stream: Int, microseconds: Int64, value: [UInt8]) {
        let start = bytes.count
        bytes.append(UInt8(stream << 5 | value.count))
        append(UInt32(truncatingIfNeeded: microseconds))
        bytes += value
        appendChecksum(from: start)
    }

    mutating func appendNotification(stream: Int, microseconds: Int64, value: [UInt8]) {
        let length = min(value.count, RecordingFormat.payloadLimit - 10)
        append(.notification, length: 10 + length) { encoder in
            encoder.append(microseconds)
            encoder.append(UInt16(truncatingIfNeeded: stream))
            encoder.bytes += value.prefix(length)
        }
    }

    mutating func append(_ kind: RecordingFormat.Kind, payload: [UInt8]) {
        let payload = payload.prefix(RecordingFormat.payloadLimit)
        append(kind, length: payload.count) { $0.bytes += payload }
    }

    mutating func appendStream(_ stream: Int, sensor: BluetoothAddress, characteristic: BluetoothUUID) {
        append(.stream, length: 10) { encoder in
            encoder.append(UInt16(truncatingIfNeeded: stream))
            encoder.append(sensor)
            encoder.append(characteristic.rawValue)
        }
    }

    mutating func appendClock(microseconds: Int64, wallMicroseconds: Int64, frameCount: UInt32) {
        append(.clock, length: 20) { encoder in
            encoder.append(microseconds)
            encoder.append(wallMicroseconds)
            encoder.append(frameCount)
        }
    }

    mutating func appendEvent(code: UInt8, sensor: BluetoothAddress?, microseconds: Int64) {
        append(.event, length: 15) { encoder in
            encoder.append(microseconds)
            encoder.bytes.append(code)
            encoder.append(sensor ?? BluetoothAddress(value: 0))
        }
    }

    mutating func appendDescription(of sensor: BluetoothAddress, microseconds: Int64, _ description: [UInt8])
    {
        let description = description.prefix(RecordingFormat.payloadLimit - 14)
        append(.description, length: 14 + description.count) { encoder in
            encoder.append(microseconds)
            encoder.append(sensor)
            encoder.bytes += description
        }
    }

    mutating func appendSaved(wallMicroseconds: Int64, frameCount: UInt32) {
        append(.saved, length: 12) { encoder in
            encoder.append(wallMicroseconds)
            encoder.append(frameCount)
        }
    }

    private mutating func append(
        _ kind: RecordingFormat.Kind, length: Int, _ payload: (inout FrameEncoder) -> Void
    ) {
        let start = bytes.count
        bytes.append(RecordingFormat.kindMask | kind.rawValue)
        append(UInt16(truncatingIfNeeded: length))
        payload(&self)
        appendChecksum(from: start)
    }

    private mutating func appendChecksum(from start: Int) {
        append(
            bytes.withUnsafeBytes { CRC32.checksum(UnsafeRawBufferPointer(rebasing: $0[start...])) })
    }

    private mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// The six bytes of an address, first written byte first.
    private mutating func append(_ address: BluetoothAddress) {
        for shift in stride(from: 40, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: address.value >> UInt64(shift)))
        }
    }
}

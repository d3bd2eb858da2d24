/// One of the texts of the Device Information service: manufacturer, model, serial number or a revision.
public struct DeviceInformationString: Hashable, Sendable {
    /// The text up to the first NUL, with the replacement character where the bytes are not UTF-8.
    public let text: String

    /// Reads the bytes of a read response; there are no wrong ones.
    public init(_ packet: Span<UInt8>) {
        // Fixed-size fields are padded with NUL, and what follows the first one is left over from longer texts.
        var end = 0
        while end < packet.count, packet[end] != 0 {
            end += 1
        }
        text = packet.extracting(..<end).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads bytes held in an array.
    public init(_ packet: [UInt8]) {
        self.init(packet.span)
    }
}

extension DeviceInformationString {
    /// The characteristics that carry such a text, in the order of their assigned numbers.
    public static let characteristics: [BluetoothUUID] = [
        .modelNumber, .serialNumber, .firmwareRevision, .hardwareRevision, .softwareRevision,
        .manufacturerName,
    ]
}

extension DeviceInformationString: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}

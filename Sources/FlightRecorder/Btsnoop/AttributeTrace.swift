import SensorProfiles

/// Follows the attribute protocol (ATT) of one link: which handle is which characteristic, and what was notified.
///
/// Only what the peer says of itself counts, so a device that asks for our characteristics teaches nothing about its own.
struct AttributeTrace {
    /// A value that the peer notified.
    struct Notification: Equatable {
        let handle: UInt16
        let value: [UInt8]
    }

    /// The characteristic that each handle is the value of, as far as the peer was asked.
    private(set) var characteristics: [UInt16: BluetoothUUID] = [:]
    /// The type of the last `Read By Type` that we sent: what the next answer to it is about.
    private var requestedType: BluetoothUUID?

    private static let characteristicDeclaration = BluetoothUUID(rawValue: 0x2803)

    /// Takes a packet that we sent.
    mutating func send(_ packet: ArraySlice<UInt8>) {
        // Read By Type Request: two handles and a type.
        guard packet.first == 0x08, packet.count > 5 else { return }
        requestedType = packet.dropFirst(5).characteristic
    }

    /// Takes a packet that the peer sent.
    ///
    /// - Returns: what it notified.
    mutating func receive(_ packet: ArraySlice<UInt8>) -> [Notification] {
        let content = packet.dropFirst()
        switch packet.first {
        case 0x09: readDeclarations(content)
        case 0x05: readInformation(content)
        case 0x1B:
            guard let handle = content.littleEndian16(at: 0) else { break }
            return [Notification(handle: handle, value: Array(content.dropFirst(2)))]
        case 0x23: return several(content)
        default: break
        }
        return []
    }

    /// Read By Type Response: entries of one length; those of a declaration are handle, properties, value handle, UUID.
    private mutating func readDeclarations(_ content: ArraySlice<UInt8>) {
        guard let length = content.first.map(Int.init), length == 7 || length == 21 else { return }
        // Where the request is not in the capture, the lengths speak for a declaration.
        guard requestedType == nil || requestedType == Self.characteristicDeclaration else { return }
        var rest = content.dropFirst()
        while rest.count >= length {
            let entry = rest.prefix(length)
            if let declaration = entry.littleEndian16(at: 0), let handle = entry.littleEndian16(at: 3),
                handle > declaration, let characteristic = entry.dropFirst(5).characteristic
            {
                characteristics[handle] = characteristic
            }
            rest = rest.dropFirst(length)
        }
    }

    /// Find Information Response: pairs of a handle and a UUID of 2 or 16 bytes.
    private mutating func readInformation(_ content: ArraySlice<UInt8>) {
        let length: Int
        switch content.first {
        case 1: length = 4
        case 2: length = 18
        default: return
        }
        var rest = content.dropFirst()
        while rest.count >= length {
            let entry = rest.prefix(length)
            // A characteristic's value has the UUID of its declaration; anything else has one of its own kind.
            if let handle = entry.littleEndian16(at: 0), let uuid = entry.dropFirst(2).characteristic,
                uuid.rawValue >= 0x2A00
            {
                characteristics[handle] = uuid
            }
            rest = rest.dropFirst(length)
        }
    }

    /// Multiple Handle Value Notification: handle, length and value, repeated.
    private func several(_ content: ArraySlice<UInt8>) -> [Notification] {
        var found: [Notification] = []
        var rest = content
        while let handle = rest.littleEndian16(at: 0), let length = rest.littleEndian16(at: 2).map(Int.init),
            rest.count >= 4 + length
        {
            found.append(Notification(handle: handle, value: Array(rest.dropFirst(4).prefix(length))))
            rest = rest.dropFirst(4 + length)
        }
        return found
    }
}

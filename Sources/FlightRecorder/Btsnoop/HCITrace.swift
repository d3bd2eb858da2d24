import SensorProfiles

/// Follows the links of a capture: who is at the other end, fragments of data, and the attribute protocol on top.
struct HCITrace {
    /// What came out of a packet.
    enum Happening: Equatable {
        case connected(BluetoothAddress)
        case disconnected(BluetoothAddress)
        case notification(BluetoothAddress, AttributeTrace.Notification)
    }

    /// A link by the adapter and its number there.
    private struct LinkKey: Hashable {
        let adapter: UInt16
        let handle: UInt16
    }

    /// Data that has not come in full yet.
    private struct Fragments {
        var bytes: [UInt8] = []
        var length = 0
    }

    private var peers: [LinkKey: BluetoothAddress] = [:]
    private var received: [LinkKey: Fragments] = [:]
    private var sent: [LinkKey: Fragments] = [:]
    /// What is known of each peer's attributes; it outlives a link, as those who bonded do not ask again.
    private(set) var attributes: [BluetoothAddress: AttributeTrace] = [:]
    /// How much data had to be left out because parts of it are not in the capture.
    private(set) var incompleteCount = 0

    private static let attributeChannel: UInt16 = 4

    /// Takes the next packet of the capture.
    mutating func take(_ packet: BtsnoopFile.Packet) -> [Happening] {
        switch packet.kind {
        case .event: event(packet.bytes, packet.adapter)
        case .data(let isReceived): data(packet.bytes, packet.adapter, isReceived: isReceived)
        }
    }

    // MARK: Events

    private mutating func event(_ bytes: ArraySlice<UInt8>, _ adapter: UInt16) -> [Happening] {
        guard let code = bytes.first, bytes.count >= 2 else { return [] }
        let parameters = bytes.dropFirst(2)
        switch code {
        case 0x05: return disconnection(parameters, adapter)
        case 0x3E:
            // LE Connection Complete, and the enhanced one in both versions: they begin alike.
            guard let subevent = parameters.first, [0x01, 0x0A, 0x29].contains(subevent) else { return [] }
            return connection(parameters.dropFirst(), adapter)
        default: return []
        }
    }

    /// Status, handle, role, kind of address, address.
    private mutating func connection(_ parameters: ArraySlice<UInt8>, _ adapter: UInt16) -> [Happening] {
        guard parameters.first == 0, let handle = parameters.littleEndian16(at: 1),
            let address = parameters.address(at: 5)
        else { return [] }
        let link = LinkKey(adapter: adapter, handle: handle & 0x0FFF)
        peers[link] = address
        received[link] = nil
        sent[link] = nil
        return [.connected(address)]
    }

    /// Status, handle, reason.
    private mutating func disconnection(_ parameters: ArraySlice<UInt8>, _ adapter: UInt16) -> [Happening] {
        guard parameters.first == 0, let handle = parameters.littleEndian16(at: 1) else { return [] }
        let link = LinkKey(adapter: adapter, handle: handle & 0x0FFF)
        received[link] = nil
        sent[link] = nil
        return peers.removeValue(forKey: link).map { [.disconnected($0)] } ?? []
    }

    // MARK: Data

    private mutating func data(
        _ bytes: ArraySlice<UInt8>, _ adapter: UInt16, isReceived: Bool
    ) -> [Happening] {
        guard let first = bytes.littleEndian16(at: 0), bytes.count >= 4 else { return [] }
        let link = LinkKey(adapter: adapter, handle: first & 0x0FFF)
        let isContinuation = first >> 12 & 3 == 1
        let content = bytes.dropFirst(4)
        var fragments = (isReceived ? received[link] : sent[link]) ?? Fragments()
        if isContinuation {
            // A continuation of what began before the capture, or of what was lost, is nothing.
            guard fragments.length > 0 else { return [] }
            fragments.bytes += content
        } else {
            if fragments.length > 0 { incompleteCount += 1 }
            guard let length = content.littleEndian16(at: 0) else {
                set(nil, link, isReceived)
                return []
            }
            fragments = Fragments(bytes: Array(content), length: Int(length) + 4)
        }
        guard fragments.bytes.count >= fragments.length else {
            set(fragments, link, isReceived)
            return []
        }
        set(nil, link, isReceived)
        let whole = fragments.bytes[..<fragments.length]
        guard whole.littleEndian16(at: 2) == Self.attributeChannel else { return [] }
        return attribute(whole.dropFirst(4), of: peer(link), isReceived: isReceived)
    }

    private mutating func set(_ fragments: Fragments?, _ link: LinkKey, _ isReceived: Bool) {
        if isReceived { received[link] = fragments } else { sent[link] = fragments }
    }

    private mutating func attribute(
        _ packet: ArraySlice<UInt8>, of peer: BluetoothAddress, isReceived: Bool
    ) -> [Happening] {
        guard isReceived else {
            attributes[peer, default: AttributeTrace()].send(packet)
            return []
        }
        return attributes[peer, default: AttributeTrace()].receive(packet).map { .notification(peer, $0) }
    }

    /// Who is at the other end; for a link from before the capture an address that nobody has, made of its number.
    private func peer(_ link: LinkKey) -> BluetoothAddress {
        peers[link] ?? BluetoothAddress(value: UInt64(link.adapter) << 16 | UInt64(link.handle))
    }
}

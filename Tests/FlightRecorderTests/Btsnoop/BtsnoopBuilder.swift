import SensorProfiles

/// Builds btsnoop files byte by byte, from the tables of the format and of the Bluetooth core specification.
struct BtsnoopBuilder {
    /// How packets are wrapped.
    enum Link: UInt32 {
        case bare = 1001
        case serial = 1002
        case monitor = 2001
    }

    private(set) var bytes: [UInt8]
    /// Microseconds since 1970 of the next packet: 2026-11-30 06:00 in UTC at first.
    var microseconds: Int64 = 1_796_018_400_000_000
    private let link: Link

    init(_ link: Link) {
        self.link = link
        bytes = Array("btsnoop".utf8) + [0] + Self.big(1, 4) + Self.big(UInt64(link.rawValue), 4)
    }

    static func big(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
    }

    static func little(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

    // MARK: Packets

    private mutating func add(
        _ packet: [UInt8], kind: UInt8, monitor: UInt64, isReceived: Bool, isEvent: Bool
    ) {
        let content = link == .serial ? [kind] + packet : packet
        let flags: UInt64 =
            link == .monitor ? monitor : (isReceived ? 1 : 0) | (isEvent ? 2 : 0)
        // The year 0 is 0x00DCDDB30F2F8000 microseconds before 1970.
        let time = UInt64(bitPattern: microseconds &+ 0x00DC_DDB3_0F2F_8000)
        bytes += Self.big(UInt64(content.count), 4) + Self.big(UInt64(content.count), 4) + Self.big(flags, 4)
        bytes += Self.big(0, 4) + Self.big(time, 8) + content
    }

    mutating func event(_ code: UInt8, _ parameters: [UInt8]) {
        add(
            [code, UInt8(parameters.count)] + parameters, kind: 4, monitor: 3, isReceived: true, isEvent: true
        )
    }

    /// LE Connection Complete: the peer's address goes over the air lowest byte first.
    mutating func connect(_ handle: UInt16, _ address: [UInt8], isEnhanced: Bool = false) {
        let common = [0] + Self.little(handle) + [0, 1] + address.reversed()
        let rest: [UInt8] = [24, 0, 0, 0, 42, 0, 0]
        event(
            0x3E,
            [isEnhanced ? 0x0A : 0x01] + common + (isEnhanced ? [UInt8](repeating: 0, count: 12) : []) + rest)
    }

    mutating func disconnect(_ handle: UInt16) { event(0x05, [0] + Self.little(handle) + [0x13]) }

    /// A piece of data as it is: the flags say whether it begins a packet (2, or 0 from the host) or goes on (1).
    mutating func piece(_ handle: UInt16, _ flag: UInt16, _ content: [UInt8], isReceived: Bool = true) {
        let header = Self.little(handle | flag << 12) + Self.little(UInt16(content.count))
        add(header + content, kind: 2, monitor: isReceived ? 5 : 4, isReceived: isReceived, isEvent: false)
    }

    /// A packet of the attribute protocol in one piece.
    mutating func attribute(_ handle: UInt16, _ packet: [UInt8], isReceived: Bool = true) {
        piece(
            handle, isReceived ? 2 : 0, Self.little(UInt16(packet.count)) + [4, 0] + packet,
            isReceived: isReceived)
    }

    mutating func notify(_ link: UInt16, _ handle: UInt16, _ value: [UInt8]) {
        attribute(link, [0x1B] + Self.little(handle) + value)
    }

    /// The host asks for declarations of characteristics, and the sensor tells one.
    mutating func declare(_ link: UInt16, _ uuid: [UInt8], value handle: UInt16) {
        attribute(link, [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28], isReceived: false)
        attribute(
            link,
            [0x09, UInt8(5 + uuid.count)] + Self.little(handle - 1) + [0x10] + Self.little(handle) + uuid)
    }
}

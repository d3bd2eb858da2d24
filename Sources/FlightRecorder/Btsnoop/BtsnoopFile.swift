/// The packets of a btsnoop file, one after another: what Android's Bluetooth log and `btmon -w` write.
///
/// The format is that of RFC 1761 with another name and clock. Whatever the bytes are, reading ends; what stopped it before
/// the end of the file is in ``damage``.
struct BtsnoopFile {
    /// A packet between host and controller.
    struct Packet: Equatable {
        /// What a packet is.
        enum Kind: Equatable {
            /// From the controller: something happened.
            case event
            /// Data, from the air or to it.
            case data(isReceived: Bool)
        }
        /// Microseconds since 1970.
        let microseconds: Int64
        /// The adapter that it went through.
        let adapter: UInt16
        /// What it is.
        let kind: Kind
        /// Its bytes, without what the transport adds.
        let bytes: ArraySlice<UInt8>
    }

    /// How packets are wrapped, by the number in the header.
    private enum Link: UInt32 {
        /// HCI packets bare; the flags say what they are.
        case bare = 1001
        /// As on a serial line: a byte before each packet says what it is. Android.
        case serial = 1002
        /// What the kernel tells monitors; the flags say what it is and of which adapter. btmon.
        case monitor = 2001
    }

    /// "btsnoop" and a zero.
    static let magic: [UInt8] = [0x62, 0x74, 0x73, 0x6E, 0x6F, 0x6F, 0x70, 0x00]
    private static let headerLength = 16
    private static let recordHeaderLength = 24
    /// Microseconds from the year 0, where the format counts from, to 1970.
    private static let epoch: Int64 = 0x00DC_DDB3_0F2F_8000
    /// The longest packet there is: data of 65535 bytes with its headers.
    private static let longestPacket = 65_600

    private let bytes: [UInt8]
    private let link: Link
    private var position = Self.headerLength
    /// Where reading ended before the end of the file, and why; nil while all is well.
    private(set) var damage: BtsnoopDamage?

    /// Reads the header.
    ///
    /// - Throws: ``BtsnoopError`` if the file is none, or of a kind that is not read.
    init(_ bytes: [UInt8]) throws(BtsnoopError) {
        guard bytes.starts(with: Self.magic) else { throw .notBtsnoop }
        guard bytes.count >= Self.headerLength else { throw .noHeader(length: bytes.count) }
        let version = Self.number(bytes[8..<12])
        guard version == 1 else { throw .version(UInt32(truncatingIfNeeded: version)) }
        let number = UInt32(truncatingIfNeeded: Self.number(bytes[12..<16]))
        guard let link = Link(rawValue: number) else { throw .link(number) }
        self.bytes = bytes
        self.link = link
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The next packet that is an event or data, or nil at the end and where the file is damaged.
    mutating func next() -> Packet? {
        while damage == nil, position < bytes.count {
            guard bytes.count - position >= Self.recordHeaderLength else {
                return stop("its last packet has no whole header")
            }
            let header = bytes[position..<position + Self.recordHeaderLength]
            let original = Int(Self.number(header.dropFirst(0).prefix(4)))
            let included = Int(Self.number(header.dropFirst(4).prefix(4)))
            let flags = UInt32(truncatingIfNeeded: Self.number(header.dropFirst(8).prefix(4)))
            let time = Int64(bitPattern: Self.number(header.dropFirst(16).prefix(8)))
            guard included <= original, original <= Self.longestPacket else {
                return stop("a packet of \(included) of \(original) bytes cannot be")
            }
            let start = position + Self.recordHeaderLength
            guard bytes.count - start >= included else {
                return stop(
                    "its last packet was cut off: \(bytes.count - start) of \(included) bytes are there")
            }
            // Five centuries are more than any clock is wrong by, and leave room for sums.
            let (microseconds, isOutside) = time.subtractingReportingOverflow(Self.epoch)
            guard !isOutside, microseconds.magnitude < 500 * 366 * 86_400_000_000 else {
                return stop("the time of a packet is no date")
            }
            position = start + included
            if let packet = packet(bytes[start..<position], flags, microseconds) { return packet }
        }
        return nil
    }

    private mutating func stop(_ reason: String) -> Packet? {
        damage = BtsnoopDamage(offset: position, reason: reason)
        return nil
    }

    private func packet(_ bytes: ArraySlice<UInt8>, _ flags: UInt32, _ microseconds: Int64) -> Packet? {
        let isReceived = flags & 1 == 1
        let kind: Packet.Kind
        var adapter: UInt16 = 0
        var content = bytes
        switch link {
        case .bare:
            // A command or an event, or data; commands are sent.
            if flags & 2 == 2 {
                guard isReceived else { return nil }
                kind = .event
            } else {
                kind = .data(isReceived: isReceived)
            }
        case .serial:
            switch content.popFirst() {
            case 0x02: kind = .data(isReceived: isReceived)
            case 0x04: kind = .event
            default: return nil
            }
        case .monitor:
            adapter = UInt16(truncatingIfNeeded: flags >> 16)
            switch flags & 0xFFFF {
            case 3: kind = .event
            case 4: kind = .data(isReceived: false)
            case 5: kind = .data(isReceived: true)
            default: return nil
            }
        }
        return Packet(microseconds: microseconds, adapter: adapter, kind: kind, bytes: content)
    }
}

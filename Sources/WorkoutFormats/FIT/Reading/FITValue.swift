/// What a field of a message in a FIT file says.
enum FITValue: Equatable, Sendable {
    /// A whole number, as it stands in the file: neither scaled nor moved.
    case integer(Int64)
    /// A fraction.
    case fraction(Double)
    /// A text.
    case text(String)
    /// Whole numbers in a row, nil where one is missing.
    case integers([Int64?])
    /// Fractions in a row, nil where one is missing.
    case fractions([Double?])

    /// Reads the bytes of a field; nil where they say that the value is missing.
    ///
    /// A size that is no multiple of the type's, or a type that is not known, makes them plain bytes.
    init?(_ bytes: ArraySlice<UInt8>, code: UInt8, isBigEndian: Bool) {
        var type = FITBaseType(rawValue: code) ?? .byte
        if bytes.isEmpty { return nil }
        if bytes.count % type.size != 0 { type = .byte }
        switch type {
        case .string:
            let content = bytes.prefix { $0 != 0 }
            guard !content.isEmpty else { return nil }
            self = .text(String(decoding: content, as: UTF8.self))
        case .byte:
            // Bytes are missing together or not at all.
            guard bytes.contains(where: { $0 != 0xFF }) else { return nil }
            self =
                bytes.count == 1
                ? .integer(Int64(bytes[bytes.startIndex])) : .integers(bytes.map { Int64($0) })
        case .float32, .float64:
            let values = Self.elements(bytes, type, isBigEndian) { Self.fraction($0, type) }
            guard values.contains(where: { $0 != nil }) else { return nil }
            if values.count == 1, let value = values[0] {
                self = .fraction(value)
            } else {
                self = .fractions(values)
            }
        default:
            if bytes.count == type.size {
                guard let value = Self.integer(Self.bits(bytes, isBigEndian), type) else { return nil }
                self = .integer(value)
                return
            }
            let values = Self.elements(bytes, type, isBigEndian) { Self.integer($0, type) }
            guard values.contains(where: { $0 != nil }) else { return nil }
            self = .integers(values)
        }
    }

    private static func elements<Element>(
        _ bytes: ArraySlice<UInt8>, _ type: FITBaseType, _ isBigEndian: Bool,
        _ read: (UInt64) -> Element?
    ) -> [Element?] {
        stride(from: bytes.startIndex, to: bytes.endIndex, by: type.size).map {
            read(bits(bytes[$0..<($0 + type.size)], isBigEndian))
        }
    }

    private static func bits(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> UInt64 {
        var bits: UInt64 = 0
        if isBigEndian {
            for byte in bytes { bits = bits << 8 | UInt64(byte) }
        } else {
            for byte in bytes.reversed() { bits = bits << 8 | UInt64(byte) }
        }
        return bits
    }

    /// A whole number; nil if it is missing or beyond an `Int64`.
    private static func integer(_ bits: UInt64, _ type: FITBaseType) -> Int64? {
        guard bits != type.invalidBits else { return nil }
        guard type.isSigned else { return Int64(exactly: bits) }
        let unused = 64 - 8 * type.size
        return Int64(bitPattern: bits << UInt64(unused)) >> Int64(unused)
    }

    private static func fraction(_ bits: UInt64, _ type: FITBaseType) -> Double? {
        let value =
            type == .float32
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
        return bits != type.invalidBits && value.isFinite ? value : nil
    }
}

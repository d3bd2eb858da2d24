/// The types that a field of a FIT message can have; raw values are the codes in definitions.
enum FITBaseType: UInt8, Sendable {
    case enumeration = 0x00
    case sint8 = 0x01
    case uint8 = 0x02
    case sint16 = 0x83
    case uint16 = 0x84
    case sint32 = 0x85
    case uint32 = 0x86
    case string = 0x07
    case float32 = 0x88
    case float64 = 0x89
    case uint8z = 0x0A
    case uint16z = 0x8B
    case uint32z = 0x8C
    case byte = 0x0D
    case sint64 = 0x8E
    case uint64 = 0x8F
    case uint64z = 0x90

    /// The size of one element in bytes.
    var size: Int {
        switch self {
        case .enumeration, .sint8, .uint8, .string, .uint8z, .byte: 1
        case .sint16, .uint16, .uint16z: 2
        case .sint32, .uint32, .uint32z, .float32: 4
        case .float64, .sint64, .uint64, .uint64z: 8
        }
    }

    /// Whether elements are two's complement.
    var isSigned: Bool {
        switch self {
        case .sint8, .sint16, .sint32, .sint64: true
        default: false
        }
    }

    /// The bits, in the low ``size`` bytes, that stand for a missing value.
    var invalidBits: UInt64 {
        switch self {
        case .enumeration, .uint8, .byte: 0xFF
        case .sint8: 0x7F
        case .sint16: 0x7FFF
        case .uint16: 0xFFFF
        case .sint32: 0x7FFF_FFFF
        case .uint32, .float32: 0xFFFF_FFFF
        case .string, .uint8z, .uint16z, .uint32z, .uint64z: 0
        case .sint64: 0x7FFF_FFFF_FFFF_FFFF
        case .float64, .uint64: 0xFFFF_FFFF_FFFF_FFFF
        }
    }

    /// The whole numbers that an element can say; none for text and fractions.
    ///
    /// The invalid value is not among them, and of 64 bits only what an `Int64` holds.
    var integers: ClosedRange<Int64>? {
        switch self {
        case .enumeration, .uint8, .byte: 0...0xFE
        case .sint8: -0x80...0x7E
        case .sint16: -0x8000...0x7FFE
        case .uint16: 0...0xFFFE
        case .sint32: -0x8000_0000...0x7FFF_FFFE
        case .uint32: 0...0xFFFF_FFFE
        case .uint8z: 1...0xFF
        case .uint16z: 1...0xFFFF
        case .uint32z: 1...0xFFFF_FFFF
        case .sint64: Int64.min...(Int64.max - 1)
        case .uint64: 0...Int64.max
        case .uint64z: 1...Int64.max
        case .string, .float32, .float64: nil
        }
    }
}

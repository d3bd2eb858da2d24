/// The 48-bit address of an adapter or a sensor, written `C0:FF:EE:00:00:01`.
public struct BluetoothAddress: Hashable, Sendable {
    /// The address as a number, first written byte highest.
    public let value: UInt64

    /// Wraps a number; bits above the 48th are dropped.
    public init(value: UInt64) {
        self.value = value & 0xFFFF_FFFF_FFFF
    }

    /// Reads six colon-separated bytes in hexadecimal, in any case; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 6 else { return nil }
        var value: UInt64 = 0
        for part in parts {
            guard part.utf8.count == 2, let byte = UInt8(part, radix: 16), part.first != "+" else {
                return nil
            }
            value = value << 8 | UInt64(byte)
        }
        self.value = value
    }
}

extension BluetoothAddress: CustomStringConvertible {
    /// The address in upper case with colons, as BlueZ writes it.
    public var description: String {
        stride(from: 40, through: 0, by: -8).map { shift in
            let digits = String((value >> UInt64(shift)) & 0xFF, radix: 16, uppercase: true)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }.joined(separator: ":")
    }
}

extension BluetoothAddress: Comparable {
    /// Orders addresses as their written form does.
    public static func < (lhs: BluetoothAddress, rhs: BluetoothAddress) -> Bool {
        lhs.value < rhs.value
    }
}

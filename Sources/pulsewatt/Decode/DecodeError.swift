import SensorProfiles

/// Why packets cannot be explained.
enum DecodeError: Error, Equatable {
    /// The text names no characteristic whose packets are known.
    case unknownCharacteristic(String)
    /// A packet is not written in hexadecimal; packets count from one.
    case notHexadecimal(packet: Int, text: String, HexadecimalText.Fault)
    /// A packet, one of a number of them, is too short for its mandatory fields; packets count from one.
    case tooShort(packet: Int, count: Int, PacketError)
}

extension DecodeError: CustomStringConvertible {
    /// A sentence that says what is wrong, with what, and what would be right.
    var description: String {
        switch self {
        case .unknownCharacteristic(let text):
            let known = PacketExplanation.characteristics.map { characteristic in
                "\(characteristic) (\(characteristic.name ?? "unnamed"))"
            }
            return
                "Unknown characteristic \(text.debugDescription). Known are \(known.joined(separator: ", "))."
        case .notHexadecimal(let packet, let text, let fault):
            return "Packet \(packet), \(text.debugDescription), is not hexadecimal: \(fault)."
        case .tooShort(let packet, let count, let error):
            let hint =
                error.byteCount <= 1 && count > 1
                ? " Each argument is one whole packet: write its bytes together, such as 164b2a03." : ""
            return "Packet \(packet) of \(count) is too short. \(error).\(hint)"
        }
    }
}

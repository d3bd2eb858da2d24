/// Bytes written in hexadecimal, with spaces anywhere; a test that misspells them fails to find a packet.
func bytes(_ text: String) -> [UInt8] {
    let digits = text.filter { $0 != " " }
    precondition(digits.count.isMultiple(of: 2), "odd number of digits in \(text)")
    return stride(from: 0, to: digits.count, by: 2).map { position in
        let start = digits.index(digits.startIndex, offsetBy: position)
        let pair = digits[start..<digits.index(start, offsetBy: 2)]
        guard let byte = UInt8(pair, radix: 16) else { preconditionFailure("no hexadecimal: \(pair)") }
        return byte
    }
}

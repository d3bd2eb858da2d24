/// A field of a FIT message: its number, its type and how a measure becomes the number in the file.
///
/// In the file stands (measure + offset) × scale, rounded.
struct FITField: Hashable, Sendable {
    let number: UInt8
    let type: FITBaseType
    let scale: Double
    let offset: Double

    init(_ number: UInt8, _ type: FITBaseType, scale: Double = 1, offset: Double = 0) {
        self.number = number
        self.type = type
        self.scale = scale
        self.offset = offset
    }

    /// The bits of a measure, or those of a missing one where there is none or it does not fit.
    func bits(_ measure: Double?) -> UInt64 {
        guard let measure, let permitted = type.integers else { return type.invalidBits }
        let number = ((measure + offset) * scale).rounded()
        // NaN fails both comparisons; the bounds of 32 bits and less are exact as doubles.
        guard number >= Double(permitted.lowerBound), number <= Double(permitted.upperBound),
            let whole = Int64(exactly: number), permitted.contains(whole)
        else { return type.invalidBits }
        return UInt64(bitPattern: whole)
    }

    /// The measure of a whole number from a file.
    func measure(_ number: Int64) -> Double { Double(number) / scale - offset }
}

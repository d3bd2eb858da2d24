/// A FIT message on its way into a file: which fields it has, and their bytes.
///
/// What is missing is left out where it is set by itself, and stands as invalid in a list.
struct FITMessageContent {
    /// The number of the message in the profile.
    let number: UInt16
    /// Three bytes a field: number, size, type.
    private(set) var fields: [UInt8] = []
    private(set) var bytes: [UInt8] = []

    /// The longest field, in bytes.
    static let fieldLimit = 255

    init(_ number: UInt16) {
        self.number = number
    }

    /// Sets a measure; one that is missing or does not fit leaves the field out.
    mutating func set(_ field: FITField, _ measure: Double?) {
        let bits = field.bits(measure)
        guard bits != field.type.invalidBits else { return }
        define(field, size: field.type.size)
        append(bits, size: field.type.size)
    }

    /// Sets a whole number; one that is missing or does not fit leaves the field out.
    mutating func set(_ field: FITField, _ number: (some BinaryInteger)?) {
        set(field, number.map { Double($0) })
    }

    /// Sets measures in a row; those that are missing or do not fit are invalid.
    mutating func set(_ field: FITField, _ measures: [Double]) {
        guard !measures.isEmpty, measures.count * field.type.size <= Self.fieldLimit else { return }
        define(field, size: measures.count * field.type.size)
        for measure in measures { append(field.bits(measure), size: field.type.size) }
    }

    /// Sets fractions, with all their bits.
    mutating func set(_ field: FITField, fractions: ArraySlice<Double>) {
        guard field.type == .float64, !fractions.isEmpty, fractions.count * 8 <= Self.fieldLimit else {
            return
        }
        define(field, size: fractions.count * 8)
        for fraction in fractions { append(fraction.bitPattern, size: 8) }
    }

    /// Sets raw bytes.
    mutating func set(_ field: FITField, bytes: [UInt8]) {
        guard !bytes.isEmpty, bytes.count <= Self.fieldLimit else { return }
        define(field, size: bytes.count)
        self.bytes += bytes
    }

    /// Sets a text in UTF-8, which ends with a NUL; what is too long is cut between two scalars.
    ///
    /// A NUL within the text would end it early and is left out; an empty text is missing.
    mutating func set(_ field: FITField, text: String?) {
        guard let text else { return }
        var content: [UInt8] = []
        for scalar in text.unicodeScalars where scalar != "\0" {
            let encoded = Array(String(scalar).utf8)
            guard content.count + encoded.count < Self.fieldLimit else { break }
            content += encoded
        }
        guard !content.isEmpty else { return }
        define(field, size: content.count + 1)
        bytes += content + [0]
    }

    private mutating func define(_ field: FITField, size: Int) {
        fields += [field.number, UInt8(truncatingIfNeeded: size), field.type.rawValue]
    }

    private mutating func append(_ bits: UInt64, size: Int) {
        for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * UInt64(index)))) }
    }
}

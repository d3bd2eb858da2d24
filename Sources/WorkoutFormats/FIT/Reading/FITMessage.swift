/// A message that was read from a FIT file.
struct FITMessage: Equatable, Sendable {
    /// A field; the value is nil where the file says that there is none.
    struct Field: Equatable, Sendable {
        let number: UInt8
        let value: FITValue?
    }

    /// A field that a developer has added.
    struct DeveloperField: Equatable, Sendable {
        let developer: UInt8
        let number: UInt8
        let value: FITValue?
    }

    /// The number of the message in the profile.
    let number: UInt16
    var fields: [Field] = []
    var developerFields: [DeveloperField] = []

    /// The value of a field, or nil if it is missing.
    subscript(field: FITField) -> FITValue? {
        for candidate in fields where candidate.number == field.number { return candidate.value }
        return nil
    }

    /// Whether the message has a field, be its value missing or not.
    func has(_ field: FITField) -> Bool { fields.contains { $0.number == field.number } }

    /// A whole number as it stands in the file; of several, the first.
    func integer(_ field: FITField) -> Int64? {
        switch self[field] {
        case .integer(let value): value
        case .integers(let values): values.first ?? nil
        case .fraction(let value): Int64(exactly: value)
        case .fractions, .text, nil: nil
        }
    }

    /// A measure, in the unit that the profile gives it; of several, the first.
    func measure(_ field: FITField) -> Double? {
        switch self[field] {
        case .fraction(let value): value
        case .fractions(let values): values.first ?? nil
        default: integer(field).map(field.measure)
        }
    }

    /// A text.
    func text(_ field: FITField) -> String? {
        guard case .text(let text) = self[field] else { return nil }
        return text
    }

    /// Whole numbers in a row, as they stand in the file.
    func integers(_ field: FITField) -> [Int64?] {
        switch self[field] {
        case .integer(let value): [value]
        case .integers(let values): values
        case .fraction, .fractions, .text, nil: []
        }
    }

    /// Fractions in a row.
    func fractions(_ field: FITField) -> [Double?] {
        switch self[field] {
        case .fraction(let value): [value]
        case .fractions(let values): values
        case .integer, .integers, .text, nil: []
        }
    }
}

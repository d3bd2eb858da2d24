import WorkoutFormats

extension JSONValue {
    /// The value behind a key of an object, or nil.
    subscript(_ key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The keys of an object in order.
    var keys: [String] {
        guard case .object(let members) = self else { return [] }
        return members.map(\.key)
    }

    /// The elements of an array.
    var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// A time in seconds, in whole milliseconds; nil if it is none or has more than three decimals.
    var milliseconds: Int64? {
        guard case .number(let seconds) = self, let decimals = text(.line).split(separator: ".").last,
            decimals.utf8.count <= 3
        else { return nil }
        return Int64((seconds * 1000).rounded())
    }
}

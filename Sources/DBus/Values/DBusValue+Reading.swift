extension DBusValue {
    /// The value without the variants around it.
    package var unwrapped: DBusValue {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }

    /// The text, where the value is one.
    package var string: String? {
        if case .string(let text) = unwrapped { text } else { nil }
    }

    /// The path, where the value is one.
    package var objectPath: ObjectPath? {
        if case .objectPath(let path) = unwrapped { path } else { nil }
    }

    /// The truth value, where the value is one.
    package var boolean: Bool? {
        if case .boolean(let flag) = unwrapped { flag } else { nil }
    }

    /// The floating-point number, where the value is one.
    package var double: Double? {
        if case .double(let number) = unwrapped { number } else { nil }
    }

    /// The number, where the value is of an integer type and fits.
    package var integer: Int? {
        switch unwrapped {
        case .byte(let number): Int(number)
        case .int16(let number): Int(number)
        case .uint16(let number): Int(number)
        case .int32(let number): Int(number)
        case .uint32(let number): Int(exactly: number)
        case .int64(let number): Int(exactly: number)
        case .uint64(let number): Int(exactly: number)
        default: nil
        }
    }

    /// The bytes, where the value is an array of them.
    package var bytes: [UInt8]? {
        if case .bytes(let bytes) = unwrapped { bytes } else { nil }
    }

    /// The elements, where the value is an array of anything but bytes.
    package var elements: [DBusValue]? {
        if case .array(_, let elements) = unwrapped { elements } else { nil }
    }

    /// The texts, where the value is an array of them.
    package var strings: [String]? {
        guard case .array(let element, let elements) = unwrapped, element.text == "s" else { return nil }
        return elements.compactMap(\.string)
    }

    /// The entries, where the value is a dictionary.
    package var entries: [DBusDictionaryEntry]? {
        if case .dictionary(_, _, let entries) = unwrapped { entries } else { nil }
    }

    /// The fields, where the value is a structure.
    package var fields: [DBusValue]? {
        if case .structure(let fields) = unwrapped { fields } else { nil }
    }

    /// The values by name with their variants removed, where the value is a dictionary with text keys.
    package var properties: [String: DBusValue]? {
        guard case .dictionary(let key, _, let entries) = unwrapped, key.text == "s" else { return nil }
        var properties: [String: DBusValue] = [:]
        for entry in entries {
            guard let name = entry.key.string else { continue }
            properties[name] = entry.value.unwrapped
        }
        return properties
    }
}

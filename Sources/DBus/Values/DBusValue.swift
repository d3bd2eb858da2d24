/// Any value that a D-Bus message can carry.
package indirect enum DBusValue: Hashable, Sendable {
    /// An unsigned byte (`y`).
    case byte(UInt8)
    /// A truth value (`b`).
    case boolean(Bool)
    /// A signed 16-bit number (`n`).
    case int16(Int16)
    /// An unsigned 16-bit number (`q`).
    case uint16(UInt16)
    /// A signed 32-bit number (`i`).
    case int32(Int32)
    /// An unsigned 32-bit number (`u`).
    case uint32(UInt32)
    /// A signed 64-bit number (`x`).
    case int64(Int64)
    /// An unsigned 64-bit number (`t`).
    case uint64(UInt64)
    /// A floating-point number (`d`).
    case double(Double)
    /// A text (`s`); one that contains a NUL cannot be sent.
    case string(String)
    /// The path of an object (`o`).
    case objectPath(ObjectPath)
    /// A type signature (`g`).
    case signature(DBusSignature)
    /// An open file (`h`).
    case unixFD(DBusFileDescriptor)
    /// An array of bytes (`ay`), copied in one piece.
    case bytes([UInt8])
    /// An array of any other element type.
    case array(of: DBusSignature, [DBusValue])
    /// A dictionary in the order of the message; keys are of a basic type.
    case dictionary(key: DBusSignature, value: DBusSignature, [DBusDictionaryEntry])
    /// A structure of one or more fields.
    case structure([DBusValue])
    /// A value that carries its own type.
    case variant(DBusValue)
}

/// One key of a D-Bus dictionary with its value.
package struct DBusDictionaryEntry: Hashable, Sendable {
    /// The key, of a basic type.
    package let key: DBusValue
    /// The value.
    package let value: DBusValue

    /// Pairs a key and a value.
    package init(_ key: DBusValue, _ value: DBusValue) {
        self.key = key
        self.value = value
    }
}

extension DBusValue {
    /// The type signature that the value has in a message.
    package var signature: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .unixFD: "h"
        case .bytes: "ay"
        case .array(let element, _): "a" + element.text
        case .dictionary(let key, let value, _): "a{" + key.text + value.text + "}"
        case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
        case .variant: "v"
        }
    }

    /// Makes a dictionary from names to values of any type (`a{sv}`), sorted by name.
    package static func properties(_ properties: [String: DBusValue]) -> DBusValue {
        .dictionary(
            key: "s", value: "v",
            properties.sorted { $0.key < $1.key }.map {
                DBusDictionaryEntry(.string($0.key), .variant($0.value))
            })
    }

    /// Makes an array of texts (`as`).
    package static func strings(_ strings: [String]) -> DBusValue {
        .array(of: "s", strings.map { .string($0) })
    }
}

import CDBus

extension DBusValue {
    /// What libdbus would abort the process for, or the bus would close the connection for, is refused here.
    func validate() throws(DBusError) {
        var budget = Self.largestMessage
        try validate(depth: 0, budget: &budget)
    }

    /// Half of what the protocol allows and above what any system bus does: 64 MiB a message.
    static let largestMessage = 64 << 20
    /// The protocol's limit for containers within containers, variants included.
    private static let deepestNesting = 64

    /// Checks the value and takes its size, alignment at its worst, from the budget.
    func validate(depth: Int, budget: inout Int) throws(DBusError) {
        guard depth <= Self.deepestNesting else {
            throw .invalid("A value is nested more than \(Self.deepestNesting) levels deep")
        }
        budget -= 8
        switch self {
        case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .unixFD:
            break
        case .string(let text):
            guard !text.utf8.contains(0) else { throw .invalid("A text contains a NUL character") }
            budget -= text.utf8.count
        case .objectPath(let path):
            budget -= path.text.utf8.count
        case .signature(let signature):
            budget -= signature.text.utf8.count
        case .bytes(let bytes):
            budget -= bytes.count
        case .array(let element, let elements):
            try Self.requireSingle(element)
            try Self.requireSignature("a" + element.text)
            for value in elements {
                guard value.signature == element.text else {
                    throw .invalid("An array of '\(element.text)' has an element of '\(value.signature)'")
                }
                try value.validate(depth: depth + 1, budget: &budget)
            }
        case .dictionary(let key, let value, let entries):
            try Self.requireSingle(key)
            try Self.requireSingle(value)
            try Self.requireSignature("a{" + key.text + value.text + "}")
            for entry in entries {
                guard entry.key.signature == key.text, entry.value.signature == value.text else {
                    throw .invalid("An entry of a dictionary is not of its types")
                }
                try entry.key.validate(depth: depth + 1, budget: &budget)
                try entry.value.validate(depth: depth + 1, budget: &budget)
            }
        case .structure(let fields):
            guard !fields.isEmpty else { throw .invalid("A structure has no fields") }
            for field in fields { try field.validate(depth: depth + 1, budget: &budget) }
            try Self.requireSignature(signature)
        case .variant(let inner):
            try inner.validate(depth: depth + 1, budget: &budget)
            try Self.requireSignature(inner.signature)
        }
        guard budget >= 0 else {
            throw DBusError(
                name: DBusError.limitsExceededName, message: "A message would be larger than 64 MiB")
        }
    }

    private static func requireSingle(_ signature: DBusSignature) throws(DBusError) {
        guard signature.isSingle else { throw .invalid("'\(signature.text)' is not the type of one value") }
    }

    private static func requireSignature(_ text: String) throws(DBusError) {
        guard dbus_signature_validate(text, nil) != 0 else { throw .invalid("'\(text)' is not a type") }
    }
}

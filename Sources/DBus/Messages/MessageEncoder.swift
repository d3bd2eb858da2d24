import CDBus

/// Turns message values into libdbus messages.
enum MessageEncoder {
    /// Makes a libdbus message, which the caller must unref; everything is validated before libdbus sees it.
    static func encode(_ message: DBusMessage) throws(DBusError) -> OpaquePointer {
        try validate(message)
        let kind =
            switch message.kind {
            case .methodCall: DBUS_MESSAGE_TYPE_METHOD_CALL
            case .methodReturn: DBUS_MESSAGE_TYPE_METHOD_RETURN
            case .error: DBUS_MESSAGE_TYPE_ERROR
            case .signal: DBUS_MESSAGE_TYPE_SIGNAL
            }
        guard let native = dbus_message_new(kind) else { throw .noMemory }
        guard fill(native, from: message) else {
            dbus_message_unref(native)
            throw .noMemory
        }
        return native
    }

    private static func validate(_ message: DBusMessage) throws(DBusError) {
        try require(message.destination, "a bus name", dbus_validate_bus_name)
        try require(message.interface, "an interface", dbus_validate_interface)
        try require(message.member, "a member", dbus_validate_member)
        try require(message.errorName, "an error name", dbus_validate_error_name)
        switch message.kind {
        case .methodCall where message.path == nil || message.member == nil:
            throw .invalid("A call needs a path and a method")
        case .signal where message.path == nil || message.interface == nil || message.member == nil:
            throw .invalid("A signal needs a path, an interface and a name")
        case .error where message.errorName == nil:
            throw .invalid("An error needs a name")
        case .methodReturn where message.replySerial == 0, .error where message.replySerial == 0:
            throw .invalid("A reply needs the number of its call")
        default:
            break
        }
        var budget = DBusValue.largestMessage
        for argument in message.arguments { try argument.validate(depth: 0, budget: &budget) }
        let signature = message.arguments.map(\.signature).joined()
        guard dbus_signature_validate(signature, nil) != 0 else {
            throw .invalid("The arguments have too long a signature")
        }
    }

    private static func require(
        _ text: String?, _ what: String,
        _ check: (UnsafePointer<CChar>?, UnsafeMutablePointer<CDBus.DBusError>?) -> dbus_bool_t
    ) throws(DBusError) {
        guard let text else { return }
        guard !text.utf8.contains(0), check(text, nil) != 0 else {
            throw .invalid("'\(text)' is not \(what)")
        }
    }

    /// Returns false when memory runs out, the one thing that can still go wrong.
    private static func fill(_ native: OpaquePointer, from message: DBusMessage) -> Bool {
        guard dbus_message_set_destination(native, message.destination) != 0,
            dbus_message_set_path(native, message.path?.text) != 0,
            dbus_message_set_interface(native, message.interface) != 0,
            dbus_message_set_member(native, message.member) != 0,
            dbus_message_set_error_name(native, message.errorName) != 0
        else { return false }
        if message.replySerial != 0 {
            guard dbus_message_set_reply_serial(native, message.replySerial) != 0 else { return false }
        }
        dbus_message_set_auto_start(native, message.autoStart ? 1 : 0)
        let wantsNoReply = message.kind != .methodCall || !message.expectsReply
        dbus_message_set_no_reply(native, wantsNoReply ? 1 : 0)
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(native, &iterator)
        return message.arguments.allSatisfy { append($0, to: &iterator) }
    }

    private static func append(_ value: DBusValue, to iterator: inout DBusMessageIter) -> Bool {
        switch value {
        case .byte(let number): return appendBasic(number, "y", to: &iterator)
        case .boolean(let flag): return appendBasic(dbus_bool_t(flag ? 1 : 0), "b", to: &iterator)
        case .int16(let number): return appendBasic(number, "n", to: &iterator)
        case .uint16(let number): return appendBasic(number, "q", to: &iterator)
        case .int32(let number): return appendBasic(number, "i", to: &iterator)
        case .uint32(let number): return appendBasic(number, "u", to: &iterator)
        case .int64(let number): return appendBasic(number, "x", to: &iterator)
        case .uint64(let number): return appendBasic(number, "t", to: &iterator)
        case .double(let number): return appendBasic(number, "d", to: &iterator)
        case .string(let text): return appendText(text, "s", to: &iterator)
        case .objectPath(let path): return appendText(path.text, "o", to: &iterator)
        case .signature(let signature): return appendText(signature.text, "g", to: &iterator)
        case .unixFD(let descriptor): return appendBasic(descriptor.rawValue, "h", to: &iterator)
        case .bytes(let bytes):
            return appendContainer("a", contents: "y", to: &iterator) { array in
                appendBytes(bytes, to: &array)
            }
        case .array(let element, let elements):
            return appendContainer("a", contents: element.text, to: &iterator) { array in
                elements.allSatisfy { append($0, to: &array) }
            }
        case .dictionary(let key, let value, let entries):
            let contents = "{" + key.text + value.text + "}"
            return appendContainer("a", contents: contents, to: &iterator) { array in
                entries.allSatisfy { entry in
                    appendContainer("e", contents: nil, to: &array) { pair in
                        append(entry.key, to: &pair) && append(entry.value, to: &pair)
                    }
                }
            }
        case .structure(let fields):
            return appendContainer("r", contents: nil, to: &iterator) { structure in
                fields.allSatisfy { append($0, to: &structure) }
            }
        case .variant(let inner):
            return appendContainer("v", contents: inner.signature, to: &iterator) { append(inner, to: &$0) }
        }
    }

    private static func appendBasic<Number: BitwiseCopyable>(
        _ number: Number, _ type: Unicode.Scalar, to iterator: inout DBusMessageIter
    ) -> Bool {
        withUnsafePointer(to: number) { dbus_message_iter_append_basic(&iterator, Int32(type.value), $0) }
            != 0
    }

    private static func appendText(
        _ text: String, _ type: Unicode.Scalar, to iterator: inout DBusMessageIter
    ) -> Bool {
        text.withCString { characters in
            withUnsafePointer(to: characters) {
                dbus_message_iter_append_basic(&iterator, Int32(type.value), $0)
            }
        } != 0
    }

    private static func appendBytes(_ bytes: [UInt8], to iterator: inout DBusMessageIter) -> Bool {
        bytes.withUnsafeBufferPointer { buffer in
            withUnsafePointer(to: buffer.baseAddress) {
                dbus_message_iter_append_fixed_array(&iterator, ValueType.byte, $0, Int32(buffer.count))
            }
        } != 0
    }

    private static func appendContainer(
        _ type: Unicode.Scalar, contents: String?, to iterator: inout DBusMessageIter,
        _ fill: (inout DBusMessageIter) -> Bool
    ) -> Bool {
        var container = DBusMessageIter()
        guard dbus_message_iter_open_container(&iterator, Int32(type.value), contents, &container) != 0 else {
            return false
        }
        guard fill(&container) else {
            dbus_message_iter_abandon_container(&iterator, &container)
            return false
        }
        return dbus_message_iter_close_container(&iterator, &container) != 0
    }
}

/// The type codes of libdbus, whose macros Swift cannot import.
enum ValueType {
    static let invalid: Int32 = 0
    static let byte = Int32(UInt8(ascii: "y"))
    static let boolean = Int32(UInt8(ascii: "b"))
    static let int16 = Int32(UInt8(ascii: "n"))
    static let uint16 = Int32(UInt8(ascii: "q"))
    static let int32 = Int32(UInt8(ascii: "i"))
    static let uint32 = Int32(UInt8(ascii: "u"))
    static let int64 = Int32(UInt8(ascii: "x"))
    static let uint64 = Int32(UInt8(ascii: "t"))
    static let double = Int32(UInt8(ascii: "d"))
    static let string = Int32(UInt8(ascii: "s"))
    static let objectPath = Int32(UInt8(ascii: "o"))
    static let signature = Int32(UInt8(ascii: "g"))
    static let unixFD = Int32(UInt8(ascii: "h"))
    static let array = Int32(UInt8(ascii: "a"))
    static let structure = Int32(UInt8(ascii: "r"))
    static let dictionaryEntry = Int32(UInt8(ascii: "e"))
    static let variant = Int32(UInt8(ascii: "v"))
}

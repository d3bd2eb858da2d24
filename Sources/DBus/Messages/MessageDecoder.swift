import CDBus

/// Copies libdbus messages out into values.
enum MessageDecoder {
    /// Copies a message that libdbus has validated; only a file descriptor can fail to be duplicated.
    static func decode(_ native: OpaquePointer) throws(DBusError) -> DBusMessage {
        var message = header(native)
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(native, &iterator) != 0 else { return message }
        message.arguments = try values(&iterator)
        return message
    }

    /// Copies everything but the values.
    static func header(_ native: OpaquePointer) -> DBusMessage {
        let kind: DBusMessage.Kind =
            switch dbus_message_get_type(native) {
            case DBUS_MESSAGE_TYPE_METHOD_CALL: .methodCall
            case DBUS_MESSAGE_TYPE_METHOD_RETURN: .methodReturn
            case DBUS_MESSAGE_TYPE_ERROR: .error
            default: .signal
            }
        var message = DBusMessage(kind: kind)
        message.path = text(dbus_message_get_path(native)).map(ObjectPath.init(trusted:))
        message.interface = text(dbus_message_get_interface(native))
        message.member = text(dbus_message_get_member(native))
        message.errorName = text(dbus_message_get_error_name(native))
        message.sender = text(dbus_message_get_sender(native))
        message.destination = text(dbus_message_get_destination(native))
        message.serial = dbus_message_get_serial(native)
        message.replySerial = dbus_message_get_reply_serial(native)
        message.autoStart = dbus_message_get_auto_start(native) != 0
        message.expectsReply = dbus_message_get_no_reply(native) == 0
        return message
    }

    private static func text(_ characters: UnsafePointer<CChar>?) -> String? {
        characters.map { String(cString: $0) }
    }

    private static func values(_ iterator: inout DBusMessageIter) throws(DBusError) -> [DBusValue] {
        var values: [DBusValue] = []
        while dbus_message_iter_get_arg_type(&iterator) != ValueType.invalid {
            values.append(try value(&iterator))
            dbus_message_iter_next(&iterator)
        }
        return values
    }

    private static func value(_ iterator: inout DBusMessageIter) throws(DBusError) -> DBusValue {
        switch dbus_message_iter_get_arg_type(&iterator) {
        case ValueType.byte: return .byte(basic(&iterator, 0))
        case ValueType.boolean: return .boolean(basic(&iterator, dbus_bool_t(0)) != 0)
        case ValueType.int16: return .int16(basic(&iterator, 0))
        case ValueType.uint16: return .uint16(basic(&iterator, 0))
        case ValueType.int32: return .int32(basic(&iterator, 0))
        case ValueType.uint32: return .uint32(basic(&iterator, 0))
        case ValueType.int64: return .int64(basic(&iterator, 0))
        case ValueType.uint64: return .uint64(basic(&iterator, 0))
        case ValueType.double: return .double(basic(&iterator, 0))
        case ValueType.string: return .string(basicText(&iterator))
        case ValueType.objectPath: return .objectPath(ObjectPath(trusted: basicText(&iterator)))
        case ValueType.signature: return .signature(DBusSignature(trusted: basicText(&iterator)))
        case ValueType.unixFD:
            // libdbus duplicates the descriptor for each reading of it; this copy is ours to close.
            let descriptor: Int32 = basic(&iterator, -1)
            guard descriptor >= 0 else {
                throw DBusError(
                    name: DBusError.limitsExceededName, message: "A file descriptor could not be duplicated")
            }
            return .unixFD(DBusFileDescriptor(owning: descriptor))
        case ValueType.array:
            return try array(&iterator)
        case ValueType.structure:
            var fields = DBusMessageIter()
            dbus_message_iter_recurse(&iterator, &fields)
            return .structure(try values(&fields))
        case ValueType.variant:
            var inner = DBusMessageIter()
            dbus_message_iter_recurse(&iterator, &inner)
            return .variant(try value(&inner))
        case let type:
            throw .invalid("A message has a value of the unknown type \(type)")
        }
    }

    private static func array(_ iterator: inout DBusMessageIter) throws(DBusError) -> DBusValue {
        var contents = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &contents)
        switch dbus_message_iter_get_element_type(&iterator) {
        case ValueType.byte:
            return .bytes(byteArray(&contents))
        case ValueType.dictionaryEntry:
            // "a{sv}": past the array and the brace are the key, of one letter, and the value's type.
            let signature = elementSignature(&iterator).dropFirst().dropLast()
            var entries: [DBusDictionaryEntry] = []
            while dbus_message_iter_get_arg_type(&contents) != ValueType.invalid {
                var pair = DBusMessageIter()
                dbus_message_iter_recurse(&contents, &pair)
                let key = try value(&pair)
                dbus_message_iter_next(&pair)
                entries.append(DBusDictionaryEntry(key, try value(&pair)))
                dbus_message_iter_next(&contents)
            }
            return .dictionary(
                key: DBusSignature(trusted: String(signature.prefix(1))),
                value: DBusSignature(trusted: String(signature.dropFirst())), entries)
        default:
            let element = DBusSignature(trusted: elementSignature(&iterator))
            return .array(of: element, try values(&contents))
        }
    }

    /// The type of an array's elements, also of an empty one.
    private static func elementSignature(_ iterator: inout DBusMessageIter) -> String {
        guard let characters = dbus_message_iter_get_signature(&iterator) else { return "" }
        defer { dbus_free(characters) }
        return String(String(cString: characters).dropFirst())
    }

    private static func byteArray(_ iterator: inout DBusMessageIter) -> [UInt8] {
        var start: UnsafePointer<UInt8>?
        var count: Int32 = 0
        dbus_message_iter_get_fixed_array(&iterator, &start, &count)
        guard let start, count > 0 else { return [] }
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    private static func basic<Number: BitwiseCopyable>(
        _ iterator: inout DBusMessageIter, _ initial: Number
    ) -> Number {
        var number = initial
        dbus_message_iter_get_basic(&iterator, &number)
        return number
    }

    private static func basicText(_ iterator: inout DBusMessageIter) -> String {
        var characters: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &characters)
        return text(characters) ?? ""
    }
}

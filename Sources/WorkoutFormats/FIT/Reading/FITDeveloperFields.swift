/// The fields that developers have described in a file, and which of the profile's they stand for.
struct FITDeveloperFields {
    private struct Key: Hashable {
        let developer: Int64
        let number: Int64
    }

    private struct Description {
        let code: UInt8
        let scale: Double
        let offset: Double
        let native: (message: UInt16, field: UInt8)?
    }

    private var descriptions: [Key: Description] = [:]

    /// The code of a field's base type; that of bytes where nobody has described it.
    func code(of field: FITDefinition.DeveloperField) -> UInt8 {
        descriptions[Key(developer: Int64(field.developer), number: Int64(field.number))]?.code
            ?? FITBaseType.byte.rawValue
    }

    /// Notes a description, and fills a field of the profile in that only a developer's field says.
    mutating func follow(_ message: inout FITMessage) {
        typealias Profile = FITProfile.FieldDescription
        if message.number == Profile.message {
            guard let developer = message.integer(Profile.developerDataIndex),
                let number = message.integer(Profile.fieldDefinitionNumber),
                let code = message.integer(Profile.baseType).flatMap({ UInt8(exactly: $0) })
            else { return }
            let nativeMessage = message.integer(Profile.nativeMessage).flatMap { UInt16(exactly: $0) }
            let nativeField = message.integer(Profile.nativeField).flatMap { UInt8(exactly: $0) }
            descriptions[Key(developer: developer, number: number)] = Description(
                code: code, scale: message.measure(Profile.scale) ?? 1,
                offset: message.measure(Profile.offset) ?? 0,
                native: nativeField.map { (nativeMessage ?? FITProfile.Record.message, $0) })
            return
        }
        for field in message.developerFields {
            let key = Key(developer: Int64(field.developer), number: Int64(field.number))
            guard let description = descriptions[key], let native = description.native,
                native.message == message.number, description.scale == 1, description.offset == 0,
                let value = field.value,
                !message.fields.contains(where: { $0.number == native.field && $0.value != nil })
            else { continue }
            message.fields.removeAll { $0.number == native.field }
            message.fields.append(FITMessage.Field(number: native.field, value: value.measured))
        }
    }
}

extension FITValue {
    /// The value as a measure: a developer's number is not scaled as the profile's is.
    fileprivate var measured: FITValue {
        if case .integer(let number) = self { .fraction(Double(number)) } else { self }
    }
}

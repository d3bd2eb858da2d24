import Foundation

/// What the model's archives hold beside objects: identities, dates and plain values.
///
/// An archive comes from outside. What is read here is nil where the archive holds something else.
extension NSCoder {
    /// Writes a value as a binary property list.
    func encode(_ value: some Encodable, named key: String) {
        // Only a value that is no property list fails, and every value that the model writes is one; an archive
        // without it is refused when it is read.
        guard let data = try? Self.writer.encode([value]) else { return }
        encode(NSData(data: data), forKey: key)
    }

    /// Reads a value that ``encode(_:named:)`` wrote.
    func decode<Value: Decodable>(_ type: Value.Type, named key: String) -> Value? {
        guard containsValue(forKey: key), let data = decodeObject(of: NSData.self, forKey: key) else {
            return nil
        }
        return try? PropertyListDecoder().decode([Value].self, from: Data(referencing: data)).first
    }

    private static var writer: PropertyListEncoder {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return encoder
    }

    /// Writes a date.
    func encode(_ date: Date, named key: String) {
        encode(NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate), forKey: key)
    }

    /// Reads a date, which may be one that is no number; nil if there is none.
    func date(named key: String) -> Date? {
        object(NSDate.self, named: key).map {
            Date(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate)
        }
    }

    /// Writes a UUID.
    func encode(_ uuid: UUID, named key: String) {
        encode(NSString(string: uuid.uuidString), forKey: key)
    }

    /// Reads a UUID, or nil if there is none.
    func uuid(named key: String) -> UUID? {
        object(NSString.self, named: key).flatMap { UUID(uuidString: String(describing: $0)) }
    }

    /// Reads an object, or nil if there is none of the class.
    func object<Object: NSObject & NSCoding>(_ type: Object.Type, named key: String) -> Object? {
        containsValue(forKey: key) ? decodeObject(of: type, forKey: key) : nil
    }

    /// Reads an array, or nil if there is none or it holds an object of another class.
    func objects<Object: NSObject & NSCoding>(_ type: Object.Type, named key: String) -> [Object]? {
        guard containsValue(forKey: key),
            let array = decodeObject(of: [NSArray.self, type], forKey: key) as? [Any]
        else { return nil }
        let objects = array.compactMap { $0 as? Object }
        return objects.count == array.count ? objects : nil
    }

    /// Writes metadata; what metadata cannot hold is left out.
    func encode(_ metadata: [String: Any]?, named key: String) {
        guard let metadata else { return }
        encode(NSDictionary(dictionary: metadata.filter { MetadataRule.isValid($0.value) }), forKey: key)
    }

    /// Reads metadata: nil if there is none, and none either if it holds what metadata cannot.
    func metadata(named key: String) -> [String: Any]? {
        guard containsValue(forKey: key) else { return nil }
        let classes: [AnyClass] = [
            NSDictionary.self, NSString.self, NSNumber.self, NSDate.self, HKQuantity.self,
        ]
        guard let metadata = decodeObject(of: classes, forKey: key) as? [String: Any] else { return nil }
        return metadata.filter { MetadataRule.isValid($0.value) }
    }
}

import Foundation
import HealthModel

/// Small values of many parts, kept as JSON in one column.
enum JSONText {
    /// Writes a value, the same one always the same way.
    ///
    /// - Throws: `errorInvalidArgument` for a number that is not finite.
    static func text(_ value: some Encodable) throws(HKError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            throw HKError(.errorInvalidArgument, "\(value) cannot be stored.")
        }
    }

    /// Reads a value that was written.
    static func value<Value: Decodable>(_ type: Value.Type, of text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}

extension SQLiteConnection {
    /// Reads a value out of JSON in a column.
    ///
    /// - Throws: `errorDatabaseInaccessible` for JSON that is none of ours.
    func value<Value: Decodable>(_ type: Value.Type, of text: String) throws(HKError) -> Value {
        do {
            return try JSONText.value(type, of: text)
        } catch {
            throw damaged("\"\(text.prefix(80))\" is not what belongs there")
        }
    }

    /// Reads metadata out of a column.
    func metadata(_ text: String?) throws(HKError) -> [String: Any]? {
        guard let text else { return nil }
        return try value(StoredMetadata.self, of: text).metadata
    }

    /// Reads a quantity out of a column.
    func quantity(_ text: String?) throws(HKError) -> HKQuantity? {
        guard let text else { return nil }
        return try value(StoredQuantity.self, of: text).quantity
    }
}

extension SQLiteValue {
    /// Metadata as JSON.
    static func metadata(_ metadata: [String: Any]?) throws(HKError) -> SQLiteValue {
        guard let metadata else { return .null }
        return .text(try JSONText.text(try StoredMetadata(metadata)))
    }

    /// A quantity as JSON.
    static func quantity(_ quantity: HKQuantity?) throws(HKError) -> SQLiteValue {
        guard let quantity else { return .null }
        return .text(try JSONText.text(StoredQuantity(quantity)))
    }
}

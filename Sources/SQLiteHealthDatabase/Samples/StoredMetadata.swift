import Foundation
import HealthModel

/// Metadata as JSON: each value says of what kind it is.
struct StoredMetadata: Codable {
    private var values: [String: Value]

    private enum Value: Codable {
        case string(String)
        case boolean(Bool)
        case integer(Int64)
        case unsigned(UInt64)
        case number(Double)
        /// Seconds from 2001.
        case date(Double)
        case quantity(StoredQuantity)

        private enum CodingKeys: String, CodingKey {
            case string, boolean, integer, unsigned, number, date, quantity
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            switch container.allKeys.first {
            case .string: self = .string(try container.decode(String.self, forKey: .string))
            case .boolean: self = .boolean(try container.decode(Bool.self, forKey: .boolean))
            case .integer: self = .integer(try container.decode(Int64.self, forKey: .integer))
            case .unsigned: self = .unsigned(try container.decode(UInt64.self, forKey: .unsigned))
            case .number: self = .number(try container.decode(Double.self, forKey: .number))
            case .date: self = .date(try container.decode(Double.self, forKey: .date))
            case .quantity: self = .quantity(try container.decode(StoredQuantity.self, forKey: .quantity))
            case nil:
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "A value is of no known kind."))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .string(let string): try container.encode(string, forKey: .string)
            case .boolean(let boolean): try container.encode(boolean, forKey: .boolean)
            case .integer(let integer): try container.encode(integer, forKey: .integer)
            case .unsigned(let unsigned): try container.encode(unsigned, forKey: .unsigned)
            case .number(let number): try container.encode(number, forKey: .number)
            case .date(let seconds): try container.encode(seconds, forKey: .date)
            case .quantity(let quantity): try container.encode(quantity, forKey: .quantity)
            }
        }

        /// The value that metadata may hold, or nil for any other.
        init?(_ value: Any) {
            switch value {
            case let date as Date: self = .date(date.timeIntervalSinceReferenceDate)
            case let quantity as HKQuantity: self = .quantity(StoredQuantity(quantity))
            case let string as String: self = .string(string)
            case let string as NSString: self = .string(String(describing: string))
            case let number as NSNumber: self.init(number)
            default: return nil
            }
        }

        private init(_ number: NSNumber) {
            switch String(cString: number.objCType) {
            case "d", "f": self = .number(number.doubleValue)
            case "Q": self = .unsigned(number.uint64Value)
            // How Foundation holds a truth value; a small integer of 0 or 1 equals one.
            case "c" where number == 0 || number == 1: self = .boolean(number.boolValue)
            default: self = .integer(number.int64Value)
            }
        }

        /// A number comes back as an `NSNumber`, which converts into each of Swift's, as the one given may have.
        var value: Any {
            switch self {
            case .string(let string): string
            case .boolean(let boolean): NSNumber(value: boolean)
            case .integer(let integer): NSNumber(value: integer)
            case .unsigned(let unsigned): NSNumber(value: unsigned)
            case .number(let number): NSNumber(value: number)
            case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
            case .quantity(let quantity): quantity.quantity
            }
        }
    }

    /// - Throws: `errorInvalidArgument` for a value that metadata cannot hold.
    init(_ metadata: [String: Any]) throws(HKError) {
        values = [:]
        for (key, value) in metadata {
            guard let value = Value(value) else {
                throw HKError(
                    .errorInvalidArgument, "The metadata \(key) is \(value), which cannot be stored.")
            }
            values[key] = value
        }
    }

    /// What an object says of itself.
    var metadata: [String: Any] { values.mapValues(\.value) }

    init(from decoder: any Decoder) throws {
        values = try decoder.singleValueContainer().decode([String: Value].self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }
}

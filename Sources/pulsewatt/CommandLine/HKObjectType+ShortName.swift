import HealthModel

extension HKObjectType {
    private static let prefixes = [
        "HKQuantityTypeIdentifier", "PulsewattQuantityTypeIdentifier", "HKCategoryTypeIdentifier",
        "HKCharacteristicTypeIdentifier", "HKDataTypeIdentifier", "HK",
    ]

    /// The type as people type it: `heart_rate` for `HKQuantityTypeIdentifierHeartRate`, `workout`, ...
    var shortName: String { Self.shortName(identifier) }

    /// The short name of an identifier, whether a type has it or not.
    static func shortName(_ identifier: String) -> String {
        let prefix = prefixes.first { identifier.hasPrefix($0) } ?? ""
        var name = identifier.dropFirst(prefix.count)
        if name.hasSuffix("TypeIdentifier") { name = name.dropLast("TypeIdentifier".count) }
        var words = ""
        for (index, letter) in zip(name.indices, name) {
            // A word begins with a capital after a small letter or a digit, as in VO2Max, not within SDNN.
            let isAfterWord = index > name.startIndex && !name[name.index(before: index)].isUppercase
            if letter.isUppercase, isAfterWord { words.append("_") }
            words += letter.lowercased()
        }
        return words
    }

    /// The type of a short name or an identifier, or nil if there is none.
    static func named(_ name: String) -> HKObjectType? {
        all.first { $0.shortName == name || $0.identifier == name }
    }
}

extension SampleColumn: Codable {
    private enum CodingKeys: String, CodingKey {
        case offsets, values, durations
    }

    /// Reads a column; what cannot be a sample is left out.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            offsets: try container.decode(ArchivedNumbers.self, forKey: .offsets).integers,
            values: try container.decode(ArchivedNumbers.self, forKey: .values).doubles,
            durations: try container.decode(ArchivedNumbers.self, forKey: .durations).integers,
            keepsTies: true)
    }

    /// Writes the column.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(ArchivedNumbers(offsets), forKey: .offsets)
        try container.encode(ArchivedNumbers(values), forKey: .values)
        try container.encode(ArchivedNumbers(durations), forKey: .durations)
    }
}

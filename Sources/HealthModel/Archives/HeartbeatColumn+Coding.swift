extension HeartbeatColumn: Codable {
    private enum CodingKeys: String, CodingKey {
        case offsets, precededByGap
    }

    /// Reads a column of beats; times that no workout has are left out.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let offsets = try container.decode(ArchivedNumbers.self, forKey: .offsets).integers
        let gaps = try container.decode([Bool].self, forKey: .precededByGap)
        let beats = zip(offsets, gaps).filter { (-WorkoutTime.limit...WorkoutTime.limit).contains($0.0) }
            .sorted { $0.0 < $1.0 }
        self.init(offsets: beats.map(\.0), precededByGap: beats.map(\.1))
    }

    /// Writes the beats.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(ArchivedNumbers(offsets), forKey: .offsets)
        try container.encode(precededByGap, forKey: .precededByGap)
    }
}

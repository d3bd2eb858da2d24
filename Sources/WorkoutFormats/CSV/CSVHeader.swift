import HealthModel

/// The first line of a table of readings: what its columns mean, and how its fields are parted.
struct CSVHeader {
    /// What a column holds.
    enum Column: Equatable {
        /// A date.
        case time
        /// Seconds from the start.
        case elapsed
        /// A quantity, with the factor that brings it into the unit of the model.
        case quantity(PublishedQuantity, factor: Double)
        /// An RR interval in milliseconds.
        case interval
        /// Anything else.
        case other
    }

    /// What parts the fields: a comma, or a semicolon or tab as spreadsheets write them.
    let separator: UInt8
    /// The meaning of each column.
    let columns: [Column]

    /// Reads the first line of a text; nil where no column says when and none what.
    init?(_ text: String) {
        let line = text.prefix { !$0.isNewline }
        let separators: [Character] = [",", ";", "\t"]
        guard let separator = separators.first(where: { line.contains($0) }) else { return nil }
        columns = line.split(separator: separator, omittingEmptySubsequences: false).map {
            Self.column(named: $0)
        }
        self.separator = separator.asciiValue ?? UInt8(ascii: ",")
        guard columns.contains(where: { $0 == .time || $0 == .elapsed }),
            columns.contains(where: { if case .quantity = $0 { true } else { $0 == .interval } })
        else { return nil }
    }

    private static func column(named name: some StringProtocol) -> Column {
        let name = name.lowercased().filter { !$0.isWhitespace && $0 != "\"" }
        return switch name {
        case "time": .time
        case "elapsed_s", "secs", "seconds": .elapsed
        case "heart_rate_bpm", "heart_rate", "heartrate", "hr", "bpm": .quantity(.heartRate, factor: 1)
        case "power_w", "power", "watts": .quantity(.cyclingPower, factor: 1)
        case "cadence_rpm", "cadence", "cad": .quantity(.cyclingCadence, factor: 1)
        case "speed_mps": .quantity(.cyclingSpeed, factor: 1)
        case "kph": .quantity(.cyclingSpeed, factor: 1 / 3.6)
        case "balance_left_pct", "lrbalance": .quantity(.pedalPowerBalance, factor: 0.01)
        case "rr_ms": .interval
        default: .other
        }
    }
}

import HealthModel

/// A zone configuration as it is stored: with boundaries in the units that they were given in.
struct StoredZones: Codable {
    /// Where a zone configuration comes from, as it is stored.
    enum Source: String, Codable {
        case system
        case user
        case app
    }

    let quantityType: String
    let source: Source
    let boundaries: [StoredQuantity]

    init(_ configuration: HKWorkoutZoneConfiguration) {
        quantityType = configuration.quantityType.identifier
        source =
            switch configuration.source {
            case .system: .system
            case .user: .user
            case .app: .app
            }
        boundaries = configuration.zones.compactMap(\.maximum).map(StoredQuantity.init)
    }

    init(quantityType: String, source: Source, boundaries: [StoredQuantity]) {
        self.quantityType = quantityType
        self.source = source
        self.boundaries = boundaries
    }

    /// The configuration.
    ///
    /// - Throws: what is wrong with the boundaries.
    var configuration: HKWorkoutZoneConfiguration {
        get throws {
            let source: HKWorkoutZoneConfiguration.Source =
                switch source {
                case .system: .system
                case .user: .user
                case .app: .app
                }
            return try HKWorkoutZoneConfiguration(
                quantityType: HKQuantityType(HKQuantityTypeIdentifier(rawValue: quantityType)),
                zoneBoundaries: boundaries.map(\.quantity), source: source)
        }
    }
}

extension SQLiteConnection {
    /// Makes the configuration out of what was stored.
    ///
    /// - Throws: `errorDatabaseInaccessible` for zones that can be none.
    func configuration(_ zones: StoredZones) throws(HKError) -> HKWorkoutZoneConfiguration {
        do {
            return try zones.configuration
        } catch {
            throw damaged("\(error)")
        }
    }
}

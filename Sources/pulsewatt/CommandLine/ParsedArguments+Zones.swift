import Foundation
import HealthModel

extension CommandOption {
    static let boundaries = CommandOption(
        "boundaries", argument: "B1,B2,...", "2 to 8 boundaries between zones, ascending, in bpm or W")
    static let zoneType = CommandOption(
        "type", argument: "TYPE", "Whose zones: heart_rate (the default) or cycling_power")
}

extension ParsedArguments {
    private static let wantedType = "heart_rate or cycling_power"

    /// The type of `--type`, heart rate without it.
    ///
    /// - Throws: ``UsageError`` for a type that has no zones.
    func zoneType() throws -> HKQuantityType {
        try value(of: .zoneType, wanted: Self.wantedType, Self.zoneType) ?? HKQuantityType(.heartRate)
    }

    /// The zones of `--boundaries`, or nil where it was not given.
    ///
    /// - Throws: ``UsageError`` for boundaries that make no zones.
    func zoneConfiguration(of type: HKQuantityType) throws -> HKWorkoutZoneConfiguration? {
        try value(of: .boundaries).map { try Self.zones(of: type, $0) }
    }

    /// The type that has zones and this name, or nil.
    static func zoneType(_ name: String) -> HKQuantityType? {
        HKWorkoutZoneConfiguration.supportedTypes.first { $0.shortName == name }
    }

    /// The type that a person names.
    ///
    /// - Throws: ``UsageError`` for a type that has no zones.
    static func requiredZoneType(_ name: String) throws -> HKQuantityType {
        guard let type = zoneType(name) else {
            throw UsageError("\"\(name)\" has no zones; wanted is \(wantedType)")
        }
        return type
    }

    /// The zones between boundaries such as `120,140,160`, as a program sets them.
    ///
    /// - Throws: ``UsageError`` for boundaries that make no zones.
    static func zones(of type: HKQuantityType, _ text: String) throws -> HKWorkoutZoneConfiguration {
        let edges = try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let part = part.trimmingCharacters(in: .whitespaces)
            guard let edge = Double(part), edge.isFinite else {
                throw UsageError("\"\(part)\" is no boundary; wanted are numbers such as 120,140,160")
            }
            return edge
        }
        do {
            return try HKWorkoutZoneConfiguration(quantityType: type, edges: edges, source: .app)
        } catch {
            throw UsageError("\(error)")
        }
    }
}

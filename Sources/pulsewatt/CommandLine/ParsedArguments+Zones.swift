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

    /// Where boundaries can lie, in the canonical unit: what a heart or a rider can do, and a sensor can tell from 0.
    private static func measurable(_ type: HKQuantityType) -> ClosedRange<Double> {
        type == HKQuantityType(.heartRate) ? 1...300 : 1...4000
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
    /// - Throws: ``UsageError`` for boundaries that make no zones, that nobody could reach, or that look the same where
    ///   they are printed.
    static func zones(of type: HKQuantityType, _ text: String) throws -> HKWorkoutZoneConfiguration {
        let measurable = measurable(type)
        let edges = try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let part = part.trimmingCharacters(in: .whitespaces)
            guard part.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let edge = Double(part)
            else {
                throw UsageError("\"\(part)\" is no boundary; wanted are numbers such as 120,140,160")
            }
            guard measurable.contains(edge) else {
                throw UsageError(
                    "\"\(part)\" is no boundary of \(type.shortName); wanted are numbers from "
                        + "\(Int(measurable.lowerBound)) to \(Int(measurable.upperBound))")
            }
            return edge
        }
        for (lower, upper) in zip(edges, edges.dropFirst()) where lower < upper {
            guard ZoneAdvice.edge(lower) == ZoneAdvice.edge(upper) else { continue }
            throw UsageError(
                "the boundaries \(lower) and \(upper) are too close: with one decimal both are "
                    + ZoneAdvice.edge(upper))
        }
        do {
            return try HKWorkoutZoneConfiguration(quantityType: type, edges: edges, source: .app)
        } catch {
            throw UsageError("\(error)")
        }
    }
}

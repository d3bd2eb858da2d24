/// The zones that a quantity is sorted into during a workout.
///
/// Zones lie side by side without gaps; the first has no floor and the last no ceiling, so that every value that was
/// measured is in one of them: a pulse of 60 is in the first zone even if that is called 120 to 132. Heart rate and
/// cycling power have zones, other types do not.
public struct HKWorkoutZoneConfiguration: Sendable {
    /// Where a configuration comes from.
    public enum Source: Codable, Sendable, Equatable, Hashable {
        /// Worked out from what is known of the person; it moves as that does.
        case system
        /// Set by the person for all workouts; it stays as it is.
        case user
        /// Set by a program for one workout.
        case app
    }

    /// The type whose values the zones divide.
    public var quantityType: HKQuantityType { type }

    /// The zones, lowest first.
    public let zones: [HKWorkoutZone]

    /// Where the configuration comes from.
    public let source: Source

    /// The thresholds between the zones, in the type's canonical unit.
    package let boundaries: ZoneBoundaries

    private let type: HKQuantityType

    /// How many zones a configuration may have.
    package static let permittedZoneCounts = 3...9

    /// The types that have zones.
    package static let supportedTypes = [HKQuantityType(.heartRate), HKQuantityType(.cyclingPower)]

    /// Makes the zones between thresholds, each the upper edge of a zone; the source is ``Source/app``.
    ///
    /// - Parameters:
    ///   - quantityType: heart rate or cycling power.
    ///   - zoneBoundaries: 2 to 8 thresholds, strictly ascending, in any unit that fits the type.
    /// - Throws: `HKError` with `errorInvalidArgument`, which names the value that is not valid.
    public init(quantityType: HKQuantityType, zoneBoundaries: [HKQuantity]) throws {
        try self.init(quantityType: quantityType, zoneBoundaries: zoneBoundaries, source: .app)
    }

    /// Makes the zones between thresholds, from any source.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument`, which names the value that is not valid.
    package init(
        quantityType: HKQuantityType, zoneBoundaries: [HKQuantity], source: Source
    ) throws(HKError) {
        let edges = try Self.edges(of: quantityType, zoneBoundaries)
        type = quantityType
        self.source = source
        boundaries = ZoneBoundaries(edges)
        zones = (0...zoneBoundaries.count).map { index in
            HKWorkoutZone(
                index: index, minimum: index == 0 ? nil : zoneBoundaries[index - 1],
                maximum: index == zoneBoundaries.count ? nil : zoneBoundaries[index])
        }
    }

    /// Makes the zones between thresholds in the type's canonical unit, from any source.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument`, which names the value that is not valid.
    package init(quantityType: HKQuantityType, edges: [Double], source: Source) throws(HKError) {
        let unit = quantityType.canonicalUnit
        let quantities = edges.map { HKQuantity(unit: unit, doubleValue: $0) }
        try self.init(quantityType: quantityType, zoneBoundaries: quantities, source: source)
    }

    private static func edges(
        of type: HKQuantityType, _ boundaries: [HKQuantity]
    ) throws(HKError) -> [Double] {
        guard supportedTypes.contains(type) else {
            throw invalid("\(type) has no zones; heart rate and cycling power have.")
        }
        let zoneCount = boundaries.count + 1
        guard permittedZoneCounts.contains(zoneCount) else {
            throw invalid(
                "\(boundaries.count) boundaries make \(zoneCount) zones; a configuration has 3 to 9, so 2 to 8 boundaries."
            )
        }
        var edges: [Double] = []
        for boundary in boundaries {
            guard let edge = boundary.value(in: type.canonicalUnit) else {
                throw invalid(
                    "The boundary \(boundary) does not fit \(type), which is measured in \(type.canonicalUnit)."
                )
            }
            guard edge.isFinite, edge > 0 else {
                throw invalid("The boundary \(boundary) is not a finite value above zero.")
            }
            if let previous = edges.last, edge <= previous {
                throw invalid(
                    "The boundary \(boundary) does not lie above the one before it, \(boundaries[edges.count - 1])."
                )
            }
            edges.append(edge)
        }
        return edges
    }

    private static func invalid(_ message: String) -> HKError {
        HKError(.errorInvalidArgument, message)
    }

    /// Whether two configurations have the same type, thresholds and source.
    public static func == (lhs: HKWorkoutZoneConfiguration, rhs: HKWorkoutZoneConfiguration) -> Bool {
        lhs.type == rhs.type && lhs.boundaries == rhs.boundaries && lhs.source == rhs.source
    }
}

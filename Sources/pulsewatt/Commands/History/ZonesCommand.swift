import Foundation
import HealthModel
import WorkoutFormats

/// `pulsewatt zones show|set|clear`: the zones that a rider prefers.
struct ZonesCommand: Command {
    let name = "zones"
    let summary = "Show and set the zones that workouts are counted by"
    let operands = "[show] | set TYPE B1,B2,... | clear TYPE"
    let discussion = """
        TYPE is heart_rate or cycling_power. Zones that you set stand before those of the system, which follow from age and
        resting heart rate and from the functional threshold power; clear returns to them. 2 to 8 boundaries make
        3 to 9 zones; a value on a boundary is in the zone above it. Finished workouts keep the zones that they have:
        pulsewatt rezone counts them by others.
        """
    let options: [CommandOption] = [.json, .rider, .stateDirectory]

    private static let actions = [
        CommandAction("show", [.json]), CommandAction("set"), CommandAction("clear"),
    ]

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        let operands = Array(arguments.operands.dropFirst())
        let action = arguments.operands.first ?? "show"
        try Self.actions.require(action, arguments, common: [.rider, .stateDirectory])
        switch action {
        case "show":
            if let first = operands.first {
                throw UsageError("\"\(first)\" is too much; show shows all zones")
            }
            return try await show(arguments)
        case "set":
            guard operands.count == 2 else {
                throw UsageError("wanted are a type and boundaries, such as heart_rate 120,140,160")
            }
            let type = try ParsedArguments.requiredZoneType(operands[0])
            let configuration = try ParsedArguments.zones(of: type, operands[1])
            let history = try RiderHistory(arguments, writes: true)
            try history.database.setZoneBoundaries(configuration.boundaries.edges, for: type)
            print(try await ZoneAdvice(type, of: history).line)
        default:
            guard operands.count == 1 else { throw UsageError("wanted is a type, such as heart_rate") }
            let type = try ParsedArguments.requiredZoneType(operands[0])
            let history = try RiderHistory(arguments)
            try history.database.setZoneBoundaries(nil, for: type)
            print(try await ZoneAdvice(type, of: history).line)
        }
        return 0
    }

    private func show(_ arguments: ParsedArguments) async throws -> Int32 {
        let history = try RiderHistory(arguments)
        var groups: [JSONValue.Member] = []
        for type in HKWorkoutZoneConfiguration.supportedTypes {
            let configuration = try await history.store.preferredWorkoutZoneConfiguration(for: type)
            groups.append(.init(type.shortName, configuration.map(Self.json) ?? .null))
            guard !arguments.has(.json) else { continue }
            print(try await ZoneAdvice(type, of: history).line)
            guard let configuration else { continue }
            for zone in configuration.zones { print("  \(zone.index + 1)  " + Self.bounds(zone, of: type)) }
        }
        if arguments.has(.json) { print(JSONValue.object(groups).text(.document)) }
        return 0
    }

    /// The bounds of zones on one line, as people count them: from 1.
    static func text(_ configuration: HKWorkoutZoneConfiguration) -> String {
        let type = configuration.quantityType
        let zones = configuration.zones.map { "\($0.index + 1): \(bounds($0, of: type))" }
        return zones.joined(separator: ", ") + (type == HKQuantityType(.heartRate) ? " bpm" : " W")
    }

    private static func bounds(_ zone: HKWorkoutZone, of type: HKQuantityType) -> String {
        let minimum = zone.minimum?.value(in: type.canonicalUnit).map(ZoneAdvice.edge)
        let maximum = zone.maximum?.value(in: type.canonicalUnit).map(ZoneAdvice.edge)
        return switch (minimum, maximum) {
        case (nil, let maximum?): "below \(maximum)"
        case (let minimum?, nil): "from \(minimum)"
        case (let minimum?, let maximum?): "\(minimum) – \(maximum)"
        case (nil, nil): "all"
        }
    }

    /// A configuration as workout files have it.
    static func json(_ configuration: HKWorkoutZoneConfiguration) -> JSONValue {
        let unit = configuration.quantityType.canonicalUnit
        return [
            "quantity_type": .string(configuration.quantityType.shortName),
            "unit": .string(unit.unitString),
            "source": .string("\(configuration.source)"),
            "zones": .array(
                configuration.zones.map { zone in
                    [
                        "index": JSONValue(zone.index),
                        "minimum": JSONValue(zone.minimum?.value(in: unit)),
                        "maximum": JSONValue(zone.maximum?.value(in: unit)),
                    ]
                }),
        ]
    }
}

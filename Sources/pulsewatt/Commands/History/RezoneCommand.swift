import Bridge
import Foundation
import HealthModel
import WorkoutFormats

/// `pulsewatt rezone --boundaries B1,B2,... [ID...]`: counts finished workouts by other zones.
struct RezoneCommand: Command {
    let name = "rezone"
    let summary = "Count finished workouts by other zones"
    let operands = "[ID...]"
    let discussion = """
        Prints the time in each zone of every workout, or of those whose identities begin with ID, and in all. It is exact:
        every sample is counted anew. What is stored stays as it is: a finished workout keeps its zones.
        """
    let options: [CommandOption] = [
        .boundaries, .zoneType, .since, .until, .json, .rider, .timeZone, .stateDirectory,
    ]

    /// A workout with its time in the zones.
    private struct Row {
        let summary: WorkoutSummary
        let totals: ZoneTotals
    }

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        let type = try arguments.zoneType()
        guard let configuration = try arguments.zoneConfiguration(of: type) else {
            throw UsageError("wanted are the zones to count by, such as --boundaries 120,140,160")
        }
        let history = try RiderHistory(arguments)
        let calendar = try history.calendar(arguments)
        let interval = try arguments.interval(in: calendar)
        guard interval == nil || arguments.operands.isEmpty else {
            throw UsageError("--since and --until go with no ID")
        }
        let overview = try await history.library.overview(startingIn: interval, withDistributions: true)
        var summaries = overview.summaries
        if !arguments.operands.isEmpty {
            var wanted: Set<UUID> = []
            for identity in arguments.operands {
                wanted.insert(try await history.library.summary(beginning: identity).uuid)
            }
            summaries.removeAll { !wanted.contains($0.uuid) }
        }
        let rows = summaries.compactMap { summary in
            summary.distributions[type].map { distribution in
                Row(
                    summary: summary,
                    totals: ZoneTotals(
                        zones: distribution.zoneDurations(configuration.boundaries),
                        noData: distribution.noData, paused: summary.paused))
            }
        }
        print(
            arguments.has(.json)
                ? Self.json(rows, configuration) : Self.table(rows, configuration, calendar.timeZone))
        // Of workouts that were named, one that is damaged was an error already.
        return RiderHistory.tell(arguments.operands.isEmpty ? overview.damaged : [])
    }

    private static func total(_ rows: [Row], _ configuration: HKWorkoutZoneConfiguration) -> ZoneTotals {
        rows.map(\.totals).reduce(
            ZoneTotals(zones: configuration.zones.map { _ in 0 }, noData: 0, paused: 0), +)
    }

    private static func json(_ rows: [Row], _ configuration: HKWorkoutZoneConfiguration) -> String {
        JSONValue.object([
            .init("configuration", ZonesCommand.json(configuration)),
            .init(
                "workouts",
                .array(
                    rows.map { row in
                        .object(
                            [.init("id", .string(row.summary.uuid.uuidString.lowercased()))]
                                + TimeInZones(row.totals).members)
                    })),
            .init("total", .object(TimeInZones(total(rows, configuration)).members)),
        ]).text(.document)
    }

    private static func table(
        _ rows: [Row], _ configuration: HKWorkoutZoneConfiguration, _ timeZone: TimeZone
    ) -> String {
        let type = configuration.quantityType
        guard !rows.isEmpty else { return "No workout has \(type.shortName) in it there." }
        var table = TextTable(
            heading: ["ID", "DATE", "TIME"] + configuration.zones.map { "ZONE \($0.index + 1)" } + ["NO DATA"]
        )
        for row in rows {
            let head = WorkoutRow(row.summary, timeZone: timeZone)
            table.add([head.identity, head.day, head.time] + TimeInZones(row.totals).cells)
        }
        table.add(["total", "", ""] + TimeInZones(total(rows, configuration)).cells)
        return "Zones " + ZonesCommand.text(configuration) + "\n\n" + table.text
    }
}

import Bridge
import Foundation
import HealthModel
import WorkoutFormats

/// `pulsewatt health list|record|delete`: the health data of a rider beside workouts.
struct HealthCommand: Command {
    private static let date = CommandOption(
        "date", argument: "DATE", "The day or moment that it is about (now)")
    private static let end = CommandOption("end", argument: "DATE", "The last day of bleeding (the same day)")

    let name = "health"
    let summary = "Record menopausal states and bleeding, list and delete health data"
    let operands =
        "[list [TYPE]] | record menopausal-state STATE | record bleeding-after-menopause FLOW | "
        + "delete ID..."
    let discussion = """
        STATE is menopause, perimenopause or none, FLOW is light, medium, heavy, none or unspecified, as in HealthKit.
        list shows how much there is of each TYPE, or with a TYPE, such as resting_heart_rate, every sample of it. delete
        removes what was entered by mistake, here or by pulsewatt rider set; ID is the beginning of what list TYPE shows.
        """
    let options: [CommandOption] = [
        date, end, .since, .until, .limit, .json, .rider, .timeZone, .stateDirectory,
    ]

    private static let actions = [
        CommandAction("list", [.since, .until, .limit, .json, .timeZone]),
        CommandAction("record", [date, end, .timeZone]), CommandAction("delete", [.timeZone]),
    ]

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        let operands = Array(arguments.operands.dropFirst())
        let action = arguments.operands.first ?? "list"
        try Self.actions.require(action, arguments, common: [.rider, .stateDirectory])
        switch action {
        case "list":
            guard operands.count < 2 else {
                throw UsageError(
                    "\"\(operands[1])\" is too much; list shows one type or how much there is of all")
            }
            guard let name = operands.first else {
                if arguments.has(.limit) { throw UsageError("--limit goes with the samples of a TYPE only") }
                return try await listTypes(arguments)
            }
            return try await list(name, arguments)
        case "record":
            return try await record(operands, arguments)
        default:
            return try await delete(operands, arguments)
        }
    }

    // MARK: Recording

    private func record(_ operands: [String], _ arguments: ParsedArguments) async throws -> Int32 {
        guard operands.count == 2, let type = HealthCategory(name: operands[0]) else {
            throw UsageError(
                "wanted are \(HealthCategory.all.map(\.name).joined(separator: " or ")) and its value")
        }
        guard let value = type.value(named: operands[1]) else {
            throw UsageError(
                "\"\(operands[1])\" is no \(type.name); wanted is \(type.valueNames.joined(separator: ", "))")
        }
        let calendar = try RiderHistory(arguments).calendar(arguments)
        let now = Date()
        let start = try arguments.date(of: Self.date, in: calendar) ?? now
        var end = start
        if type.isMoment {
            if arguments.has(Self.end) { throw UsageError("--end goes with bleeding-after-menopause only") }
        } else {
            let last = try arguments.date(of: Self.end, in: calendar) ?? start
            guard last >= start else { throw UsageError("--end lies before --date") }
            // Of a day, all of it; what is not over yet ends now.
            end = min(calendar.dateInterval(of: .day, for: last)?.end ?? last, now)
        }
        guard start <= now else { throw UsageError("--date lies in the future") }
        let history = try RiderHistory(arguments, writes: true)
        let sample = HKCategorySample(
            type: type.type, value: value, start: start, end: max(start, end),
            metadata: [HKMetadataKeyWasUserEntered: true])
        try await history.store.save(sample)
        print("Recorded \(type.name) \(operands[1]) of \(LocalTime(start, in: calendar.timeZone).day)")
        return 0
    }

    // MARK: Listing

    private func listTypes(_ arguments: ParsedArguments) async throws -> Int32 {
        let history = try RiderHistory(arguments)
        let calendar = try history.calendar(arguments)
        var rows: [(type: HKSampleType, count: Int, newest: Date)] = []
        let interval = try arguments.interval(in: calendar)
        for (type, count) in try await history.database.sampleCounts(startingIn: interval) {
            // It may have been deleted meanwhile.
            guard let newest = try await Self.newest(1, of: type, interval, history).first else { continue }
            rows.append((type, count, newest.startDate))
        }
        rows.sort { $0.type.shortName < $1.type.shortName }
        if arguments.has(.json) {
            print(
                JSONValue.array(
                    rows.map { row in
                        [
                            "type": .string(row.type.shortName), "identifier": .string(row.type.identifier),
                            "count": JSONValue(row.count),
                            "newest": .string(WorkoutRow.text(row.newest, in: calendar.timeZone)),
                        ]
                    }
                ).text(.document))
        } else if rows.isEmpty {
            StandardOutput.print("There is no health data of \(history.rider).")
        } else {
            var table = TextTable(heading: ["TYPE", "COUNT", "NEWEST"])
            for row in rows {
                let local = LocalTime(row.newest, in: calendar.timeZone)
                table.add([row.type.shortName, String(row.count), local.text])
            }
            print(table.text)
        }
        return 0
    }

    private func list(_ name: String, _ arguments: ParsedArguments) async throws -> Int32 {
        let typed = name.replacing("-", with: "_")
        guard let type = HKObjectType.named(typed) as? HKSampleType else {
            let names = HKObjectType.all.filter { $0 is HKSampleType }.map(\.shortName).sorted()
            throw UsageError("\"\(name)\" is no type of samples; there are \(names.joined(separator: ", "))")
        }
        let limit = try arguments.limit()
        let history = try RiderHistory(arguments)
        let calendar = try history.calendar(arguments)
        let samples = try await Self.newest(limit, of: type, try arguments.interval(in: calendar), history)
        if arguments.has(.json) {
            print(JSONValue.array(samples.map { Self.json($0, calendar.timeZone) }).text(.document))
        } else if samples.isEmpty {
            StandardOutput.print("There is no \(type.shortName) of \(history.rider) there.")
        } else {
            var table = TextTable(heading: ["ID", "START", "END", "VALUE", "UNIT", "SOURCE"])
            for sample in samples {
                let (start, end) = (
                    LocalTime(sample.startDate, in: calendar.timeZone),
                    LocalTime(sample.endDate, in: calendar.timeZone)
                )
                let (value, unit) = Self.value(of: sample)
                table.add([
                    Self.identity(of: sample), start.text, end.text, value, unit,
                    sample.sourceRevision.source.name,
                ])
            }
            print(table.text)
        }
        return 0
    }

    /// The newest samples of a type, or all, by when they start; of several at one time, those stored later.
    private static func newest(
        _ limit: Int?, of type: HKSampleType, _ interval: DateInterval?, _ history: RiderHistory
    ) async throws -> [HKSample] {
        // Not a query: HealthKit's cannot ask for what was stored later.
        var request = SampleRequest(type: type)
        if let interval { request.bounds = SampleBounds(startingIn: interval) }
        request.order = [SampleOrder(.start, isReverse: true), SampleOrder(.storing, isReverse: true)]
        request.limit = limit
        return try await history.database.samples(request).stored.reversed().map(\.sample)
    }

    /// A sample's value and its unit.
    static func value(of sample: HKSample) -> (value: String?, unit: String?) {
        switch sample {
        case let quantity as HKQuantitySample:
            let unit = quantity.quantityType.canonicalUnit
            return (quantity.quantity.value(in: unit).map(ZoneAdvice.edge), unit.unitString)
        case let category as HKCategorySample:
            let name = HealthCategory(type: category.categoryType)?.name(of: category.value)
            return (name ?? String(category.value), nil)
        case let workout as HKWorkout:
            return (WorkoutDocument.name(workout.workoutActivityType), nil)
        default:
            return (nil, nil)
        }
    }

    private static func json(_ sample: HKSample, _ timeZone: TimeZone) -> JSONValue {
        let (text, unit) = value(of: sample)
        let quantity = sample as? HKQuantitySample
        return [
            "id": .string(sample.uuid.uuidString.lowercased()),
            "type": .string(sample.sampleType.shortName),
            "start": .string(WorkoutRow.text(sample.startDate, in: timeZone)),
            "end": .string(WorkoutRow.text(sample.endDate, in: timeZone)),
            "value": quantity.map {
                JSONValue($0.quantity.value(in: $0.quantityType.canonicalUnit))
            } ?? JSONValue(text),
            "unit": JSONValue(unit),
            "source": .string(sample.sourceRevision.source.name),
        ]
    }
}

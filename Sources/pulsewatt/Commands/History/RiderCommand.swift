import Bridge
import Foundation
import HealthModel
import SensorProfiles
import WorkoutFormats

/// `pulsewatt rider list|add|set|remove`: what is known of riders, from which zones and load follow.
struct RiderCommand: Command {
    private static let dateOfBirth = CommandOption(
        "date-of-birth", argument: "DATE", "When the rider was born, such as 1986-05-01")
    private static let age = CommandOption(
        "age", argument: "YEARS", "The rider's age on that day, where the date of birth is not to be known")
    private static let sex = CommandOption(
        "sex", argument: "SEX", "female, male, other or not_set: weights the training impulse")
    private static let restingHeartRate = CommandOption(
        "resting-heart-rate", argument: "BPM", "The heart rate at rest")
    private static let maximumHeartRate = CommandOption(
        "maximum-heart-rate", argument: "BPM",
        "The highest heart rate measured, in place of 220 - age; none takes it back")
    private static let threshold = CommandOption(
        "ftp", argument: "WATTS", "The functional threshold power")
    private static let weight = CommandOption("weight", argument: "WEIGHT", "Such as 68.5kg or 151lb")
    private static let height = CommandOption("height", argument: "HEIGHT", "Such as 1.72m or 172cm")
    private static let timeZone = CommandOption(
        CommandOption.timeZone.name, argument: "ZONE",
        "Where the rider lives, such as Europe/Berlin: by its days the history is counted; none takes it back"
    )
    private static let on = CommandOption(
        "on", argument: "DATE", "The day on which that was measured, or for list was known (today)")

    let name = "rider"
    let summary = "Say and show what is known of riders: age, heart rates, threshold power"
    let operands = "[list] | add NAME | set [NAME] | remove NAME"
    let discussion = """
        Heart-rate zones follow from age and resting heart rate, power zones from the functional threshold power. Heart
        rate at rest, threshold, weight and height change: each is kept with its day, and a workout is counted by what was
        known on its own. A finished workout keeps its zones. Days, weeks and months are those of the rider's time zone, and
        of the machine's for a rider without; new workouts are written in it. For list --time-zone says whose day --on is.
        remove forgets a rider who has no workouts and no sensors.
        """
    let options: [CommandOption] = [
        dateOfBirth, age, sex, restingHeartRate, maximumHeartRate, threshold, weight, height, timeZone, on,
        .json, .rider, .stateDirectory,
    ]

    private static let changing = [
        dateOfBirth, age, sex, restingHeartRate, maximumHeartRate, threshold, weight, height, timeZone, on,
    ]
    private static let actions = [
        CommandAction("list", [on, timeZone, .json]), CommandAction("add", changing),
        CommandAction("set", changing), CommandAction("remove"),
    ]

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        let operands = Array(arguments.operands.dropFirst())
        let action = arguments.operands.first ?? "list"
        try Self.actions.require(action, arguments, common: [.rider, .stateDirectory])
        guard operands.count <= (action == "list" ? 0 : 1) else {
            throw UsageError("\"\(operands[operands.count - 1])\" is too much")
        }
        switch action {
        case "list":
            return try await list(arguments)
        case "add", "set":
            return try await change(operands.first, isNew: action == "add", arguments)
        default:
            return try remove(try Self.name(operands.first, arguments), arguments)
        }
    }

    // MARK: Changing

    /// What is to be noted of a rider.
    private struct Changes {
        var dateOfBirth: DateComponents?
        var sex: HKBiologicalSex?
        /// The measured maximum, or nil within to take it back.
        var maximumHeartRate: Double??
        /// The time zone, or nil within to take it back.
        var timeZone: TimeZone??
        var measures: [(identifier: HKQuantityTypeIdentifier, value: Double)] = []
        var date = Date()

        var isEmpty: Bool {
            dateOfBirth == nil && sex == nil && maximumHeartRate == nil && timeZone == nil
                && measures.isEmpty
        }
    }

    /// The rider that an operand or `--rider` names, or nil where neither does.
    private static func name(_ operand: String?, _ arguments: ParsedArguments) throws -> String? {
        let named = try arguments.value(of: .rider, wanted: "a name") { $0.isEmpty ? nil : $0 }
        guard operand == nil || named == nil || operand == named else {
            throw UsageError("the rider is \"\(operand ?? "")\" and \"\(named ?? "")\"; name one")
        }
        return operand ?? named
    }

    /// The name that must be there.
    static func required(_ name: String?) throws -> String {
        guard let name, !name.isEmpty else { throw UsageError("wanted is the rider's name") }
        return name
    }

    private func change(_ operand: String?, isNew: Bool, _ arguments: ParsedArguments) async throws -> Int32 {
        let named = try Self.name(operand, arguments)
        let directory = try StateDirectory.path(arguments)
        let rider: String
        if isNew {
            rider = try Self.required(named)
            guard try !RiderHistory.riders(in: directory).contains(rider) else {
                StandardError.print(
                    "there is a rider \(rider) already; pulsewatt rider set changes what is known of one")
                return 1
            }
        } else {
            if let named { try RiderHistory.requireKnown(try Self.required(named), in: directory) }
            // Who names nobody means the only rider, who need not be known yet.
            rider = try named ?? RiderHistory(arguments).rider
        }
        let known = try RiderHistory(directory: directory, rider: rider).database.characteristics()
        let changes = try changes(arguments, of: known)
        guard isNew || !changes.isEmpty else {
            throw UsageError("nothing is to be set; say what, such as --age 40 --resting-heart-rate 52")
        }
        let history = try RiderHistory(directory: directory, rider: rider, writes: true)
        try await Self.note(changes, of: history)
        StandardOutput.print("\(isNew ? "Added" : "Set") \(rider)")
        for type in HKWorkoutZoneConfiguration.supportedTypes {
            print(try await ZoneAdvice(type, of: history).line)
        }
        return 0
    }

    private func changes(
        _ arguments: ParsedArguments, of known: PersonalCharacteristics
    ) throws -> Changes {
        var changes = Changes()
        if arguments.value(of: Self.timeZone) == "none" {
            changes.timeZone = .some(nil)
        } else if let timeZone = try arguments.timeZone() {
            changes.timeZone = timeZone
        }
        // The days that are said here are already those of the zone that is said with them.
        let calendar = ParsedArguments.calendar(in: changes.timeZone ?? known.timeZone)
        // What is said today holds for the rides of today.
        changes.date = try arguments.date(of: Self.on, in: calendar) ?? calendar.startOfDay(for: Date())
        guard changes.date <= Date() else { throw UsageError("--on lies in the future") }
        if let birth = try arguments.date(of: Self.dateOfBirth, in: calendar) {
            guard birth <= Date() else { throw UsageError("--date-of-birth lies in the future") }
            changes.dateOfBirth = calendar.dateComponents([.year, .month, .day], from: birth)
        }
        if let years = try arguments.value(
            of: Self.age, wanted: "years between 1 and 120",
            { text in
                Int(text).flatMap { (1...120).contains($0) ? $0 : nil }
            })
        {
            guard changes.dateOfBirth == nil else {
                throw UsageError("--age and --date-of-birth exclude each other")
            }
            let birth = calendar.date(byAdding: .year, value: -years, to: changes.date) ?? changes.date
            changes.dateOfBirth = calendar.dateComponents([.year, .month, .day], from: birth)
        }
        changes.sex = try arguments.value(of: Self.sex, wanted: "female, male, other or not_set") {
            Self.sexes[$0]
        }
        if arguments.value(of: Self.maximumHeartRate) == "none" {
            changes.maximumHeartRate = .some(nil)
        } else if let rate = try measure(Self.maximumHeartRate, .heartRate, arguments) {
            changes.maximumHeartRate = rate
        }
        let measures: [(CommandOption, HKQuantityTypeIdentifier, MeasuredValue.Kind)] = [
            (Self.restingHeartRate, .restingHeartRate, .heartRate),
            (Self.threshold, .cyclingFunctionalThresholdPower, .power),
            (Self.weight, .bodyMass, .mass), (Self.height, .height, .length),
        ]
        for (option, identifier, kind) in measures {
            guard let value = try measure(option, kind, arguments) else { continue }
            changes.measures.append((identifier, value))
        }
        return changes
    }

    private func measure(
        _ option: CommandOption, _ kind: MeasuredValue.Kind, _ arguments: ParsedArguments
    ) throws -> Double? {
        try arguments.value(of: option, wanted: kind.wanted) { MeasuredValue($0, kind)?.value }
    }

    private static func note(_ changes: Changes, of history: RiderHistory) async throws {
        var characteristics = try history.database.characteristics()
        if let birth = changes.dateOfBirth { characteristics.dateOfBirth = birth }
        if let sex = changes.sex { characteristics.biologicalSex = sex }
        if let maximum = changes.maximumHeartRate { characteristics.maximumHeartRate = maximum }
        if let timeZone = changes.timeZone { characteristics.timeZone = timeZone }
        let said = changes.measures.first { $0.identifier == .restingHeartRate }?.value
        try await requireZones(of: characteristics, resting: said, at: changes.date, history)
        let changed = characteristics
        try history.database.updateCharacteristics { $0 = changed }
        let samples = changes.measures.map { identifier, value in
            let type = HKQuantityType(identifier)
            return HKQuantitySample(
                type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: value),
                start: changes.date, end: changes.date, metadata: [HKMetadataKeyWasUserEntered: true])
        }
        if !samples.isEmpty { try await history.store.save(samples) }
    }

    /// Refuses heart rates that make no zones together, on the day of the change or today.
    private static func requireZones(
        of characteristics: PersonalCharacteristics, resting said: Double?, at date: Date,
        _ history: RiderHistory
    ) async throws {
        for day in [date, Date()] {
            let known = try await history.database.newestValue(of: .restingHeartRate, upTo: day)
            // What was measured after the day of the change still holds today.
            let later = try await history.database.newestValue(of: .restingHeartRate, upTo: date) != known
            guard let resting = later ? known : said ?? known else { continue }
            let age = characteristics.age(on: day)
            let formula = age.map { 220 - Double($0) }
            guard let maximum = characteristics.maximumHeartRate ?? formula,
                SystemZones.heartRate(age: age, restingHeartRate: resting, maximumHeartRate: maximum) == nil
            else { continue }
            let origin =
                characteristics.maximumHeartRate == nil ? " that follows from the age (220 - age)" : ""
            throw UsageError(
                "the resting heart rate, \(Int(resting)), is not below the maximum\(origin), \(Int(maximum)), so that "
                    + "there are no zones; correct what is wrong, or give a measured --maximum-heart-rate")
        }
    }

    private static let sexes: [String: HKBiologicalSex] = [
        "female": .female, "male": .male, "other": .other, "not_set": .notSet,
    ]

    // MARK: Listing

    /// What is known of a rider on a date.
    private struct Row {
        let rider: String
        let profile: PersonalProfile
        let age: Int?
        let workoutCount: Int
        let sensors: [String]
    }

    private func list(_ arguments: ParsedArguments) async throws -> Int32 {
        let directory = try StateDirectory.path(arguments)
        let only = try Self.name(nil, arguments)
        if let only { try RiderHistory.requireKnown(only, in: directory) }
        let sensors = try KnownSensorsFile(directory: directory).read().all
        var rows: [Row] = []
        var status: Int32 = 0
        for rider in try RiderHistory.riders(in: directory) where only == nil || only == rider {
            let history = try RiderHistory(directory: directory, rider: rider)
            let calendar = try history.calendar(arguments)
            // What was measured on a day was known in its evening.
            let day = try arguments.date(of: Self.on, in: calendar)
            let date =
                day.flatMap { calendar.dateInterval(of: .day, for: $0)?.end.addingTimeInterval(-1) } ?? Date()
            let person = try await PersonalHistory(of: history.database)
            let profile = person.profile(at: date)
            let overview = try await history.library.overview()
            status = max(status, RiderHistory.tell(overview.damaged, person))
            rows.append(
                Row(
                    rider: rider, profile: profile, age: profile.characteristics.age(on: date),
                    workoutCount: overview.summaries.count + overview.damaged.count,
                    sensors: sensors.filter { $0.rider == rider }.map { $0.name ?? $0.address.description }))
        }
        print(arguments.has(.json) ? Self.json(rows) : Self.table(rows))
        return status
    }

    private static func name(_ sex: HKBiologicalSex) -> String? {
        sex == .notSet ? nil : sexes.first { $0.value == sex }?.key
    }

    private static func json(_ rows: [Row]) -> String {
        JSONValue.array(
            rows.map { row in
                let profile = row.profile
                let birth = profile.characteristics.dateOfBirth
                return [
                    "rider": .string(row.rider),
                    "date_of_birth": JSONValue(birth.map(text)),
                    "age": JSONValue(row.age),
                    "sex": JSONValue(name(profile.characteristics.biologicalSex)),
                    "resting_heart_rate": JSONValue(profile.restingHeartRate),
                    "maximum_heart_rate": JSONValue(profile.characteristics.maximumHeartRate),
                    "functional_threshold_power": JSONValue(profile.functionalThresholdPower),
                    "weight_kg": JSONValue(profile.bodyMass),
                    "height_m": JSONValue(profile.height),
                    "time_zone": JSONValue(profile.characteristics.timeZone?.identifier),
                    "workouts": JSONValue(row.workoutCount),
                    "sensors": .array(row.sensors.map(JSONValue.string)),
                ]
            }
        ).text(.document)
    }

    private static func text(_ birth: DateComponents) -> String {
        [(birth.year, 4), (birth.month, 2), (birth.day, 2)].map { value, digits in
            let text = String(value ?? 1)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }.joined(separator: "-")
    }

    private static func table(_ rows: [Row]) -> String {
        guard !rows.isEmpty else {
            return "No rider is known: pulsewatt rider add NAME --age 40 --resting-heart-rate 52 adds one."
        }
        var table = TextTable(heading: [
            "RIDER", "AGE", "SEX", "REST", "MAXIMUM", "FTP", "WEIGHT", "HEIGHT", "TIME ZONE", "WORKOUTS",
            "SENSORS",
        ])
        for row in rows {
            let profile = row.profile
            table.add([
                row.rider, row.age.map { String($0) }, name(profile.characteristics.biologicalSex),
                WorkoutRow.whole(profile.restingHeartRate).map { $0 + " bpm" },
                WorkoutRow.whole(profile.characteristics.maximumHeartRate).map { $0 + " bpm" },
                WorkoutRow.whole(profile.functionalThresholdPower).map { $0 + " W" },
                profile.bodyMass.map { String(format: "%.1f kg", $0) },
                profile.height.map { String(format: "%.2f m", $0) },
                profile.characteristics.timeZone?.identifier, String(row.workoutCount),
                row.sensors.isEmpty ? nil : row.sensors.joined(separator: ", "),
            ])
        }
        return table.text
    }
}

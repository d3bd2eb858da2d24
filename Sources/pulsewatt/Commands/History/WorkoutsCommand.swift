import Bridge
import Foundation
import HealthModel
import WorkoutFormats

/// `pulsewatt workouts list|show|export|delete|reindex`: the finished workouts of a rider.
struct WorkoutsCommand: Command {
    static let format = CommandOption(
        "format", argument: "FORMAT",
        "What export writes: " + WorkoutFormat.allCases.map(\.rawValue).joined(separator: ", "))
    static let recording = CommandOption("recording", "Delete the recording too")
    static let prefer = CommandOption(
        "prefer", argument: "SIDE", "Which side reindex believes where they disagree: files, database")

    let name = "workouts"
    let summary = "List, show, export and delete finished workouts"
    let operands = "[list] | show ID | export ID | delete ID... | reindex"
    let discussion = """
        ID is the beginning of a workout's identity, as long as it is clear. list shows the newest last. show draws the
        zones and the curves. export writes a file of another format, to standard output without --output. delete removes a
        workout from the database and its file; the recording that it was made of stays unless --recording is given, and
        pulsewatt import brings the workout back of it. reindex sees that database and files agree: it stores what only
        a file holds, writes what only the database holds, replaces a workout that is damaged in the database from its file
        or recording, and tells what cannot be read, what two riders have and where the two differ, which changes neither
        without --prefer. A workout that nothing but its file gave agrees as far as the file tells: it has one value a
        second. Of paired sensors sensors.json is believed; where it is missing it is made of the database.
        """
    let options: [CommandOption] = [
        .since, .until, .limit, Self.format, .output, Self.recording, Self.prefer, .json, .rider, .timeZone,
        .stateDirectory,
    ]

    private static let actions = [
        CommandAction("list", [.since, .until, .limit, .json, .timeZone]), CommandAction("show", [.json]),
        CommandAction("export", [format, .output]), CommandAction("delete", [recording, .timeZone]),
        CommandAction("reindex", [prefer]),
    ]

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        let operands = Array(arguments.operands.dropFirst())
        let action = arguments.operands.first ?? "list"
        try Self.actions.require(action, arguments, common: [.rider, .stateDirectory])
        switch action {
        case "list":
            try refuse(operands)
            return try await list(arguments)
        case "show":
            return try await show(try oneIdentity(operands), arguments)
        case "export":
            return try await export(try oneIdentity(operands), arguments)
        case "delete":
            guard !operands.isEmpty else { throw UsageError("wanted is the ID of at least one workout") }
            return try await delete(operands, arguments)
        default:
            try refuse(operands)
            return try await reindex(arguments)
        }
    }

    private func refuse(_ operands: [String]) throws {
        if let first = operands.first { throw UsageError("\"\(first)\" is too much; nothing is wanted here") }
    }

    private func oneIdentity(_ operands: [String]) throws -> String {
        guard operands.count == 1 else {
            throw UsageError("wanted is one workout's ID; given are \(operands.count)")
        }
        return operands[0]
    }

    // MARK: Export and deletion

    private func export(_ identity: String, _ arguments: ParsedArguments) async throws -> Int32 {
        let wanted = "one of " + WorkoutFormat.allCases.map(\.rawValue).joined(separator: ", ")
        let format =
            try arguments.value(of: Self.format, wanted: wanted, WorkoutFormat.init(rawValue:)) ?? .json
        let output = try arguments.value(of: .output, wanted: "a file's name") { $0.isEmpty ? nil : $0 }
        let library = try RiderHistory(arguments).library
        let exported = try await library.workout(try await library.summary(beginning: identity))
        try ExportedFile(format.bytes(of: exported), format: format).write(to: output)
        return 0
    }

    private func delete(_ identities: [String], _ arguments: ParsedArguments) async throws -> Int32 {
        let history = try RiderHistory(arguments)
        let calendar = try history.calendar(arguments)
        let library = history.library
        // All are looked up before one is gone: a typing error in the last leaves the first where it is.
        var summaries: [WorkoutSummary] = []
        var damaged: [DamagedWorkout] = []
        for identity in identities {
            if let workout = try await library.damagedWorkout(beginning: identity) {
                if !damaged.contains(workout) { damaged.append(workout) }
                continue
            }
            let summary = try await library.summary(beginning: identity)
            if !summaries.contains(where: { $0.uuid == summary.uuid }) { summaries.append(summary) }
        }
        for workout in damaged {
            try await library.database.removeDamaged(workout)
            StandardOutput.print("\(workout) and was deleted from the database; its files stay")
        }
        let directory = try StateDirectory.path(arguments)
        let owners = try await Self.owners(among: RiderHistory.riders(in: directory), in: directory)
        for summary in summaries {
            let deletion = try await library.delete(
                summary, includesRecording: arguments.has(Self.recording), owners: owners)
            let row = WorkoutRow(summary, timeZone: calendar.timeZone)
            StandardOutput.print("Deleted \(row.identity), \(row.activity) of \(row.day) \(row.time)")
            for file in deletion.removed { StandardOutput.print("Removed \(file)") }
            for error in deletion.left {
                StandardError.print("\(error); it may hold the deleted workout, and was left")
            }
            if let (recording, other) = deletion.shared {
                StandardError.print("\(recording) stays: \(other) has the workout too")
            }
        }
        return 0
    }

    /// The riders that have each workout in the database.
    private static func owners(
        among riders: [String], in directory: String
    ) async throws -> [UUID: Set<String>] {
        var owners: [UUID: Set<String>] = [:]
        for rider in riders {
            let overview = try await RiderHistory(directory: directory, rider: rider).library.overview()
            for uuid in overview.summaries.map(\.uuid) + overview.damaged.compactMap(\.uuid) {
                owners[uuid, default: []].insert(rider)
            }
        }
        return owners
    }

    // MARK: Agreement

    private func reindex(_ arguments: ParsedArguments) async throws -> Int32 {
        let prefer = try arguments.value(of: Self.prefer, wanted: "files or database") {
            WorkoutReindexing.Side(rawValue: $0)
        }
        let directory = try StateDirectory.path(arguments)
        let only = try arguments.value(of: .rider, wanted: "a name") { $0.isEmpty ? nil : $0 }
        let sensors = RiderHistory.sensorAgreement(in: directory)
        var riders = try RiderHistory.databaseRiders(in: directory)
        // A file of sensors that cannot be read is told below, and hinders no workout.
        riders += (try? sensors.file.read().all.map(\.rider)) ?? []
        let files = WorkoutFiles(directory: directory + "/workouts")
        let owners = try await Self.owners(among: riders, in: directory)
        try await InterruptedDeletions(stateDirectory: directory).settle(owners: owners)
        let survey = try WorkoutFileSurvey(of: files)
        riders = Set(riders + survey.riders).sorted()
        // Who has but files is known too: they are what the database is made of again.
        if let only { try RiderHistory.requireKnown(only, among: riders) }
        var isWhole = true
        for rider in riders where only == nil || rider == only {
            let library = try RiderHistory(directory: directory, rider: rider, writes: true).library
            let report = try await library.reindex(survey, preferring: prefer, owners: owners)
            isWhole = isWhole && report.isWhole
            StandardOutput.print("\(rider): \(report.description)")
            for line in report.replaced { StandardOutput.print(line) }
            for line in report.complaints { StandardError.print(line) }
        }
        for error in survey.unreadable {
            StandardError.print(WorkoutReindexing.complaint(about: error.path, error))
        }
        if riders.isEmpty, survey.unreadable.isEmpty {
            StandardOutput.print("There are no workouts in \(files.directory).")
        }
        let doSensorsAgree = await Self.reindex(sensors, of: only)
        return isWhole && doSensorsAgree && survey.unreadable.isEmpty ? 0 : 1
    }

    /// Sees that the database and the file of paired sensors agree.
    ///
    /// - Returns: Whether they do now.
    private static func reindex(_ sensors: SensorAgreement, of rider: String?) async -> Bool {
        do {
            let (putBack, changes) = try await sensors.reindex(only: rider)
            for sensor in putBack { StandardOutput.print(sensor.putBackSentence) }
            for change in changes { StandardOutput.print("\(change)") }
            return true
        } catch {
            StandardError.print("\(error)")
            return false
        }
    }
}

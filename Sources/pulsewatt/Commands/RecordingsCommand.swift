import Bridge
import FlightRecorder
import WorkoutFormats

/// `pulsewatt recordings list|show|export|delete`: what was recorded, byte for byte.
struct RecordingsCommand: Command {
    private static let capture = CommandOption("capture", "Export as a capture, one JSON object a line")
    private static let anonymous = CommandOption("anonymous", "Number the sensors instead of naming them")
    static let force = CommandOption("force", "Delete recordings whose workouts are not saved, too")

    let name = "recordings"
    let summary = "List, show, export or delete what sensors sent"
    let operands = "[list] | show ID | export ID | delete [ID...]"
    let discussion = """
        A recording holds every notification of a workout. list, the default, shows all; show says what is in one; export
        --capture prints it as text for a bug report. ID is a workout's ID or its beginning. With --anonymous addresses
        become C0:FF:EE:00:00:01 and so on; names, dates and riders are in no capture. delete removes recordings whose
        workouts are saved, those named or those that began between --since and --until; the workouts stay. With --force
        it removes also what is not saved, except what is recorded now.
        """
    let options: [CommandOption] = [
        Self.capture, Self.anonymous, .output, Self.force, .since, .until, .timeZone, .json, .stateDirectory,
    ]

    private static let actions = [
        CommandAction("list", [.json]), CommandAction("show", [.json]),
        CommandAction("export", [capture, anonymous, .output]),
        CommandAction("delete", [.since, .until, .timeZone, force]),
    ]

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        let files = RecordingFiles(stateDirectory: try StateDirectory.path(arguments))
        let operands = arguments.operands
        let action = operands.first ?? "list"
        try Self.actions.require(action, arguments, common: [.stateDirectory])
        switch action {
        case "list" where operands.count <= 1: return try list(files, arguments)
        case "show" where operands.count == 2: return try show(files, operands[1], arguments)
        case "export" where operands.count == 2: return try export(files, operands[1], arguments)
        case "delete": return try delete(files, Array(operands.dropFirst()), arguments)
        default: throw UsageError("wanted is list, show or export with the ID of a recording, or delete")
        }
    }

    private func list(_ files: RecordingFiles, _ arguments: ParsedArguments) throws -> Int32 {
        var rows: [RecordingRow] = []
        var status: Int32 = 0
        for name in try files.names() {
            do {
                let recording = try StoredRecording(files, identifier: name)
                rows.append(RecordingRow(recording))
                if recording.state == .unfinished,
                    let obstacle = recording.contents.recoveryObstacle(at: recording.path)
                {
                    StandardError.print("\(obstacle)")
                }
            } catch {
                StandardError.print("\(error)")
                status = 1
            }
        }
        rows.sort { ($0.start ?? 0, $0.identifier) < ($1.start ?? 0, $1.identifier) }
        let text =
            arguments.has(.json)
            ? JSONValue.array(rows.map { .object($0.members) }).text(.document)
            : Self.table(rows)
        print(text)
        return status
    }

    private func show(_ files: RecordingFiles, _ identifier: String, _ arguments: ParsedArguments) throws
        -> Int32
    {
        let recording = try StoredRecording(files, identifier: try Self.name(identifier, in: files))
        print(arguments.has(.json) ? recording.json.text(.document) : recording.report)
        return 0
    }

    private func export(_ files: RecordingFiles, _ identifier: String, _ arguments: ParsedArguments) throws
        -> Int32
    {
        guard arguments.has(Self.capture) else {
            throw UsageError("wanted is --capture; pulsewatt replay makes a workout of a recording")
        }
        let recording = try StoredRecording(files, identifier: try Self.name(identifier, in: files))
        var records = recording.contents.capture
        if arguments.has(Self.anonymous) {
            let anonymous = AnonymousCapture(records)
            records = anonymous.records
            if anonymous.omitted > 0 {
                StandardError.print(
                    "\(anonymous.omitted) notifications are left out, because their bytes could name somebody"
                )
            }
        }
        if !recording.contents.damage.isNone {
            // The path of a person's directory has the person's name in it.
            let name = arguments.has(Self.anonymous) ? recording.identifier : recording.path
            StandardError.print("\(name) is damaged: \(recording.contents.damage.description)")
        }
        let text = CaptureWriter.text(records)
        if let output = arguments.value(of: .output) {
            try DurableFile.write(text, to: output)
        } else {
            print(text, terminator: "")
        }
        return 0
    }

    /// The name of the one recording that an ID means.
    static func name(_ identifier: String, in files: RecordingFiles) throws -> String {
        let matching = try files.names().filter { $0.lowercased().hasPrefix(identifier.lowercased()) }
        switch matching.count {
        case 1: return matching[0]
        case 0:
            throw RecordingsError(
                "there is no recording \"\(identifier)\" in \(files.directory); pulsewatt recordings lists those that are"
            )
        default:
            throw RecordingsError(
                "\"\(identifier)\" is the beginning of \(matching.count) recordings; give more of the ID")
        }
    }

    private static func table(_ rows: [RecordingRow]) -> String {
        guard !rows.isEmpty else { return "Nothing is recorded yet." }
        var table = TextTable(heading: RecordingRow.heading)
        for row in rows { table.add(row.cells) }
        return table.text
    }
}

/// Why a recording cannot be shown.
struct RecordingsError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

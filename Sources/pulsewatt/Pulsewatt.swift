@preconcurrency import Glibc

/// The `pulsewatt` command.
@main
struct Pulsewatt {
    static let version = "0.1.0"

    static let commands: [any Command] = [
        ScanCommand(), PairCommand(), ForgetCommand(), SensorsCommand(), RecordCommand(), ServeCommand(),
        ReplayCommand(), RecordingsCommand(), DecodeCommand(), WorkoutsCommand(), ZonesCommand(),
        RezoneCommand(),
        RiderCommand(), TrendCommand(), HealthCommand(), ImportCommand(), ExportsCommand(), BackupCommand(),
        RestoreCommand(), AccessCommand(),
    ]

    static func main() async {
        // A reader of our output that goes away is an error of a write, not a signal.
        signal(SIGPIPE, SIG_IGN)
        setvbuf(stdout, nil, _IOLBF, 0)
        let status = await run(Array(CommandLine.arguments.dropFirst()))
        // Output that did not arrive is no success: it may be the only copy of a workout.
        guard fflush(stdout) == 0, ferror(stdout) == 0 else {
            // A reader that has seen enough, such as head, is told nothing: as if SIGPIPE had ended the process.
            if StandardOutput.hasNoReader { exit(128 + SIGPIPE) }
            StandardError.print(
                "cannot write to standard output: it is full or closed; what it holds is not whole")
            exit(max(status, 1))
        }
        exit(status)
    }

    /// Runs a command line.
    ///
    /// - Returns: The exit status: 0, 1 for an error, 2 for a command line that makes no sense.
    static func run(_ arguments: [String]) async -> Int32 {
        guard let word = arguments.first else {
            fputs(help + "\n", stderr)
            return 2
        }
        switch word {
        case "--help", "-h", "help":
            print(help)
            return 0
        case "--version":
            print("pulsewatt \(version)")
            return 0
        default:
            break
        }
        guard let command = commands.first(where: { $0.name == word }) else {
            StandardError.print("there is no command \"\(word)\"; pulsewatt --help lists them")
            return 2
        }
        do {
            let parsed = try ParsedArguments(Array(arguments.dropFirst()), options: command.options + [.help])
            if parsed.has(.help) {
                print(command.help)
                return 0
            }
            return try await command.run(parsed)
        } catch let error as UsageError {
            StandardError.print("\(error); pulsewatt \(word) --help shows how it is used")
            return 2
        } catch {
            StandardError.print("\(error)")
            return 1
        }
    }

    static var help: String {
        let width = commands.map(\.name.count).max() ?? 0
        let rows = commands.map { command in
            "  " + command.name + String(repeating: " ", count: width - command.name.count + 2)
                + command.summary
        }
        return """
            Usage: pulsewatt COMMAND [OPTION]...

            Turns chest straps and power meters into trustworthy workouts.

            Commands:
            \(rows.joined(separator: "\n"))

            pulsewatt COMMAND --help explains a command; pulsewatt --version prints the version.
            """
    }
}

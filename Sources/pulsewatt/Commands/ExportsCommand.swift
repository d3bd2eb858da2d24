import Bridge
import DBus
import Foundation
import WorkoutFormats

/// `pulsewatt exports`: what became of the workouts on their way through the user's command.
struct ExportsCommand: Command {
    let name = "exports"
    let summary = "Show, run or retry the exports of finished workouts"
    let operands = "[list | run | retry [ID]...]"
    let discussion = """
        list, the default, shows each export and what came of it. run runs the command of the configuration file for each
        workout that waits, until none does; a unit of systemd does it for the service. retry lets exports that were given
        up wait again, all or those whose workouts' IDs begin like this.
        """
    let options: [CommandOption] = [.json, .configuration, .stateDirectory]

    private static let actions = [
        CommandAction("list", [.json]), CommandAction("run", [.configuration]), CommandAction("retry"),
    ]

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        let queue = ExportQueue(stateDirectory: try StateDirectory.path(arguments))
        let operands = arguments.operands
        let action = operands.first ?? "list"
        try Self.actions.require(action, arguments, common: [.stateDirectory])
        switch action {
        case "list" where operands.count <= 1:
            let jobs = queue.jobs(log: StandardError.print)
            print(arguments.has(.json) ? Self.json(jobs, queue) : Self.table(jobs))
            return 0
        case "run" where operands.count == 1:
            return try await run(queue, arguments)
        case "retry":
            return try retry(queue, Array(operands.dropFirst()))
        default:
            throw UsageError("wanted is list, run or retry with the IDs of workouts")
        }
    }

    private func run(_ queue: ExportQueue, _ arguments: ParsedArguments) async throws -> Int32 {
        guard let command = try arguments.configuration().export.command else {
            StandardError.print("no command is configured: pulsewatt.conf(5) says how")
            return 1
        }
        let run = ExportRun(queue, command: ExportCommand(command), log: StandardError.print)
        let waiting = queue.directory(of: .waiting)
        try DurableFile.prepareDirectory(waiting)
        // A workout that has just ended, or one that a person wants tried again, does not wait for the others.
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let loop = EventLoop()
        let watch = try DirectoryWatch(directory: waiting, name: nil, loop: loop) { continuation.yield() }
        let running = Task {
            var wakeups = changes.makeAsyncIterator()
            while let pause = try await run.runDue() {
                // In steps of an hour at most: the wall clock may be set meanwhile.
                let timer = loop.schedule(after: .seconds(min(max(pause, 1), 3600))) { continuation.yield() }
                await wakeups.next()
                timer.cancel()
                if Task.isCancelled { return }
            }
        }
        // The command runs in a group of its own, which no Ctrl-C reaches.
        let stops = [SIGINT, SIGTERM].compactMap { signal in loop.onSignal(signal) { running.cancel() } }
        defer { withExtendedLifetime((watch, stops)) {} }
        try await running.value
        return 0
    }

    private func retry(_ queue: ExportQueue, _ prefixes: [String]) throws -> Int32 {
        let jobs = queue.jobs(log: StandardError.print)
        for prefix in prefixes where !jobs.contains(where: { Self.matches($0, prefix) }) {
            StandardError.print("there is no export of a workout \(prefix); pulsewatt exports lists them")
            return 1
        }
        for var job in jobs where job.state != .done || !prefixes.isEmpty {
            guard prefixes.isEmpty || prefixes.contains(where: { Self.matches(job, $0) }) else { continue }
            job.retry()
            try queue.write(job)
            StandardOutput.print("the export of the workout of \(job.start) waits for its next attempt")
        }
        return 0
    }

    private static func matches(_ job: ExportJob, _ prefix: String) -> Bool {
        !prefix.isEmpty && job.workout.uuidString.lowercased().hasPrefix(prefix.lowercased())
    }

    private static func json(_ jobs: [ExportJob], _ queue: ExportQueue) -> String {
        JSONValue.array(
            jobs.map { job in
                [
                    "workout": .string(job.workout.uuidString.lowercased()),
                    "rider": .string(job.rider),
                    "start": .string(job.start),
                    "files": .array(job.files.map(JSONValue.string)),
                    "state": .string(job.state.rawValue),
                    "attempts": JSONValue(job.attempts),
                    "next_attempt": job.state == .waiting && job.nextAttempt > 0
                        ? .string(text(of: job.nextAttempt)) : .null,
                    "failure": JSONValue(job.failure),
                    "log": .string(queue.logFile(of: job.workout)),
                ]
            }
        ).text(.document)
    }

    private static func table(_ jobs: [ExportJob]) -> String {
        guard !jobs.isEmpty else { return "No workout was exported: pulsewatt.conf(5) says how." }
        var table = TextTable(heading: ["WORKOUT", "START", "RIDER", "STATE", "ATTEMPTS", "NEXT", "FAILURE"])
        for job in jobs {
            let isWaiting = job.state == .waiting && job.nextAttempt > 0
            table.add([
                String(job.workout.uuidString.lowercased().prefix(8)), job.start, job.rider,
                job.state.rawValue, "\(job.attempts)", isWaiting ? text(of: job.nextAttempt) : nil,
                job.failure,
            ])
        }
        return table.text
    }

    private static func text(of seconds: TimeInterval) -> String {
        // A file may say anything; what no calendar knows is written as the end of it.
        let milliseconds = Int64(min(max(seconds, 0), 253_402_300_799) * 1000)
        return RFC3339.text(milliseconds: milliseconds, in: .current)
    }
}

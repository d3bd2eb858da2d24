package import Foundation

/// Runs the jobs of a queue that are due, one after the other, until none waits.
package struct ExportRun {
    private let queue: ExportQueue
    private let command: ExportCommand
    private let now: () -> Date
    private let log: (String) -> Void

    /// Makes a run.
    ///
    /// - Parameters:
    ///   - queue: The jobs.
    ///   - command: What is run for each.
    ///   - now: The wall clock.
    ///   - log: Takes a line for a person.
    package init(
        _ queue: ExportQueue, command: ExportCommand, now: @escaping () -> Date = { Date() },
        log: @escaping (String) -> Void
    ) {
        self.queue = queue
        self.command = command
        self.now = now
        self.log = log
    }

    /// Runs every job that is due now, or until the task that calls is cancelled.
    ///
    /// - Returns: How many seconds from now the next one is due; nil where none waits.
    /// - Throws: ``FileError`` where what came of a job cannot be kept, or another process runs the jobs.
    package func runDue() async throws -> TimeInterval? {
        try DurableFile.prepareDirectory(queue.directory)
        guard let lock = try DirectoryLock.ifFree(queue.directory) else {
            throw FileError(
                "export from", queue.directory,
                reason: "another pulsewatt is at it; it takes new workouts too")
        }
        defer { extendLifetime(lock) }
        while let job = queue.jobs(log: log).first(where: { $0.isDue(at: now()) }) {
            var job = job
            let outcome = await command.run(job, log: queue.logFile(of: job.workout))
            job.attempted(outcome, at: now())
            try queue.write(job)
            log(Self.line(job))
            if Task.isCancelled { return nil }
        }
        return queue.jobs(log: log).filter { $0.state == .waiting }.map {
            max(0, $0.nextAttempt - now().timeIntervalSince1970)
        }.min()
    }

    /// What came of a job's latest attempt, for a person.
    private static func line(_ job: ExportJob) -> String {
        let what = "export of the workout of \(job.start)"
        let failure = job.failure ?? ""
        switch job.state {
        case .done: return "\(what): done"
        case .failed:
            return
                "\(what) failed \(job.attempts) times and is given up (\(failure)); pulsewatt exports retry tries again"
        case .waiting:
            let pause = ExportJob.pauses[max(0, min(job.attempts, ExportJob.pauses.count) - 1)]
            return "\(what) failed (\(failure)); it is tried again in \(Int(pause / 60)) min"
        }
    }
}

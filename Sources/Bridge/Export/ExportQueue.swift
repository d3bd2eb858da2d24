package import Foundation
internal import HealthModel
package import WorkoutFormats

/// The export jobs of a state directory: a file each, in a directory for each state.
///
/// A path unit of systemd sees that `exports/waiting` is not empty, so the service never runs anything itself.
package struct ExportQueue: Sendable {
    /// The directory of the jobs.
    package let directory: String

    /// The largest job that is read, in bytes; one has less than a kilobyte.
    private static let largestJob = 1 << 20

    /// Names the queue of a state directory; nothing is made yet.
    package init(stateDirectory: String) {
        directory = stateDirectory + "/exports"
    }

    /// Writes a workout in the formats of the settings beside its JSON file, and puts it in the queue where there is a command.
    ///
    /// A workout that was in the queue before, as one that is recovered may have been, stays where it is, and one that
    /// nobody rode is not queued.
    /// - Parameters:
    ///   - exported: The workout.
    ///   - path: Its JSON file, which is there already.
    ///   - settings: What is wanted.
    /// - Returns: The files that were written.
    /// - Throws: ``FileError`` that names what could not be written.
    @discardableResult
    package func add(
        _ exported: ExportedWorkout, writtenTo path: String, _ settings: ExportSettings
    ) throws -> [String] {
        let base = path.hasSuffix(".json") ? String(path.dropLast(".json".count)) : path
        var written: [String] = []
        let files = try settings.formats.map { format in
            guard format != .json else { return path }
            let file = base + "." + format.fileExtension
            try DurableFile.write(format.bytes(of: exported), to: file)
            written.append(file)
            return file
        }
        guard settings.command != nil, !exported.isSimulated, !holds(exported.workout.uuid) else {
            return written
        }
        let start = Int64((exported.workout.startDate.timeIntervalSince1970 * 1000).rounded())
        try write(
            ExportJob(
                workout: exported.workout.uuid, rider: exported.rider ?? KnownSensors.defaultRider,
                start: RFC3339.text(milliseconds: start, in: exported.timeZone),
                files: (files.isEmpty ? [path] : files).map { URL(fileURLWithPath: $0).path }))
        return written
    }

    /// All jobs, by start; what cannot be read is told of and put among the failed, where nobody waits for it.
    package func jobs(log: (String) -> Void) -> [ExportJob] {
        var jobs: [UUID: ExportJob] = [:]
        // A job that was moved when the power went can be in two places: where it was settled is where it is.
        for state in ExportJob.State.allCases {
            let directory = self.directory(of: state)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            for name in names.sorted() where name.hasSuffix(".json") {
                do {
                    let job = try Self.job(at: directory + "/" + name)
                    jobs[job.workout] = job
                } catch  where state != .failed {
                    let place = self.directory(of: .failed)
                    try? DurableFile.prepareDirectory(place)
                    let isMoved = rename(directory + "/" + name, place + "/" + name) == 0
                    log("\(directory)/\(name) is no export job\(isMoved ? "; it is in \(place) now" : "")")
                } catch {
                    continue
                }
            }
        }
        return jobs.values.sorted { ($0.start, $0.workout.uuidString) < ($1.start, $1.workout.uuidString) }
    }

    /// Puts a job where its state says, in place of what was known of it.
    ///
    /// - Throws: ``FileError``.
    package func write(_ job: ExportJob) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let target = directory(of: job.state)
        try DurableFile.prepareDirectory(target)
        try DurableFile.write(
            String(decoding: try encoder.encode(job), as: UTF8.self) + "\n", to: target + "/" + name(of: job))
        for state in ExportJob.State.allCases where state != job.state {
            unlink(directory(of: state) + "/" + name(of: job))
        }
    }

    private static func job(at path: String) throws -> ExportJob {
        let data = Data(try OrdinaryFile.read(path, limit: largestJob))
        return try JSONDecoder().decode(ExportJob.self, from: data)
    }

    private func holds(_ workout: UUID) -> Bool {
        ExportJob.State.allCases.contains {
            access(directory(of: $0) + "/" + Self.name(of: workout), F_OK) == 0
        }
    }

    /// Forgets the job of a rider's workout that is no more.
    ///
    /// - Parameters:
    ///   - workout: The workout.
    ///   - rider: Whose it was; the job of another rider's workout of the same identity stays.
    ///   - isShared: Whether another rider has it too: a job that does not say whose it is stays then.
    package func remove(_ workout: UUID, of rider: String, isShared: Bool) {
        let riders = ExportJob.State.allCases.compactMap { state in
            try? Self.job(at: directory(of: state) + "/" + Self.name(of: workout)).rider
        }
        guard riders.isEmpty ? !isShared : riders.contains(rider) else { return }
        for state in ExportJob.State.allCases {
            unlink(directory(of: state) + "/" + Self.name(of: workout))
        }
        unlink(logFile(of: workout))
    }

    /// What the command of a job printed at its latest attempt.
    package func logFile(of workout: UUID) -> String {
        directory + "/log/" + workout.uuidString.lowercased() + ".log"
    }

    /// The directory of the jobs that stand like this.
    package func directory(of state: ExportJob.State) -> String { directory + "/" + state.rawValue }

    private func name(of job: ExportJob) -> String { Self.name(of: job.workout) }

    private static func name(of workout: UUID) -> String { workout.uuidString.lowercased() + ".json" }
}

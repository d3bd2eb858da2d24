import Bridge
import Foundation

/// Where `record` writes its workout.
struct RecordingDestination {
    private let file: String?
    private let keeping: WorkoutKeeping

    /// The file that `--output` names, and the rider's history in the state directory.
    init(_ arguments: ParsedArguments, _ keeping: WorkoutKeeping) throws {
        self.keeping = keeping
        file = try arguments.value(of: .output, wanted: "a file's name") {
            $0.isEmpty || $0.hasSuffix("/") ? nil : $0
        }
    }

    /// Sees before the ride that the file can be written after it.
    ///
    /// - Throws: `FileError` that names what is in the way.
    func prepare() throws {
        guard let file else { return try keeping.files.prepare() }
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: file, isDirectory: &isDirectory), isDirectory.boolValue {
            throw FileError("write", file, reason: "it is a directory; name a file in it")
        }
        guard access(DurableFile.directory(of: file), W_OK | X_OK) == 0 else {
            throw FileError("write", file, code: errno)
        }
    }

    /// Writes the workout.
    ///
    /// A file that was named is what was asked for; the history has the workout too, unless nobody rode it.
    /// - Returns: The file's path.
    func write(_ recorded: RecordedWorkout) async throws -> String {
        guard let file else { return try await keeping.keep(recorded, log: StandardError.print).path }
        try DurableFile.write(recorded.finished.json, to: file)
        if recorded.finished.plan.isSimulated {
            recorded.recording?.markSaved()
            return file
        }
        do {
            try keeping.files.prepare()
            try await keeping.keep(recorded, log: StandardError.print)
        } catch {
            StandardError.print(
                "\(error); \(file) has the workout, and pulsewatt import brings it into the history")
        }
        return file
    }

    /// Writes the workout where there is still room, because its own place would not take it.
    func writeElsewhere(_ finished: FinishedWorkout) throws -> String {
        try WorkoutFiles(directory: FileManager.default.temporaryDirectory.path).write(finished)
    }
}

import Bridge
import Foundation

/// Where `record` writes its workout.
struct RecordingDestination {
    private let file: String?
    private let files: WorkoutFiles

    /// The file that `--output` names, or a new one in the state directory.
    init(_ arguments: ParsedArguments) throws {
        file = try arguments.value(of: .output, wanted: "a file's name") {
            $0.isEmpty || $0.hasSuffix("/") ? nil : $0
        }
        files = WorkoutFiles(directory: try StateDirectory.path(arguments) + "/workouts")
    }

    /// Sees before the ride that the file can be written after it.
    ///
    /// - Throws: `FileError` that names what is in the way.
    func prepare() throws {
        guard let file else { return try files.prepare() }
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
    /// - Returns: The file's path.
    func write(_ finished: FinishedWorkout) throws -> String {
        guard let file else { return try files.write(finished) }
        try DurableFile.write(finished.json, to: file)
        return file
    }

    /// Writes the workout where there is still room, because its own place would not take it.
    func writeElsewhere(_ finished: FinishedWorkout) throws -> String {
        try WorkoutFiles(directory: FileManager.default.temporaryDirectory.path).write(finished)
    }
}

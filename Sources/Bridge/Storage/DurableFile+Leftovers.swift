internal import FlightRecorder
internal import Foundation

extension DurableFile {
    /// How old a half-written file is at least before it counts as forgotten, in seconds.
    ///
    /// Its writer may live in another container, where its number means nothing, or may not have locked it yet.
    private static let leftoverAge: Double = 3600

    /// Removes the half-written files of a directory whose writers are gone: they were killed before the last name.
    ///
    /// These are `NAME.PID.tmp` of a process that does not run, and `NAME.recording.new` that nobody holds a lock on. What
    /// cannot be removed stays.
    static func removeLeftovers(in directory: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        for name in names {
            let path = directory + "/" + name
            if let process = writer(ofTemporary: name) {
                guard kill(process, 0) != 0, errno == ESRCH, isOldFile(path) else { continue }
            } else {
                guard name.hasSuffix("." + RecordingFormat.fileExtension + ".new"), isOldFile(path),
                    !RecordingFile.isLocked(at: path)
                else { continue }
            }
            unlink(path)
        }
    }

    /// The process that wrote a temporary file, by its name.
    private static func writer(ofTemporary name: String) -> pid_t? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 3, parts.last == "tmp", let process = pid_t(parts[parts.count - 2]), process > 0
        else { return nil }
        return process
    }

    private static func isOldFile(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return Date().timeIntervalSince1970 - Double(status.st_mtim.tv_sec) > leftoverAge
    }
}

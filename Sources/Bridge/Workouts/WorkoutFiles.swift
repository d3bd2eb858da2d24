internal import Foundation
internal import HealthModel
package import WorkoutFormats

/// The directory that finished workouts are written to, one file each.
package struct WorkoutFiles: Sendable {
    /// The directory's path.
    package let directory: String

    /// Names the directory; nothing is made yet.
    package init(directory: String) {
        self.directory = directory
    }

    /// Makes the directory where it is missing and sees to it that files can be written.
    ///
    /// - Throws: ``FileError``.
    package func prepare() throws {
        try DurableFile.prepareDirectory(directory)
        DurableFile.removeLeftovers(in: directory)
    }

    /// Writes a workout under a name of its own.
    ///
    /// - Returns: The file's path.
    /// - Throws: ``FileError``.
    package func write(_ finished: FinishedWorkout) throws -> String {
        try write(finished.exported)
    }

    /// Writes a workout under a name of its own, or another.
    ///
    /// - Returns: The file's path.
    /// - Throws: ``FileError``.
    @discardableResult
    package func write(_ exported: ExportedWorkout, to other: String? = nil) throws -> String {
        let path = other ?? place(of: exported)
        try DurableFile.write(exported.document.bytes, to: path)
        return path
    }

    /// Where a workout is written: where it lies already, or else under the first name that nobody else's workout has.
    ///
    /// The riders Ann and ANN have one name in that of a file, and may have rides of one identity.
    func place(of exported: ExportedWorkout) -> String {
        let usual = directory + "/" + Self.name(of: exported)
        let places = [usual] + (2...9).map { "\(usual.dropLast(".json".count))-\($0).json" }
        let rider = exported.rider ?? KnownSensors.defaultRider
        var free: String?
        for place in places {
            // What cannot be read is a workout that was cut off, as its name tells, and is written anew.
            guard let head = try? WorkoutFileHead(path: place) else {
                free = free ?? place
                continue
            }
            if head.holds(exported.workout.uuid, of: rider) { return place }
        }
        return free ?? usual
    }

    /// The file of a workout where there is one that says something else of it.
    func pathOfDifferent(_ exported: ExportedWorkout) -> String? {
        let path = place(of: exported)
        guard let written = try? OrdinaryFile.read(path) else { return nil }
        return written.elementsEqual(exported.document.bytes) ? nil : path
    }

    /// The paths of all workout files, in the order of their names; none where the directory does not exist.
    ///
    /// - Throws: ``FileError`` if the directory cannot be read.
    package func paths() throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: directory)
                .filter(Self.isWorkout).sorted()
                .map { directory + "/" + $0 }
        } catch CocoaError.fileReadNoSuchFile {
            return []
        } catch {
            throw FileError("read directory", directory, code: errno == 0 ? EIO : errno)
        }
    }

    /// Whether a name is that of our own JSON, and not of an export that also is JSON.
    static func isWorkout(_ name: String) -> Bool {
        guard name.hasSuffix(".json"), !name.hasPrefix(".") else { return false }
        return !WorkoutFormat.allCases.contains { $0 != .json && name.hasSuffix("." + $0.fileExtension) }
    }

    /// Whether a name is the usual one of a workout.
    static func isName(_ path: String, of workout: UUID) -> Bool {
        let identity = "-" + workout.uuidString.lowercased().prefix(8)
        let base = path.dropLast(".json".count)
        let number = base.suffix(2)
        return base.hasSuffix(identity)
            || number.first == "-" && number.last?.isNumber == true && base.dropLast(2).hasSuffix(identity)
    }

    /// A workout's JSON file and what was exported beside it, as far as it is there.
    func exported(besides path: String) -> [String] {
        Self.exports(besides: path).filter { place in
            var status = stat()
            return place == path || lstat(place, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
        }
    }

    /// A workout's JSON file and all that could be exported beside it.
    static func exports(besides path: String) -> [String] {
        let base = path.dropLast(".json".count)
        return [path] + WorkoutFormat.allCases.filter { $0 != .json }.map { base + "." + $0.fileExtension }
    }

    /// `2026-11-30-060000-ida-1b4e28ba.json`: sorted by start in local time, and never twice the same.
    static func name(of exported: ExportedWorkout) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = exported.timeZone
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second], from: exported.workout.startDate)
        func digits(_ value: Int?, _ count: Int) -> String {
            let text = String(value ?? 0)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let date = [digits(parts.year, 4), digits(parts.month, 2), digits(parts.day, 2)].joined(
            separator: "-")
        let time = digits(parts.hour, 2) + digits(parts.minute, 2) + digits(parts.second, 2)
        let rider = (exported.rider ?? "").lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
            .prefix(24)
        let id = exported.workout.uuid.uuidString.lowercased().prefix(8)
        return [date, time, String(rider), String(id)].filter { !$0.isEmpty }.joined(separator: "-") + ".json"
    }
}

internal import Foundation
internal import HealthModel

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
    }

    /// Writes a workout under a name of its own.
    ///
    /// - Returns: The file's path.
    /// - Throws: ``FileError``.
    package func write(_ finished: FinishedWorkout) throws -> String {
        let path = directory + "/" + Self.name(of: finished)
        try DurableFile.write(finished.json, to: path)
        return path
    }

    /// Writes a workout that was rebuilt, unless the file is there already, which is never the worse one.
    ///
    /// - Returns: The file's path.
    /// - Throws: ``FileError``.
    package func writeRecovered(_ finished: FinishedWorkout) throws -> String {
        let path = directory + "/" + Self.name(of: finished)
        return access(path, F_OK) == 0 ? path : try write(finished)
    }

    /// `2026-11-30-060000-ida-1b4e28ba.json`: sorted by start in local time, and never twice the same.
    static func name(of finished: FinishedWorkout) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = finished.plan.timeZone
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second], from: finished.workout.startDate)
        func digits(_ value: Int?, _ count: Int) -> String {
            let text = String(value ?? 0)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let date = [digits(parts.year, 4), digits(parts.month, 2), digits(parts.day, 2)].joined(
            separator: "-")
        let time = digits(parts.hour, 2) + digits(parts.minute, 2) + digits(parts.second, 2)
        let rider = finished.plan.rider.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
            .prefix(24)
        let id = finished.workout.uuid.uuidString.lowercased().prefix(8)
        return [date, time, String(rider), String(id)].filter { !$0.isEmpty }.joined(separator: "-") + ".json"
    }
}

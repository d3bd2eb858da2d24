package import Foundation

/// Which files hold which workouts, and whose.
package struct WorkoutFileSurvey: Sendable {
    /// The files by rider, then by the workout that they hold.
    private let paths: [String: [UUID: [String]]]
    /// The files that cannot be read or are no workouts, and why.
    package let unreadable: [FileError]

    /// Looks into every file.
    ///
    /// - Throws: ``FileError`` if the directory cannot be read.
    package init(of files: WorkoutFiles) throws {
        var paths: [String: [UUID: [String]]] = [:]
        var unreadable: [FileError] = []
        for path in try files.paths() {
            do {
                let head = try WorkoutFileHead(path: path)
                paths[head.rider ?? KnownSensors.defaultRider, default: [:]][head.identifier, default: []]
                    .append(path)
            } catch {
                unreadable.append(error)
            }
        }
        self.paths = paths
        self.unreadable = unreadable
    }

    /// The riders whose workouts there are, by name.
    package var riders: [String] { paths.keys.sorted() }

    /// The files of a rider with the workout that they hold, in the order of their names; several for one are a mistake.
    package func paths(of rider: String) -> [(workout: UUID, paths: [String])] {
        (paths[rider] ?? [:]).map { ($0.key, $0.value) }.sorted { $0.1[0] < $1.1[0] }
    }

    /// The files of a rider with a workout.
    func paths(of workout: UUID, rider: String) -> [String] { paths[rider]?[workout] ?? [] }

    /// A file of another rider that holds a workout; nil where there is none.
    func file(of workout: UUID, besides rider: String) -> (rider: String, path: String)? {
        riders.lazy.filter { $0 != rider }.compactMap { other in
            paths[other]?[workout]?.first.map { (other, $0) }
        }.first
    }
}

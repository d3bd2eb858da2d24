import Foundation
import HealthModel

/// Makes workouts of the activities of a Training Center file.
///
/// Activities that lie end to end are one workout of several, as ours are written; others are workouts of their own. A new
/// track in a lap is the end of a pause, and so is a gap at the edge of a lap that the lap's own time does not count.
/// Positions, altitudes and the cadence of running are not read.
enum TCXReader {
    /// Reads the workouts of a file, in order of time.
    ///
    /// - Throws: ``ImportError`` with the line that cannot be read, and for a file without a workout.
    static func workouts(_ bytes: [UInt8], _ name: String) throws(ImportError) -> [ImportedWorkout] {
        let activities = try TCXParser.activities(bytes, name)
            .compactMap { $0.isEmpty ? nil : $0 }
            .sorted { $0.start < $1.start }
        guard !activities.isEmpty else {
            throw ImportError(file: name, reason: "it has no activity, so there is no workout in it")
        }
        var groups: [[TCXActivity]] = []
        for activity in activities {
            if let last = groups.last?.last,
                (-1_000_000_000...1_000_000_000).contains(activity.start - last.end)
            {
                groups[groups.count - 1].append(activity)
            } else {
                groups.append([activity])
            }
        }
        var workouts: [ImportedWorkout] = []
        for (index, group) in groups.enumerated() {
            workouts.append(try workout(group, index + 1, name))
        }
        return workouts
    }

    private static func workout(
        _ group: [TCXActivity], _ number: Int, _ name: String
    ) throws(ImportError) -> ImportedWorkout {
        let start = group.map(\.start).min() ?? 0
        let end = group.map(\.end).max() ?? start
        guard end - start <= ImportedWorkout.longest else {
            throw .tooLong(end - start, file: name, place: "the end of workout \(number)")
        }
        var columns = PointColumns()
        for activity in group {
            for track in activity.laps.flatMap(\.tracks) {
                add(track, isRunning: activity.sport == .running, since: start, to: &columns)
            }
        }
        let pauses = group.flatMap(\.pauses).map { ($0.lowerBound - start)..<($0.upperBound - start) }
        var workout = ImportedWorkout(
            series: WorkoutSeries(
                start: RFC3339.Moment(nanoseconds: start, offsetMinutes: nil).date,
                columns: columns.columns, pauses: pauses, elapsed: end - start),
            source: (["TCX"] + group.compactMap(\.creator).prefix(1)).joined(separator: ", "))
        workout.activityType = group.count == 1 ? group[0].sport : .swimBikeRun
        workout.laps = group.flatMap { $0.laps.dropFirst() }.map { $0.start - start }
        if group.count > 1 {
            workout.activities = group.map {
                ImportedWorkout.Activity($0.sport, ($0.start - start)..<max($0.start - start, $0.end - start))
            }
        }
        return workout
    }

    private static func add(
        _ track: [TCXPoint], isRunning: Bool, since start: Int64, to columns: inout PointColumns
    ) {
        for (index, point) in track.enumerated() {
            let offset = point.moment - start
            let next = index + 1 < track.count ? track[index + 1].moment - start : nil
            columns.add(point.heartRate, of: .heartRate, at: offset, until: next)
            columns.add(point.power, of: .cyclingPower, at: offset, until: next)
            if isRunning { continue }
            columns.add(point.cadence, of: .cyclingCadence, at: offset, until: next)
            columns.add(point.speed, of: .cyclingSpeed, at: offset, until: next)
        }
    }
}

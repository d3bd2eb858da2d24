import Foundation
import HealthModel

/// What happens in a workout between its start and its end, in the order in which a FIT file tells it.
struct FITTimeline {
    enum Happening {
        /// A lap has ended: the index among all laps.
        case lap(Int)
        /// A session has ended: its index.
        case session(Int)
        /// The timer stops, by itself or by hand.
        case pause(isAutomatic: Bool)
        /// The timer goes on.
        case resume
    }

    struct Lap {
        let interval: Range<Int64>
        let session: Int
        let isLast: Bool
    }

    struct Session {
        let interval: Range<Int64>
        let activityType: HKWorkoutActivityType
        let isIndoor: Bool?
        let firstLap: Int
        let lapCount: Int
    }

    private(set) var laps: [Lap] = []
    private(set) var sessions: [Session] = []
    /// With the time in nanoseconds, in order of time.
    private(set) var happenings: [(offset: Int64, what: Happening)] = []

    init(_ exported: ExportedWorkout) {
        let workout = exported.workout
        let series = workout.series
        let cuts = exported.document.laps.map(\.upperBound)
        for (type, isIndoor, interval) in Self.parts(exported) {
            let edges =
                [interval.lowerBound] + cuts.filter { interval.lowerBound < $0 && $0 < interval.upperBound }
                + [interval.upperBound]
            sessions.append(
                Session(
                    interval: interval, activityType: type, isIndoor: isIndoor, firstLap: laps.count,
                    lapCount: edges.count - 1))
            for (index, (lower, upper)) in zip(edges, edges.dropFirst()).enumerated() {
                laps.append(
                    Lap(
                        interval: lower..<upper, session: sessions.count - 1,
                        isLast: index == edges.count - 2))
            }
        }
        let automatic = Set(
            (workout.workoutEvents ?? []).filter { $0.type == .motionPaused }
                .map { WorkoutTime.nanoseconds(of: $0.dateInterval.start, since: series.start) })
        var ranked: [(offset: Int64, rank: Int, what: Happening)] = []
        ranked += laps.enumerated().map { ($1.interval.upperBound, 0, .lap($0)) }
        ranked += sessions.enumerated().map { ($1.interval.upperBound, 1, .session($0)) }
        for pause in series.pauses {
            let isAutomatic = automatic.contains(pause.lowerBound)
            ranked.append((pause.lowerBound, 2, .pause(isAutomatic: isAutomatic)))
            if pause.upperBound < series.elapsed { ranked.append((pause.upperBound, 3, .resume)) }
        }
        // Of what happens in one instant, ends come first; the order within a kind stays.
        happenings = ranked.enumerated().sorted {
            ($0.element.offset, $0.element.rank, $0.offset) < ($1.element.offset, $1.element.rank, $1.offset)
        }.map { ($0.element.offset, $0.element.what) }
    }

    private typealias Part = (type: HKWorkoutActivityType, isIndoor: Bool?, interval: Range<Int64>)

    /// The activities in order of time, or the whole workout where it is not made of several.
    private static func parts(_ exported: ExportedWorkout) -> [Part] {
        let workout = exported.workout
        let series = workout.series
        guard workout.workoutActivities.count > 1 else {
            return [(workout.workoutActivityType, exported.workout.isIndoor, series.interval)]
        }
        return workout.workoutActivities.map { activity -> Part in
            let configuration = activity.workoutConfiguration
            let start = WorkoutTime.nanoseconds(of: activity.startDate, since: series.start)
            let end =
                activity.endDate.map { WorkoutTime.nanoseconds(of: $0, since: series.start) }
                ?? series.elapsed
            let isIndoor: Bool? =
                switch configuration.locationType {
                case .indoor: true
                case .outdoor: false
                case .unknown: exported.workout.isIndoor
                }
            return (
                configuration.activityType, isIndoor,
                (start..<max(start, end)).clamped(to: series.interval)
            )
        }.sorted {
            ($0.interval.upperBound, $0.interval.lowerBound) < (
                $1.interval.upperBound, $1.interval.lowerBound
            )
        }
    }
}

import Foundation
import HealthModel
import Synchronization
import WorkoutFormats

/// What a list shows of a workout.
struct WorkoutRow {
    private let summary: WorkoutSummary
    private let timeZone: TimeZone
    private let local: LocalTime

    /// Takes a workout, and the zone in whose time it is told.
    ///
    /// That is one for all rows of a list, wherever a workout was: its days are those that the list is filtered by.
    init(_ summary: WorkoutSummary, timeZone: TimeZone) {
        self.summary = summary
        self.timeZone = timeZone
        local = LocalTime(summary.start, in: timeZone)
    }

    /// The beginning of the identity, which is enough to name the workout.
    var identity: String { summary.uuid.uuidString.prefix(8).lowercased() }
    /// The local date.
    var day: String { local.day }
    /// The local time in hours and minutes.
    var time: String { String(local.time.prefix(5)) }
    /// What it was, and whether anybody did it.
    var activity: String {
        Self.name(summary.activityType) + (summary.isSimulated ? " (simulated)" : "")
    }

    /// The headings of ``cells``.
    static let heading = ["ID", "DATE", "TIME", "DURATION", "ACTIVITY", "HEART RATE", "POWER", "NP", "TSS"]

    /// What the columns show.
    func cells(_ load: WorkoutLoad) -> [String?] {
        [
            identity, day, time, LiveLine.time(summary.activeDuration), activity,
            Self.whole(summary.measures[Self.heartRate]?.average),
            Self.whole(summary.measures[Self.power]?.average),
            Self.whole(summary.normalizedPower), Self.whole(load.trainingStressScore),
        ]
    }

    /// The workout as JSON.
    func json(_ load: WorkoutLoad) -> JSONValue {
        func statistics(_ type: HKQuantityType) -> JSONValue {
            guard let measure = summary.measures[type] else { return .null }
            return [
                "average": Self.rounded(measure.average), "minimum": Self.rounded(measure.minimum),
                "maximum": Self.rounded(measure.maximum),
            ]
        }
        return [
            "id": .string(summary.uuid.uuidString.lowercased()),
            "activity_type": .string(WorkoutDocument.name(summary.activityType)),
            "indoor": JSONValue(summary.isIndoor),
            "simulated": .bool(summary.isSimulated),
            "start": .string(Self.text(summary.start, in: timeZone)),
            "end": .string(Self.text(summary.end, in: timeZone)),
            "time_zone": .string(timeZone.identifier),
            "elapsed_s": .seconds(nanoseconds: summary.elapsed),
            "active_s": .seconds(nanoseconds: summary.activeDuration),
            "heart_rate": statistics(HKQuantityType(.heartRate)),
            "cycling_power": statistics(HKQuantityType(.cyclingPower)),
            "normalized_power": Self.rounded(summary.normalizedPower),
            "training_stress_score": Self.rounded(load.trainingStressScore),
        ]
    }

    /// The names made so far, by the numbers of the activities: thousands of rides have one.
    private static let names = Mutex<[UInt: String]>([:])

    private static func name(_ type: HKWorkoutActivityType) -> String {
        names.withLock { names in
            if let known = names[type.rawValue] { return known }
            let name = WorkoutDocument.name(type)
            names[type.rawValue] = name
            return name
        }
    }

    private static let heartRate = HKQuantityType(.heartRate)
    private static let power = HKQuantityType(.cyclingPower)

    /// A date as RFC 3339 writes it.
    static func text(_ date: Date, in timeZone: TimeZone) -> String {
        // A health database holds any date, such as that of a state without an end.
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        return RFC3339.text(milliseconds: Int64(min(max(milliseconds, -1e15), 1e15)), in: timeZone)
    }

    /// A measure without decimals.
    static func whole(_ value: Double?) -> String? {
        value.flatMap { Int64(exactly: $0.rounded()) }.map { String($0) }
    }

    /// A measure with one decimal.
    static func rounded(_ value: Double?) -> JSONValue { value.map { .number($0, decimals: 1) } ?? .null }
}

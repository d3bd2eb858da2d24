import Bridge
import Foundation
import HealthModel
import WorkoutFormats

/// `pulsewatt trend`: time in zones and training load by week or month.
struct TrendCommand: Command {
    private static let by = CommandOption("by", argument: "PERIOD", "week (the default) or month")
    private static let load = CommandOption(
        "load", argument: "LOAD",
        "What makes fitness and fatigue: tss, from power (the default), or trimp, from heart rate")

    let name = "trend"
    let summary = "Show time in zones and training load over time"
    let discussion = """
        All workouts are counted by one set of zones, those that you prefer now or --boundaries, so that weeks compare; what
        is stored stays as it is. A week is from Monday to Sunday. TRIMP is Banister's training impulse, summed over the time at
        each heart rate, by the resting and maximum heart rate of the workout's date. TSS is the training stress score by
        the threshold power that the workout keeps, or that of its date. CTL and ATL are the exponentially weighted
        means of the daily load over 42 and 7 days in the evening of the period's last day; TSB is CTL less ATL of the evening
        before. A load counts on the day on which its workout starts.
        """
    let options: [CommandOption] = [
        by, .boundaries, .zoneType, load, .since, .until, .limit, .json, .rider, .timeZone, .stateDirectory,
    ]

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        try arguments.refuseOperands()
        let component: Calendar.Component =
            try arguments.value(of: Self.by, wanted: "week or month") {
                ["week": .weekOfYear, "month": .month][$0]
            } ?? .weekOfYear
        let load =
            try arguments.value(of: Self.load, wanted: "tss or trimp", TrainingTrend.Load.init(rawValue:))
            ?? .trainingStressScore
        let limit = try arguments.limit()
        let type = try arguments.zoneType()
        let given = try arguments.zoneConfiguration(of: type)

        let history = try RiderHistory(arguments)
        let calendar = try history.calendar(arguments)
        let interval = try arguments.interval(in: calendar)
        var overview = try await history.library.overview(withDistributions: true)
        let person = try await PersonalHistory(of: history.database)
        let preferred = try person.profile(at: Date()).preferredZoneConfiguration(for: type, at: Date())
        let configuration = given ?? preferred ?? Self.usualZones(type)
        let series = try await Self.series(of: &overview, dividedBy: component, calendar, history)
        let trend = TrainingTrend(
            of: overview.summaries, person, countedBy: configuration,
            by: component, calendar: calendar, until: Date(), load: load, dividing: series)
        var periods = trend.periods[...]
        if let interval {
            periods =
                periods.filter {
                    $0.dateInterval.end > interval.start && $0.dateInterval.start < interval.end
                }[...]
        }
        if let limit { periods = periods.suffix(limit) }
        let table = TrendTable(
            Array(periods), configuration: configuration, type: type,
            isGiven: given != nil || preferred != nil,
            component: component, calendar: calendar)
        print(arguments.has(.json) ? table.json : table.text)
        if !arguments.has(.json) {
            for remark in table.remarks { StandardError.print(remark) }
        }
        return RiderHistory.tell(overview.damaged, person)
    }

    /// The zones that a workout is counted by where the rider has none.
    private static func usualZones(_ type: HKQuantityType) -> HKWorkoutZoneConfiguration? {
        guard type == HKQuantityType(.heartRate) else { return nil }
        return try? HKWorkoutZoneConfiguration(
            quantityType: type, edges: SystemZones.defaultHeartRateBoundaries, source: .app)
    }

    /// The series of the workouts that lie in two periods; few do, and one that turns out to be damaged is taken out.
    private static func series(
        of overview: inout WorkoutOverview, dividedBy component: Calendar.Component, _ calendar: Calendar,
        _ history: RiderHistory
    ) async throws -> [UUID: WorkoutSeries] {
        var series: [UUID: WorkoutSeries] = [:]
        var period = DateInterval(start: .distantPast, duration: 0)
        for summary in overview.summaries {
            if summary.start >= period.end {
                period = calendar.dateInterval(of: component, for: summary.start) ?? period
            }
            guard summary.end > period.end, summary.start < period.end else { continue }
            do {
                series[summary.uuid] = try await history.library.workout(summary).workout.series
            } catch {
                guard let damaged = try await history.database.damage(ofWorkout: summary.uuid) else {
                    throw error
                }
                overview.damaged.append(damaged)
                overview.summaries.removeAll { $0.uuid == summary.uuid }
            }
        }
        return series
    }
}

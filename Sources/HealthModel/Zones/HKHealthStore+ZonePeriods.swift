public import Foundation

extension HKHealthStore {
    /// The time in each zone of a configuration by week, month or another step of the calendar.
    ///
    /// All workouts that the client may read and that start in the interval are counted by the one configuration, so
    /// that they compare, whatever their own zones were. What is stored stays as it is.
    /// - Parameters:
    ///   - configuration: the zones to count by.
    ///   - interval: when the workouts start.
    ///   - component: a day, week of the year, month or year.
    ///   - calendar: where those begin; its time zone counts.
    /// - Returns: the periods from the first with a workout to the last; none if the client may not read the type.
    /// - Throws: `HKError`: `errorInvalidArgument` for another component, `errorDatabaseInaccessible` if the database
    ///   cannot be reached.
    public func workoutZonePeriods(
        countedBy configuration: HKWorkoutZoneConfiguration, in interval: DateInterval,
        by component: Calendar.Component, calendar: Calendar = .current
    ) async throws -> [HKWorkoutZonePeriod] {
        var components = DateComponents()
        switch component {
        case .day: components.day = 1
        case .weekOfYear: components.weekOfYear = 1
        case .month: components.month = 1
        case .year: components.year = 1
        default:
            throw HKError(
                .errorInvalidArgument,
                "\(component) is no period of zones: a day, a week of the year, a month or a year is.")
        }
        components.calendar = calendar
        components.timeZone = calendar.timeZone
        guard mayRead(configuration.quantityType) else { return [] }
        let predicate = HKQuery.predicateForSamples(
            withStart: interval.start, end: interval.end, options: .strictStartDate)
        let workouts = try await fetch(.workoutType(), predicate).stored.compactMap {
            $0.sample as? HKWorkout
        }
        guard let anchor = calendar.dateInterval(of: component, for: interval.start)?.start else { return [] }
        return configuration.periods(
            of: workouts, by: try CalendarBuckets(anchor: anchor, components: components))
    }
}

package import Foundation

/// Time in zones and training load by week, month or another step of the calendar.
///
/// All workouts are counted by one zone configuration, so that periods compare whatever the zones of a workout were. The
/// time of one that lies in two periods is divided between them where its series is given; it is a workout, and its load
/// counts, on the day of its start. In each period the zones and the time without data add up to the active time.
package struct TrainingTrend: Sendable {
    /// Which load makes fitness and fatigue.
    package enum Load: String, CaseIterable, Sendable {
        /// The training stress score, from power.
        case trainingStressScore = "tss"
        /// The training impulse, from heart rate.
        case trainingImpulse = "trimp"
    }

    /// A step of the calendar.
    package struct Period: Sendable {
        /// From its first instant to that of the next.
        package let dateInterval: DateInterval
        /// How many workouts started in it.
        package fileprivate(set) var workoutCount = 0
        /// How many of those were simulated.
        package fileprivate(set) var simulatedCount = 0
        /// The active time in it, in nanoseconds: of those workouts, and of one that began before and goes on in it.
        package fileprivate(set) var activeDuration: Int64 = 0
        /// The time in each zone; nil if the type of the zones was not measured in it.
        ///
        /// Workouts in which the type was not measured, beside others in which it was, are time without data.
        package fileprivate(set) var zoneTotals: ZoneTotals?
        /// The active time of workouts in which the type of the zones was not measured, in nanoseconds.
        fileprivate var unmeasuredDuration: Int64 = 0
        /// The training impulse in all; nil where no workout has one.
        package fileprivate(set) var trainingImpulse: Double?
        /// The training stress score in all; nil where no workout has one.
        package fileprivate(set) var trainingStressScore: Double?
        /// Fitness, fatigue and form in the evening of its last day, or of today.
        package fileprivate(set) var balance = TrainingBalance()
    }

    /// The periods from that of the first workout to that of today, but for empty ones that lie far from any workout.
    ///
    /// One wrong date, such as that of a clock at 1970, would give hundreds of them: those more than a year away are left
    /// out. Their days are counted in the balance.
    package private(set) var periods: [Period] = []

    /// How far from any workout empty periods are told, in seconds: a year.
    private static let longestBreak = 366.0 * 86_400

    /// Works out the trend.
    ///
    /// - Parameters:
    ///   - workouts: with their distributions, in order of their starts.
    ///   - history: what is known of the person over time.
    ///   - configuration: the zones to count by; without one there are no zone totals.
    ///   - component: a day, week of the year, month or year.
    ///   - calendar: where those begin, and where a day does; its time zone counts.
    ///   - now: today; nothing is known of what comes later.
    ///   - load: which load makes fitness and fatigue.
    ///   - series: the series of workouts that lie in two periods, by their identifiers.
    package init(
        of workouts: [WorkoutSummary], _ history: PersonalHistory,
        countedBy configuration: HKWorkoutZoneConfiguration?, by component: Calendar.Component,
        calendar: Calendar, until now: Date, load: Load = .trainingStressScore,
        dividing series: [UUID: WorkoutSeries] = [:]
    ) {
        guard let first = workouts.first, let last = workouts.last, first.start.isOrdinary,
            var interval = calendar.dateInterval(of: component, for: first.start)
        else { return }
        let lastMoment = max(now, last.start)
        var balance = TrainingBalance()
        var remaining = workouts[...]
        var ongoing: [WorkoutSeries] = []
        var latest = first.end
        var day = interval.start
        while true {
            var period = Period(dateInterval: interval)
            while day < interval.end, day <= lastMoment {
                // A day is from midnight to midnight, or to the first instant of one whose midnight the clocks skip.
                let nextDay = calendar.dateInterval(of: .day, for: day)?.end ?? interval.end
                var dayLoad = 0.0
                while let workout = remaining.first, workout.start < nextDay {
                    remaining.removeFirst()
                    latest = max(latest, workout.end)
                    let own = WorkoutLoad(of: workout, history)
                    period.add(workout, own)
                    if workout.end > interval.end, let divided = series[workout.uuid] {
                        ongoing.append(divided)
                    } else {
                        period.addTime(of: workout, countedBy: configuration)
                    }
                    dayLoad += own[load] ?? 0
                }
                balance.endDay(load: dayLoad)
                guard nextDay > day else { return }
                day = nextDay
            }
            for series in ongoing { period.addTime(of: series, countedBy: configuration) }
            ongoing.removeAll {
                $0.start.addingTimeInterval(WorkoutTime.seconds($0.elapsed)) <= interval.end
            }
            period.addUnmeasuredTime()
            period.balance = balance
            let isNear =
                interval.start < latest.addingTimeInterval(Self.longestBreak)
                || remaining.first.map { $0.start < interval.end.addingTimeInterval(Self.longestBreak) }
                    ?? false
            if isNear { periods.append(period) }
            guard interval.end <= lastMoment || !ongoing.isEmpty,
                let next = calendar.dateInterval(of: component, for: interval.end), next.end > interval.end
            else { return }
            interval = next
        }
    }
}

extension TrainingTrend.Period {
    /// Adds a workout that started in the period, and its load.
    fileprivate mutating func add(_ workout: WorkoutSummary, _ load: WorkoutLoad) {
        workoutCount += 1
        if workout.isSimulated { simulatedCount += 1 }
        if let impulse = load.trainingImpulse { trainingImpulse = (trainingImpulse ?? 0) + impulse }
        if let score = load.trainingStressScore { trainingStressScore = (trainingStressScore ?? 0) + score }
    }

    /// Adds the time of a workout that lies in no other period.
    fileprivate mutating func addTime(
        of workout: WorkoutSummary, countedBy configuration: HKWorkoutZoneConfiguration?
    ) {
        activeDuration += workout.activeDuration
        guard let configuration, let distribution = workout.distributions[configuration.quantityType] else {
            unmeasuredDuration += workout.activeDuration
            return
        }
        add(
            ZoneTotals(
                zones: distribution.zoneDurations(configuration.boundaries), noData: distribution.noData,
                paused: workout.paused))
    }

    /// Adds the time of the part of a workout that lies in the period.
    fileprivate mutating func addTime(
        of series: WorkoutSeries, countedBy configuration: HKWorkoutZoneConfiguration?
    ) {
        let part = series.offsets(of: dateInterval)
        guard !part.isEmpty else { return }
        let active = series.activeDuration(within: part)
        activeDuration += active
        guard let configuration, let totals = series.zoneTotals(configuration, within: part) else {
            unmeasuredDuration += active
            return
        }
        add(totals)
    }

    /// Counts as time without data that in which the type of the zones was not measured, if it was in the rest.
    fileprivate mutating func addUnmeasuredTime() {
        guard let totals = zoneTotals else { return }
        zoneTotals = ZoneTotals(
            zones: totals.zones, noData: totals.noData + unmeasuredDuration, paused: totals.paused)
    }

    private mutating func add(_ totals: ZoneTotals) {
        zoneTotals = zoneTotals.map { $0 + totals } ?? totals
    }
}

import Foundation
import HealthModel
import Testing

@Suite struct TrainingTrendTests {
    private let minute: Int64 = 60_000_000_000
    private let berlin: Calendar
    private let zones: HKWorkoutZoneConfiguration

    init() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        calendar.firstWeekday = 2
        calendar.minimumDaysInFirstWeek = 4
        berlin = calendar
        zones = try HKWorkoutZoneConfiguration(
            quantityType: HKQuantityType(.heartRate), edges: [100, 150], source: .user)
    }

    private func date(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) throws
        -> Date
    {
        try #require(
            berlin.date(
                from: DateComponents(year: year, month: month, day: day, hour: hour, minute: minute)))
    }

    /// A ride at a steady heart rate and power, with the samples at each second.
    private func ride(
        at start: Date, minutes: Int64, heartRate: Double, power: Double? = nil, threshold: Double? = nil
    ) -> HKWorkout {
        let second: Int64 = 1_000_000_000
        let offsets = (0..<minutes * 60).map { $0 * second }
        func column(_ value: Double) -> SampleColumn {
            SampleColumn(
                offsets: offsets, values: offsets.map { _ in value }, durations: offsets.map { _ in second })
        }
        var columns = [HKQuantityType(.heartRate): column(heartRate)]
        columns[HKQuantityType(.cyclingPower)] = power.map(column)
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .cycling
        let metadata = threshold.map {
            [
                HKMetadataKeyPulsewattFunctionalThresholdPower: HKQuantity(
                    unit: .watt(), doubleValue: $0)
            ]
        }
        return HKWorkout(
            configuration: configuration, start: start,
            end: start.addingTimeInterval(Double(minutes) * 60), device: nil, metadata: metadata, events: [],
            activities: [],
            series: WorkoutSeries(start: start, columns: columns, elapsed: minutes * minute))
    }

    private func history(restingSince date: Date? = nil) async throws -> PersonalHistory {
        let database = InMemoryHealthDatabase()
        database.updateCharacteristics { $0.maximumHeartRate = 190 }
        if let date {
            let type = HKQuantityType(.restingHeartRate)
            try await HKHealthStore(client: HKHealthStore.owner, database: database).save(
                HKQuantitySample(
                    type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: 50), start: date,
                    end: date))
        }
        return try await PersonalHistory(of: database)
    }

    @Test("Weeks begin on Monday at local midnight, also when the clocks change, and none is left out")
    func weeks() async throws {
        // The clocks go forward on Sunday, 29 March 2026.
        let rides = [
            ride(at: try date(2026, 3, 22, 23), minutes: 30, heartRate: 120),
            ride(at: try date(2026, 3, 23, 0), minutes: 20, heartRate: 90),
            ride(at: try date(2026, 3, 29, 23, 30), minutes: 10, heartRate: 160),
            ride(at: try date(2026, 4, 6, 8), minutes: 15, heartRate: 160),
        ]
        let trend = TrainingTrend(
            of: rides.map { WorkoutSummary($0) }, try await history(), countedBy: zones, by: .weekOfYear,
            calendar: berlin, until: try date(2026, 4, 8))
        #expect(
            trend.periods.map(\.dateInterval.start) == [
                try date(2026, 3, 16), try date(2026, 3, 23), try date(2026, 3, 30), try date(2026, 4, 6),
            ])
        #expect(trend.periods.map(\.dateInterval.duration) == [168, 167, 168, 168].map { $0 * 3600.0 })
        #expect(trend.periods.map(\.workoutCount) == [1, 2, 0, 1])
        #expect(
            trend.periods.map(\.zoneTotals?.zones) == [
                [0, 30 * minute, 0], [20 * minute, 0, 10 * minute], nil, [0, 0, 15 * minute],
            ])
        #expect(trend.periods.map(\.activeDuration) == [30, 30, 0, 15].map { $0 * minute })
    }

    @Test("An hour at threshold is 100 on its day, and the balance of a month is that of its last evening")
    func months() async throws {
        let ride = ride(
            at: try date(2026, 1, 31, 10), minutes: 60, heartRate: 120, power: 250, threshold: 250)
        let trend = TrainingTrend(
            of: [WorkoutSummary(ride)], try await history(restingSince: try date(2026, 1, 1)),
            countedBy: nil, by: .month, calendar: berlin, until: try date(2026, 2, 10, 12))
        #expect(trend.periods.count == 2)
        #expect(trend.periods[0].zoneTotals == nil)
        let january = trend.periods[0].balance
        #expect(abs((trend.periods[0].trainingStressScore ?? 0) - 100) < 1e-9)
        #expect(trend.periods[1].trainingStressScore == nil)
        // The ride was on the last day: 100 · (1 − e^(−1/42)) and 100 · (1 − e^(−1/7)).
        #expect(abs(january.chronicTrainingLoad - 2.352831) < 1e-6)
        #expect(abs(january.acuteTrainingLoad - 13.312210) < 1e-6)
        #expect(january.trainingStressBalance == 0)
        // Until the tenth of February ten more days end: times e^(−10/42) = 0.788128 and e^(−10/7) = 0.239651; the balance
        // is that of the evening before, with e^(−9/42) = 0.807118 and e^(−9/7) = 0.276453.
        let february = trend.periods[1].balance
        #expect(abs(february.chronicTrainingLoad - 2.352831 * 0.788128) < 1e-5)
        #expect(abs(february.acuteTrainingLoad - 13.312210 * 0.239651) < 1e-5)
        #expect(
            abs(february.trainingStressBalance - (2.352831 * 0.807118 - 13.312210 * 0.276453)) < 1e-5)
        // An hour at half the reserve, see TrainingImpulseTests.
        #expect(abs((trend.periods[0].trainingImpulse ?? 0) - 50.14457) < 1e-4)
    }

    @Test("Load by heart rate makes a balance of its own")
    func impulse() async throws {
        let ride = ride(at: try date(2026, 1, 31, 10), minutes: 60, heartRate: 120)
        let trend = TrainingTrend(
            of: [WorkoutSummary(ride)], try await history(restingSince: try date(2026, 1, 1)),
            countedBy: zones, by: .month, calendar: berlin, until: try date(2026, 1, 31, 20),
            load: .trainingImpulse)
        let balance = try #require(trend.periods.first?.balance)
        #expect(trend.periods.count == 1)
        #expect(abs(balance.acuteTrainingLoad - 50.14457 * 0.13312210) < 1e-5)
    }

    @Test(
        "Nothing is weighted by what was measured after the workout, and a threshold of its own stands before later ones"
    )
    func onItsDate() async throws {
        let ride = ride(
            at: try date(2026, 1, 31, 10), minutes: 60, heartRate: 120, power: 200, threshold: 200)
        let load = WorkoutLoad(
            of: WorkoutSummary(ride), try await history(restingSince: try date(2026, 2, 1)))
        #expect(load.trainingImpulse == nil)
        #expect(abs((load.trainingStressScore ?? 0) - 100) < 1e-9)
        let bare = WorkoutSummary(
            self.ride(at: try date(2026, 1, 31, 10), minutes: 60, heartRate: 120, power: 200))
        #expect(WorkoutLoad(of: bare, try await history()).trainingStressScore == nil)
    }

    @Test("A workout over midnight into Monday is divided to the nanosecond, as the library divides it")
    func divided() async throws {
        let ride = ride(at: try date(2026, 3, 1, 23, 40), minutes: 60, heartRate: 120)
        let trend = TrainingTrend(
            of: [WorkoutSummary(ride)], try await history(), countedBy: zones, by: .weekOfYear,
            calendar: berlin, until: try date(2026, 3, 5), dividing: [ride.uuid: ride.series])
        #expect(trend.periods.map(\.zoneTotals?.zones) == [[0, 20 * minute, 0], [0, 40 * minute, 0]])
        #expect(trend.periods.map(\.workoutCount) == [1, 0])
        #expect(trend.periods.map(\.activeDuration) == [20 * minute, 40 * minute])

        let database = InMemoryHealthDatabase()
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        try await store.save(ride)
        let periods = try await store.workoutZonePeriods(
            countedBy: zones,
            in: DateInterval(start: try date(2026, 2, 1), end: try date(2026, 4, 1)), by: .weekOfYear,
            calendar: berlin)
        #expect(
            periods.map { $0.zoneGroup.zoneDurations.map(\.duration) }
                == trend.periods.map { $0.zoneTotals?.zones.map { Double($0) / 1e9 } })
    }

    @Test(
        "In each month zones and no data are the active time, of a workout over its end and of one without the type"
    )
    func rows() async throws {
        let ride = ride(at: try date(2026, 1, 31, 23, 40), minutes: 60, heartRate: 120)
        // Paused from 23:50 to 00:10: ten minutes before and thirty after midnight are active.
        let series = WorkoutSeries(
            start: ride.startDate, columns: ride.series.columns, pauses: [10 * minute..<30 * minute],
            elapsed: 60 * minute)
        let paused = HKWorkout(
            configuration: ride.workoutConfiguration, start: ride.startDate, end: ride.endDate, device: nil,
            metadata: nil, events: [], activities: [], series: series)
        let bare = HKWorkout(
            configuration: ride.workoutConfiguration, start: try date(2026, 2, 3),
            end: try date(2026, 2, 3, 1),
            device: nil, metadata: nil, events: [], activities: [],
            series: WorkoutSeries(start: try date(2026, 2, 3), columns: [:], elapsed: 60 * minute))
        for configuration in [zones, nil] {
            let trend = TrainingTrend(
                of: [paused, bare].map { WorkoutSummary($0) }, try await history(), countedBy: configuration,
                by: .month, calendar: berlin, until: try date(2026, 2, 5), dividing: [paused.uuid: series])
            #expect(trend.periods.map(\.activeDuration) == [10 * minute, 90 * minute])
            #expect(trend.periods.map(\.workoutCount) == [1, 1])
            guard configuration != nil else { continue }
            #expect(trend.periods.map(\.zoneTotals?.zones) == [[0, 10 * minute, 0], [0, 30 * minute, 0]])
            #expect(trend.periods.map(\.zoneTotals?.noData) == [0, 60 * minute])
            #expect(trend.periods.map(\.zoneTotals?.paused) == [10 * minute, 10 * minute])
        }
        let only = TrainingTrend(
            of: [WorkoutSummary(bare)], try await history(), countedBy: zones, by: .month, calendar: berlin,
            until: try date(2026, 2, 5))
        #expect(only.periods.map(\.zoneTotals) == [nil])
    }

    @Test("Where midnight is skipped, a day begins with its first instant")
    func skippedMidnight() async throws {
        // In São Paulo the clocks went from midnight to 01:00 on 4 November 2018, a Sunday.
        var calendar = berlin
        calendar.timeZone = try #require(TimeZone(identifier: "America/Sao_Paulo"))
        let start = try #require(
            calendar.date(from: DateComponents(year: 2018, month: 11, day: 4, hour: 1, minute: 30)))
        let rides = [0.0, 1, 2, 7].map { days in
            ride(
                at: start.addingTimeInterval(days * 86_400), minutes: 60, heartRate: 120, power: 250,
                threshold: 250)
        }
        let trend = TrainingTrend(
            of: rides.map { WorkoutSummary($0) }, try await history(), countedBy: nil, by: .day,
            calendar: calendar, until: start.addingTimeInterval(7 * 86_400))
        #expect(trend.periods.map(\.workoutCount) == [1, 1, 1, 0, 0, 0, 0, 1])
        #expect(trend.periods[0].dateInterval.duration == 23 * 3600)
        #expect(calendar.component(.hour, from: trend.periods[1].dateInterval.start) == 0)
    }

    @Test("Empty periods more than a year from any workout are left out, as those around a wrong date are")
    func farAway() async throws {
        let rides = [
            ride(at: try date(1970, 1, 1, 10), minutes: 10, heartRate: 120),
            ride(at: try date(2026, 1, 10, 10), minutes: 60, heartRate: 120, power: 250, threshold: 250),
            ride(at: try date(2099, 5, 1, 10), minutes: 10, heartRate: 120),
        ]
        let trend = TrainingTrend(
            of: rides.map { WorkoutSummary($0) }, try await history(), countedBy: zones, by: .month,
            calendar: berlin, until: try date(2026, 11, 30))
        let starts = trend.periods.map {
            berlin.dateComponents([.year], from: $0.dateInterval.start)
        }
        #expect(trend.periods.filter { $0.workoutCount > 0 }.count == 3)
        // A year after the first and before the last, and both about the one in the middle.
        let counts = Dictionary(grouping: starts) { $0.year ?? 0 }.mapValues(\.count)
        #expect(counts == [1970: 12, 1971: 1, 2025: 12, 2026: 12, 2027: 1, 2098: 9, 2099: 5])
        let middle = try #require(trend.periods.first { $0.trainingStressScore != nil })
        // Twenty-one days after the ride: 100 · 0.02352831 · e^(−21/42).
        #expect(abs(middle.balance.chronicTrainingLoad - 2.352831 * 0.606531) < 1e-5)
        // After a year in which nobody rode nothing is left: the days that are not told count too.
        #expect(try #require(trend.periods.last).balance.chronicTrainingLoad < 1e-9)
    }

    @Test("Without workouts there is no trend")
    func empty() async throws {
        let trend = TrainingTrend(
            of: [], try await history(), countedBy: zones, by: .month, calendar: berlin,
            until: try date(2026, 1, 1))
        #expect(trend.periods.isEmpty)
    }
}

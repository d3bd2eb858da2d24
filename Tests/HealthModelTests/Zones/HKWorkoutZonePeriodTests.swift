import Foundation
import HealthModel
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct HKWorkoutZonePeriodTests {
    private let store = HKHealthStore(client: HKHealthStore.owner, database: InMemoryHealthDatabase())
    private let heartRate = HKQuantityType(.heartRate)
    private let calendar: Calendar

    init() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        self.calendar = calendar
    }

    private func date(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    private func zones(_ edges: Double...) throws -> HKWorkoutZoneConfiguration {
        try HKWorkoutZoneConfiguration(quantityType: heartRate, edges: edges, source: .app)
    }

    /// Saves a workout of seconds at heart rates, each held by its own duration.
    private func save(
        _ start: String, _ parts: (seconds: Int64, value: Double)...,
        counted: HKWorkoutZoneConfiguration? = nil
    ) async throws -> HKWorkout {
        let start = try date(start)
        var column: (offsets: [Int64], values: [Double], durations: [Int64]) = ([], [], [])
        var end: Int64 = 0
        for part in parts {
            column.offsets.append(end)
            column.values.append(part.value)
            column.durations.append(part.seconds * second)
            end += part.seconds * second
        }
        let series = WorkoutSeries(
            start: start,
            columns: [
                heartRate: SampleColumn(
                    offsets: column.offsets, values: column.values, durations: column.durations)
            ], elapsed: end)
        let workout = HKWorkout(
            configuration: HKWorkoutConfiguration(), start: start,
            end: start.addingTimeInterval(Double(end / second)), device: nil, metadata: nil, events: [],
            activities: [], series: series, zoneConfigurations: counted.map { [heartRate: $0] } ?? [:])
        try await store.save(workout)
        return workout
    }

    @Test("A workout counted by five zones can be counted by three, and what is stored stays")
    func recounted() async throws {
        let five = try zones(100, 120, 140, 160)
        let workout = try await save(
            "2026-11-02T10:00:00Z", (60, 90), (30, 110), (20, 150), (10, 170), counted: five)
        let three = try #require(workout.zoneGroup(countedBy: zones(120, 160)))
        #expect(three.zoneDurations.map(\.duration) == [90, 20, 10])
        #expect(workout.zoneGroup(for: heartRate)?.zoneDurations.map(\.duration) == [60, 30, 0, 20, 10])
        let again = try #require(workout.zoneGroup(countedBy: five))
        #expect(
            again.zoneDurations.map(\.nanoseconds)
                == workout.zoneGroup(for: heartRate)?.zoneDurations.map(\.nanoseconds))
        let part = try #require(
            workout.zoneGroup(
                countedBy: five, during: DateInterval(start: date("2026-11-02T10:00:50Z"), duration: 25)))
        #expect(part.zoneDurations.map(\.duration) == [10, 15, 0, 0, 0])
    }

    @Test("Weeks add up their workouts, and one without any lies between them empty")
    func weeks() async throws {
        _ = try await save("2026-11-02T10:00:00Z", (60, 90), (30, 130))
        _ = try await save("2026-11-08T10:00:00Z", (100, 130))
        _ = try await save("2026-11-17T10:00:00Z", (7, 170))
        let periods = try await store.workoutZonePeriods(
            countedBy: zones(120, 160),
            in: DateInterval(start: date("2026-11-01T00:00:00Z"), end: date("2026-12-01T00:00:00Z")),
            by: .weekOfYear, calendar: calendar)
        #expect(periods.map(\.workoutCount) == [2, 0, 1])
        #expect(
            periods.map { $0.zoneGroup.zoneDurations.map(\.duration) } == [
                [60, 130, 0], [0, 0, 0], [0, 0, 7],
            ])
        // Monday in Berlin, winter time.
        #expect(try periods[0].dateInterval.start == date("2026-11-01T23:00:00Z"))
    }

    @Test("A workout over midnight at the end of a month is divided between the months")
    func divided() async throws {
        // Midnight in Berlin is 22:00 UTC on 30 September.
        _ = try await save("2026-09-30T21:59:00Z", (40, 90), (50, 130))
        let periods = try await store.workoutZonePeriods(
            countedBy: zones(120, 160),
            in: DateInterval(start: date("2026-09-01T00:00:00Z"), end: date("2026-11-01T00:00:00Z")),
            by: .month, calendar: calendar)
        #expect(periods.map { $0.zoneGroup.zoneDurations.map(\.duration) } == [[40, 20, 0], [0, 30, 0]])
        #expect(periods.map(\.workoutCount) == [1, 1])
    }

    @Test("A step of the calendar that makes no period is refused")
    func component() async throws {
        let configuration = try zones(120, 160)
        await expectRefusal {
            _ = try await store.workoutZonePeriods(
                countedBy: configuration, in: DateInterval(start: .distantPast, end: .distantFuture),
                by: .nanosecond)
        }
    }

    @Test("A client that may not read heart rates sees no periods")
    func unauthorised() async throws {
        _ = try await save("2026-11-02T10:00:00Z", (60, 90))
        let guest = HKHealthStore(client: "guest", database: store.database)
        let periods = try await guest.workoutZonePeriods(
            countedBy: zones(120, 160),
            in: DateInterval(start: date("2026-11-01T00:00:00Z"), end: date("2026-12-01T00:00:00Z")),
            by: .month, calendar: calendar)
        #expect(periods.isEmpty)
    }
}

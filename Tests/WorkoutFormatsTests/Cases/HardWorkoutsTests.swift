import HealthModel
import Testing
import WorkoutFormats

/// The cases themselves: what all formats are tested with must be what it says it is.
@Suite struct HardWorkoutsTests {
    @Test(
        "Zones, missing data and pauses of every case add up to its length", arguments: HardWorkouts.allCases)
    func sums(hard: HardWorkouts) throws {
        let workout = try hard.exported.workout
        #expect(workout.activeDuration + workout.pausedDuration == workout.series.elapsed)
        for group in (workout.zoneGroupsByType ?? [:]).values {
            let zones = group.zoneDurations.map(\.nanoseconds).reduce(0, +)
            #expect(zones + group.noDataDuration == workout.activeDuration)
        }
    }

    @Test("Every case is the same at every call and has an identity of its own")
    func identities() throws {
        let first = try HardWorkouts.allCases.map { try $0.exported.workout.uuid }
        let second = try HardWorkouts.allCases.map { try $0.make().workout.uuid }
        #expect(first == second)
        #expect(Set(first).count == first.count)
    }

    @Test(
        "Every case can be written in every format, and another of the same to the same bytes",
        arguments: HardWorkouts.allCases, WorkoutFormat.allCases)
    func writing(hard: HardWorkouts, format: WorkoutFormat) throws {
        let bytes = format.bytes(of: try hard.exported)
        #expect(!bytes.isEmpty)
        // Once for the long one, which takes seconds in a debug build.
        guard hard != .thirtyHours else { return }
        let again = format.bytes(of: try hard.make())
        #expect(again == bytes)
    }
}

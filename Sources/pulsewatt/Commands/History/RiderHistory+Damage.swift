import HealthModel
import WorkoutFormats

extension RiderHistory {
    /// Tells on standard error what could not be read of a rider's workouts and of what is known of the rider.
    ///
    /// - Parameters:
    ///   - damaged: The workouts that could not be read.
    ///   - person: What is known of the rider, where that was asked for.
    /// - Returns: The exit status: 1 if something is missing in what was printed.
    static func tell(_ damaged: [DamagedWorkout], _ person: PersonalHistory? = nil) -> Int32 {
        for workout in damaged { StandardError.print("\(workout.error)") }
        let unreadable = person?.unreadable ?? [:]
        for (identifier, error) in unreadable.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            StandardError.print("\(HKQuantityType(identifier).shortName) is left out: \(error)")
        }
        return damaged.isEmpty && unreadable.isEmpty ? 0 : 1
    }
}

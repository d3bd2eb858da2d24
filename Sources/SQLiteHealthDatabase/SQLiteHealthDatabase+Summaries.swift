package import Foundation
package import HealthModel

extension SQLiteHealthDatabase {
    package func workoutSummaries(
        startingIn dates: DateInterval?, withDistributions: Bool
    ) throws(HKError) -> [WorkoutSummary] {
        let workouts = try samples(SampleRequest(type: .workoutType())).stored.compactMap {
            $0.sample as? HKWorkout
        }
        return
            workouts
            .filter { workout in
                dates.map { $0.start <= workout.startDate && workout.startDate < $0.end } ?? true
            }
            .sorted { $0.startDate < $1.startDate }
            .map { WorkoutSummary($0, withDistributions: withDistributions) }
    }
}

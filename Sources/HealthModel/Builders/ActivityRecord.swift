import Foundation

/// An activity of a workout that is being built.
struct ActivityRecord: Sendable {
    let uuid: UUID
    let configuration: HKWorkoutConfiguration
    let startDate: Date
    private(set) var endDate: Date?
    var metadata: WorkoutMetadata
    /// When it begins and ends, in nanoseconds from the workout's start; without an end it goes on.
    let start: Int64
    private(set) var end: Int64?

    init(_ activity: HKWorkoutActivity, start: Int64, end: Int64?) {
        uuid = activity.uuid
        configuration = activity.workoutConfiguration
        startDate = activity.startDate
        endDate = activity.endDate
        metadata = WorkoutMetadata(activity.metadata)
        self.start = start
        self.end = end
    }

    mutating func setEnd(_ date: Date, at offset: Int64) {
        endDate = date
        end = offset
    }
}

/// The workouts of a database, as far as they can be read.
package struct WorkoutOverview: Sendable {
    /// The summaries by when the workouts started; of several at one time, the one stored first leads.
    package var summaries: [WorkoutSummary]
    /// The workouts that are not as they were written, and of which nothing can be shown.
    package var damaged: [DamagedWorkout]

    /// Takes summaries, and what is damaged beside them.
    package init(summaries: [WorkoutSummary], damaged: [DamagedWorkout] = []) {
        self.summaries = summaries
        self.damaged = damaged
    }
}

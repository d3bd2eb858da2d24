/// A workout that is over but not saved yet, and the recording that keeps it until then.
package struct RecordedWorkout {
    /// The workout.
    package let finished: FinishedWorkout
    /// Its recording, to be told when the workout is saved.
    package let recording: LiveRecording?
    /// Whether it was rebuilt from its recording.
    package var isRecovered = false
}

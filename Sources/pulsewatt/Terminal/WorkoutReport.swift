import Bridge
import HealthModel
import WorkoutFormats

/// What a person sees of a workout when it is over: the zones, and where the file is.
struct WorkoutReport {
    private let recorded: RecordedWorkout

    /// Reports a workout.
    init(_ recorded: RecordedWorkout) {
        self.recorded = recorded
    }

    /// Writes the workout and prints the report.
    ///
    /// - Returns: The exit status: 1 where the file is not where it was wanted.
    func print(writtenTo destination: RecordingDestination) async throws -> Int32 {
        Swift.print(summary(width: Terminal.width, isColoured: Terminal.isColoured), terminator: "")
        do {
            StandardOutput.print("Wrote \(try await destination.write(recorded))")
            return 0
        } catch {
            StandardError.print("\(error)")
            let path = try destination.writeElsewhere(recorded.finished)
            StandardError.print("the workout is safe in \(path); move it where it belongs")
            return 1
        }
    }

    /// The zones of each quantity that has them.
    func summary(width: Int, isColoured: Bool) -> String {
        let workout = recorded.finished.workout
        var text = recorded.finished.plan.isSimulated ? "SIMULATED workout, " : "Workout, "
        text += LiveLine.time(Int64(workout.duration * 1e9)) + " active\n"
        for type in [HKQuantityType(.heartRate), HKQuantityType(.cyclingPower)] {
            guard let group = workout.zoneGroup(for: type) else { continue }
            let zones = ZoneSummary(
                group, pausedDuration: workout.pausedDuration, width: min(width, 100), isColoured: isColoured)
            text += zones.text
        }
        return text
    }
}

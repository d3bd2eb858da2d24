import Bridge
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct AutomaticWorkoutTests {
    @Test("A workout starts with the first reading and ends at the last one before five minutes of silence")
    func wholeLife() {
        var workout = AutomaticWorkout(finishAfter: 300 * second)
        #expect(workout.nextDeadline == nil)
        expect(workout.timePassed(to: 10 * second), is: .none)
        expect(workout.readingArrived(at: 20 * second), is: .start(at: 20 * second))
        expect(workout.readingArrived(at: 30 * second), is: .none)
        #expect(workout.nextDeadline == 330 * second)
        expect(workout.timePassed(to: 330 * second - 1), is: .none)
        #expect(workout.isRecording)
        expect(workout.timePassed(to: 330 * second), is: .finish(at: 30 * second))
        #expect(!workout.isRecording)
        expect(workout.readingArrived(at: 400 * second), is: .start(at: 400 * second))
    }

    @Test("A reading that comes out of order does not shorten the wait")
    func outOfOrder() {
        var workout = AutomaticWorkout(finishAfter: 10 * second)
        _ = workout.readingArrived(at: 20 * second)
        _ = workout.readingArrived(at: 15 * second)
        #expect(workout.nextDeadline == 30 * second)
    }

    @Test("Stopping the service finishes a workout that goes on, and nothing else")
    func stop() {
        var workout = AutomaticWorkout(finishAfter: 300 * second)
        expect(workout.stop(), is: .none)
        _ = workout.readingArrived(at: 20 * second)
        expect(workout.stop(), is: .finish(at: 20 * second))
        expect(workout.stop(), is: .none)
    }
}

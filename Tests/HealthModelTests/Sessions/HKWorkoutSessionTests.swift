import Foundation
import HealthModel
import Testing

private typealias Bench = BuilderTestBench

@Suite struct HKWorkoutSessionTests {
    private let bench: BuilderTestBench

    init() throws {
        bench = try BuilderTestBench()
    }

    @Test("A session goes from one state to the next and tells each change with its time")
    func states() {
        let session = bench.session
        #expect(session.state == .notStarted)
        session.prepare()
        session.startActivity(with: nil)
        bench.setClock(10)
        session.pause()
        bench.setClock(15)
        session.resume()
        session.stopActivity(with: Bench.date(20))
        bench.setClock(30)
        session.end()
        #expect(
            bench.sessionListener.lines == [
                "notStarted>prepared 0.0", "prepared>running 0.0", "running>paused 10.0", "event pause",
                "paused>running 15.0", "event resume", "running>stopped 20.0", "stopped>ended 30.0",
            ])
        #expect(session.startDate == Bench.start)
        #expect(session.endDate == Bench.date(20))
    }

    @Test("What cannot be done is told as an error and changes nothing")
    func refusals() {
        let session = bench.session
        session.pause()
        session.resume()
        session.stopActivity(with: Bench.date(1))
        session.endCurrentActivity(on: Bench.date(1))
        #expect(bench.sessionListener.lines == ["error 3", "error 3", "error 3", "error 3"])
        #expect(session.state == .notStarted)
        session.startActivity(with: Bench.start)
        session.startActivity(with: Bench.date(5))
        session.stopActivity(with: Bench.date(-5))
        #expect(session.state == .running)
        #expect(session.startDate == Bench.start)
        #expect(bench.sessionListener.lines.suffix(2) == ["error 3", "error 3"])
    }

    @Test("A session that has ended stays so")
    func ended() {
        bench.session.startActivity(with: Bench.start)
        bench.session.end(at: Bench.date(8))
        #expect(bench.session.endDate == Bench.date(8))
        for action in [bench.session.resume, bench.session.pause, bench.session.prepare, bench.session.end] {
            action()
        }
        #expect(bench.session.state == .ended)
        #expect(bench.sessionListener.lines.filter { $0 == "error 3" }.count == 4)
    }

    @Test("A new activity ends the one before, and the first is that of the session")
    func activities() async throws {
        bench.session.startActivity(with: Bench.start)
        try await bench.builder.beginCollection(at: Bench.start)
        let run = HKWorkoutConfiguration()
        run.activityType = .running
        bench.session.beginNewActivity(configuration: run, date: Bench.date(60), metadata: ["leg": 2])
        bench.session.endCurrentActivity(on: Bench.date(90))
        #expect(bench.sessionListener.lines.suffix(3) == ["end cycling", "begin running", "end running"])
        let activities = bench.builder.workoutActivities
        #expect(activities.map(\.startDate) == [Bench.start, Bench.date(60)])
        #expect(activities.map(\.endDate) == [Bench.date(60), Bench.date(90)])
        #expect(bench.session.currentActivity == activities[1])
        bench.session.endCurrentActivity(on: Bench.date(95))
        #expect(bench.sessionListener.lines.last == "error 3")
    }

    @Test("An activity that would end before it starts is refused and nothing changes")
    func impossibleActivity() async throws {
        bench.session.startActivity(with: Bench.start)
        try await bench.builder.beginCollection(at: Bench.start)
        bench.session.beginNewActivity(
            configuration: HKWorkoutConfiguration(), date: Bench.date(-5), metadata: nil)
        #expect(bench.sessionListener.lines.last == "error 3")
        #expect(bench.builder.workoutActivities.isEmpty)
        #expect(bench.session.currentActivity.workoutConfiguration.activityType == .cycling)
    }

    @Test("The builder's elapsed time follows the clock and leaves pauses out")
    func elapsedTime() async throws {
        bench.session.startActivity(with: Bench.start)
        try await bench.builder.beginCollection(at: Bench.start)
        bench.session.pause(at: Bench.date(10))
        bench.setClock(25)
        #expect(bench.builder.elapsedTime == 10)
        bench.session.resume(at: Bench.date(30))
        bench.setClock(42)
        #expect(bench.builder.elapsedTime == 22)
        #expect(bench.listener.lines == ["event", "event"])
    }

    @Test("A configuration of which no workout can be made is refused")
    func badConfiguration() {
        let configuration = HKWorkoutConfiguration()
        configuration.lapLength = HKQuantity(unit: .watt(), doubleValue: 25)
        #expect(throws: HKError.self) {
            try HKWorkoutSession(healthStore: bench.store, configuration: configuration)
        }
    }

    @Test("There is no companion device to mirror a session to")
    func mirroring() async {
        await expectRefusal(.errorHealthDataUnavailable) {
            try await bench.session.startMirroringToCompanionDevice()
        }
    }
}

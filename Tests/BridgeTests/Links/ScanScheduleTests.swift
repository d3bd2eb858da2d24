import Bridge
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct ScanScheduleTests {
    @Test("With nothing missing there is no scan and nothing to wake for")
    func idle() {
        let state = ScanSchedule().state(at: 100 * second)
        #expect(!state.isOn)
        #expect(state.until == nil)
    }

    @Test(
        "A scan is on for 15 s of 30 s in the first five minutes and for 10 s of 60 s after that",
        arguments: [
            (0, true, 15), (14, true, 15), (15, false, 30), (29, false, 30), (30, true, 45),
            (299, false, 300),
            (300, true, 310), (309, true, 310), (310, false, 360), (360, true, 370), (3600, true, 3610),
            (3611, false, 3660),
        ])
    func cycle(elapsed: Int64, isOn: Bool, until: Int64) {
        var schedule = ScanSchedule()
        let start = 1000 * second
        schedule.update(isSensorMissing: true, at: start)
        schedule.update(isSensorMissing: true, at: start + 7 * second)
        let state = schedule.state(at: start + elapsed * second)
        #expect(state.isOn == isOn)
        #expect(state.until == start + until * second)
    }

    @Test("A new absence starts eagerly again")
    func again() {
        var schedule = ScanSchedule()
        schedule.update(isSensorMissing: true, at: 0)
        schedule.update(isSensorMissing: false, at: 400 * second)
        #expect(schedule.state(at: 401 * second).isOn == false)
        schedule.update(isSensorMissing: true, at: 412 * second)
        #expect(schedule.state(at: 426 * second).isOn)
        #expect(schedule.state(at: 427 * second).isOn == false)
    }

    @Test("A second sensor that is lost while one is missing starts the eager phase anew")
    func restart() {
        var schedule = ScanSchedule()
        schedule.restart(at: 0)
        #expect(schedule.state(at: 0).isOn == false)
        schedule.update(isSensorMissing: true, at: 0)
        schedule.restart(at: 412 * second)
        #expect(schedule.state(at: 426 * second).isOn)
    }
}

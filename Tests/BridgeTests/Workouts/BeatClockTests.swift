import Bridge
import SensorProfiles
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct BeatClockTests {
    private func beats(_ clock: inout BeatClock, _ raw: [UInt16], at arrival: Int64) -> [BeatClock.Beat] {
        var beats: [BeatClock.Beat] = []
        clock.record(RRIntervals(raw.map(RRInterval.init(rawValue:))), at: arrival) { beats.append($0) }
        return beats
    }

    @Test("Beats are the running sum of intervals, whatever the arrival of the packets")
    func runningSum() {
        var clock = BeatClock()
        // 1 s and half a second, arriving at 10 s: the beats were at 8.5, 9.5 and 10 s.
        #expect(
            beats(&clock, [1024, 512], at: 10 * second) == [
                .init(nanoseconds: 8_500_000_000, isPrecededByGap: true),
                .init(nanoseconds: 9_500_000_000, isPrecededByGap: false),
                .init(nanoseconds: 10 * second, isPrecededByGap: false),
            ])
        // The next packet is 0.9 s late; its beat is not.
        #expect(
            beats(&clock, [1024], at: 11_900_000_000) == [
                .init(nanoseconds: 11 * second, isPrecededByGap: false)
            ])
    }

    @Test("A packet without intervals moves nothing")
    func empty() {
        var clock = BeatClock()
        _ = beats(&clock, [1024], at: 10 * second)
        #expect(beats(&clock, [], at: 11 * second) == [])
        #expect(
            beats(&clock, [1536], at: 11_500_000_000) == [
                .init(nanoseconds: 11_500_000_000, isPrecededByGap: false)
            ])
    }

    @Test("After a gap the clock is anchored to the arrival again", arguments: [false, true])
    func gap(isReset: Bool) {
        var clock = BeatClock()
        _ = beats(&clock, [1024], at: 10 * second)
        if isReset { clock.reset() }
        let arrival: Int64 = isReset ? 11_200_000_000 : 13_000_000_001
        #expect(
            beats(&clock, [1024], at: arrival) == [
                .init(nanoseconds: arrival - second, isPrecededByGap: true),
                .init(nanoseconds: arrival, isPrecededByGap: false),
            ])
    }

    @Test("Beats from before the start are left out; those after it keep their intervals")
    func start() {
        var clock = BeatClock()
        #expect(
            beats(&clock, [1024, 1024, 1024], at: second) == [
                .init(nanoseconds: 0, isPrecededByGap: true),
                .init(nanoseconds: second, isPrecededByGap: false),
            ])
        #expect(
            beats(&clock, [1024], at: 2 * second) == [.init(nanoseconds: 2 * second, isPrecededByGap: false)])
    }

    @Test("A clock that is anchored anew never goes back behind a beat that was told")
    func neverBack() {
        var clock = BeatClock()
        _ = beats(&clock, [1024], at: 10 * second)
        // Six beats come at once, as from a sensor that had held them back: five seconds too far ahead.
        let burst = beats(&clock, [1024, 1024, 1024, 1024, 1024, 1024], at: 11 * second)
        #expect(burst == [.init(nanoseconds: 11 * second, isPrecededByGap: true)])
        #expect(
            beats(&clock, [1024], at: 12 * second) == [
                .init(nanoseconds: 12 * second, isPrecededByGap: false)
            ])
    }

    @Test("A clock that ran ahead tells nothing until arrivals have caught up with what was told")
    func caughtUp() {
        var clock = BeatClock()
        _ = beats(&clock, [1024], at: 10 * second)
        // Within the tolerance of two seconds, and again: 14 s is told at 12 s.
        #expect(beats(&clock, [1024, 1024, 1024], at: 11 * second).last?.nanoseconds == 13 * second)
        #expect(beats(&clock, [1024], at: 12 * second).last?.nanoseconds == 14 * second)
        // More than that ahead: anchored anew at 12 s, which lies before what was told.
        #expect(beats(&clock, [1024], at: 12 * second + 1) == [])
        #expect(beats(&clock, [1024], at: 13 * second) == [])
        #expect(
            beats(&clock, [1024], at: 14 * second + 1) == [
                .init(nanoseconds: 14 * second + 1, isPrecededByGap: true)
            ])
        #expect(beats(&clock, [1024], at: 15 * second + 1).map(\.isPrecededByGap) == [false])
    }
}

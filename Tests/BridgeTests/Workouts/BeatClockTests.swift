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
        let arrival = isReset ? 11 * second : 13_000_000_001
        #expect(
            beats(&clock, [1024], at: arrival) == [
                .init(nanoseconds: arrival - second, isPrecededByGap: true),
                .init(nanoseconds: arrival, isPrecededByGap: false),
            ])
    }

    @Test("No beat lies before the start, and no interval is lost to that")
    func start() {
        var clock = BeatClock()
        #expect(
            beats(&clock, [1024, 1024], at: 0) == [
                .init(nanoseconds: 0, isPrecededByGap: true),
                .init(nanoseconds: second, isPrecededByGap: false),
                .init(nanoseconds: 2 * second, isPrecededByGap: false),
            ])
        #expect(beats(&clock, [1024], at: second) == [.init(nanoseconds: 3 * second, isPrecededByGap: false)])
    }
}

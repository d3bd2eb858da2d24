import SensorProfiles
import Testing

@Suite struct RevolutionCounterRateTests {
    struct Pair: Sendable {
        var counter: RevolutionReading.Counter
        var first: (revolutions: UInt32, time: UInt16)
        var second: (revolutions: UInt32, time: UInt16)
        var rate: Double?
    }

    @Test(
        "Two readings give the rate between their events",
        arguments: [
            // 4iiii: 31 revolutions in 45908 ticks: 31 x 60 x 1024 / 45908.
            Pair(counter: .crank, first: (12, 17125), second: (43, 63033), rate: 41.4882),
            // Assioma Uno: one revolution in 1976 ticks: 61440 / 1976.
            Pair(counter: .crank, first: (1, 2816), second: (2, 4792), rate: 31.0931),
            // The same over a wrap of both counters: 0x07B7 = 1975, and 0xFFFF to 1975 is 1976 ticks.
            Pair(counter: .crank, first: (65535, 65535), second: (0, 1975), rate: 31.0931),
            // Trainer: two wheel revolutions in 2260 ticks of 1/2048 s, and the same in 1130 of 1/1024 s.
            Pair(counter: .powerMeterWheel, first: (89762, 7599), second: (89764, 9859), rate: 108.7434),
            Pair(counter: .speedSensorWheel, first: (89762, 3693), second: (89764, 4823), rate: 108.7434),
            // 250 rpm is the most a crank does: one revolution in 245.76 ticks.
            Pair(counter: .crank, first: (0, 0), second: (1, 246), rate: 249.7561),
            Pair(counter: .crank, first: (0, 0), second: (1, 245), rate: nil),
            // 120 km/h is the most a wheel does: 952.38 rpm, one revolution in 129.02 ticks of 1/2048 s.
            Pair(counter: .powerMeterWheel, first: (0, 0), second: (1, 130), rate: 945.2308),
            Pair(counter: .powerMeterWheel, first: (0, 0), second: (1, 129), rate: nil),
            // Nothing new, in both of its forms; and revolutions without time.
            Pair(counter: .crank, first: (25419, 32662), second: (25419, 32662), rate: nil),
            Pair(counter: .crank, first: (25419, 32662), second: (25419, 33000), rate: nil),
            Pair(counter: .crank, first: (25419, 32662), second: (25420, 32662), rate: nil),
            // All 16 bits count: half the counter's range in a second is no revolution a second.
            Pair(counter: .crank, first: (0, 0), second: (32769, 1024), rate: nil),
            // A wheel counter does not wrap: 32 bits going down is a reset (OpenTracks#833).
            Pair(counter: .powerMeterWheel, first: (.max, 0), second: (0, 2048), rate: nil),
            Pair(counter: .powerMeterWheel, first: (1000, 0), second: (3, 2048), rate: nil),
        ])
    func pairs(_ pair: Pair) {
        var rate = RevolutionCounterRate()
        #expect(rate.advance(to: reading(pair.counter, pair.first)) == nil)
        let second = rate.advance(to: reading(pair.counter, pair.second))
        #expect((second == nil) == (pair.rate == nil))
        if let second, let expected = pair.rate {
            #expect(abs(second - expected) < 0.0001)
        }
    }

    @Test("A repeated packet leaves the last new revolution as the start of the next step")
    func repeated() {
        var rate = RevolutionCounterRate()
        #expect(rate.advance(to: reading(.crank, (10, 0))) == nil)
        #expect(rate.advance(to: reading(.crank, (11, 1024))) == 60)
        #expect(rate.advance(to: reading(.crank, (11, 1024))) == nil)
        #expect(rate.advance(to: reading(.crank, (11, 1500))) == nil)
        #expect(rate.advance(to: reading(.crank, (12, 2048))) == 60)
    }

    @Test("After a jump the new reading is the start of the next step")
    func jump() {
        var rate = RevolutionCounterRate()
        #expect(rate.advance(to: reading(.crank, (10, 0))) == nil)
        #expect(rate.advance(to: reading(.crank, (5000, 1024))) == nil)
        #expect(rate.advance(to: reading(.crank, (5001, 2048))) == 60)
    }

    private func reading(
        _ counter: RevolutionReading.Counter, _ value: (revolutions: UInt32, time: UInt16)
    ) -> RevolutionReading {
        RevolutionReading(
            counter: counter, cumulativeRevolutions: value.revolutions, lastEventTime: value.time)
    }
}

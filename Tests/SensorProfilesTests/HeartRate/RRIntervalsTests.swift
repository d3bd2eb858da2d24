import SensorProfiles
import Testing

@Suite struct RRIntervalsTests {
    @Test("Equal intervals are equal and hash alike, on both sides of the place held without the heap")
    func equality() {
        let raw = (1...12).map { RRInterval(rawValue: $0) }
        #expect(RRIntervals(raw) == RRIntervals(raw))
        #expect(RRIntervals(raw).hashValue == RRIntervals(raw).hashValue)
        #expect(RRIntervals(raw) != RRIntervals(raw.dropLast()))
        #expect(RRIntervals(raw) != RRIntervals(raw.dropLast() + [RRInterval(rawValue: 99)]))
    }

    @Test("Intervals are a collection in both directions")
    func collection() {
        let intervals = RRIntervals((1...12).map { RRInterval(rawValue: $0) })
        #expect(intervals.first?.rawValue == 1)
        #expect(intervals.last?.rawValue == 12)
        #expect(intervals.reversed().map(\.rawValue) == Array((1...12).reversed()))
        #expect(intervals[8].rawValue == 9)
        #expect(intervals[9].rawValue == 10)
        #expect(RRIntervals().isEmpty)
    }
}

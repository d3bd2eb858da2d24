import SensorProfiles
import Testing

@Suite struct RevolutionReadingTests {
    @Test(
        "Event times have the unit of their counter",
        arguments: [
            (.crank, 17125, 16.7236328125), (.powerMeterWheel, 4096, 2), (.speedSensorWheel, 4096, 4),
            (.powerMeterWheel, 1, 0.00048828125),
        ] as [(RevolutionReading.Counter, UInt16, Double)])
    func eventTime(counter: RevolutionReading.Counter, ticks: UInt16, seconds: Double) {
        let reading = RevolutionReading(counter: counter, cumulativeRevolutions: 0, lastEventTime: ticks)
        #expect(reading.lastEventSeconds == seconds)
    }

    @Test("A crank counter has 16 bits, a wheel counter 32")
    func widths() {
        let crank = RevolutionReading(counter: .crank, cumulativeRevolutions: 0x1_0005, lastEventTime: 0)
        #expect(crank.cumulativeRevolutions == 5)
        let wheel = RevolutionReading(
            counter: .powerMeterWheel, cumulativeRevolutions: .max, lastEventTime: 0)
        #expect(wheel.cumulativeRevolutions == .max)
    }
}

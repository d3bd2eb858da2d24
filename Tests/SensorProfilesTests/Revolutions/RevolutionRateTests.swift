import SensorProfiles
import TestKit
import Testing

/// Time in these tests is written in seconds; 1024 ticks of a crank are one second of its clock.
@Suite struct RevolutionRateTests {
    @Test("The first packet only starts the count")
    func seed() {
        var rate = RevolutionRate()
        #expect(rate.rate(at: 0) == nil)
        rate.record(.crank(100, 5000), at: seconds(0))
        #expect(rate.rate(at: seconds(0)) == nil)
        rate.record(.crank(101, 6024), at: seconds(1))
        #expect(rate.rate(at: seconds(1)) == 60)
    }

    @Test("The rate comes from the sensor's event times, whatever the jitter of arrival")
    func jitter() {
        var rate = RevolutionRate()
        rate.record(.crank(0, 0), at: seconds(0))
        rate.record(.crank(1, 1024), at: seconds(1.4))
        #expect(rate.rate(at: seconds(1.4)) == 60)
        rate.record(.crank(2, 2048), at: seconds(1.45))
        #expect(rate.rate(at: seconds(1.45)) == 60)
        rate.record(.crank(4, 3072), at: seconds(3))
        #expect(rate.rate(at: seconds(3)) == 120)
    }

    @Test("Counter and event time wrap without a step in the rate")
    func wrap() {
        var rate = RevolutionRate()
        rate.record(.crank(65535, 65535), at: seconds(0))
        rate.record(.crank(0, 1023), at: seconds(1))
        #expect(rate.rate(at: seconds(1)) == 60)
        rate.record(.crank(1, 2047), at: seconds(2))
        #expect(rate.rate(at: seconds(2)) == 60)
    }

    @Test("A crank counter that goes down without time for a wrap was reset, and starts the count again")
    func crankReset() {
        var rate = RevolutionRate()
        rate.record(.crank(1000, 0), at: seconds(0))
        rate.record(.crank(1001, 1024), at: seconds(1))
        rate.record(.crank(0, 0), at: seconds(2))
        #expect(rate.rate(at: seconds(2)) == nil)
        rate.record(.crank(1, 1024), at: seconds(3))
        #expect(rate.rate(at: seconds(3)) == 60)
    }

    @Test("A crank counter that goes down by event times that only seem to make room for it was reset")
    func slowCrankReset() {
        var rate = RevolutionRate()
        rate.record(.crank(65400, 0), at: seconds(0))
        rate.record(.crank(65401, 1024), at: seconds(1))
        // 136 revolutions in 33 s would be 247 rpm; but 24 s have passed, in which 250 rpm make 100.
        rate.record(.crank(1, 1024 + 33 * 1024), at: seconds(25))
        #expect(rate.rate(at: seconds(25)) == nil)
    }

    @Test("A wheel counter that goes down starts the count again, by however little")
    func wheelReset() {
        var rate = RevolutionRate()
        rate.record(.wheel(1000, 0), at: seconds(0))
        rate.record(.wheel(1004, 2048), at: seconds(1))
        #expect(rate.rate(at: seconds(1)) == 240)
        rate.record(.wheel(1003, 4096), at: seconds(2))
        #expect(rate.rate(at: seconds(2)) == nil)
        rate.record(.wheel(1007, 6144), at: seconds(3))
        #expect(rate.rate(at: seconds(3)) == 240)
    }

    @Test("A wheel's event time counts 1/2048 s from a power meter and 1/1024 s from a speed sensor")
    func wheelUnits() {
        var powerMeter = RevolutionRate()
        powerMeter.record(.wheel(89762, 7599), at: seconds(0))
        powerMeter.record(.wheel(89764, 9859), at: seconds(1.1))
        var speedSensor = RevolutionRate()
        speedSensor.record(
            RevolutionReading(counter: .speedSensorWheel, cumulativeRevolutions: 89762, lastEventTime: 3693),
            at: seconds(0))
        speedSensor.record(
            RevolutionReading(counter: .speedSensorWheel, cumulativeRevolutions: 89764, lastEventTime: 4823),
            at: seconds(1.1))
        // 2 x 60 x 2048 / 2260
        #expect(powerMeter.rate(at: seconds(1.1)) == 245_760.0 / 2260)
        #expect(speedSensor.rate(at: seconds(1.1)) == powerMeter.rate(at: seconds(1.1)))
    }

    @Test("A reading of another counter starts the count again")
    func otherCounter() {
        var rate = RevolutionRate()
        rate.record(.crank(10, 0), at: seconds(0))
        rate.record(.wheel(11, 1024), at: seconds(1))
        #expect(rate.rate(at: seconds(1)) == nil)
    }

    @Test(
        "A step that nobody rides starts the count again",
        arguments: [
            // 97984 rpm in the first record (TrackMyIndoorWorkout#363), and one just above 250.
            (RevolutionReading.crank(1633, 1024), RevolutionReading.crank(1634, 2048), 60.0),
            (.crank(1, 245), .crank(2, 245 + 1024), 60),
            // 953 rpm is 120.1 km/h.
            (.wheel(1, 128), .wheel(3, 128 + 1024), 240),
        ])
    func implausible(step: RevolutionReading, next: RevolutionReading, expected: Double) {
        var rate = RevolutionRate()
        rate.record(
            RevolutionReading(counter: step.counter, cumulativeRevolutions: 0, lastEventTime: 0),
            at: seconds(0))
        rate.record(step, at: seconds(1))
        #expect(rate.rate(at: seconds(1)) == nil)
        rate.record(next, at: seconds(2))
        #expect(rate.rate(at: seconds(2)) == expected)
    }

    @Test("An event time that runs backwards starts the count again")
    func backwards() {
        var rate = RevolutionRate()
        rate.record(.crank(0, 10_000), at: seconds(0))
        rate.record(.crank(1, 11_024), at: seconds(1))
        rate.record(.crank(2, 10_500), at: seconds(2))
        #expect(rate.rate(at: seconds(2)) == nil)
        rate.record(.crank(3, 11_524), at: seconds(3))
        #expect(rate.rate(at: seconds(3)) == 60)
    }

    @Test("New revolutions without time are passed over, and the next step spans them")
    func timeless() {
        var rate = RevolutionRate()
        rate.record(.crank(0, 0), at: seconds(0))
        rate.record(.crank(1, 1024), at: seconds(1))
        rate.record(.crank(2, 1024), at: seconds(2))
        #expect(rate.rate(at: seconds(2)) == 60)
        rate.record(.crank(3, 3072), at: seconds(3))
        #expect(rate.rate(at: seconds(3)) == 60)
    }

    @Test("Repeated packets between slow revolutions leave the rate as it is")
    func repeats() {
        // Assioma Uno at 31.09 rpm with four packets a second: 1.93 s without news.
        var rate = RevolutionRate()
        rate.record(.crank(1, 2816), at: seconds(0))
        rate.record(.crank(2, 4792), at: seconds(2))
        for quarter in 1...7 {
            let time = seconds(2 + Double(quarter) / 4)
            rate.record(.crank(2, 4792), at: time)
            #expect(rate.rate(at: time) == 61_440.0 / 1976)
        }
        rate.record(.crank(3, 6768), at: seconds(4))
        #expect(rate.rate(at: seconds(4)) == 61_440.0 / 1976)
    }

    @Test("Between packets that each bring revolutions the rate holds, however long a revolution takes")
    func betweenPackets() {
        // 90 rpm and a packet every two seconds: 0.67 s a revolution, yet nothing says that turning has stopped.
        var rate = RevolutionRate()
        rate.record(.crank(0, 0), at: seconds(0))
        rate.record(.crank(3, 2048), at: seconds(2))
        #expect(rate.rate(at: seconds(3.9)) == 90)
        rate.record(.crank(6, 4096), at: seconds(4))
        #expect(rate.rate(at: seconds(4)) == 90)
        // The packet without a revolution says it: at most one in the time since.
        rate.record(.crank(6, 4096), at: seconds(6))
        #expect(rate.rate(at: seconds(6)) == 30)
    }

    @Test("A stop reads down as the time since the last revolution grows, and is 0 after twice the interval")
    func stop() {
        // 40 rpm: 1.5 s a revolution, so 0 comes after 3 s.
        var rate = RevolutionRate()
        rate.record(.crank(0, 0), at: seconds(0))
        rate.record(.crank(1, 1536), at: seconds(1.5))
        rate.record(.crank(1, 1536), at: seconds(2.5))
        #expect(rate.rate(at: seconds(2.5)) == 40)
        rate.record(.crank(1, 1536), at: seconds(3.5))
        #expect(rate.rate(at: seconds(3.5)) == 30)
        #expect(rate.rate(at: seconds(4)) == 24)
        #expect(rate.rate(at: seconds(4.4)).map { $0 > 20 } == true)
        #expect(rate.rate(at: seconds(4.5)) == 0)
        for second in 5...120 {
            rate.record(.crank(1, 1536), at: seconds(Double(second)))
            #expect(rate.rate(at: seconds(Double(second))) == 0)
        }
    }

    @Test(
        "The wait for 0 is two seconds at least and four at most",
        arguments: [(0.5, 1.99, 2.0), (1.0, 1.99, 2.0), (1.5, 2.99, 3.0), (3.0, 3.99, 4.0)])
    func timeout(interval: Double, lastWait: Double, firstZero: Double) throws {
        var rate = RevolutionRate()
        rate.record(.crank(0, 0), at: seconds(0))
        rate.record(.crank(1, UInt16(interval * 1024)), at: seconds(interval))
        rate.record(.crank(1, UInt16(interval * 1024)), at: seconds(interval + 0.5))
        let waiting = try #require(rate.rate(at: seconds(interval + lastWait)))
        #expect(waiting > 0)
        #expect(rate.rate(at: seconds(interval + firstZero)) == 0)
    }

    @Test("An event time that moves without a revolution is no sign of turning")
    func timeAlone() {
        var rate = RevolutionRate()
        rate.record(.crank(0, 0), at: seconds(0))
        rate.record(.crank(1, 1024), at: seconds(1))
        for second in 2...4 {
            rate.record(.crank(1, UInt16(1024 * second)), at: seconds(Double(second)))
        }
        #expect(rate.rate(at: seconds(4)) == 0)
        // The next revolution is the first in four seconds.
        rate.record(.crank(2, 5120), at: seconds(5))
        #expect(rate.rate(at: seconds(5)) == 15)
    }

    @Test("A counter that never turned reads nil, not 0: there may be no sensor behind it")
    func frozenFromTheStart() {
        // qdomyos-zwift#3224: crank fields that never move while the rider does 140 W.
        var rate = RevolutionRate()
        for second in 0...30 {
            rate.record(.crank(25419, 32662), at: seconds(Double(second)))
            #expect(rate.rate(at: seconds(Double(second))) == nil)
        }
    }

    @Test("A counter that turned, was reset and stands still reads 0 again")
    func frozenAfterReset() {
        var rate = RevolutionRate()
        rate.record(.crank(1000, 0), at: seconds(0))
        rate.record(.crank(1001, 1024), at: seconds(1))
        for second in 2...5 {
            rate.record(.crank(0, 0), at: seconds(Double(second)))
            #expect(rate.rate(at: seconds(Double(second))) == nil)
        }
        rate.record(.crank(0, 0), at: seconds(6))
        #expect(rate.rate(at: seconds(6)) == 0)
    }

    @Test("Five seconds without a packet read nil, not 0")
    func silence() {
        var rate = RevolutionRate()
        rate.record(.crank(0, 0), at: seconds(0))
        rate.record(.crank(1, 1024), at: seconds(1))
        #expect(rate.rate(at: seconds(5.99)) == 0)
        #expect(rate.rate(at: seconds(6)) == nil)
        #expect(rate.rate(at: seconds(600)) == nil)
    }

    @Test("The receiver's clock tells how often the event time wrapped during a gap")
    func gap() {
        var rate = RevolutionRate()
        rate.record(.crank(0, 0), at: seconds(0))
        rate.record(.crank(1, 1024), at: seconds(1))
        // 200 s later: 200 revolutions, and 200 x 1024 ticks, which is three wraps and 8192 ticks.
        rate.record(.crank(201, UInt16((1024 + 200 * 1024) % 65536)), at: seconds(201.3))
        #expect(rate.rate(at: seconds(201.3)) == 60)
        // A whole wrap, at which the event time is the same as before.
        rate.record(.crank(265, UInt16((1024 + 264 * 1024) % 65536)), at: seconds(265))
        #expect(rate.rate(at: seconds(265)) == 60)
    }

    @Test("A wheel's event time of 32 s is resolved the same way")
    func wheelGap() {
        var rate = RevolutionRate()
        rate.record(.wheel(0, 0), at: seconds(0))
        // 100 s later: 400 revolutions and 204800 ticks, which is three wraps and 8192 ticks.
        rate.record(.wheel(400, 8192), at: seconds(100))
        #expect(rate.rate(at: seconds(100)) == 240)
    }

    @Test("After a gap of more than ten minutes the count starts again")
    func longGap() {
        var rate = RevolutionRate()
        rate.record(.crank(0, 0), at: seconds(0))
        rate.record(.crank(1, 1024), at: seconds(1))
        rate.record(.crank(701, 2048), at: seconds(701))
        #expect(rate.rate(at: seconds(701)) == nil)
        rate.record(.crank(702, 3072), at: seconds(702))
        #expect(rate.rate(at: seconds(702)) == 60)
    }

    @Test("After a reconnection the first packet only starts the count")
    func reconnection() {
        var rate = RevolutionRate()
        rate.record(.crank(0, 0), at: seconds(0))
        rate.record(.crank(1, 1024), at: seconds(1))
        rate.reset()
        #expect(rate.rate(at: seconds(1)) == nil)
        rate.record(.crank(21, 21 * 1024), at: seconds(21))
        #expect(rate.rate(at: seconds(21)) == nil)
        rate.record(.crank(22, 22 * 1024), at: seconds(22))
        #expect(rate.rate(at: seconds(22)) == 60)
    }

    @Test("A notification that is delivered twice changes nothing")
    func duplicate() {
        var rate = RevolutionRate()
        rate.record(.crank(0, 0), at: seconds(0))
        rate.record(.crank(2, 1024), at: seconds(1))
        rate.record(.crank(2, 1024), at: seconds(1.001))
        #expect(rate.rate(at: seconds(1.001)) == 120)
        rate.record(.crank(4, 2048), at: seconds(2))
        #expect(rate.rate(at: seconds(2)) == 120)
    }

    @Test("No order of readings and times traps or gives a number that is no rate")
    func anything() {
        var random = SplitMix64(seed: 0x5EED_0CAD)
        var rate = RevolutionRate()
        let times: [Int64] = [.min, -1, 0, 1, seconds(1), seconds(700), .max]
        var wrong = 0
        for _ in 0..<50_000 {
            let word = random.next()
            let counter: RevolutionReading.Counter = [.crank, .crank, .powerMeterWheel][Int(word & 0xFF) % 3]
            let reading = RevolutionReading(
                counter: counter, cumulativeRevolutions: UInt32(truncatingIfNeeded: word >> 8) >> (word & 24),
                lastEventTime: UInt16(truncatingIfNeeded: word >> 40))
            rate.record(reading, at: times[Int(word >> 56) % times.count])
            if let value = rate.rate(at: times[Int(word >> 60) % times.count]) {
                wrong += value >= 0 && value <= counter.highestPlausibleRate ? 0 : 1
            }
        }
        #expect(wrong == 0)
    }

    @Test("Speed is the wheel's rate times its circumference")
    func speed() {
        #expect(RevolutionRate.speed(rate: 240, circumference: 2.1) == 8.4)
        #expect(RevolutionRate.speed(rate: 0, circumference: 2.1) == 0)
    }

    @Test(
        "What is no speed is nil",
        arguments: [
            (-1, 2.1), (60, 0), (60, -2), (.nan, 2.1), (60, .nan), (.infinity, 2.1), (60, .infinity),
            (.greatestFiniteMagnitude, .greatestFiniteMagnitude),
        ] as [(Double, Double)])
    func noSpeed(rate: Double, circumference: Double) {
        #expect(RevolutionRate.speed(rate: rate, circumference: circumference) == nil)
    }

    private func seconds(_ seconds: Double) -> Int64 {
        Int64((seconds * 1e9).rounded())
    }
}

extension RevolutionReading {
    fileprivate static func crank(_ revolutions: UInt32, _ time: UInt16) -> RevolutionReading {
        RevolutionReading(counter: .crank, cumulativeRevolutions: revolutions, lastEventTime: time)
    }

    fileprivate static func wheel(_ revolutions: UInt32, _ time: UInt16) -> RevolutionReading {
        RevolutionReading(counter: .powerMeterWheel, cumulativeRevolutions: revolutions, lastEventTime: time)
    }
}

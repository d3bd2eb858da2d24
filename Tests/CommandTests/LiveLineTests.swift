import Bridge
import HealthModel
import Testing

@testable import pulsewatt

@Suite struct LiveLineTests {
    private let second: Int64 = 1_000_000_000

    private func reading(seconds: Int64, heartRate: Double?, zone: Int?) -> LiveReading {
        LiveReading(
            elapsed: seconds * second, heartRate: heartRate, power: 201.6, cadence: 88, heartRateZones: nil,
            heartRateZone: zone)
    }

    @Test("The line shows time, heart rate, zone counted from one, power and cadence")
    func whole() {
        let line = LiveLine(
            reading(seconds: 75, heartRate: 141.4, zone: 3), isSimulated: false, isColoured: false)
        #expect(line.text(width: 80) == "01:15  141 bpm  zone 4  202 W   88 rpm  ")
    }

    @Test("What no sensor says is a dash, and a simulated ride is labelled")
    func absent() {
        let line = LiveLine(
            reading(seconds: 3723, heartRate: nil, zone: nil), isSimulated: true, isColoured: false)
        #expect(line.text(width: 80).hasPrefix("1:02:03   -- bpm  zone -  202 W   88 rpm  SIMULATED"))
    }

    @Test("A narrow terminal gets as much as fits on one line", arguments: [0, 1, 10, 39])
    func narrow(width: Int) {
        let line = LiveLine(
            reading(seconds: 75, heartRate: 141, zone: 3), isSimulated: true, isColoured: true)
        #expect(line.text(width: width).count == width)
    }
}

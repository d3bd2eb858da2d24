import Bridge
import SensorProfiles
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct SimulatedRideTests {
    private let ride = Array(SimulatedRide(duration: 600 * second))

    @Test("The same seed gives the same ride, another one another")
    func repeatable() {
        #expect(Array(SimulatedRide(duration: 600 * second)) == ride)
        #expect(Array(SimulatedRide(duration: 600 * second, seed: 2)) != ride)
    }

    @Test("Events come in the order of their times")
    func ordered() {
        #expect(zip(ride, ride.dropFirst()).allSatisfy { $0.nanoseconds <= $1.nanoseconds })
    }

    @Test("The meter sends four times a second and the strap once, but for its dropout of 20 s")
    func rates() {
        func notifications(of sensor: BluetoothAddress) -> Int {
            ride.count { event in
                if case .notification = event.kind { event.sensor == sensor } else { false }
            }
        }
        #expect(notifications(of: SimulatedRide.powerMeter) == 2400)
        #expect(notifications(of: SimulatedRide.strap) == 580)
    }

    @Test("The strap is lost once and comes back")
    func dropout() {
        let happenings = ride.filter { $0.sensor == SimulatedRide.strap }.compactMap { event in
            switch event.kind {
            case .connected: "connected at \(event.nanoseconds / second)"
            case .disconnected: "disconnected at \(event.nanoseconds / second)"
            case .notification, .described: nil
            }
        }
        #expect(happenings == ["connected at 0", "disconnected at 330", "connected at 350"])
    }
}

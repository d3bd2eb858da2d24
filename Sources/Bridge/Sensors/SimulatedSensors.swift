internal import DBus

/// A simulated strap and power meter that send in real time.
package struct SimulatedSensors: SensorSource {
    /// What the simulated sensors do; ends with the ride.
    package let events: AsyncStream<SensorEvent>

    /// Starts a ride of a length in nanoseconds now.
    package init(duration: Int64) {
        let start = EventLoop.now()
        let clock = ContinuousClock()
        let clockStart = clock.now
        events = AsyncStream { continuation in
            let riding = Task {
                for event in SimulatedRide(duration: duration) {
                    do {
                        try await clock.sleep(until: clockStart + .nanoseconds(event.nanoseconds))
                    } catch {
                        break
                    }
                    continuation.yield(event.shifted(by: start))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in riding.cancel() }
        }
    }
}

extension SensorEvent {
    /// The same event on a clock that shows `nanoseconds` more.
    package func shifted(by nanoseconds: Int64) -> SensorEvent {
        SensorEvent(nanoseconds: self.nanoseconds + nanoseconds, sensor: sensor, kind: kind)
    }
}

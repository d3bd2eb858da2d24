/// A revolution counter and the time of its last revolution, as one packet carries them.
///
/// The reading knows which counter it is of, so that its time unit and the way it wraps cannot be mixed up.
public struct RevolutionReading: Hashable, Sendable {
    /// The counters that GATT profiles send.
    public enum Counter: Hashable, Sendable {
        /// The crank: 16 bits that wrap, event time in 1/1024 s.
        case crank
        /// The wheel in Cycling Power Measurement: 32 bits that do not wrap, event time in 1/2048 s.
        case powerMeterWheel
        /// The wheel in CSC Measurement: 32 bits that do not wrap, event time in 1/1024 s.
        case speedSensorWheel
    }

    /// The counter that this is a reading of.
    public let counter: Counter

    /// The number of revolutions since an unknown start.
    public let cumulativeRevolutions: UInt32

    /// The time of the last revolution on the sensor's own clock, in the counter's ticks; wraps at 65536.
    public let lastEventTime: UInt16

    /// Holds one reading; of the crank's revolutions only the lower 16 bits count.
    public init(counter: Counter, cumulativeRevolutions: UInt32, lastEventTime: UInt16) {
        self.counter = counter
        self.cumulativeRevolutions =
            counter == .crank ? cumulativeRevolutions & 0xFFFF : cumulativeRevolutions
        self.lastEventTime = lastEventTime
    }

    /// The time of the last revolution on the sensor's own clock in seconds, exactly.
    public var lastEventSeconds: Double {
        Double(lastEventTime) / Double(counter.ticksPerSecond)
    }
}

extension RevolutionReading.Counter {
    /// The number of event-time ticks in a second.
    public var ticksPerSecond: Int {
        switch self {
        case .crank, .speedSensorWheel: 1024
        case .powerMeterWheel: 2048
        }
    }

    /// The rate in revolutions per minute above which a step is no riding.
    ///
    /// 250 for a crank; for a wheel 120 km/h at a circumference of 2.1 m, about 952.
    public var highestPlausibleRate: Double {
        switch self {
        case .crank: 250
        case .powerMeterWheel, .speedSensorWheel: 120_000 / 60 / 2.1
        }
    }
}

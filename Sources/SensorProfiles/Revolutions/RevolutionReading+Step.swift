extension RevolutionReading {
    /// What happened on a counter from one reading to a later one.
    enum Step: Equatable {
        /// No new revolution: the rider coasts, the packet repeats the last one, or only the event time moved.
        case still
        /// Revolutions without time, which give no rate.
        case timeless
        /// The counter jumped, ran backwards or was reset; the later reading is a new start.
        case jumped
        /// The counter turned by whole revolutions in a number of ticks, at a plausible rate.
        case turned(revolutions: UInt32, ticks: Int)
    }

    /// The ticks after which the event time starts again.
    static var eventTimeWrap: Int { 1 << 16 }

    /// The ticks from the event of an earlier reading to the event of this one, less whole wraps.
    func ticks(since earlier: RevolutionReading) -> Int {
        Int(lastEventTime &- earlier.lastEventTime)
    }

    /// Compares with an earlier reading, between which the event time has wrapped `wraps` times in full.
    func step(since earlier: RevolutionReading, wraps: Int = 0) -> Step {
        guard counter == earlier.counter else { return .jumped }
        let revolutions: UInt32
        switch counter {
        case .crank:
            revolutions = (cumulativeRevolutions &- earlier.cumulativeRevolutions) & 0xFFFF
        case .powerMeterWheel, .speedSensorWheel:
            // 32 bits outlast any wheel: less than before means a reset, or a wheel that was rolled back.
            guard cumulativeRevolutions >= earlier.cumulativeRevolutions else { return .jumped }
            revolutions = cumulativeRevolutions - earlier.cumulativeRevolutions
        }
        guard revolutions > 0 else { return .still }
        let ticks = ticks(since: earlier) + wraps * Self.eventTimeWrap
        guard ticks > 0 else { return .timeless }
        guard counter.rate(revolutions: revolutions, ticks: ticks) <= counter.highestPlausibleRate else {
            return .jumped
        }
        return .turned(revolutions: revolutions, ticks: ticks)
    }
}

extension RevolutionReading.Counter {
    /// The rate in revolutions per minute: revolutions x 60 x ticks per second / ticks.
    func rate(revolutions: UInt32, ticks: Int) -> Double {
        Double(revolutions) * 60 * Double(ticksPerSecond) / Double(ticks)
    }
}

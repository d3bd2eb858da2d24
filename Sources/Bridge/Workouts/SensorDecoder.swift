package import SensorProfiles

/// Turns the packets of one sensor into readings; remembers what counters need from one packet to the next.
package struct SensorDecoder: Sendable {
    /// The wheel that speed is computed with: 700x25C, the most common racing tyre, rolls 2.105 m.
    package static let wheelCircumference = 2.105

    private var crank = RevolutionRate()
    private var wheel = RevolutionRate()

    /// Makes a decoder for a sensor that has sent nothing yet.
    package init() {}

    /// The link was lost: counters may have moved on unseen.
    package mutating func reset() {
        crank.reset()
        wheel.reset()
    }

    /// Reads one packet that arrived at a moment in nanoseconds.
    ///
    /// - Returns: The reading, or nil for a characteristic that no workout uses.
    /// - Throws: `PacketError` for a packet too short to be one; the decoder is then as it was.
    package mutating func read(
        _ characteristic: BluetoothUUID, _ value: [UInt8], at arrival: Int64
    ) throws(PacketError) -> SensorReading? {
        switch characteristic {
        case .heartRateMeasurement: Self.reading(of: try HeartRateMeasurement(value))
        case .cyclingPowerMeasurement: reading(of: try CyclingPowerMeasurement(value), at: arrival)
        default: nil
        }
    }

    private static func reading(of measurement: HeartRateMeasurement) -> SensorReading {
        var reading = SensorReading()
        reading.heartRate = measurement.reliableHeartRate.map(Double.init)
        reading.rrIntervals = measurement.rrIntervals
        reading.hasDroppedIntervals = measurement.zeroRRIntervalCount > 0
        return reading
    }

    private mutating func reading(of measurement: CyclingPowerMeasurement, at arrival: Int64) -> SensorReading
    {
        var reading = SensorReading()
        reading.power = Double(measurement.instantaneousPower)
        if let revolutions = measurement.crankRevolutions {
            crank.record(revolutions, at: arrival)
            reading.cadence = crank.rate(at: arrival)
        }
        if let revolutions = measurement.wheelRevolutions {
            wheel.record(revolutions, at: arrival)
            reading.speed = wheel.rate(at: arrival).flatMap {
                RevolutionRate.speed(rate: $0, circumference: Self.wheelCircumference)
            }
        }
        // Nobody pedals: what pedals say about balance then is noise.
        if measurement.instantaneousPower > 0, reading.cadence != 0 {
            reading.leftBalance = measurement.pedalPowerBalance?.leftShare
        }
        return reading
    }
}

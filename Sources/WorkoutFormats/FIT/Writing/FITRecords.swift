import HealthModel

/// What the record messages of a workout say: one row a second of elapsed time, as the bits that stand in the file.
///
/// A value is the time-weighted mean of its second, as in the other formats; distance and work are those up to the
/// second's begin. Seconds that are paused throughout have no record; seconds in which nothing was measured have one
/// with invalid values, so that nobody fills the gap.
struct FITRecords: Equatable {
    /// Which seconds have a record, in order.
    let seconds: [Int]
    /// One value a second of elapsed time, whether it has a record or not; nil where there is no such field.
    let heartRate: [UInt8]?
    let power: [UInt16]?
    let cadence: [UInt8]?
    let fractionalCadence: [UInt8]?
    let speed: [UInt16]?
    let balance: [UInt8]?
    let distance: [UInt32]?
    let accumulatedPower: [UInt32]?

    init(_ series: WorkoutSeries) {
        let count = max(1, Int((series.elapsed + Self.second - 1) / Self.second))
        let pauses = series.pauseTimeline
        let active = (0..<count).filter { index in
            let span = Int64(index) * Self.second..<min(Int64(index + 1) * Self.second, series.elapsed)
            return span.isEmpty || pauses.duration(within: span) < span.upperBound - span.lowerBound
        }
        // A file has at least one record.
        seconds = active.isEmpty ? [0] : active

        func means(_ quantity: FITQuantity) -> [Double?]? {
            guard let type = quantity.type, let column = series.columns[type], !column.isEmpty else {
                return nil
            }
            let means = series.secondMeans(for: type)
            // A workout without length has no means, only what was said at its one instant.
            return means.isEmpty ? [column.offsets.first == 0 ? column.values.first : nil] : means
        }
        heartRate = means(.heartRate)?.map { FITProfile.Record.heartRate.narrowBits($0) }
        power = means(.cyclingPower)?.map { FITProfile.Record.power.narrowBits($0) }
        speed = means(.cyclingSpeed)?.map { FITProfile.Record.speed.narrowBits($0) }
        balance = means(.pedalPowerBalance)?.map(Self.balance)
        let cadences = means(.cyclingCadence)?.map(FITCadence.init)
        cadence = cadences?.map { FITProfile.Record.cadence.narrowBits($0.whole) }
        fractionalCadence = cadences?.map { FITProfile.Record.fractionalCadence.narrowBits($0.fraction) }
        distance = FITRunningTotals.distance(of: series)?.map { FITProfile.Record.distance.narrowBits($0) }
        accumulatedPower = FITRunningTotals.work(of: series)?
            .map { FITProfile.Record.accumulatedPower.narrowBits($0) }
    }

    /// The fields of the message after its timestamp, in the order in which ``write(_:timestamp:into:)`` writes them.
    var fields: [FITField] {
        var fields: [FITField] = []
        if distance != nil { fields.append(FITProfile.Record.distance) }
        if accumulatedPower != nil { fields.append(FITProfile.Record.accumulatedPower) }
        if power != nil { fields.append(FITProfile.Record.power) }
        if speed != nil { fields.append(FITProfile.Record.speed) }
        if heartRate != nil { fields.append(FITProfile.Record.heartRate) }
        if cadence != nil { fields += [FITProfile.Record.cadence, FITProfile.Record.fractionalCadence] }
        if balance != nil { fields.append(FITProfile.Record.leftRightBalance) }
        return fields
    }

    /// Writes the record of a second.
    func write(_ second: Int, timestamp: UInt32, into encoder: inout FITEncoder) {
        encoder.beginMessage(.record)
        encoder.append(timestamp)
        if let distance { encoder.append(distance[second]) }
        if let accumulatedPower { encoder.append(accumulatedPower[second]) }
        if let power { encoder.append(power[second]) }
        if let speed { encoder.append(speed[second]) }
        if let heartRate { encoder.append(heartRate[second]) }
        if let cadence { encoder.append(cadence[second]) }
        if let fractionalCadence { encoder.append(fractionalCadence[second]) }
        if let balance { encoder.append(balance[second]) }
    }

    /// Whether the records of a file say the same.
    func agree(with records: [FITMessage], from clock: FITClock) -> Bool {
        guard records.count == seconds.count else { return false }
        for (second, record) in zip(seconds, records) {
            func agrees(_ field: FITField, _ bits: [some UnsignedInteger]?) -> Bool {
                guard let bits else { return record.integer(field) == nil }
                let value = UInt64(bits[second])
                return record.integer(field)
                    == (value == field.type.invalidBits ? nil : Int64(exactly: value))
            }
            typealias Record = FITProfile.Record
            guard record.integer(FITProfile.timestamp) == clock.start + Int64(second),
                agrees(Record.heartRate, heartRate), agrees(Record.power, power),
                agrees(Record.cadence, cadence), agrees(Record.fractionalCadence, fractionalCadence),
                agrees(Record.speed, speed), agrees(Record.leftRightBalance, balance),
                agrees(Record.distance, distance), agrees(Record.accumulatedPower, accumulatedPower)
            else { return false }
        }
        return true
    }

    private static let second: Int64 = 1_000_000_000

    /// The left share of 1 as the right pedal's percentage, which the top bit says that it is.
    private static func balance(_ left: Double?) -> UInt8 {
        guard let left, (0...1).contains(left) else { return 0xFF }
        return 0x80 | UInt8((100 * (1 - left)).rounded())
    }
}

extension FITField {
    /// The bits of a measure in the width of the field's type.
    func narrowBits<Bits: FixedWidthInteger & UnsignedInteger>(_ measure: Double?) -> Bits {
        Bits(truncatingIfNeeded: bits(measure))
    }
}

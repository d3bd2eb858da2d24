import HealthModel

/// Puts the stretches of samples in our own messages together again.
struct FITSampleColumns {
    private struct Samples {
        var offsets: [Int64] = []
        var values: [Double] = []
        var durations: [Int64] = []
    }

    private var samples: [FITQuantity: Samples] = [:]
    private(set) var heartbeats = HeartbeatColumn()

    /// The columns of all quantities but the heartbeats.
    var columns: [HKQuantityType: SampleColumn] {
        var columns: [HKQuantityType: SampleColumn] = [:]
        for (quantity, samples) in samples {
            guard let type = quantity.type else { continue }
            columns[type] = SampleColumn(
                offsets: samples.offsets, values: samples.values, durations: samples.durations,
                keepsTies: type.aggregationStyle == .cumulative)
        }
        return columns
    }

    /// Takes a stretch; false if it does not make sense.
    mutating func add(_ message: FITMessage) -> Bool {
        typealias Own = FITProfile.Pulsewatt.Samples
        // A quantity of a later version is passed over.
        guard let quantity = message.integer(Own.quantity).flatMap(FITQuantity.init) else { return true }
        // A beat may lie before the start, as the strap tells it; a sample of a quantity is cut there.
        guard let first = Own.first.time(in: message), quantity == .heartbeats || first >= 0 else {
            return false
        }
        var offsets = [first]
        for distance in message.integers(Own.distances) {
            // At most 255 distances of 32 bits: far from where a sum would overflow.
            guard let distance, (0...Int64(UInt32.max)).contains(distance) else { return false }
            offsets.append(offsets[offsets.count - 1] + distance)
        }
        if quantity == .heartbeats {
            // In order, so that each beat goes to the end.
            guard first >= heartbeats.offsets.last ?? .min else { return false }
            let isAfterGap = message.integer(Own.precededByGap) == 1
            for (index, offset) in offsets.enumerated() {
                heartbeats.insert(offset, precededByGap: index == 0 && isAfterGap)
            }
            return true
        }
        let whole = message.integers(Own.wholeValues).map { $0.map { Double($0) } }
        let values = (whole.isEmpty ? message.fractions(Own.values) : whole).compactMap(\.self)
        let seconds = message.integers(Own.durationSeconds).compactMap(\.self)
        let rest = message.integers(Own.durationNanoseconds).compactMap(\.self)
        guard values.count == offsets.count, seconds.count == rest.count,
            seconds.isEmpty || seconds.count == offsets.count,
            seconds.allSatisfy({ (0...Int64(UInt32.max)).contains($0) }),
            rest.allSatisfy({ (0...Int64(UInt32.max)).contains($0) })
        else { return false }
        samples[quantity, default: Samples()].offsets += offsets
        samples[quantity, default: Samples()].values += values
        samples[quantity, default: Samples()].durations +=
            seconds.isEmpty
            ? [Int64](repeating: 0, count: offsets.count)
            : zip(seconds, rest).map { $0 * 1_000_000_000 + $1 }
        return true
    }
}

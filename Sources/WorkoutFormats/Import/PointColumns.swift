import HealthModel

/// Collects what the points of a file say, in order of time, into the columns of a series.
///
/// A point speaks until the next one, at most for the hold limit of its type: the next point says anew what is measured
/// and what is not, so a value that it does not repeat has ended.
struct PointColumns {
    private struct Readings {
        var offsets: [Int64] = []
        var values: [Double] = []
        var durations: [Int64] = []
    }

    private var readings = [Readings](repeating: Readings(), count: PublishedQuantity.allCases.count)

    /// Adds what a point says of a quantity; what is no reading of it is left out.
    ///
    /// - Parameters:
    ///   - value: in the unit of the model; nil where the point says nothing.
    ///   - quantity: what was measured.
    ///   - offset: when, in nanoseconds from the start.
    ///   - next: when the next point is; nil after the last.
    mutating func add(_ value: Double?, of quantity: PublishedQuantity, at offset: Int64, until next: Int64?)
    {
        guard let value, Self.isReading(value, of: quantity) else { return }
        let limit = HoldLimit.nanoseconds(for: quantity.type)
        let duration = next.map { min($0 - offset, limit) } ?? limit
        guard duration > 0 else { return }
        readings[quantity.index].offsets.append(offset)
        readings[quantity.index].values.append(value)
        readings[quantity.index].durations.append(duration)
    }

    /// Whether a value can have been measured: a heart that does not beat is a strap without contact.
    private static func isReading(_ value: Double, of quantity: PublishedQuantity) -> Bool {
        guard value.isFinite else { return false }
        return switch quantity {
        case .heartRate: value > 0
        case .cyclingPower: true
        case .cyclingCadence, .cyclingSpeed: value >= 0
        case .pedalPowerBalance: (0...1).contains(value)
        }
    }

    /// The columns of all types that have a reading.
    var columns: [HKQuantityType: SampleColumn] {
        var columns: [HKQuantityType: SampleColumn] = [:]
        for quantity in PublishedQuantity.allCases where !readings[quantity.index].offsets.isEmpty {
            let readings = readings[quantity.index]
            columns[quantity.type] = SampleColumn(
                offsets: readings.offsets, values: readings.values, durations: readings.durations)
        }
        return columns
    }
}

import Foundation

/// An axis of values with round ticks, whose ends are rounded a little finer.
struct ValueAxis: Equatable, Sendable {
    /// Beyond this nothing is told apart that a person could read.
    private static let limit = 1e12

    /// The lowest value on the axis.
    let lower: Double
    /// The highest value on the axis; it is above the lowest.
    let upper: Double
    /// The ticks, ascending; at least one.
    let ticks: [Double]

    /// Makes the axis of a range, with a step of 1, 2 or 5 times a power of ten and at least 1.
    ///
    /// - Parameters:
    ///   - range: what must lie on the axis; it may be a single value.
    ///   - tickCount: how many ticks there may be at most, 3 or more.
    init(covering range: ClosedRange<Double>, tickCount: Int) {
        let least = min(max(range.lowerBound, -Self.limit), Self.limit)
        let greatest = min(max(range.upperBound, -Self.limit), Self.limit)
        var step = 1.0
        var factors = [2, 2.5, 2]
        func ends(_ unit: Double) -> ClosedRange<Double> {
            let lower = (least / unit).rounded(.down) * unit
            let upper = (greatest / unit).rounded(.up) * unit
            return lower < upper ? lower...upper : (lower - unit)...(upper + unit)
        }
        func multiples() -> ClosedRange<Double> {
            let ends = ends(max(1, step / 5))
            let first = (ends.lowerBound / step).rounded(.up)
            return first...max(first, (ends.upperBound / step).rounded(.down))
        }
        // From 1 to 2, 5, 10, 20 and so on until few enough ticks are left.
        while multiples().upperBound - multiples().lowerBound + 1 > Double(max(3, tickCount)) {
            step *= factors[0]
            factors.append(factors.removeFirst())
        }
        let (ends, ticks) = (ends(max(1, step / 5)), multiples())
        lower = ends.lowerBound
        upper = ends.upperBound
        self.ticks = (0...Int(ticks.upperBound - ticks.lowerBound)).map {
            (ticks.lowerBound + Double($0)) * step
        }
    }

    /// Where a value is, from 0 at the lower end to 1 at the upper; what lies beyond is at the end.
    func share(of value: Double) -> Double {
        min(1, max(0, (value - lower) / (upper - lower)))
    }

    /// The value at a share of the axis.
    func value(at share: Double) -> Double { lower + (upper - lower) * share }
}

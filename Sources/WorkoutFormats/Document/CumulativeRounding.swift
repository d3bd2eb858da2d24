/// Rounds times that add up so that the rounded ones add up too.
///
/// Each part becomes the distance of its rounded ends, so no part is off by a whole unit or more, an empty part
/// stays empty, and the sum is the distance of the outermost rounded ends.
package enum CumulativeRounding {
    /// Rounds parts to whole units.
    ///
    /// - Parameters:
    ///   - parts: the parts in nanoseconds, none negative, in the order in which they are laid end to end.
    ///   - origin: where the first part begins, in nanoseconds.
    ///   - unit: the unit in nanoseconds.
    /// - Returns: the parts in units, in the same order.
    package static func split(_ parts: [Int64], from origin: Int64 = 0, unit: Int64) -> [Int64] {
        var end = origin
        var roundedEnd = rounded(origin, unit: unit)
        return parts.map { part in
            end += part
            let start = roundedEnd
            roundedEnd = rounded(end, unit: unit)
            return roundedEnd - start
        }
    }

    /// The parts in whole milliseconds, see ``split(_:from:unit:)``.
    static func milliseconds(_ parts: [Int64], from origin: Int64 = 0) -> [Int64] {
        split(parts, from: origin, unit: 1_000_000)
    }

    /// Nanoseconds in the nearest whole unit, halves up.
    static func rounded(_ nanoseconds: Int64, unit: Int64) -> Int64 {
        // Floor division first: adding half a unit to the nanoseconds could overflow.
        let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: unit)
        let floor = remainder < 0 ? quotient - 1 : quotient
        let rest = remainder < 0 ? remainder + unit : remainder
        return rest >= unit - rest ? floor + 1 : floor
    }
}

/// The upper edges of all zones but the last, in the canonical unit of their type, ascending.
///
/// A value on a boundary belongs to the zone above it: zone *k* is `[boundary k-1, boundary k)`.
package struct ZoneBoundaries: Hashable, Sendable {
    /// The edges.
    package let edges: [Double]

    /// Makes boundaries of strictly ascending edges.
    package init(_ edges: [Double]) {
        self.edges = edges
    }

    /// How many zones there are.
    package var zoneCount: Int { edges.count + 1 }

    /// The zone of a value: the number of edges at or below it.
    package func zone(of value: Double) -> Int {
        var zone = 0
        for edge in edges where value >= edge { zone += 1 }
        return zone
    }

    /// The time in each zone, in nanoseconds, for values with the time each was measured for.
    package func durations(of column: MeasuredColumn) -> [Int64] {
        let total = column.total
        // The time at or above each edge needs no branch and no table; zones are the differences.
        let above = timeAtOrAboveEdges(column)
        return zip([total] + above, above + [0]).map { $0 - $1 }
    }

    private func timeAtOrAboveEdges(_ column: MeasuredColumn) -> [Int64] {
        var above: [Int64] = []
        // A configuration has at most 8 edges: two passes. The edges that fill up the last pass are above all values.
        for first in stride(from: 0, to: edges.count, by: Self.edgesPerPass) {
            let pass = Array(edges[first..<min(first + Self.edgesPerPass, edges.count)])
            let padded = pass + [Double](repeating: .infinity, count: Self.edgesPerPass - pass.count)
            let times = Self.timeAtOrAbove(padded[0], padded[1], padded[2], padded[3], column)
            above += [times.0, times.1, times.2, times.3].prefix(pass.count)
        }
        return above
    }

    private static let edgesPerPass = 4

    /// The time at or above each of four edges, two samples at a step: as many as every machine compares at once.
    private static func timeAtOrAbove(
        _ edge0: Double, _ edge1: Double, _ edge2: Double, _ edge3: Double, _ column: MeasuredColumn
    ) -> (Int64, Int64, Int64, Int64) {
        typealias Values = SIMD2<Double>
        typealias Times = SIMD2<Int64>
        let none = Times(repeating: 0)
        var (sum0, sum1, sum2, sum3) = (none, none, none, none)
        column.values.withUnsafeBytes { values in
            column.durations.withUnsafeBytes { durations in
                for offset in stride(from: 0, to: values.count & ~15, by: 16) {
                    let value = values.loadUnaligned(fromByteOffset: offset, as: Values.self)
                    let time = durations.loadUnaligned(fromByteOffset: offset, as: Times.self)
                    sum0 &+= none.replacing(with: time, where: value .>= Values(repeating: edge0))
                    sum1 &+= none.replacing(with: time, where: value .>= Values(repeating: edge1))
                    sum2 &+= none.replacing(with: time, where: value .>= Values(repeating: edge2))
                    sum3 &+= none.replacing(with: time, where: value .>= Values(repeating: edge3))
                }
            }
        }
        var totals = (sum0.wrappedSum(), sum1.wrappedSum(), sum2.wrappedSum(), sum3.wrappedSum())
        if column.values.count % 2 == 1, let value = column.values.last, let time = column.durations.last {
            totals.0 &+= value >= edge0 ? time : 0
            totals.1 &+= value >= edge1 ? time : 0
            totals.2 &+= value >= edge2 ? time : 0
            totals.3 &+= value >= edge3 ? time : 0
        }
        return totals
    }
}

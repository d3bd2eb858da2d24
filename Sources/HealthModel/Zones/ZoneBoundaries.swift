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
        var above = [Int64](repeating: 0, count: edges.count)
        // A block of 512 samples is 8 kB: it stays in the first-level cache for all edges.
        let blockLength = 512
        column.values.withUnsafeBufferPointer { values in
            column.durations.withUnsafeBufferPointer { durations in
                var start = 0
                while start < values.count {
                    let end = min(start + blockLength, values.count)
                    for (index, edge) in edges.enumerated() {
                        var sum: Int64 = 0
                        for sample in start..<end {
                            sum &+= values[sample] >= edge ? durations[sample] : 0
                        }
                        above[index] &+= sum
                    }
                    start = end
                }
            }
        }
        return above
    }
}

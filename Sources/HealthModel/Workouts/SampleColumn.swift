/// The samples of one quantity type in a workout, as parallel columns ordered by time.
///
/// Columns, not objects: ten hours at four samples a second are three arrays, and a pass over them is a loop.
package struct SampleColumn: Hashable, Sendable {
    /// When each sample was taken, in nanoseconds from the workout's start, ascending.
    package private(set) var offsets: [Int64] = []
    /// What each sample says, in the canonical unit of its type.
    package private(set) var values: [Double] = []
    /// How long each sample covers by itself, in nanoseconds; 0 for one that holds until the next.
    package private(set) var durations: [Int64] = []

    /// Makes a column without samples.
    package init() {}

    /// Makes a column of samples in any order; of several at one instant only the winner stays.
    ///
    /// What cannot be a sample is left out: what one array has beyond the shortest, a value that is not finite, a
    /// duration below zero, and times of more than 73 years, so that sums of any two times stay in range.
    package init(offsets: [Int64], values: [Double], durations: [Int64]) {
        self.init(offsets: offsets, values: values, durations: durations, keepsTies: false)
    }

    /// As above; `keepsTies` says whether several samples at one instant all count.
    package init(offsets: [Int64], values: [Double], durations: [Int64], keepsTies: Bool) {
        let count = min(offsets.count, values.count, durations.count)
        if offsets.count == count, values.count == count, durations.count == count,
            Self.isInOrder(offsets: offsets, values: values, durations: durations)
        {
            (self.offsets, self.values, self.durations) = (offsets, values, durations)
            return
        }
        self.offsets.reserveCapacity(count)
        self.values.reserveCapacity(count)
        self.durations.reserveCapacity(count)
        // In order of time each insertion is an append.
        let order =
            zip(offsets, offsets.dropFirst()).allSatisfy { $0 < $1 }
            ? nil
            : (0..<count).sorted {
                offsets[$0] < offsets[$1]
            }
        for position in 0..<count {
            let index = order?[position] ?? position
            guard values[index].isFinite, (-Self.longest...Self.longest).contains(offsets[index]),
                (0...Self.longest).contains(durations[index])
            else { continue }
            insert(values[index], at: offsets[index], lasting: durations[index], keepsTies: keepsTies)
        }
    }

    /// Whether each sample can be one and is later than the one before: then there is nothing to sort out.
    private static func isInOrder(offsets: [Int64], values: [Double], durations: [Int64]) -> Bool {
        zip(offsets, offsets.dropFirst()).allSatisfy { $0 < $1 }
            && [offsets.first, offsets.last].allSatisfy { (-longest...longest).contains($0 ?? 0) }
            && values.allSatisfy(\.isFinite) && durations.allSatisfy { (0...longest).contains($0) }
    }

    /// The longest time that a column holds, in nanoseconds.
    static let longest: Int64 = 1 << 61

    /// How many samples there are.
    package var count: Int { offsets.count }

    /// Whether there is no sample.
    package var isEmpty: Bool { offsets.isEmpty }

    /// Where the first sample after an instant is, or `count`.
    package func firstIndex(after instant: Int64) -> Int {
        var low = 0
        var high = offsets.count
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] > instant { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Adds a sample that is later than all others.
    mutating func append(_ value: Double, at offset: Int64, lasting duration: Int64) {
        offsets.append(offset)
        values.append(value)
        durations.append(duration)
    }

    /// Drops all samples after an instant.
    mutating func removeAll(after instant: Int64) {
        let count = firstIndex(after: instant)
        offsets.removeSubrange(count...)
        values.removeSubrange(count...)
        durations.removeSubrange(count...)
    }

    /// Puts a sample in its place, whenever it arrives.
    ///
    /// With `keepsTies` samples at one instant all stay, ordered by duration and value. Without, one wins: the one
    /// that covers the longer span of its own, of equal ones the higher value. Neither depends on arrival order.
    mutating func insert(_ value: Double, at offset: Int64, lasting duration: Int64, keepsTies: Bool) {
        var index = firstIndex(after: offset)
        while index > 0, offsets[index - 1] == offset {
            let isAfterTie = (duration, value) >= (durations[index - 1], values[index - 1])
            if !keepsTies {
                if isAfterTie {
                    values[index - 1] = value
                    durations[index - 1] = duration
                }
                return
            }
            if isAfterTie { break }
            index -= 1
        }
        if index == offsets.count { return append(value, at: offset, lasting: duration) }
        offsets.insert(offset, at: index)
        values.insert(value, at: index)
        durations.insert(duration, at: index)
    }
}

import HealthModel

/// Reconstructs when readings changed from the means of whole seconds.
///
/// A sensor speaks in the middle of a second, so the mean of a second lies between the reading before and the one after, and
/// tells when in the second it changed: a mean m between a and b means a for the share (b − m) / (b − a). For readings that are
/// whole numbers the chain of them that explains the means is found: the one whose changes lie where a steady
/// sensor's do, with the smallest steps. Every second keeps its mean.
struct ReadingReconstruction {
    /// What a sensor said for a time, in nanoseconds from the start.
    struct Reading {
        var offset: Int64
        var end: Int64
        var value: Double
    }

    private static let second: Int64 = 1_000_000_000

    /// The mean of each second from the start; nil where there was none.
    let means: [Double?]
    /// The length of the workout in nanoseconds.
    let elapsed: Int64
    /// The pauses, in order of time.
    let pauses: [Range<Int64>]

    /// Each mean for its whole second.
    var plain: [Reading] { readings(changes: [:], shortened: [:]) }

    /// How much it counts that changes lie in one place of their seconds.
    ///
    /// Much for a sensor that speaks once a second, nothing for one that speaks more often. Which a sensor is, only the zones tell.
    static let steadinesses = [0.0, 1, 8]

    /// The readings, in order of time.
    ///
    /// - Parameters:
    ///   - steadiness: One of ``steadinesses`` for whole numbers, where changes within seconds can be found; else nil.
    ///   - measured: How long it spoke, in nanoseconds, where that is known: it begins and ends in the middle of seconds.
    /// - Returns: The readings; each second has its mean.
    func readings(steadiness: Double?, measured: Int64?) -> [Reading] {
        let changes = steadiness.map(changes) ?? [:]
        return readings(changes: changes, shortened: shortened(to: measured, changes))
    }

    private func readings(changes: [Int: Change], shortened: [Int: Shortening]) -> [Reading] {
        var readings: [Reading] = []
        for (index, mean) in means.enumerated() {
            guard let mean else { continue }
            let offset = Int64(index) * Self.second
            let end = min(offset + Self.second, elapsed)
            if let shortening = shortened[index] {
                let missing = Int64(shortening.share * Double(Self.second))
                readings.append(
                    Reading(
                        offset: shortening.isBeginning ? offset + missing : offset,
                        end: shortening.isBeginning ? end : end - missing, value: mean))
            } else if let change = changes[index] {
                let moment = offset + Int64((change.share * Double(Self.second)).rounded())
                readings.append(Reading(offset: offset, end: moment, value: change.first))
                readings.append(Reading(offset: moment, end: end, value: change.second))
            } else {
                readings.append(Reading(offset: offset, end: end, value: mean))
            }
        }
        return readings
    }

    /// Whether a second is a whole one without a pause in it; pauses must be looked at in order of time.
    private var areOrdinary: [Bool] {
        var index = 0
        return means.indices.map { second in
            let range = Int64(second) * Self.second..<Int64(second + 1) * Self.second
            while index < pauses.count, pauses[index].upperBound <= range.lowerBound { index += 1 }
            return range.upperBound <= elapsed && !(index < pauses.count && pauses[index].overlaps(range))
        }
    }

    // MARK: Changes

    /// A change of the reading within a second.
    private struct Change {
        var first: Double
        var second: Double
        /// The share of the second before the change, above 0 and below 1.
        var share: Double
    }

    /// The longest step between readings that is looked for; what jumps further is taken as it is.
    private static let longestStep = 30.0

    private func changes(_ steadiness: Double) -> [Int: Change] {
        let areOrdinary = areOrdinary
        var changes: [Int: Change] = [:]
        var run: [(index: Int, mean: Double)] = []
        for index in means.indices {
            guard areOrdinary[index], let mean = means[index], abs(mean) < 10_000 else {
                Self.explain(run, steadiness, &changes)
                run = []
                continue
            }
            if let last = run.last, abs(last.mean - mean) > Self.longestStep {
                Self.explain(run, steadiness, &changes)
                run = []
            }
            run.append((index, mean))
        }
        Self.explain(run, steadiness, &changes)
        return changes
    }

    /// Finds the chain of whole readings that explains the means of consecutive seconds best.
    private static func explain(
        _ run: [(index: Int, mean: Double)], _ steadiness: Double, _ changes: inout [Int: Change]
    ) {
        guard run.count > 1 else { return }
        let means = run.map(\.mean)
        let shares = steadyShares(means)
        // The readings at the limits of the seconds: limit i lies before second i.
        let candidates = (0...means.count).map { limit in
            let around = means[max(0, limit - 1)...min(limit, means.count - 1)]
            let lowest = (around.min() ?? 0).rounded(.down) - 3
            let highest = (around.max() ?? 0).rounded(.up) + 3
            return Array(stride(from: lowest, through: highest, by: 1))
        }
        var costs = [Double](repeating: 0, count: candidates[0].count)
        var origins: [[Int]] = []
        for (second, mean) in means.enumerated() {
            var next = [Double](repeating: .infinity, count: candidates[second + 1].count)
            var origin = [Int](repeating: 0, count: next.count)
            for (to, after) in candidates[second + 1].enumerated() {
                for (from, before) in candidates[second].enumerated() {
                    let cost = costs[from] + cost(before, after, mean, shares[second], steadiness)
                    if cost < next[to] {
                        next[to] = cost
                        origin[to] = from
                    }
                }
            }
            costs = next
            origins.append(origin)
        }
        var state = costs.indices.min { costs[$0] < costs[$1] } ?? 0
        for second in means.indices.reversed() {
            let after = candidates[second + 1][state]
            state = origins[second][state]
            let before = candidates[second][state]
            if let share = share(before, after, means[second]), share > 0, share < 1 {
                changes[run[second].index] = Change(first: before, second: after, share: share)
            }
        }
    }

    /// The share of a second with a mean before its reading changed; nil where that does not give the mean.
    private static func share(_ before: Double, _ after: Double, _ mean: Double) -> Double? {
        guard before != after else { return nil }
        let share = (after - mean) / (after - before)
        return (0...1).contains(share) ? share : nil
    }

    /// How unlikely a second is.
    private static func cost(
        _ before: Double, _ after: Double, _ mean: Double, _ steady: Double?, _ steadiness: Double
    ) -> Double {
        if before == after { return mean == before ? 0 : 3 }
        guard let share = share(before, after, mean) else { return 3 }
        // A sensor that speaks once a second changes at the same place in each.
        let distance = steady.map { share - $0 } ?? 0
        return 0.05 + steadiness * distance * distance + 0.03 * abs(after - before)
    }

    /// Where in its second the reading changes, by the nearest second that tells it beyond doubt.
    private static func steadyShares(_ means: [Double]) -> [Double?] {
        var found = [Double?](repeating: nil, count: means.count)
        for index in means.indices.dropFirst().dropLast() {
            let (before, mean, after) = (means[index - 1], means[index], means[index + 1])
            guard before == before.rounded(), after == after.rounded(), mean != mean.rounded() else {
                continue
            }
            found[index] = share(before, after, mean)
        }
        var shares = found
        var distance = [Int](repeating: .max, count: means.count)
        var last: Int?
        for index in means.indices {
            if found[index] != nil { last = index }
            if let last { (shares[index], distance[index]) = (found[last], index - last) }
        }
        last = nil
        for index in means.indices.reversed() {
            if found[index] != nil { last = index }
            if let last, last - index < distance[index] { shares[index] = found[last] }
        }
        return shares
    }

    // MARK: Beginnings and ends

    /// The part of a second in which the sensor did not speak yet, or any more.
    private struct Shortening {
        var isBeginning: Bool
        /// From 0 to below 1.
        var share: Double
    }

    /// The seconds in which data begins or ends, shortened so that all lasts as long as it was measured.
    private func shortened(to measured: Int64?, _ changes: [Int: Change]) -> [Int: Shortening] {
        guard let measured else { return [:] }
        let excess = Double(activeDuration - measured) / Double(Self.second)
        let areOrdinary = areOrdinary
        var shortened: [Int: Shortening] = [:]
        for index in means.indices where means[index] != nil && areOrdinary[index] {
            func isSilent(_ index: Int) -> Bool { means[index] == nil && areOrdinary[index] }
            // Where the change nearest by lies in its second, there the sensor speaks.
            if index == 0 || isSilent(index - 1) {
                let change = (index..<min(index + 60, means.count)).lazy.compactMap { changes[$0] }.first
                shortened[index] = Shortening(isBeginning: true, share: change?.share ?? 0.5)
            } else if index + 1 < means.count, isSilent(index + 1) {
                let change = (max(0, index - 60)...index).reversed().lazy.compactMap { changes[$0] }.first
                shortened[index] = Shortening(isBeginning: false, share: 1 - (change?.share ?? 0.5))
            }
        }
        guard excess > 0.001, !shortened.isEmpty else { return [:] }
        // A few rounds, because no second can lose more than it has.
        for _ in 0..<8 {
            let missing = excess - shortened.values.reduce(0) { $0 + $1.share }
            guard abs(missing) > 0.0005 else { break }
            for index in shortened.keys {
                let share = (shortened[index]?.share ?? 0) + missing / Double(shortened.count)
                shortened[index]?.share = min(max(0, share), 0.999)
            }
        }
        return shortened
    }

    /// How long there is a mean outside pauses, in nanoseconds.
    private var activeDuration: Int64 {
        var index = 0
        return means.indices.reduce(0) { sum, second in
            guard means[second] != nil else { return sum }
            let range = Int64(second) * Self.second..<min(Int64(second + 1) * Self.second, elapsed)
            guard !range.isEmpty else { return sum }
            while index < pauses.count, pauses[index].upperBound <= range.lowerBound { index += 1 }
            let paused = pauses[index...].prefix { $0.lowerBound < range.upperBound }
                .reduce(0) { $0 + $1.clamped(to: range).upperBound - $1.clamped(to: range).lowerBound }
            return sum + range.upperBound - range.lowerBound - paused
        }
    }
}

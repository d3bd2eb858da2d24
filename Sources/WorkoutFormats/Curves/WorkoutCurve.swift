import Foundation
import HealthModel

/// One quantity over the time of a workout, with all that a picture of it marks.
struct WorkoutCurve {
    let quantity: PublishedQuantity
    /// The mean of each second, in the unit that people read; nil in gaps and pauses.
    let means: [Double?]
    /// The length of the workout in nanoseconds, pauses included.
    let elapsed: Int64
    /// When the workout stood still, in nanoseconds from the start.
    let pauses: [Range<Int64>]
    /// The laps in nanoseconds from the start; none where no lap was marked.
    let laps: [Range<Int64>]
    /// The zones that the quantity was counted by, if it has any.
    let configuration: HKWorkoutZoneConfiguration?
    /// The lowest and the highest mean.
    let range: ClosedRange<Double>

    /// The curve of a quantity in a workout; nil where no second of it was measured.
    init?(_ workout: HKWorkout, _ quantity: PublishedQuantity) {
        let means = workout.series.secondMeans(for: quantity.type).map { $0.map(quantity.reading) }
        guard let range = Self.range(of: means[...]) else { return nil }
        self.quantity = quantity
        self.means = means
        self.range = range
        elapsed = workout.series.elapsed
        pauses = workout.series.pauses
        laps = WorkoutDocument(workout, timeZone: .gmt).laps
        configuration = workout.zoneConfigurations[quantity.type]
    }

    /// An axis on which the whole curve lies; that of power has zero watts.
    func valueAxis(tickCount: Int) -> ValueAxis {
        guard quantity == .cyclingPower else { return ValueAxis(covering: range, tickCount: tickCount) }
        return ValueAxis(
            covering: min(0, range.lowerBound)...max(0, range.upperBound), tickCount: tickCount)
    }

    /// The lowest and highest value in each of so many equal parts of the time, so that no peak is lost.
    ///
    /// A part that is shorter than a second has that of its second; one without data is nil.
    func envelope(columns: Int) -> [ClosedRange<Double>?] {
        (0..<columns).map { column in
            let first = column * means.count / columns
            let end = max(first + 1, (column + 1) * means.count / columns)
            return Self.range(of: means[first..<end])
        }
    }

    private static func range(of means: ArraySlice<Double?>) -> ClosedRange<Double>? {
        var range: ClosedRange<Double>?
        for case let mean? in means {
            guard let soFar = range else {
                range = mean...mean
                continue
            }
            if mean < soFar.lowerBound {
                range = mean...soFar.upperBound
            } else if mean > soFar.upperBound {
                range = soFar.lowerBound...mean
            }
        }
        return range
    }
}

extension WorkoutCurve {
    /// Where nothing was measured though the workout was not paused, in nanoseconds from the start.
    var gaps: [Range<Int64>] {
        let second: Int64 = 1_000_000_000
        let timeline = PauseTimeline(pauses)
        var gaps: [Range<Int64>] = []
        for (index, mean) in means.enumerated() where mean == nil {
            let span = Int64(index) * second..<min(Int64(index + 1) * second, elapsed)
            // A second that is paused for a part only belongs to the pause: of a gap in the rest nothing could be seen.
            guard timeline.duration(within: span) == 0, !span.isEmpty else { continue }
            if let last = gaps.last, last.upperBound == span.lowerBound {
                gaps[gaps.count - 1] = last.lowerBound..<span.upperBound
            } else {
                gaps.append(span)
            }
        }
        return gaps
    }
}

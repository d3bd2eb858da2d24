package import Foundation

/// The readings of a sample that stands for many, as the heart rates of a workout are one sample.
///
/// A class, so that a sample of one reading, of which there are many, pays eight bytes for not having it.
package final class QuantitySeries: Sendable {
    /// What the offsets of the readings count from.
    package let origin: Date
    /// The readings, in the canonical unit of their type.
    package let column: SampleColumn

    /// Makes the series of a column, whose offsets count from a date.
    package init(origin: Date, column: SampleColumn) {
        self.origin = origin
        self.column = column
    }

    /// When a reading was taken.
    func dateInterval(at index: Int) -> DateInterval {
        DateInterval(
            start: WorkoutTime.date(at: column.offsets[index], since: origin),
            duration: WorkoutTime.seconds(column.durations[index]))
    }
}

package import Foundation

/// The sums that a workout is told when it is made without samples.
package struct WorkoutTotals: Sendable {
    /// The active time in seconds, where it is not from start to end less the pauses.
    package var duration: TimeInterval?
    /// The energy burned.
    package var energyBurned: HKQuantity?
    /// The distance covered.
    package var distance: HKQuantity?

    /// Makes totals of what is known.
    package init(
        duration: TimeInterval? = nil, energyBurned: HKQuantity? = nil, distance: HKQuantity? = nil
    ) {
        self.duration = duration
        self.energyBurned = energyBurned
        self.distance = distance
    }

    /// Checks that the totals are of the right kind and make sense.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument`, which names the value that is not valid.
    func validate() throws(HKError) {
        if let duration, !(duration.isFinite && duration >= 0) {
            throw HKError(.errorInvalidArgument, "A workout cannot last \(duration) s.")
        }
        for (quantity, unit) in [(energyBurned, HKUnit.kilocalorie()), (distance, HKUnit.meter())] {
            guard let quantity else { continue }
            guard let value = quantity.value(in: unit), value.isFinite, value >= 0 else {
                throw HKError(
                    .errorInvalidArgument, "\(quantity) is not a total in \(unit.unitString) of a workout.")
            }
        }
    }
}

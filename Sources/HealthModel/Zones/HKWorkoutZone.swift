/// One zone of a configuration: from its minimum on, up to but not including its maximum.
///
/// A value that is exactly on a threshold belongs to the zone above it.
public struct HKWorkoutZone: Sendable {
    /// The position of the zone in its configuration, counted from 0 for the lowest.
    public let index: Int

    private let lowerEdge: HKQuantity?
    private let upperEdge: HKQuantity?

    init(index: Int, minimum: HKQuantity?, maximum: HKQuantity?) {
        self.index = index
        lowerEdge = minimum
        upperEdge = maximum
    }

    /// The lowest value in the zone, or nil for the first zone, which has no floor.
    public var minimum: HKQuantity? { lowerEdge }

    /// The value at which the next zone begins, or nil for the last zone.
    public var maximum: HKQuantity? { upperEdge }
}

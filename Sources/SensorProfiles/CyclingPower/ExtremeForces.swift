/// The largest and smallest force of the last crank revolution, in newtons.
public struct ExtremeForces: Hashable, Sendable {
    /// The largest force in newtons.
    public let maximum: Int16

    /// The smallest force in newtons.
    public let minimum: Int16

    /// Holds both forces in newtons.
    public init(maximum: Int16, minimum: Int16) {
        self.maximum = maximum
        self.minimum = minimum
    }
}

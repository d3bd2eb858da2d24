/// A sample that holds a series of readings.
public class HKSeriesSample: HKSample, @unchecked Sendable {
    // Unchecked as its superclass is.

    /// How many readings the series has.
    public var count: Int { 0 }
}

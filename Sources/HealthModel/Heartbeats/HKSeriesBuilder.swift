public import Foundation

/// Collects the readings of a series.
///
/// Unchecked because the class has subclasses; it holds nothing itself, and they keep their state under a mutex.
public class HKSeriesBuilder: NSObject, @unchecked Sendable {
    /// Drops what was collected; the builder then takes nothing more.
    public func discard() {}
}

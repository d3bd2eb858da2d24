package import Foundation

/// Which samples a query needs at most; what else it asks, it sorts out itself.
package struct SampleRequest: Sendable {
    package var type: HKSampleType
    /// Only samples within these bounds.
    package var bounds: SampleBounds
    /// Only what was stored or removed after this anchor.
    package var anchor: Int
    /// In which order the samples come; what it does not tell apart comes in the order of storing.
    package var order: [SampleOrder] = []
    /// How many samples are wanted at most, the first in the order; nil for all.
    package var limit: Int?

    package init(type: HKSampleType, bounds: SampleBounds = SampleBounds(), after anchor: Int = 0) {
        self.type = type
        self.bounds = bounds
        self.anchor = anchor
    }

    /// Asks for samples that touch a time, ends included; nil for all.
    package init(type: HKSampleType, dates: ClosedRange<Date>?, after anchor: Int = 0) {
        self.init(
            type: type, bounds: dates.map(SampleBounds.init(touching:)) ?? SampleBounds(), after: anchor)
    }
}

package import Foundation

/// Which samples a query needs at most; what else it asks, it sorts out itself.
package struct SampleRequest: Sendable {
    package var type: HKSampleType
    /// Only samples that touch this time, ends included.
    package var dates: ClosedRange<Date>?
    /// Only what was stored or removed after this anchor.
    package var anchor: Int

    package init(type: HKSampleType, dates: ClosedRange<Date>? = nil, after anchor: Int = 0) {
        self.type = type
        self.dates = dates
        self.anchor = anchor
    }
}

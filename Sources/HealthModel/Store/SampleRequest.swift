package import Foundation

/// Which samples a query needs at most; what else it asks, it sorts out itself.
package struct SampleRequest: Sendable {
  package var type: HKSampleType
  /// Only samples within these bounds.
  package var bounds: SampleBounds
  /// Only what was stored or removed after this anchor.
  package var anchor: Int

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

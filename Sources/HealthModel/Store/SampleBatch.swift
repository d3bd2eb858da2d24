package import Foundation

/// What a database found.
package struct SampleBatch: Sendable {
    /// A sample and the anchor at which it was stored.
    package struct Stored: Sendable {
        package let sample: HKSample
        package let anchor: Int

        package init(sample: HKSample, anchor: Int) {
            self.sample = sample
            self.anchor = anchor
        }
    }

    /// A sample that was removed and the anchor at which that happened.
    package struct Removed: Sendable {
        package let uuid: UUID
        package let source: String
        package let anchor: Int

        package init(uuid: UUID, source: String, anchor: Int) {
            self.uuid = uuid
            self.source = source
            self.anchor = anchor
        }
    }

    /// The samples in the order of the request, by default in ascending order of their anchors.
    package var stored: [Stored]
    /// The removals in ascending order of their anchors, of samples that were stored before the request's anchor.
    package var removed: [Removed]
    /// The anchor of the newest change in the whole database.
    package var anchor: Int

    package init(stored: [Stored], removed: [Removed], anchor: Int) {
        self.stored = stored
        self.removed = removed
        self.anchor = anchor
    }
}

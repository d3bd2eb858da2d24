package import Foundation

/// Where health data is kept: what stands behind `HKHealthStore`.
///
/// A database stores and finds; who may do what is the store's business, and what is asked of samples beyond their
/// type, time and age is the query's. All calls may be made from many tasks at once. The small things a client
/// asks for synchronously (grants, characteristics) are synchronous here too.
package protocol HealthDatabase: Sendable {
    /// What happens when a client asks for permission.
    var accessPolicy: AccessPolicy { get }

    /// Who is told of changes.
    var changes: DatabaseChanges { get }

    /// Stores valid samples, all or none, and notes their provenance.
    ///
    /// A sample with the sync identifier of a stored one of the same type and source replaces it if its sync
    /// version is higher, and is left out if not. A quantity sample may hold a series of readings (`series`), a
    /// heartbeat series holds its beats and a workout its columns; they are stored with it.
    /// - Throws: `errorInvalidArgument` if a UUID is stored already or twice among the samples.
    func insert(_ samples: [HKSample], savedBy revision: HKSourceRevision) async throws(HKError)

    /// Notes that stored samples belong to a workout; those that are not stored are passed over.
    func relate(_ samples: [UUID], toWorkout workout: UUID) async throws(HKError)

    /// Removes stored samples, all or none.
    ///
    /// - Throws: `errorInvalidArgument` if one of them is not stored.
    func remove(_ samples: [HKSample]) async throws(HKError)

    /// Finds samples, in the order in which they were stored, and what was removed.
    func samples(_ request: SampleRequest) async throws(HKError) -> SampleBatch

    /// The types of which samples are stored.
    func sampleTypes() async throws(HKError) -> Set<HKSampleType>

    /// What a client may do.
    func grants(of client: String) throws(HKError) -> AccessGrants

    /// Changes what a client may do, in one step.
    func updateGrants(of client: String, _ change: (inout AccessGrants) -> Void) throws(HKError)

    /// The clients that have asked for something or were granted something, by name.
    func clients() throws(HKError) -> [String]

    /// What is known of the person once.
    func characteristics() throws(HKError) -> PersonalCharacteristics

    /// Changes what is known of the person, in one step.
    func updateCharacteristics(_ change: (inout PersonalCharacteristics) -> Void) throws(HKError)

    /// The zone boundaries that the person has set for a type, in its canonical unit, or nil.
    func zoneBoundaries(for type: HKQuantityType) throws(HKError) -> [Double]?

    /// Sets the person's zone boundaries for a type, or takes them back with nil.
    func setZoneBoundaries(_ boundaries: [Double]?, for type: HKQuantityType) throws(HKError)
}

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

    /// The samples in ascending order of their anchors.
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

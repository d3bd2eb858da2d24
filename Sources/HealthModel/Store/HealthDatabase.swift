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

    /// Sums up the stored workouts.
    ///
    /// - Parameters:
    ///   - dates: only workouts that started in it, its end excluded, so that months side by side share none.
    ///   - withDistributions: whether the time at each value is wanted, which takes longer.
    /// - Returns: the summaries by when the workouts started; of several at one time, the one stored first leads.
    /// - Throws: `errorDatabaseInaccessible` if the database cannot be reached.
    func workoutSummaries(
        startingIn dates: DateInterval?, withDistributions: Bool
    ) async throws(HKError) -> [WorkoutSummary]

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

    /// The sensors that the person has paired, in the order of their addresses.
    func pairedSensors() async throws(HKError) -> [PairedSensor]

    /// Puts other sensors in the place of all that the person has paired.
    ///
    /// - Throws: `errorInvalidArgument` if an address is twice among them; nothing is changed then.
    func setPairedSensors(_ sensors: [PairedSensor]) async throws(HKError)
}

package import Foundation
import Synchronization

/// A health database that lasts as long as the process: for tests, and for workouts that are kept elsewhere.
package final class InMemoryHealthDatabase: HealthDatabase {
    package let accessPolicy: AccessPolicy
    package let changes = DatabaseChanges()
    private let state = Mutex(State())

    /// Makes an empty database.
    ///
    /// By default it grants what a client asks for: the data is the process's own, and goes when it goes.
    package init(accessPolicy: AccessPolicy = .grantOnRequest) {
        self.accessPolicy = accessPolicy
    }

    private struct State {
        struct Removal {
            let type: HKSampleType
            let storedAt: Int
            let removed: SampleBatch.Removed
        }

        struct SyncKey: Hashable {
            let type: HKSampleType
            let source: String
            let identifier: String
        }

        var anchor = 0
        /// By type, then by the anchor at which each was stored.
        var samples: [HKSampleType: [Int: HKSample]] = [:]
        /// Where each sample is in `samples`.
        var places: [UUID: (type: HKSampleType, anchor: Int)] = [:]
        var synced: [SyncKey: (sample: HKSample, version: Double)] = [:]
        var removals: [Removal] = []
        var grants: [String: AccessGrants] = [:]
        var characteristics = PersonalCharacteristics()
        var zoneBoundaries: [HKQuantityType: [Double]] = [:]
        var pairedSensors: [PairedSensor] = []

        mutating func insert(_ sample: HKSample) {
            anchor += 1
            samples[sample.sampleType, default: [:]][anchor] = sample
            places[sample.uuid] = (sample.sampleType, anchor)
        }

        mutating func remove(_ sample: HKSample, savedBy source: String) {
            guard let storedAt = places.removeValue(forKey: sample.uuid)?.anchor else { return }
            anchor += 1
            samples[sample.sampleType]?[storedAt] = nil
            removals.append(
                Removal(
                    type: sample.sampleType, storedAt: storedAt,
                    removed: SampleBatch.Removed(uuid: sample.uuid, source: source, anchor: anchor)))
            if let sync = try? SyncVersion(sample.metadata) {
                synced[SyncKey(type: sample.sampleType, source: source, identifier: sync.identifier)] = nil
            }
        }
    }

    package func insert(_ samples: [HKSample], savedBy revision: HKSourceRevision) throws(HKError) {
        let versions = try samples.map { sample throws(HKError) in try SyncVersion(sample.metadata) }
        let changed: Set<HKSampleType> = try state.withLock { state throws(HKError) in
            var uuids: Set<UUID> = []
            for sample in samples
            where state.places[sample.uuid] != nil || !uuids.insert(sample.uuid).inserted {
                throw HKError(
                    .errorInvalidArgument, "The \(sample.sampleType) \(sample.uuid) is saved already.")
            }
            var inserted: [HKSample] = []
            for (sample, version) in zip(samples, versions) {
                if let version {
                    let key = State.SyncKey(
                        type: sample.sampleType, source: revision.source.bundleIdentifier,
                        identifier: version.identifier)
                    if let stored = state.synced[key] {
                        if stored.version >= version.version { continue }
                        state.remove(stored.sample, savedBy: key.source)
                    }
                    state.synced[key] = (sample, version.version)
                }
                state.insert(sample)
                inserted.append(sample)
            }
            HKObject.setProvenance(of: inserted, revision: revision)
            return Set(inserted.map(\.sampleType))
        }
        changes.publish(changed)
    }

    package func relate(_ samples: [UUID], toWorkout workout: UUID) {
        state.withLock { state in
            let stored = samples.compactMap { uuid in
                state.places[uuid].flatMap { state.samples[$0.type]?[$0.anchor] }
            }
            HKObject.add(stored, toWorkout: workout)
        }
    }

    package func remove(_ samples: [HKSample]) throws(HKError) {
        try state.withLock { state throws(HKError) in
            for sample in samples where state.places[sample.uuid] == nil {
                throw HKError(.errorInvalidArgument, "The \(sample.sampleType) \(sample.uuid) is not saved.")
            }
            for sample in samples {
                state.remove(sample, savedBy: sample.sourceRevision.source.bundleIdentifier)
            }
        }
        changes.publish(Set(samples.map(\.sampleType)))
    }

    package func samples(_ request: SampleRequest) -> SampleBatch {
        state.withLock { state in
            let stored = (state.samples[request.type] ?? [:])
                .filter { anchor, sample in
                    anchor > request.anchor
                        && (request.dates.map {
                            sample.startDate <= $0.upperBound && sample.endDate >= $0.lowerBound
                        } ?? true)
                }
                .sorted { $0.key < $1.key }
                .map { SampleBatch.Stored(sample: $0.value, anchor: $0.key) }
            let removed = state.removals
                .filter {
                    $0.type == request.type && $0.removed.anchor > request.anchor
                        && $0.storedAt <= request.anchor
                }
                .map(\.removed)
            return SampleBatch(stored: stored, removed: removed, anchor: state.anchor)
        }
    }

    package func sampleTypes() -> Set<HKSampleType> {
        state.withLock { state in Set(state.samples.filter { !$0.value.isEmpty }.keys) }
    }

    package func workoutSummaries(
        startingIn dates: DateInterval?, withDistributions: Bool
    ) -> [WorkoutSummary] {
        let workouts = samples(SampleRequest(type: .workoutType())).stored.compactMap {
            $0.sample as? HKWorkout
        }
        return
            workouts
            .filter { workout in
                dates.map { $0.start <= workout.startDate && workout.startDate < $0.end } ?? true
            }
            .sorted { $0.startDate < $1.startDate }
            .map { WorkoutSummary($0, withDistributions: withDistributions) }
    }

    package func grants(of client: String) -> AccessGrants {
        state.withLock { $0.grants[client] ?? AccessGrants() }
    }

    package func updateGrants(of client: String, _ change: (inout AccessGrants) -> Void) {
        state.withLock { change(&$0.grants[client, default: AccessGrants()]) }
    }

    package func clients() -> [String] {
        state.withLock { state in
            state.grants.filter { $0.value != AccessGrants() }.keys.sorted()
        }
    }

    package func characteristics() -> PersonalCharacteristics {
        state.withLock { $0.characteristics }
    }

    package func updateCharacteristics(_ change: (inout PersonalCharacteristics) -> Void) {
        state.withLock { change(&$0.characteristics) }
    }

    package func zoneBoundaries(for type: HKQuantityType) -> [Double]? {
        state.withLock { $0.zoneBoundaries[type] }
    }

    package func setZoneBoundaries(_ boundaries: [Double]?, for type: HKQuantityType) {
        state.withLock { $0.zoneBoundaries[type] = boundaries }
    }

    package func pairedSensors() -> [PairedSensor] {
        state.withLock { $0.pairedSensors }
    }

    package func setPairedSensors(_ sensors: [PairedSensor]) throws(HKError) {
        let sorted = sensors.sorted { $0.sensor.address < $1.sensor.address }
        for (one, next) in zip(sorted, sorted.dropFirst()) where one.sensor.address == next.sensor.address {
            throw HKError(.errorInvalidArgument, "The sensor \(one.sensor.address) is there twice.")
        }
        state.withLock { $0.pairedSensors = sorted }
    }
}

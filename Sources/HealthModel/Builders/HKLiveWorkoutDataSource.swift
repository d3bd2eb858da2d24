public import Foundation

/// Which types of samples a live builder collects by itself.
///
/// Unchecked because the class can be subclassed: all that changes is under a mutex.
open class HKLiveWorkoutDataSource: NSObject, @unchecked Sendable {
    /// A predicate that cannot change once it is made, and so can be evaluated on any thread.
    private struct Filter: @unchecked Sendable {
        let predicate: NSPredicate?
    }

    private let filters: ObservedMutex<[HKQuantityType: Filter]>

    /// Makes a source of the types that a workout of a configuration usually measures.
    public init(healthStore: HKHealthStore, workoutConfiguration configuration: HKWorkoutConfiguration?) {
        var filters: [HKQuantityType: Filter] = [:]
        for type in Self.usualTypes(of: configuration?.activityType) {
            filters[HKQuantityType(type)] = Filter(predicate: nil)
        }
        self.filters = ObservedMutex(filters)
    }

    private static func usualTypes(of activityType: HKWorkoutActivityType?) -> [HKQuantityTypeIdentifier] {
        let always: [HKQuantityTypeIdentifier] = [.heartRate, .activeEnergyBurned]
        return switch activityType {
        case .cycling, .swimBikeRun:
            always + [
                .cyclingPower, .cyclingCadence, .cyclingSpeed, .distanceCycling, .pedalPowerBalance,
            ]
        case .running: always + [.runningPower, .runningSpeed, .distanceWalkingRunning, .stepCount]
        case .walking, .hiking: always + [.distanceWalkingRunning, .stepCount]
        case .rowing: always + [.distanceRowing, .rowingSpeed]
        case .swimming: always + [.distanceSwimming, .swimmingStrokeCount]
        default: always
        }
    }

    /// The types that are collected.
    public var typesToCollect: Set<HKQuantityType> { filters.withLock { Set($0.keys) } }

    /// Collects a type, all of it or what a predicate picks; the predicate replaces an earlier one.
    open func enableCollection(for quantityType: HKQuantityType, predicate: NSPredicate?) {
        let filter = Filter(predicate: predicate)
        filters.withLock { $0[quantityType] = filter }
    }

    /// Collects a type no more.
    open func disableCollection(for quantityType: HKQuantityType) {
        filters.withLock { $0[quantityType] = nil }
    }

    /// Whether a reading of a type is collected; the sample is only made if a predicate asks for it.
    final func collects(_ type: HKQuantityType, sample: () -> HKQuantitySample) -> Bool {
        guard let filter = filters.withLock({ $0[type] }) else { return false }
        return filter.predicate?.evaluate(with: sample()) ?? true
    }
}

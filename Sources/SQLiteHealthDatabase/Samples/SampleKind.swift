import HealthModel

/// Which of the tables holds the rest of a sample.
enum SampleKind: String {
    case quantity
    case category
    case heartbeats
    case workout

    /// The kind of a sample, or nil for one of no kind that is stored.
    init?(_ sample: HKSample) {
        switch sample {
        case is HKQuantitySample: self = .quantity
        case is HKCategorySample: self = .category
        case is HKHeartbeatSeriesSample: self = .heartbeats
        case is HKWorkout: self = .workout
        default: return nil
        }
    }

    /// The type of this kind that has an identifier.
    func type(_ identifier: String) -> HKSampleType {
        switch self {
        case .quantity: HKQuantityType(HKQuantityTypeIdentifier(rawValue: identifier))
        case .category: HKCategoryType(HKCategoryTypeIdentifier(rawValue: identifier))
        case .heartbeats: HKSeriesType.heartbeat()
        case .workout: HKObjectType.workoutType()
        }
    }
}

extension HKObjectType {
    /// Every type that this library knows, in order of the identifiers; a client may be granted each of them.
    package static let all: [HKObjectType] = {
        let quantities: [HKObjectType] = QuantityTypeProperties.identifiers.map { HKQuantityType($0) }
        let categories: [HKObjectType] = CategoryRule.identifiers.map { HKCategoryType($0) }
        let characteristics: [HKObjectType] = HKCharacteristicTypeIdentifier.all.map {
            HKCharacteristicType($0)
        }
        let others = [HKSeriesType.heartbeat(), HKSeriesType.workoutRoute(), workoutType()]
        return (quantities + categories + characteristics + others).sorted { $0.identifier < $1.identifier }
    }()
}

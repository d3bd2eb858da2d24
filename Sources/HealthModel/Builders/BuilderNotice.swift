/// What a live builder tells its delegate.
enum BuilderNotice: Sendable {
    case collected(Set<HKSampleType>)
    case event
    case began(HKWorkoutActivity)
    case ended(HKWorkoutActivity)
    case zone(HKLiveWorkoutZoneUpdate)

    /// Tells it.
    func deliver(from builder: HKLiveWorkoutBuilder, to delegate: any HKLiveWorkoutBuilderDelegate) {
        switch self {
        case .collected(let types): delegate.workoutBuilder(builder, didCollectDataOf: types)
        case .event: delegate.workoutBuilderDidCollectEvent(builder)
        case .began(let activity): delegate.workoutBuilder(builder, didBegin: activity)
        case .ended(let activity): delegate.workoutBuilder(builder, didEnd: activity)
        case .zone(let update): delegate.workoutBuilder(builder, didUpdateWorkoutZone: update)
        }
    }
}

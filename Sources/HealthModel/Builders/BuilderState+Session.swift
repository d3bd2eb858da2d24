/// What a session passes on to its builder. Before collection begins it is kept; after the end it does not matter.
extension BuilderState {
    /// Takes a pause or a resume.
    mutating func takeFromSession(_ event: HKWorkoutEvent) throws(HKError) {
        guard shouldCollectWorkoutEvents else { return }
        switch ledger.phase {
        case .created: deferredEvents.append(event)
        case .collecting:
            try ledger.add([event])
            noteZoneUpdates()
            note(.event)
        case .ended, .finished, .discarded: break
        }
    }

    /// Takes an activity.
    mutating func takeFromSession(_ activity: HKWorkoutActivity) throws(HKError) {
        switch ledger.phase {
        case .created: deferredActivities.append(activity)
        case .collecting: try begin(activity)
        case .ended, .finished, .discarded: break
        }
    }

    /// Takes the end of an activity that was taken before.
    mutating func endFromSession(_ activity: HKWorkoutActivity) throws(HKError) {
        switch ledger.phase {
        case .created:
            if let index = deferredActivities.firstIndex(where: { $0.uuid == activity.uuid }) {
                deferredActivities[index] = activity
            }
        case .collecting:
            if let date = activity.endDate { try end(activity.uuid, at: date) }
        case .ended, .finished, .discarded: break
        }
    }
}

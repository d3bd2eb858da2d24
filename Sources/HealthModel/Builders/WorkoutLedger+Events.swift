import Foundation

extension WorkoutLedger {
    /// Adds events, all or none; pauses and resumes change what is counted.
    mutating func add(_ added: [HKWorkoutEvent]) throws(HKError) {
        try require(.collecting, .ended, to: "take events")
        var latest = now
        for event in added {
            try event.validate()
            latest = max(latest, try offset(of: event.dateInterval.start, what: "The event \(event.type)"))
            _ = try offset(of: event.dateInterval.end, what: "The end of the event \(event.type)")
        }
        var merged = events
        for event in added {
            let place = merged.lastIndex { $0.dateInterval.start <= event.dateInterval.start }
            merged.insert(event, at: place.map { $0 + 1 } ?? 0)
        }
        for (pause, resume) in PauseTimeline.pairs {
            if let first = merged.first(where: { $0.type == pause || $0.type == resume }),
                first.type == resume
            {
                throw HKError(
                    .errorInvalidArgument,
                    "The \(resume) at \(first.dateInterval.start.text) has no \(pause) before it.")
            }
        }
        advance(to: latest)
        events = merged
        updatePauses()
        announceZones()
    }

    // MARK: Activities

    /// Adds an activity.
    mutating func add(_ activity: HKWorkoutActivity) throws(HKError) {
        try require(.collecting, .ended, to: "take activities")
        try activity.validate()
        guard !activities.contains(where: { $0.uuid == activity.uuid }) else {
            throw HKError(.errorInvalidArgument, "The activity \(activity.uuid) is added already.")
        }
        let start = try offset(of: activity.startDate, what: "The activity")
        var end: Int64?
        if let date = activity.endDate { end = try offset(of: date, what: "The activity's end") }
        if end == nil, let endDate { end = try offset(of: endDate, what: "The activity's end") }
        let place = activities.lastIndex { $0.start <= start }
        activities.insert(
            ActivityRecord(activity, start: start, end: end), at: place.map { $0 + 1 } ?? 0)
        advance(to: max(start, end ?? start))
    }

    private func activityIndex(_ uuid: UUID) throws(HKError) -> Int {
        guard let index = activities.firstIndex(where: { $0.uuid == uuid }) else {
            throw HKError(.errorInvalidArgument, "The workout has no activity \(uuid).")
        }
        return index
    }

    /// Sets the end of an activity.
    mutating func setEnd(_ date: Date, ofActivity uuid: UUID) throws(HKError) {
        try require(.collecting, .ended, to: "change activities")
        let index = try activityIndex(uuid)
        let end = try offset(of: date, what: "The activity's end")
        guard end >= activities[index].start else {
            throw HKError(
                .errorInvalidArgument,
                "The activity ends \(date.text), before it starts \(activities[index].startDate.text).")
        }
        activities[index].setEnd(date, at: end)
        advance(to: end)
    }

    /// Adds metadata to an activity.
    mutating func addMetadata(_ added: WorkoutMetadata, toActivity uuid: UUID) throws(HKError) {
        try require(.collecting, .ended, to: "change activities")
        try MetadataRule.check(added.values)
        activities[try activityIndex(uuid)].metadata.merge(added.values)
    }

    /// The activities with what was measured in each until now.
    var measuredActivities: [HKWorkoutActivity] {
        let series = collectedSeries
        return activities.map { measured($0, of: series) }
    }

    /// The activity that goes on, or nil between activities.
    var currentActivity: HKWorkoutActivity? {
        activities.last { $0.end == nil }.map { measured($0, of: collectedSeries) }
    }

    private func measured(_ record: ActivityRecord, of series: WorkoutSeries) -> HKWorkoutActivity {
        let end = max(record.start, record.end ?? now)
        let endDate = record.endDate ?? date(at: end)
        return HKWorkoutActivity(
            uuid: record.uuid, workoutConfiguration: record.configuration, start: record.startDate,
            end: record.endDate, metadata: record.metadata.valuesIfAny,
            events: events.filter {
                $0.dateInterval.start <= endDate && $0.dateInterval.end >= record.startDate
            },
            measured: MeasuredPart(
                of: series, within: record.start..<end, zoneConfigurations: zoneConfigurations))
    }

    // MARK: The finished workout

    /// The workout as it is now, with at least one activity; nil if it never began.
    func workout(
        configuration: HKWorkoutConfiguration, device: HKDevice?, uuid: UUID
    ) -> HKWorkout? {
        guard let startDate else { return nil }
        let end = endDate ?? date(at: now)
        let series = collectedSeries
        var activities = measuredActivities
        if activities.isEmpty {
            activities = [
                HKWorkoutActivity(
                    uuid: uuid, workoutConfiguration: configuration, start: startDate, end: end,
                    metadata: nil, events: events,
                    measured: MeasuredPart(of: series, zoneConfigurations: zoneConfigurations))
            ]
        }
        return HKWorkout(
            uuid: uuid, configuration: configuration, start: startDate, end: end, device: device,
            metadata: metadata.valuesIfAny, events: events, activities: activities, series: series,
            zoneConfigurations: zoneConfigurations, sensors: sensors)
    }
}

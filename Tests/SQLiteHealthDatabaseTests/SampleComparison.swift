import Foundation
import HealthModel
import Testing

/// Expects two samples to be the same in every part, not by their identifier alone.
///
/// `exceptOrigin` leaves out what each gets when it is made and saved: identifiers, the source and the workouts.
func expectSame(
    _ found: HKSample, _ wanted: HKSample, exceptOrigin: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    func expect(_ isSame: Bool, _ part: String) {
        #expect(isSame, "the \(part) of \(wanted.sampleType) differs", sourceLocation: sourceLocation)
    }
    expect(exceptOrigin || found.uuid == wanted.uuid, "identifier")
    expect(found.sampleType == wanted.sampleType, "type")
    expect(type(of: found.sampleType) == type(of: wanted.sampleType), "type's class")
    expect(found.startDate == wanted.startDate, "start")
    expect(found.endDate == wanted.endDate, "end")
    expect(found.device == wanted.device, "device")
    expect(exceptOrigin || found.sourceRevision == wanted.sourceRevision, "source revision")
    expect(exceptOrigin || found.workouts == wanted.workouts, "workouts")
    expect(exceptOrigin || found.isSaved == wanted.isSaved, "state")
    expect(MetadataRule.isEqual(found.metadata, wanted.metadata), "metadata")
    switch wanted {
    case let wanted as HKQuantitySample:
        let found = try #require(found as? HKQuantitySample, sourceLocation: sourceLocation)
        expect(found.quantity == wanted.quantity, "quantity")
        expect(found.quantity.description == wanted.quantity.description, "unit")
        expect(found.series?.origin == wanted.series?.origin, "origin")
        expect(found.series?.column == wanted.series?.column, "series")
    case let wanted as HKCategorySample:
        expect(try #require(found as? HKCategorySample).value == wanted.value, "value")
    case let wanted as HKHeartbeatSeriesSample:
        expect(try #require(found as? HKHeartbeatSeriesSample).heartbeats == wanted.heartbeats, "beats")
    case let wanted as HKWorkout:
        try expectSame(try #require(found as? HKWorkout), wanted, exceptOrigin, expect)
    default:
        Issue.record("\(wanted) is of no kind that is compared", sourceLocation: sourceLocation)
    }
}

/// Expects two summaries to be the same in every part.
func expectSame(
    _ found: WorkoutSummary, _ wanted: WorkoutSummary, sourceLocation: SourceLocation = #_sourceLocation
) {
    func expect(_ isSame: Bool, _ part: String) {
        #expect(isSame, "the \(part) of the summary differs", sourceLocation: sourceLocation)
    }
    expect(found.uuid == wanted.uuid, "identifier")
    expect(found.activityType == wanted.activityType, "activity")
    expect(found.isIndoor == wanted.isIndoor && found.isSimulated == wanted.isSimulated, "place")
    expect(found.start == wanted.start && found.end == wanted.end, "dates")
    expect(found.timeZone?.identifier == wanted.timeZone?.identifier, "time zone")
    expect(found.elapsed == wanted.elapsed && found.paused == wanted.paused, "durations")
    expect(found.measures == wanted.measures, "measures")
    expect(found.normalizedPower == wanted.normalizedPower, "normalized power")
    expect(found.functionalThresholdPower == wanted.functionalThresholdPower, "threshold power")
    expect(found.distributions == wanted.distributions, "distributions")
    expect(found.zoneConfigurations.count == wanted.zoneConfigurations.count, "zone configurations")
    for (type, configuration) in wanted.zoneConfigurations {
        let other = found.zoneConfigurations[type]
        expect(other.map { $0 == configuration } ?? false, "zones")
        expect(
            other?.zones.map(\.maximum?.description) == configuration.zones.map(\.maximum?.description),
            "unit of the zones")
    }
}

private func expectSame(
    _ found: HKWorkout, _ wanted: HKWorkout, _ exceptOrigin: Bool, _ expect: (Bool, String) -> Void
) throws {
    expect(found.workoutConfiguration == wanted.workoutConfiguration, "configuration")
    expect(found.series == wanted.series, "series")
    expect(found.sensors == wanted.sensors, "sensors")
    expect(found.workoutEvents == wanted.workoutEvents, "events")
    expect(found.duration == wanted.duration, "duration")
    expect(found.pausedDuration == wanted.pausedDuration, "paused time")
    expect(found.totals.energyBurned == wanted.totals.energyBurned, "energy")
    expect(found.totals.distance == wanted.totals.distance, "distance")
    expect(
        found.allStatistics.mapValues { $0.averageQuantity() }
            == wanted.allStatistics.mapValues { $0.averageQuantity() }, "statistics")
    expect(found.zoneConfigurations.count == wanted.zoneConfigurations.count, "zone configurations")
    for (type, configuration) in wanted.zoneConfigurations {
        let other = try #require(found.zoneConfigurations[type])
        expect(other == configuration, "zones")
        expect(
            other.zones.map(\.maximum?.description) == configuration.zones.map(\.maximum?.description),
            "unit of the zones")
    }
    expectSame(found.zoneGroupsByType, wanted.zoneGroupsByType, expect)
    expect(found.workoutActivities.count == wanted.workoutActivities.count, "activities")
    for (found, wanted) in zip(found.workoutActivities, wanted.workoutActivities) {
        expect(exceptOrigin || found.uuid == wanted.uuid, "activity's identifier")
        expect(found.workoutConfiguration == wanted.workoutConfiguration, "activity's configuration")
        expect(found.startDate == wanted.startDate && found.endDate == wanted.endDate, "activity's dates")
        expect(MetadataRule.isEqual(found.metadata, wanted.metadata), "activity's metadata")
        expect(found.workoutEvents == wanted.workoutEvents, "activity's events")
        expect(found.duration == wanted.duration, "activity's duration")
        expect(found.pausedDuration == wanted.pausedDuration, "activity's paused time")
        expect(
            found.noDataDuration(for: heartRateType) == wanted.noDataDuration(for: heartRateType),
            "activity's time without data")
        expectSame(found.zoneGroupsByType, wanted.zoneGroupsByType, expect)
    }
}

private func expectSame(
    _ found: [HKQuantityType: HKWorkoutZoneGroup]?, _ wanted: [HKQuantityType: HKWorkoutZoneGroup]?,
    _ expect: (Bool, String) -> Void
) {
    expect(found?.count == wanted?.count, "number of zone groups")
    for (type, group) in wanted ?? [:] {
        expect(
            found?[type]?.zoneDurations.map(\.nanoseconds) == group.zoneDurations.map(\.nanoseconds),
            "time in zones")
        expect(found?[type]?.noDataDuration == group.noDataDuration, "time without data")
    }
}

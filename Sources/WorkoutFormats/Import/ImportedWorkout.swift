package import Foundation
package import HealthModel

/// What a file of another program, or of ours, tells of one workout, whatever its format.
///
/// Times are nanoseconds from the start. Only what the file says is here; ``workout(profile:)`` adds what is known of the
/// person and counts the zones.
package struct ImportedWorkout: Sendable {
    /// How long an imported workout may be, in nanoseconds: four days, longer than any ride without an end to it.
    ///
    /// A file that tells of more is damaged or holds several workouts, and is refused rather than worked out for hours.
    package static let longest: Int64 = 4 * 86_400 * 1_000_000_000

    /// A part of a workout in which one thing is done.
    package struct Activity: Sendable {
        /// What is done.
        package var type: HKWorkoutActivityType
        /// When, in nanoseconds from the workout's start.
        package var interval: Range<Int64>

        /// Makes a part of an interval in nanoseconds.
        package init(_ type: HKWorkoutActivityType, _ interval: Range<Int64>) {
            self.type = type
            self.interval = interval
        }
    }

    /// The identity that the file gives the workout.
    package var identifier: UUID?
    /// What was done.
    package var activityType: HKWorkoutActivityType = .other
    /// Whether it took place indoors.
    package var isIndoor: Bool?
    /// The zone that the rider's clock ran in.
    package var timeZone: TimeZone?
    /// All that was measured, and the pauses.
    package var series: WorkoutSeries
    /// When laps ended, in nanoseconds; the last one ends with the workout and is not among them.
    package var laps: [Int64] = []
    /// The activities of a workout that has several.
    package var activities: [Activity] = []
    /// All that happened, in order of time; nil where pauses and laps are all that the file tells.
    package var events: [HKWorkoutEvent]?
    /// The zones that the file was counted by; they stay with the workout.
    package var zoneConfigurations: [HKQuantityType: HKWorkoutZoneConfiguration] = [:]
    /// The threshold in watts that the file's load was worked out by.
    package var functionalThresholdPower: Double?
    /// Whether a simulator took the place of the sensors.
    package var isSimulated = false
    /// The name of the person.
    package var rider: String?
    /// The sensors that took part.
    package var sensors: [WorkoutSensor] = []
    /// What is wrong with the file, where, and what was read all the same; nil if nothing is.
    package var damage: String?
    /// The format and who wrote the file, such as `TCX, Garmin Edge 530`.
    package var source: String

    /// When the workout began.
    package var start: Date { series.start }

    /// Makes a workout of what was measured; the rest is set as far as it is known.
    package init(series: WorkoutSeries, source: String) {
        self.series = series
        self.source = source
    }

    // MARK: The workout

    /// The workout with its zones, as a live one would have them.
    ///
    /// It is counted by the zones that the file was counted by, where it has any, and else by those of the profile: what
    /// the person has set, what follows from age, resting heart rate and threshold power, or for heart rate the
    /// thresholds that a program sets. A file without an identity gets one that follows from its readings, so that the
    /// same ride is the same workout again.
    ///
    /// - Parameter profile: what was known of the person when the workout began.
    /// - Returns: the workout, which no database holds yet.
    /// - Throws: `HKError` with `errorInvalidArgument` for what no workout can be.
    package func workout(profile: PersonalProfile) throws(HKError) -> HKWorkout {
        let zones = try profile.workoutZoneConfigurations(at: start)
            .merging(zoneConfigurations) { _, frozen in frozen }
        let uuid = identifier ?? contentIdentifier
        let configuration = configuration(activityType)
        let happenings = events ?? eventsOfPausesAndLaps
        let end = WorkoutTime.date(at: series.elapsed, since: start)
        let parts = activities.isEmpty ? [Activity(activityType, series.interval)] : activities
        var made: [HKWorkoutActivity] = []
        for (index, part) in parts.enumerated() {
            var content = ContentUUID()
            content.add(uuid.uuidString.utf8)
            content.add(UInt64(index))
            let span = DateInterval(
                start: WorkoutTime.date(at: part.interval.lowerBound, since: start),
                end: WorkoutTime.date(at: part.interval.upperBound, since: start))
            made.append(
                HKWorkoutActivity(
                    uuid: content.uuid, workoutConfiguration: self.configuration(part.type),
                    start: span.start,
                    end: span.end, metadata: nil,
                    events: happenings.filter { span.contains($0.dateInterval.start) },
                    measured: MeasuredPart(of: series, within: part.interval, zoneConfigurations: zones)))
        }
        let workout = HKWorkout(
            uuid: uuid, configuration: configuration, start: start, end: end, device: nil,
            metadata: metadata(profile), events: happenings, activities: made, series: series,
            zoneConfigurations: zones, sensors: sensors)
        try workout.validate()
        return workout
    }

    private func configuration(_ type: HKWorkoutActivityType) -> HKWorkoutConfiguration {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = type
        configuration.locationType = isIndoor.map { $0 ? .indoor : .outdoor } ?? .unknown
        return configuration
    }

    private func metadata(_ profile: PersonalProfile) -> [String: Any] {
        var metadata: [String: Any] = [HKMetadataKeyPulsewattImportSource: source]
        if let isIndoor { metadata[HKMetadataKeyIndoorWorkout] = isIndoor }
        if let timeZone { metadata[HKMetadataKeyTimeZone] = timeZone.identifier }
        if isSimulated { metadata[HKMetadataKeyPulsewattSimulated] = true }
        if let threshold = functionalThresholdPower ?? profile.functionalThresholdPower {
            metadata[HKMetadataKeyPulsewattFunctionalThresholdPower] = HKQuantity(
                unit: .watt(), doubleValue: threshold)
        }
        return metadata
    }

    /// A pause that lasts to the end of the workout is not resumed, as in a live one.
    private var eventsOfPausesAndLaps: [HKWorkoutEvent] {
        var found: [(offset: Int64, type: HKWorkoutEventType)] = laps.map { ($0, .lap) }
        for pause in series.pauses {
            found.append((pause.lowerBound, .pause))
            if pause.upperBound < series.elapsed { found.append((pause.upperBound, .resume)) }
        }
        return found.sorted { $0.offset < $1.offset }.map { offset, type in
            let moment = DateInterval(start: WorkoutTime.date(at: offset, since: start), duration: 0)
            return HKWorkoutEvent(type: type, dateInterval: moment, metadata: nil)
        }
    }

    /// An identity that follows from the start and all readings.
    private var contentIdentifier: UUID {
        var content = ContentUUID()
        // To the millisecond, which every format has.
        content.add((start.timeIntervalSince1970 * 1000).rounded().bitPattern)
        content.add(UInt64(bitPattern: series.elapsed))
        for (type, column) in series.columns.sorted(by: { $0.key.identifier < $1.key.identifier }) {
            content.add(type.identifier.utf8)
            for (offset, value) in zip(column.offsets, column.values) {
                content.add(UInt64(bitPattern: offset))
                content.add(value.bitPattern)
            }
        }
        for offset in series.heartbeats.offsets { content.add(UInt64(bitPattern: offset)) }
        return content.uuid
    }
}

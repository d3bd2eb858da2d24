package import Foundation
package import HealthModel

/// A finished workout as Pulsewatt's own JSON, the document that docs/workout.schema.json describes.
///
/// A pure function of its parts: the same workout gives the same bytes. What is missing is `null`; a quantity that
/// no sensor provided has no entry. Times are seconds from the start with at most three decimals, rounded so that
/// `active_s` and `paused_s` add up to `elapsed_s`, and zone durations and `no_data_s` to `active_s`, in the whole
/// workout and in each activity and lap. Dates lie on the same grid: `end` is `start` plus `elapsed_s`.
///
/// Measured values have at most one decimal, speed three. In the long arrays of `series` a whole one is written
/// without its point, as an integer.
package struct WorkoutDocument {
    /// The version of the shape; it rises when a name changes its meaning, not when one is added.
    static let version: Int64 = 1

    let workout: HKWorkout
    let rider: String?
    let timeZone: TimeZone
    let isSimulated: Bool
    let functionalThresholdPower: Double?

    /// Takes the parts of a document.
    ///
    /// - Parameters:
    ///   - workout: the finished workout, with its series and sensors.
    ///   - rider: the name of the person, if one is known.
    ///   - timeZone: the zone in whose local time dates are written.
    ///   - isSimulated: whether a simulator took the place of the sensors.
    ///   - functionalThresholdPower: the rider's threshold in watts; without it there is no intensity factor
    ///     and no training stress score.
    package init(
        _ workout: HKWorkout, rider: String? = nil, timeZone: TimeZone, isSimulated: Bool = false,
        functionalThresholdPower: Double? = nil
    ) {
        self.workout = workout
        self.rider = rider
        self.timeZone = timeZone
        self.isSimulated = isSimulated
        self.functionalThresholdPower = functionalThresholdPower
    }

    /// The document as UTF-8 text that ends with a line feed.
    package var bytes: [UInt8] { value.bytes(.document) + [UInt8(ascii: "\n")] }

    /// The document as text that ends with a line feed.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The document before it is laid out as text.
    package var value: JSONValue {
        let whole = DocumentPart(workout)
        return [
            "format": "pulsewatt.workout",
            "version": .integer(Self.version),
            "id": .string(workout.uuid.uuidString.lowercased()),
            "rider": JSONValue(rider),
            "activity_type": .string(Self.name(workout.workoutActivityType)),
            "indoor": JSONValue(workout.isIndoor),
            "simulated": .bool(isSimulated),
            "start": .string(date(atMilliseconds: 0)),
            "end": .string(date(atMilliseconds: whole.elapsedMilliseconds)),
            "time_zone": .string(timeZone.identifier),
            "duration": whole.duration,
            "sensors": .array(workout.sensors.map(Self.sensor)),
            "events": events,
            "statistics": statistics(of: whole),
            "zone_groups": whole.zoneGroupsValue,
            "activities": .array(workout.workoutActivities.map(activity)),
            "laps": .array(laps.map(lap)),
            "series": series,
            "rr_intervals": intervals,
        ]
    }

    // MARK: Parts

    private func activity(_ activity: HKWorkoutActivity) -> JSONValue {
        let part = DocumentPart(activity, since: workout.series.start)
        return [
            "activity_type": .string(Self.name(activity.workoutConfiguration.activityType)),
            "start": .string(date(atMilliseconds: part.startMilliseconds)),
            "end": .string(date(atMilliseconds: part.startMilliseconds + part.elapsedMilliseconds)),
            "duration": part.duration,
            "statistics": statistics(of: part),
            "zone_groups": part.zoneGroupsValue,
        ]
    }

    private func lap(_ interval: Range<Int64>) -> JSONValue {
        let part = DocumentPart(
            MeasuredPart(
                of: workout.series, within: interval, zoneConfigurations: workout.zoneConfigurations),
            interval: interval)
        return [
            "start_s": .seconds(milliseconds: part.startMilliseconds),
            "end_s": .seconds(milliseconds: part.startMilliseconds + part.elapsedMilliseconds),
            "duration": part.duration,
            "statistics": statistics(of: part),
            "zone_groups": part.zoneGroupsValue,
        ]
    }

    private static func sensor(_ sensor: WorkoutSensor) -> JSONValue {
        let provided = PublishedQuantity.allCases.filter { sensor.provides.contains($0.type) }
        return [
            "address": .string(sensor.address),
            "name": JSONValue(sensor.name),
            "manufacturer": JSONValue(sensor.manufacturer),
            "model": JSONValue(sensor.model),
            "serial": JSONValue(sensor.serial),
            "firmware": JSONValue(sensor.firmware),
            "body_location": JSONValue(sensor.bodyLocation),
            "battery_percent": JSONValue(sensor.batteryPercent),
            "provides": .array(provided.map { .string($0.rawValue) }),
        ]
    }

    /// The date at a time of the workout, on the grid that starts with the start to the millisecond.
    private func date(atMilliseconds milliseconds: Int64) -> String {
        let start = (workout.series.start.timeIntervalSince1970 * 1000).rounded()
        return RFC3339.text(milliseconds: Int64(start) + milliseconds, in: timeZone)
    }

    /// The name of an activity in the document's spelling, such as `functional_strength_training`.
    package static func name(_ type: HKWorkoutActivityType) -> String { snakeCase(type.name) }

    /// A camel-case name in snake case.
    static func snakeCase(_ name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }
}

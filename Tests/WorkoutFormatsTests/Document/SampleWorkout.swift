import Foundation
import HealthModel

/// A ride of twelve seconds whose figures can be worked out by hand.
///
/// It starts on 2026-11-30 at 06:00 in Berlin, is paused from 6 to 8 s, has a lap at 5 s and loses its strap for a
/// moment at 9.25 s. The heart rate is 90 at 0 s, 120 at 2 s, 160 at 4 s and, after the pause, 130 at 9 s. The power
/// is 200 W at 0.5 s, 300 W at 1.5 s and 250 W at 10 s; the left share 48.5 % and the cadence 80 a minute at the start
/// only, so that they end five seconds later. There is no speed. The heart beats at 0.5, 1.3 and 2.15 s and, after a
/// gap, at 5 and 5.82 s.
enum SampleWorkout {
    static let start = Date(timeIntervalSince1970: 1_796_014_800)
    static let strap = "C0:FF:EE:00:00:01"

    static func nanoseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1000).rounded()) * 1_000_000 }

    static func column(_ samples: [(Double, Double)]) -> SampleColumn {
        SampleColumn(
            offsets: samples.map { nanoseconds($0.0) }, values: samples.map(\.1),
            durations: samples.map { _ in 0 })
    }

    static func event(
        _ type: HKWorkoutEventType, at seconds: Double, _ metadata: [String: Any]? = nil
    ) -> HKWorkoutEvent {
        HKWorkoutEvent(
            type: type, dateInterval: DateInterval(start: start.addingTimeInterval(seconds), duration: 0),
            metadata: metadata)
    }

    static func make() throws -> HKWorkout {
        let series = WorkoutSeries(
            start: start,
            columns: [
                HKQuantityType(.heartRate): column([(0, 90), (2, 120), (4, 160), (9, 130)]),
                HKQuantityType(.cyclingPower): column([(0.5, 200), (1.5, 300), (10, 250)]),
                HKQuantityType(.cyclingCadence): column([(0, 80)]),
                HKQuantityType(.pedalPowerBalance): column([(0.5, 0.485)]),
            ],
            heartbeats: HeartbeatColumn(
                offsets: [0.5, 1.3, 2.15, 5, 5.82].map(nanoseconds),
                precededByGap: [true, false, false, true, false]),
            pauses: [nanoseconds(6)..<nanoseconds(8)], elapsed: nanoseconds(12))
        let configurations = [
            HKQuantityType(.heartRate): try HKWorkoutZoneConfiguration(
                quantityType: HKQuantityType(.heartRate), edges: SystemZones.defaultHeartRateBoundaries,
                source: .app),
            // 55, 75, 90, 105 and 120 % of 250 W.
            HKQuantityType(.cyclingPower): try HKWorkoutZoneConfiguration(
                quantityType: HKQuantityType(.cyclingPower), edges: [137.5, 187.5, 225, 262.5, 300],
                source: .system),
        ]
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .cycling
        configuration.locationType = .indoor
        let events = [
            event(.lap, at: 5), event(.pause, at: 6), event(.resume, at: 8),
            event(
                .marker, at: 9.25,
                [HKMetadataKeyPulsewattEvent: "sensor_lost", HKMetadataKeyPulsewattSensor: strap]),
        ]
        let end = start.addingTimeInterval(12)
        let activity = HKWorkoutActivity(
            uuid: UUID(), workoutConfiguration: configuration, start: start, end: end, metadata: nil,
            events: events, measured: MeasuredPart(of: series, zoneConfigurations: configurations))
        return HKWorkout(
            uuid: UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"), configuration: configuration,
            start: start, end: end, device: nil, metadata: nil, events: events, activities: [activity],
            series: series, zoneConfigurations: configurations,
            sensors: [
                WorkoutSensor(
                    address: strap, name: "Strap", manufacturer: "Maker", model: "M1", serial: "7",
                    firmware: "1.0", bodyLocation: "chest", batteryPercent: 87,
                    provides: [HKQuantityType(.heartRate)]),
                WorkoutSensor(
                    address: "C0:FF:EE:00:00:02",
                    provides: [
                        HKQuantityType(.pedalPowerBalance), HKQuantityType(.cyclingCadence),
                        HKQuantityType(.cyclingPower),
                    ]),
            ])
    }
}

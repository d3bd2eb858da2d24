import Foundation
import HealthModel

/// A moment from which the tests count; it lies in May 2026.
let epoch = Date(timeIntervalSinceReferenceDate: 800_000_000)

let heartRateType = HKQuantityType(.heartRate)
let powerType = HKQuantityType(.cyclingPower)
let beatsPerMinute = HKUnit(from: "count/min")

/// A program that saves.
func revision(_ name: String = "app", version: String? = "1.2") -> HKSourceRevision {
    HKSourceRevision(
        source: HKSource(name: name, bundleIdentifier: name), version: version, productType: "Linux",
        operatingSystemVersion: OperatingSystemVersion(majorVersion: 6, minorVersion: 1, patchVersion: 7))
}

/// A heart rate at seconds from the epoch.
func heartRate(
    _ rate: Double, at second: TimeInterval = 0, lasting duration: TimeInterval = 0,
    device: HKDevice? = nil, metadata: [String: Any]? = nil
) -> HKQuantitySample {
    let start = epoch.addingTimeInterval(second)
    return HKQuantitySample(
        type: heartRateType, quantity: HKQuantity(unit: beatsPerMinute, doubleValue: rate), start: start,
        end: start.addingTimeInterval(duration), device: device, metadata: metadata)
}

/// A heart rate that replaces earlier versions of itself.
func synced(_ rate: Double, _ identifier: String = "ride-7", version: Int) -> HKQuantitySample {
    heartRate(
        rate,
        metadata: [HKMetadataKeySyncIdentifier: identifier, HKMetadataKeySyncVersion: version])
}

/// A chest strap of which all is known.
let strap = HKDevice(
    name: "H10", manufacturer: "Polar", model: "H10", hardwareVersion: "00760690", firmwareVersion: "5.0.0",
    softwareVersion: "3.1.1", localIdentifier: "C0:FF:EE:00:00:01", udiDeviceIdentifier: nil)

/// A workout in which nothing was measured, at seconds from the epoch.
func emptyWorkout(
    _ activity: HKWorkoutActivityType, at second: TimeInterval, lasting seconds: Int64
) -> HKWorkout {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = activity
    let start = epoch.addingTimeInterval(second)
    return HKWorkout(
        configuration: configuration, start: start, end: start.addingTimeInterval(Double(seconds)),
        device: nil, metadata: nil, events: [], activities: [],
        series: WorkoutSeries(start: start, elapsed: seconds * 1_000_000_000))
}

/// A workout of ten minutes with everything in it that one can have.
func fullWorkout() throws -> HKWorkout {
    let second: Int64 = 1_000_000_000
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .cycling
    configuration.locationType = .outdoor
    configuration.lapLength = HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 0.4)
    let rates = SampleColumn(
        offsets: [0, second, 2 * second, 300 * second], values: [90, 120.5, 150, 99],
        durations: [0, 0, 5 * second, 0])
    let power = SampleColumn(
        offsets: [second / 4, 2 * second], values: [0, 250.25], durations: [0, second])
    let series = WorkoutSeries(
        start: epoch, columns: [heartRateType: rates, powerType: power],
        heartbeats: HeartbeatColumn(
            offsets: [812_000_000, 1_500_000_000, 3_000_000_001], precededByGap: [true, false, true]),
        pauses: [100 * second..<160 * second, 200 * second..<201 * second], elapsed: 600 * second)
    let zones = try [
        heartRateType: HKWorkoutZoneConfiguration(
            quantityType: heartRateType,
            zoneBoundaries: [1.5, 2].map { HKQuantity(unit: HKUnit(from: "count/s"), doubleValue: $0) },
            source: .user),
        powerType: HKWorkoutZoneConfiguration(
            quantityType: powerType, edges: [110.5, 150, 180, 210, 240], source: .system),
    ]
    let events = [
        HKWorkoutEvent(
            type: .pause, dateInterval: DateInterval(start: epoch.addingTimeInterval(100), duration: 0),
            metadata: nil),
        HKWorkoutEvent(
            type: .lap, dateInterval: DateInterval(start: epoch, duration: 299.5),
            metadata: [HKMetadataKeyLapLength: HKQuantity(unit: .meter(), doubleValue: 5_000)]),
    ]
    let first = HKWorkoutActivity(
        uuid: UUID(), workoutConfiguration: configuration, start: epoch,
        end: epoch.addingTimeInterval(300), metadata: ["title": "Warm-up"], events: [events[0]],
        measured: MeasuredPart(of: series, within: 0..<300 * second, zoneConfigurations: zones))
    let swimming = HKWorkoutConfiguration()
    swimming.activityType = .swimming
    swimming.swimmingLocationType = .openWater
    let second2 = HKWorkoutActivity(
        workoutConfiguration: swimming, start: epoch.addingTimeInterval(400), end: nil, metadata: nil)
    return HKWorkout(
        configuration: configuration, start: epoch, end: epoch.addingTimeInterval(600), device: strap,
        metadata: [HKMetadataKeyIndoorWorkout: false], events: events, activities: [first, second2],
        series: series, zoneConfigurations: zones,
        sensors: [
            WorkoutSensor(
                address: "C0:FF:EE:00:00:01", name: "H10", manufacturer: "Polar", model: "H10",
                serial: "12345", firmware: "5.0.0", bodyLocation: "chest", batteryPercent: 80,
                provides: [heartRateType]),
            WorkoutSensor(address: "C0:FF:EE:00:00:02", provides: [powerType, .init(.cyclingCadence)]),
        ],
        totals: WorkoutTotals(
            duration: 512.5, energyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 321.5),
            distance: HKQuantity(unit: .meter(), doubleValue: 12_345)))
}

/// One sample of each kind, with everything in it that one can have.
func oneOfEachKind() throws -> [HKSample] {
    let metadata: [String: Any] = [
        "text": "Ünïcode \"and\" \u{0}zero", "empty": "", "truth": true, "whole": -7, "large": UInt64.max,
        "number": 0.1, "third": 1.0 / 3, "date": epoch.addingTimeInterval(0.123_456_7),
        "quantity": HKQuantity(unit: HKUnit(from: "kcal/(kg*hr)"), doubleValue: 9.5),
    ]
    let column = SampleColumn(offsets: [0, 1_000, 2_000], values: [60, 61.25, 62], durations: [0, 500, 0])
    return [
        heartRate(71.5, at: -0.25, lasting: 1.5, device: strap, metadata: metadata),
        HKQuantitySample(
            uuid: nil, type: heartRateType,
            quantity: HKQuantity(unit: HKUnit(from: "count/s"), doubleValue: 1),
            start: epoch, end: epoch.addingTimeInterval(2), device: nil, metadata: nil,
            series: QuantitySeries(origin: epoch.addingTimeInterval(-1), column: column)),
        HKCategorySample(
            type: HKCategoryType(.menopausalState),
            value: HKCategoryValueMenopausalState.perimenopause.rawValue, start: epoch, end: epoch),
        HKCategorySample(
            type: HKCategoryType(.bleedingAfterMenopause),
            value: HKCategoryValueVaginalBleeding.light.rawValue, start: epoch, end: .distantFuture,
            metadata: [HKMetadataKeyWasUserEntered: true]),
        HKHeartbeatSeriesSample(
            heartbeats: [(0, true), (0.812, false), (1.7, true)].map {
                HKHeartbeatSeriesSample.Heartbeat(timeIntervalSinceStart: $0, precededByGap: $1)
            }, start: epoch, device: strap, metadata: nil),
        try fullWorkout(),
    ]
}

/// A paired sensor of which all is known.
func pairedStrap(_ address: String = "C0:FF:EE:00:00:01") -> PairedSensor {
    PairedSensor(
        WorkoutSensor(
            address: address, name: "Strap \"7\" 🚴", manufacturer: "Polar", model: "H10", serial: "0012",
            firmware: "5.0.0", bodyLocation: "chest", batteryPercent: 83, provides: [heartRateType]),
        adapter: "AA:00:00:00:00:01", services: ["heart_rate", "of a later version"],
        lastSeen: "2026-11-30T06:00:00.000+01:00")
}

/// A paired sensor of which nothing is known but its address.
func pairedMeter(_ address: String = "C0:FF:EE:00:00:02") -> PairedSensor {
    PairedSensor(WorkoutSensor(address: address))
}

package import FlightRecorder
internal import Foundation
internal import HealthModel

/// What a recording keeps of the plan, beside its header, so that a workout that is rebuilt counts as it was planned.
struct RecordedPlan: Codable, Equatable {
    private struct DateOfBirth: Codable, Equatable {
        var year: Int?
        var month: Int?
        var day: Int?
        var timeZone: String?

        private enum CodingKeys: String, CodingKey {
            case year, month, day
            case timeZone = "time_zone"
        }
    }

    /// HealthKit's number of the activity.
    fileprivate var activityType: UInt?
    private var dateOfBirth: DateOfBirth?
    private var biologicalSex: Int?
    private var maximumHeartRate: Double?
    /// That of the rider; the workout's is in the header.
    private var timeZone: String?
    private var restingHeartRate: Double?
    private var functionalThresholdPower: Double?
    private var bodyMass: Double?
    private var height: Double?
    private var zoneBoundaries: [String: [Double]]?

    private enum CodingKeys: String, CodingKey {
        case activityType = "activity_type"
        case dateOfBirth = "date_of_birth"
        case biologicalSex = "biological_sex"
        case maximumHeartRate = "maximum_heart_rate"
        case timeZone = "time_zone"
        case restingHeartRate = "resting_heart_rate"
        case functionalThresholdPower = "functional_threshold_power"
        case bodyMass = "body_mass"
        case height
        case zoneBoundaries = "zone_boundaries"
    }

    /// Takes what a plan says beyond a recording's header.
    init(_ plan: WorkoutPlan) {
        let profile = plan.profile
        activityType = plan.activityType.rawValue
        dateOfBirth = profile.characteristics.dateOfBirth.map {
            DateOfBirth(year: $0.year, month: $0.month, day: $0.day, timeZone: $0.timeZone?.identifier)
        }
        biologicalSex = profile.characteristics.biologicalSex.rawValue
        maximumHeartRate = profile.characteristics.maximumHeartRate
        timeZone = profile.characteristics.timeZone?.identifier
        restingHeartRate = profile.restingHeartRate
        functionalThresholdPower = profile.functionalThresholdPower
        bodyMass = profile.bodyMass
        height = profile.height
        zoneBoundaries = Dictionary(
            profile.zoneBoundaries.map { ($0.identifier, $1) }, uniquingKeysWith: { first, _ in first })
    }

    /// The profile that was kept.
    fileprivate var profile: PersonalProfile {
        let characteristics = PersonalCharacteristics(
            dateOfBirth: dateOfBirth.map {
                DateComponents(
                    timeZone: $0.timeZone.flatMap { TimeZone(identifier: $0) }, year: $0.year,
                    month: $0.month, day: $0.day)
            },
            biologicalSex: biologicalSex.flatMap { HKBiologicalSex(rawValue: $0) } ?? .notSet,
            maximumHeartRate: maximumHeartRate, timeZone: timeZone.flatMap { TimeZone(identifier: $0) })
        var boundaries: [HKQuantityType: [Double]] = [:]
        for type in HKWorkoutZoneConfiguration.supportedTypes {
            if !typesWithInvalidZones.contains(type) {
                boundaries[type] = zoneBoundaries?[type.identifier]
            }
        }
        return PersonalProfile(
            characteristics: characteristics, restingHeartRate: restingHeartRate,
            functionalThresholdPower: functionalThresholdPower, bodyMass: bodyMass, height: height,
            zoneBoundaries: boundaries)
    }

    /// The types whose boundaries make no zones: a recording can say anything, and a workout must not be lost by it.
    fileprivate var typesWithInvalidZones: [HKQuantityType] {
        HKWorkoutZoneConfiguration.supportedTypes.filter { type in
            guard let edges = zoneBoundaries?[type.identifier] else { return false }
            return (try? HKWorkoutZoneConfiguration(quantityType: type, edges: edges, source: .user)) == nil
        }
    }

    /// The bytes for a recording: JSON, keys sorted.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return (try? encoder.encode(self)).map(Array.init) ?? []
    }
}

extension WorkoutPlan {
    /// The plan of the workout in a recording.
    ///
    /// - Parameters:
    ///   - contents: The recording.
    ///   - fallback: What is taken for that which cannot be read any more.
    package init(recordedIn contents: RecordingContents, fallback: WorkoutPlan = WorkoutPlan()) {
        self = fallback
        if let header = contents.header {
            rider = header.rider
            isIndoor = header.isIndoor
            isSimulated = header.isSimulated
            timeZone =
                TimeZone(identifier: header.timeZone)
                ?? TimeZone(secondsFromGMT: header.offsetFromUTC) ?? .gmt
        }
        guard let recorded = contents.recordedPlan else { return }
        activityType =
            recorded.activityType.flatMap { HKWorkoutActivityType(rawValue: $0) } ?? activityType
        profile = recorded.profile
    }
}

extension RecordingContents {
    fileprivate var recordedPlan: RecordedPlan? {
        plan.flatMap { try? JSONDecoder().decode(RecordedPlan.self, from: Data($0)) }
    }

    /// The types whose zones in the plan cannot be used, so that others take their place.
    var typesWithInvalidZones: [HKQuantityType] { recordedPlan?.typesWithInvalidZones ?? [] }
}

import Foundation
import HealthModel
import Testing

@Suite struct HKObjectTypeTests {
    @Test("A type made twice is one key of a dictionary, through whatever class it is seen")
    func keys() {
        var counts: [HKObjectType: Int] = [HKQuantityType(.heartRate): 1]
        counts[HKQuantityType(.heartRate), default: 0] += 1
        counts[
            HKSampleType.quantityType(forIdentifier: .heartRate) ?? HKObjectType.workoutType(), default: 0] +=
            1
        #expect(counts == [HKQuantityType(.heartRate): 3])
        #expect(HKQuantityType(.heartRate) != HKQuantityType(.cyclingPower))
        #expect(HKObjectType.workoutType() == HKQuantityType.workoutType())
        #expect(HKSeriesType.heartbeat() != HKSeriesType.workoutRoute())
    }

    @Test("A set literal takes types by their short names")
    func literals() {
        let types: Set<HKSampleType> = [.workoutType(), HKQuantityType(.heartRate), HKSeriesType.heartbeat()]
        #expect(types.contains(HKObjectType.workoutType()))
        #expect(types.count == 3)
    }

    @Test("Older lookups give a type of a known name and nil of any other")
    func lookups() {
        #expect(
            HKObjectType.quantityType(forIdentifier: .cyclingPower)?.identifier
                == "HKQuantityTypeIdentifierCyclingPower")
        #expect(
            HKObjectType.quantityType(forIdentifier: HKQuantityTypeIdentifier(rawValue: "moonPhase")) == nil)
        #expect(HKObjectType.categoryType(forIdentifier: .sleepAnalysis) == HKCategoryType(.sleepAnalysis))
        #expect(HKObjectType.categoryType(forIdentifier: HKCategoryTypeIdentifier(rawValue: "dreams")) == nil)
        #expect(
            HKObjectType.characteristicType(forIdentifier: .dateOfBirth) == HKCharacteristicType(.dateOfBirth)
        )
        #expect(
            HKObjectType.characteristicType(
                forIdentifier: HKCharacteristicTypeIdentifier(rawValue: "shoeSize")) == nil)
    }

    @Test(
        "Every quantity type has its unit and its way to combine samples",
        arguments: [
            (.heartRate, "count/s", .discreteTemporallyWeighted),
            (.restingHeartRate, "count/min", .discreteTemporallyWeighted),
            (.walkingHeartRateAverage, "count/min", .discreteTemporallyWeighted),
            (.heartRateRecoveryOneMinute, "count/min", .discreteArithmetic),
            (.heartRateVariabilitySDNN, "ms", .discreteArithmetic),
            (.heartRateVariabilityRMSSD, "ms", .discreteArithmetic),
            (.vo2Max, "ml/(kg*min)", .discreteArithmetic),
            (.cyclingPower, "W", .discreteTemporallyWeighted),
            (.cyclingCadence, "count/min", .discreteTemporallyWeighted),
            (.cyclingSpeed, "m/s", .discreteTemporallyWeighted),
            (.cyclingFunctionalThresholdPower, "W", .discreteArithmetic),
            (.distanceCycling, "m", .cumulative),
            (.activeEnergyBurned, "kcal", .cumulative),
            (.basalEnergyBurned, "kcal", .cumulative),
            (.runningPower, "W", .discreteArithmetic),
            (.stepCount, "count", .cumulative),
            (.bodyMass, "kg", .discreteArithmetic),
            (.workoutEffortScore, "appleEffortScore", .discreteArithmetic),
            (.bloodGlucose, "mg/dL", .discreteArithmetic),
            (.pedalPowerBalance, "%", .discreteTemporallyWeighted),
        ] as [(HKQuantityTypeIdentifier, String, HKQuantityAggregationStyle)])
    func properties(
        _ identifier: HKQuantityTypeIdentifier, _ unit: String, _ style: HKQuantityAggregationStyle
    ) {
        let type = HKQuantityType(identifier)
        #expect(type.is(compatibleWith: HKUnit(from: unit)))
        #expect(!type.is(compatibleWith: HKUnit(from: "A-thing")))
        #expect(type.aggregationStyle == style)
        #expect(HKObjectType.quantityType(forIdentifier: identifier) == type)
    }

    @Test("Rates are kept by the minute, so that whole beats stay whole numbers")
    func canonicalUnits() {
        #expect(HKQuantityType(.heartRate).canonicalUnit == HKUnit(from: "count/min"))
        #expect(HKQuantityType(.cyclingCadence).canonicalUnit == HKUnit(from: "count/min"))
    }

    @Test("A type of an unknown name fits no unit")
    func unknown() {
        let type = HKQuantityType(HKQuantityTypeIdentifier(rawValue: "moonPhase"))
        #expect(type.identifier == "moonPhase")
        #expect(!type.is(compatibleWith: .count()))
        #expect(!type.isKnown)
    }

    @Test("Every stored name begins as Apple's does")
    func storedNames() {
        #expect(HKQuantityTypeIdentifier.vo2Max.rawValue == "HKQuantityTypeIdentifierVO2Max")
        #expect(
            HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD")
                == .heartRateVariabilityRMSSD)
        #expect(
            HKCategoryTypeIdentifier.menopausalState.rawValue == "HKCategoryTypeIdentifierMenopausalState")
    }

    @Test("A type survives an archive")
    func archive() throws {
        let type = HKQuantityType(.cyclingPower)
        let data = try NSKeyedArchiver.archivedData(withRootObject: type, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQuantityType.self, from: data)
        #expect(read == type)
        #expect(read?.canonicalUnit == .watt())
    }
}

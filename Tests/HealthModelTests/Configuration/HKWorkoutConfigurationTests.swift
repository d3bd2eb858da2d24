import Foundation
import HealthModel
import Testing

@Suite struct HKWorkoutConfigurationTests {
    @Test("A new configuration says nothing yet")
    func initial() {
        let configuration = HKWorkoutConfiguration()
        #expect(configuration.activityType == .other)
        #expect(configuration.locationType == .unknown)
        #expect(configuration.swimmingLocationType == .unknown)
        #expect(configuration.lapLength == nil)
    }

    @Test("A copy is equal until either changes, and the change stays on its side")
    func copying() throws {
        let original = HKWorkoutConfiguration()
        original.activityType = .cycling
        original.locationType = .indoor
        let copy = try #require(original.copy() as? HKWorkoutConfiguration)
        #expect(copy == original)
        #expect(copy.hash == original.hash)
        copy.activityType = .running
        #expect(original.activityType == .cycling)
        #expect(copy != original)
        #expect(original.duplicate == original)
    }

    @Test("A configuration survives an archive")
    func archive() throws {
        let pool = HKWorkoutConfiguration()
        pool.activityType = .swimming
        pool.swimmingLocationType = .pool
        pool.lapLength = HKQuantity(unit: .meter(), doubleValue: 25)
        for configuration in [pool, HKWorkoutConfiguration()] {
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: configuration, requiringSecureCoding: true)
            let read = try NSKeyedUnarchiver.unarchivedObject(
                ofClass: HKWorkoutConfiguration.self, from: data)
            #expect(read == configuration)
        }
    }

    @Test("A lap length that is no positive length is refused", arguments: [0, -25, .nan, .infinity])
    func lapLength(_ meters: Double) throws {
        let pool = HKWorkoutConfiguration()
        pool.lapLength = HKQuantity(unit: .meter(), doubleValue: 25)
        try pool.validate()
        pool.lapLength = HKQuantity(unit: .meter(), doubleValue: meters)
        #expect(throws: HKError.self) { try pool.validate() }
        pool.lapLength = HKQuantity(unit: .second(), doubleValue: 25)
        #expect(throws: HKError.self) { try pool.validate() }
    }

    @Test("Activities keep Apple's numbers and are found by their names")
    func activities() {
        #expect(HKWorkoutActivityType.cycling.rawValue == 13)
        #expect(HKWorkoutActivityType.underwaterDiving.rawValue == 84)
        #expect(HKWorkoutActivityType.other.rawValue == 3000)
        #expect(HKWorkoutActivityType(rawValue: 81) == nil)
        #expect(HKWorkoutActivityType.allCases.count == 84)
        for type in HKWorkoutActivityType.allCases { #expect(HKWorkoutActivityType(name: type.name) == type) }
        #expect(HKWorkoutActivityType(name: "couch") == nil)
    }
}

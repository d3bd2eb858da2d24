import Foundation
import HealthModel
import Testing

@Suite struct HKQuantityTests {
    private let perMinute = HKUnit.count().unitDivided(by: .minute())

    @Test("Quantities that measure as much are equal, in whatever unit they were given")
    func equality() {
        let kilogram = HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 1)
        let grams = HKQuantity(unit: .gram(), doubleValue: 1000)
        #expect(kilogram == grams)
        #expect(kilogram.hash == grams.hash)
        #expect(kilogram != HKQuantity(unit: .gram(), doubleValue: 1001))
        #expect(HKQuantity(unit: .watt(), doubleValue: 1) != HKQuantity(unit: .joule(), doubleValue: 1))
    }

    @Test("Quantities compare across units")
    func comparison() {
        let slow = HKQuantity(unit: perMinute, doubleValue: 60)
        let fast = HKQuantity(unit: .hertz(), doubleValue: 2)
        #expect(slow.compare(fast) == .orderedAscending)
        #expect(fast.compare(slow) == .orderedDescending)
        #expect(slow.compare(HKQuantity(unit: .hertz(), doubleValue: 1)) == .orderedSame)
    }

    @Test("The description is the value and the unit")
    func description() {
        #expect(HKQuantity(unit: perMinute, doubleValue: 136.8).description == "136.8 count/min")
        #expect(HKQuantity(unit: .watt(), doubleValue: 250).description == "250 W")
    }

    @Test("A value is given only in a unit that measures the same")
    func incompatible() {
        let power = HKQuantity(unit: .watt(), doubleValue: 250)
        #expect(power.value(in: .wattUnit(with: .kilo)) == 0.25)
        #expect(power.value(in: .joule()) == nil)
        #expect(!power.is(compatibleWith: .joule()))
    }

    @Test("Asking for a value in a unit of another dimension stops the process, as Apple's does")
    func incompatibleTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuantity(unit: .watt(), doubleValue: 250).doubleValue(for: .second())
        }
    }

    @Test("A quantity survives an archive")
    func archive() throws {
        let quantity = HKQuantity(unit: perMinute, doubleValue: 136.8)
        let data = try NSKeyedArchiver.archivedData(withRootObject: quantity, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQuantity.self, from: data) == quantity)
        #expect(quantity.copy() as? HKQuantity == quantity)
    }
}

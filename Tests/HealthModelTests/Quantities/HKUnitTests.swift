import Foundation
import HealthModel
import Testing

@Suite struct HKUnitTests {
    struct Conversion: Sendable, CustomTestStringConvertible {
        let value: Double
        let from: String
        let to: String
        let expected: Double
        init(_ value: Double, _ from: String, _ to: String, _ expected: Double) {
            (self.value, self.from, self.to, self.expected) = (value, from, to, expected)
        }
        var testDescription: String { "\(value) \(from) is \(expected) \(to)" }
    }

    @Test(
        "A value converts by the ratio of the units, and exactly where the ratio is a whole number",
        arguments: [
            Conversion(1.2, "count/s", "count/min", 72),
            Conversion(136.8, "count/min", "count/min", 136.8),
            Conversion(60, "count/min", "Hz", 1),
            Conversion(36, "km/hr", "m/s", 10),
            Conversion(5, "mm", "m", 0.005),
            Conversion(1, "mi", "m", 1609.34),
            Conversion(1, "ft", "in", 12),
            Conversion(1, "lb", "g", 453.592),
            Conversion(2, "st", "kg", 12.7),
            Conversion(1, "kcal", "cal", 1000),
            Conversion(1, "Cal", "J", 4184),
            Conversion(1, "W*hr", "kJ", 3.6),
            Conversion(250, "W", "J/s", 250),
            Conversion(250, "W", "kg*m^2/s^3", 250),
            Conversion(0, "degC", "K", 273.15),
            Conversion(0, "degC", "degF", 32),
            Conversion(98.6, "degF", "degC", 37),
            Conversion(180, "deg", "rad", Double.pi),
            Conversion(0.5, "%", "count", 0.5),
            Conversion(1, "atm", "Pa", 101_325),
            Conversion(1, "pt_imp", "fl_oz_imp", 20),
            Conversion(1, "m^3", "L", 1000),
            Conversion(5.5, "mmol<180.15588>/L", "mg/dL", 99.085734),
            Conversion(2, "D", "m^-1", 2),
        ])
    func conversion(_ conversion: Conversion) {
        let quantity = HKQuantity(unit: HKUnit(from: conversion.from), doubleValue: conversion.value)
        let unit = HKUnit(from: conversion.to)
        #expect(quantity.is(compatibleWith: unit))
        let value = quantity.doubleValue(for: unit)
        #expect(abs(value - conversion.expected) <= abs(conversion.expected) * 1e-13 + 1e-12)
    }

    @Test("Ratios of whole numbers leave no rounding error behind")
    func exactConversion() {
        let perSecond = HKUnit.count().unitDivided(by: .second())
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        #expect(HKQuantity(unit: perSecond, doubleValue: 1.2).doubleValue(for: perMinute) == 72)
        #expect(
            HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 1.1).doubleValue(for: .meter()) == 1100)
    }

    @Test(
        "A unit string is the shortest spelling of the unit, whatever it was made from",
        arguments: [
            ("count/min", "count/min"), ("ml/(kg*min)", "mL/kg·min"), ("mL/min·kg", "mL/kg·min"),
            ("kcal/kg.hr", "kcal/hr·kg"), ("m*m", "m^2"), ("m^2/m", "m"), ("1/s", "1/s"), ("s^-1", "1/s"),
            ("(m*s)^2", "m^2·s^2"), ("", ""), ("1", ""), ("s/s", ""), ("mcg", "mcg"), ("dam", "dam"),
            ("mmol<180.15588>/l", "mmol<180.15588>/L"),
        ])
    func unitString(_ text: String, _ expected: String) throws {
        #expect(try HKUnit(parsing: text).unitString == expected)
        #expect(try HKUnit(parsing: expected) == HKUnit(parsing: text))
    }

    @Test("Units built by algebra equal the units that a string names")
    func algebra() {
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        #expect(perMinute == HKUnit(from: "count/min"))
        #expect(perMinute.hash == HKUnit(from: "count/min").hash)
        #expect(perMinute.reciprocal().unitString == "min/count")
        #expect(perMinute.unitMultiplied(by: .minute()) == .count())
        #expect(HKUnit.meter().unitRaised(toPower: 2).unitString == "m^2")
        #expect(HKUnit.meter().unitRaised(toPower: 0).isNull())
        #expect(HKUnit.meter() != .second())
        #expect(HKUnit.secondUnit(with: .milli).unitString == "ms")
        #expect(
            HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose).unitString
                == "mmol<180.15588>")
    }

    @Test(
        "A string that is no unit is refused with an error that names it",
        arguments: [
            "bpm", "count//min", "count/min/s", "m^", "m^x", "m^99999999999", "(m", "m)", "m*", "/s", "m s",
            "kmin",
            "mol", "mol<>", "mol<0>", "mol<-1>", "mol<nan>", "mol<1e999>", "xmol<18>", "^2", "<>", "🚴",
            "Tm^99",
            "m^-2147483648", "m^100", "((m))", "(m*(s))", "m^-", "m^--1",
        ])
    func malformed(_ text: String) {
        let error = #expect(throws: HKError.self) { try HKUnit(parsing: text) }
        #expect(error?.code == .errorInvalidArgument)
        #expect(error?.description.contains("\"\(text)\"") == true)
    }

    @Test("A string of endless parentheses or factors is refused, not followed to the end of the stack")
    func endless() throws {
        #expect(throws: HKError.self) { try HKUnit(parsing: String(repeating: "(", count: 100_000)) }
        #expect(throws: HKError.self) { try HKUnit(parsing: "m" + String(repeating: "*m", count: 100_000)) }
        #expect(throws: HKError.self) { try HKUnit(parsing: String(repeating: "m", count: 100_000)) }
    }

    @Test(
        "Through the initialiser that cannot throw, such a string gives a null unit that fits nothing else",
        arguments: ["bpm", "Tm^99", "count/min/s"])
    func malformedFallback(_ text: String) {
        let unit = HKUnit(from: text)
        #expect(unit.isNull())
        #expect(unit.unitString == text)
        let heartRate = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 60)
        #expect(!heartRate.is(compatibleWith: unit))
        #expect(!HKQuantity(unit: .count(), doubleValue: 1).is(compatibleWith: unit))
    }

    @Test("A power beyond every number is a null unit, not a trap")
    func hugePower() {
        #expect(HKUnit.meterUnit(with: .kilo).unitRaised(toPower: .max).isNull())
        #expect(HKUnit.meterUnit(with: .kilo).unitRaised(toPower: .min).isNull())
        #expect(HKUnit.moleUnit(withMolarMass: .nan).isNull())
    }

    @Test("Every unit that has a name is written so that the same unit is read back")
    func named() {
        let units: [HKUnit] = [
            .gram(), .ounce(), .pound(), .stone(), .meter(), .inch(), .foot(), .yard(), .mile(), .liter(),
            .fluidOunceUS(), .fluidOunceImperial(), .pintUS(), .pintImperial(), .cupUS(), .cupImperial(),
            .pascal(),
            .millimeterOfMercury(), .centimeterOfWater(), .atmosphere(),
            .decibelAWeightedSoundPressureLevel(),
            .inchesOfMercury(), .second(), .minute(), .hour(), .day(), .joule(), .kilocalorie(),
            .smallCalorie(),
            .largeCalorie(), .degreeCelsius(), .degreeFahrenheit(), .kelvin(), .siemen(),
            .internationalUnit(),
            .count(), .percent(), .decibelHearingLevel(), .hertz(), .volt(), .watt(), .diopter(),
            .prismDiopter(),
            .radianAngle(), .degreeAngle(), .lux(), .appleEffortScore(), .moleUnit(withMolarMass: 18),
            .hertzUnit(with: .mega), .pascalUnit(with: .hecto), .literUnit(with: .milli),
            .gramUnit(with: .kilo),
        ]
        #expect(Set(units.map(\.unitString)).count == units.count)
        for unit in units {
            #expect(!unit.isNull())
            #expect(HKUnit(from: unit.unitString) == unit)
        }
    }

    @Test("Every unit of Foundation's formatters has a unit of its name")
    func formatterUnits() {
        #expect(HKUnit(from: MassFormatter.Unit.kilogram).unitString == "kg")
        #expect(HKUnit(from: LengthFormatter.Unit.mile).unitString == "mi")
        #expect(HKUnit(from: EnergyFormatter.Unit.kilocalorie).unitString == "kcal")
    }

    @Test("A unit survives an archive")
    func archive() throws {
        let unit = HKUnit(from: "kcal/hr·kg")
        let data = try NSKeyedArchiver.archivedData(withRootObject: unit, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKUnit.self, from: data) == unit)
    }
}

import Foundation
import HealthModel
import Testing

@Suite struct PersonalCharacteristicsTests {
    private func date(_ year: Int, _ month: Int, _ day: Int, hour: Int = 12) throws -> Date {
        try #require(
            Calendar(identifier: .gregorian).date(
                from: DateComponents(year: year, month: month, day: day, hour: hour)))
    }

    @Test("A person is a year older from the birthday on")
    func age() throws {
        let person = PersonalCharacteristics(dateOfBirth: DateComponents(year: 1980, month: 6, day: 15))
        #expect(person.age(on: try date(2026, 6, 14)) == 45)
        #expect(person.age(on: try date(2026, 6, 15)) == 46)
        #expect(person.age(on: try date(1980, 6, 15)) == 0)
    }

    @Test("A person born on a leap day is a year older on the first of March of other years")
    func leapDay() throws {
        let person = PersonalCharacteristics(dateOfBirth: DateComponents(year: 2000, month: 2, day: 29))
        #expect(person.age(on: try date(2026, 2, 27)) == 25)
        #expect(person.age(on: try date(2026, 3, 1)) == 26)
    }

    @Test("There is no age without a year of birth, before birth, or on a date that is none")
    func noAge() throws {
        #expect(PersonalCharacteristics().age(on: sampleEpoch) == nil)
        #expect(PersonalCharacteristics(dateOfBirth: DateComponents(month: 2)).age(on: sampleEpoch) == nil)
        let person = PersonalCharacteristics(dateOfBirth: DateComponents(year: 2020, month: 1, day: 1))
        #expect(person.age(on: try date(2019, 12, 31)) == nil)
        #expect(person.age(on: Date(timeIntervalSinceReferenceDate: .nan)) == nil)
    }

    @Test(
        "A date of birth that is no date gives no age",
        arguments: [
            DateComponents(year: .max, month: 1, day: 1), DateComponents(year: 0),
            DateComponents(year: 1980, month: 13),
            DateComponents(year: 1980, month: .min, day: 1), DateComponents(year: 1980, month: 1, day: 32),
        ])
    func badDate(_ components: DateComponents) {
        #expect(PersonalCharacteristics(dateOfBirth: components).age(on: sampleEpoch) == nil)
    }
}

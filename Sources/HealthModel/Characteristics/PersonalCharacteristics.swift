package import Foundation

/// What a health database knows of its person once, not by samples.
package struct PersonalCharacteristics: Equatable, Sendable {
    /// Year, month and day in the Gregorian calendar.
    package var dateOfBirth: DateComponents?
    package var biologicalSex: HKBiologicalSex
    /// The highest heart rate that the person has measured, in count/min; it replaces the formula by age.
    ///
    /// HealthKit has no type for it.
    package var maximumHeartRate: Double?
    /// Where the person lives: by its midnights days, weeks and months of the history are counted.
    ///
    /// HealthKit has no type for it either.
    package var timeZone: TimeZone?

    package init(
        dateOfBirth: DateComponents? = nil, biologicalSex: HKBiologicalSex = .notSet,
        maximumHeartRate: Double? = nil, timeZone: TimeZone? = nil
    ) {
        self.dateOfBirth = dateOfBirth
        self.biologicalSex = biologicalSex
        self.maximumHeartRate = maximumHeartRate
        self.timeZone = timeZone
    }

    /// The person's age in whole years on a date, or nil if the date of birth is not known, none, or lies after it.
    package func age(on date: Date) -> Int? {
        guard let birth, date.isOrdinary, birth <= date else { return nil }
        return calendar.dateComponents([.year], from: birth, to: date).year
    }

    /// When the person was born, or nil if that is not known or no date.
    var birth: Date? {
        guard let dateOfBirth, let year = dateOfBirth.year, (1...9999).contains(year),
            (1...12).contains(dateOfBirth.month ?? 1), (1...31).contains(dateOfBirth.day ?? 1)
        else { return nil }
        return calendar.date(
            from: DateComponents(year: year, month: dateOfBirth.month, day: dateOfBirth.day))
    }

    /// The calendar that the person's birthdays are counted by.
    var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = dateOfBirth?.timeZone ?? timeZone ?? .current
        return calendar
    }
}

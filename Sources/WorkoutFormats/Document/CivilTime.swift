/// A moment as a date and a time of day in the Gregorian calendar, on a clock without summer time.
///
/// Whole numbers all the way, so that a file with a date on every line costs no calendar.
struct CivilTime: Equatable {
    let year: Int64
    let month: Int64
    let day: Int64
    let hour: Int64
    let minute: Int64
    let second: Int64

    private static let daysPerEra: Int64 = 146_097

    /// The date and time of a number of seconds since 1970, of at most 30 million years.
    init(seconds: Int64) {
        let days = seconds.flooredQuotient(by: 86_400)
        let time = seconds - days * 86_400
        hour = time / 3600
        minute = time / 60 % 60
        second = time % 60
        // Years are counted from March, so that the leap day is a year's last; 400 of them are an era of fixed length.
        let shifted = days + 719_468
        let era = shifted.flooredQuotient(by: Self.daysPerEra)
        let dayOfEra = shifted - era * Self.daysPerEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    /// The seconds since 1970 of a date and time, or nil if the calendar has none such; a 60th second is the next minute's first.
    static func seconds(
        year: Int64, month: Int64, day: Int64, hour: Int64, minute: Int64, second: Int64
    ) -> Int64? {
        guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = yearFromMarch.flooredQuotient(by: 400)
        let yearOfEra = yearFromMarch - era * 400
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let midnight = (era * daysPerEra + dayOfEra - 719_468) * 86_400
        // The 30th of February would come out as a day of March.
        let read = CivilTime(seconds: midnight)
        guard read.month == month, read.day == day else { return nil }
        return midnight + hour * 3600 + minute * 60 + second
    }
}

extension Int64 {
    /// The quotient rounded towards minus infinity.
    func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension [UInt8] {
    /// Appends a date such as `2026-11-30`, with another separator if one is asked for.
    mutating func append(dateOf time: CivilTime, separator: UInt8 = UInt8(ascii: "-")) {
        if time.year < 0 { append(UInt8(ascii: "-")) }
        append(magnitude: time.year.magnitude, digits: 4)
        append(separator)
        append(magnitude: time.month.magnitude, digits: 2)
        append(separator)
        append(magnitude: time.day.magnitude, digits: 2)
    }

    /// Appends a time of day such as `06:00:00`.
    mutating func append(timeOf time: CivilTime) {
        append(magnitude: time.hour.magnitude, digits: 2)
        append(UInt8(ascii: ":"))
        append(magnitude: time.minute.magnitude, digits: 2)
        append(UInt8(ascii: ":"))
        append(magnitude: time.second.magnitude, digits: 2)
    }
}

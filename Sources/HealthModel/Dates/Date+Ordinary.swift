package import Foundation

extension Date {
    /// Whether the date is a number between the distant past and the distant future.
    ///
    /// Seconds are compared, not dates: a date that is not a number passes `Date`'s own `<=`.
    package var isOrdinary: Bool {
        (Date.distantPast.timeIntervalSinceReferenceDate...Date.distantFuture.timeIntervalSinceReferenceDate)
            .contains(timeIntervalSinceReferenceDate)
    }

    /// The date as text; of any date, where `Date`'s own description traps on one that is not a number.
    package var text: String {
        isOrdinary ? "\(self)" : "\(timeIntervalSinceReferenceDate) s from 2001"
    }
}

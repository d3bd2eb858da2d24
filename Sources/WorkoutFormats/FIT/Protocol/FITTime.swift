import Foundation

/// The clock of FIT files: whole seconds from 1989-12-31 00:00 UTC in 32 bits.
enum FITTime {
    /// The clock's zero, in seconds since 1970.
    static let epoch = 631_065_600.0

    /// Seconds below this one count from when a device was switched on, not from a date.
    static let firstDate = 0x1000_0000 as Int64

    /// The second in which a date lies, or nil if the clock has none for it.
    static func seconds(_ date: Date) -> Int64? {
        let seconds = (date.timeIntervalSince1970 - epoch).rounded(.down)
        guard seconds >= Double(firstDate), seconds < Double(UInt32.max) else { return nil }
        return Int64(seconds)
    }

    /// The date of a second.
    static func date(_ seconds: Int64) -> Date {
        Date(timeIntervalSince1970: epoch + Double(seconds))
    }
}

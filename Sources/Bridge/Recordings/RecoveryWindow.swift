package import FlightRecorder

/// Whether an interrupted workout may go on, and where on the time line of its recording a moment is.
///
/// The gap is told by CLOCK_BOOTTIME as long as the machine runs, and by the wall clock after a start of the machine.
package struct RecoveryWindow: Equatable, Sendable {
    /// The longest gap that a workout goes on after, in nanoseconds.
    package static let longestGap: Int64 = 300_000_000_000

    /// The start of the workout on CLOCK_BOOTTIME of this boot; below 0 where it is older than the boot.
    package let origin: Int64
    /// When it is too late, on the same clock.
    package let deadline: Int64

    /// Decides on a recording at a moment; nil: the workout is over.
    ///
    /// - Parameters:
    ///   - contents: The recording.
    ///   - bootTime: Nanoseconds of CLOCK_BOOTTIME now.
    ///   - wallMicroseconds: The wall clock now, since 1970.
    ///   - bootIdentifier: The boot that goes on, where it is known.
    ///   - longestGap: The gap from which on it is over, in nanoseconds.
    package init?(
        _ contents: RecordingContents, bootTime: Int64, wallMicroseconds: Int64, bootIdentifier: String?,
        longestGap: Int64 = Self.longestGap
    ) {
        guard contents.end == nil, let header = contents.header, let last = contents.lastNotification
        else { return nil }
        let gap: Int64
        if let bootIdentifier, header.bootIdentifier == bootIdentifier {
            // Numbers of a file: none may overflow.
            let (since, hasOverflown) = bootTime.subtractingReportingOverflow(header.bootTime)
            guard !hasOverflown else { return nil }
            gap = since.subtractingReportingOverflow(last).partialValue
        } else {
            let clock =
                contents.lastClock
                ?? RecordingContents.ClockReading(
                    nanoseconds: 0, wallMicroseconds: header.startMicroseconds)
            let (since, hasOverflown) = wallMicroseconds.subtractingReportingOverflow(clock.wallMicroseconds)
            guard !hasOverflown, since.magnitude < UInt64(Int64.max / 4000) else { return nil }
            gap = since * 1000 - (last - clock.nanoseconds)
        }
        // A gap below 0 is a clock that was set back: nobody knows how long it was.
        guard gap >= 0, gap < longestGap else { return nil }
        origin = bootTime - gap - last
        deadline = bootTime + (longestGap - gap)
    }
}

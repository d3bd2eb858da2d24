internal import DBus
package import Foundation

/// The clocks of this machine; tests have others.
package struct MachineClock: Sendable {
    /// Nanoseconds of CLOCK_BOOTTIME: what durations come from.
    package var bootTime: @Sendable () -> Int64
    /// The wall clock, in microseconds since 1970: what anybody may set.
    package var wallMicroseconds: @Sendable () -> Int64
    /// The boot that ``bootTime`` counts from, 32 hexadecimal digits; nil where it is not known.
    package var bootIdentifier: String?

    /// Makes a clock of its parts.
    package init(
        bootTime: @escaping @Sendable () -> Int64, wallMicroseconds: @escaping @Sendable () -> Int64,
        bootIdentifier: String?
    ) {
        self.bootTime = bootTime
        self.wallMicroseconds = wallMicroseconds
        self.bootIdentifier = bootIdentifier
    }

    /// The wall clock as a date.
    package func date() -> Date { Date(wallMicroseconds: wallMicroseconds()) }

    /// The clocks of the kernel.
    package static let system = MachineClock(
        bootTime: EventLoop.now,
        wallMicroseconds: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
        }, bootIdentifier: readBootIdentifier())

    /// From the kernel, or from systemd where the service does not see the kernel's files.
    private static func readBootIdentifier() -> String? {
        let kernel = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        let text = kernel ?? ProcessInfo.processInfo.environment["PULSEWATT_BOOT_ID"] ?? ""
        let digits = text.lowercased().filter(\.isHexDigit)
        return digits.count == 32 ? digits : nil
    }
}

extension Date {
    /// The date of a wall clock that shows microseconds since 1970; the same one each time.
    package init(wallMicroseconds: Int64) {
        // Counted from the reference date, where dates lie closer together than in seconds since 1970.
        self.init(timeIntervalSinceReferenceDate: Double(wallMicroseconds - 978_307_200_000_000) / 1e6)
    }
}

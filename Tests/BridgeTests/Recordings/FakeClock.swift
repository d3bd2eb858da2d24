import Bridge
import Synchronization

/// A machine's clocks that the test sets.
final class FakeClock: Sendable {
    private struct Time {
        var boot: Int64
        var wallMicroseconds: Int64
    }

    private let time: Mutex<Time>

    /// Starts both clocks, in nanoseconds of the boot and microseconds since 1970.
    init(boot: Int64 = 77_000_000_123, wallMicroseconds: Int64 = 1_796_000_000_000_000) {
        time = Mutex(Time(boot: boot, wallMicroseconds: wallMicroseconds))
    }

    /// The clock as the code under test takes it.
    func machineClock(bootIdentifier: String? = "boot") -> MachineClock {
        MachineClock(
            bootTime: { self.time.withLock { $0.boot } },
            wallMicroseconds: { self.time.withLock { $0.wallMicroseconds } }, bootIdentifier: bootIdentifier)
    }

    /// Nanoseconds of the boot.
    var boot: Int64 { time.withLock { $0.boot } }

    /// Lets both clocks go on to a moment of the boot.
    func advance(to boot: Int64) {
        time.withLock { time in
            time.wallMicroseconds += (boot - time.boot) / 1000
            time.boot = boot
        }
    }

    /// Somebody sets the wall clock.
    func stepWall(bySeconds seconds: Int64) {
        time.withLock { $0.wallMicroseconds += seconds * 1_000_000 }
    }

    /// The machine starts anew: the boot's clock begins again.
    func reboot(wallSeconds: Int64) {
        time.withLock { time in
            time.boot = 20_000_000_000
            time.wallMicroseconds += wallSeconds * 1_000_000
        }
    }
}

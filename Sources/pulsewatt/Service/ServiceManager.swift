import CSystemd

/// What systemd is told of the service; nothing happens where another started it.
enum ServiceManager {
    /// The service is up.
    static func ready() { sd_notify(0, "READY=1") }

    /// The service goes down on purpose.
    static func stopping() { sd_notify(0, "STOPPING=1") }

    /// What `systemctl status` shows; a line feed in it would begin another message to systemd.
    static func show(status: String) { sd_notify(0, "STATUS=" + ShownText.line(status)) }

    /// The service is alive.
    static func ping() { sd_notify(0, "WATCHDOG=1") }

    /// How often systemd wants to hear that the service is alive; nil: not at all.
    static var watchdogInterval: Duration? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0, microseconds > 0 else { return nil }
        // Half of it, as sd_watchdog_enabled(3) advises.
        return .microseconds(Int64(clamping: microseconds / 2))
    }
}

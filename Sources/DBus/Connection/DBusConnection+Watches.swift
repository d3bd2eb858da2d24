import CDBus

/// What libdbus's callbacks are given: the way to a connection that is still there, or to nothing.
///
/// libdbus's timeouts are not served, because it has them for its own pending calls only, which are not used.
final class CallbackTarget {
    weak var connection: DBusConnection?

    init(_ connection: DBusConnection) {
        self.connection = connection
    }

    /// Runs on the connection that a callback's data leads to; libdbus calls only on the loop.
    static func with(_ data: UnsafeMutableRawPointer?, _ body: (isolated DBusConnection) -> Void) {
        guard let data else { return }
        Unmanaged<CallbackTarget>.fromOpaque(data).takeUnretainedValue().connection?.assumeIsolated(body)
    }
}

extension DBusConnection {
    /// One direction of the socket that libdbus wants watched from time to time.
    struct Watch {
        let descriptor: Int32
        let readiness: FileReadiness
        var isEnabled: Bool
        var source: EventLoopFileWatch?
    }

    func addWatch(_ watch: OpaquePointer) {
        let flags = dbus_watch_get_flags(watch)
        watches[UInt(bitPattern: watch)] = Watch(
            descriptor: dbus_watch_get_unix_fd(watch),
            readiness: flags & DBUS_WATCH_READABLE.rawValue != 0 ? .reading : .writing,
            isEnabled: dbus_watch_get_enabled(watch) != 0)
        scheduleWatchUpdate()
    }

    func toggleWatch(_ watch: OpaquePointer) {
        watches[UInt(bitPattern: watch)]?.isEnabled = dbus_watch_get_enabled(watch) != 0
        scheduleWatchUpdate()
    }

    func removeWatch(_ watch: OpaquePointer) {
        watches.removeValue(forKey: UInt(bitPattern: watch))?.source?.cancel()
    }

    /// libdbus turns its write watch on and off around each message; only what is left of that afterwards counts.
    private func scheduleWatchUpdate() {
        guard !watchUpdateIsScheduled else { return }
        watchUpdateIsScheduled = true
        loop.async { [weak self] in self?.assumeIsolated { $0.updateWatches() } }
    }

    private func updateWatches() {
        watchUpdateIsScheduled = false
        for (identifier, watch) in watches where watch.isEnabled != (watch.source != nil) {
            watch.source?.cancel()
            watches[identifier]?.source =
                watch.isEnabled
                ? loop.watch(watch.descriptor, for: watch.readiness) { [weak self] in
                    self?.assumeIsolated { $0.handleWatch(identifier) }
                } : nil
            if watch.isEnabled, watches[identifier]?.source == nil {
                // Without a descriptor to watch nothing would arrive any more.
                lose()
                return
            }
        }
    }

    private func handleWatch(_ identifier: UInt) {
        guard let watch = watches[identifier], watch.isEnabled, native != nil else { return }
        let flags = watch.readiness == .reading ? DBUS_WATCH_READABLE : DBUS_WATCH_WRITABLE
        dbus_watch_handle(OpaquePointer(bitPattern: identifier), flags.rawValue)
        dispatchMessages()
    }

    func scheduleDispatch() {
        guard !dispatchIsScheduled else { return }
        dispatchIsScheduled = true
        loop.async { [weak self] in
            self?.assumeIsolated {
                $0.dispatchIsScheduled = false
                $0.dispatchMessages()
            }
        }
    }

    /// Hands over what has arrived, after some messages letting others on the loop have their turn.
    private func dispatchMessages() {
        for _ in 0..<64 {
            guard let native else { return }
            guard dbus_connection_dispatch(native) == DBUS_DISPATCH_DATA_REMAINS else { return }
        }
        scheduleDispatch()
    }
}

func addWatchFromLibrary(_ watch: OpaquePointer?, _ data: UnsafeMutableRawPointer?) -> dbus_bool_t {
    guard let watch else { return 0 }
    let bits = UInt(bitPattern: watch)
    CallbackTarget.with(data) { connection in
        if let watch = OpaquePointer(bitPattern: bits) { connection.addWatch(watch) }
    }
    return 1
}

func removeWatchFromLibrary(_ watch: OpaquePointer?, _ data: UnsafeMutableRawPointer?) {
    let bits = UInt(bitPattern: watch)
    CallbackTarget.with(data) { connection in
        if let watch = OpaquePointer(bitPattern: bits) { connection.removeWatch(watch) }
    }
}

func toggleWatchFromLibrary(_ watch: OpaquePointer?, _ data: UnsafeMutableRawPointer?) {
    let bits = UInt(bitPattern: watch)
    CallbackTarget.with(data) { connection in
        if let watch = OpaquePointer(bitPattern: bits) { connection.toggleWatch(watch) }
    }
}

/// Must not dispatch itself, says libdbus: it holds its locks here.
func dispatchStatusFromLibrary(
    _ native: OpaquePointer?, _ status: DBusDispatchStatus, _ data: UnsafeMutableRawPointer?
) {
    guard status == DBUS_DISPATCH_DATA_REMAINS else { return }
    CallbackTarget.with(data) { $0.scheduleDispatch() }
}

func wakeUpFromLibrary(_ data: UnsafeMutableRawPointer?) {
    CallbackTarget.with(data) { $0.scheduleDispatch() }
}

func receiveFromLibrary(
    _ native: OpaquePointer?, _ message: OpaquePointer?, _ data: UnsafeMutableRawPointer?
) -> DBusHandlerResult {
    guard let message else { return DBUS_HANDLER_RESULT_NOT_YET_HANDLED }
    let header = MessageDecoder.header(message)
    let decoded: Result<DBusMessage, DBusError>
    do throws(DBusError) {
        decoded = .success(try MessageDecoder.decode(message))
    } catch {
        decoded = .failure(error)
    }
    CallbackTarget.with(data) { connection in
        switch decoded {
        case .success(let message): connection.receive(message)
        case .failure(let error): connection.receiveUnreadable(header, error)
        }
    }
    return DBUS_HANDLER_RESULT_HANDLED
}

import CDBus

/// A private connection to a message bus, served by an event loop.
///
/// All of libdbus that belongs to the connection is used on the loop only. No thread waits for the bus: the
/// loop watches its socket, and what arrives is copied out of libdbus and handed over in order.
package actor DBusConnection {
    /// The loop that serves the connection.
    package nonisolated let loop: EventLoop
    /// The name that the bus gave to the connection, such as `:1.42`.
    package nonisolated let uniqueName: String

    /// The loop as this actor's executor.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The libdbus connection; nil once it is closed or lost.
    var native: OpaquePointer?
    /// What libdbus's callbacks reach the connection through.
    var target: Unmanaged<CallbackTarget>?
    var watches: [UInt: Watch] = [:]
    var watchUpdateIsScheduled = false
    var dispatchIsScheduled = false

    var pendingCalls: [UInt32: PendingCall] = [:]
    var subscriptions: [SignalSubscription] = []
    var disconnectObservers: [(id: UInt64, handler: @Sendable () -> Void)] = []
    var exports: [Export] = []
    private var lastIdentifier: UInt64 = 0

    init(native: UInt, uniqueName: String, loop: EventLoop) {
        self.native = OpaquePointer(bitPattern: native)
        self.uniqueName = uniqueName
        self.loop = loop
    }

    isolated deinit { tearDown() }

    /// Whether the bus is still there.
    package var isConnected: Bool { native != nil }

    /// Closes the connection; calls in flight fail, and the observers of the disconnect are told.
    package func close() {
        lose()
    }

    /// Sends a message that needs no reply, or whose reply is ignored.
    package func send(_ message: DBusMessage) throws(DBusError) {
        var message = message
        if message.kind == .methodCall { message.expectsReply = false }
        _ = try transmit(message)
    }

    /// Hands a message to libdbus, which writes at once what the socket takes; returns its serial number.
    func transmit(_ message: DBusMessage) throws(DBusError) -> UInt32 {
        guard let native else { throw .disconnected }
        let encoded = try MessageEncoder.encode(message)
        defer { dbus_message_unref(encoded) }
        if dbus_message_contains_unix_fds(encoded) != 0,
            dbus_connection_can_send_type(native, ValueType.unixFD) == 0
        {
            throw DBusError(
                name: "org.freedesktop.DBus.Error.NotSupported", message: "The bus passes no file descriptors"
            )
        }
        var serial: dbus_uint32_t = 0
        guard dbus_connection_send(native, encoded, &serial) != 0 else { throw .noMemory }
        return serial
    }

    func nextIdentifier() -> UInt64 {
        lastIdentifier += 1
        return lastIdentifier
    }

    /// The connection is gone, whoever ended it.
    func lose() {
        guard native != nil else { return }
        tearDown()
        let calls = pendingCalls.sorted { $0.key < $1.key }
        pendingCalls = [:]
        for call in calls { call.value.finish(.failure(.disconnected)) }
        let observers = disconnectObservers
        disconnectObservers = []
        subscriptions = []
        exports = []
        for observer in observers { observer.handler() }
    }

    private func tearDown() {
        guard let native else { return }
        self.native = nil
        for watch in watches.values { watch.source?.cancel() }
        watches = [:]
        target?.takeUnretainedValue().connection = nil
        if let target { dbus_connection_remove_filter(native, receiveFromLibrary, target.toOpaque()) }
        dbus_connection_close(native)
        // Taking the functions away makes libdbus call them once more; the target leads nowhere by now.
        dbus_connection_set_watch_functions(native, nil, nil, nil, nil, nil)
        dbus_connection_set_dispatch_status_function(native, nil, nil, nil)
        dbus_connection_set_wakeup_main_function(native, nil, nil, nil)
        dbus_connection_unref(native)
        target?.release()
        target = nil
    }
}

import CDBus
import Dispatch
import Glibc

extension DBusConnection {
    /// Connects to the system bus, or to what `DBUS_SYSTEM_BUS_ADDRESS` says in its place.
    package static func systemBus(on loop: EventLoop) async throws(DBusError) -> DBusConnection {
        let address = getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) }
        return try await open(address: address ?? "unix:path=/var/run/dbus/system_bus_socket", on: loop)
    }

    /// Connects to the bus at an address.
    ///
    /// libdbus authenticates with blocking reads and writes, so that part runs on a thread of Dispatch's.
    package static func open(address: String, on loop: EventLoop) async throws(DBusError) -> DBusConnection {
        guard !address.utf8.contains(0) else { throw .invalid("A bus address contains a NUL character") }
        let opened: Result<Opened, DBusError> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: openBlocking(address)) }
        }
        let (native, uniqueName) = try opened.map { ($0.native, $0.uniqueName) }.get()
        let connection = DBusConnection(native: native, uniqueName: uniqueName, loop: loop)
        try await connection.activate()
        return connection
    }

    private struct Opened: Sendable {
        /// The bits of the pointer, which as a pointer could not cross to the loop.
        let native: UInt
        let uniqueName: String
    }

    /// libdbus's own locks have to exist before anything else of it is used.
    private static let threadsAreInitialized = dbus_threads_init_default() != 0

    private static func openBlocking(_ address: String) -> Result<Opened, DBusError> {
        guard threadsAreInitialized else { return .failure(.noMemory) }
        var error = CDBus.DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        guard let native = dbus_connection_open_private(address, &error) else {
            return .failure(DBusError(error))
        }
        // Otherwise libdbus would end the process when the bus goes away.
        dbus_connection_set_exit_on_disconnect(native, 0)
        guard dbus_bus_register(native, &error) != 0, let name = dbus_bus_get_unique_name(native) else {
            let failure = DBusError(error)
            dbus_connection_close(native)
            dbus_connection_unref(native)
            return .failure(failure)
        }
        return .success(Opened(native: UInt(bitPattern: native), uniqueName: String(cString: name)))
    }

    private func activate() throws(DBusError) {
        guard let native else { throw .disconnected }
        let target = Unmanaged.passRetained(CallbackTarget(self))
        self.target = target
        let data = target.toOpaque()
        guard
            dbus_connection_set_watch_functions(
                native, addWatchFromLibrary, removeWatchFromLibrary, toggleWatchFromLibrary, data, nil) != 0,
            dbus_connection_add_filter(native, receiveFromLibrary, data, nil) != 0
        else {
            close()
            throw .noMemory
        }
        dbus_connection_set_dispatch_status_function(native, dispatchStatusFromLibrary, data, nil)
        dbus_connection_set_wakeup_main_function(native, wakeUpFromLibrary, data, nil)
        scheduleDispatch()
    }
}

extension DBusError {
    /// Copies an error that libdbus set.
    fileprivate init(_ error: CDBus.DBusError) {
        self.init(
            name: error.name.map { String(cString: $0) } ?? Self.failedName,
            message: error.message.map { String(cString: $0) } ?? "")
    }
}

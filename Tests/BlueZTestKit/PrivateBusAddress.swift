/// The address of a message bus that a test started for itself, as `DBUS_SYSTEM_BUS_ADDRESS` takes it.
package struct PrivateBusAddress: Hashable, Sendable {
    /// The address text, such as `unix:path=/tmp/bus`.
    package let text: String

    /// Wraps the address that dbus-daemon printed.
    package init(text: String) {
        self.text = text
    }
}

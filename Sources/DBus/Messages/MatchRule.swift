import CDBus

/// Which signals the bus shall send to us.
///
/// A well-known sender name is matched by the bus, which knows its owner; here only unique names are compared,
/// so a handler that shares a connection with broader rules checks the sender itself. There are no path namespaces
/// here: dbus-daemon (1.14) takes rules that differ in nothing else for equal, and removing one removes another.
package struct MatchRule: Hashable, Sendable {
    /// The sender's name.
    package var sender: String?
    /// The object that sends the signal.
    package var path: ObjectPath?
    /// The signal's interface.
    package var interface: String?
    /// The signal's name.
    package var member: String?
    /// The signal's first argument, a text.
    package var argument0: String?

    /// Makes a rule; what is nil matches everything.
    package init(
        sender: String? = nil, path: ObjectPath? = nil, interface: String? = nil, member: String? = nil,
        argument0: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.argument0 = argument0
    }

    /// The rule as the bus takes it; refused where a part is not what it says.
    func text() throws(DBusError) -> String {
        if let sender, dbus_validate_bus_name(sender, nil) == 0 {
            throw .invalid("'\(sender)' is not a bus name")
        }
        if let interface, dbus_validate_interface(interface, nil) == 0 {
            throw .invalid("'\(interface)' is not an interface")
        }
        if let member, dbus_validate_member(member, nil) == 0 {
            throw .invalid("'\(member)' is not a signal")
        }
        if let argument0, argument0.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "'") }) {
            throw .invalid("A match rule's argument contains a quote or a NUL character")
        }
        let parts: [(String, String?)] = [
            ("sender", sender), ("path", path?.text), ("interface", interface), ("member", member),
            ("arg0", argument0),
        ]
        return parts.reduce("type='signal'") { text, part in
            part.1.map { "\(text),\(part.0)='\($0)'" } ?? text
        }
    }

    /// Whether a signal that has arrived is one that this rule asked for.
    package func matches(_ message: DBusMessage) -> Bool {
        guard message.kind == .signal else { return false }
        if let sender, sender.hasPrefix(":"), sender != message.sender { return false }
        if let path, path != message.path { return false }
        if let interface, interface != message.interface { return false }
        if let member, member != message.member { return false }
        if let argument0 {
            guard case .string(argument0)? = message.arguments.first else { return false }
        }
        return true
    }
}

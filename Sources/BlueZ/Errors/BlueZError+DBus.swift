import DBus

extension BlueZError {
    /// Reads what BlueZ or the bus answered; the texts matter, because one name stands for many causes.
    init(_ error: DBusError, subject: String) {
        self.init(Self.kind(of: error), name: error.name, message: error.message, subject: subject)
    }

    private static func kind(of error: DBusError) -> Kind {
        switch error.name {
        case DBusError.serviceUnknownName, DBusError.nameHasNoOwnerName:
            .daemonNotRunning
        case DBusError.noReplyName:
            // The bus's own text for a receiver that left; otherwise it was the deadline.
            error.message.contains("disconnected from message bus") ? .daemonNotRunning : .timedOut
        case DBusError.disconnectedName:
            .busDisconnected
        case DBusError.cancelledName:
            .cancelled
        case DBusError.accessDeniedName:
            .accessDenied
        case DBusError.unknownObjectName, DBusError.unknownMethodName,
            "org.freedesktop.DBus.Error.UnknownInterface", "org.bluez.Error.DoesNotExist":
            .noSuchDevice
        case "org.bluez.Error.NotReady":
            .adapterOff
        case "org.bluez.Error.InProgress":
            .busy
        case "org.bluez.Error.NotConnected", "org.bluez.Error.ConnectionAttemptFailed":
            .linkFailed
        case "org.bluez.Error.AuthenticationFailed", "org.bluez.Error.AuthenticationCanceled",
            "org.bluez.Error.AuthenticationRejected", "org.bluez.Error.AuthenticationTimeout":
            .authenticationFailed
        case "org.bluez.Error.NotAuthorized":
            .notPaired
        case "org.bluez.Error.NotPermitted":
            kindOfRefusal(error.message)
        case "org.bluez.Error.NotSupported":
            .notSupported
        case "org.bluez.Error.BREDR.ProfileUnavailable":
            .wrongTransport
        case "org.bluez.Error.InvalidArguments", DBusError.invalidArgumentsName:
            .invalid
        default:
            kindOfFailure(error.message)
        }
    }

    private static func kindOfRefusal(_ message: String) -> Kind {
        if message.contains("Not paired") { return .notPaired }
        if message.contains("acquired") { return .busy }
        return .notSupported
    }

    /// What a text means that comes with `Failed`, `NotAvailable` or an unknown name.
    private static func kindOfFailure(_ message: String) -> Kind {
        if let code = attributeError(message) {
            // Insufficient authentication, authorization, encryption key size and encryption: pairing mends them.
            return [0x05, 0x08, 0x0C, 0x0F].contains(code) ? .notPaired : .attributeError(code)
        }
        let kinds: [(Kind, [String])] = [
            (.wrongTransport, ["profile-unavailable", "page-timeout"]),
            (.bondLost, ["key-missing"]),
            (.adapterOff, ["adapter-not-powered", "Resource Not Ready", "Not Powered"]),
            (.blockedByRfkill, ["rfkill"]),
            (.busy, ["connection-busy"]),
            (.alreadyAttempting, ["already in progress"]),
            (.controllerFault, ["Input/output error"]),
            (
                .linkFailed,
                [
                    "le-connection-", "br-connection-", "Software caused connection abort", "Not connected",
                    "Connection refused", "Connection timed out", "Connection reset", "Host is down",
                    "Transport endpoint is not connected",
                ]
            ),
        ]
        return kinds.first { $0.1.contains { message.contains($0) } }?.0 ?? .other
    }

    /// The code in `Operation failed with ATT error: 0x0e`.
    private static func attributeError(_ message: String) -> UInt8? {
        guard let range = message.firstRange(of: "ATT error: 0x") else { return nil }
        return UInt8(message[range.upperBound...].prefix(2), radix: 16)
    }
}

import DBus
import Foundation
import Testing

@testable import BlueZ

@Suite struct BlueZErrorTests {
    static let cases: [(String, String, BlueZError.Kind)] = [
        ("org.bluez.Error.Failed", "le-connection-abort-by-local", .linkFailed),
        ("org.bluez.Error.Failed", "Software caused connection abort", .linkFailed),
        ("org.bluez.Error.Failed", "br-connection-canceled", .linkFailed),
        ("org.bluez.Error.Failed", "Operation already in progress", .alreadyAttempting),
        ("org.bluez.Error.InProgress", "In Progress", .busy),
        ("org.bluez.Error.Failed", "br-connection-busy", .busy),
        ("org.bluez.Error.NotReady", "Resource Not Ready", .adapterOff),
        ("org.bluez.Error.Failed", "br-connection-adapter-not-powered", .adapterOff),
        ("org.bluez.Error.Failed", "Input/output error", .controllerFault),
        ("org.bluez.Error.Failed", "br-connection-profile-unavailable", .wrongTransport),
        ("org.bluez.Error.NotAvailable", "br-connection-profile-unavailable", .wrongTransport),
        ("org.bluez.Error.BREDR.ProfileUnavailable", "", .wrongTransport),
        ("org.bluez.Error.Failed", "br-connection-page-timeout", .wrongTransport),
        ("org.bluez.Error.Failed", "br-connection-key-missing", .bondLost),
        ("org.freedesktop.DBus.Error.UnknownObject", "Method call on an object", .noSuchDevice),
        ("org.freedesktop.DBus.Error.UnknownMethod", "", .noSuchDevice),
        ("org.bluez.Error.DoesNotExist", "Does Not Exist", .noSuchDevice),
        ("org.freedesktop.DBus.Error.NoReply", "No answer within 45.0 seconds", .timedOut),
        (
            "org.freedesktop.DBus.Error.NoReply",
            "Message recipient disconnected from message bus without replying", .daemonNotRunning
        ),
        ("org.freedesktop.DBus.Error.ServiceUnknown", "", .daemonNotRunning),
        ("org.freedesktop.DBus.Error.NameHasNoOwner", "", .daemonNotRunning),
        ("org.freedesktop.DBus.Error.AccessDenied", "Rejected send message", .accessDenied),
        ("org.freedesktop.DBus.Error.Disconnected", "", .busDisconnected),
        ("org.bluez.Error.AuthenticationFailed", "Authentication Failed", .authenticationFailed),
        ("org.bluez.Error.AuthenticationTimeout", "", .authenticationFailed),
        ("org.bluez.Error.NotPermitted", "Not paired", .notPaired),
        ("org.bluez.Error.NotPermitted", "Notify acquired", .busy),
        ("org.bluez.Error.NotPermitted", "Read not permitted", .notSupported),
        ("org.bluez.Error.NotAuthorized", "", .notPaired),
        ("org.bluez.Error.NotSupported", "Operation is not supported", .notSupported),
        ("org.bluez.Error.NotConnected", "Not Connected", .linkFailed),
        ("org.bluez.Error.Failed", "Operation failed with ATT error: 0x05", .notPaired),
        ("org.bluez.Error.Failed", "Operation failed with ATT error: 0x0f", .notPaired),
        ("org.bluez.Error.Failed", "Operation failed with ATT error: 0x0e", .attributeError(0x0E)),
        ("org.bluez.Error.Failed", "Operation failed with ATT error: 0x", .other),
        ("org.bluez.Error.InvalidArguments", "", .invalid),
        ("org.bluez.Error.Failed", "", .other),
        ("com.example.Error", "le-connection-timeout", .linkFailed),
    ]

    @Test("What BlueZ answers is understood by its name and its text", arguments: cases)
    func kinds(name: String, message: String, kind: BlueZError.Kind) {
        let error = BlueZError(DBusError(name: name, message: message), subject: "Sensor X")
        #expect(error.kind == kind)
        #expect(error.name == name)
        #expect(error.message == message)
    }

    @Test("An error says what happened, to what, and what to do, then BlueZ's words")
    func sentences() {
        #expect(
            BlueZError(.blockedByRfkill, subject: "Adapter hci0").description
                == "Adapter hci0 is blocked by rfkill: run `rfkill unblock bluetooth`")
        #expect(
            BlueZError(
                DBusError(name: "org.bluez.Error.NotReady", message: "Resource Not Ready"),
                subject: "Adapter hci0"
            ).description
                == "Adapter hci0 is switched off: run `bluetoothctl power on` (Resource Not Ready, org.bluez.Error.NotReady)"
        )
    }

    @Test(
        "The kernel's rfkill switches are read, soft and hard ones",
        arguments: [("0", "0", false), ("1", "0", true), ("0", "1", true)])
    func rfkillSwitches(soft: String, hard: String, isBlocked: Bool) throws {
        let root = FileManager.default.temporaryDirectory.appending(
            path: "pulsewatt-rfkill-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let directory = root.appending(path: "hci0/rfkill3")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data((soft + "\n").utf8).write(to: directory.appending(path: "soft"))
        try Data((hard + "\n").utf8).write(to: directory.appending(path: "hard"))
        let switches = RfkillSwitches(directory: root.path)
        #expect(switches.block("hci0") == isBlocked)
        #expect(!switches.block("hci1"))
    }
}

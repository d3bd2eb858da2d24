/// Why BlueZ did not do what it was asked to: its own words, what they mean, and what to do.
package struct BlueZError: Error, Hashable, Sendable {
    /// What an error means for whoever has to go on.
    package enum Kind: Hashable, Sendable {
        /// bluetoothd is not on the bus, or left it meanwhile.
        case daemonNotRunning
        /// bluetoothd is on the bus and does not answer.
        case daemonHangs
        /// The bus's policy does not let this user talk to BlueZ.
        case accessDenied
        /// No adapter has that address.
        case noSuchAdapter
        /// BlueZ has no such object any more: the device has to be discovered again.
        case noSuchDevice
        /// The adapter is switched off.
        case adapterOff
        /// rfkill keeps the adapter off.
        case blockedByRfkill
        /// Another operation is in progress; it helps to wait.
        case busy
        /// A connection attempt of BlueZ's own or of another program is running already.
        case alreadyAttempting
        /// The link could not be made, or it broke; retry once it is down.
        case linkFailed
        /// Our own deadline passed.
        case timedOut
        /// The caller's task was cancelled.
        case cancelled
        /// BlueZ tried classic Bluetooth with a low-energy sensor.
        case wrongTransport
        /// The sensor has forgotten its bond with this machine.
        case bondLost
        /// Pairing failed.
        case authenticationFailed
        /// The sensor wants to be paired first.
        case notPaired
        /// The characteristic or BlueZ cannot do that.
        case notSupported
        /// The sensor does not have that characteristic.
        case characteristicMissing
        /// The sensor refused with an error of the Attribute Protocol.
        case attributeError(UInt8)
        /// The controller or the kernel failed.
        case controllerFault
        /// What was asked for is not valid.
        case invalid
        /// The connection to the bus is gone.
        case busDisconnected
        /// Anything else; the name and the message say what.
        case other
    }

    /// What the error means.
    package let kind: Kind
    /// The D-Bus name of the error, word for word; empty where it did not come from the bus.
    package let name: String
    /// The text of the error, word for word.
    package let message: String
    /// What it happened to, such as `Sensor C0:FF:EE:00:00:01` or `Adapter hci0`.
    package let subject: String

    /// The same error with another meaning, for who knows more.
    init(_ error: BlueZError, kind: Kind) {
        self.init(kind, name: error.name, message: error.message, subject: error.subject)
    }

    init(_ kind: Kind, name: String = "", message: String = "", subject: String) {
        self.kind = kind
        self.name = name
        self.message = message
        self.subject = subject
    }
}

extension BlueZError: CustomStringConvertible {
    /// What happened, to what, and what to do; then BlueZ's own words.
    package var description: String {
        let origin = [message, name].filter { !$0.isEmpty }.joined(separator: ", ")
        return origin.isEmpty ? sentence : "\(sentence) (\(origin))"
    }

    private var sentence: String {
        switch kind {
        case .daemonNotRunning:
            "\(subject): bluetoothd is not running: run `systemctl start bluetooth`"
        case .daemonHangs:
            "\(subject): bluetoothd does not answer: run `systemctl restart bluetooth` if it goes on"
        case .accessDenied:
            "\(subject): the message bus does not let this user talk to BlueZ: see /etc/dbus-1/system.d/bluetooth.conf"
        case .noSuchAdapter:
            "\(subject) is not there: run `bluetoothctl list` to see the adapters"
        case .noSuchDevice:
            "\(subject) is not known to BlueZ: wake it up and scan again"
        case .adapterOff:
            "\(subject) is switched off: run `bluetoothctl power on`"
        case .blockedByRfkill:
            "\(subject) is blocked by rfkill: run `rfkill unblock bluetooth`"
        case .busy:
            "\(subject) is busy with another operation: try again in a moment"
        case .alreadyAttempting:
            "\(subject) is being connected already: wait for it"
        case .linkFailed:
            "\(subject) could not be reached: bring it closer, wake it up and try again"
        case .timedOut:
            "\(subject) did not answer in time: wake it up and try again"
        case .cancelled:
            "\(subject): the operation was cancelled"
        case .wrongTransport:
            "\(subject) was called over classic Bluetooth: set `ControllerMode = le` in /etc/bluetooth/main.conf"
        case .bondLost:
            "\(subject) has forgotten this machine: run `pulsewatt forget` and `pulsewatt pair` for it"
        case .authenticationFailed:
            "\(subject) could not be paired: put it into pairing mode and run `pulsewatt pair` again"
        case .notPaired:
            "\(subject) wants to be paired first: run `pulsewatt pair` for it"
        case .notSupported:
            "\(subject) does not support that"
        case .characteristicMissing:
            "\(subject) does not have the characteristic: connect to it again; if that does not help, forget and pair it"
        case .attributeError(let code):
            "\(subject) refused with attribute error 0x\(code < 16 ? "0" : "")\(String(code, radix: 16))"
        case .controllerFault:
            "\(subject) failed in the controller or the kernel: unplug the adapter and plug it in again if it goes on"
        case .invalid:
            "\(subject): BlueZ was asked for something invalid"
        case .busDisconnected:
            "\(subject): the connection to the message bus is lost: run `systemctl status dbus`"
        case .other:
            "\(subject) failed"
        }
    }
}

package import SensorProfiles

/// One line of a capture: what a sensor sent, or what happened, and when.
package struct CaptureRecord: Hashable, Sendable {
    /// What a line of a capture tells.
    package enum Content: Hashable, Sendable {
        /// The bytes of one notification, as the sensor sent them.
        case notification(sensor: BluetoothAddress, characteristic: BluetoothUUID, value: [UInt8])
        /// A happening, of one sensor where it has one.
        case event(CaptureEvent, sensor: BluetoothAddress?)
    }

    /// The time since the start of the capture, in nanoseconds.
    package let nanoseconds: Int64
    /// What was sent or happened.
    package let content: Content

    /// Puts a content at its time, in nanoseconds since the start of the capture.
    package init(nanoseconds: Int64, _ content: Content) {
        self.nanoseconds = nanoseconds
        self.content = content
    }
}

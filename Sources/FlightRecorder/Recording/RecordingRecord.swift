package import SensorProfiles

/// One thing that a recording tells of the workout, and when it was.
package struct RecordingRecord: Hashable, Sendable {
    /// What a recording tells.
    package enum Content: Hashable, Sendable {
        /// A notification or an event, which a capture can hold as well.
        case capture(CaptureRecord.Content)
        /// What a sensor said of itself, in its recorder's own form.
        case description(sensor: BluetoothAddress, bytes: [UInt8])
    }

    /// The time since the workout's start in nanoseconds, a whole number of microseconds.
    package let nanoseconds: Int64
    /// What is told.
    package let content: Content

    /// Puts a content at its time, in nanoseconds since the start.
    package init(nanoseconds: Int64, _ content: Content) {
        self.nanoseconds = nanoseconds
        self.content = content
    }
}

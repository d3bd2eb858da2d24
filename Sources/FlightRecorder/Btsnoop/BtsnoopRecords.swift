package import Foundation
package import SensorProfiles

/// What a btsnoop capture holds of a workout: the records of a replay and when it was.
package struct BtsnoopRecords: Sendable {
    /// A handle that notifications came from without the capture saying what it is.
    package struct UnknownHandle: Hashable, Sendable, CustomStringConvertible {
        /// The sensor.
        package let sensor: BluetoothAddress
        /// The handle.
        package let handle: UInt16
        /// How many notifications there were.
        package let count: Int
        /// What all of them could be; nil where nothing speaks for it.
        package let likely: BluetoothUUID?

        /// The sensor, the handle, and what it could be.
        package var description: String {
            let digits = String(handle, radix: 16)
            let name = "0x" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            let guess = likely.map { ", which looks like \($0)" } ?? ""
            return "\(name) of \(sensor) (\(count) notifications\(guess))"
        }
    }

    /// The date of time 0, which is the first notification of a measurement.
    package let start: Date
    /// Notifications of heart rate and cycling power, and links that came and went, in order of time.
    package let records: [CaptureRecord]
    /// Handles that notified, but that the capture does not name: a bonded host does not ask again.
    package let unknownHandles: [UnknownHandle]
    /// How much data was left out because parts of it are missing in the capture.
    package let incompleteCount: Int
    /// Where the file could not be read any further; nil for a whole one.
    package let damage: BtsnoopDamage?
}

/// A happening in a capture that no notification carries; raw values are the names in the file.
package enum CaptureEvent: String, CaseIterable, Hashable, Sendable {
    /// The rider paused the workout.
    case pause
    /// The rider went on.
    case resume
    /// A lap ended and the next began.
    case lap
    /// The link to a sensor came up.
    case connected
    /// The link to a sensor was lost or closed.
    case disconnected
    /// Somebody set the wall clock; times do not depend on it.
    case clockStep = "clock_step"
    /// Nobody recorded for a while, because the recorder had come to grief.
    case recovered
    /// The capture ended; without this line it ends with its last one.
    case end

    /// Whether the happening is meaningless without the sensor that it is of.
    var needsSensor: Bool {
        switch self {
        case .connected, .disconnected: true
        case .pause, .resume, .lap, .clockStep, .recovered, .end: false
        }
    }
}

package import SensorProfiles

/// All that is left of a recording, and how much is not.
package struct RecordingContents: Equatable, Sendable {
    /// What could not be read.
    package struct Damage: Equatable, Sendable {
        /// Places in the file where something lies that is no frame.
        package var places = 0
        /// The bytes at those places.
        package var bytes = 0
        /// Frames that are known to be missing, because later ones count them.
        package var lostFrames = 0
        /// Notifications of a sensor that nothing in the file names.
        package var namelessNotifications = 0
        /// Records and readings of the clocks whose times no workout can have.
        package var impossibleTimes = 0

        /// Whether everything is there.
        package var isNone: Bool { self == Damage() }

        /// What is damaged, for a person; empty where nothing is.
        package var description: String {
            func counted(_ count: Int, _ noun: String) -> String {
                "\(count) \(noun)\(count == 1 ? "" : "s")"
            }
            var parts: [String] = []
            if places > 0 {
                parts.append("\(counted(bytes, "byte")) in \(counted(places, "place")) cannot be read")
            }
            if lostFrames > 0 { parts.append("\(counted(lostFrames, "record")) or more are missing") }
            if namelessNotifications > 0 {
                parts.append(
                    "\(counted(namelessNotifications, "notification")) of unknown sensors are left out")
            }
            if impossibleTimes > 0 {
                parts.append("\(counted(impossibleTimes, "record")) at impossible times are left out")
            }
            return parts.joined(separator: ", ")
        }
    }

    /// A moment on both clocks.
    package struct ClockReading: Equatable, Sendable {
        /// Nanoseconds since the workout's start.
        package let nanoseconds: Int64
        /// The wall clock, in microseconds since 1970.
        package let wallMicroseconds: Int64

        /// Makes a reading of both clocks.
        package init(nanoseconds: Int64, wallMicroseconds: Int64) {
            self.nanoseconds = nanoseconds
            self.wallMicroseconds = wallMicroseconds
        }

        /// The wall clock at the workout's start by this reading; nil outside the years 1970 to 9999.
        fileprivate var startMicroseconds: Int64? {
            let start = wallMicroseconds.subtractingReportingOverflow(nanoseconds / 1000)
            let limits: ClosedRange<Int64> = 0...253_402_300_799_000_000
            return !start.overflow && limits.contains(start.partialValue) ? start.partialValue : nil
        }
    }

    /// Where notifications come from.
    package struct Stream: Hashable, Sendable {
        /// Who sends them.
        package let sensor: BluetoothAddress
        /// What they are values of.
        package let characteristic: BluetoothUUID

        /// Makes a stream of its parts.
        package init(sensor: BluetoothAddress, characteristic: BluetoothUUID) {
            self.sensor = sensor
            self.characteristic = characteristic
        }
    }

    /// What the recording says of its workout by the last copy of it; nil if none can be read.
    package internal(set) var header: RecordingHeader?
    /// What was planned, in its recorder's own form; nil if no copy of it can be read.
    package internal(set) var plan: [UInt8]?
    /// Everything that was recorded, in the order in which it was.
    package internal(set) var records: [RecordingRecord] = []
    /// The streams by their numbers in the file.
    package internal(set) var streams: [Int: Stream] = [:]
    /// One more than the highest number of a stream, whether or not it is named.
    package internal(set) var streamCount = 0
    /// The first reading of both clocks.
    package internal(set) var firstClock: ClockReading?
    /// The first reading of both clocks at which the wall clock was not before ``earliestStart``.
    package internal(set) var firstDatedClock: ClockReading?
    /// The last reading of both clocks.
    package internal(set) var lastClock: ClockReading?
    /// Whether the workout was saved, so that nothing is left to do.
    package internal(set) var isSaved = false
    /// What could not be read.
    package internal(set) var damage = Damage()
    /// Frames of kinds that only later versions know.
    package internal(set) var unknownFrames = 0
    /// How many frames were written as far as it is known, lost ones included.
    package internal(set) var frameCount: UInt32 = 0
    /// The bytes up to the end of the last whole frame.
    package internal(set) var wholeLength = 0

    /// The beginning of 2025 in microseconds since 1970: no workout was recorded before.
    package static let earliestStart: Int64 = 1_735_689_600_000_000

    /// The wall clock at the start, in microseconds since 1970; nil if nothing tells it.
    ///
    /// It is the header's, or else what the first reading of both clocks says. Where that is a date of before there was
    /// this program, as on a board whose clock begins in 1970 until the network sets it, the first later one counts.
    package var startMicroseconds: Int64? {
        let start = header?.startMicroseconds ?? firstClock?.startMicroseconds
        if let start, start >= Self.earliestStart { return start }
        guard let dated = firstDatedClock?.startMicroseconds, dated >= Self.earliestStart else {
            return start
        }
        return dated
    }

    /// When the workout ended, in nanoseconds since its start; nil if it did not.
    package var end: Int64? {
        records.last { $0.content == .capture(.event(.end, sensor: nil)) }?.nanoseconds
    }

    /// Whether a recovery marked the recording and was killed before it ended it.
    package var isMarkedRecovered: Bool {
        guard let last = records.last, case .capture(.event(.recovered, _)) = last.content else {
            return false
        }
        return last.nanoseconds == lastNotification
    }

    /// When the last notification came, in nanoseconds since the start.
    package var lastNotification: Int64? {
        records.last { if case .capture(.notification) = $0.content { true } else { false } }?.nanoseconds
    }

    /// What was recorded of the workout: notifications later than its end came while that was being decided.
    package var workoutRecords: [RecordingRecord] {
        guard let end else { return records }
        return records.filter { record in
            if case .capture(.notification) = record.content { record.nanoseconds <= end } else { true }
        }
    }

    /// The notifications and events of the workout, as a capture holds them.
    package var capture: [CaptureRecord] {
        workoutRecords.compactMap { record in
            guard case .capture(let content) = record.content else { return nil }
            return CaptureRecord(nanoseconds: record.nanoseconds, content)
        }
    }
}

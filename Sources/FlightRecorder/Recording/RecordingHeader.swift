package import Foundation

/// What a recording says of its workout at the start.
package struct RecordingHeader: Codable, Equatable, Sendable {
    /// The longest name of a rider that is kept, in characters.
    static let riderLimit = 1000
    /// The years 1970 to 9999.
    private static let startLimits: ClosedRange<Int64> = 0...253_402_300_799_000_000
    /// 73 years.
    private static let bootTimeLimit: UInt64 = 1 << 61

    /// The version of the format.
    package private(set) var version = RecordingFormat.version
    /// The workout's identity.
    package var workout: UUID
    /// Whose workout it is.
    package var rider: String
    /// The activity's name, such as `cycling`.
    package var activityType: String
    /// Whether it takes place indoors.
    package var isIndoor: Bool
    /// Whether its sensors are simulated.
    package var isSimulated: Bool
    /// The name of the time zone that its times are written in.
    package var timeZone: String
    /// What local time was ahead of UTC at the start, in seconds.
    package var offsetFromUTC: Int
    /// The wall clock at the start, in microseconds since 1970.
    package var startMicroseconds: Int64
    /// CLOCK_BOOTTIME at the start in nanoseconds; below 0 where the workout is older than the boot that goes on with it.
    package var bootTime: Int64
    /// The boot that ``bootTime`` is of; nil where it is not known.
    package var bootIdentifier: String?

    /// Makes a header of its parts.
    package init(
        workout: UUID, rider: String, activityType: String, isIndoor: Bool, isSimulated: Bool,
        timeZone: String, offsetFromUTC: Int, startMicroseconds: Int64, bootTime: Int64,
        bootIdentifier: String?
    ) {
        self.workout = workout
        self.rider = String(rider.prefix(Self.riderLimit))
        self.activityType = activityType
        self.isIndoor = isIndoor
        self.isSimulated = isSimulated
        self.timeZone = timeZone
        self.offsetFromUTC = offsetFromUTC
        self.startMicroseconds = startMicroseconds
        self.bootTime = bootTime
        self.bootIdentifier = bootIdentifier
    }

    private enum CodingKeys: String, CodingKey {
        case version, workout, rider
        case activityType = "activity_type"
        case isIndoor = "indoor"
        case isSimulated = "simulated"
        case timeZone = "time_zone"
        case offsetFromUTC = "utc_offset_s"
        case startMicroseconds = "start_us"
        case bootTime = "boot_time_ns"
        case bootIdentifier = "boot_id"
    }
}

extension RecordingHeader {
    /// The version that a header's payload says, even if the rest of it is of a later one.
    static func version(of payload: [UInt8]) -> Int? {
        struct Version: Decodable {
            let version: Int
        }
        return try? JSONDecoder().decode(Version.self, from: Data(payload)).version
    }

    /// Reads a header's payload; nil where it is none or its times are none of any workout.
    init?(payload: [UInt8]) {
        guard let header = try? JSONDecoder().decode(RecordingHeader.self, from: Data(payload)),
            Self.startLimits.contains(header.startMicroseconds),
            header.bootTime.magnitude < Self.bootTimeLimit, header.offsetFromUTC.magnitude < 86_400
        else { return nil }
        self = header
    }

    /// The payload of the header's frame: JSON in UTF-8, keys sorted.
    var payload: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings, whole numbers and Booleans are all valid JSON, so encoding them cannot fail.
        return (try? encoder.encode(self)).map(Array.init) ?? []
    }
}

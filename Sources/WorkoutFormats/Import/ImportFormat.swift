/// A format that workouts are read from.
package enum ImportFormat: CaseIterable {
    /// Rows of values: ours, and other tables with names that say what they are.
    case csv
    /// Garmin's FIT.
    case fit
    /// GoldenCheetah's ride file.
    case goldencheetah
    /// Pulsewatt's own JSON.
    case json
    /// Garmin's Training Center XML.
    case tcx

    /// How much the format tells of a workout, 0 for the most: of a ride in several files the one with the least is taken.
    package var rank: Int {
        switch self {
        case .json: 0
        case .fit: 1
        case .goldencheetah: 2
        case .tcx: 3
        case .csv: 4
        }
    }

    /// The format of a file, told by its first bytes; nil for one that is not read.
    package init?(recognizing bytes: [UInt8]) {
        let beginning = Self.beginning(of: bytes)
        if ImportedWorkout.isFIT(bytes) {
            self = .fit
        } else if beginning.hasPrefix("{") {
            self = beginning.contains("\"RIDE\"") ? .goldencheetah : .json
        } else if beginning.hasPrefix("<"), beginning.contains("TrainingCenterDatabase") {
            self = .tcx
        } else if CSVHeader(beginning) != nil {
            self = .csv
        } else {
            return nil
        }
    }

    /// The first characters, without a byte order mark and white space before them.
    ///
    /// Some services write white space before the XML declaration, which XML itself does not allow.
    private static func beginning(of bytes: [UInt8]) -> String {
        let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
        return String(text.drop { $0.isWhitespace || $0 == "\u{FEFF}" })
    }

    /// Why a file is not read, and what to do.
    package static func refusal(of bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "it is empty" }
        if bytes.starts(with: [0x50, 0x4B]) { return "it is a ZIP archive: run `unzip` on it first" }
        let beginning = beginning(of: bytes)
        if beginning.hasPrefix("<"), beginning.contains("<gpx") {
            return "GPX has no power and no standard heart rate: export the ride as FIT or TCX instead"
        }
        return "it is no file of a workout in a format that Pulsewatt reads"
    }
}

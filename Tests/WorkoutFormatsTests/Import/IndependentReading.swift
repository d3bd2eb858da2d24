import Foundation
import TestKit
import Testing
import WorkoutFormats

/// What programs that are not ours read in the files of a workout: two TCX parsers, Python's csv and json.
struct IndependentReading: Decodable {
    struct TCX: Decodable {
        let sport: String
        let laps: Int
        let milliseconds: [Int64]
        let heartRate: [Int?]
        let cadence: [Int?]
        let speed: [Double?]
        let power: [Int?]
        let distance: Double
        let otherDuration: Double
        let otherTimes: [Int64]
        let otherHeartRate: [Int]
        let otherPower: [Int]
    }
    struct Table: Decodable {
        let header: [String]
        let rows: [[String]]
    }
    struct Ride: Decodable {
        struct Lap: Decodable {
            let name: String
            let start: Double
            let stop: Double
            enum CodingKeys: String, CodingKey {
                case name = "NAME"
                case start = "START"
                case stop = "STOP"
            }
        }
        struct Series: Decodable {
            let name: String
            let samples: [[String: Double]]
            enum CodingKeys: String, CodingKey {
                case name = "NAME"
                case samples = "SAMPLES"
            }
        }
        let startTime: String
        let tags: [String: String]
        let laps: [Lap]?
        let samples: [[String: Double]]?
        let series: [Series]?
        enum CodingKeys: String, CodingKey {
            case startTime = "STARTTIME"
            case tags = "TAGS"
            case laps = "INTERVALS"
            case samples = "SAMPLES"
            case series = "XDATA"
        }
    }

    let tcx: TCX
    let csv: Table
    let rr: Table
    let ride: Ride

    /// The directory of the Python tools, where the environment names it.
    static let tools = ProcessInfo.processInfo.environment["PULSEWATT_PYTHON_TOOLS"]

    /// What is read of each of the hard workouts; all in one run, because each start takes a second.
    private static let hardWorkouts = Result { try read() }

    static func reading(of hard: HardWorkouts) throws -> IndependentReading {
        try #require(try hardWorkouts.get()[hard])
    }

    private static func read() throws -> [HardWorkouts: IndependentReading] {
        let directory = try TemporaryDirectory()
        func file(_ name: String) -> URL { URL(filePath: directory.path).appending(path: name) }
        for (index, hard) in HardWorkouts.allCases.enumerated() {
            let exported = try hard.exported
            for (format, ending) in [
                (WorkoutFormat.tcx, "tcx"), (.csv, "csv"), (.rrCSV, "rr.csv"), (.goldencheetah, "gc.json"),
            ] {
                try Data(format.bytes(of: exported)).write(to: file("\(index).\(ending)"))
            }
        }
        let process = Process()
        process.executableURL = URL(filePath: try #require(tools)).appending(path: "python3")
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Independent/read_exchange.py").standardizedFileURL
        process.arguments = [script.path(percentEncoded: false), directory.path]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        var readings: [HardWorkouts: IndependentReading] = [:]
        for (index, hard) in HardWorkouts.allCases.enumerated() {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            readings[hard] = try decoder.decode(
                IndependentReading.self, from: try Data(contentsOf: file("\(index).read.json")))
        }
        return readings
    }
}

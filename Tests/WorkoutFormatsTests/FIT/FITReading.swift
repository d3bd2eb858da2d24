import Foundation
import TestKit
import Testing
import WorkoutFormats

/// What libraries that are not ours read in a FIT file, as read_fit.py tells it.
struct FITReading: Sendable {
    /// What any of them objects to.
    let faults: [String]
    private let messages: [Int: Messages]

    private struct Messages {
        /// Where in the file each message is.
        let places: [Int]
        let fields: [Int: [Value]]
    }

    private enum Value {
        case missing
        case number(Double)
        case text(String)
        case list([Double?])

        init(_ json: Any) {
            switch json {
            case let number as NSNumber: self = .number(number.doubleValue)
            case let text as String: self = .text(text)
            case let list as [Any]: self = .list(list.map { ($0 as? NSNumber)?.doubleValue })
            default: self = .missing
            }
        }
    }

    init(_ json: Data) throws {
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        faults = try #require(object["faults"] as? [String])
        var messages: [Int: Messages] = [:]
        for (number, entry) in try #require(object["messages"] as? [String: [String: Any]]) {
            let fields = try #require(entry["fields"] as? [String: [Any]]).map { field, column in
                (try #require(Int(field)), column.map(Value.init))
            }
            messages[try #require(Int(number))] = Messages(
                places: try #require(entry["places"] as? [Int]),
                fields: Dictionary(uniqueKeysWithValues: fields))
        }
        self.messages = messages
    }

    /// Where the messages of a number are in the file.
    func places(_ message: Int) -> [Int] { messages[message]?.places ?? [] }

    /// A field of every message of a number; nil where it is missing.
    func numbers(_ message: Int, _ field: Int) -> [Double?] {
        column(message, field).map { if case .number(let number) = $0 { number } else { nil } }
    }

    func texts(_ message: Int, _ field: Int) -> [String?] {
        column(message, field).map { if case .text(let text) = $0 { text } else { nil } }
    }

    /// A field that is a list; one of one element is told as the element.
    func lists(_ message: Int, _ field: Int) -> [[Double?]] {
        column(message, field).map { value in
            switch value {
            case .list(let list): list
            case .number(let number): [number]
            case .missing, .text: []
            }
        }
    }

    private func column(_ message: Int, _ field: Int) -> [Value] {
        guard let found = messages[message] else { return [] }
        return found.fields[field] ?? found.places.map { _ in .missing }
    }
}

/// Garmin's official SDK, fitdecode and fitparse, in the virtual environment of scripts/python-tools.
enum FITLibraries {
    /// The directory of the environment's programs, where the environment names it.
    static let tools = ProcessInfo.processInfo.environment["PULSEWATT_PYTHON_TOOLS"]

    /// What the libraries read in each of the hard workouts; all files in one run, because each start takes a second.
    static let hardWorkouts = Result {
        try read(HardWorkouts.allCases.map { ($0.rawValue, try $0.exported) })
    }

    static func reading(of hard: HardWorkouts) throws -> FITReading {
        try #require(try hardWorkouts.get()[hard.rawValue])
    }

    private static func read(_ workouts: [(String, ExportedWorkout)]) throws -> [String: FITReading] {
        let directory = try TemporaryDirectory()
        for (index, (_, exported)) in workouts.enumerated() {
            let file = URL(filePath: directory.path).appending(path: "\(index).fit")
            try Data(WorkoutFormat.fit.bytes(of: exported)).write(to: file)
        }
        let process = Process()
        process.executableURL = URL(filePath: try #require(tools)).appending(path: "python3")
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "read_fit.py")
        process.arguments = [script.path(percentEncoded: false), directory.path]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        var readings: [String: FITReading] = [:]
        for (index, (name, _)) in workouts.enumerated() {
            let file = URL(filePath: directory.path).appending(path: "\(index).json")
            readings[name] = try FITReading(try Data(contentsOf: file))
        }
        return readings
    }
}

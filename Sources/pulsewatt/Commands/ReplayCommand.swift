import Bridge
import FlightRecorder
import Foundation
import HealthModel
import WorkoutFormats

/// `pulsewatt replay FILE`: rebuilds a workout.
struct ReplayCommand: Command {
    private static let format = CommandOption(
        "format", argument: "FORMAT",
        "What to write: json (the default), "
            + WorkoutFormat.allCases.filter { $0 != .json }.map(\.rawValue).joined(separator: ", "))
    private static let start = CommandOption(
        "start", argument: "TIME", "When the workout started, such as 2026-11-30T06:00:00Z")
    private static let timeZone = CommandOption(
        "time-zone", argument: "ZONE", "Its time zone, such as Europe/Berlin")

    let name = "replay"
    let summary = "Rebuild a workout from a recording or a capture"
    let operands = "FILE"
    let discussion = """
        FILE is a recording, a capture with one JSON object a line, or a Bluetooth capture of Android or btmon; - is standard
        input. A recording says all about its workout; options say otherwise. A capture in JSON does not say when it was
        made: without --start the workout starts in 1970, in UTC.
        """
    let options = [
        Self.format, Self.start, Self.timeZone, .activity, .rider, .handles, .output,
    ]

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        guard arguments.operands.count == 1 else {
            throw UsageError("wanted is one recording or capture file, or - for standard input")
        }
        let wanted = "one of " + WorkoutFormat.allCases.map(\.rawValue).joined(separator: ", ")
        let format =
            try arguments.value(of: Self.format, wanted: wanted, WorkoutFormat.init(rawValue:)) ?? .json
        let handles = try arguments.handles()
        let start = try arguments.value(of: Self.start, wanted: "a time such as 2026-11-30T06:00:00Z") {
            try? Date($0, strategy: .iso8601)
        }
        let timeZone = try arguments.value(of: Self.timeZone, wanted: "a name such as Europe/Berlin") {
            TimeZone(identifier: $0)
        }
        let rider = try arguments.rider()
        let path = arguments.operands[0]
        let file = try CaptureFile.read(path)
        let replay: Replay
        do {
            if RecordingFormat.isRecording(file) {
                let contents = try RecordingReader.contents(of: file)
                if !contents.damage.isNone { StandardError.print("\(path): \(contents.damage.description)") }
                var plan = WorkoutPlan(recordedIn: contents, fallback: WorkoutPlan(timeZone: .gmt))
                plan.activityType = try arguments.activityType() ?? plan.activityType
                plan.rider = rider ?? plan.rider
                plan.timeZone = timeZone ?? plan.timeZone
                replay = try await Replay(contents, plan: plan, start: start)
            } else {
                let plan = WorkoutPlan(
                    activityType: try arguments.activityType() ?? .cycling,
                    rider: rider ?? KnownSensors.defaultRider,
                    timeZone: timeZone ?? .gmt)
                if BtsnoopReader.isBtsnoop(file) {
                    let capture = try BtsnoopReader.records(in: Array(file), handles: handles)
                    for line in capture.remarks { StandardError.print("\(path): \(line)") }
                    replay = try await Replay(capture.records, plan: plan, start: start ?? capture.start)
                } else {
                    let records = try CaptureReader.records(in: file)
                    replay = try await Replay(records, plan: plan, start: start ?? Replay.defaultStart)
                }
            }
        } catch let error as CaptureError {
            throw CaptureFile.Unreadable(path: path, reason: "\(error)")
        } catch let error as BtsnoopError {
            throw CaptureFile.Unreadable(path: path, reason: "\(error)")
        } catch let error as RecordingError {
            throw CaptureFile.Unreadable(path: path, reason: "\(error)")
        }
        if let unreadable = replay.unreadable {
            StandardError.print(
                "\(unreadable.count) packet\(unreadable.count == 1 ? "" : "s") could not be read; the last one: \(unreadable.last)"
            )
        }
        try ExportedFile(format.bytes(of: replay.finished.exported), format: format).write(
            to: arguments.value(of: .output))
        return 0
    }
}

import Bridge
import FlightRecorder
import Foundation
import SensorProfiles
import WorkoutFormats

extension StoredRecording {
    /// When the workout started, in microseconds since 1970.
    var start: Int64? { contents.startMicroseconds }

    /// The same as a date.
    var startDate: Date? { start.map { Date(timeIntervalSince1970: Double($0) / 1e6) } }

    /// The same in local time of the workout.
    var startText: String? {
        start.map {
            RFC3339.text(milliseconds: $0 / 1000, in: WorkoutPlan(recordedIn: contents).timeZone)
        }
    }

    /// What one row of the list says, as JSON.
    var members: [JSONValue.Member] {
        let damage = contents.damage
        return [
            JSONValue.Member("id", .string(identifier)),
            JSONValue.Member("state", .string(state.rawValue)),
            JSONValue.Member("start", JSONValue(startText)),
            JSONValue.Member("rider", JSONValue(contents.header?.rider)),
            JSONValue.Member("activity_type", JSONValue(contents.header?.activityType)),
            JSONValue.Member("simulated", JSONValue(contents.header?.isSimulated)),
            JSONValue.Member("duration_s", JSONValue(Double(duration / 1_000_000) / 1000)),
            JSONValue.Member(
                "sensors",
                .array(
                    sensors.map { ["address": .string($0.address.description), "name": JSONValue($0.name)] })
            ),
            JSONValue.Member("size_bytes", JSONValue(size)),
            JSONValue.Member(
                "damage",
                [
                    "places": JSONValue(damage.places), "bytes": JSONValue(damage.bytes),
                    "lost_frames": JSONValue(damage.lostFrames),
                    "nameless_notifications": JSONValue(damage.namelessNotifications),
                    "impossible_times": JSONValue(damage.impossibleTimes),
                ]
            ),
            JSONValue.Member("path", .string(path)),
        ]
    }

    /// Everything about the recording but the notifications themselves, as JSON.
    var json: JSONValue {
        let streams: [JSONValue] = self.streams.map { row in
            [
                "sensor": .string(row.stream.sensor.description),
                "uuid": .string(row.stream.characteristic.description),
                "notifications": JSONValue(row.notifications), "bytes": JSONValue(row.bytes),
                "first_s": JSONValue(Double(row.first / 1_000_000) / 1000),
                "last_s": JSONValue(Double(row.last / 1_000_000) / 1000),
            ]
        }
        let events: [JSONValue] = self.events.map { event in
            [
                "t_s": JSONValue(Double(event.nanoseconds / 1_000_000) / 1000),
                "event": .string(event.event.rawValue), "sensor": JSONValue(event.sensor?.description),
            ]
        }
        return .object(
            members + [
                JSONValue.Member("streams", .array(streams)), JSONValue.Member("events", .array(events)),
            ])
    }

    /// The same for people.
    var report: String {
        var lines = ["Recording \(identifier), \(state.rawValue)"]
        if let header = contents.header {
            lines.append(
                ShownText.line(
                    "\(header.isSimulated ? "SIMULATED " : "")\(header.activityType) of \(header.rider), \(startText ?? ""), \(LiveLine.time(duration))"
                ))
        } else {
            lines.append("its header cannot be read; \(LiveLine.time(duration))")
        }
        let damage = contents.damage
        lines.append("\(size) bytes" + (damage.isNone ? ", nothing is damaged" : "; " + damage.description))
        let names = Dictionary(uniqueKeysWithValues: sensors.map { ($0.address, $0.name) })
        var table = TextTable(heading: ["SENSOR", "NAME", "CHARACTERISTIC", "NOTIFICATIONS", "BYTES"])
        for row in streams {
            table.add([
                row.stream.sensor.description, names[row.stream.sensor] ?? nil,
                row.stream.characteristic.name ?? row.stream.characteristic.description,
                "\(row.notifications)", "\(row.bytes)",
            ])
        }
        lines += ["", table.text]
        if !events.isEmpty {
            var table = TextTable(heading: ["TIME", "EVENT", "SENSOR"])
            for event in events {
                table.add([
                    LiveLine.time(event.nanoseconds), event.event.rawValue, event.sensor?.description,
                ])
            }
            lines += ["", table.text]
        }
        return lines.joined(separator: "\n")
    }

    private struct StreamRow {
        let stream: RecordingContents.Stream
        var notifications = 0
        var bytes = 0
        var first: Int64 = .max
        var last: Int64 = 0
    }

    private var streams: [StreamRow] {
        var rows: [RecordingContents.Stream: StreamRow] = [:]
        for record in contents.capture {
            guard case .notification(let sensor, let characteristic, let value) = record.content else {
                continue
            }
            let stream = RecordingContents.Stream(sensor: sensor, characteristic: characteristic)
            var row = rows[stream] ?? StreamRow(stream: stream)
            row.notifications += 1
            row.bytes += value.count
            row.first = min(row.first, record.nanoseconds)
            row.last = max(row.last, record.nanoseconds)
            rows[stream] = row
        }
        return rows.values.sorted {
            ($0.stream.sensor, $0.stream.characteristic.rawValue)
                < ($1.stream.sensor, $1.stream.characteristic.rawValue)
        }
    }

    private var events: [(nanoseconds: Int64, event: CaptureEvent, sensor: BluetoothAddress?)] {
        contents.capture.compactMap { record in
            guard case .event(let event, let sensor) = record.content else { return nil }
            return (record.nanoseconds, event, sensor)
        }
    }
}

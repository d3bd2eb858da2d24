import Foundation
import HealthModel

/// A workout as GoldenCheetah's own ride file, which it imports without loss of what it knows.
///
/// Its reader is a grammar, not a JSON parser: there is no `null`, no list is empty, keys have an order, and a text that is one
/// of its own words must differ from it, for which GoldenCheetah itself ends every text with a space.
struct GoldenCheetahRide {
    private let exported: ExportedWorkout
    private let workout: HKWorkout

    init(_ exported: ExportedWorkout) {
        self.exported = exported
        workout = exported.workout
    }

    var bytes: [UInt8] { JSONValue.object([.init("RIDE", ride)]).bytes(.document) + [UInt8(ascii: "\n")] }

    private var ride: JSONValue {
        var members: [JSONValue.Member] = [
            .init("STARTTIME", Self.text(startTime)),
            .init("RECINTSECS", .integer(1)),
            .init("DEVICETYPE", Self.text("Pulsewatt")),
            .init("IDENTIFIER", Self.text(workout.uuid.uuidString.lowercased())),
            .init("TAGS", .object(tags)),
        ]
        let laps = exported.document.laps
        if !laps.isEmpty {
            members.append(.init("INTERVALS", .array(laps.enumerated().map { Self.interval($0 + 1, $1) })))
        }
        let samples = samples
        if !samples.isEmpty { members.append(.init("SAMPLES", .array(samples))) }
        let intervals = workout.series.heartbeats.intervals
        if !intervals.isEmpty { members.append(.init("XDATA", [Self.heartbeats(intervals)])) }
        return .object(members)
    }

    // MARK: Parts

    private static func text(_ text: String) -> JSONValue { .string(text + " ") }

    private var startTime: String {
        let time = CivilTime(seconds: Int64(workout.series.start.timeIntervalSince1970.rounded(.down)))
        var bytes: [UInt8] = []
        bytes.append(dateOf: time, separator: UInt8(ascii: "/"))
        bytes.append(UInt8(ascii: " "))
        bytes.append(timeOf: time)
        bytes.append(" UTC")
        return String(decoding: bytes, as: UTF8.self)
    }

    private var tags: [JSONValue.Member] {
        var tags: [JSONValue.Member] = [.init("Sport", Self.text(sport))]
        if let rider = exported.rider { tags.append(.init("Athlete", Self.text(rider))) }
        return tags
    }

    /// The names that GoldenCheetah has for sports.
    private var sport: String {
        switch workout.workoutActivityType {
        case .cycling, .handCycling: "Bike"
        case .running: "Run"
        case .swimming: "Swim"
        default: workout.workoutActivityType.name
        }
    }

    private static func interval(_ number: Int, _ lap: Range<Int64>) -> JSONValue {
        [
            "NAME": text("Lap \(number)"),
            "START": .seconds(nanoseconds: lap.lowerBound),
            "STOP": .seconds(nanoseconds: lap.upperBound),
        ]
    }

    /// One a second; pauses are gaps, and what is missing has no key.
    private var samples: [JSONValue] {
        let series = workout.series
        let table = SecondTable(series)
        let distances = table.has(.cyclingSpeed) ? table.distances(series) : []
        let pauses = series.pauseTimeline
        return (0..<table.count).compactMap { row in
            let start = Int64(row) * 1_000_000_000
            let end = min(start + 1_000_000_000, series.elapsed)
            guard pauses.duration(within: start..<end) < end - start else { return nil }
            var members: [JSONValue.Member] = [.init("SECS", .integer(Int64(row)))]
            if distances.indices.contains(row) {
                members.append(.init("KM", .number(distances[row] / 1000, decimals: 3)))
            }
            func add(_ key: String, _ quantity: PublishedQuantity, times factor: Double = 1, decimals: Int) {
                guard let value = table.value(quantity, at: row) else { return }
                members.append(.init(key, .number(factor * quantity.published(value), decimals: decimals)))
            }
            add("WATTS", .cyclingPower, decimals: 1)
            add("CAD", .cyclingCadence, decimals: 1)
            add("KPH", .cyclingSpeed, times: 3.6, decimals: 3)
            add("HR", .heartRate, decimals: 1)
            add("LRBALANCE", .pedalPowerBalance, decimals: 1)
            return .object(members)
        }
    }

    private static func heartbeats(_ intervals: [BeatInterval]) -> JSONValue {
        [
            "NAME": "HRV", "VALUE": "R-R", "UNIT": "msecs",
            "SAMPLES": .array(
                intervals.map {
                    [
                        "SECS": .seconds(nanoseconds: $0.end), "KM": .number(0),
                        "VALUE": .number(Double($0.length) / 1e6, decimals: 3),
                    ]
                }),
        ]
    }
}

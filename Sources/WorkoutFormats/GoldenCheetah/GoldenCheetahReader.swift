import Foundation
import HealthModel

/// Makes a workout of GoldenCheetah's ride file: ours, and the years of rides that its users have.
///
/// Gaps of more than ten seconds between samples are pauses; shorter ones are data that was lost.
enum GoldenCheetahReader {
    private struct File: Decodable {
        let ride: Ride
        enum CodingKeys: String, CodingKey { case ride = "RIDE" }
    }
    private struct Ride: Decodable {
        let startTime: String
        let interval: Double?
        let device: String?
        let identifier: String?
        let tags: [String: String]?
        let laps: [Lap]?
        let samples: [[String: Double]]?
        let series: [Series]?
        enum CodingKeys: String, CodingKey {
            case startTime = "STARTTIME"
            case interval = "RECINTSECS"
            case device = "DEVICETYPE"
            case identifier = "IDENTIFIER"
            case tags = "TAGS"
            case laps = "INTERVALS"
            case samples = "SAMPLES"
            case series = "XDATA"
        }
    }
    private struct Lap: Decodable {
        let name: String
        let stop: Double
        enum CodingKeys: String, CodingKey {
            case name = "NAME"
            case stop = "STOP"
        }
    }
    private struct Series: Decodable {
        let name: String
        let samples: [Sample]?
        enum CodingKeys: String, CodingKey {
            case name = "NAME"
            case samples = "SAMPLES"
        }
        struct Sample: Decodable {
            let seconds: Double
            let value: Double?
            enum CodingKeys: String, CodingKey {
                case seconds = "SECS"
                case value = "VALUE"
            }
        }
    }

    /// The keys of readings, with the factor that brings each into the unit of the model.
    private static let quantities: [(key: String, quantity: PublishedQuantity, factor: Double)] = [
        ("HR", .heartRate, 1), ("WATTS", .cyclingPower, 1), ("CAD", .cyclingCadence, 1),
        ("KPH", .cyclingSpeed, 1 / 3.6), ("LRBALANCE", .pedalPowerBalance, 0.01),
    ]
    private static let longestGap: Int64 = 10_000_000_000
    private static let longestSeconds = Double(ImportedWorkout.longest / 1_000_000_000)

    /// Reads the workout.
    ///
    /// - Throws: ``ImportError`` for what cannot be read.
    static func workout(_ bytes: [UInt8], _ name: String) throws(ImportError) -> ImportedWorkout {
        let ride: Ride
        do {
            let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
            ride = try JSONDecoder().decode(File.self, from: Data(text)).ride
        } catch {
            throw ImportError(file: name, reason: "it is no whole ride of GoldenCheetah")
        }
        // Texts end with a space of GoldenCheetah's own.
        let written = ride.startTime.trimmingCharacters(in: .whitespaces)
        guard written.hasSuffix(" UTC"),
            let start = RFC3339.moment(written.dropLast(4).replacing("/", with: "-"))
        else {
            throw ImportError(
                file: name, place: "STARTTIME", reason: "`\(written.prefix(40))` is not a date in UTC")
        }
        var points: [(offset: Int64, values: [String: Double])] = []
        for (index, sample) in (ride.samples ?? []).enumerated() {
            guard let seconds = sample["SECS"], seconds >= 0 else { continue }
            guard seconds <= longestSeconds else {
                let nanoseconds = Int64(min(seconds, 1e9) * 1e9)
                throw .tooLong(nanoseconds, file: name, place: "SAMPLES[\(index)].SECS")
            }
            for (key, quantity, factor) in quantities {
                try quantity.requirePossible(
                    sample[key].map { $0 * factor }, in: name, at: "SAMPLES[\(index)].\(key)")
            }
            points.append((Int64((seconds * 1e6).rounded()) * 1000, sample))
        }
        points.sort { $0.offset < $1.offset }
        let interval = Int64(min(max(0.001, ride.interval ?? 1), 3600) * 1e9)
        let elapsed = points.last.map { $0.offset + interval } ?? 0
        var pauses: [Range<Int64>] = []
        for (point, next) in zip(points, points.dropFirst())
        where next.offset - point.offset > max(longestGap, interval) {
            pauses.append((point.offset + interval)..<next.offset)
        }
        let beats = (ride.series ?? []).filter { $0.name.trimmingCharacters(in: .whitespaces) == "HRV" }
            .flatMap { $0.samples ?? [] }.compactMap(beatInterval)
        var workout = ImportedWorkout(
            series: WorkoutSeries(
                start: start.date, columns: columns(points, interval: interval),
                heartbeats: HeartbeatColumn(beats), pauses: pauses, elapsed: elapsed),
            source: "GoldenCheetah")
        let device = ride.device?.trimmingCharacters(in: .whitespaces) ?? ""
        if !device.isEmpty { workout.source += ", " + device }
        workout.identifier = ride.identifier.flatMap {
            UUID(uuidString: $0.trimmingCharacters(in: .whitespaces))
        }
        let tags = (ride.tags ?? [:]).mapValues { $0.trimmingCharacters(in: .whitespaces) }
        workout.rider = tags["Athlete"].flatMap { $0.isEmpty ? nil : $0 }
        workout.activityType = activityType(tags["Sport"])
        workout.laps = laps(ride.laps ?? [], elapsed: elapsed, interval: interval)
        return workout
    }

    private static func columns(
        _ points: [(offset: Int64, values: [String: Double])], interval: Int64
    ) -> [HKQuantityType: SampleColumn] {
        var columns = PointColumns()
        for (index, point) in points.enumerated() {
            let following = index + 1 < points.count ? points[index + 1].offset : .max
            let next = min(following, point.offset + interval)
            for (key, quantity, factor) in quantities {
                columns.add(
                    point.values[key].map { $0 * factor }, of: quantity, at: point.offset, until: next)
            }
        }
        return columns.columns
    }

    private static func beatInterval(_ sample: Series.Sample) -> BeatInterval? {
        guard let milliseconds = sample.value, (0...60_000).contains(milliseconds),
            (0...longestSeconds).contains(sample.seconds)
        else { return nil }
        return BeatInterval(
            end: Int64((sample.seconds * 1e6).rounded()) * 1000,
            length: Int64((milliseconds * 1e3).rounded()) * 1000)
    }

    private static func activityType(_ sport: String?) -> HKWorkoutActivityType {
        switch sport {
        case "Bike", nil, "": .cycling
        case "Run": .running
        case "Swim": .swimming
        case let sport?: HKWorkoutActivityType(name: sport) ?? .other
        }
    }

    /// Where the intervals that are called laps end, without the last.
    ///
    /// The last one ends with the ride, which the samples tell only to an interval: up to that it may end before the last
    /// sample does.
    private static func laps(_ intervals: [Lap], elapsed: Int64, interval: Int64) -> [Int64] {
        var ends = intervals.filter { $0.name.hasPrefix("Lap ") && (0...longestSeconds).contains($0.stop) }
            .map { Int64(($0.stop * 1e6).rounded()) * 1000 }.sorted()
        if let last = ends.last, last >= elapsed - interval { ends.removeLast() }
        return ends.filter { $0 > 0 && $0 < elapsed }
    }
}

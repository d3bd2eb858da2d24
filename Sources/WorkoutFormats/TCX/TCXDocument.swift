import Foundation
import HealthModel

/// A workout as Garmin's Training Center XML, version 2.
///
/// Points are a second apart, with the means of their seconds. TCX demands whole beats of 1 to 255, a cadence of 0 to 254 and
/// whole watts of 0 to 65535: a value that does not fit is left out of its point, not bent. What the schema demands and nobody
/// knows (calories, the distance without a speed) is 0. Power is in an extension, under a default namespace because there are
/// readers that look for names without a prefix. A workout of several activities is as many, end to end.
///
/// The text is appended to as it comes: Foundation's tree of a ride of six hours takes 65 MB and seven times as long.
struct TCXDocument {
    private static let namespace = "http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
    private static let extensions = "http://www.garmin.com/xmlschemas/ActivityExtension/v2"

    private let workout: HKWorkout
    private let laps: [Range<Int64>]
    private let table: SecondTable
    private let distances: [Double]
    private let start: Int64

    init(_ exported: ExportedWorkout) {
        workout = exported.workout
        let series = workout.series
        let laps = exported.document.laps
        self.laps = laps.isEmpty ? [series.interval] : laps
        table = SecondTable(series)
        distances = table.has(.cyclingSpeed) ? table.distances(series) : []
        start = Int64((series.start.timeIntervalSince1970 * 1000).rounded())
    }

    var bytes: [UInt8] {
        var xml: [UInt8] = []
        xml.reserveCapacity(400 * (table.count + 10))
        xml.append(#"<?xml version="1.0" encoding="UTF-8"?>"#)
        xml.append("\n<TrainingCenterDatabase xmlns=\"")
        xml.append(text: Self.namespace)
        xml.append("\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n<Activities>\n")
        for (type, interval) in parts { append(type, interval, to: &xml) }
        xml.append("</Activities>\n</TrainingCenterDatabase>\n")
        return xml
    }

    /// The activities with what lies between them, so that nothing is left out; at least one.
    private var parts: [(type: HKWorkoutActivityType, interval: Range<Int64>)] {
        let whole = workout.series.interval
        guard workout.workoutActivities.count > 1 else { return [(workout.workoutActivityType, whole)] }
        var parts: [(type: HKWorkoutActivityType, interval: Range<Int64>)] = []
        var end: Int64 = 0
        let activities = workout.workoutActivities.compactMap { activity in
            activity.measured.map { (activity.workoutConfiguration.activityType, $0.interval) }
        }
        for (type, interval) in activities.sorted(by: { $0.1.lowerBound < $1.1.lowerBound }) {
            let interval = interval.clamped(to: end..<max(end, whole.upperBound))
            guard !interval.isEmpty else { continue }
            if interval.lowerBound > end { parts.append((.transition, end..<interval.lowerBound)) }
            parts.append((type, interval))
            end = interval.upperBound
        }
        if end < whole.upperBound || parts.isEmpty { parts.append((.transition, end..<whole.upperBound)) }
        return parts
    }

    // MARK: Activities and laps

    private func append(
        _ type: HKWorkoutActivityType, _ interval: Range<Int64>, to xml: inout [UInt8]
    ) {
        xml.append("<Activity Sport=\"")
        xml.append(text: Self.sport(type))
        xml.append("\">\n<Id>")
        append(time: interval.lowerBound, to: &xml)
        xml.append("</Id>\n")
        let parts = laps.map { $0.clamped(to: interval) }.filter { !$0.isEmpty }
        let laps = parts.isEmpty ? [interval] : parts
        for (index, lap) in laps.enumerated() {
            append(lap: lap, isLast: index == laps.count - 1, to: &xml)
        }
        xml.append(
            "<Creator xsi:type=\"Device_t\"><Name>Pulsewatt</Name><UnitId>0</UnitId><ProductID>0</ProductID>")
        xml.append(
            "<Version><VersionMajor>1</VersionMajor><VersionMinor>0</VersionMinor></Version></Creator>\n")
        xml.append("</Activity>\n")
    }

    private static func sport(_ type: HKWorkoutActivityType) -> String {
        switch type {
        case .cycling, .handCycling: "Biking"
        case .running: "Running"
        default: "Other"
        }
    }

    private func append(lap: Range<Int64>, isLast: Bool, to xml: inout [UInt8]) {
        let series = workout.series
        func summary(_ quantity: PublishedQuantity) -> QuantitySummary? {
            series.summary(for: quantity.type, within: lap)
        }
        let heartRate = summary(.heartRate)
        let power = summary(.cyclingPower)
        let cadence = summary(.cyclingCadence)
        let speed = summary(.cyclingSpeed)
        let times = CumulativeRounding.milliseconds(
            [series.activeDuration(within: lap)], from: lap.lowerBound)

        xml.append("<Lap StartTime=\"")
        append(time: lap.lowerBound, to: &xml)
        xml.append("\">\n<TotalTimeSeconds>")
        xml.append(milliseconds: times[0])
        xml.append("</TotalTimeSeconds>\n<DistanceMeters>")
        xml.append(distance(at: lap.upperBound) - distance(at: lap.lowerBound), decimals: 3)
        xml.append("</DistanceMeters>\n")
        Self.append("MaximumSpeed", speed?.maximum, decimals: 3, to: &xml)
        xml.append("<Calories>0</Calories>\n")
        Self.appendHeartRate("AverageHeartRateBpm", heartRate?.average, to: &xml)
        Self.appendHeartRate("MaximumHeartRateBpm", heartRate?.maximum, to: &xml)
        xml.append("<Intensity>Active</Intensity>\n")
        Self.append("Cadence", cadence?.average, in: 0...254, to: &xml)
        xml.append("<TriggerMethod>Manual</TriggerMethod>\n")
        for track in TCXTrack.tracks(of: lap, pauses: series.pauses, isLast: isLast) {
            append(track, to: &xml)
        }
        let averageSpeed = speed?.average.map { (0...1e6).contains($0) ? $0 : 0 }
        guard averageSpeed != nil || cadence != nil || power != nil else {
            xml.append("</Lap>\n")
            return
        }
        xml.append("<Extensions><LX xmlns=\"")
        xml.append(text: Self.extensions)
        xml.append("\">\n")
        Self.append("AvgSpeed", averageSpeed, decimals: 3, to: &xml)
        Self.append("MaxBikeCadence", cadence?.maximum, in: 0...254, to: &xml)
        Self.append("AvgWatts", power?.average, in: 0...65_535, to: &xml)
        Self.append("MaxWatts", power?.maximum, in: 0...65_535, to: &xml)
        xml.append("</LX></Extensions>\n</Lap>\n")
    }

    // MARK: Points

    private func append(_ track: TCXTrack, to xml: inout [UInt8]) {
        xml.append("<Track>\n")
        for (index, moment) in track.moments.enumerated() {
            let isMeasured = !(track.isClosed && index == track.moments.count - 1)
            append(pointAt: moment, isMeasured: isMeasured, to: &xml)
        }
        xml.append("</Track>\n")
    }

    private func append(pointAt moment: Int64, isMeasured: Bool, to xml: inout [UInt8]) {
        let row = Int(moment / 1_000_000_000)
        xml.append("<Trackpoint><Time>")
        append(time: moment, to: &xml)
        xml.append("</Time>")
        if !distances.isEmpty {
            xml.append("<DistanceMeters>")
            xml.append(distance(at: moment), decimals: 3)
            xml.append("</DistanceMeters>")
        }
        if isMeasured {
            Self.appendHeartRate(
                "HeartRateBpm", table.value(.heartRate, at: row), lineEnd: false, to: &xml)
            Self.append(
                "Cadence", table.value(.cyclingCadence, at: row), in: 0...254, lineEnd: false, to: &xml)
            let speed = table.value(.cyclingSpeed, at: row)
            let power = table.value(.cyclingPower, at: row).flatMap { Self.whole($0, in: 0...65_535) }
            if speed != nil || power != nil {
                xml.append("<Extensions><TPX xmlns=\"")
                xml.append(text: Self.extensions)
                xml.append("\">")
                Self.append("Speed", speed, decimals: 3, lineEnd: false, to: &xml)
                Self.append("Watts", power.map(Double.init), in: 0...65_535, lineEnd: false, to: &xml)
                xml.append("</TPX></Extensions>")
            }
        }
        xml.append("</Trackpoint>\n")
    }

    /// The distance up to a moment in metres, in proportion within a second.
    private func distance(at moment: Int64) -> Double {
        let row = Int(moment / 1_000_000_000)
        guard let last = distances.last, row + 1 < distances.count else { return distances.last ?? 0 }
        let share = Double(moment % 1_000_000_000) / 1e9
        return min(last, distances[row] + (distances[row + 1] - distances[row]) * share)
    }

    private func append(time nanoseconds: Int64, to xml: inout [UInt8]) {
        let milliseconds = CumulativeRounding.rounded(nanoseconds, unit: 1_000_000)
        RFC3339.append(utcMilliseconds: start + milliseconds, to: &xml)
    }

    // MARK: Values

    /// A value as a whole number, where it is one of those that the schema allows.
    private static func whole(_ value: Double, in range: ClosedRange<Int64>) -> Int64? {
        Int64(exactly: value.rounded()).flatMap { range.contains($0) ? $0 : nil }
    }

    private static func appendHeartRate(
        _ name: StaticString, _ value: Double?, lineEnd: Bool = true, to xml: inout [UInt8]
    ) {
        guard let value, let beats = whole(value, in: 1...255) else { return }
        open(name, in: &xml)
        xml.append("<Value>")
        xml.append(beats)
        xml.append("</Value>")
        close(name, lineEnd, in: &xml)
    }

    private static func append(
        _ name: StaticString, _ value: Double?, in range: ClosedRange<Int64>, lineEnd: Bool = true,
        to xml: inout [UInt8]
    ) {
        guard let value, let number = whole(value, in: range) else { return }
        open(name, in: &xml)
        xml.append(number)
        close(name, lineEnd, in: &xml)
    }

    private static func append(
        _ name: StaticString, _ value: Double?, decimals: Int, lineEnd: Bool = true, to xml: inout [UInt8]
    ) {
        guard let value, value.magnitude < 1e12 else { return }
        open(name, in: &xml)
        xml.append(value, decimals: decimals)
        close(name, lineEnd, in: &xml)
    }

    private static func open(_ name: StaticString, in xml: inout [UInt8]) {
        xml.append("<")
        xml.append(name)
        xml.append(">")
    }

    private static func close(_ name: StaticString, _ lineEnd: Bool, in xml: inout [UInt8]) {
        xml.append("</")
        xml.append(name)
        if lineEnd { xml.append(">\n") } else { xml.append(">") }
    }
}

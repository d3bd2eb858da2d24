import Foundation
import HealthModel
import WorkoutFormats

/// A finished workout on a terminal: figures, zones, curves, laps, sensors.
struct WorkoutSheet {
    /// The text with line feeds.
    let text: String

    /// Lays out a workout.
    ///
    /// - Parameters:
    ///   - exported: The workout with its series.
    ///   - summary: The same, summed up, with the threshold that its load is told by.
    ///   - load: How hard it was.
    ///   - width: The columns of the terminal.
    ///   - isColoured: Whether zones and curves have colours.
    init(
        _ exported: ExportedWorkout, _ summary: WorkoutSummary, _ load: WorkoutLoad, width: Int,
        isColoured: Bool
    ) {
        let workout = exported.workout
        var blocks = [Self.head(exported, summary), Self.figures(summary, load, workout)]
        for type in HKWorkoutZoneConfiguration.supportedTypes {
            if let group = workout.zoneGroup(for: type) {
                blocks.append(
                    ZoneSummary(
                        group, pausedDuration: workout.pausedDuration, width: width, isColoured: isColoured
                    ).text)
            }
            if let chart = CurveChart(workout, type: type, width: width, isColoured: isColoured) {
                blocks.append(chart.text)
            }
        }
        blocks += [Self.bests(workout), Self.laps(exported), Self.sensors(workout)].compactMap(\.self)
        text = blocks.joined(separator: "\n")
    }

    private static func head(_ exported: ExportedWorkout, _ summary: WorkoutSummary) -> String {
        let row = WorkoutRow(summary, timeZone: exported.timeZone)
        let place = summary.isIndoor.map { $0 ? ", indoors" : ", outdoors" } ?? ""
        let rider = exported.rider.map { " of " + ShownText.line($0) } ?? ""
        return """
            \(row.activity)\(place)\(rider)
            \(row.day) \(row.time) (\(exported.timeZone.identifier)), \(summary.uuid.uuidString.lowercased())

            """
    }

    private static func figures(
        _ summary: WorkoutSummary, _ load: WorkoutLoad, _ workout: HKWorkout
    ) -> String {
        var lines = ["Time \(LiveLine.time(summary.activeDuration))"]
        if summary.paused > 0 { lines[0] += ", paused \(LiveLine.time(summary.paused))" }
        let shown: [(HKQuantityTypeIdentifier, String, String, Double)] = [
            (.heartRate, "Heart rate", "bpm", 1), (.cyclingPower, "Power", "W", 1),
            (.cyclingCadence, "Cadence", "rpm", 1), (.cyclingSpeed, "Speed", "km/h", 3.6),
        ]
        for (identifier, name, unit, factor) in shown {
            guard let measure = summary.measures[HKQuantityType(identifier)],
                let average = WorkoutRow.whole(measure.average.map { $0 * factor })
            else { continue }
            let highest = WorkoutRow.whole(measure.maximum.map { $0 * factor }).map {
                ", highest \($0) \(unit)"
            }
            lines.append("\(name) \(average) \(unit) on average\(highest ?? "")")
        }
        lines += loads(summary, load)
        if let variability = workout.series.heartbeats.variability, let rmssd = variability.rmssd {
            lines.append(
                String(
                    format: "Heart-rate variability RMSSD %.1f ms, %.1f %% artifacts", rmssd,
                    100 * variability.artifactShare))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func loads(_ summary: WorkoutSummary, _ load: WorkoutLoad) -> [String] {
        var parts: [String] = []
        if let power = summary.powerLoad {
            if let normalized = WorkoutRow.whole(power.normalizedPower) {
                parts.append("normalized power \(normalized) W")
            }
            if let intensity = power.intensityFactor {
                parts.append(String(format: "intensity %.2f", intensity))
            }
            parts.append(String(format: "work %.0f kJ", power.work))
        }
        if let score = load.trainingStressScore { parts.append(String(format: "TSS %.0f", score)) }
        if let impulse = load.trainingImpulse { parts.append(String(format: "TRIMP %.0f", impulse)) }
        guard let first = parts.first else { return [] }
        return [
            first.prefix(1).uppercased() + first.dropFirst() + parts.dropFirst().map { ", " + $0 }.joined()
        ]
    }

    /// The best mean powers, from five seconds on.
    private static func bests(_ workout: HKWorkout) -> String? {
        guard let bests = workout.series.powerCurve()?.bests, !bests.isEmpty else { return nil }
        let parts = bests.map { best in
            let duration = best.duration < 60 ? "\(best.duration) s" : "\(best.duration / 60) min"
            return "\(duration) \(WorkoutRow.whole(best.power) ?? "-") W"
        }
        return "Best power: " + parts.joined(separator: ", ") + "\n"
    }

    private static func laps(_ exported: ExportedWorkout) -> String? {
        let workout = exported.workout
        let laps = exported.document.laps
        guard !laps.isEmpty else { return nil }
        var table = TextTable(heading: ["LAP", "START", "TIME", "HEART RATE", "POWER"])
        for (index, lap) in laps.enumerated() {
            func average(_ identifier: HKQuantityTypeIdentifier) -> String? {
                WorkoutRow.whole(
                    workout.series.summary(for: HKQuantityType(identifier), within: lap)?.average)
            }
            table.add([
                String(index + 1), LiveLine.time(lap.lowerBound),
                LiveLine.time(workout.series.activeDuration(within: lap)), average(.heartRate),
                average(.cyclingPower),
            ])
        }
        return table.text + "\n"
    }

    private static func sensors(_ workout: HKWorkout) -> String? {
        guard !workout.sensors.isEmpty else { return nil }
        return workout.sensors.map { sensor in
            let name = [sensor.name, sensor.manufacturer, sensor.model].compactMap(\.self).first
                .map(ShownText.line)
            let provides = sensor.provides.map(\.shortName).sorted().joined(separator: ", ")
            let battery = sensor.batteryPercent.map { ", battery \($0) %" } ?? ""
            let address = ShownText.line(sensor.address)
            return "Sensor \(name.map { $0 + " " } ?? "")\(address): \(provides)\(battery)\n"
        }.joined()
    }
}

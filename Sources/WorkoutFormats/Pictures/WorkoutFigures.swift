import Foundation
import HealthModel

/// What a person wants to know of a workout first, as texts.
struct WorkoutFigures {
    /// A figure with what it is and its unit, which may be empty.
    struct Figure: Hashable {
        let name: String
        let value: String
        let unit: String
    }

    /// What one quantity amounted to; nil where there is no such figure.
    struct Row: Hashable {
        let name: String
        let unit: String
        let average: String?
        let minimum: String?
        let maximum: String?
    }

    /// What was done, such as `Indoor cycling`.
    let title: String
    /// The date and the local times, such as `30 November 2026, 06:00 – 07:00`.
    let when: String
    /// The name of the zone that the times are of.
    let timeZone: String
    /// The name that the rider has chosen, if one is known.
    let rider: String?
    let isSimulated: Bool
    let figures: [Figure]
    let rows: [Row]

    /// Collects the figures of a workout.
    init(_ exported: ExportedWorkout) {
        let workout = exported.workout
        title = Self.title(workout.workoutActivityType, isIndoor: exported.workout.isIndoor)
        let end = WorkoutTime.date(at: workout.series.elapsed, since: workout.series.start)
        when = LocalTime.text(from: workout.series.start, to: end, in: exported.timeZone)
        timeZone = exported.timeZone.identifier
        rider = exported.rider
        isSimulated = exported.isSimulated
        figures = Self.figures(exported)
        rows = PublishedQuantity.allCases.compactMap { quantity in
            workout.statistics(for: quantity.type).map { statistics in
                Row(
                    name: quantity.title, unit: quantity.readingUnit,
                    average: quantity.readingText(statistics.averageQuantity()),
                    minimum: quantity.readingText(statistics.minimumQuantity()),
                    maximum: quantity.readingText(statistics.maximumQuantity()))
            }
        }
    }

    private static func title(_ type: HKWorkoutActivityType, isIndoor: Bool?) -> String {
        let place = isIndoor.map { $0 ? "Indoor " : "Outdoor " } ?? ""
        return place.isEmpty ? name(type) : place + name(type).lowercased()
    }

    /// The name of an activity, such as `Functional strength training`.
    static func name(_ type: HKWorkoutActivityType) -> String {
        let words = WorkoutDocument.snakeCase(type.name).replacing("_", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    private static func figures(_ exported: ExportedWorkout) -> [Figure] {
        let workout = exported.workout
        let times = CumulativeRounding.split(
            [workout.activeDuration, workout.pausedDuration], unit: 1_000_000_000)
        var figures = [Figure(name: "Active", value: NumberText.clock(times[0]), unit: "")]
        if workout.pausedDuration > 0 {
            figures.append(Figure(name: "Paused", value: NumberText.clock(times[1]), unit: ""))
        }
        for quantity in [PublishedQuantity.heartRate, .cyclingPower] {
            let average = quantity.readingText(workout.statistics(for: quantity.type)?.averageQuantity())
            guard let average else { continue }
            figures.append(
                Figure(
                    name: "Avg \(quantity.title.lowercased())", value: average, unit: quantity.readingUnit
                ))
        }
        let load = workout.series.powerLoad(functionalThresholdPower: exported.functionalThresholdPower)
        func add(_ name: String, _ value: Double?, decimals: Int, _ unit: String) {
            guard let value, value.isFinite else { return }
            figures.append(
                Figure(name: name, value: NumberText.fixed(value, decimals: decimals), unit: unit))
        }
        add("Normalized power", load?.normalizedPower, decimals: 0, "W")
        add("Intensity factor", load?.intensityFactor, decimals: 2, "")
        add("Training stress", load?.trainingStressScore, decimals: 0, "TSS")
        add("Work", load?.work, decimals: 0, "kJ")
        add("RMSSD", workout.series.heartbeats.variability?.rmssd, decimals: 0, "ms")
        return figures
    }
}

extension WorkoutFigures {
    /// The workout in a few sentences, for those who cannot see the picture.
    func description(_ distributions: [ZoneDistribution]) -> String {
        var sentences = ["\(title), \(when), \(timeZone) time."]
        if isSimulated { sentences.append("Simulated: nobody rode it.") }
        sentences += figures.map { "\($0.name) \($0.value)" + ($0.unit.isEmpty ? "." : " \($0.unit).") }
        sentences += rows.map { row in
            let parts = [("average", row.average), ("minimum", row.minimum), ("maximum", row.maximum)]
                .compactMap { name, value in value.map { "\(name) \($0)" } }
            return "\(row.name) in \(row.unit): \(parts.joined(separator: ", "))."
        }
        for distribution in distributions {
            let parts = distribution.rows.map { row in
                let name = row.zone.map { "zone \($0 + 1), \(row.label)" } ?? row.label
                let share = row.tenthsOfPercent.map { ", " + NumberText.percentage(tenths: $0) } ?? ""
                return "\(name): \(NumberText.clock(row.seconds))\(share)"
            }
            sentences.append(
                "\(distribution.heading.title) in \(distribution.heading.unit): \(parts.joined(separator: "; "))."
            )
        }
        return sentences.joined(separator: " ")
    }
}

import HealthModel

/// The tables of a page: everything that its pictures show, in figures.
struct WorkoutTables {
    private typealias Cell = HTMLTable.Cell

    private let exported: ExportedWorkout
    private let figures: WorkoutFigures

    init(_ exported: ExportedWorkout, _ figures: WorkoutFigures) {
        self.exported = exported
        self.figures = figures
    }

    private var workout: HKWorkout { exported.workout }

    /// All tables that have rows: short ones beside each other, long ones below.
    var markup: String {
        Self.section("short", [summary] + zones + [powerCurve])
            + Self.section("long", [activities, laps])
            + Self.section("words", [sensors])
    }

    private static func section(_ style: String, _ tables: [HTMLTable]) -> String {
        let markup = tables.map(\.markup).joined()
        return markup.isEmpty ? "" : "<div class=\"\(style)\">\n\(markup)</div>\n"
    }

    private var summary: HTMLTable {
        var table = HTMLTable("Summary", columns: ["Quantity", "Average", "Minimum", "Maximum"])
        for row in figures.rows {
            table.add([
                Cell("\(row.name) (\(row.unit))"), Cell(row.average), Cell(row.minimum), Cell(row.maximum),
            ])
        }
        return table
    }

    private var zones: [HTMLTable] {
        [PublishedQuantity.heartRate, .cyclingPower].compactMap { workout.zoneGroup(for: $0.type) }.map {
            group in
            let distribution = ZoneDistribution(group, pausedDuration: workout.pausedDuration)
            let (title, unit) = distribution.heading
            var table = HTMLTable(title, columns: ["Zone", unit, "Time", "Share"])
            for row in distribution.rows {
                table.add([
                    Cell(row.zone.map { "Z\($0 + 1)" } ?? row.label), Cell(row.zone == nil ? "" : row.label),
                    Cell(NumberText.clock(row.seconds)),
                    Cell(row.tenthsOfPercent.map { NumberText.percentage(tenths: $0) } ?? ""),
                ])
            }
            return table
        }
    }

    private var powerCurve: HTMLTable {
        var table = HTMLTable("Power curve", columns: ["Best mean over", "Power (W)"])
        for best in workout.series.powerCurve()?.bests ?? [] {
            table.add([
                Cell(PowerCurveGeometry.text(best.duration)), Cell(NumberText.fixed(best.power, decimals: 0)),
            ])
        }
        return table
    }

    // MARK: Parts

    /// The quantities that parts of the workout are compared by, of those that were measured.
    private var compared: [PublishedQuantity] {
        [.heartRate, .cyclingPower, .cyclingCadence, .cyclingSpeed].filter {
            workout.statistics(for: $0.type) != nil
        }
    }

    private func partTable(_ caption: String, _ first: String) -> HTMLTable {
        HTMLTable(
            caption,
            columns: [first, "Start", "Active"]
                + compared.map { "\($0.title) (\($0.readingUnit))" }
                + (compared.contains(.cyclingPower) ? ["Max power (W)"] : []))
    }

    private func cells(
        _ name: String, start: Int64, active: Int64, _ statistics: [HKQuantityType: HKStatistics]
    ) -> [Cell] {
        func seconds(_ nanoseconds: Int64) -> String {
            NumberText.clock(CumulativeRounding.rounded(nanoseconds, unit: 1_000_000_000))
        }
        let averages = compared.map { Cell($0.readingText(statistics[$0.type]?.averageQuantity())) }
        let power = PublishedQuantity.cyclingPower
        let maximum =
            compared.contains(power)
            ? [Cell(power.readingText(statistics[power.type]?.maximumQuantity()))] : []
        return [Cell(name), Cell(seconds(start)), Cell(seconds(active))] + averages + maximum
    }

    private var laps: HTMLTable {
        var table = partTable("Laps", "Lap")
        for (index, lap) in exported.document.laps.enumerated() {
            let part = MeasuredPart(of: workout.series, within: lap, zoneConfigurations: [:])
            table.add(
                cells("\(index + 1)", start: lap.lowerBound, active: part.activeDuration, part.statistics))
        }
        return table
    }

    /// The activities, where there are several.
    private var activities: HTMLTable {
        var table = partTable("Activities", "Activity")
        guard workout.workoutActivities.count > 1 else { return table }
        for activity in workout.workoutActivities {
            let start = WorkoutTime.nanoseconds(of: activity.startDate, since: workout.series.start)
            table.add(
                cells(
                    WorkoutFigures.name(activity.workoutConfiguration.activityType), start: start,
                    active: activity.activeDuration, activity.allStatistics))
        }
        return table
    }

    private var sensors: HTMLTable {
        var table = HTMLTable("Sensors", columns: ["Sensor", "Address", "Measured", "Battery"])
        for sensor in workout.sensors {
            let provided = PublishedQuantity.allCases.filter { sensor.provides.contains($0.type) }
            let maker = [sensor.manufacturer, sensor.model].compactMap { $0 }.joined(separator: " ")
            table.add([
                Cell(name: sensor.name ?? "no name", detail: maker), Cell(sensor.address),
                Cell(provided.map { $0.title.lowercased() }.joined(separator: ", ")),
                Cell(sensor.batteryPercent.map { "\($0) %" }),
            ])
        }
        return table
    }
}

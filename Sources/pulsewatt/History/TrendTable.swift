import Foundation
import HealthModel
import WorkoutFormats

/// A trend as a table or as JSON.
struct TrendTable {
    private let periods: [TrainingTrend.Period]
    private let configuration: HKWorkoutZoneConfiguration?
    private let type: HKQuantityType
    private let isGiven: Bool
    private let component: Calendar.Component
    private let calendar: Calendar

    /// Lays out the periods of a trend.
    ///
    /// - Parameters:
    ///   - periods: The periods to show.
    ///   - configuration: The zones that they are counted by, if any.
    ///   - type: The type of the zones.
    ///   - isGiven: Whether somebody asked for these zones.
    ///   - component: Weeks or months.
    ///   - calendar: Whose.
    init(
        _ periods: [TrainingTrend.Period], configuration: HKWorkoutZoneConfiguration?, type: HKQuantityType,
        isGiven: Bool, component: Calendar.Component, calendar: Calendar
    ) {
        self.periods = periods
        self.configuration = configuration
        self.type = type
        self.isGiven = isGiven
        self.component = component
        self.calendar = calendar
    }

    /// The table for a person, under the zones that it is counted by.
    var text: String {
        guard !periods.isEmpty else { return "There are no workouts there." }
        let zones = configuration?.zones ?? []
        var table = TextTable(
            heading: [component == .month ? "MONTH" : "WEEK OF", "WORKOUTS", "TIME"]
                + zones.map { "ZONE \($0.index + 1)" } + (zones.isEmpty ? [] : ["NO DATA"])
                + ["TRIMP", "TSS", "CTL", "ATL", "TSB"])
        for period in periods {
            let unmeasured = [String?](repeating: nil, count: zones.isEmpty ? 0 : zones.count + 1)
            table.add(
                [name(period), String(period.workoutCount), LiveLine.time(period.activeDuration)]
                    + (period.zoneTotals.map { TimeInZones($0).cells } ?? unmeasured) + [
                        WorkoutRow.whole(period.trainingImpulse),
                        WorkoutRow.whole(period.trainingStressScore),
                        Self.tenth(period.balance.chronicTrainingLoad),
                        Self.tenth(period.balance.acuteTrainingLoad),
                        Self.tenth(period.balance.trainingStressBalance),
                    ])
        }
        return zones.isEmpty ? table.text : heading + "\n\n" + table.text
    }

    private var heading: String {
        let name = type == HKQuantityType(.heartRate) ? "Heart-rate zones" : "Power zones"
        return "\(name), every workout counted by these: " + (configuration.map(ZonesCommand.text) ?? "none")
    }

    /// What a person should know who reads the table.
    var remarks: [String] {
        var remarks: [String] = []
        guard !periods.isEmpty else { return [] }
        if !isGiven { remarks.append(ZoneAdvice.missing(type)) }
        // Where nobody rode nothing is missing.
        let withWorkouts = periods.filter { $0.workoutCount > 0 }
        guard !withWorkouts.isEmpty else { return remarks }
        if withWorkouts.allSatisfy({ $0.trainingImpulse == nil }) {
            remarks.append(
                "no TRIMP: it needs heart rates, and resting and maximum heart rate on their dates, "
                    + "pulsewatt rider set --age 40 --resting-heart-rate 52 --on DATE")
        }
        if withWorkouts.allSatisfy({ $0.trainingStressScore == nil }) {
            remarks.append(
                "no TSS: it needs power, and the threshold power on its date, pulsewatt rider set --ftp 250 --on DATE"
            )
        }
        let simulated = periods.map(\.simulatedCount).reduce(0, +)
        if simulated > 0 {
            remarks.append(
                "\(simulated) of these workouts \(simulated == 1 ? "is" : "are") SIMULATED; "
                    + "pulsewatt workouts delete ID removes one")
        }
        return remarks
    }

    /// The periods and the zones that they are counted by.
    var json: String {
        JSONValue.object([
            .init("by", .string(component == .month ? "month" : "week")),
            .init("time_zone", .string(calendar.timeZone.identifier)),
            .init("configuration", configuration.map(ZonesCommand.json) ?? .null),
            .init("periods", .array(periods.map(value))),
        ]).text(.document)
    }

    private func value(_ period: TrainingTrend.Period) -> JSONValue {
        let noZones: [JSONValue.Member] = [.init("zone_durations", .null), .init("no_data_s", .null)]
        return .object(
            [
                .init("start", .string(WorkoutRow.text(period.dateInterval.start, in: calendar.timeZone))),
                .init("end", .string(WorkoutRow.text(period.dateInterval.end, in: calendar.timeZone))),
                .init("workouts", JSONValue(period.workoutCount)),
                .init("simulated_workouts", JSONValue(period.simulatedCount)),
                .init("active_s", .seconds(nanoseconds: period.activeDuration)),
            ] + (period.zoneTotals.map { TimeInZones($0).members } ?? noZones) + [
                .init("training_impulse", WorkoutRow.rounded(period.trainingImpulse)),
                .init("training_stress_score", WorkoutRow.rounded(period.trainingStressScore)),
                .init("chronic_training_load", WorkoutRow.rounded(period.balance.chronicTrainingLoad)),
                .init("acute_training_load", WorkoutRow.rounded(period.balance.acuteTrainingLoad)),
                .init("training_stress_balance", WorkoutRow.rounded(period.balance.trainingStressBalance)),
            ])
    }

    /// `2026-11` for a month, the Monday for a week.
    private func name(_ period: TrainingTrend.Period) -> String {
        let day = LocalTime(period.dateInterval.start, in: calendar.timeZone).day
        return component == .month ? String(day.dropLast(3)) : day
    }

    private static func tenth(_ value: Double) -> String {
        let text = String(format: "%.1f", value)
        return text == "-0.0" ? "0.0" : text
    }
}

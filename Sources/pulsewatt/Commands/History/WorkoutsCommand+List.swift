import Bridge
import Foundation
import HealthModel
import WorkoutFormats

extension WorkoutsCommand {
    /// Lists workouts, the newest last.
    func list(_ arguments: ParsedArguments) async throws -> Int32 {
        let limit = try arguments.limit()
        let history = try RiderHistory(arguments)
        let calendar = try history.calendar(arguments)
        let interval = try arguments.interval(in: calendar)
        let overview = try await history.library.overview(startingIn: interval)
        let summaries = overview.summaries.suffix(limit ?? .max)
        let person = try await PersonalHistory(of: history.database)
        let rows = summaries.map { summary in
            (WorkoutRow(summary, timeZone: calendar.timeZone), WorkoutLoad(of: summary, person))
        }
        if arguments.has(.json) {
            print(JSONValue.array(rows.map { $0.0.json($0.1) }).text(.document))
        } else if rows.isEmpty, overview.damaged.isEmpty {
            StandardOutput.print(
                interval == nil
                    ? "\(history.rider) has no workouts yet: pulsewatt record or the service makes them, "
                        + "pulsewatt import reads files."
                    : "\(history.rider) has no workouts in that time.")
        } else {
            var table = TextTable(heading: WorkoutRow.heading)
            for (row, load) in rows { table.add(row.cells(load)) }
            print(table.text)
        }
        return RiderHistory.tell(overview.damaged, person)
    }
}

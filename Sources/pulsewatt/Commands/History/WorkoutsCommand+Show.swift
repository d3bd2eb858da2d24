import Bridge
import Foundation
import HealthModel
import WorkoutFormats

extension WorkoutsCommand {
    /// Shows a workout: what it was, its zones and its curves.
    func show(_ identity: String, _ arguments: ParsedArguments) async throws -> Int32 {
        let history = try RiderHistory(arguments)
        let summary = try await history.library.summary(beginning: identity)
        let exported = try await history.library.workout(summary)
        if arguments.has(.json) {
            print(exported.document.text, terminator: "")
            return 0
        }
        let person = try await PersonalHistory(of: history.database)
        let load = WorkoutLoad(of: WorkoutSummary(exported.workout), person)
        let page = WorkoutSheet(
            exported, summary, load, width: min(Terminal.width, 100), isColoured: Terminal.isColoured)
        print(page.text, terminator: "")
        return RiderHistory.tell([], person)
    }
}

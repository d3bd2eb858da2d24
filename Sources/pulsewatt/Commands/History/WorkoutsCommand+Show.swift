import Bridge
import Foundation
import HealthModel
import WorkoutFormats

extension WorkoutsCommand {
    /// Shows a workout: what it was, its zones and its curves.
    func show(_ identity: String, _ arguments: ParsedArguments) async throws -> Int32 {
        let history = try RiderHistory(arguments)
        let exported = try await history.library.workout(
            try await history.library.summary(beginning: identity))
        let person = try await PersonalHistory(of: history.database)
        // The load is told by one threshold, whatever prints it; files keep to what the workout itself knows.
        let summary = WorkoutSummary(exported.workout).withThreshold(of: person)
        if arguments.has(.json) {
            let document = WorkoutDocument(
                exported.workout, rider: exported.rider, timeZone: exported.timeZone,
                isSimulated: exported.isSimulated, functionalThresholdPower: summary.functionalThresholdPower)
            print(document.text, terminator: "")
            return 0
        }
        let load = WorkoutLoad(of: summary, person)
        let page = WorkoutSheet(
            exported, summary, load, width: min(Terminal.width, 100), isColoured: Terminal.isColoured)
        print(page.text, terminator: "")
        return RiderHistory.tell([], person)
    }
}

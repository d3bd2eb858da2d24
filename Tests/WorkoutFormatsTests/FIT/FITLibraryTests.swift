import Foundation
import HealthModel
import Testing
import WorkoutFormats

/// Our files read by Garmin's official SDK, fitdecode and fitparse, and every value held against the workout.
///
/// Messages and fields go by the profile's numbers, not by the names that the writer has for them.
@Suite(
    .enabled(
        if: FITLibraries.tools != nil,
        "PULSEWATT_PYTHON_TOOLS does not name the Python tools; `make test` sets it"))
struct FITLibraryTests {
    @Test("No library objects to a file, and all read the same", arguments: HardWorkouts.allCases)
    func faults(hard: HardWorkouts) throws {
        #expect(try FITLibraries.reading(of: hard).faults == [])
    }
}

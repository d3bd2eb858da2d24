import Foundation
import TestKit
import Testing
import WorkoutFormats

@Suite struct PictureFilesTests {
    @Test(
        "Pictures of all hard workouts are files, which the browser's tests find where PULSEWATT_PICTURES says"
    )
    func files() throws {
        let temporary = try TemporaryDirectory()
        let named = ProcessInfo.processInfo.environment["PULSEWATT_PICTURES"]
        let directory = URL(fileURLWithPath: named ?? temporary.path)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for hard in HardWorkouts.allCases {
            for format in [WorkoutFormat.svg, .html] {
                let file = directory.appendingPathComponent("\(hard).\(format.fileExtension)")
                let bytes = format.bytes(of: try hard.exported)
                try Data(bytes).write(to: file)
                #expect(try Data(contentsOf: file) == Data(bytes))
            }
        }
    }
}

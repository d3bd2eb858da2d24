import Testing
import WorkoutFormats

@Suite struct WorkoutFormatTests {
    @Test("A format is known by its file extension")
    func names() {
        #expect(WorkoutFormat(rawValue: "json") == .json)
        #expect(WorkoutFormat(rawValue: "JSON") == nil)
    }
}

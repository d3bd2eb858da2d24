import Foundation
import HealthModel
import Testing

@Suite struct HKWorkoutEventTests {
    private let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

    private func event(_ type: HKWorkoutEventType, _ duration: TimeInterval, _ metadata: [String: Any]? = nil)
        -> HKWorkoutEvent
    {
        HKWorkoutEvent(
            type: type, dateInterval: DateInterval(start: start, duration: duration), metadata: metadata)
    }

    @Test("Only laps and segments last; any other event with a length is refused")
    func lengths() throws {
        try event(.lap, 60).validate()
        try event(.segment, 60).validate()
        try event(.pause, 0).validate()
        for type: HKWorkoutEventType in [.pause, .resume, .marker, .motionPaused, .motionResumed] {
            let error = #expect(throws: HKError.self) { try event(type, 1).validate() }
            #expect(error?.code == .errorInvalidArgument)
            #expect(error?.description.contains("\(type)") == true)
        }
    }

    @Test("An event at no real date, or with metadata of no kind, is refused")
    func invalid() {
        #expect(throws: HKError.self) { try event(.lap, .infinity).validate() }
        #expect(throws: HKError.self) { try event(.marker, 0, ["list": [1]]).validate() }
    }

    @Test("Events are equal by type, time and metadata")
    func equality() {
        #expect(event(.marker, 0, ["a": 1]) == event(.marker, 0, ["a": NSNumber(value: 1)]))
        #expect(event(.marker, 0, ["a": 1]) != event(.marker, 0, ["a": 2]))
        #expect(event(.marker, 0, ["a": 1]) != event(.marker, 0))
        #expect(event(.marker, 0) != event(.pause, 0))
        #expect(event(.lap, 1) != event(.lap, 2))
    }
}

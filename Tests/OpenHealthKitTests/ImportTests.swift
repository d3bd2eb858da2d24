import HealthKit
import Testing

@Suite struct ImportTests {
    @Test("Importing HealthKit brings Foundation with it, as Apple's does")
    func foundationComesAlong() {
        let moment: Date = Date(timeIntervalSinceReferenceDate: 0)
        #expect(moment.timeIntervalSinceReferenceDate == 0)
    }
}

import Foundation
import HealthModel
import Testing

@Suite struct HKErrorTests {
    @Test("An error keeps the code it was made with")
    func code() {
        #expect(HKError(.errorNoData).code.rawValue == 11)
    }
}

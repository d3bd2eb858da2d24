import Foundation
import HealthModel
import Testing

@Suite struct HKErrorTests {
    @Test("An error keeps the code it was made with")
    func code() {
        #expect(HKError(.errorNoData).code.rawValue == 11)
    }

    @Test("A catch clause picks an error by the name of its code")
    func pattern() {
        func caught(_ error: any Error) -> String {
            do {
                throw error
            } catch HKError.errorNoData {
                return "no data"
            } catch HKError.errorAuthorizationDenied {
                return "denied"
            } catch {
                return "other"
            }
        }
        #expect(caught(HKError(.errorAuthorizationDenied)) == "denied")
        #expect(caught(HKError(.errorNoData)) == "no data")
        #expect(caught(HKError(.errorInvalidArgument)) == "other")
        #expect(caught(CancellationError()) == "other")
    }

    @Test("The description is the message that the error was made with, everywhere it is shown")
    func description() {
        let error = HKError(.errorInvalidArgument, "-5 is not a heart rate.")
        #expect(error.description == "-5 is not a heart rate.")
        #expect((error as any Error).localizedDescription == "-5 is not a heart rate.")
        #expect(
            HKError(.errorNoData, userInfo: [NSLocalizedDescriptionKey: "Empty."]).description == "Empty.")
        #expect(!HKError(.errorNoData).description.isEmpty)
    }

    @Test("As an NSError it has HealthKit's domain and the code's raw value")
    func bridging() {
        let error = HKError(.errorDatabaseInaccessible) as NSError
        #expect(error.domain == HKErrorDomain)
        #expect(error.code == 6)
    }
}

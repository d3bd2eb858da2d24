import Foundation
import HealthModel
import Testing

@Suite struct HKCategorySampleTests {
    private func sample(
        _ identifier: HKCategoryTypeIdentifier, _ value: Int, lasting duration: TimeInterval = 0
    ) -> HKCategorySample {
        HKCategorySample(
            type: HKCategoryType(identifier), value: value, start: sampleEpoch,
            end: sampleEpoch.addingTimeInterval(duration))
    }

    @Test(
        "A value of the type's enumeration may be saved, and its neighbours outside may not",
        arguments: [
            (.menopausalState, 1...3, 0), (.bleedingAfterMenopause, 1...5, 86_400),
            (.sleepAnalysis, 0...5, 3600),
        ] as [(HKCategoryTypeIdentifier, ClosedRange<Int>, TimeInterval)])
    func values(
        _ identifier: HKCategoryTypeIdentifier, _ values: ClosedRange<Int>, _ duration: TimeInterval
    ) throws {
        for value in values { try sample(identifier, value, lasting: duration).validate() }
        for value in [values.lowerBound - 1, values.upperBound + 1, .max, .min] {
            let error = #expect(throws: HKError.self) {
                try sample(identifier, value, lasting: duration).validate()
            }
            #expect(error?.code == .errorInvalidArgument)
            #expect(error?.description.hasPrefix("\(value) is not a value") == true)
        }
    }

    @Test("A menopausal state is a moment: one that ends later than it starts is refused")
    func moment() {
        let error = #expect(throws: HKError.self) {
            try sample(.menopausalState, HKCategoryValueMenopausalState.menopause.rawValue, lasting: 1)
                .validate()
        }
        #expect(error?.code == .errorInvalidArgument)
        #expect(error?.description.contains("HKCategoryTypeIdentifierMenopausalState") == true)
    }

    @Test("A sample of an unknown category is refused")
    func unknown() {
        let identifier = HKCategoryTypeIdentifier(rawValue: "dreams")
        let error = #expect(throws: HKError.self) { try sample(identifier, 1).validate() }
        #expect(error?.description.contains("dreams") == true)
    }

    @Test("Every value that means sleep is in the set of them, and no other")
    func asleep() {
        #expect(!HKCategoryValueSleepAnalysis.allAsleepValues.contains(.inBed))
        #expect(!HKCategoryValueSleepAnalysis.allAsleepValues.contains(.awake))
        #expect(HKCategoryValueSleepAnalysis.allAsleepValues.count == 4)
    }
}

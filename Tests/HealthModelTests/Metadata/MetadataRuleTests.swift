import Foundation
import HealthModel
import Testing

@Suite struct MetadataRuleTests {
    @Test("Values are equal by what they hold, whether Swift's or Foundation's")
    func equality() {
        let date = Date(timeIntervalSinceReferenceDate: 1)
        let distance = HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 1)
        #expect(MetadataRule.isEqual("a", NSString("a")))
        #expect(MetadataRule.isEqual(2, 2.0))
        #expect(MetadataRule.isEqual(date, date))
        #expect(MetadataRule.isEqual(distance, HKQuantity(unit: .meter(), doubleValue: 1000)))
        #expect(!MetadataRule.isEqual("2", 2))
        #expect(!MetadataRule.isEqual("a", nil))
        #expect(MetadataRule.isEqual(nil, nil as [String: Any]?))
        #expect(!MetadataRule.isEqual([:], nil as [String: Any]?))
        #expect(!MetadataRule.isEqual(["a": 1], ["b": 1]))
    }

    @Test("A date that is not a number is no metadata")
    func dates() throws {
        try MetadataRule.check(["at": Date(timeIntervalSinceReferenceDate: 0)])
        #expect(throws: HKError.self) {
            try MetadataRule.check(["at": Date(timeIntervalSinceReferenceDate: .nan)])
        }
    }
}

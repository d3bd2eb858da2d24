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

    @Test("Checked metadata holds a copy of a string that could change, and the newest value of a key")
    func checked() throws {
        let text = NSMutableString(string: "before")
        var metadata = try CheckedMetadata(["text": text, "count": 1])
        text.append(" and after")
        #expect(metadata.values["text"] as? String == "before")
        metadata.merge(try CheckedMetadata(["count": 2]))
        #expect(metadata.values["count"] as? Int == 2)
        #expect(metadata.values.count == 2)
        #expect(throws: HKError.self) { try CheckedMetadata(["list": [1]]) }
    }
}

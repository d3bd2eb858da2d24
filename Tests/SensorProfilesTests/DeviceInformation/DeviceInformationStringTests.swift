import SensorProfiles
import Testing

@Suite struct DeviceInformationStringTests {
    @Test(
        "A text ends at its first NUL",
        arguments: [
            ("", ""), ("00 00", ""), ("48 31 30", "H10"), ("48 31 30 00", "H10"),
            ("48 31 30 00 00 00 00", "H10"),
            ("48 31 30 00 58 58", "H10"), ("5A C3 BC", "Zü"),
        ])
    func padding(hex: String, text: String) {
        #expect(DeviceInformationString(bytes(hex)).text == text)
    }

    @Test(
        "Bytes that are not UTF-8 become replacement characters and the rest stays",
        arguments: [("48 FF 30", "H\u{FFFD}0"), ("48 C3", "H\u{FFFD}"), ("48 C3 00 BC", "H\u{FFFD}")])
    func repair(hex: String, text: String) {
        #expect(DeviceInformationString(bytes(hex)).text == text)
    }
}

import Testing

@testable import pulsewatt

@Suite struct TimeSpanTests {
    @Test(
        "Times read as people type them",
        arguments: [
            ("90s", 90.0), ("20m", 1200), ("1h", 3600), ("1h30m", 5400), ("1h30m5s", 5405), ("0.5s", 0.5),
            ("45", 45),
            ("1.5m", 90), (".5s", 0.5),
        ])
    func reads(text: String, seconds: Double) {
        #expect(TimeSpan(text)?.nanoseconds == Int64(seconds * 1e9))
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "s", "0", "0s", "-5s", "5x", "1m1h", "1s1s", "1h30", "1.2.3s", "1e3s", "nan", "inf",
            "99999999999h",
            "٣s", "0.0000000001s", "5 s",
        ])
    func refuses(text: String) {
        #expect(TimeSpan(text) == nil)
    }
}

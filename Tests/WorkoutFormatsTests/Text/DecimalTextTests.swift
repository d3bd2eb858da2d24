import Testing

@testable import WorkoutFormats

@Suite struct DecimalTextTests {
    private func text(_ write: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        write(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "A whole number has all its digits, and zeros before them where more are wanted",
        arguments: [
            (0, 1, "0"), (0, 3, "000"), (7, 2, "07"), (9, 1, "9"), (10, 1, "10"), (99, 2, "99"),
            (100, 2, "100"),
            (999_999_999_999_999_999, 1, "999999999999999999"),
            (1_000_000_000_000_000_000, 1, "1000000000000000000"),
            (9_999_999_999_999_999_999, 1, "9999999999999999999"),
            (10_000_000_000_000_000_000, 1, "10000000000000000000"),
            (UInt64.max, 1, "18446744073709551615"),
        ] as [(UInt64, Int, String)])
    func whole(magnitude: UInt64, digits: Int, expected: String) {
        #expect(text { $0.append(magnitude: magnitude, digits: digits) } == expected)
    }

    @Test("A number below zero has its sign", arguments: [(-1, "-1"), (Int64.min, "-9223372036854775808")])
    func negative(number: Int64, expected: String) {
        #expect(text { $0.append(number) } == expected)
    }

    @Test(
        "A measure is rounded halves away from zero and has no zeros at its end",
        arguments: [
            (1.5, 1, "1.5"), (1.25, 1, "1.3"), (-1.25, 1, "-1.3"), (2, 3, "2"), (0.001, 3, "0.001"),
            (0.0004, 3, "0"), (-0.0004, 3, "0"), (-0.0, 1, "0"), (12.3, 0, "12"), (12.5, 0, "13"),
            (7.05, 3, "7.05"),
            (999_999_999_999, 3, "999999999999"),
        ])
    func measure(value: Double, decimals: Int, expected: String) {
        #expect(text { $0.append(value, decimals: decimals) } == expected)
    }

    @Test(
        "What no decimals fit is not written", arguments: [Double.nan, .infinity, -.infinity, 1e12, -1e300])
    func refused(value: Double) {
        #expect(text { $0.append(value, decimals: 3) } == "")
    }

    @Test(
        "Milliseconds are seconds",
        arguments: [(1300, "1.3"), (-1, "-0.001"), (60_000, "60")] as [(Int64, String)])
    func milliseconds(milliseconds: Int64, expected: String) {
        #expect(text { $0.append(milliseconds: milliseconds) } == expected)
    }
}

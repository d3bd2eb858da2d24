import Testing

@testable import WorkoutFormats

@Suite struct MarkupTextTests {
    @Test(
        "Text is escaped, and what XML cannot hold is replaced",
        arguments: [
            ("Ada", "Ada"), ("<b>&\"'", "&lt;b&gt;&amp;&quot;'"), ("]]>", "]]&gt;"),
            ("a\r\nb\tc\u{2028}d\u{85}e", "a  b c d e"),
            ("\u{0}\u{1F}\u{7F}\u{9F}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("\u{FFFE}\u{FFFF}\u{1FFFE}", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("🚴🏽‍♀️ 李", "🚴🏽‍♀️ 李"),
        ])
    func escaping(text: String, expected: String) {
        #expect(MarkupText.escaped(text) == expected)
    }

    @Test("A name cannot turn the direction of the text around it")
    func isolation() {
        #expect(MarkupText.isolated("אדה") == "\u{2068}אדה\u{2069}")
        #expect(MarkupText.isolated("a\u{202E}b\u{2069}c\u{2066}") == "\u{2068}abc\u{2069}")
    }

    @Test("A long name is cut between characters")
    func shortening() {
        #expect(MarkupText.shortened("Zoë", to: 3) == "Zoë")
        #expect(MarkupText.shortened("🚴🏽‍♀️🚴🏽‍♀️🚴🏽‍♀️", to: 2) == "🚴🏽‍♀️…")
    }

    @Test(
        "Numbers are the same in every language",
        arguments: [
            (0, 0, "0"), (-0.4, 0, "0"), (-0.5, 0, "-1"), (2.5, 0, "3"), (0.05, 1, "0.1"),
            (-1.25, 2, "-1.25"),
            (65535, 0, "65535"), (1234.04, 1, "1234.0"), (1e300, 1, "1e+300"), (99.96, 1, "100.0"),
        ] as [(Double, Int, String)])
    func numbers(value: Double, decimals: Int, text: String) {
        #expect(NumberText.fixed(value, decimals: decimals) == text)
    }

    @Test("Short numbers, percentages and times have the form that people read")
    func forms() {
        #expect([136.8, 225, 0.04].map(NumberText.short) == ["136.8", "225", "0"])
        #expect(NumberText.percentage(tenths: 1000) == "100.0 %")
        #expect(NumberText.percentage(tenths: 7) == "0.7 %")
        #expect(NumberText.clock(3723) == "1:02:03")
    }
}

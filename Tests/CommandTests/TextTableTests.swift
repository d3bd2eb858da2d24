import Testing

@testable import pulsewatt

@Suite struct TextTableTests {
    @Test("Columns are as wide as their widest cell, and a missing value is a dash")
    func columns() {
        var table = TextTable(heading: ["A", "LONG", "B"])
        table.add(["12345", nil, "x"])
        #expect(table.text == "A      LONG  B\n12345  -     x")
    }
}

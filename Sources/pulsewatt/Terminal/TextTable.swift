/// Rows of text in columns, for people.
struct TextTable {
    private var rows: [[String]]

    /// Makes a table under a heading.
    init(heading: [String]) {
        rows = [heading]
    }

    /// Adds a row; a missing value shows as a dash, and what could steer a terminal is shown, see ``ShownText``.
    mutating func add(_ row: [String?]) {
        rows.append(row.map { $0.map(ShownText.line) ?? "-" })
    }

    /// The table, each column as wide as its widest cell.
    var text: String {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.count)
            }
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell
                if column < row.count - 1 {
                    line += String(repeating: " ", count: widths[column] - cell.count + 2)
                }
            }
            return line
        }.joined(separator: "\n")
    }
}

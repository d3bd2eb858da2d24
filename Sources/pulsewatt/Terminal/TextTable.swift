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
        let widths = rows.map { $0.map(Self.width) }
        var columns: [Int] = []
        for row in widths {
            for (column, width) in row.enumerated() {
                if column == columns.count { columns.append(0) }
                columns[column] = max(columns[column], width)
            }
        }
        // Bytes, which thousands of cells and the space between them are put together of faster than of characters.
        var text: [UInt8] = []
        text.reserveCapacity(rows.count * (columns.reduce(0, +) + 2 * columns.count))
        for (index, row) in rows.enumerated() {
            if index > 0 { text.append(UInt8(ascii: "\n")) }
            for (column, cell) in row.enumerated() {
                text.append(contentsOf: cell.utf8)
                guard column < row.count - 1 else { continue }
                let space = columns[column] + 2 - widths[index][column]
                text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: space))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// How many columns a cell takes: of plain text, which most cells are, one a byte.
    private static func width(_ cell: String) -> Int {
        cell.utf8.allSatisfy { $0 < 0x80 } ? cell.utf8.count : cell.count
    }
}

/// Dots that are drawn as braille characters, two wide and four high in each.
struct BrailleGrid {
    /// How many dots fit side by side.
    let width: Int
    /// How many dots fit above each other.
    let height: Int

    private var cells: [UInt8]

    /// The bits of a character's dots from its top row down, left and right (Unicode, block U+2800).
    private static let bits: [(left: UInt8, right: UInt8)] = [
        (0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80),
    ]

    /// Makes an empty grid of so many characters.
    init(columns: Int, rows: Int) {
        width = 2 * columns
        height = 4 * rows
        cells = [UInt8](repeating: 0, count: columns * rows)
    }

    /// Sets the dots of a column in a range of rows, counted from the top.
    mutating func fill(column: Int, rows: ClosedRange<Int>) {
        for row in rows {
            let bit = Self.bits[row % 4]
            cells[row / 4 * (width / 2) + column / 2] |= column % 2 == 0 ? bit.left : bit.right
        }
    }

    /// The character at a place, a space where there is no dot.
    func character(column: Int, row: Int) -> Character {
        let dots = cells[row * (width / 2) + column]
        // Every value of U+2800 to U+28FF is a character.
        return dots == 0 ? " " : Unicode.Scalar(0x2800 + UInt32(dots)).map(Character.init) ?? " "
    }
}

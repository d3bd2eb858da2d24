/// Text that comes from elsewhere, as a person is shown it: a name that a sensor sends must not steer the terminal.
enum ShownText {
    /// The text on one line; what moves the cursor, ends the line or turns the direction of writing becomes U+FFFD.
    static func line(_ text: String) -> String {
        // Most text is plain, and tables have thousands of cells.
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { shown.append(isControl(scalar) ? "\u{FFFD}" : scalar) }
        return String(shown)
    }

    /// Whether a terminal obeys the character instead of showing it, or shows what follows it elsewhere.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // C0, DEL and C1; separators of lines and paragraphs; embeddings, overrides and isolates of directions.
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

/// Text from outside as it may stand in SVG and HTML.
enum MarkupText {
    /// What stands for a character that XML cannot hold.
    private static let replacement: Unicode.Scalar = "\u{FFFD}"

    /// A text as content or as an attribute's value in double quotes.
    ///
    /// What XML cannot hold becomes U+FFFD. Line breaks and tabs become spaces.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": result.append(" ")
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result.append(replacement)
            default: result.append(scalar.value & 0xFFFE == 0xFFFE ? replacement : scalar)
            }
        }
        return String(result)
    }

    /// A name that its bearer chose, kept from turning the direction of the text around it.
    ///
    /// Its own controls of direction are left out; the name stands between isolates (Unicode Bidirectional Algorithm).
    static func isolated(_ name: String) -> String {
        let controls: [ClosedRange<Unicode.Scalar>] = ["\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}"]
        let scalars = name.unicodeScalars.filter { scalar in !controls.contains { $0.contains(scalar) } }
        return "\u{2068}" + String(String.UnicodeScalarView(scalars)) + "\u{2069}"
    }

    /// A name cut to a number of characters, with an ellipsis where something is missing.
    static func shortened(_ name: String, to count: Int) -> String {
        name.count <= count ? name : name.prefix(max(1, count - 1)) + "…"
    }
}

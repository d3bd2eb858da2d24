/// Standard output for people: lines that hold names from elsewhere, never JSON.
enum StandardOutput {
    /// Prints one line; what could steer a terminal is shown, see ``ShownText``.
    static func print(_ line: String) { Swift.print(ShownText.line(line)) }
}

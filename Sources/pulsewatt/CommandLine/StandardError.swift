@preconcurrency import Glibc

/// Standard error: messages for people, one line each, never mixed into the output.
enum StandardError {
    /// Prints one line, led by the command's name; what could steer a terminal is shown, see ``ShownText``.
    static func print(_ message: String) {
        fputs("pulsewatt: \(ShownText.line(message))\n", stderr)
    }
}

@preconcurrency import Glibc

/// Standard error: messages for people, one line each, never mixed into the output.
enum StandardError {
    /// Prints one line, led by the command's name.
    static func print(_ message: String) {
        fputs("pulsewatt: \(message)\n", stderr)
    }
}

/// Why a capture could not be read, with the line to look at.
package struct CaptureError: Error, Equatable, CustomStringConvertible {
    /// The line's number, counted from 1.
    package let line: Int
    /// What is wrong with it and what was wanted.
    package let reason: String

    /// Makes an error for a line.
    package init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }

    /// The line and the reason in one sentence.
    package var description: String { "line \(line): \(reason)" }
}

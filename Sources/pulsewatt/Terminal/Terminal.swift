@preconcurrency import Glibc

/// The terminal that standard output is, if it is one.
enum Terminal {
    /// Whether standard output is a terminal, so that colour and progress make sense.
    static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether to use colour: on a terminal, unless NO_COLOR says otherwise (no-color.org).
    static var isColoured: Bool {
        isInteractive && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)
    }

    /// How many columns there are; 80 where nobody knows.
    static var width: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Shows a line in place of the one that was shown before.
    static func replaceLine(with line: String) {
        print("\r\u{1B}[K" + line, terminator: "")
        fflush(stdout)
    }
}

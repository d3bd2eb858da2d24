internal import Foundation

/// A file or directory that could not be used: which one, why and what to do.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path.
    package let path: String
    /// What was tried, such as "write".
    package let operation: String
    /// The system's error number, or nil where the content is at fault.
    package let code: Int32?
    /// What is wrong.
    package let reason: String

    /// Makes an error from the system's error number.
    package init(_ operation: String, _ path: String, code: Int32) {
        self.init(operation, path, reason: String(cString: strerror(code)), code: code)
    }

    /// Makes an error with a reason of our own.
    package init(_ operation: String, _ path: String, reason: String, code: Int32? = nil) {
        self.operation = operation
        self.path = path
        self.reason = reason
        self.code = code
    }

    /// The sentence for a person.
    package var description: String {
        var text = "cannot \(operation) \(path): \(reason)"
        switch code {
        case EACCES, EPERM: text += "; run as the user who owns it, or name another place"
        case ENOSPC, EDQUOT: text += "; free some space"
        case EROFS: text += "; name a place that can be written to"
        default: break
        }
        return text
    }
}

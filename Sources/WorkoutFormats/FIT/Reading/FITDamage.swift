/// Why a FIT file, or the rest of one, could not be read.
package struct FITDamage: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong, as a part of a sentence.
    let reason: String
    /// Where, in bytes from the file's begin.
    let offset: Int
    /// How many messages were read all the same.
    var messageCount = 0

    /// What is wrong, where, and what was saved.
    package var description: String {
        let saved =
            messageCount == 0
            ? "nothing could be read" : "\(messageCount) message\(messageCount == 1 ? "" : "s") could be read"
        return "\(reason) (at byte \(offset)); \(saved)"
    }
}

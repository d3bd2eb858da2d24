/// Why a file could not be imported: the file, the place in it and what is wrong there.
package struct ImportError: Error, Equatable, CustomStringConvertible {
    /// The name of the file.
    package let file: String
    /// Where in the file, such as `line 12`; nil where it is about the whole file.
    package let place: String?
    /// What is wrong, as a part of a sentence.
    package let reason: String

    /// Makes an error about a file or a place in it.
    package init(file: String, place: String? = nil, reason: String) {
        self.file = file
        self.place = place
        self.reason = reason
    }

    /// The file, the place and the reason in one sentence.
    package var description: String {
        file + (place.map { ", \($0)" } ?? "") + ": " + reason
    }
}

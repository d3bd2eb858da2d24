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

    /// The refusal of a file that tells of a longer time than ``ImportedWorkout/longest``.
    ///
    /// - Parameters:
    ///   - nanoseconds: how long the workout would be at least.
    ///   - file: the name of the file.
    ///   - place: where in the file the time is; nil where it is about the whole file.
    /// - Returns: the error.
    static func tooLong(_ nanoseconds: Int64, file: String, place: String? = nil) -> ImportError {
        let second: Int64 = 1_000_000_000
        let seconds = nanoseconds / second + (nanoseconds % second > 0 ? 1 : 0)
        return ImportError(
            file: file, place: place,
            reason: "it brings the length to \(seconds) s, and an imported workout lasts at most 4 days "
                + "(\(ImportedWorkout.longest / second) s): correct the time if it is wrong, else split the file"
        )
    }

    /// The file, the place and the reason in one sentence.
    package var description: String {
        file + (place.map { ", \($0)" } ?? "") + ": " + reason
    }
}

/// What came of seeing that a rider's files and database agree.
package struct WorkoutReindexing: Equatable, Sendable {
    /// Which side is believed where the two differ.
    package enum Side: String, Sendable {
        case files
        case database
    }

    /// How many files say what the database says.
    package internal(set) var agreeing = 0
    /// How many more do as far as the file tells: the workout was rebuilt of nothing but its file, of one value a second.
    package internal(set) var agreeingAsFarAsTold = 0
    /// The files whose workouts the database did not have and has now.
    package internal(set) var stored: [String] = []
    /// The files whose workouts are believed in place of those of the database.
    package internal(set) var believed: [String] = []
    /// The damaged workouts of the database that were replaced, and by what, a sentence each.
    package internal(set) var replaced: [String] = []
    /// The files that were written of the database.
    package internal(set) var written: [String] = []
    /// What cannot be brought to agree, a sentence each.
    package internal(set) var complaints: [String] = []

    /// Makes a report; of nothing done unless told otherwise.
    package init(agreeing: Int = 0, asFarAsTold: Int = 0) {
        self.agreeing = agreeing
        agreeingAsFarAsTold = asFarAsTold
    }

    /// Notes what cannot be brought to agree, and of which file or workout that is.
    mutating func complain(about subject: String, _ error: any Error) {
        complaints.append(Self.complaint(about: subject, error))
    }

    /// A complaint, which begins with the path or the workout that it is about.
    package static func complaint(about subject: String, _ error: any Error) -> String {
        let text: String
        switch error {
        case let error as FileError where error.code == nil: return "\(error.path): \(error.reason)"
        default: text = "\(error)"
        }
        return text.hasPrefix(subject) ? text : "\(subject): \(text)"
    }

    /// Whether files and database agree now.
    package var isWhole: Bool { complaints.isEmpty }

    /// What was done, for people.
    package var description: String {
        func count(_ files: [String], _ what: String) -> String? {
            files.isEmpty ? nil : "\(files.count) \(what)"
        }
        return [
            agreeing > 0 || agreeingAsFarAsTold == 0 && (stored + believed + replaced + written).isEmpty
                ? "\(agreeing) agree" : nil,
            agreeingAsFarAsTold > 0 ? "\(agreeingAsFarAsTold) agree as far as their files tell" : nil,
            count(stored, "stored in the database"), count(believed, "stored anew in the database"),
            count(replaced, "damaged and replaced"), count(written, "written to files"),
            count(complaints, "in doubt"),
        ].compactMap(\.self).joined(separator: ", ")
    }
}

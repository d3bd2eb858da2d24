internal import Foundation

/// Files that go together or not at all.
///
/// They are set aside under names that nobody lists, so that whatever may fail fails while all can be put back. A crash
/// leaves some of them aside; the first of a removal is set aside first and gone last, so it is there as long as another is.
struct FileRemoval {
    private static let ending = ".deleted"

    private var paths: [String] = []

    /// Sets files aside; what is not there is passed over.
    ///
    /// - Throws: ``FileError`` for one that cannot be removed; all are then where they were.
    init(settingAside paths: [String]) throws(FileError) {
        for path in paths {
            if rename(path, Self.aside(path)) == 0 {
                self.paths.append(path)
            } else if errno != ENOENT {
                let code = errno
                putBack()
                throw FileError("remove", path, code: code)
            }
        }
        do throws(FileError) {
            // What the power takes must not be less than what comes after: the database forgets the files next.
            for directory in Set(self.paths.map(DurableFile.directory)) {
                try DurableFile.syncDirectory(directory)
            }
        } catch {
            putBack()
            throw error
        }
    }

    /// Takes up a removal that a crash cut off: those of some files that are aside.
    init(interruptedOf paths: [String]) {
        self.paths = paths.filter { access(Self.aside($0), F_OK) == 0 }
    }

    /// Where a file of a path is set aside.
    private static func aside(_ path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        return "\(DurableFile.directory(of: path))/.\(name)\(ending)"
    }

    /// The paths that the files aside in a directory had, in the order of their names.
    static func interrupted(in directory: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.filter { $0.hasPrefix(".") && $0.hasSuffix(ending) }.sorted()
            .map { directory + "/" + $0.dropFirst().dropLast(ending.count) }
    }

    /// What a workout file that is aside says it holds.
    static func head(ofInterrupted path: String) throws(FileError) -> WorkoutFileHead {
        try WorkoutFileHead(path: aside(path))
    }

    /// Puts the files back, but where a name is another file's by now.
    func putBack() {
        for path in paths.reversed() {
            // The later file is what is wanted there.
            if link(Self.aside(path), path) == 0 || errno == EEXIST {
                unlink(Self.aside(path))
            } else {
                rename(Self.aside(path), path)
            }
        }
    }

    /// Removes the files.
    ///
    /// - Returns: Why some are still aside, where a later ``InterruptedDeletions/settle(owners:)`` removes them.
    @discardableResult
    func finish() -> [FileError] {
        var errors: [FileError] = []
        for path in paths.reversed() where unlink(Self.aside(path)) != 0 && errno != ENOENT {
            errors.append(FileError("remove", Self.aside(path), code: errno))
        }
        return errors
    }
}

import Foundation

extension SQLiteHealthDatabase {
    /// Where the health database of the person who runs the program is: in the home directory's place for data.
    package static var personalFile: String {
        personalFile(
            environment: ProcessInfo.processInfo.environment,
            home: FileManager.default.homeDirectoryForCurrentUser.path)
    }

    /// The same, by `XDG_DATA_HOME` and `HOME` of an environment, or a home directory where neither names a place.
    ///
    /// As the XDG base directory specification asks, what is no absolute path is passed over.
    package static func personalFile(environment: [String: String], home: String) -> String {
        func directory(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let data = directory("XDG_DATA_HOME") ?? (directory("HOME") ?? home) + "/.local/share"
        return data + "/pulsewatt/health.sqlite"
    }
}

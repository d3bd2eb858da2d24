import Foundation

/// Where paired sensors and finished workouts are kept.
enum StateDirectory {
    /// The directory that the arguments, systemd or the user's home name, in this order.
    ///
    /// - Throws: ``UsageError`` where none of them does.
    static func path(_ arguments: ParsedArguments) throws -> String {
        try path(
            option: arguments.value(of: .stateDirectory), environment: ProcessInfo.processInfo.environment,
            isRoot: geteuid() == 0)
    }

    static func path(option: String?, environment: [String: String], isRoot: Bool) throws -> String {
        if let option {
            guard !option.isEmpty else {
                throw UsageError("--state-directory is empty; wanted is a directory")
            }
            return option
        }
        // systemd separates several by colons; the unit has one.
        if let systemd = environment["STATE_DIRECTORY"]?.split(separator: ":").first {
            return String(systemd)
        }
        if isRoot { return "/var/lib/pulsewatt" }
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/pulsewatt" }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw UsageError(
                "neither HOME nor XDG_STATE_HOME is set; name a directory with --state-directory")
        }
        return home + "/.local/state/pulsewatt"
    }
}

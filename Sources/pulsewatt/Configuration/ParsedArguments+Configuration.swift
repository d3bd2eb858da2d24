import Foundation

extension CommandOption {
    static let configuration = CommandOption(
        "config", argument: "FILE", "The configuration file, see pulsewatt.conf(5)")
}

extension ParsedArguments {
    /// The configuration: of `--config`, else of the machine for the service and root, else of the person.
    ///
    /// - Throws: `ConfigurationError`, also where the file that `--config` names is not there.
    func configuration(
        environment: [String: String] = ProcessInfo.processInfo.environment, isRoot: Bool = geteuid() == 0
    ) throws -> ConfigurationFile {
        if let path = value(of: .configuration) {
            return try ConfigurationFile(path: path, mustExist: true)
        }
        var directory = "/etc"
        if !isRoot, environment["STATE_DIRECTORY"] == nil {
            let home = (environment["HOME"] ?? "") + "/.config"
            directory = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        }
        return try ConfigurationFile(path: directory + "/pulsewatt/pulsewatt.conf", mustExist: false)
    }
}

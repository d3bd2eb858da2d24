import Bridge
import CGLib
import Foundation
import WorkoutFormats

/// The configuration file: groups of keys and values, as in BlueZ's own `main.conf`, and read by the same parser.
///
/// What is not in it has its default, and a file that is not there has nothing in it. What nobody knows is refused:
/// a misspelt key that is passed over is an upload that never happens.
struct ConfigurationFile {
    /// What becomes of finished workouts.
    let export: ExportSettings

    /// The keys of each group.
    private static let known = ["export": ["formats", "command"]]

    /// Reads a file.
    ///
    /// - Throws: ``ConfigurationError`` that says where and what is wanted.
    init(path: String, mustExist: Bool) throws(ConfigurationError) {
        guard mustExist || access(path, F_OK) == 0 else {
            export = ExportSettings()
            return
        }
        let file = g_key_file_new()
        defer { g_key_file_free(file) }
        var error: UnsafeMutablePointer<GError>?
        guard g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, &error) != 0 else {
            throw ConfigurationError(path, Self.message(error))
        }
        for group in Self.strings(g_key_file_get_groups(file, nil)) {
            guard let keys = Self.known[group] else {
                throw ConfigurationError(
                    path,
                    "there is no group [\(group)]; wanted is \(Self.list(Self.known.keys.map { "[\($0)]" }))")
            }
            for key in Self.strings(g_key_file_get_keys(file, group, nil, nil)) where !keys.contains(key) {
                throw ConfigurationError(
                    path, "there is no key \"\(key)\" in [\(group)]; wanted is \(Self.list(keys))")
            }
        }
        func value(_ group: String, _ key: String) throws(ConfigurationError) -> String? {
            guard g_key_file_has_key(file, group, key, nil) != 0 else { return nil }
            var error: UnsafeMutablePointer<GError>?
            // The raw value: a shell command has backslashes of its own.
            guard let text = g_key_file_get_value(file, group, key, &error) else {
                throw ConfigurationError(path, "\(key) in [\(group)]: \(Self.message(error))")
            }
            defer { g_free(text) }
            let value = String(cString: text).trimmingCharacters(in: .whitespaces)
            return value.isEmpty ? nil : value
        }
        var formats: [WorkoutFormat] = []
        for name in (try value("export", "formats") ?? "").split(separator: ",") {
            let name = name.trimmingCharacters(in: .whitespaces)
            guard let format = WorkoutFormat(rawValue: name) else {
                throw ConfigurationError(
                    path,
                    "formats in [export]: there is no format \"\(name)\"; wanted are \(Self.list(WorkoutFormat.allCases.map(\.rawValue))), separated by commas"
                )
            }
            if !formats.contains(format) { formats.append(format) }
        }
        export = ExportSettings(formats: formats, command: try value("export", "command"))
    }

    private static func message(_ error: UnsafeMutablePointer<GError>?) -> String {
        defer { g_error_free(error) }
        return error.map { String(cString: $0.pointee.message) } ?? "it cannot be read"
    }

    /// The strings of an array that GLib made, which is freed.
    private static func strings(_ array: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?) -> [String] {
        defer { g_strfreev(array) }
        var strings: [String] = []
        var next = array
        while let text = next?.pointee {
            strings.append(String(cString: text))
            next = next?.successor()
        }
        return strings
    }

    private static func list(_ words: [String]) -> String { words.sorted().joined(separator: ", ") }
}

/// What is wrong with a configuration file.
struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    let path: String
    let reason: String

    init(_ path: String, _ reason: String) {
        self.path = path
        self.reason = reason
    }

    var description: String { "cannot use the configuration file \(path): \(reason)" }
}

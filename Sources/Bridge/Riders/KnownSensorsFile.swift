internal import Foundation

/// The file that keeps the paired sensors, shared by the service and the commands.
///
/// Changes are made under a lock on its directory, so that `pulsewatt pair` and the running service never overwrite
/// each other. A file that cannot be read is left as it is: nothing here replaces it.
package struct KnownSensorsFile: Sendable {
    private struct Content: Codable {
        static let currentVersion = 1

        var format = "pulsewatt.sensors"
        var version = currentVersion
        var sensors: [KnownSensor]
    }

    /// The file's name in the state directory.
    package static let name = "sensors.json"

    /// The directory that holds the file.
    package let directory: String

    /// Names the state directory; nothing is read or made yet.
    package init(directory: String) {
        self.directory = directory
    }

    /// The file's path.
    package var path: String { directory + "/" + Self.name }

    /// Reads the sensors; none where the file does not exist.
    ///
    /// - Throws: ``FileError`` when it exists and cannot be read or understood.
    package func read() throws -> KnownSensors { try readIfThere() ?? KnownSensors() }

    /// Reads the sensors; nil where the file does not exist, which is not to say that there are none.
    ///
    /// - Throws: ``FileError`` when it exists and cannot be read or understood.
    package func readIfThere() throws -> KnownSensors? {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch {
            let code = access(path, R_OK) == 0 ? EIO : errno
            throw FileError("read", path, code: code)
        }
        let content: Content
        do {
            content = try JSONDecoder().decode(Content.self, from: data)
        } catch {
            throw FileError(
                "read", path, reason: "it is damaged (\(Self.explain(error))); mend it or move it away")
        }
        guard content.version <= Content.currentVersion else {
            throw FileError(
                "read", path,
                reason:
                    "its version is \(content.version) and this is for \(Content.currentVersion); use a newer pulsewatt"
            )
        }
        var sensors = KnownSensors()
        for sensor in content.sensors { sensors[address: sensor.address] = sensor }
        return sensors
    }

    /// Reads the sensors, lets `change` change them, and writes them if they did change.
    ///
    /// - Throws: ``FileError``, or what `change` throws; the file is then as it was.
    /// - Returns: The sensors as they are now.
    @discardableResult
    package func update(_ change: (inout KnownSensors) throws -> Void) throws -> KnownSensors {
        try DurableFile.prepareDirectory(directory)
        let lock = try DirectoryLock.waiting(for: directory)
        defer { extendLifetime(lock) }
        let before = try read()
        var sensors = before
        try change(&sensors)
        guard sensors != before else { return sensors }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(Content(sensors: sensors.all))
        try DurableFile.write(String(decoding: data, as: UTF8.self) + "\n", to: path)
        return sensors
    }

    private static func explain(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        switch error {
        case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
            .valueNotFound(_, let context):
            let place = context.codingPath.map(\.stringValue).joined(separator: ".")
            return place.isEmpty ? context.debugDescription : "\(place): \(context.debugDescription)"
        @unknown default:
            return "\(error)"
        }
    }
}

package import FlightRecorder
internal import Foundation
package import SensorProfiles

/// A recording as it lies in its directory, with all that is in it.
package struct StoredRecording {
    /// Where a recording stands; raw values are the names in lists.
    package enum State: String, Sendable {
        /// A workout is recorded now.
        case live
        /// Its workout is saved.
        case finished
        /// Its workout is not saved; the next start of the service or of `record` does it.
        case unfinished
    }

    /// A sensor of a recording.
    package struct Sensor {
        /// Its address.
        package let address: BluetoothAddress
        /// Its name, as far as it said one.
        package let name: String?
    }

    /// The name of its file without the ending: the workout's UUID.
    package let identifier: String
    /// Where it is.
    package let path: String
    /// The size of the file in bytes.
    package let size: Int
    /// Where it stands.
    package let state: State
    /// What is in it.
    package let contents: RecordingContents

    /// Reads a recording.
    ///
    /// - Throws: ``FileError`` that names it.
    package init(_ files: RecordingFiles, identifier: String) throws {
        self.identifier = identifier
        path = files.path(ofName: identifier)
        // Before it is read: a writer that ends meanwhile has then said so.
        let isLocked = RecordingFile.isLocked(at: path)
        contents = try RecordingFiles.contents(at: path)
        var status = stat()
        size = stat(path, &status) == 0 ? Int(status.st_size) : 0
        state = contents.isSaved ? .finished : isLocked ? .live : .unfinished
    }

    /// How long the workout is, in nanoseconds.
    package var duration: Int64 { contents.end ?? contents.records.last?.nanoseconds ?? 0 }

    /// The sensors that sent something, by address.
    package var sensors: [Sensor] {
        var names: [BluetoothAddress: String] = [:]
        for case .description(let sensor, let bytes) in contents.records.lazy.map(\.content) {
            let description = try? JSONDecoder().decode(SensorDescription.self, from: Data(bytes))
            names[sensor] = description?.name ?? names[sensor]
        }
        return Set(contents.streams.values.map(\.sensor)).sorted().map {
            Sensor(address: $0, name: names[$0])
        }
    }
}

package import FlightRecorder
package import Foundation

/// The directory that recordings are kept in, one file each.
package struct RecordingFiles: Sendable {
    /// The directory's path.
    package let directory: String

    /// Names the directory of a state directory; nothing is made yet.
    package init(stateDirectory: String) {
        directory = stateDirectory + "/recordings"
    }

    /// Makes the directory where it is missing and sees to it that files can be made in it.
    ///
    /// - Throws: ``FileError``.
    package func prepare() throws {
        try DurableFile.prepareDirectory(directory)
        DurableFile.removeLeftovers(in: directory)
    }

    /// Where the recording of a workout is.
    package func path(of workout: UUID) -> String {
        path(ofName: workout.uuidString.lowercased())
    }

    /// The recordings that there are, by the names of their files without the ending; sorted.
    package func names() throws -> [String] {
        guard access(directory, F_OK) == 0 else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: directory).filter {
                $0.hasSuffix("." + RecordingFormat.fileExtension)
            }.map { String($0.dropLast(RecordingFormat.fileExtension.count + 1)) }.sorted()
        } catch {
            throw FileError("read", directory, code: errno)
        }
    }

    /// Where the recording with a name is.
    package func path(ofName name: String) -> String {
        directory + "/" + name + "." + RecordingFormat.fileExtension
    }

    /// Reads a recording.
    ///
    /// - Throws: ``FileError`` that names it.
    package static func contents(at path: String) throws -> RecordingContents {
        let bytes: Data
        do {
            bytes = try RecordingFile.bytes(at: path)
        } catch {
            throw FileError(error)
        }
        guard !bytes.isEmpty else { throw FileError("read", path, reason: "it is empty") }
        do {
            return try RecordingReader.contents(of: bytes)
        } catch {
            throw FileError("read", path, reason: "\(error)")
        }
    }

    /// The recordings that nobody writes and whose workouts are not saved, by the workouts' start.
    ///
    /// - Parameter log: Takes why they cannot be found.
    /// - Returns: Those that can be recovered, and how many cannot: what is no recording, or has a ``RecoveryObstacle``.
    package func unfinished(log: (String) -> Void) -> (recordings: [UnfinishedRecording], obstructed: Int) {
        var recordings: [UnfinishedRecording] = []
        var obstructed = 0
        do {
            for name in try names() {
                do {
                    guard let recording = try UnfinishedRecording(path: path(ofName: name)) else { continue }
                    recordings.append(recording)
                } catch {
                    // Why is told by ``OutlinedRecording`` to those who ask: it is the same at each start.
                    obstructed += 1
                }
            }
        } catch {
            log("\(error); recordings are left as they are")
        }
        recordings.sort { ($0.startMicroseconds, $0.path) < ($1.startMicroseconds, $1.path) }
        return (recordings, obstructed)
    }
}

extension FileError {
    /// The error of a step of writing a recording.
    package init(_ fault: RecordingFault) {
        if let reason = fault.reason {
            self.init(fault.operation, fault.path, reason: reason)
        } else {
            self.init(fault.operation, fault.path, code: fault.code)
        }
    }
}

import Bridge
import FlightRecorder
import Foundation
import HealthModel
import SensorProfiles
import WorkoutFormats

/// `pulsewatt import FILE...`: takes workouts of other programs' files into the history.
struct ImportCommand: Command {
    let name = "import"
    let summary = "Take workouts from files into the history"
    let operands = "FILE..."
    let discussion = """
        The format of a FILE is known by its content: FIT, TCX, CSV, GoldenCheetah's and our own JSON, our recordings, and
        Bluetooth captures of Android and btmon, which also become recordings; all but recordings also compressed by gzip. Of a directory, every file in it is taken.
        Files that tell more are taken first. A ride that is there already is passed over, also when it comes from another
        format or was trimmed differently. Zones are those that the file was counted by, else the rider's of its date. A
        file that cannot be read is told, the others are taken, and the exit status is 1. Without --rider a workout goes to
        the rider that its file names, where there is such a one; only a recording of ours makes a new rider.
        """
    let options: [CommandOption] = [.rider, .handles, .timeZone, .stateDirectory]

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        guard !arguments.operands.isEmpty else {
            throw UsageError("wanted is at least one file or directory")
        }
        let timeZone = try arguments.timeZone()
        let directory = try StateDirectory.path(arguments)
        let named = try arguments.value(of: .rider, wanted: "a name") { $0.isEmpty ? nil : $0 }
        var shelf = Shelf(
            directory: directory, named: named, riders: try RiderHistory.riders(in: directory),
            timeZone: timeZone, handles: try arguments.handles())
        var failures = 0
        var files: [ImportFile] = []
        for operand in arguments.operands {
            do {
                for path in try Self.files(operand) {
                    do {
                        files.append(try ImportFile(path))
                    } catch {
                        StandardError.print("\(error)")
                        failures += 1
                    }
                }
            } catch {
                StandardError.print("\(error)")
                failures += 1
            }
        }
        // Of a ride in several files the first is taken. The sort is stable: files that tell as much keep their order.
        for file in files.sorted(by: { $0.rank < $1.rank }) {
            do {
                try await shelf.take(file.path)
            } catch let error as UsageError {
                // Whose it is cannot be told of this file; of the others it may be.
                StandardError.print("\(file.path): \(error)")
                failures += 1
            } catch let error as HKError {
                StandardError.print("\(file.path): \(error)")
                failures += 1
            } catch {
                StandardError.print("\(error)")
                failures += 1
            }
        }
        return failures + shelf.failures == 0 ? 0 : 1
    }

    /// The files that an operand names: itself, or those in it in the order of their names.
    private static func files(_ operand: String) throws -> [String] {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: operand, isDirectory: &isDirectory) else {
            throw FileError("read", operand, code: ENOENT)
        }
        guard isDirectory.boolValue else { return [operand] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: operand)
        } catch {
            throw FileError("read directory", operand, code: errno == 0 ? EIO : errno)
        }
        return names.filter { !$0.hasPrefix(".") }.sorted().map { operand + "/" + $0 }.filter { path in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
                && !isDirectory.boolValue
        }
    }

    /// The libraries that workouts go to, each opened once.
    private struct Shelf {
        let directory: String
        let named: String?
        let riders: [String]
        /// The time zone of `--time-zone`; nil: each rider's.
        let timeZone: TimeZone?
        let handles: [UInt16: BluetoothUUID]
        /// How many workouts are in their files but not in the database.
        private(set) var failures = 0
        private var libraries: [String: Entry] = [:]

        /// A rider's library.
        private struct Entry {
            let library: WorkoutLibrary
            /// In whose time a workout is that names no zone.
            let timeZone: TimeZone
            var known: [WorkoutSummary]
        }

        init(
            directory: String, named: String?, riders: [String], timeZone: TimeZone?,
            handles: [UInt16: BluetoothUUID]
        ) {
            self.directory = directory
            self.named = named
            self.riders = riders
            self.timeZone = timeZone
            self.handles = handles
        }

        /// Takes every workout of a file.
        mutating func take(_ path: String) async throws {
            let bytes = try ImportFile.content(of: path)
            if BtsnoopReader.isBtsnoop(bytes) { return try await takeCapture(bytes, path) }
            if RecordingFormat.isRecording(bytes) { return try await takeRecording(path) }
            for var imported in try ImportedWorkout.all(in: bytes, named: path) {
                if let damage = imported.damage {
                    StandardError.print("\(path): \(damage); the rest is taken")
                }
                if imported.holdsOnlyIntervals {
                    throw ImportError(
                        file: path,
                        reason:
                            "it has RR intervals and no readings: they belong to a ride with a file of its own, "
                            + "so import that one; JSON, FIT and GoldenCheetah have the intervals too")
                }
                let rider = try rider(named: imported.rider)
                var entry = try await entry(of: rider)
                imported.timeZone = imported.timeZone ?? entry.timeZone
                let outcome = try await entry.library.add(imported, of: bytes, to: &entry.known)
                libraries[rider] = entry
                tell(outcome, path, entry.timeZone)
            }
        }

        /// Takes the one workout of a Bluetooth capture.
        private mutating func takeCapture(_ bytes: [UInt8], _ path: String) async throws {
            let capture: BtsnoopRecords
            do {
                capture = try BtsnoopReader.records(in: bytes, handles: handles)
            } catch {
                throw FileError("import", path, reason: "\(error)")
            }
            for line in capture.remarks { StandardError.print("\(path): \(line)") }
            let rider = try named ?? RiderHistory.onlyRider(among: riders)
            var entry = try await entry(of: rider)
            let outcome = try await entry.library.add(capture, in: entry.timeZone, to: &entry.known)
            libraries[rider] = entry
            tell(outcome, path, entry.timeZone)
        }

        /// Takes the one workout of a recording of ours.
        private mutating func takeRecording(_ path: String) async throws {
            let contents = try RecordingFiles.contents(at: path)
            guard contents.isSaved || !RecordingFile.isLocked(at: path) else {
                throw FileError("import", path, reason: "a workout is recorded into it now")
            }
            // A recording is our own: in a new place its rider is the one who rode.
            let own = riders.isEmpty ? contents.header?.rider : nil
            let rider = try named ?? own ?? rider(named: contents.header?.rider)
            if !contents.damage.isNone {
                StandardError.print("\(path): \(contents.damage.description); the rest is taken")
            }
            var entry = try await entry(of: rider)
            let outcome = try await entry.library.add(
                contents, at: path, in: entry.timeZone, to: &entry.known)
            libraries[rider] = entry
            tell(outcome, path, entry.timeZone)
        }

        private func entry(of rider: String) async throws -> Entry {
            if let entry = libraries[rider] { return entry }
            let history = try RiderHistory(directory: directory, rider: rider, writes: true)
            try history.library.files.prepare()
            let own = try history.database.characteristics().timeZone
            return Entry(
                library: history.library, timeZone: timeZone ?? own ?? .current,
                known: try await history.library.overview().summaries)
        }

        /// Whose a workout is of which its file names somebody, or nobody.
        private func rider(named rider: String?) throws -> String {
            if let named { return named }
            if let rider, riders.contains(rider) { return rider }
            return try RiderHistory.onlyRider(among: riders)
        }

        private mutating func tell(
            _ outcome: WorkoutLibrary.Importing, _ path: String, _ timeZone: TimeZone
        ) {
            switch outcome {
            case .saved(let summary, let saved):
                StandardOutput.print("\(path): saved as \(Self.text(summary, timeZone))")
                if let error = saved.databaseError {
                    StandardError.print(
                        "\(path): \(saved.path) is written, but the database does not have it: \(error); "
                            + "pulsewatt workouts reindex stores it")
                    failures += 1
                }
            case .known(let summary):
                StandardOutput.print("\(path): is there already as \(Self.text(summary, timeZone))")
            }
        }

        private static func text(_ summary: WorkoutSummary, _ timeZone: TimeZone) -> String {
            let row = WorkoutRow(summary, timeZone: timeZone)
            return "\(row.identity), \(row.activity) of \(row.day) \(row.time)"
        }
    }
}

import Foundation
import HealthModel
import SQLiteHealthDatabase

/// What the tests of the database need another process for: `DatabaseTestProcess TASK FILE`.
@main
struct DatabaseTestProcess {
    static func main() {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            guard arguments.count == 2 else {
                throw HKError(.errorInvalidArgument, "Name a task and a file.")
            }
            let database = SQLiteHealthDatabase(path: arguments[1], busyTimeout: .milliseconds(200))
            switch arguments[0] {
            case "write": try write(to: database)
            case "read": try read(database)
            case "migrate": try migrate(arguments[1])
            case "lock": try lock(database)
            case "fill": try useWhenFull(database)
            // To a disk that is mounted beside the database.
            case "backup":
                let directory = URL(fileURLWithPath: arguments[1]).deletingLastPathComponent().path
                try database.backUp(to: directory + "/disk/backup.sqlite")
            default: throw HKError(.errorInvalidArgument, "There is no task \(arguments[0]).")
            }
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    /// Stores one workout with its samples after another, and tells each when it is stored, until it fails.
    private static func write(to database: SQLiteHealthDatabase) throws {
        let source = HKSourceRevision(
            source: HKSource(name: "writer", bundleIdentifier: "writer"), version: nil)
        for number in 0... {
            let workout = Self.workout(number)
            let samples = workout.series.samples(of: workout.uuid, device: nil) { _ in true }
            try database.insert([workout] + samples, savedBy: source)
            tell(workout.uuid)
        }
    }

    /// Says a line at once, which `print` keeps back where nobody types.
    private static func tell(_ line: some CustomStringConvertible) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    private static func workout(_ number: Int) -> HKWorkout {
        let start = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number) * 1_000)
        let second: Int64 = 1_000_000_000
        // No two are alike, and none deflates well.
        let values = (0..<600).map { Double(($0 &* 7_919 &+ number &* 104_729) % 2_003) / 10 }
        let column = SampleColumn(
            offsets: values.indices.map { Int64($0) * second }, values: values,
            durations: values.map { _ in 0 })
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .cycling
        return HKWorkout(
            configuration: configuration, start: start, end: start.addingTimeInterval(600), device: nil,
            metadata: nil, events: [], activities: [],
            series: WorkoutSeries(
                start: start, columns: [HKQuantityType(.cyclingPower): column], elapsed: 600 * second))
    }

    /// Tells the workouts that can be read with all that belongs to them.
    private static func read(_ database: SQLiteHealthDatabase) throws {
        for stored in try database.samples(SampleRequest(type: .workoutType())).stored {
            tell(stored.sample.uuid)
        }
        try database.checkIntegrity()
    }

    /// Opens a database of an older version, with the usual patience, and tells how many workouts each rider has.
    private static func migrate(_ path: String) throws {
        for rider in try SQLiteHealthDatabase(path: path).riders() {
            let database = SQLiteHealthDatabase(path: path, rider: rider)
            tell("\(rider) \(try database.workoutSummaries(startingIn: nil, withDistributions: true).count)")
        }
    }

    /// Uses a database on a full disk, then makes room and goes on; tells how many heart rates there are each time.
    private static func useWhenFull(_ database: SQLiteHealthDatabase) throws {
        let type = HKQuantityType(.heartRate)
        func tellCount() throws { tell(try database.samples(SampleRequest(type: type)).stored.count) }
        let rate = HKQuantitySample(
            type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: 110),
            start: Date(timeIntervalSinceReferenceDate: 0), end: Date(timeIntervalSinceReferenceDate: 0))
        let source = HKSourceRevision(
            source: HKSource(name: "writer", bundleIdentifier: "writer"), version: nil)
        try SQLiteHealthDatabase.checkAtStart(path: database.path)
        try tellCount()
        do { try database.insert([rate], savedBy: source) } catch { tell(error) }
        try tellCount()
        let directory = URL(fileURLWithPath: database.path).deletingLastPathComponent()
        try FileManager.default.removeItem(at: directory.appendingPathComponent("full"))
        try database.insert([rate], savedBy: source)
        try tellCount()
    }

    /// Holds the lock of writers until standard input ends.
    private static func lock(_ database: SQLiteHealthDatabase) throws {
        try database.updateGrants(of: "locker") { _ in
            tell("locked")
            while readLine() != nil {}
        }
    }
}

import FlightRecorder
import Foundation
import HealthModel
import SensorProfiles
import TestKit
import Testing
import Zlib

@testable import Bridge

private let second: Int64 = 1_000_000_000

/// What the next start makes of a recording that a power cut or a bad disk left cut off or damaged.
@Suite struct PowerCutTests {
    /// The file of a ride, and the moments and ends of its beats.
    private struct Ride {
        let name: String
        let whole: Data
        var beats: [(time: Int64, end: Int)] = []
    }

    private let bench: RideBench
    private let log = LineLog()

    init() throws {
        bench = try RideBench()
    }

    /// Rides 300 s, or fewer, with laps and pauses, a beat a second.
    private func ride(seconds: Int = 300) async throws -> Ride {
        var beats: [(time: Int64, end: Int)] = []
        for second in 0..<seconds {
            try await bench.send(bench.beat(UInt8(80 + second % 100), at: Double(second)))
            beats.append((Int64(second) * 1_000_000_000, try size()))
            try await bench.tick(at: Double(second) + 0.5)
            switch second % 50 {
            case 20: try await bench.workout?.lap(at: bench.clock.boot)
            case 30: try await bench.workout?.setPaused(true, at: bench.clock.boot)
            case 35: try await bench.workout?.setPaused(false, at: bench.clock.boot)
            default: break
            }
        }
        let name = try #require(try bench.files.names().first)
        let whole = try Data(contentsOf: URL(fileURLWithPath: bench.files.path(ofName: name)))
        // Nobody can go on with it any more.
        bench.clock.advance(to: bench.start + 4000 * second)
        return Ride(name: name, whole: whole, beats: beats)
    }

    private func size() throws -> Int {
        let name = try #require(try bench.files.names().first)
        let attributes = try FileManager.default.attributesOfItem(atPath: bench.files.path(ofName: name))
        return try #require(attributes[.size] as? Int)
    }

    /// Takes bytes up as the only recording of a state directory, and takes up again what is left.
    private func takeUp(_ bytes: Data, of ride: Ride) async throws -> HKWorkout? {
        let state = try TemporaryDirectory()
        let files = RecordingFiles(stateDirectory: state.path)
        try files.prepare()
        let path = files.path(ofName: ride.name)
        try bytes.write(to: URL(fileURLWithPath: path))
        let log = log
        let recovery = WorkoutRecovery(
            files, clock: bench.clock.machineClock(), log: { log.add($0) })
        var taken: [RecordedWorkout]? = await recovery.takeUp(mayGoOn: { _ in true }).over
        let workout = taken?.first?.finished.workout
        #expect((taken?.count ?? 0) <= 1)
        if workout == nil {
            try checkLeft(path, bytes)
        }
        taken?.first?.recording?.markSaved()
        taken = nil
        let again = await recovery.takeUp(mayGoOn: { _ in true })
        #expect(again.over.isEmpty && again.pending.isEmpty)
        return workout
    }

    /// Without a workout a recording stays as it was, unless it is whole and no notification was ever in it.
    private func checkLeft(_ path: String, _ bytes: Data) throws {
        if let left = try? Data(contentsOf: URL(fileURLWithPath: path)) {
            #expect(left == bytes)
        } else {
            let contents = try RecordingReader.contents(of: bytes)
            #expect(contents.damage.isNone && contents.lastNotification == nil)
        }
    }

    /// Holds a workout against the beats of the ride that are sure to be in it.
    private func check(_ workout: HKWorkout, _ ride: Ride, wholeUpTo length: Int, _ comment: Comment) throws {
        let column = try #require(workout.series.columns[HKQuantityType(.heartRate)])
        let sure = ride.beats.filter { $0.end <= length }.map(\.time)
        #expect(column.offsets.starts(with: sure), comment)
        #expect(Set(column.offsets).isSubset(of: ride.beats.map(\.time)), comment)
        let group = try #require(workout.zoneGroup(for: HKQuantityType(.heartRate)))
        let zones = group.zoneDurations.reduce(0) { $0 + Int64(($1.duration * 1e9).rounded()) }
        let noData = workout.noDataDuration(for: HKQuantityType(.heartRate))
        #expect(zones + noData == workout.series.elapsed - workout.pausedDuration, comment)
    }

    @Test("Cut off anywhere, a recording gives one workout with every beat that is whole, or is left alone")
    func cuts() async throws {
        let ride = try await ride()
        let first = try #require(ride.beats.first).end
        for length in Array(stride(from: 0, to: ride.whole.count, by: 37)) + [first - 1, first] {
            let workout = try await takeUp(ride.whole.prefix(length), of: ride)
            #expect((workout != nil) == (length >= first), "cut off after \(length) bytes")
            if let workout {
                try check(workout, ride, wholeUpTo: length, "cut off after \(length) bytes")
            }
        }
    }

    @Test("Cut off after any byte of a small one, it gives one workout as soon as a beat is whole")
    func everyCut() async throws {
        let ride = try await ride(seconds: 7)
        let first = try #require(ride.beats.first).end
        for length in 0...ride.whole.count {
            let workout = try await takeUp(ride.whole.prefix(length), of: ride)
            #expect((workout != nil) == (length >= first), "cut off after \(length) bytes")
            if let workout {
                try check(workout, ride, wholeUpTo: length, "cut off after \(length) bytes")
            }
        }
    }

    @Test("With any one byte of a small one wrong, it gives one workout that lacks a beat at most")
    func everyWrongByte() async throws {
        let ride = try await ride(seconds: 7)
        var random = SplitMix64(seed: 9)
        for position in ride.whole.indices {
            var bytes = ride.whole
            bytes[position] ^= UInt8.random(in: 1...255, using: &random)
            let comment: Comment = "byte \(position) is wrong"
            let workout = try #require(try await takeUp(bytes, of: ride), comment)
            try check(workout, ride, wholeUpTo: position, comment)
            let beats = try #require(workout.series.columns[HKQuantityType(.heartRate)]).offsets.count
            #expect(beats >= ride.beats.count - 1, comment)
        }
    }

    @Test(
        "With blocks of zeros or noise, and cut off as well, it gives one workout with every beat before them",
        arguments: [512, 4096])
    func blocks(length: Int) async throws {
        let ride = try await ride()
        var random = SplitMix64(seed: UInt64(length))
        for round in 0..<150 {
            var bytes = ride.whole
            let start = round * 512 % bytes.count
            let range = start..<min(start + length, bytes.count)
            bytes.replaceSubrange(
                range,
                with: range.map { _ in round.isMultiple(of: 2) ? 0 : UInt8.random(in: 0...255, using: &random)
                })
            // Behind what repeats all that the first block of a disk had.
            if round.isMultiple(of: 3) {
                bytes = bytes.prefix(Int.random(in: ride.beats[230].end..<bytes.count, using: &random))
            }
            let comment: Comment = "\(length) bytes at \(start) of \(bytes.count)"
            let workout = try #require(try await takeUp(bytes, of: ride), comment)
            try check(workout, ride, wholeUpTo: min(start, bytes.count), comment)
        }
    }

    @Test("Every start of the service with a damaged recording saves at most one workout and goes on")
    func service() async throws {
        let ride = try await ride()
        var random = SplitMix64(seed: 77)
        for _ in 0..<25 {
            var bytes = ride.whole.prefix(Int.random(in: 0...ride.whole.count, using: &random))
            var damaged = bytes.count
            for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
                let start = Int.random(in: 0..<bytes.count, using: &random)
                let range = start..<min(start + Int.random(in: 1...700, using: &random), bytes.count)
                bytes.replaceSubrange(
                    range, with: range.map { _ in UInt8.random(in: 0...255, using: &random) })
                damaged = min(damaged, start)
            }
            let state = try TemporaryDirectory()
            let files = RecordingFiles(stateDirectory: state.path)
            try files.prepare()
            let path = files.path(ofName: ride.name)
            try bytes.write(to: URL(fileURLWithPath: path))
            let sure = ride.beats.last { $0.end <= damaged }
            for _ in 0..<2 {
                try await serve(state)
                let names =
                    (try? FileManager.default.contentsOfDirectory(atPath: state.path + "/workouts")) ?? []
                #expect(names.count <= 1)
                guard let name = names.first else {
                    try checkLeft(path, bytes)
                    #expect(sure == nil)
                    continue
                }
                let data = try Data(contentsOf: URL(fileURLWithPath: state.path + "/workouts/" + name))
                let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
                let elapsed = try #require((object["duration"] as? [String: Any])?["elapsed_s"] as? Double)
                #expect(elapsed >= Double(sure?.time ?? 0) / 1e9)
                #expect(elapsed <= 299)
            }
        }
    }

    private func serve(_ state: TemporaryDirectory) async throws {
        let log = log
        var service = WorkoutService(
            stateDirectory: state.path, finishAfter: 300 * second, clock: bench.clock.machineClock(),
            output: WorkoutService.Output(
                log: { log.add($0) }, showStatus: { _ in }, setTicking: { _ in }, want: { _ in }))
        let stream = AsyncStream<WorkoutService.Input> { continuation in
            continuation.yield(.stop)
            continuation.finish()
        }
        try await service.run(stream)
    }

    // MARK: Recordings without a reading

    /// What keeps readings from being found.
    enum Loss: CaseIterable {
        /// Every frame that names a sensor.
        case names
        /// Every notification.
        case notifications
        /// The end of the only one.
        case tornFirst
        /// The time of the only one says another year.
        case time
    }

    @Test(
        "A recording in which damage may hide readings is never removed, cut or called done",
        arguments: Loss.allCases)
    func hidden(_ loss: Loss) async throws {
        let ride = try await ride()
        let first = try #require(ride.beats.first).end
        var bytes = ride.whole
        switch loss {
        case .names:
            // A stream's frame, its length, and the number of the only one.
            let name = Data([0xE2, 0x0A, 0x00, 0x00, 0x00])
            while let range = bytes.range(of: name) { bytes[range.lowerBound] = 0 }
        case .notifications:
            for beat in ride.beats { bytes[beat.end - 1] ^= 0xFF }
        case .tornFirst: bytes = bytes.prefix(first - 3)
        case .time:
            // The short notification becomes a long one, 9,999,000 s after the start: kind 6 with 14 bytes.
            let value = bytes[(first - 8)..<(first - 4)]
            var frame = Data([0xE6, 0x0E, 0x00])
            withUnsafeBytes(of: Int64(9_999_000_000_000).littleEndian) { frame.append(contentsOf: $0) }
            frame += [0, 0] + value
            let checksum = CRC32.checksum(Array(frame))
            withUnsafeBytes(of: checksum.littleEndian) { frame.append(contentsOf: $0) }
            bytes = bytes.prefix(first - 13) + frame
        }
        #expect(try await takeUp(bytes, of: ride) == nil)
        // At each of the two starts.
        let said = log.all.filter { $0.hasPrefix("1 recording in ") && $0.contains("cannot be recovered") }
        #expect(said.count == 2 && log.all.count == 2, "\(log.all)")
        let contents = try RecordingReader.contents(of: bytes)
        let found = contents.damage
        #expect(contents.recoveryObstacle(at: "it") == .noReading(path: "it"))
        switch loss {
        case .names: #expect(found.namelessNotifications == 300)
        case .notifications: #expect(found.bytes > 300 * 12)
        case .tornFirst: #expect(found.places == 1)
        case .time: #expect(found.impossibleTimes == 1)
        }
    }

    @Test("A reading years ahead makes no workout of years")
    func farAhead() async throws {
        var now: Int64 = 0
        let state = try TemporaryDirectory()
        let files = RecordingFiles(stateDirectory: state.path)
        try files.prepare()
        let header = RecordingHeader(
            workout: UUID(), rider: "Ida", activityType: "cycling", isIndoor: true, isSimulated: false,
            timeZone: "UTC", offsetFromUTC: 0, startMicroseconds: 1_796_000_000_000_000, bootTime: 0,
            bootIdentifier: nil)
        let writer = RecordingWriter(
            creating: files.path(of: header.workout), header: header, plan: [],
            now: {
                RecordingContents.ClockReading(
                    nanoseconds: now, wallMicroseconds: 1_796_000_000_000_000 + now / 1000)
            }, notify: { Issue.record("\($0)") })
        for seconds in 0..<60 as Range<Int64> {
            now = seconds * second
            writer.record(.heartRateMeasurement, [0, 100], from: RideBench.strap, at: now)
            if seconds == 30 {
                writer.record(.heartRateMeasurement, [0, 101], from: RideBench.strap, at: 9_999_000 * second)
            }
        }
        writer.record(.end, at: 9_999_000 * second)
        writer.close()
        let log = log
        let recovery = WorkoutRecovery(
            files, clock: bench.clock.machineClock(), log: { log.add($0) })
        let workout = try #require(await recovery.takeUp(mayGoOn: { _ in false }).over.first).finished.workout
        #expect(workout.duration == 59)
        #expect(workout.series.columns[HKQuantityType(.heartRate)]?.offsets.count == 60)
        #expect(log.all.contains { $0.contains("at impossible times are left out") }, "\(log.all)")
    }
}

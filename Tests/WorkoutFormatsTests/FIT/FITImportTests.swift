import Foundation
import HealthModel
import TestKit
import Testing

@testable import WorkoutFormats

/// FIT files of others, written here byte by byte from the protocol's rules.
@Suite struct FITImportTests {
    private static let heartRate = HKQuantityType(.heartRate)
    private static let power = HKQuantityType(.cyclingPower)
    private static let second: Int64 = 1_000_000_000
    /// 2026-06-30 06:00:00 UTC on the file's clock, 0x44A6_4FE0.
    private static let start: UInt32 = 1_151_733_600

    private static func little(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }

    private func imported(_ bytes: [UInt8]) throws -> ImportedWorkout {
        try ImportedWorkout(fit: bytes, named: "ride.fit")
    }

    private func error(_ bytes: [UInt8]) -> String? {
        do {
            _ = try ImportedWorkout(fit: bytes, named: "ride.fit")
            return nil
        } catch {
            return error.description
        }
    }

    /// Records with a heart rate and a power a second.
    private func records(_ values: [(UInt8, UInt16)]) -> FITBytes {
        var file = FITBytes()
        file.define(0, 20, [[253, 4, 0x86], [3, 1, 0x02], [7, 2, 0x84]])
        for (index, (heartRate, power)) in values.enumerated() {
            let time = Self.little(Self.start + UInt32(index))
            file.append([0] + time + [heartRate, UInt8(power & 0xFF), UInt8(power >> 8)])
        }
        return file
    }

    @Test("Records alone are a workout; each holds until the next, the last for a second")
    func recordsAlone() throws {
        let file = try imported(records([(120, 200), (130, 0), (140, 210)]).file())
        #expect(file.damage == nil && file.identifier == nil && file.source == "FIT")
        #expect(file.start == Date(timeIntervalSince1970: 1_782_799_200))
        #expect(file.series.elapsed == 3 * Self.second)
        #expect(file.series.columns[Self.heartRate]?.offsets == [0, Self.second, 2 * Self.second])
        #expect(file.series.columns[Self.heartRate]?.values == [120, 130, 140])
        // 0 W is zero watts.
        #expect(file.series.columns[Self.power]?.values == [200, 0, 210])
    }

    @Test("A missing value and a heart rate of 0 are no data, and end what was said before")
    func missing() throws {
        let file = try imported(
            records([(120, 200), (255, 65_535), (0, 65_535), (125, 220)]).file(headerSize: 12))
        let zones = try HKWorkoutZoneConfiguration(
            quantityType: Self.heartRate, edges: [91, 114, 136, 158], source: .app)
        let group = try #require(file.series.zoneGroup(zones))
        #expect(group.zoneDurations.map(\.nanoseconds) == [0, 0, 2 * Self.second, 0, 0])
        #expect(group.noDataDuration == 2 * Self.second)
        #expect(file.series.columns[Self.power]?.values == [200, 220])
        #expect(file.series.columns[Self.power]?.durations == [Self.second, 0])
    }

    @Test("Big-endian definitions and compressed timestamps are read, also where the seconds run over")
    func bigEndianAndCompressed() throws {
        var file = FITBytes()
        // ...1 0101 in the low five bits: 21. Then 31 is ten seconds later, and 2 is five more.
        let base = Self.start & ~0x1F | 21
        file.define(0, 20, [[253, 4, 0x86], [7, 2, 0x84]], isBigEndian: true)
        file.append([0] + Self.little(base).reversed() + [0x01, 0x2C])
        file.define(1, 20, [[7, 2, 0x84]], isBigEndian: true)
        file.append([0x80 | 1 << 5 | 31, 0x00, 0xC8])
        file.append([0x80 | 1 << 5 | 2, 0x00, 0x64])
        let workout = try imported(file.file())
        let column = try #require(workout.series.columns[Self.power])
        #expect(column.values == [300, 200, 100])
        #expect(column.offsets == [0, 10 * Self.second, 13 * Self.second])
    }

    @Test(
        "A developer's field that stands for one of the profile's is read as that; messages nobody knows are passed over"
    )
    func developerFields() throws {
        var file = FITBytes()
        file.define(0, 0xFF77, [[0, 3, 0x0D], [9, 2, 0x84]])
        file.append([0, 1, 2, 3, 4, 5])
        file.define(1, 206, [[0, 1, 2], [1, 1, 2], [2, 1, 2], [3, 6, 7], [14, 2, 0x84], [15, 1, 2]])
        // Developer 0, field 5: a float32 that stands for the power of a record.
        file.append([1, 0, 5, 0x88] + Array("Power\0".utf8) + [20, 0, 7])
        file.define(2, 20, [[253, 4, 0x86]], developer: [[5, 4, 0], [6, 3, 0]])
        // 250.5 as float32 is 0x437A8000. Field 6 has no description.
        file.append([2] + Self.little(Self.start) + [0x00, 0x80, 0x7A, 0x43] + [1, 2, 3])
        let workout = try imported(file.file())
        #expect(workout.series.columns[Self.power]?.values == [250.5])
    }

    @Test("Timer, laps, session, sport, rider and time zone of another's file")
    func messages() throws {
        var file = records((0..<60).map { (UInt8(100 + $0), 200) })
        // timer: stop_all at 20 s, start at 30 s.
        file.define(1, 21, [[253, 4, 0x86], [0, 1, 0], [1, 1, 0]])
        for (time, type) in [(0, 0), (20, 4), (30, 0), (60, 4)] as [(UInt32, UInt8)] {
            file.append([1] + Self.little(Self.start + time) + [0, type])
        }
        // lap: start_time, total_elapsed_time.
        file.define(2, 19, [[253, 4, 0x86], [2, 4, 0x86], [7, 4, 0x86]])
        for (start, length) in [(0, 25_000), (25, 35_000)] as [(UInt32, UInt32)] {
            let begin = Self.start + start
            file.append([2] + Self.little(begin + length / 1000) + Self.little(begin) + Self.little(length))
        }
        // session: start_time, sport cycling, sub_sport indoor_cycling, total_elapsed_time.
        file.define(3, 18, [[253, 4, 0x86], [2, 4, 0x86], [5, 1, 0], [6, 1, 0], [7, 4, 0x86]])
        file.append(
            [3] + Self.little(Self.start + 60) + Self.little(Self.start) + [2, 6] + Self.little(60_000))
        file.define(4, 3, [[0, 4, 7]])
        file.append([4] + Array("Ada\0".utf8))
        // activity: local time is five and a half hours ahead.
        file.define(5, 34, [[253, 4, 0x86], [5, 4, 0x86]])
        file.append([5] + Self.little(Self.start + 60) + Self.little(Self.start + 60 + 19_800))
        // file_id: garmin, edge_530.
        file.define(6, 0, [[0, 1, 0], [1, 2, 0x84], [2, 2, 0x84]])
        file.append([6, 4, 1, 0, 0xF7, 0x0B])
        let workout = try imported(file.file())
        #expect(workout.activityType == .cycling && workout.isIndoor == true)
        #expect(workout.series.elapsed == 60 * Self.second)
        #expect(workout.series.pauses == [20 * Self.second..<30 * Self.second])
        #expect(workout.laps == [25 * Self.second])
        #expect(workout.rider == "Ada")
        #expect(workout.timeZone?.secondsFromGMT() == 19_800)
        #expect(workout.source == "FIT, Garmin, product 3063")
    }

    @Test(
        "Power and speed are those of the sport, and nobody's where HealthKit has no type for them",
        arguments: [
            (2, [.cyclingPower, .cyclingSpeed]), (1, [.runningPower, .runningSpeed]), (15, [.rowingSpeed]),
            (5, []),
        ] as [(UInt8, Set<HKQuantityTypeIdentifier>)])
    func sports(sport: UInt8, types: Set<HKQuantityTypeIdentifier>) throws {
        var file = FITBytes()
        file.define(0, 12, [[0, 1, 0]])
        file.append([0, sport])
        // timestamp, power, speed: 200 W, 3 m/s.
        file.define(1, 20, [[253, 4, 0x86], [7, 2, 0x84], [6, 2, 0x84]])
        file.append([1] + Self.little(Self.start) + [200, 0] + [0xB8, 0x0B])
        let series = try imported(file.file()).series
        #expect(Set(series.columns.keys) == Set(types.map { HKQuantityType($0) }))
        #expect(series.columns.values.allSatisfy { $0.values == [200] || $0.values == [3] })
    }

    // MARK: Several sports

    @Test("In a duathlon each record is of the sport of its session; a runner's power is no bike's")
    func duathlon() throws {
        var file = FITBytes()
        // timestamp, heart rate, cadence, distance, power; 1 m a record.
        file.define(0, 20, [[253, 4, 0x86], [3, 1, 0x02], [4, 1, 0x02], [5, 4, 0x86], [7, 2, 0x84]])
        for second in 0..<UInt32(90) {
            let fields: [UInt8] = [140, 85] + Self.little(100 * second) + [200, 0]
            file.append([0] + Self.little(Self.start + second) + fields)
        }
        sessions([(0, 30_000, 1), (30, 30_000, 2), (60, 30_000, 1)], in: &file)
        let workout = try imported(file.file())
        func seconds(_ identifier: HKQuantityTypeIdentifier) -> [Int]? {
            workout.series.columns[HKQuantityType(identifier)]?.offsets.map { Int($0 / Self.second) }
        }
        let ride = Array(30..<60)
        let runs = Array(0..<30) + Array(60..<90)
        #expect(workout.activities.map(\.type) == [.running, .cycling, .running])
        #expect(seconds(.heartRate) == Array(0..<90))
        #expect(seconds(.cyclingPower) == ride && seconds(.cyclingCadence) == ride)
        #expect(seconds(.runningPower) == runs)
        // The way from the last record of a sport to the first of the next is of neither.
        #expect(seconds(.distanceCycling) == Array(30..<59))
        #expect(seconds(.distanceWalkingRunning) == Array(0..<29) + Array(60..<89))
        // The last watts of the ride end with it, those of the first run too.
        let power = try #require(workout.series.summary(for: Self.power))
        #expect(power.measuredDuration == 30 * Self.second)
        let running = try #require(workout.series.summary(for: HKQuantityType(.runningPower)))
        #expect(running.measuredDuration == 60 * Self.second)
    }

    /// Sessions: second of the start, total_elapsed_time in milliseconds, sport.
    private func sessions(
        _ sessions: [(start: UInt32, length: UInt32, sport: UInt8)], in file: inout FITBytes
    ) {
        file.define(3, 18, [[253, 4, 0x86], [2, 4, 0x86], [5, 1, 0], [7, 4, 0x86]])
        for session in sessions {
            let start = Self.little(Self.start &+ session.start)
            file.append([3] + start + start + [session.sport] + Self.little(session.length))
        }
    }

    // MARK: Steps of recording

    @Test(
        "A value holds for the file's own step of recording, up to 30 s, and no longer",
        arguments: [
            (1, 22), (4, 88), (6, 131), (15, 320), (30, 635), (31, 110),
        ] as [(step: UInt32, measured: Int64)])
    func steps(step: UInt32, measured: Int64) throws {
        var file = FITBytes()
        file.define(0, 20, [[253, 4, 0x86], [7, 2, 0x84]])
        for index in 0..<UInt32(22) {
            file.append([0] + Self.little(Self.start + step * index) + [200, 0])
        }
        // 22 records; the last of them holds 5 s at most, as the session goes on.
        sessions([(0, 1000 * (22 * step), 2)], in: &file)
        let series = try imported(file.file()).series
        let summary = try #require(series.summary(for: Self.power))
        #expect(summary.measuredDuration == measured * Self.second)
        #expect(summary.average == 200)
    }

    @Test("A step that the file leaves out, or pauses in, is not filled")
    func stepsWithGap() throws {
        var file = FITBytes()
        file.define(0, 20, [[253, 4, 0x86], [7, 2, 0x84]])
        // Each 6 s up to 120 s; then nothing for 60 s, and on to 240 s.
        for second in stride(from: UInt32(0), through: 240, by: 6) where !(121..<180).contains(second) {
            file.append([0] + Self.little(Self.start + second) + [200, 0])
        }
        // timer: stop_all at 20 s, start at 22 s: between the records of 18 s and 24 s.
        file.define(1, 21, [[253, 4, 0x86], [0, 1, 0], [1, 1, 0]])
        for (time, type) in [(20, 4), (22, 0)] as [(UInt32, UInt8)] {
            file.append([1] + Self.little(Self.start + time) + [0, type])
        }
        let summary = try #require(try imported(file.file()).series.summary(for: Self.power))
        // 120 s, of which the one of 18 s holds 2; 5 s of that at 120 s; 60 s; 1 s at the end.
        #expect(summary.measuredDuration == (114 + 2 + 5 + 60 + 1) * Self.second)
    }

    // MARK: Times that cannot be

    @Test(
        "A session that is elsewhere in time, or longer than all that happened, does not make the workout long",
        arguments: [
            // Elsewhere: a year later and a year before.
            (31_536_000, 60_000, 60), (0 &- 31_536_000, 60_000, 60),
            // 49 days; an hour and two minutes more than the records; an hour is believed.
            (0, 4_294_967_294, 60), (0, 3_780_000, 60), (0, 3_600_000, 3600),
        ] as [(start: UInt32, length: UInt32, seconds: Int64)])
    func strangeSession(start: UInt32, length: UInt32, seconds: Int64) throws {
        var file = records((0..<60).map { (UInt8(100 + $0), 200) })
        sessions([(start, length, 2)], in: &file)
        let workout = try imported(file.file())
        #expect(workout.start == Date(timeIntervalSince1970: 1_782_799_200))
        #expect(workout.series.elapsed == seconds * Self.second)
        #expect(workout.series.columns[Self.power]?.count == 60)
        #expect(
            workout.damage == (start == 0 ? nil : "1 session more than a day from the others left out"))
    }

    @Test("Records of a clock that was wrong are left out, and it is said")
    func strangeRecords() throws {
        var file = FITBytes()
        file.define(0, 20, [[253, 4, 0x86], [7, 2, 0x84]])
        let seconds: [UInt32] = [1, 2] + (Self.start..<Self.start + 10) + [Self.start + 900_000_000]
        for second in seconds {
            file.append([0] + Self.little(second) + [200, 0])
        }
        let workout = try imported(file.file())
        #expect(workout.series.elapsed == 10 * Self.second)
        #expect(workout.series.columns[Self.power]?.count == 10)
        #expect(workout.damage == "3 records more than a day from the others left out")
    }

    @Test("A workout of more than four days is refused with its times, one of four days is read")
    func tooLong() throws {
        func file(_ count: UInt32) -> [UInt8] {
            var file = FITBytes()
            file.define(0, 20, [[253, 4, 0x86], [7, 2, 0x84]])
            for index in 0..<count {
                file.append([0] + Self.little(Self.start + 86_000 * index) + [200, 0])
            }
            return file.file()
        }
        // 4 × 86000 s and a second.
        #expect(try imported(file(5)).series.elapsed == 344_001 * Self.second)
        // 399 × 86000 s are 397 days; WorkoutTime ends at 366.
        let refusal = try #require(error(file(400)))
        #expect(refusal.contains("the workout would be 8784 hours long, from 2026-06-30T06:00:00.000"))
        #expect(refusal.contains("the longest that is read is 96 hours: cut the file or mend its times"))
        #expect(error(file(6))?.contains("the workout would be 119 hours long") == true)
        // A session without a record has nothing to be held against.
        var alone = FITBytes()
        sessions([(0, 4_294_967_294, 2)], in: &alone)
        #expect(error(alone.file())?.contains("the workout would be 1193 hours long") == true)
    }

    @Test("Messages without a byte in them are counted and not kept, nor are those that nobody asks for")
    func emptyMessages() throws {
        var file = records([(120, 200)])
        file.define(1, 20, [])
        file.define(2, 20, [[3, 0, 0x02], [7, 0, 0x84]])
        file.define(4, 9999, [[0, 1, 0x02]])
        for local in [1, 2] as [UInt8] { file.append([UInt8](repeating: local, count: 1000)) }
        for _ in 0..<1000 { file.append([4, 7]) }
        let decoder = try FITDecoder(file.file())
        #expect(decoder.damage == nil)
        #expect(decoder.messageCount == 3001)
        #expect(decoder.messages.count == 1)
    }

    @Test("What is kept of a file has a bound; from there on the file is damaged")
    func manyMessages() throws {
        let bytes = records((0..<20).map { (UInt8(100 + $0), 200) }).file()
        #expect(try FITDecoder(bytes, mostMessages: 20).damage == nil)
        let decoder = try FITDecoder(bytes, mostMessages: 19)
        #expect(decoder.messages.count == 19)
        // 14 bytes of header, 15 of definition, 19 records of 8.
        #expect(
            decoder.damage?.description
                == "the file has more than 19 messages of a workout (at byte 181); 19 messages could be read")
    }

    @Test("RR intervals become beats at their records; after lost ones the clock starts anew")
    func beats() throws {
        var file = FITBytes()
        file.define(0, 20, [[253, 4, 0x86], [3, 1, 0x02]])
        file.define(1, 78, [[0, 4, 0x84]])
        func record(_ time: UInt32) { file.append([0] + Self.little(Self.start + time) + [75]) }
        // 0.8 s and 0.7 s; then, after ten seconds without a beat, 0.9 s.
        record(0)
        record(1)
        file.append([1, 0x20, 0x03, 0xBC, 0x02])
        record(12)
        file.append([1, 0x84, 0x03, 0xFF, 0xFF])
        let beats = try imported(file.file()).series.heartbeats
        let milliseconds = beats.offsets.map { $0 / 1_000_000 }
        #expect(milliseconds == [500, 1300, 2000, 12_100, 13_000])
        #expect(beats.precededByGap == [true, false, false, true, false])
    }

    @Test("Several files in a row are read as one; zeros after them are no fault")
    func chained() throws {
        let first = records([(120, 200), (121, 200)]).file()
        let file = try imported(first + first + [0, 0, 0])
        #expect(file.damage == nil)
        #expect(file.series.columns[Self.heartRate]?.values == [120, 121])
        let odd = try imported(first + [1, 2, 3])
        #expect(
            odd.damage
                == "what follows the file is no FIT file (at byte \(first.count)); 2 messages could be read")
    }

    @Test("What is no workout is refused with the reason")
    func refused() {
        #expect(error(Array("PK\u{3}\u{4} and so on".utf8)) == "ride.fit, byte 0: this is no FIT file")
        #expect(error([]) == "ride.fit, byte 0: the file ends within its header")
        var course = FITBytes()
        course.define(0, 0, [[0, 1, 0]])
        course.append([0, 6])
        #expect(error(course.file()) == "ride.fit: this is a FIT file of type 6 (course), not of a workout")
        var empty = FITBytes()
        empty.define(0, 0, [[0, 1, 0]])
        empty.append([0, 4])
        #expect(error(empty.file()) == "ride.fit: there is neither a record nor a session in it")
        #expect(error(FITBytes().file()) != nil)
    }

    @Test("Damage is told with its place, and what came before is kept")
    func damaged() throws {
        let whole = records([(120, 200), (121, 200)]).file()
        var changed = whole
        changed[whole.count - 4] = 99
        let wrongSum = try imported(changed)
        #expect(
            wrongSum.damage
                == "the file's checksum does not match: some of it has changed (at byte \(whole.count - 2)); 2 messages could be read"
        )
        var unknown = records([(120, 200)])
        unknown.append([7, 1, 2, 3])
        let undefined = try imported(unknown.file())
        // 14 bytes of header, 15 of definition, 8 of the record.
        #expect(
            undefined.damage
                == "a message is of local type 7, which the file has not defined (at byte 37); 1 message could be read"
        )
        var unfinished = whole
        unfinished.replaceSubrange(4..<8, with: [0, 0, 0, 0])
        let open = try imported(Array(unfinished.dropLast(2)))
        #expect(open.damage?.hasPrefix("the file was never finished") == true)
        #expect(open.series.columns[Self.heartRate]?.values == [120, 121])
    }

    @Test("A file with any bytes changed gives a workout or an error, never a crash", arguments: 0..<300)
    func fuzz(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let hard: [HardWorkouts] = [.oneSample, .noLength, .nothingMeasured, .ordinary]
        let exported = try hard[seed % 4].exported
        var bytes = WorkoutFormat.fit.bytes(of: exported)
        if seed % 4 == 3 { bytes = Array(bytes.prefix(Int.random(in: 600..<3000, using: &random))) }
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
            default: bytes.remove(at: place)
            }
        }
        // Half of them with a checksum that fits, so that nothing warns of the change.
        if seed.isMultiple(of: 2), bytes.count > 16 {
            bytes.removeLast(2)
            bytes += FITBytes.checksum(bytes)
        }
        guard let file = try? ImportedWorkout(fit: bytes, named: "ride.fit") else { return }
        #expect((0...ImportedWorkout.longest).contains(file.series.elapsed))
        _ = try? file.workout(profile: exported.profile)
    }
}

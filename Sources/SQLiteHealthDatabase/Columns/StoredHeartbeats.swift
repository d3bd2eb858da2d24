import Foundation
import HealthModel

/// Heartbeats as they are stored, from a time of their own on: a workout's and those of its sample are the same bytes.
enum StoredHeartbeats {
    /// Nanoseconds, which workouts count in.
    private static func bytes(times: [Int64], precededByGap: [Bool]) -> [UInt8] {
        var writer = ColumnWriter()
        writer.append([true])
        writer.append(times: times)
        writer.append(precededByGap)
        return writer.bytes()
    }

    /// Seconds that are no whole nanoseconds.
    private static func bytes(seconds: [Double], precededByGap: [Bool]) -> [UInt8] {
        var writer = ColumnWriter()
        writer.append([false])
        writer.append(seconds)
        writer.append(precededByGap)
        return writer.bytes()
    }

    /// The beats of a workout, counted from the first; nil without beats.
    static func bytes(of column: HeartbeatColumn) -> [UInt8]? {
        guard let first = column.offsets.first else { return nil }
        return bytes(times: column.offsets.map { $0 &- first }, precededByGap: column.precededByGap)
    }

    /// The beats of a series.
    static func bytes(of beats: [HKHeartbeatSeriesSample.Heartbeat]) -> [UInt8] {
        let gaps = beats.map(\.precededByGap)
        let times = beats.compactMap { wholeNanoseconds($0.timeIntervalSinceStart) }
        return times.count == beats.count
            ? bytes(times: times, precededByGap: gaps)
            : bytes(seconds: beats.map(\.timeIntervalSinceStart), precededByGap: gaps)
    }

    /// The nanoseconds that are exactly these seconds.
    private static func wholeNanoseconds(_ seconds: TimeInterval) -> Int64? {
        let nanoseconds = (seconds * 1e9).rounded()
        guard nanoseconds.magnitude < 0x1p62 else { return nil }
        let whole = Int64(nanoseconds)
        return WorkoutTime.seconds(whole).bitPattern == seconds.bitPattern ? whole : nil
    }

    /// Reads the beats of a series.
    static func beats(
        stored bytes: [UInt8]
    ) throws(ColumnReader.Fault) -> [HKHeartbeatSeriesSample.Heartbeat] {
        var reader = try ColumnReader(bytes)
        let seconds =
            try reader.booleans() == [true]
            ? try reader.times().map(WorkoutTime.seconds) : try reader.reals()
        let gaps = try reader.booleans()
        try reader.finish()
        guard seconds.count == gaps.count else { throw lengths }
        return zip(seconds, gaps).map {
            HKHeartbeatSeriesSample.Heartbeat(timeIntervalSinceStart: $0, precededByGap: $1)
        }
    }

    /// Reads the beats of a workout, the first of which was at a time.
    static func column(
        stored bytes: [UInt8], from first: Int64
    ) throws(ColumnReader.Fault) -> HeartbeatColumn {
        var reader = try ColumnReader(bytes)
        guard try reader.booleans() == [true] else { throw .damaged }
        let times = try reader.times()
        let gaps = try reader.booleans()
        try reader.finish()
        return try column(offsets: times.map { $0 &+ first }, precededByGap: gaps)
    }

    /// Reads the beats of a workout as version 1 stored them.
    static func column(storedFirst bytes: [UInt8]) throws(ColumnReader.Fault) -> HeartbeatColumn {
        var reader = try FirstColumnReader(bytes)
        let offsets = try reader.integers()
        let gaps = try reader.booleans()
        try reader.finish()
        return try column(offsets: offsets, precededByGap: gaps)
    }

    /// Reads the beats of a series as version 1 stored them.
    static func beats(
        storedFirst bytes: [UInt8]
    ) throws(ColumnReader.Fault) -> [HKHeartbeatSeriesSample.Heartbeat] {
        var reader = try FirstColumnReader(bytes)
        let seconds = try reader.reals()
        let gaps = try reader.booleans()
        try reader.finish()
        guard seconds.count == gaps.count else { throw lengths }
        return zip(seconds, gaps).map {
            HKHeartbeatSeriesSample.Heartbeat(timeIntervalSinceStart: $0, precededByGap: $1)
        }
    }

    private static func column(
        offsets: [Int64], precededByGap: [Bool]
    ) throws(ColumnReader.Fault) -> HeartbeatColumn {
        guard offsets.count == precededByGap.count else { throw lengths }
        let times = -WorkoutTime.queryLimit...WorkoutTime.queryLimit
        guard offsets.allSatisfy(times.contains) else {
            throw ColumnReader.Fault(reason: "a time of a series is no time of a workout")
        }
        // Out of order each beat would look for its place, and damage must not cost an hour.
        guard zip(offsets, offsets.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw ColumnReader.Fault(reason: "heartbeats are out of order")
        }
        return HeartbeatColumn(offsets: offsets, precededByGap: precededByGap)
    }

    private static var lengths: ColumnReader.Fault {
        ColumnReader.Fault(reason: "the columns of heartbeats are not of one length")
    }
}

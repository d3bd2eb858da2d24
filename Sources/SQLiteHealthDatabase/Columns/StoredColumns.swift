import HealthModel

extension SampleColumn {
    /// The column as it is stored.
    var stored: [UInt8] {
        var writer = ColumnWriter()
        writer.append(offsets)
        writer.append(values)
        writer.append(durations)
        return writer.bytes
    }

    /// Reads a stored column.
    init(stored bytes: [UInt8]) throws(ColumnReader.Fault) {
        var reader = try ColumnReader(bytes)
        let offsets = try reader.integers()
        let values = try reader.reals()
        let durations = try reader.integers()
        try reader.finish()
        guard offsets.count == values.count, offsets.count == durations.count else {
            throw ColumnReader.Fault(reason: "the columns of a series are not of one length")
        }
        // Samples at one instant were sorted out when the column was made; what can be no sample is left out.
        self.init(offsets: offsets, values: values, durations: durations, keepsTies: true)
        guard count == offsets.count else {
            throw ColumnReader.Fault(reason: "a series has samples that can be none")
        }
    }
}

extension HeartbeatColumn {
    /// The column as it is stored.
    var stored: [UInt8] {
        var writer = ColumnWriter()
        writer.append(offsets)
        writer.append(precededByGap)
        return writer.bytes
    }

    /// Reads a stored column.
    init(stored bytes: [UInt8]) throws(ColumnReader.Fault) {
        var reader = try ColumnReader(bytes)
        let offsets = try reader.integers()
        let gaps = try reader.booleans()
        try reader.finish()
        guard offsets.count == gaps.count else {
            throw ColumnReader.Fault(reason: "the columns of heartbeats are not of one length")
        }
        try WorkoutTime.check(offsets)
        // Out of order each beat would look for its place, and damage must not cost an hour.
        guard zip(offsets, offsets.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw ColumnReader.Fault(reason: "heartbeats are out of order")
        }
        self.init(offsets: offsets, precededByGap: gaps)
    }
}

extension [HKHeartbeatSeriesSample.Heartbeat] {
    /// The beats as they are stored.
    var stored: [UInt8] {
        var writer = ColumnWriter()
        writer.append(map(\.timeIntervalSinceStart))
        writer.append(map(\.precededByGap))
        return writer.bytes
    }

    /// Reads stored beats.
    init(stored bytes: [UInt8]) throws(ColumnReader.Fault) {
        var reader = try ColumnReader(bytes)
        let times = try reader.reals()
        let gaps = try reader.booleans()
        try reader.finish()
        guard times.count == gaps.count else {
            throw ColumnReader.Fault(reason: "the columns of heartbeats are not of one length")
        }
        self = zip(times, gaps).map {
            HKHeartbeatSeriesSample.Heartbeat(timeIntervalSinceStart: $0, precededByGap: $1)
        }
    }
}

extension [Range<Int64>] {
    /// The pauses as they are stored.
    var stored: [UInt8] {
        var writer = ColumnWriter()
        writer.append(map(\.lowerBound))
        writer.append(map(\.upperBound))
        return writer.bytes
    }

    /// Reads stored pauses.
    init(stored bytes: [UInt8]) throws(ColumnReader.Fault) {
        var reader = try ColumnReader(bytes)
        let starts = try reader.integers()
        let ends = try reader.integers()
        try reader.finish()
        guard starts.count == ends.count, zip(starts, ends).allSatisfy({ $0 <= $1 }) else {
            throw ColumnReader.Fault(reason: "a pause ends before it starts")
        }
        self = zip(starts, ends).map { $0..<$1 }
    }
}

extension WorkoutTime {
    /// Checks that the times of a series are ones that can be added up.
    fileprivate static func check(_ times: [Int64]) throws(ColumnReader.Fault) {
        guard times.allSatisfy({ (-queryLimit...queryLimit).contains($0) }) else {
            throw ColumnReader.Fault(reason: "a time of a series is no time of a workout")
        }
    }
}

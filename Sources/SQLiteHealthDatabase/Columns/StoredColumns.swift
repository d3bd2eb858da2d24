import HealthModel

extension SampleColumn {
    /// The column as it is stored.
    var stored: [UInt8] {
        var writer = ColumnWriter()
        writer.append(times: offsets)
        writer.append(values)
        writer.append(mostlyZero: durations)
        return writer.bytes()
    }

    /// Reads a stored column.
    init(stored bytes: [UInt8]) throws(ColumnReader.Fault) {
        var reader = try ColumnReader(bytes)
        let offsets = try reader.times()
        let values = try reader.reals()
        let durations = try reader.integers(mostlyZero: offsets.count)
        try reader.finish()
        try self.init(readOffsets: offsets, values: values, durations: durations)
    }

    /// Reads a column as version 1 stored it.
    init(storedFirst bytes: [UInt8]) throws(ColumnReader.Fault) {
        var reader = try FirstColumnReader(bytes)
        let offsets = try reader.integers()
        let values = try reader.reals()
        let durations = try reader.integers()
        try reader.finish()
        try self.init(readOffsets: offsets, values: values, durations: durations)
    }

    private init(
        readOffsets offsets: [Int64], values: [Double], durations: [Int64]
    ) throws(ColumnReader.Fault) {
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

extension [Range<Int64>] {
    /// The pauses as they are stored.
    var stored: [UInt8] {
        var writer = ColumnWriter()
        writer.append(times: map(\.lowerBound))
        writer.append(map { $0.upperBound &- $0.lowerBound })
        return writer.bytes()
    }

    /// Reads stored pauses.
    init(stored bytes: [UInt8]) throws(ColumnReader.Fault) {
        var reader = try ColumnReader(bytes)
        let starts = try reader.times()
        let lengths = try reader.integers()
        try reader.finish()
        try self.init(starts: starts, ends: zip(starts, lengths).map { $0 &+ $1 }, count: lengths.count)
    }

    /// Reads pauses as version 1 stored them.
    init(storedFirst bytes: [UInt8]) throws(ColumnReader.Fault) {
        var reader = try FirstColumnReader(bytes)
        let starts = try reader.integers()
        let ends = try reader.integers()
        try reader.finish()
        try self.init(starts: starts, ends: ends, count: ends.count)
    }

    private init(starts: [Int64], ends: [Int64], count: Int) throws(ColumnReader.Fault) {
        guard starts.count == count, zip(starts, ends).allSatisfy({ $0 <= $1 }) else {
            throw ColumnReader.Fault(reason: "a pause ends before it starts")
        }
        self = zip(starts, ends).map { $0..<$1 }
    }
}

extension ValueDistribution {
    /// The distribution as it is stored: not deflated, because a trend reads thousands of them.
    var stored: [UInt8] {
        var writer = ColumnWriter()
        writer.append(values)
        writer.append(durations)
        writer.append([noData])
        return writer.bytes(deflating: false)
    }

    /// Reads a stored distribution.
    init(stored bytes: [UInt8]) throws(ColumnReader.Fault) {
        var reader = try ColumnReader(bytes)
        let values = try reader.reals()
        let durations = try reader.integers()
        let noData = try reader.integers()
        try reader.finish()
        let times = 0...WorkoutTime.limit
        guard values.count == durations.count, noData.count == 1, values.allSatisfy(\.isFinite),
            (durations + noData).allSatisfy(times.contains),
            durations.reduce(0, { min($0 + $1, times.upperBound + 1) }) <= times.upperBound
        else { throw ColumnReader.Fault(reason: "the time at a workout's values is none") }
        self.init(of: MeasuredColumn(values: values, durations: durations), noData: noData[0])
    }
}

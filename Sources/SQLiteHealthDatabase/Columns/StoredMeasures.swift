import HealthModel

extension [WorkoutSummary.Measure] {
    /// The measures of several types as they are stored: not deflated, because a list reads thousands of them.
    var stored: [UInt8] {
        let numbers = flatMap { [$0.average, $0.minimum, $0.maximum, $0.sum] }
        var writer = ColumnWriter()
        writer.append(map(\.measuredDuration))
        writer.append(numbers.map { $0 != nil })
        writer.append(numbers.compactMap(\.self))
        return writer.bytes(deflating: false)
    }

    /// Reads stored measures.
    init(stored bytes: [UInt8]) throws(ColumnReader.Fault) {
        var reader = try ColumnReader(bytes)
        let durations = try reader.integers()
        let isGiven = try reader.booleans()
        let numbers = try reader.reals()
        try reader.finish()
        guard isGiven.count == 4 * durations.count, numbers.count == isGiven.count(where: \.self),
            durations.allSatisfy((0...WorkoutTime.limit).contains)
        else { throw ColumnReader.Fault(reason: "the measures of a workout are none") }
        var next = 0
        func number(_ place: Int) -> Double? {
            guard isGiven[place] else { return nil }
            defer { next += 1 }
            return numbers[next]
        }
        self = durations.enumerated().map { index, duration in
            WorkoutSummary.Measure(
                average: number(4 * index), minimum: number(4 * index + 1), maximum: number(4 * index + 2),
                sum: number(4 * index + 3), measuredDuration: duration)
        }
    }
}

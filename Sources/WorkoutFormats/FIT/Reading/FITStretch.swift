import HealthModel

/// The stretch of time that most of a file's records are in; what lies further from it than a day is not believed.
///
/// A broken clock or a changed byte puts a record or a session anywhere between 1989 and 2125.
struct FITStretch {
    /// On the file's clock, the end of the last session included.
    private(set) var seconds: ClosedRange<Int64>
    private var recordCount = 0
    private var sessionCount = 0

    /// How far apart two things of one workout are at most, in seconds.
    private static let longestJump: Int64 = 86_400

    /// The stretch with the most records, of equal ones with the most sessions, of equal ones the first.
    ///
    /// A session bridges what lies in it, so that a night's rest or two part nothing.
    ///
    /// - Parameters:
    ///   - records: the seconds of the records on the file's clock, in any order.
    ///   - sessions: those of the sessions.
    init?(records: [Int64], sessions: [ClosedRange<Int64>]) {
        var items = records.map { (seconds: $0...$0, isRecord: true) }
        let longest = ImportedWorkout.longest / 1_000_000_000
        items += sessions.map { session in
            let end = min(session.upperBound, session.lowerBound + longest)
            return (session.lowerBound...end, false)
        }
        items.sort { $0.seconds.lowerBound < $1.seconds.lowerBound }
        var stretches: [FITStretch] = []
        for item in items {
            if stretches.last.map({ item.seconds.lowerBound - $0.seconds.upperBound > Self.longestJump })
                ?? true
            {
                stretches.append(FITStretch(item.seconds))
            }
            stretches[stretches.count - 1].add(item.seconds, isRecord: item.isRecord)
        }
        guard var best = stretches.first else { return nil }
        for stretch in stretches.dropFirst()
        where (stretch.recordCount, stretch.sessionCount) > (best.recordCount, best.sessionCount) {
            best = stretch
        }
        self = best
    }

    private init(_ seconds: ClosedRange<Int64>) { self.seconds = seconds }

    private mutating func add(_ added: ClosedRange<Int64>, isRecord: Bool) {
        seconds = seconds.lowerBound...max(seconds.upperBound, added.upperBound)
        if isRecord { recordCount += 1 } else { sessionCount += 1 }
    }

    /// Whether something that happened at a second of the file's clock is of this stretch.
    func contains(_ second: Int64) -> Bool { seconds.contains(second) }
}

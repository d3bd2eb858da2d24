public import Foundation

/// A query for the beats of a heartbeat series.
public struct HKHeartbeatSeriesQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// One beat of a series.
    public struct Heartbeat: Hashable, Sendable {
        /// When the heart beat, in seconds from the start of the series.
        public let timeIntervalSinceStart: TimeInterval

        /// Whether beats may be missing before this one, so that its distance to the last is no RR interval.
        public let precededByGap: Bool

        package init(timeIntervalSinceStart: TimeInterval, precededByGap: Bool) {
            self.timeIntervalSinceStart = timeIntervalSinceStart
            self.precededByGap = precededByGap
        }

        /// Checks that the beat may follow another in a series.
        ///
        /// - Throws: `errorInvalidArgument` for a time that is no number, before the start or not after the other.
        func validate(after last: Heartbeat?) throws(HKError) {
            let last = last?.timeIntervalSinceStart
            guard timeIntervalSinceStart.isFinite, timeIntervalSinceStart >= 0,
                last.map({ $0 < timeIntervalSinceStart }) ?? true
            else {
                let after = last.map { "the beat at \($0.plainDescription) s" } ?? "the start"
                throw HKError(
                    .errorInvalidArgument,
                    "A heartbeat at \(timeIntervalSinceStart.plainDescription) s is not after \(after).")
            }
        }
    }

    private let series: HKHeartbeatSeriesSample

    /// Makes a query for the beats of a series.
    public init(_ heartbeatSeries: HKHeartbeatSeriesSample) {
        series = heartbeatSeries
    }

    /// The beats in order; none if the client may not read heartbeat series and did not save this one.
    public func results(for healthStore: HKHealthStore) -> Results {
        let isReadable =
            !series.isSaved || healthStore.isOwn(series) || healthStore.mayRead(HKSeriesType.heartbeat())
        return Results(beats: isReadable ? series.heartbeats : [])
    }

    /// The beats of a series, one after another.
    public struct Results: AsyncSequence, Sendable {
        let beats: [Heartbeat]

        /// Starts from the first beat.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(beats: beats.makeIterator()) }

        /// Walks through the beats.
        public struct AsyncIterator: AsyncIteratorProtocol {
            var beats: IndexingIterator<[Heartbeat]>

            /// The next beat, or nil after the last.
            public mutating func next() async throws -> Heartbeat? { beats.next() }
        }
    }
}

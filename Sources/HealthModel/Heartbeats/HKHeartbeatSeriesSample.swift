public import Foundation

/// A series of heartbeats, each at its own time: the form in which RR intervals are kept.
///
/// Read the beats with ``HKHeartbeatSeriesQueryDescriptor``.
public final class HKHeartbeatSeriesSample: HKSeriesSample, @unchecked Sendable {
    // Unchecked as its superclass is; what it adds is constant.

    package typealias Heartbeat = HKHeartbeatSeriesQueryDescriptor.Heartbeat

    /// The beats, in ascending order.
    package let heartbeats: [Heartbeat]

    /// Makes a series of beats that are valid, as ``HKHeartbeatSeriesBuilder`` holds them.
    package init(
        uuid: UUID? = nil, heartbeats: [Heartbeat], start: Date, device: HKDevice?, metadata: [String: Any]?
    ) {
        self.heartbeats = heartbeats
        super.init(
            type: HKSeriesType.heartbeat(), start: start,
            end: start.addingTimeInterval(heartbeats.last?.timeIntervalSinceStart ?? 0), uuid: uuid,
            device: device, metadata: metadata)
    }

    /// Reads a series from an archive, or gives nil for what cannot be one.
    public required init?(coder: NSCoder) {
        guard let times = coder.decode(ArchivedNumbers.self, named: "heartbeats")?.doubles,
            let gaps = coder.decode([Bool].self, named: "precededByGap"), times.count == gaps.count
        else { return nil }
        heartbeats = zip(times, gaps).map { Heartbeat(timeIntervalSinceStart: $0, precededByGap: $1) }
        super.init(coder: coder)
        guard sampleType == HKSeriesType.heartbeat(), (try? validate()) != nil else { return nil }
    }

    /// Writes the series into an archive.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(ArchivedNumbers(heartbeats.map(\.timeIntervalSinceStart)), named: "heartbeats")
        coder.encode(heartbeats.map(\.precededByGap), named: "precededByGap")
    }

    /// How many beats the series has.
    public override var count: Int { heartbeats.count }

    package override func validate() throws(HKError) {
        try super.validate()
        var last: Heartbeat?
        for beat in heartbeats {
            try beat.validate(after: last)
            last = beat
        }
        if heartbeats.isEmpty {
            throw HKError(
                .errorInvalidArgument, "A heartbeat series that starts \(startDate.text) has no beats.")
        }
    }
}

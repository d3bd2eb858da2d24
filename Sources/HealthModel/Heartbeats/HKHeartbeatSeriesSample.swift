package import Foundation

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

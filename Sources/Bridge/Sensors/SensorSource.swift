/// Where sensor events come from: BlueZ, the simulator or a replay.
///
/// All three feed the same path.
package protocol SensorSource: Sendable {
    /// What the sensors did, in order; ends when the source has nothing more to say.
    ///
    /// The buffer is unbounded, because a reading must never be dropped; a reader that lags for a minute costs a few
    /// hundred small events.
    var events: AsyncStream<SensorEvent> { get }
}

package import SensorProfiles

/// The decisions about the link to one sensor: when to connect, subscribe, ask again or give up.
///
/// Every method is something that happened, with the moment in nanoseconds of CLOCK_BOOTTIME; it returns what to do.
/// Waiting and the bus are the owner's.
package struct SensorLink: Equatable, Sendable {
    /// Where the link stands.
    package enum State: Equatable, Sendable {
        /// Not seen advertising since it was last lost.
        case waiting
        /// An attempt failed; the next advertisement from this moment on is answered.
        case backingOff(until: Int64)
        /// A connection attempt is in flight.
        case connecting
        /// Connected; services and subscriptions are being set up.
        case subscribing
        /// Subscribed to some characteristics.
        case streaming
        /// We asked for the end of the link and wait for it.
        case disconnecting
        /// The sensor refused to authenticate too often: a person has to act.
        case stopped
    }

    /// What the owner is to do.
    package enum Action: Equatable, Sendable {
        case none
        /// Connect to the sensor.
        case connect
        /// Wait for services, subscribe to what the sensor has, read its details.
        case subscribe
        /// Stop and start notifications of a characteristic that has gone silent.
        case resubscribe(BluetoothUUID)
        /// End the link.
        case disconnect
        /// Tell the session that data flows.
        case reportConnected
        /// Tell the session that the link is gone.
        case reportDisconnected
        /// Tell a person that the sensor refuses us and has to be paired again.
        case reportRefused
    }

    /// What made an attempt fail, as far as the decision depends on it.
    package enum Failure: Equatable, Sendable {
        /// The radio, the sensor or BlueZ; trying again may help.
        case transient
        /// The sensor or the bond refused us.
        case authentication
    }

    private struct Subscription: Equatable, Sendable {
        var lastActivity: Int64
        var isRevived = false
    }

    private static let authenticationAttempts = 3
    /// An advertisement this old still says that the sensor is there.
    private static let advertisementValidity: Int64 = 15_000_000_000

    /// Where the link stands.
    package private(set) var state = State.waiting
    private var ladder = ReconnectLadder()
    private var authenticationFailures = 0
    private var subscriptions: [BluetoothUUID: Subscription] = [:]
    private var firstValueAt: Int64?
    private var lastSeenAt = Int64.min / 2

    /// Makes a link to a sensor that has not been seen.
    package init() {}

    /// Failed attempts in a row.
    package var failures: Int { ladder.failures }

    /// Whether the sensor has to be looked for.
    package var isMissing: Bool {
        switch state {
        case .waiting, .backingOff: true
        case .connecting, .subscribing, .streaming, .disconnecting, .stopped: false
        }
    }

    /// Whether to scan for it: while it is missing, and while an attempt follows a failed one, because some bonded
    /// sensors connect only while discovery goes on.
    package var needsScan: Bool { isMissing || state == .connecting && ladder.failures > 0 }

    /// The sensor advertised.
    package mutating func seen(at now: Int64) -> Action {
        lastSeenAt = now
        switch state {
        case .waiting:
            state = .connecting
            return .connect
        case .backingOff(let until) where now >= until:
            state = .connecting
            return .connect
        case .backingOff, .connecting, .subscribing, .streaming, .disconnecting, .stopped:
            return .none
        }
    }

    /// Our attempt to connect succeeded.
    package mutating func connected(at now: Int64) -> Action {
        guard state == .connecting else { return .none }
        state = .subscribing
        return .subscribe
    }

    /// The link is up without our doing, as after a crash of ours: adopt it.
    package mutating func adopted(at now: Int64) -> Action {
        guard isMissing else { return .none }
        state = .subscribing
        return .subscribe
    }

    /// Our attempt to connect failed.
    package mutating func connectFailed(_ failure: Failure, at now: Int64) -> Action {
        guard state == .connecting else { return .none }
        return fail(failure, at: now)
    }

    /// Subscriptions stand; values must follow.
    package mutating func subscribed(to characteristics: [BluetoothUUID], at now: Int64) -> Action {
        guard state == .subscribing else { return .none }
        state = .streaming
        for characteristic in characteristics where subscriptions[characteristic] == nil {
            subscriptions[characteristic] = Subscription(lastActivity: now)
        }
        return .none
    }

    /// Services or subscriptions could not be set up.
    package mutating func subscribeFailed(_ failure: Failure, at now: Int64) -> Action {
        guard state == .subscribing else { return .none }
        if failure == .authentication {
            authenticationFailures += 1
        }
        state = .disconnecting
        return .disconnect
    }

    /// A value arrived; the first one proves the subscription.
    package mutating func value(of characteristic: BluetoothUUID, at now: Int64) -> Action {
        guard state == .streaming || state == .subscribing else { return .none }
        subscriptions[characteristic] = Subscription(lastActivity: now)
        authenticationFailures = 0
        guard let firstValueAt else {
            firstValueAt = now
            return .reportConnected
        }
        ladder.dataFlowed(for: now - firstValueAt)
        return .none
    }

    /// The link is gone, or the sensor's object is.
    package mutating func disconnected(at now: Int64) -> Action {
        let hadData = firstValueAt != nil
        switch state {
        case .waiting, .backingOff, .stopped:
            return .none
        case .connecting:
            // The reply to our attempt decides: BlueZ shows a short up and down before it fails.
            return .none
        case .subscribing, .streaming, .disconnecting:
            let action = fail(.transient, at: now)
            return hadData ? .reportDisconnected : action
        }
    }

    /// The adapter or BlueZ itself is gone: whatever was in flight is void, and nobody is to blame.
    package mutating func reset(at now: Int64) -> Action {
        let hadData = firstValueAt != nil
        subscriptions.removeAll()
        firstValueAt = nil
        if state != .stopped { state = .waiting }
        return hadData ? .reportDisconnected : .none
    }

    /// Time has passed: a sensor that was just seen is tried again, a characteristic that went silent is asked again
    /// once, then the link is ended.
    package mutating func timePassed(to now: Int64) -> Action {
        if case .backingOff(let until) = state, now >= until, now - lastSeenAt <= Self.advertisementValidity {
            state = .connecting
            return .connect
        }
        guard state == .streaming else { return .none }
        for (characteristic, subscription) in subscriptions.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where now - subscription.lastActivity >= Self.silenceLimit(of: characteristic) {
            if subscription.isRevived {
                state = .disconnecting
                return .disconnect
            }
            subscriptions[characteristic] = Subscription(lastActivity: now, isRevived: true)
            return .resubscribe(characteristic)
        }
        return .none
    }

    /// The next moment at which ``timePassed(to:)`` may have something to say.
    package var nextDeadline: Int64? {
        switch state {
        case .backingOff(let until):
            until - lastSeenAt <= Self.advertisementValidity ? until : nil
        case .streaming:
            subscriptions.map { $0.value.lastActivity + Self.silenceLimit(of: $0.key) }.min()
        case .waiting, .connecting, .subscribing, .disconnecting, .stopped:
            nil
        }
    }

    /// Heart rate comes every second; power meters go quiet when nobody pedals.
    private static func silenceLimit(of characteristic: BluetoothUUID) -> Int64 {
        characteristic == .heartRateMeasurement ? 10_000_000_000 : 30_000_000_000
    }

    private mutating func fail(_ failure: Failure, at now: Int64) -> Action {
        subscriptions.removeAll()
        firstValueAt = nil
        if failure == .authentication { authenticationFailures += 1 }
        guard authenticationFailures < Self.authenticationAttempts else {
            state = .stopped
            return .reportRefused
        }
        state = .backingOff(until: now + ladder.failed())
        return .none
    }
}

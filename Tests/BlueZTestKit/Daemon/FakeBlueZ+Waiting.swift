import DBus
package import SensorProfiles

/// A state of the fake daemon that a test waits for.
package enum FakeCondition: Sendable {
    /// Somebody has subscribed to a characteristic.
    case notifying(BluetoothAddress, BluetoothUUID)
    /// Nobody has subscribed to a characteristic.
    case notNotifying(BluetoothAddress, BluetoothUUID)
    /// A sensor is connected.
    case connected(BluetoothAddress)
    /// A sensor is not connected.
    case disconnected(BluetoothAddress)
    /// A Connect hangs.
    case connecting(BluetoothAddress)
    /// An adapter discovers.
    case discovering(BluetoothAddress)
    /// An adapter does not discover.
    case notDiscovering(BluetoothAddress)
    /// A method has been called at least so many times.
    case called(String, times: Int)
}

/// A condition that did not come true within its deadline.
package struct FakeConditionTimeout: Error, CustomStringConvertible {
    /// The condition.
    package let condition: FakeCondition

    /// Names the condition.
    package var description: String { "\(condition) did not come true" }
}

extension FakeBlueZ {
    /// How often a method has been called since the beginning.
    package func calls(_ member: String) -> Int {
        callCounts[member] ?? 0
    }

    /// Waits until a condition is true.
    package func wait(for condition: FakeCondition, deadline: Duration = .seconds(60)) async throws {
        lastWaiter += 1
        let id = lastWaiter
        let cameTrue: Bool = await withCheckedContinuation { continuation in
            if isTrue(condition) { return continuation.resume(returning: true) }
            let timer = loop.schedule(after: deadline) { [weak self] in
                self?.assumeIsolated { $0.finishWaiter(id, false) }
            }
            waiters.append(
                (
                    id, { $0.isTrue(condition) },
                    {
                        timer.cancel()
                        continuation.resume(returning: $0)
                    }
                ))
        }
        guard cameTrue else { throw FakeConditionTimeout(condition: condition) }
    }

    /// Looks at all conditions again.
    func changed() {
        for waiter in waiters where waiter.check(self) { finishWaiter(waiter.id, true) }
    }

    private func finishWaiter(_ id: UInt64, _ isTrue: Bool) {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
        waiters.remove(at: index).finish(isTrue)
    }

    private func isTrue(_ condition: FakeCondition) -> Bool {
        switch condition {
        case .notifying(let device, let uuid): hasSubscribers(device, uuid)
        case .notNotifying(let device, let uuid): !hasSubscribers(device, uuid)
        case .connected(let device): peripherals[device]?.isConnected == true
        case .disconnected(let device): peripherals[device]?.isConnected != true
        case .connecting(let device): peripherals[device]?.pendingConnect != nil
        case .discovering(let adapter): adapters[adapter]?.sessions.isEmpty == false
        case .notDiscovering(let adapter): adapters[adapter]?.sessions.isEmpty != false
        case .called(let member, let times): calls(member) >= times
        }
    }

    private func hasSubscribers(_ device: BluetoothAddress, _ uuid: BluetoothUUID) -> Bool {
        guard let peripheral = peripherals[device] else { return false }
        return places(of: peripheral.definition, uuid).contains {
            peripheral.subscribers[$0]?.isEmpty == false
        }
    }
}

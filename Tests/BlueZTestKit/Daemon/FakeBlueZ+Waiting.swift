import DBus
package import SensorProfiles

/// A state of the fake daemon that a test waits for.
package enum FakeCondition: Sendable {
    /// Somebody has subscribed to a characteristic.
    case notifying(BluetoothAddress, BluetoothUUID, on: BluetoothAddress? = nil)
    /// Nobody has subscribed to a characteristic.
    case notNotifying(BluetoothAddress, BluetoothUUID)
    /// A sensor is connected, through an adapter or through any.
    case connected(BluetoothAddress, on: BluetoothAddress? = nil)
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

    /// How often a method of an adapter has been called since the beginning.
    package func calls(_ member: String, on adapter: BluetoothAddress) -> Int {
        adapterCallCounts[adapter]?[member] ?? 0
    }

    /// How often a link came up while the sensor had one through another adapter.
    package var linksBesideAnother: Int { secondLinks }

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
        case .notifying(let device, let uuid, let adapter): hasSubscribers(device, uuid, on: adapter)
        case .notNotifying(let device, let uuid): !hasSubscribers(device, uuid, on: nil)
        case .connected(let device, let adapter): isConnected(device, on: adapter)
        case .disconnected(let device): !isConnected(device, on: nil)
        case .connecting(let device): any(device, on: nil) { $0.pendingConnect != nil }
        case .discovering(let adapter): adapters[adapter]?.sessions.isEmpty == false
        case .notDiscovering(let adapter): adapters[adapter]?.sessions.isEmpty != false
        case .called(let member, let times): calls(member) >= times
        }
    }

    private func hasSubscribers(
        _ device: BluetoothAddress, _ uuid: BluetoothUUID, on adapter: BluetoothAddress?
    ) -> Bool {
        any(device, on: adapter) { peripheral in
            places(of: peripheral.definition, uuid).contains {
                peripheral.subscribers[$0]?.isEmpty == false
            }
        }
    }

    /// Whether a sensor is connected, through an adapter or through any.
    package func isConnected(_ device: BluetoothAddress, on adapter: BluetoothAddress?) -> Bool {
        any(device, on: adapter) { $0.isConnected }
    }

    /// Whether a sensor is so for the adapter, or for any.
    private func any(
        _ device: BluetoothAddress, on adapter: BluetoothAddress?, _ isSo: (Peripheral) -> Bool
    ) -> Bool {
        peripherals.contains { id, peripheral in
            id.address == device && (adapter == nil || id.adapter == adapter) && isSo(peripheral)
        }
    }
}

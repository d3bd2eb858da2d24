package import Foundation
import Synchronization

/// Who wants to know when a health database changes.
///
/// An implementation of `HealthDatabase` owns one and publishes after each change that it has stored.
package final class DatabaseChanges: Sendable {
    private struct Observer {
        let types: Set<HKObjectType>
        let handler: @Sendable (HKSampleType) -> Void
    }

    private let observers = Mutex<[UUID: Observer]>([:])

    package init() {}

    /// Calls a handler whenever samples of one of the types are added or removed, until the token is given back.
    package func observe(
        _ types: Set<HKObjectType>, handler: @escaping @Sendable (HKSampleType) -> Void
    ) -> UUID {
        let token = SampleUUID.make()
        observers.withLock { $0[token] = Observer(types: types, handler: handler) }
        return token
    }

    /// Calls the handler of a token no more.
    package func stopObserving(_ token: UUID) {
        observers.withLock { $0[token] = nil }
    }

    /// The changes to some types as they happen; of those that wait to be read only the newest is kept.
    package func stream(of types: Set<HKSampleType>) -> AsyncStream<HKSampleType> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: HKSampleType.self, bufferingPolicy: .bufferingNewest(1))
        let token = observe(types) { continuation.yield($0) }
        continuation.onTermination = { _ in self.stopObserving(token) }
        return stream
    }

    /// Tells every observer of the types that changed; call it without holding a lock.
    package func publish(_ types: Set<HKSampleType>) {
        let current = observers.withLock { Array($0.values) }
        for type in types {
            for observer in current where observer.types.contains(type) { observer.handler(type) }
        }
    }
}

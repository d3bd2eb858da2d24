/// How long a sample without a duration holds when no other follows.
package enum HoldLimit {
    /// The limit for a type, in nanoseconds: 10 s for heart rate, which changes slowly and which straps send about
    /// once a second; 5 s for all others, whose value says little of the next seconds.
    package static func nanoseconds(for type: HKQuantityType) -> Int64 {
        (type.identifier == HKQuantityTypeIdentifier.heartRate.rawValue ? 10 : 5) * 1_000_000_000
    }
}

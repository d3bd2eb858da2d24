/// The metadata of a workout or an activity.
///
/// Unchecked because values may be of any type; `MetadataRule` lets in only strings, numbers, dates and quantities,
/// and none of those can change.
struct WorkoutMetadata: @unchecked Sendable {
    private(set) var values: [String: Any] = [:]

    init(_ values: [String: Any]? = nil) {
        self.values = values ?? [:]
    }

    mutating func merge(_ added: [String: Any]) {
        values.merge(added) { _, new in new }
    }

    /// The values, or nil if there are none.
    var valuesIfAny: [String: Any]? { values.isEmpty ? nil : values }
}

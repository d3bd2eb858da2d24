/// How much a person bleeds.
public enum HKCategoryValueVaginalBleeding: Int, Hashable, Sendable, CaseIterable {
    /// An amount that was not told.
    case unspecified = 1
    /// Little.
    case light = 2
    /// A medium amount.
    case medium = 3
    /// Much.
    case heavy = 4
    /// Not at all.
    case none = 5
}

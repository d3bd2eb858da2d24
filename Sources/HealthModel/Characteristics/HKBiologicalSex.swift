/// A person's biological sex.
public enum HKBiologicalSex: Int, Hashable, Sendable, CaseIterable {
    /// It was not told.
    case notSet = 0
    /// Female.
    case female = 1
    /// Male.
    case male = 2
    /// Another.
    case other = 3
}

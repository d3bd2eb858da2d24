/// Where a person is in menopause.
public enum HKCategoryValueMenopausalState: Int, Hashable, Sendable, CaseIterable {
    /// In menopause.
    case menopause = 1
    /// In the years before it.
    case perimenopause = 2
    /// Neither.
    case none = 3
}

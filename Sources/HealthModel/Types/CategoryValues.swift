/// Where a person is in menopause.
public enum HKCategoryValueMenopausalState: Int, Hashable, Sendable, CaseIterable {
    /// In menopause.
    case menopause = 1
    /// In the years before it.
    case perimenopause = 2
    /// Neither.
    case none = 3
}

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

/// A stage of sleep.
public enum HKCategoryValueSleepAnalysis: Int, Hashable, Sendable, CaseIterable {
    /// In bed, asleep or not.
    case inBed = 0
    /// Asleep, in a stage that is not known.
    case asleepUnspecified = 1
    /// Awake during the night.
    case awake = 2
    /// In light or intermediate sleep.
    case asleepCore = 3
    /// In deep sleep.
    case asleepDeep = 4
    /// In dream sleep.
    case asleepREM = 5

    /// The old name of ``asleepUnspecified``.
    @available(*, deprecated, renamed: "asleepUnspecified")
    public static var asleep: HKCategoryValueSleepAnalysis { .asleepUnspecified }

    /// Every value that means sleep.
    public static let allAsleepValues: Set<HKCategoryValueSleepAnalysis> = [
        .asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM,
    ]
}

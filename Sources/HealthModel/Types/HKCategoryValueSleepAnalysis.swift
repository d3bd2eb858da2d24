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

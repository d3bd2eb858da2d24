/// Which values a category type takes, and whether it stands for a moment or an interval.
struct CategoryRule: Sendable {
    let values: [Int]
    let isMoment: Bool

    /// The identifiers of all types.
    static let identifiers: [HKCategoryTypeIdentifier] = [
        .menopausalState, .bleedingAfterMenopause, .sleepAnalysis,
    ]

    /// The rule of a type, or nil if no type has this name.
    static func of(_ identifier: HKCategoryTypeIdentifier) -> CategoryRule? {
        switch identifier {
        case .menopausalState:
            CategoryRule(values: HKCategoryValueMenopausalState.allCases.map(\.rawValue), isMoment: true)
        case .bleedingAfterMenopause:
            CategoryRule(values: HKCategoryValueVaginalBleeding.allCases.map(\.rawValue), isMoment: false)
        case .sleepAnalysis:
            CategoryRule(values: HKCategoryValueSleepAnalysis.allCases.map(\.rawValue), isMoment: false)
        default: nil
        }
    }
}

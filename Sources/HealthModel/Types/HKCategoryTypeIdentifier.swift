/// The name of a type of category.
public struct HKCategoryTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The name as it is stored, such as `HKCategoryTypeIdentifierSleepAnalysis`.
    public let rawValue: String

    /// Makes an identifier of a stored name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HKCategoryTypeIdentifier {
    /// Where the person is in menopause, at a point in time; values are ``HKCategoryValueMenopausalState``.
    public static let menopausalState = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierMenopausalState")

    /// Bleeding after menopause, over an interval; values are ``HKCategoryValueVaginalBleeding``.
    public static let bleedingAfterMenopause = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierBleedingAfterMenopause")

    /// A stage of sleep, over an interval; values are ``HKCategoryValueSleepAnalysis``.
    public static let sleepAnalysis = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierSleepAnalysis")
}

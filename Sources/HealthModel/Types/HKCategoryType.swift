/// A type of sample whose value is one of an enumeration, such as a stage of sleep.
public final class HKCategoryType: HKSampleType, @unchecked Sendable {
    // Unchecked as its superclass is: the whole family holds only constants.

    /// Makes the type of an identifier; no sample of an unknown one can be saved.
    public convenience init(_ identifier: HKCategoryTypeIdentifier) {
        self.init(named: identifier.rawValue)
    }
}

public import Foundation

/// A sample whose value is one of its type's enumeration.
///
/// Making one never fails. A value outside the enumeration, or an interval where the type stands for a moment, is
/// refused when the sample is saved.
public final class HKCategorySample: HKSample, @unchecked Sendable {
    // Unchecked as its superclass is; what it adds is constant.

    /// The type of the category.
    public let categoryType: HKCategoryType

    /// The raw value of the type's enumeration.
    public let value: Int

    /// Makes a sample with a device and metadata.
    public convenience init(
        type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date, device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.init(
            uuid: nil, type: type, value: value, start: startDate, end: endDate, device: device,
            metadata: metadata)
    }

    /// Makes a sample with metadata.
    public convenience init(
        type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date, metadata: [String: Any]?
    ) {
        self.init(
            uuid: nil, type: type, value: value, start: startDate, end: endDate, device: nil,
            metadata: metadata)
    }

    /// Makes a sample.
    public convenience init(type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date) {
        self.init(
            uuid: nil, type: type, value: value, start: startDate, end: endDate, device: nil, metadata: nil)
    }

    /// Makes a sample that may have an identity already, as one that was stored has.
    package init(
        uuid: UUID?, type: HKCategoryType, value: Int, start: Date, end: Date, device: HKDevice?,
        metadata: [String: Any]?
    ) {
        categoryType = type
        self.value = value
        super.init(type: type, start: start, end: end, uuid: uuid, device: device, metadata: metadata)
    }

    package override func validate() throws(HKError) {
        try super.validate()
        let identifier = HKCategoryTypeIdentifier(rawValue: categoryType.identifier)
        guard let rule = CategoryRule.of(identifier) else {
            throw HKError(.errorInvalidArgument, "\(categoryType) is not a category type.")
        }
        guard rule.values.contains(value) else {
            let values = rule.values.map(String.init).joined(separator: ", ")
            throw HKError(
                .errorInvalidArgument, "\(value) is not a value of \(categoryType), which takes \(values).")
        }
        if rule.isMoment, startDate != endDate {
            throw HKError(
                .errorInvalidArgument,
                "The \(categoryType) ends \(endDate.text), not when it starts (\(startDate.text)): it is a moment."
            )
        }
    }

    /// The value, the type and the interval.
    public override var description: String { "\(value) \(super.description)" }

    /// Reads a sample from an archive, or gives nil for what cannot be one.
    public required init?(coder: NSCoder) {
        guard let type = Self.type(in: coder) as? HKCategoryType,
            let number = coder.object(NSNumber.self, named: "value")
        else { return nil }
        categoryType = type
        value = number.intValue
        super.init(coder: coder)
    }

    /// Writes the sample into an archive.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(NSNumber(value: value), forKey: "value")
    }
}

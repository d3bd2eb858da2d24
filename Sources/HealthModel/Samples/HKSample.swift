public import Foundation

/// A piece of health data that stands for a moment or an interval.
public class HKSample: HKObject, @unchecked Sendable {
    // Unchecked as its superclass is; what it adds is constant.

    /// The type of the sample.
    public let sampleType: HKSampleType

    /// When it begins.
    public let startDate: Date

    /// When it ends; equal to ``startDate`` for a moment.
    public let endDate: Date

    package init(
        type: HKSampleType, start: Date, end: Date, uuid: UUID? = nil, device: HKDevice?,
        metadata: [String: Any]?
    ) {
        sampleType = type
        startDate = start
        endDate = end
        super.init(uuid: uuid, device: device, metadata: metadata)
    }

    /// Whether the end is not known; such a sample ends in the distant future.
    public var hasUndeterminedDuration: Bool { endDate == .distantFuture }

    package override func validate() throws(HKError) {
        try super.validate()
        for date in [startDate, endDate] where !date.isOrdinary {
            throw HKError(
                .errorInvalidArgument,
                "\(date.text) is no date that a sample can have.")
        }
        if endDate < startDate {
            throw HKError(
                .errorInvalidArgument, "The \(sampleType) ends \(endDate), before it starts \(startDate).")
        }
    }

    /// The type and the interval.
    public override var description: String { "\(sampleType) \(startDate.text)...\(endDate.text)" }

    /// Reads a sample from an archive, or gives nil for what cannot be one.
    public required init?(coder: NSCoder) {
        guard let type = Self.type(in: coder), let start = coder.date(named: "startDate"),
            let end = coder.date(named: "endDate")
        else { return nil }
        sampleType = type
        startDate = start
        endDate = end
        super.init(coder: coder)
    }

    /// The type of the sample in an archive.
    static func type(in coder: NSCoder) -> HKSampleType? {
        coder.object(HKSampleType.self, named: "sampleType")
    }

    /// Writes the sample into an archive.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(sampleType, forKey: "sampleType")
        coder.encode(startDate, named: "startDate")
        coder.encode(endDate, named: "endDate")
    }
}

/// The sort key of a sample's start.
public let HKSampleSortIdentifierStartDate = "startDate"

/// The sort key of a sample's end.
public let HKSampleSortIdentifierEndDate = "endDate"

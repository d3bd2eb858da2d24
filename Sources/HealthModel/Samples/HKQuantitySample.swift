public import Foundation

/// A sample whose value is a quantity.
///
/// Making one never fails. A quantity that does not fit the type, or dates in the wrong order, are refused when the
/// sample is saved or added to a builder.
public final class HKQuantitySample: HKSample, @unchecked Sendable {
    // Unchecked as its superclass is; what it adds is constant.

    /// The type of the quantity.
    public let quantityType: HKQuantityType

    /// What was measured; of several readings the sum of a cumulative type, or the average of a discrete one.
    public let quantity: HKQuantity

    /// The readings, if the sample stands for a series of them.
    package let series: QuantitySeries?

    /// Makes a sample with a device and metadata.
    public convenience init(
        type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date,
        device: HKDevice?, metadata: [String: Any]?
    ) {
        self.init(
            uuid: nil, type: quantityType, quantity: quantity, start: startDate, end: endDate, device: device,
            metadata: metadata)
    }

    /// Makes a sample with metadata.
    public convenience init(
        type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date,
        metadata: [String: Any]?
    ) {
        self.init(
            uuid: nil, type: quantityType, quantity: quantity, start: startDate, end: endDate, device: nil,
            metadata: metadata)
    }

    /// Makes a sample.
    public convenience init(
        type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date
    ) {
        self.init(
            uuid: nil, type: quantityType, quantity: quantity, start: startDate, end: endDate, device: nil,
            metadata: nil)
    }

    /// Makes a sample that may have an identity already, as one that was stored has.
    package init(
        uuid: UUID?, type: HKQuantityType, quantity: HKQuantity, start: Date, end: Date, device: HKDevice?,
        metadata: [String: Any]?, series: QuantitySeries? = nil
    ) {
        self.series = series
        quantityType = type
        self.quantity = quantity
        super.init(type: type, start: start, end: end, uuid: uuid, device: device, metadata: metadata)
    }

    /// How many readings the sample holds; ``HKQuantitySeriesSampleQueryDescriptor`` gives them one by one.
    public var count: Int { series?.column.count ?? 1 }

    package override func validate() throws(HKError) {
        try super.validate()
        guard quantityType.isKnown else {
            throw HKError(.errorInvalidArgument, "\(quantityType) is not a quantity type.")
        }
        guard quantity.is(compatibleWith: quantityType.canonicalUnit) else {
            throw HKError(
                .errorInvalidArgument,
                "\(quantity) is not a quantity of \(quantityType), which is measured in \(quantityType.canonicalUnit)."
            )
        }
        guard quantity.value.isFinite else {
            throw HKError(.errorInvalidArgument, "\(quantity) is not a finite \(quantityType).")
        }
    }

    /// The quantity, the type and the interval.
    public override var description: String { "\(quantity) \(super.description)" }

    /// Reads a sample from an archive with its readings, or gives nil for what cannot be one.
    public required init?(coder: NSCoder) {
        guard let type = Self.type(in: coder) as? HKQuantityType,
            let quantity = coder.object(HKQuantity.self, named: "quantity")
        else { return nil }
        quantityType = type
        self.quantity = quantity
        if coder.containsValue(forKey: "readings") {
            guard let origin = coder.date(named: "origin"), origin.isOrdinary,
                let column = coder.decode(SampleColumn.self, named: "readings"), !column.isEmpty
            else { return nil }
            series = QuantitySeries(origin: origin, column: column)
        } else {
            series = nil
        }
        super.init(coder: coder)
    }

    /// Writes the sample into an archive with its readings.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(quantity, forKey: "quantity")
        if let series {
            coder.encode(series.origin, named: "origin")
            coder.encode(series.column, named: "readings")
        }
    }
}

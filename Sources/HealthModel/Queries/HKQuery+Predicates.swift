public import Foundation

extension HKQuery {
    /// Picks samples that touch an interval: those that start before its end and end at its start or later.
    ///
    /// Without a start or an end the interval is open on that side. With `strictStartDate` a sample must also start in
    /// it, with `strictEndDate` end in it.
    public static func predicateForSamples(
        withStart startDate: Date?, end endDate: Date?, options: HKQueryOptions = []
    ) -> NSPredicate {
        // Seconds, because a date that is not a number is in order with every other date.
        let start = startDate?.timeIntervalSinceReferenceDate ?? -.infinity
        let end = endDate?.timeIntervalSinceReferenceDate ?? .infinity
        var bounds = SampleBounds()
        bounds.startLimit = end
        bounds.earliestEnd = start
        if options.contains(.strictStartDate) { bounds.earliestStart = start }
        if options.contains(.strictEndDate) { bounds.latestEnd = end }
        let dates = DateBounds(lower: startDate ?? .distantPast, upper: endDate ?? .distantFuture)
        return BoundedPredicate(bounds, about: dates) { object in
            guard let sample = object as? HKSample else { return false }
            let sampleStart = sample.startDate.timeIntervalSinceReferenceDate
            let sampleEnd = sample.endDate.timeIntervalSinceReferenceDate
            guard sampleStart < end, sampleEnd >= start else { return false }
            if options.contains(.strictStartDate), sampleStart < start { return false }
            return !options.contains(.strictEndDate) || sampleEnd <= end
        }
    }

    private static func objects(_ block: @escaping @Sendable (HKObject) -> Bool) -> NSPredicate {
        NSPredicate { object, _ in (object as? HKObject).map(block) ?? false }
    }

    /// Picks the object of a UUID.
    public static func predicateForObject(with uuid: UUID) -> NSPredicate {
        BoundedPredicate(SampleBounds(uuids: [uuid])) { $0.uuid == uuid }
    }

    /// Picks the objects of some UUIDs.
    public static func predicateForObjects(with uuids: Set<UUID>) -> NSPredicate {
        BoundedPredicate(SampleBounds(uuids: uuids)) { uuids.contains($0.uuid) }
    }

    /// Picks objects that a program saved.
    public static func predicateForObjects(from source: HKSource) -> NSPredicate {
        objects { $0.sourceRevision.source == source }
    }

    /// Picks objects that one of some programs saved.
    public static func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate {
        objects { sources.contains($0.sourceRevision.source) }
    }

    /// Picks objects that one of some programs saved in the version given.
    public static func predicateForObjects(from sourceRevisions: Set<HKSourceRevision>) -> NSPredicate {
        objects { sourceRevisions.contains($0.sourceRevision) }
    }

    /// Picks objects that one of some devices measured.
    public static func predicateForObjects(from devices: Set<HKDevice>) -> NSPredicate {
        objects { $0.device.map(devices.contains) ?? false }
    }

    /// Picks the objects whose device has one of some values for a property, such as ``HKDevicePropertyKeyModel``.
    public static func predicateForObjects(
        withDeviceProperty key: String, allowedValues: Set<String>
    ) -> NSPredicate {
        objects { $0.device?.property(key).map(allowedValues.contains) ?? false }
    }

    /// Picks objects whose metadata has a key.
    public static func predicateForObjects(withMetadataKey key: String) -> NSPredicate {
        objects { $0.metadata?[key] != nil }
    }

    /// Picks objects whose metadata holds one of some values under a key.
    public static func predicateForObjects(
        withMetadataKey key: String, allowedValues: [Any]
    ) -> NSPredicate {
        NSPredicate { object, _ in
            guard let value = (object as? HKObject)?.metadata?[key] else { return false }
            return allowedValues.contains { MetadataRule.isEqual(value, $0) }
        }
    }

    /// Picks objects whose metadata holds a value under a key that compares so with another.
    ///
    /// Numbers, strings, dates and compatible quantities compare with their like; anything else is only unequal.
    public static func predicateForObjects(
        withMetadataKey key: String, operatorType: PredicateComparison.Operator, value: Any
    ) -> NSPredicate {
        NSPredicate { object, _ in
            guard let stored = (object as? HKObject)?.metadata?[key] else { return false }
            return PredicateComparison.isFulfilled(operatorType, by: MetadataRule.compare(stored, value))
        }
    }

    /// Picks quantity samples whose quantity compares so with another; one that is not compatible is not picked.
    public static func predicateForQuantitySamples(
        with operatorType: PredicateComparison.Operator, quantity: HKQuantity
    ) -> NSPredicate {
        NSPredicate { object, _ in
            guard let stored = (object as? HKQuantitySample)?.quantity,
                stored.is(compatibleWith: quantity.unit)
            else { return false }
            return PredicateComparison.isFulfilled(operatorType, by: stored.compare(quantity))
        }
    }

    /// Picks category samples whose value compares so with another.
    public static func predicateForCategorySamples(
        with operatorType: PredicateComparison.Operator, value: Int
    ) -> NSPredicate {
        NSPredicate { object, _ in
            guard let stored = (object as? HKCategorySample)?.value else { return false }
            return PredicateComparison.isFulfilled(operatorType, by: stored.compared(with: value))
        }
    }
}

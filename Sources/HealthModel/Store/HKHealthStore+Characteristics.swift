public import Foundation

extension HKHealthStore {
    /// The person's date of birth: year, month and day.
    ///
    /// - Throws: `HKError` with `errorNoData` if it is not known, or the client may not read it.
    public func dateOfBirthComponents() throws -> DateComponents {
        guard mayRead(HKCharacteristicType(.dateOfBirth)),
            let components = try database.characteristics().dateOfBirth
        else { throw HKError(.errorNoData, "The date of birth is not known to \"\(client)\".") }
        return components
    }

    /// The person's biological sex; not set if it is not known, or the client may not read it.
    public func biologicalSex() throws -> HKBiologicalSexObject {
        guard mayRead(HKCharacteristicType(.biologicalSex)) else { return HKBiologicalSexObject(.notSet) }
        return HKBiologicalSexObject(try database.characteristics().biologicalSex)
    }

    /// The units that values of some types are shown in: those in which they are kept.
    public func preferredUnits(for quantityTypes: Set<HKQuantityType>) async throws -> [HKQuantityType:
        HKUnit]
    {
        Dictionary(uniqueKeysWithValues: quantityTypes.filter(\.isKnown).map { ($0, $0.canonicalUnit) })
    }
}

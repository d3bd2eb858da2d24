import Foundation
import HealthModel

extension HealthCommand {
    /// The types that people say themselves; all others are measured in workouts, and go with those.
    private static var enteredTypes: [HKSampleType] {
        let categories: [HKSampleType] = HealthCategory.all.map { $0.type }
        return categories + PersonalHistory.measures.map { HKQuantityType($0) as HKSampleType }
    }

    /// Deletes what was recorded by mistake.
    ///
    /// All are looked up before one is gone: a typing error in the last leaves the first where it is.
    func delete(_ identities: [String], _ arguments: ParsedArguments) async throws -> Int32 {
        guard !identities.isEmpty else { throw UsageError("wanted is the ID of at least one entry") }
        let history = try RiderHistory(arguments)
        let calendar = try history.calendar(arguments)
        var samples: [HKSample] = []
        for type in Self.enteredTypes {
            samples += try await history.database.samples(SampleRequest(type: type)).stored.map(\.sample)
        }
        var deleted: [HKSample] = []
        for identity in identities {
            let sample = try Self.sample(beginning: identity, among: samples, of: history.rider)
            if !deleted.contains(where: { $0.uuid == sample.uuid }) { deleted.append(sample) }
        }
        try await history.database.remove(deleted)
        for sample in deleted {
            let value = Self.value(of: sample).value.map { " " + $0 } ?? ""
            let day = LocalTime(sample.startDate, in: calendar.timeZone).day
            StandardOutput.print("Deleted \(sample.sampleType.shortName)\(value) of \(day)")
        }
        return 0
    }

    /// The beginning of a sample's identity, which is enough to name it.
    static func identity(of sample: HKSample) -> String { sample.uuid.uuidString.prefix(8).lowercased() }

    private static func sample(
        beginning identity: String, among samples: [HKSample], of rider: String
    ) throws -> HKSample {
        func digits(_ text: String) -> String { text.lowercased().filter { $0 != "-" } }
        let wanted = digits(identity)
        let found = wanted.isEmpty ? [] : samples.filter { digits($0.uuid.uuidString).hasPrefix(wanted) }
        guard let first = found.first else {
            throw HKError(
                .errorNoData,
                "\(rider) has no entry \(identity); pulsewatt health list TYPE shows those that there are, and what "
                    + "was measured in a workout goes with it, pulsewatt workouts delete ID")
        }
        guard found.count == 1 else {
            throw HKError(
                .errorInvalidArgument,
                "\(identity) is the beginning of \(found.count) entries: "
                    + found.prefix(5).map { $0.uuid.uuidString.lowercased() }.joined(separator: ", ")
                    + (found.count > 5 ? ", ..." : "") + "; type more of the one that is meant")
        }
        return first
    }
}

package import Foundation

/// What is known of a person over time, read once, so that thousands of workouts can ask for their own date.
package struct PersonalHistory: Sendable {
    /// The quantities of a person that are measured now and then.
    package static let measures: [HKQuantityTypeIdentifier] = [
        .restingHeartRate, .cyclingFunctionalThresholdPower, .bodyMass, .height,
    ]

    private struct Measurement {
        let date: Date
        let value: Double
    }

    /// What is known once.
    package let characteristics: PersonalCharacteristics
    private let measurements: [HKQuantityTypeIdentifier: [Measurement]]
    private let zoneBoundaries: [HKQuantityType: [Double]]
    private let birthdays: [Date]
    /// The measures that could not be read, as one of whose samples is damaged, and why.
    package let unreadable: [HKQuantityTypeIdentifier: HKError]

    /// Reads what a database knows of its person; a measure that cannot be read is left out and kept in `unreadable`.
    ///
    /// - Throws: `HKError` with `errorDatabaseInaccessible` if the database cannot be reached.
    package init(of database: any HealthDatabase) async throws(HKError) {
        characteristics = try database.characteristics()
        var measurements: [HKQuantityTypeIdentifier: [Measurement]] = [:]
        var unreadable: [HKQuantityTypeIdentifier: HKError] = [:]
        for identifier in Self.measures {
            let type = HKQuantityType(identifier)
            var found: [Measurement] = []
            let samples: SampleBatch
            do throws(HKError) {
                samples = try await database.samples(SampleRequest(type: type))
            } catch {
                unreadable[identifier] = error
                continue
            }
            for stored in samples.stored {
                guard let sample = stored.sample as? HKQuantitySample,
                    let value = sample.quantity.value(in: type.canonicalUnit)
                else { continue }
                found.append(Measurement(date: sample.startDate, value: value))
            }
            // Sorting keeps the order of storing among equal dates, so of two at one time the later stored is last.
            measurements[identifier] = found.sorted { $0.date < $1.date }
        }
        self.measurements = measurements
        self.unreadable = unreadable
        var zoneBoundaries: [HKQuantityType: [Double]] = [:]
        for type in HKWorkoutZoneConfiguration.supportedTypes {
            zoneBoundaries[type] = try database.zoneBoundaries(for: type)
        }
        self.zoneBoundaries = zoneBoundaries
        birthdays = characteristics.birthdays
    }

    /// The newest value of a measure up to a date, in its canonical unit.
    package func value(of identifier: HKQuantityTypeIdentifier, at date: Date) -> Double? {
        guard let measurements = measurements[identifier] else { return nil }
        let count = measurements.countOfPrefix { $0.date <= date }
        return count > 0 ? measurements[count - 1].value : nil
    }

    /// The age in whole years on a date, as ``PersonalCharacteristics/age(on:)``.
    package func age(on date: Date) -> Int? {
        guard date.isOrdinary else { return nil }
        let count = birthdays.countOfPrefix { $0 <= date }
        // Nobody's age is known before the birth, nor after the last birthday that was worked out.
        return count == 0 || count == birthdays.count ? nil : count - 1
    }

    /// The highest heart rate on a date, in count/min: the measured one, else 220 − age.
    package func maximumHeartRate(on date: Date) -> Double? {
        characteristics.maximumHeartRate ?? age(on: date).map { 220 - Double($0) }
    }

    /// How a training impulse is weighted on a date; nil where resting or maximum heart rate are not known.
    package func trainingImpulse(on date: Date) -> TrainingImpulse? {
        TrainingImpulse(
            restingHeartRate: value(of: .restingHeartRate, at: date),
            maximumHeartRate: maximumHeartRate(on: date), sex: characteristics.biologicalSex)
    }

    /// What was known of the person at a date, as `PersonalProfile(of:at:)` reads it.
    package func profile(at date: Date) -> PersonalProfile {
        PersonalProfile(
            characteristics: characteristics, restingHeartRate: value(of: .restingHeartRate, at: date),
            functionalThresholdPower: value(of: .cyclingFunctionalThresholdPower, at: date),
            bodyMass: value(of: .bodyMass, at: date), height: value(of: .height, at: date),
            zoneBoundaries: zoneBoundaries)
    }
}

extension PersonalCharacteristics {
    /// The longest life that ages are worked out for, in years.
    private static let longestLife = 150

    /// The birth and the birthdays after it, by the calendar that ``age(on:)`` counts with.
    fileprivate var birthdays: [Date] {
        guard let birth = birth else { return [] }
        return (0...Self.longestLife + 1).compactMap { years in
            calendar.date(byAdding: .year, value: years, to: birth)
        }
    }
}

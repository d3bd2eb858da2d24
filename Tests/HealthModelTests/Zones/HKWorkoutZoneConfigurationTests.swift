import Foundation
import HealthModel
import Testing

@Suite struct HKWorkoutZoneConfigurationTests {
    private static let perMinute = HKUnit.count().unitDivided(by: .minute())

    private func refusal(
        _ type: HKQuantityTypeIdentifier, _ values: [Double], unit: HKUnit
    ) throws -> HKError? {
        do {
            _ = try HKWorkoutZoneConfiguration(
                quantityType: HKQuantityType(type),
                zoneBoundaries: values.map { HKQuantity(unit: unit, doubleValue: $0) })
            return nil
        } catch let error as HKError {
            return error
        }
    }

    @Test("Boundaries are the upper edges of all zones but the last; the first has no floor")
    func zones() throws {
        let configuration = try HKWorkoutZoneConfiguration(
            quantityType: HKQuantityType(.heartRate),
            zoneBoundaries: [91, 114, 136, 158].map { HKQuantity(unit: Self.perMinute, doubleValue: $0) })
        #expect(configuration.source == .app)
        #expect(configuration.zones.map(\.index) == [0, 1, 2, 3, 4])
        #expect(
            configuration.zones.map { $0.minimum?.doubleValue(for: Self.perMinute) } == [
                nil, 91, 114, 136, 158,
            ])
        #expect(
            configuration.zones.map { $0.maximum?.doubleValue(for: Self.perMinute) } == [
                91, 114, 136, 158, nil,
            ])
    }

    @Test(
        "Three to nine zones are permitted",
        arguments: [(1, false), (2, true), (8, true), (9, false), (0, false)])
    func count(boundaryCount: Int, isPermitted: Bool) throws {
        let values = (0..<boundaryCount).map { 100 + Double($0) }
        let error = try refusal(.heartRate, values, unit: Self.perMinute)
        #expect((error == nil) == isPermitted)
        if !isPermitted { #expect(error?.description.contains("\(boundaryCount) boundaries") == true) }
    }

    @Test(
        "What makes no zones is refused with an error that names it",
        arguments: [
            ([100, 100.0], "100"), ([120, 110], "110"), ([100, .nan], "nan"), ([100, .infinity], "inf"),
            ([0, 100], "0"), ([-5, 100], "-5"),
        ])
    func badValues(values: [Double], named: String) throws {
        let error = try #require(try refusal(.heartRate, values, unit: Self.perMinute))
        #expect(error.code == .errorInvalidArgument)
        #expect(error.description.contains(named))
    }

    @Test("A unit that does not fit, or a type without zones, is refused")
    func misfits() throws {
        #expect(try refusal(.heartRate, [100, 120], unit: .watt())?.code == .errorInvalidArgument)
        let cadence = try refusal(.cyclingCadence, [80, 90], unit: Self.perMinute)
        #expect(cadence?.description.contains("HKQuantityTypeIdentifierCyclingCadence") == true)
    }

    @Test("Boundaries in another unit that fits divide the same values")
    func otherUnit() throws {
        let hertz = try HKWorkoutZoneConfiguration(
            quantityType: HKQuantityType(.heartRate),
            zoneBoundaries: [1.5, 2].map {
                HKQuantity(unit: HKUnit.count().unitDivided(by: .second()), doubleValue: $0)
            })
        let minutes = try HKWorkoutZoneConfiguration(
            quantityType: HKQuantityType(.heartRate),
            zoneBoundaries: [90, 120].map { HKQuantity(unit: Self.perMinute, doubleValue: $0) })
        #expect(hertz == minutes)
    }

    @Test("Sources print as their names, for clients that show them")
    func sources() {
        #expect(
            [HKWorkoutZoneConfiguration.Source.system, .user, .app].map { String(describing: $0) } == [
                "system", "user", "app",
            ])
    }
}

@Suite struct SystemZonesTests {
    @Test(
        "Heart-rate zones lie at 60, 70, 80 and 90 % of reserve: the article's example, for 40 years and 72 at rest"
    )
    func reserve() throws {
        let configuration = try #require(SystemZones.heartRate(age: 40, restingHeartRate: 72))
        #expect(configuration.boundaries.edges == [136.8, 147.6, 158.4, 169.2])
        #expect(configuration.source == .system)
        #expect(configuration.zones[1].minimum?.description == "136.8 count/min")
    }

    @Test("A measured maximum replaces the formula")
    func measuredMaximum() throws {
        let configuration = try #require(
            SystemZones.heartRate(age: 40, restingHeartRate: 50, maximumHeartRate: 200))
        #expect(configuration.boundaries.edges == [140, 155, 170, 185])
        #expect(SystemZones.heartRate(age: nil, restingHeartRate: 50, maximumHeartRate: 200) != nil)
    }

    @Test("Power zones lie at 55, 75, 90, 105 and 120 % of threshold power")
    func power() throws {
        let configuration = try #require(SystemZones.cyclingPower(functionalThresholdPower: 200))
        #expect(configuration.boundaries.edges == [110, 150, 180, 210, 240])
        #expect(configuration.zones.count == 6)
        // A rider's report: with 397 W zone 1 must end at 218 and zone 2 at 298 (54 % and 76 % were taken).
        let reported = try #require(SystemZones.cyclingPower(functionalThresholdPower: 397))
        #expect(reported.boundaries.edges[0] == 218.35)
        #expect(reported.boundaries.edges[1] == 297.75)
    }

    @Test("Without what the formulas need there are no zones, never a guess")
    func missing() {
        #expect(SystemZones.heartRate(age: nil, restingHeartRate: 60) == nil)
        #expect(SystemZones.heartRate(age: 40, restingHeartRate: nil) == nil)
        #expect(SystemZones.heartRate(age: 40, restingHeartRate: 200) == nil)
        #expect(SystemZones.heartRate(age: 40, restingHeartRate: .nan) == nil)
        #expect(SystemZones.cyclingPower(functionalThresholdPower: nil) == nil)
        #expect(SystemZones.cyclingPower(functionalThresholdPower: 0) == nil)
        #expect(SystemZones.cyclingPower(functionalThresholdPower: .infinity) == nil)
    }
}

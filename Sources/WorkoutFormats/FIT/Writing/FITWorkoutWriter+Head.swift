import Foundation
import HealthModel

extension FITWorkoutWriter {
    /// Writes what comes before the first second: the file, its maker, the sensors, the person and the zones.
    mutating func writeHead() {
        var file = FITMessageContent(FITProfile.FileID.message)
        file.set(FITProfile.FileID.type, FITProfile.FileID.activity)
        file.set(FITProfile.FileID.manufacturer, FITManufacturer.development)
        file.set(FITProfile.FileID.product, 0)
        file.set(FITProfile.FileID.serialNumber, serialNumber)
        file.set(FITProfile.FileID.timeCreated, timestamp(0))
        file.set(FITProfile.FileID.productName, text: Self.productName)
        encoder.write(file)

        var creator = FITMessageContent(FITProfile.FileCreator.message)
        creator.set(FITProfile.FileCreator.softwareVersion, 1)
        encoder.write(creator)

        writeDevices()
        writePerson()
        writeZones()

        let sport = FITSport(workout.workoutActivityType, isIndoor: exported.workout.isIndoor)
        var message = FITMessageContent(FITProfile.Sport.message)
        message.set(FITProfile.Sport.sport, sport.sport)
        message.set(FITProfile.Sport.subSport, sport.subSport)
        encoder.write(message)
    }

    private static let productName = "Pulsewatt"

    /// A number that tells the workout from others: the four words of its UUID in one.
    private var serialNumber: UInt32 {
        let uuid = withUnsafeBytes(of: workout.uuid.uuid) { Array($0) }
        let folded = stride(from: 0, to: 16, by: 4).reduce(UInt32(0)) { sum, index in
            sum ^ uuid[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        return folded == 0 ? 1 : folded
    }

    // MARK: Devices

    private mutating func writeDevices() {
        var creator = FITMessageContent(FITProfile.DeviceInfo.message)
        creator.set(FITProfile.timestamp, timestamp(0))
        creator.set(FITProfile.DeviceInfo.deviceIndex, 0)
        creator.set(FITProfile.DeviceInfo.manufacturer, FITManufacturer.development)
        creator.set(FITProfile.DeviceInfo.product, 0)
        creator.set(FITProfile.DeviceInfo.productName, text: Self.productName)
        creator.set(FITProfile.DeviceInfo.sourceType, FITProfile.DeviceInfo.local)
        encoder.write(creator)
        for (index, sensor) in workout.sensors.enumerated() {
            var device = FITMessageContent(FITProfile.DeviceInfo.message)
            device.set(FITProfile.timestamp, timestamp(0))
            device.set(FITProfile.DeviceInfo.deviceIndex, index + 1)
            device.set(FITProfile.DeviceInfo.deviceType, Self.deviceType(of: sensor))
            device.set(
                FITProfile.DeviceInfo.manufacturer, FITManufacturer.number(of: sensor.manufacturer))
            device.set(FITProfile.DeviceInfo.serialNumber, sensor.serial.flatMap { UInt32($0) })
            device.set(FITProfile.DeviceInfo.softwareVersion, Self.version(sensor.firmware))
            // Of the other places the profile has none, or tells left from right.
            device.set(
                FITProfile.DeviceInfo.sensorPosition, sensor.bodyLocation == "chest" ? Self.torsoFront : nil)
            device.set(FITProfile.DeviceInfo.sourceType, FITProfile.DeviceInfo.bluetoothLowEnergy)
            device.set(
                FITProfile.DeviceInfo.productName, text: sensor.name ?? sensor.model ?? sensor.address)
            device.set(FITProfile.DeviceInfo.batteryLevel, sensor.batteryPercent)
            encoder.write(device)
        }
    }

    private static let torsoFront = 17

    /// What a sensor is, as the profile numbers devices on Bluetooth Low Energy; nil for one that provides nothing.
    private static func deviceType(of sensor: WorkoutSensor) -> Int? {
        let provides = { (identifier: HKQuantityTypeIdentifier) in
            sensor.provides.contains(HKQuantityType(identifier))
        }
        if provides(.heartRate) { return 1 }
        if provides(.cyclingPower) { return 2 }
        switch (provides(.cyclingSpeed), provides(.cyclingCadence)) {
        case (true, true): return 3
        case (true, false): return 4
        case (false, true): return 5
        case (false, false): return nil
        }
    }

    /// A version that is a decimal number with at most two decimals, such as `3.1`.
    private static func version(_ text: String?) -> Double? {
        guard let parts = text?.split(separator: ".", omittingEmptySubsequences: false),
            (1...2).contains(parts.count), parts.allSatisfy({ (1...3).contains($0.utf8.count) }),
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            parts.count == 1 || parts[1].utf8.count <= 2
        else { return nil }
        return Double(parts.joined(separator: "."))
    }

    // MARK: Person

    private mutating func writePerson() {
        let profile = exported.profile
        var person = FITMessageContent(FITProfile.UserProfile.message)
        person.set(FITProfile.UserProfile.friendlyName, text: exported.rider)
        switch profile.characteristics.biologicalSex {
        case .female: person.set(FITProfile.UserProfile.gender, 0)
        case .male: person.set(FITProfile.UserProfile.gender, 1)
        case .notSet, .other: break
        }
        person.set(FITProfile.UserProfile.age, profile.characteristics.age(on: series.start))
        person.set(FITProfile.UserProfile.height, profile.height)
        person.set(FITProfile.UserProfile.weight, profile.bodyMass)
        person.set(FITProfile.UserProfile.restingHeartRate, profile.restingHeartRate)
        person.set(
            FITProfile.UserProfile.defaultMaxHeartRate, profile.characteristics.maximumHeartRate)
        encoder.write(person)
    }

    // MARK: Zones

    private mutating func writeZones() {
        var target = FITMessageContent(FITProfile.ZonesTarget.message)
        if heartRateZones != nil {
            target.set(
                FITProfile.ZonesTarget.maxHeartRate, exported.profile.characteristics.maximumHeartRate)
        }
        target.set(FITProfile.ZonesTarget.functionalThresholdPower, exported.functionalThresholdPower)
        target.set(FITProfile.ZonesTarget.heartRateCalculation, heartRateZones?.calculation)
        target.set(FITProfile.ZonesTarget.powerCalculation, powerZones?.calculation)
        encoder.write(target)

        for (index, boundary) in (heartRateZones?.boundaries.dropFirst() ?? []).enumerated() {
            var zone = FITMessageContent(FITProfile.HeartRateZone.message)
            zone.set(FITProfile.messageIndex, index)
            zone.set(FITProfile.HeartRateZone.highBPM, boundary)
            zone.set(FITProfile.HeartRateZone.name, text: "Zone \(index + 1)")
            encoder.write(zone)
        }
        for (index, boundary) in (powerZones?.boundaries.dropFirst() ?? []).enumerated() {
            var zone = FITMessageContent(FITProfile.PowerZone.message)
            zone.set(FITProfile.messageIndex, index)
            zone.set(FITProfile.PowerZone.highValue, boundary)
            zone.set(FITProfile.PowerZone.name, text: "Zone \(index + 1)")
            encoder.write(zone)
        }
    }
}

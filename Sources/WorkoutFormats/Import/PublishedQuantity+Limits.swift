import HealthModel

extension PublishedQuantity {
    /// The largest reading that there can be in either direction, in the unit of the model.
    ///
    /// Each is at least what the widest field of a sensor or a format can say, so only damage and mistakes are beyond it: sums
    /// over them overflow, and no database can hold those.
    private var largestReading: Double {
        switch self {
        // 16 bits of the Heart Rate Measurement.
        case .heartRate: 65_535
        // 16 bits of the Cycling Power Measurement, signed, and of FIT, unsigned.
        case .cyclingPower: 100_000
        // 8 bits and a fraction in FIT; 16 bits of revolutions in a minute.
        case .cyclingCadence: 65_535
        // 32 bits of millimetres a second in FIT.
        case .cyclingSpeed: 4_294_968
        // A share of 1; another is left out as no reading.
        case .pedalPowerBalance: .infinity
        }
    }

    /// Refuses what no sensor can have measured.
    ///
    /// - Parameters:
    ///   - value: In the unit of the model; nil where nothing was read.
    ///   - file: The name of the file.
    ///   - place: Where in the file it is.
    /// - Throws: ``ImportError`` with the place and the value.
    func requirePossible(
        _ value: Double?, in file: String, at place: @autoclosure () -> String
    ) throws(ImportError) {
        guard let value, !(abs(value) <= largestReading), self != .pedalPowerBalance else { return }
        let unit =
            switch self {
            case .heartRate: "bpm"
            case .cyclingCadence: "rpm"
            case .cyclingPower, .cyclingSpeed, .pedalPowerBalance: unit
            }
        throw ImportError(
            file: file, place: place(),
            reason: "\(value) \(unit) cannot be a reading of \(title.lowercased()), which goes up to "
                + "\(Int(largestReading)) \(unit): correct it or take it out")
    }
}

extension ImportedWorkout {
    /// The largest number that is a reading of a quantity without a limit of its own, such as a way in metres.
    private static let largestNumber = 1e9

    private static func place(_ offset: Int64) -> String { "second \(offset / 1_000_000_000)" }

    /// Refuses a workout with what no sensor can have measured, where its reader has not said at which place that is.
    ///
    /// - Throws: ``ImportError`` with the second and the value.
    func requirePossibleReadings(in file: String) throws(ImportError) {
        for (type, column) in series.columns {
            let quantity = PublishedQuantity(type)
            for (offset, value) in zip(column.offsets, column.values) {
                if let quantity {
                    try quantity.requirePossible(value, in: file, at: Self.place(offset))
                } else if !(abs(value) <= Self.largestNumber) {
                    throw ImportError(
                        file: file, place: Self.place(offset),
                        reason:
                            "\(value) cannot be a reading of \(type.identifier): correct it or take it out")
                }
            }
        }
    }
}

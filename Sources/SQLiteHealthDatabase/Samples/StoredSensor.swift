import HealthModel

extension SQLiteValue {
    /// What a sensor's columns hold, from its address to the quantities that it provides.
    static func values(of sensor: WorkoutSensor) throws(HKError) -> [SQLiteValue] {
        [
            .text(sensor.address), SQLiteValue(sensor.name), SQLiteValue(sensor.manufacturer),
            SQLiteValue(sensor.model), SQLiteValue(sensor.serial), SQLiteValue(sensor.firmware),
            SQLiteValue(sensor.bodyLocation), SQLiteValue(sensor.batteryPercent.map(Int64.init)),
            .text(try JSONText.text(sensor.provides.map(\.identifier))),
        ]
    }
}

extension SQLiteConnection {
    /// Makes a sensor of its columns, the first of which is its address.
    ///
    /// - Throws: `errorDatabaseInaccessible` for quantities that are no JSON of ours.
    func sensor(_ row: SQLiteStatement, from column: Int32) throws(HKError) -> WorkoutSensor {
        WorkoutSensor(
            address: row.text(column), name: row.optionalText(column + 1),
            manufacturer: row.optionalText(column + 2), model: row.optionalText(column + 3),
            serial: row.optionalText(column + 4), firmware: row.optionalText(column + 5),
            bodyLocation: row.optionalText(column + 6),
            batteryPercent: row.optionalInteger(column + 7).map(Int.init),
            provides: try value([String].self, of: row.text(column + 8)).map {
                HKQuantityType(HKQuantityTypeIdentifier(rawValue: $0))
            })
    }
}

package import HealthModel

extension SQLiteHealthDatabase {
    package func pairedSensors() throws(HKError) -> [PairedSensor] {
        try withConnection { connection throws(HKError) in
            try connection.transaction(.read) { () throws(HKError) in
                try connection.pairedSensors(of: try connection.row(ofRider: rider))
            }
        }
    }

    /// Puts other sensors in the place of all that the rider has paired.
    ///
    /// A rider of whom nothing else is known is gone with the last sensor.
    package func setPairedSensors(_ sensors: [PairedSensor]) throws(HKError) {
        try withConnection { connection throws(HKError) in
            try connection.transaction(.write) { () throws(HKError) in
                guard !sensors.isEmpty else {
                    try connection.removeSensors(of: try connection.row(ofRider: rider))
                    return
                }
                try connection.store(sensors, of: try connection.storeRider(rider))
            }
        }
    }
}

extension SQLiteConnection {
    /// With the rider's name, so that sensors are not another's whose name or number has become this one.
    private static let sensorsOfRider = """
        SELECT rider.name, paired_sensor.* FROM paired_sensor JOIN rider ON rider.id = paired_sensor.rider
        WHERE paired_sensor.rider = ? ORDER BY address
        """

    fileprivate func pairedSensors(of rider: Int64) throws(HKError) -> [PairedSensor] {
        let checksums = try rows("SELECT checksum FROM sensor_list WHERE rider = ?", [.integer(rider)]) {
            $0.integer(0)
        }
        var sum: Int64 = 0
        let sensors = try rows(Self.sensorsOfRider, [.integer(rider)]) { row throws(HKError) in
            sum &+= row.checksum
            return PairedSensor(
                try sensor(row, from: 2), adapter: row.optionalText(11),
                services: try value([String].self, of: row.text(12)), lastSeen: row.optionalText(13))
        }
        guard checksums == (sensors.isEmpty ? [] : [sum]) else {
            throw damaged("the paired sensors of a rider are not as they were written")
        }
        return sensors
    }

    fileprivate func store(_ sensors: [PairedSensor], of rider: Int64) throws(HKError) {
        try run("DELETE FROM sensor_list WHERE rider = ?", [.integer(rider)])
        try run("INSERT INTO sensor_list (rider, checksum) VALUES (?, 0)", [.integer(rider)])
        for sensor in sensors {
            try run(
                """
                INSERT INTO paired_sensor (rider, address, name, manufacturer, model, serial, firmware, body_location,
                    battery_percent, provides, adapter, services, last_seen)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [.integer(rider)] + (try SQLiteValue.values(of: sensor.sensor)) + [
                    SQLiteValue(sensor.adapter), .text(try JSONText.text(sensor.services)),
                    SQLiteValue(sensor.lastSeen),
                ])
        }
        let sum = try rows(Self.sensorsOfRider, [.integer(rider)]) { $0.checksum }.reduce(0, &+)
        try run("UPDATE sensor_list SET checksum = ? WHERE rider = ?", [.integer(sum), .integer(rider)])
    }

    fileprivate func removeSensors(of rider: Int64) throws(HKError) {
        let lists = try rows("SELECT rider FROM sensor_list WHERE rider = ?", [.integer(rider)]) {
            $0.integer(0)
        }
        guard !lists.isEmpty else { return }
        try run("DELETE FROM sensor_list WHERE rider = ?", [.integer(rider)])
        let others = ["sample", "removal", "person", "preferred_zones", "access_grant"].map {
            "SELECT 1 FROM \($0) WHERE rider = rider.id"
        }
        try run(
            "DELETE FROM rider WHERE id = ? AND NOT EXISTS (\(others.joined(separator: " UNION ALL ")))",
            [.integer(rider)])
    }
}

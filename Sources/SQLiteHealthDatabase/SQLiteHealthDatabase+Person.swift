import Foundation
package import HealthModel

extension SQLiteHealthDatabase {
    package func characteristics() throws(HKError) -> PersonalCharacteristics {
        try withConnection { connection throws(HKError) in
            try connection.characteristics(of: try connection.row(ofRider: rider))
        }
    }

    package func updateCharacteristics(
        _ change: (inout PersonalCharacteristics) -> Void
    ) throws(HKError) {
        try withConnection { connection throws(HKError) in
            try connection.transaction(.write) { () throws(HKError) in
                let rider = try connection.storeRider(rider)
                var characteristics = try connection.characteristics(of: rider)
                change(&characteristics)
                try connection.setCharacteristics(characteristics, of: rider)
            }
        }
    }

    package func zoneBoundaries(for type: HKQuantityType) throws(HKError) -> [Double]? {
        try withConnection { connection throws(HKError) in
            let texts = try connection.rows(
                "SELECT boundaries FROM preferred_zones WHERE rider = ? AND quantity_type = ?",
                [.integer(try connection.row(ofRider: rider)), .text(type.identifier)]
            ) { $0.text(0) }
            guard let text = texts.first else { return nil }
            return try connection.value([Double].self, of: text)
        }
    }

    package func setZoneBoundaries(
        _ boundaries: [Double]?, for type: HKQuantityType
    ) throws(HKError) {
        try withConnection { connection throws(HKError) in
            try connection.transaction(.write) { () throws(HKError) in
                guard let boundaries else {
                    try connection.run(
                        "DELETE FROM preferred_zones WHERE rider = ? AND quantity_type = ?",
                        [.integer(try connection.row(ofRider: rider)), .text(type.identifier)])
                    return
                }
                let rider = try connection.storeRider(rider)
                try connection.run(
                    "INSERT OR REPLACE INTO preferred_zones (rider, quantity_type, boundaries) VALUES (?, ?, ?)",
                    [.integer(rider), .text(type.identifier), .text(try JSONText.text(boundaries))])
            }
        }
    }
}

extension SQLiteConnection {
    fileprivate func characteristics(of rider: Int64) throws(HKError) -> PersonalCharacteristics {
        let found = try rows(
            "SELECT date_of_birth, biological_sex, maximum_heart_rate, time_zone FROM person WHERE rider = ?",
            [.integer(rider)]
        ) { row throws(HKError) in
            guard let sex = HKBiologicalSex(rawValue: Int(row.integer(1))) else {
                throw damaged("the biological sex is \(row.integer(1))")
            }
            let birth = row.optionalText(0)
            return PersonalCharacteristics(
                dateOfBirth: birth == nil ? nil : try value(DateComponents.self, of: birth ?? ""),
                biologicalSex: sex, maximumHeartRate: row.optionalReal(2),
                timeZone: row.optionalText(3).flatMap { TimeZone(identifier: $0) })
        }
        return found.first ?? PersonalCharacteristics()
    }

    fileprivate func setCharacteristics(
        _ person: PersonalCharacteristics, of rider: Int64
    ) throws(HKError) {
        let birth: SQLiteValue =
            if let components = person.dateOfBirth { .text(try JSONText.text(components)) } else { .null }
        try run(
            """
            INSERT OR REPLACE INTO person (rider, date_of_birth, biological_sex, maximum_heart_rate, time_zone)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                .integer(rider), birth, SQLiteValue(person.biologicalSex.rawValue),
                SQLiteValue(person.maximumHeartRate), SQLiteValue(person.timeZone?.identifier),
            ])
    }
}

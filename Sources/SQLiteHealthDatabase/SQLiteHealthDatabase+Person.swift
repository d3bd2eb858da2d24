import Foundation
package import HealthModel

extension SQLiteHealthDatabase {
    package func characteristics() throws(HKError) -> PersonalCharacteristics {
        try withConnection { connection throws(HKError) in try connection.characteristics() }
    }

    package func updateCharacteristics(
        _ change: (inout PersonalCharacteristics) -> Void
    ) throws(HKError) {
        try withConnection { connection throws(HKError) in
            try connection.transaction(.write) { () throws(HKError) in
                var characteristics = try connection.characteristics()
                change(&characteristics)
                try connection.setCharacteristics(characteristics)
            }
        }
    }

    package func zoneBoundaries(for type: HKQuantityType) throws(HKError) -> [Double]? {
        try withConnection { connection throws(HKError) in
            let texts = try connection.rows(
                "SELECT boundaries FROM preferred_zones WHERE quantity_type = ?", [.text(type.identifier)]
            ) { $0.text(0) }
            guard let text = texts.first else { return nil }
            return try connection.value([Double].self, of: text)
        }
    }

    package func setZoneBoundaries(
        _ boundaries: [Double]?, for type: HKQuantityType
    ) throws(HKError) {
        try withConnection { connection throws(HKError) in
            guard let boundaries else {
                try connection.run(
                    "DELETE FROM preferred_zones WHERE quantity_type = ?", [.text(type.identifier)])
                return
            }
            try connection.run(
                "INSERT OR REPLACE INTO preferred_zones (quantity_type, boundaries) VALUES (?, ?)",
                [.text(type.identifier), .text(try JSONText.text(boundaries))])
        }
    }
}

extension SQLiteConnection {
    fileprivate func characteristics() throws(HKError) -> PersonalCharacteristics {
        let found = try rows(
            "SELECT date_of_birth, biological_sex, maximum_heart_rate FROM person WHERE id = 1"
        ) { row throws(HKError) in
            guard let sex = HKBiologicalSex(rawValue: Int(row.integer(1))) else {
                throw damaged("the biological sex is \(row.integer(1))")
            }
            let birth = row.optionalText(0)
            return PersonalCharacteristics(
                dateOfBirth: birth == nil ? nil : try value(DateComponents.self, of: birth ?? ""),
                biologicalSex: sex, maximumHeartRate: row.optionalReal(2))
        }
        return found.first ?? PersonalCharacteristics()
    }

    fileprivate func setCharacteristics(_ person: PersonalCharacteristics) throws(HKError) {
        let birth: SQLiteValue =
            if let components = person.dateOfBirth { .text(try JSONText.text(components)) } else { .null }
        try run(
            """
            INSERT OR REPLACE INTO person (id, date_of_birth, biological_sex, maximum_heart_rate)
            VALUES (1, ?, ?, ?)
            """,
            [birth, SQLiteValue(person.biologicalSex.rawValue), SQLiteValue(person.maximumHeartRate)])
    }
}

package import HealthModel

extension SQLiteHealthDatabase {
    package func grants(of client: String) throws(HKError) -> AccessGrants {
        try withConnection { connection throws(HKError) in
            try connection.grants(of: client, for: try connection.row(ofRider: rider))
        }
    }

    package func updateGrants(
        of client: String, _ change: (inout AccessGrants) -> Void
    ) throws(HKError) {
        try withConnection { connection throws(HKError) in
            try connection.transaction(.write) { () throws(HKError) in
                let rider = try connection.storeRider(rider)
                var grants = try connection.grants(of: client, for: rider)
                change(&grants)
                try connection.setGrants(grants, of: client, for: rider)
            }
        }
    }

    package func clients() throws(HKError) -> [String] {
        try withConnection { connection throws(HKError) in
            try connection.rows(
                "SELECT DISTINCT client FROM access_grant WHERE rider = ?",
                [.integer(try connection.row(ofRider: rider))]
            ) { $0.text(0) }.sorted()
        }
    }
}

extension SQLiteConnection {
    fileprivate func grants(of client: String, for rider: Int64) throws(HKError) -> AccessGrants {
        let rows = try rows(
            "SELECT access, type, decision FROM access_grant WHERE rider = ? AND client = ?",
            [.integer(rider), .text(client)]
        ) { row throws(HKError) in
            guard let access = AccessGrants.Access(rawValue: row.text(0)),
                let decision = AccessGrants.Decision(rawValue: row.text(2))
            else { throw damaged("\"\(client)\" has \(row.text(2)) to \(row.text(0)) \(row.text(1))") }
            return (access: access, type: row.text(1), decision: decision)
        }
        func decisions(_ access: AccessGrants.Access) -> [String: AccessGrants.Decision] {
            Dictionary(rows.filter { $0.access == access }.map { ($0.type, $0.decision) }) { first, _ in first
            }
        }
        return AccessGrants(share: decisions(.share), read: decisions(.read))
    }

    fileprivate func setGrants(
        _ grants: AccessGrants, of client: String, for rider: Int64
    ) throws(HKError) {
        try run(
            "DELETE FROM access_grant WHERE rider = ? AND client = ?", [.integer(rider), .text(client)])
        for (access, decisions) in [(AccessGrants.Access.share, grants.share), (.read, grants.read)] {
            for (type, decision) in decisions {
                try run(
                    "INSERT INTO access_grant (rider, client, access, type, decision) VALUES (?, ?, ?, ?, ?)",
                    [
                        .integer(rider), .text(client), .text(access.rawValue), .text(type),
                        .text(decision.rawValue),
                    ])
            }
        }
    }
}

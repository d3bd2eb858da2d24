extension HealthSchema {
    /// The new tables of version 2, and what version 1 kept for its one person given to a rider.
    ///
    /// A file holds several riders. Each series is stored once, whoever refers to it. What lists and trends need of a
    /// workout is stored beside it. What is found by two keys is kept in their order, without an index that could lead
    /// elsewhere. A checksum is of all rows of a sample or a summary, see `checksum(of:)`.
    static let second = """
        CREATE TABLE rider (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE
        ) STRICT;
        INSERT INTO rider (id, name)
        SELECT 1, '\(SQLiteHealthDatabase.defaultRider)' WHERE EXISTS (SELECT 1 FROM sample)
            OR EXISTS (SELECT 1 FROM removal) OR EXISTS (SELECT 1 FROM person)
            OR EXISTS (SELECT 1 FROM preferred_zones) OR EXISTS (SELECT 1 FROM access_grant);

        -- The digest finds equal series: it is the checksum and the length of the content.
        CREATE TABLE series (
            id INTEGER PRIMARY KEY,
            digest INTEGER NOT NULL,
            content BLOB NOT NULL
        ) STRICT;
        CREATE INDEX series_by_digest ON series (digest);

        CREATE TABLE new_sample (
            anchor INTEGER PRIMARY KEY,
            rider INTEGER NOT NULL REFERENCES rider,
            uuid BLOB NOT NULL,
            type INTEGER NOT NULL REFERENCES sample_type,
            start_date REAL NOT NULL,
            end_date REAL NOT NULL,
            source_revision INTEGER NOT NULL REFERENCES source_revision,
            device INTEGER REFERENCES device,
            metadata TEXT,
            sync_identifier TEXT,
            sync_version REAL,
            checksum INTEGER NOT NULL,
            UNIQUE (uuid, rider)
        ) STRICT;
        INSERT INTO new_sample
        SELECT anchor, 1, uuid, type, start_date, end_date, source_revision, device, metadata, sync_identifier,
            sync_version, 0
        FROM sample;
        DROP TABLE sample;
        ALTER TABLE new_sample RENAME TO sample;
        CREATE INDEX sample_by_type ON sample (rider, type);
        CREATE INDEX sample_by_start ON sample (rider, type, start_date);
        CREATE INDEX sample_by_sync_identifier ON sample (rider, type, sync_identifier)
            WHERE sync_identifier IS NOT NULL;

        CREATE TABLE new_removal (
            anchor INTEGER PRIMARY KEY,
            rider INTEGER NOT NULL REFERENCES rider,
            uuid BLOB NOT NULL,
            type INTEGER NOT NULL REFERENCES sample_type,
            source TEXT NOT NULL,
            stored_at INTEGER NOT NULL
        ) STRICT;
        INSERT INTO new_removal SELECT anchor, 1, uuid, type, source, stored_at FROM removal;
        DROP TABLE removal;
        ALTER TABLE new_removal RENAME TO removal;
        CREATE INDEX removal_by_type ON removal (rider, type);

        CREATE TABLE new_access_grant (
            rider INTEGER NOT NULL REFERENCES rider,
            client TEXT NOT NULL,
            access TEXT NOT NULL,
            type TEXT NOT NULL,
            decision TEXT NOT NULL,
            PRIMARY KEY (rider, client, access, type)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO new_access_grant SELECT 1, client, access, type, decision FROM access_grant;
        DROP TABLE access_grant;
        ALTER TABLE new_access_grant RENAME TO access_grant;

        CREATE TABLE new_person (
            rider INTEGER PRIMARY KEY REFERENCES rider,
            date_of_birth TEXT,
            biological_sex INTEGER NOT NULL,
            maximum_heart_rate REAL
        ) STRICT;
        INSERT INTO new_person SELECT 1, date_of_birth, biological_sex, maximum_heart_rate FROM person;
        DROP TABLE person;
        ALTER TABLE new_person RENAME TO person;

        CREATE TABLE new_preferred_zones (
            rider INTEGER NOT NULL REFERENCES rider,
            quantity_type TEXT NOT NULL,
            boundaries TEXT NOT NULL,
            PRIMARY KEY (rider, quantity_type)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO new_preferred_zones SELECT 1, quantity_type, boundaries FROM preferred_zones;
        DROP TABLE preferred_zones;
        ALTER TABLE new_preferred_zones RENAME TO preferred_zones;

        CREATE TABLE new_quantity_sample (
            sample INTEGER PRIMARY KEY REFERENCES sample ON DELETE CASCADE,
            value REAL NOT NULL,
            unit TEXT NOT NULL,
            series_origin REAL,
            series INTEGER REFERENCES series
        ) STRICT;

        CREATE TABLE new_heartbeat_series (
            sample INTEGER PRIMARY KEY REFERENCES sample ON DELETE CASCADE,
            series INTEGER NOT NULL REFERENCES series
        ) STRICT;

        -- Heartbeats are counted from the first.
        CREATE TABLE new_workout (
            sample INTEGER PRIMARY KEY REFERENCES sample ON DELETE CASCADE,
            activity_type INTEGER NOT NULL,
            location_type INTEGER NOT NULL,
            swimming_location_type INTEGER NOT NULL,
            lap_length TEXT,
            series_start REAL NOT NULL,
            elapsed INTEGER NOT NULL,
            pauses BLOB NOT NULL,
            first_heartbeat INTEGER,
            heartbeats INTEGER REFERENCES series,
            total_duration REAL,
            total_energy_burned TEXT,
            total_distance TEXT
        ) STRICT;

        CREATE TABLE new_workout_column (
            workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE,
            quantity_type TEXT NOT NULL,
            series INTEGER NOT NULL REFERENCES series,
            PRIMARY KEY (workout, quantity_type)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE new_workout_zones (
            workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE,
            quantity_type TEXT NOT NULL,
            source TEXT NOT NULL,
            boundaries TEXT NOT NULL,
            PRIMARY KEY (workout, quantity_type)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO new_workout_zones SELECT * FROM workout_zones;
        DROP TABLE workout_zones;
        ALTER TABLE new_workout_zones RENAME TO workout_zones;

        CREATE TABLE new_workout_activity (
            workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE,
            position INTEGER NOT NULL,
            uuid BLOB NOT NULL,
            activity_type INTEGER NOT NULL,
            location_type INTEGER NOT NULL,
            swimming_location_type INTEGER NOT NULL,
            lap_length TEXT,
            start_date REAL NOT NULL,
            end_date REAL,
            metadata TEXT,
            measured_from INTEGER,
            measured_until INTEGER,
            PRIMARY KEY (workout, position)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO new_workout_activity SELECT * FROM workout_activity;
        DROP TABLE workout_activity;
        ALTER TABLE new_workout_activity RENAME TO workout_activity;

        CREATE TABLE new_workout_sensor (
            workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE,
            position INTEGER NOT NULL,
            address TEXT NOT NULL,
            name TEXT,
            manufacturer TEXT,
            model TEXT,
            serial TEXT,
            firmware TEXT,
            body_location TEXT,
            battery_percent INTEGER,
            provides TEXT NOT NULL,
            PRIMARY KEY (workout, position)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO new_workout_sensor SELECT * FROM workout_sensor;
        DROP TABLE workout_sensor;
        ALTER TABLE new_workout_sensor RENAME TO workout_sensor;

        CREATE TABLE workout_summary (
            workout INTEGER PRIMARY KEY REFERENCES workout ON DELETE CASCADE,
            is_indoor INTEGER,
            is_simulated INTEGER NOT NULL,
            time_zone TEXT,
            paused INTEGER NOT NULL,
            normalized_power REAL,
            functional_threshold_power REAL,
            distribution_checksum INTEGER NOT NULL,
            checksum INTEGER NOT NULL
        ) STRICT;

        -- Averages and extremes are of discrete types, sums of cumulative ones; both in the type's canonical unit.
        CREATE TABLE workout_measure (
            workout INTEGER NOT NULL REFERENCES workout_summary ON DELETE CASCADE,
            type INTEGER NOT NULL REFERENCES sample_type,
            average REAL,
            minimum REAL,
            maximum REAL,
            sum REAL,
            measured INTEGER NOT NULL,
            PRIMARY KEY (workout, type)
        ) STRICT, WITHOUT ROWID;

        -- Apart from the summary, so that lists need not pass over them.
        CREATE TABLE workout_distribution (
            workout INTEGER PRIMARY KEY REFERENCES workout_summary ON DELETE CASCADE,
            heart_rate BLOB,
            cycling_power BLOB
        ) STRICT;
        """

    /// What follows in version 2 when the series are in their table.
    static let secondAfterSeries =
        ["quantity_sample", "heartbeat_series", "workout", "workout_column"].map {
            "DROP TABLE \($0);\nALTER TABLE new_\($0) RENAME TO \($0);\n"
        }.joined() + references.map { index(of: $0) + trigger(of: $0) }.joined()

    /// The columns that refer to series.
    private static let references = [
        (table: "quantity_sample", column: "series"), (table: "heartbeat_series", column: "series"),
        (table: "workout", column: "heartbeats"), (table: "workout_column", column: "series"),
    ]

    private static func index(of reference: (table: String, column: String)) -> String {
        """
        CREATE INDEX \(reference.table)_by_\(reference.column) ON \(reference.table) (\(reference.column))
            WHERE \(reference.column) IS NOT NULL;

        """
    }

    /// With the last reference goes the series.
    private static func trigger(of reference: (table: String, column: String)) -> String {
        let others = references.map {
            "SELECT 1 FROM \($0.table) WHERE \($0.column) = OLD.\(reference.column)"
        }
        return """
            CREATE TRIGGER \(reference.table)_leaves_series AFTER DELETE ON \(reference.table)
            WHEN OLD.\(reference.column) IS NOT NULL
            BEGIN
                DELETE FROM series WHERE id = OLD.\(reference.column)
                    AND NOT EXISTS (\(others.joined(separator: " UNION ALL ")));
            END;

            """
    }
}

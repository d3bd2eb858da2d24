/// The tables of a health database, version by version.
enum HealthSchema {
    /// What marks the file as ours in SQLite's header: the letters PWHD.
    static let applicationID: Int64 = 0x5057_4844

    /// The version that this program writes: how many steps a file has taken.
    static let version: Int64 = 3

    /// The tables of version 1.
    ///
    /// Dates are seconds from 2001, as `Date` counts them; offsets and durations are nanoseconds; quantities and
    /// metadata are JSON; series are columns of numbers, see `FirstColumnReader`. An anchor numbers each sample that was stored and
    /// each removal, over both tables.
    static let first = """
        CREATE TABLE source_revision (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            bundle_identifier TEXT NOT NULL,
            version TEXT,
            product_type TEXT,
            system_major INTEGER NOT NULL,
            system_minor INTEGER NOT NULL,
            system_patch INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE device (
            id INTEGER PRIMARY KEY,
            name TEXT,
            manufacturer TEXT,
            model TEXT,
            hardware_version TEXT,
            firmware_version TEXT,
            software_version TEXT,
            local_identifier TEXT,
            udi_device_identifier TEXT
        ) STRICT;

        CREATE TABLE sample_type (
            id INTEGER PRIMARY KEY,
            identifier TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL
        ) STRICT;

        CREATE TABLE sample (
            anchor INTEGER PRIMARY KEY,
            uuid BLOB NOT NULL UNIQUE,
            type INTEGER NOT NULL REFERENCES sample_type,
            start_date REAL NOT NULL,
            end_date REAL NOT NULL,
            source_revision INTEGER NOT NULL REFERENCES source_revision,
            device INTEGER REFERENCES device,
            metadata TEXT,
            sync_identifier TEXT,
            sync_version REAL
        ) STRICT;
        CREATE INDEX sample_by_type ON sample (type);
        CREATE INDEX sample_by_start ON sample (type, start_date);
        CREATE INDEX sample_by_sync_identifier ON sample (type, sync_identifier)
            WHERE sync_identifier IS NOT NULL;

        CREATE TABLE removal (
            anchor INTEGER PRIMARY KEY,
            uuid BLOB NOT NULL,
            type INTEGER NOT NULL REFERENCES sample_type,
            source TEXT NOT NULL,
            stored_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX removal_by_type ON removal (type);

        CREATE TABLE quantity_sample (
            sample INTEGER PRIMARY KEY REFERENCES sample ON DELETE CASCADE,
            value REAL NOT NULL,
            unit TEXT NOT NULL,
            series_origin REAL,
            series BLOB
        ) STRICT;

        CREATE TABLE category_sample (
            sample INTEGER PRIMARY KEY REFERENCES sample ON DELETE CASCADE,
            value INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE heartbeat_series (
            sample INTEGER PRIMARY KEY REFERENCES sample ON DELETE CASCADE,
            beats BLOB NOT NULL
        ) STRICT;

        CREATE TABLE workout (
            sample INTEGER PRIMARY KEY REFERENCES sample ON DELETE CASCADE,
            activity_type INTEGER NOT NULL,
            location_type INTEGER NOT NULL,
            swimming_location_type INTEGER NOT NULL,
            lap_length TEXT,
            series_start REAL NOT NULL,
            elapsed INTEGER NOT NULL,
            pauses BLOB NOT NULL,
            heartbeats BLOB NOT NULL,
            total_duration REAL,
            total_energy_burned TEXT,
            total_distance TEXT
        ) STRICT;

        CREATE TABLE workout_column (
            workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE,
            quantity_type TEXT NOT NULL,
            samples BLOB NOT NULL,
            PRIMARY KEY (workout, quantity_type)
        ) STRICT;

        CREATE TABLE workout_zones (
            workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE,
            quantity_type TEXT NOT NULL,
            source TEXT NOT NULL,
            boundaries TEXT NOT NULL,
            PRIMARY KEY (workout, quantity_type)
        ) STRICT;

        CREATE TABLE workout_activity (
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
        ) STRICT;

        -- An event without an activity is the workout's own.
        CREATE TABLE workout_event (
            id INTEGER PRIMARY KEY,
            workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE,
            activity INTEGER,
            type INTEGER NOT NULL,
            start_date REAL NOT NULL,
            duration REAL NOT NULL,
            metadata TEXT
        ) STRICT;
        CREATE INDEX workout_event_by_workout ON workout_event (workout);

        CREATE TABLE workout_sensor (
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
        ) STRICT;

        -- The workout is named by its UUID: it may be stored later, or be gone.
        CREATE TABLE workout_relation (
            id INTEGER PRIMARY KEY,
            sample INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE,
            workout BLOB NOT NULL,
            UNIQUE (sample, workout)
        ) STRICT;

        CREATE TABLE access_grant (
            client TEXT NOT NULL,
            access TEXT NOT NULL,
            type TEXT NOT NULL,
            decision TEXT NOT NULL,
            PRIMARY KEY (client, access, type)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE person (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            date_of_birth TEXT,
            biological_sex INTEGER NOT NULL,
            maximum_heart_rate REAL
        ) STRICT;

        CREATE TABLE preferred_zones (
            quantity_type TEXT PRIMARY KEY,
            boundaries TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}

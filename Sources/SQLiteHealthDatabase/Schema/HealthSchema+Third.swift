extension HealthSchema {
    /// The new tables of version 3: all that a list shows of a workout is in one row, and riders have sensors.
    ///
    /// Summaries follow from the workouts, so that the older ones are let go and worked out anew. What a summary tells is
    /// copied from the other tables of its workout, which are frozen as it is: so a list reads one table, in its order.
    static let third = """
        DROP TABLE workout_measure;
        DROP TABLE workout_distribution;
        DROP TABLE workout_summary;

        -- What most of a rider's summaries share, as JSON: the types of their measures, and their zones.
        CREATE TABLE summary_layout (
            id INTEGER PRIMARY KEY,
            types TEXT NOT NULL,
            zones TEXT NOT NULL,
            checksum INTEGER NOT NULL
        ) STRICT;

        -- Measures belong to the types of the layout in their order, in the canonical unit of each.
        CREATE TABLE workout_summary (
            workout INTEGER PRIMARY KEY REFERENCES workout ON DELETE CASCADE,
            rider INTEGER NOT NULL REFERENCES rider,
            uuid BLOB NOT NULL,
            start_date REAL NOT NULL,
            end_date REAL NOT NULL,
            activity_type INTEGER NOT NULL,
            is_indoor INTEGER,
            is_simulated INTEGER NOT NULL,
            time_zone TEXT,
            elapsed INTEGER NOT NULL,
            paused INTEGER NOT NULL,
            normalized_power REAL,
            functional_threshold_power REAL,
            layout INTEGER NOT NULL REFERENCES summary_layout,
            measures BLOB NOT NULL,
            distribution_checksum INTEGER NOT NULL,
            checksum INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX workout_summary_by_start ON workout_summary (rider, start_date);

        -- Apart from the summary, so that lists need not pass over them.
        CREATE TABLE workout_distribution (
            workout INTEGER PRIMARY KEY REFERENCES workout ON DELETE CASCADE,
            heart_rate BLOB,
            cycling_power BLOB
        ) STRICT;

        -- The riders who have paired sensors. The checksum is of all of a rider's, so that none goes or comes unseen.
        CREATE TABLE sensor_list (
            rider INTEGER PRIMARY KEY REFERENCES rider ON DELETE CASCADE,
            checksum INTEGER NOT NULL
        ) STRICT;

        -- Services are JSON, as quantities are.
        CREATE TABLE paired_sensor (
            rider INTEGER NOT NULL REFERENCES sensor_list ON DELETE CASCADE,
            address TEXT NOT NULL,
            name TEXT,
            manufacturer TEXT,
            model TEXT,
            serial TEXT,
            firmware TEXT,
            body_location TEXT,
            battery_percent INTEGER,
            provides TEXT NOT NULL,
            adapter TEXT,
            services TEXT NOT NULL,
            last_seen TEXT,
            PRIMARY KEY (rider, address)
        ) STRICT, WITHOUT ROWID;
        """
}

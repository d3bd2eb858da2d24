PRAGMA application_id = 1347897412; PRAGMA user_version = 1;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
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
INSERT INTO source_revision VALUES(1,'app','app','1.2','Linux',6,1,7);
INSERT INTO source_revision VALUES(2,'watch','watch',NULL,'Linux',6,1,7);
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
INSERT INTO device VALUES(1,'H10','Polar','H10','00760690','5.0.0','3.1.1','C0:FF:EE:00:00:01',NULL);
CREATE TABLE sample_type (
    id INTEGER PRIMARY KEY,
    identifier TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL
) STRICT;
INSERT INTO sample_type VALUES(1,'HKQuantityTypeIdentifierHeartRate','quantity');
INSERT INTO sample_type VALUES(2,'HKCategoryTypeIdentifierMenopausalState','category');
INSERT INTO sample_type VALUES(3,'HKCategoryTypeIdentifierBleedingAfterMenopause','category');
INSERT INTO sample_type VALUES(4,'HKDataTypeIdentifierHeartbeatSeries','heartbeats');
INSERT INTO sample_type VALUES(5,'HKWorkoutTypeIdentifier','workout');
INSERT INTO sample_type VALUES(6,'HKQuantityTypeIdentifierCyclingPower','quantity');
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
INSERT INTO sample VALUES(1,X'3a5512eac65c478cb32226ce22892833',1,799999999.75,800000001.25000000003,1,1,'{"date":{"date":800000000.1234567},"empty":{"string":""},"large":{"unsigned":18446744073709551615},"number":{"number":0.1},"quantity":{"quantity":{"unit":"kcal/hr·kg","value":9.5}},"text":{"string":"Ünïcode \"and\" \u0000zero"},"third":{"number":0.3333333333333333},"truth":{"boolean":true},"whole":{"integer":-7}}',NULL,NULL);
INSERT INTO sample VALUES(2,X'227053dba07042d3b7039d73742deede',1,800000000.0,800000002.0,1,NULL,NULL,NULL,NULL);
INSERT INTO sample VALUES(3,X'545506a3dc7744e9a49b6f7d439db214',2,800000000.0,800000000.0,1,NULL,NULL,NULL,NULL);
INSERT INTO sample VALUES(4,X'0aeac51af3f144a2b13c20158d355ac0',3,800000000.0,63113904000.0,1,NULL,'{"HKWasUserEntered":{"boolean":true}}',NULL,NULL);
INSERT INTO sample VALUES(5,X'afb25020dc69454e85e4db616b77e3f3',4,800000000.0,800000001.70000004767,1,1,NULL,NULL,NULL);
INSERT INTO sample VALUES(6,X'2d9acc41da5a4291bca60d4d797b0196',5,800000000.0,800000600.0,1,1,'{"HKIndoorWorkout":{"boolean":false}}',NULL,NULL);
INSERT INTO sample VALUES(8,X'2d34d5a7ae5649b6933e262a26276b16',1,800000000.0,800000000.0,1,NULL,'{"HKSyncIdentifier":{"string":"ride-7"},"HKSyncVersion":{"integer":2}}','ride-7',2.0);
INSERT INTO sample VALUES(9,X'df6ced58334e862899d36a7dba7ad840',6,800000000.25000000004,800000003.0,2,1,NULL,NULL,NULL);
INSERT INTO sample VALUES(10,X'bf386815e21c8ad880835fe5dc237dd9',1,800000000.0,800000300.0,2,1,NULL,NULL,NULL);
INSERT INTO sample VALUES(11,X'0fefd8380c728da68ba79d42f59d4d2c',4,800000000.81200003622,800000003.0,2,1,NULL,NULL,NULL);
CREATE TABLE removal (
    anchor INTEGER PRIMARY KEY,
    uuid BLOB NOT NULL,
    type INTEGER NOT NULL REFERENCES sample_type,
    source TEXT NOT NULL,
    stored_at INTEGER NOT NULL
) STRICT;
INSERT INTO removal VALUES(12,X'8ff3b44a4e144175a39ab4a97f8e0aab',1,'app',7);
CREATE TABLE quantity_sample (
    sample INTEGER PRIMARY KEY REFERENCES sample ON DELETE CASCADE,
    value REAL NOT NULL,
    unit TEXT NOT NULL,
    series_origin REAL,
    series BLOB
) STRICT;
INSERT INTO quantity_sample VALUES(1,71.5,'count/min',NULL,NULL);
INSERT INTO quantity_sample VALUES(2,1.0,'count/s',799999999.0,X'0103000000000000000000000000000000e803000000000000d00700000000000003000000000000000000000000004e400000000000a04e400000000000004f4003000000000000000000000000000000f4010000000000000000000000000000');
INSERT INTO quantity_sample VALUES(8,100.0,'count/min',NULL,NULL);
INSERT INTO quantity_sample VALUES(9,91.0,'W',800000000.0,X'01020000000000000080b2e60e000000000094357700000000020000000000000000000000000000000000000000486f400200000000000000000000000000000000ca9a3b00000000');
INSERT INTO quantity_sample VALUES(10,114.73529411764705798,'count/min',800000000.0,X'010400000000000000000000000000000000ca9a3b00000000009435770000000000b864d945000000040000000000000000000000008056400000000000205e400000000000c062400000000000c0584004000000000000000000000000000000000000000000000000f2052a010000000000000000000000');
CREATE TABLE category_sample (
    sample INTEGER PRIMARY KEY REFERENCES sample ON DELETE CASCADE,
    value INTEGER NOT NULL
) STRICT;
INSERT INTO category_sample VALUES(3,2);
INSERT INTO category_sample VALUES(4,2);
CREATE TABLE heartbeat_series (
    sample INTEGER PRIMARY KEY REFERENCES sample ON DELETE CASCADE,
    beats BLOB NOT NULL
) STRICT;
INSERT INTO heartbeat_series VALUES(5,X'010300000000000000000000000000000096438b6ce7fbe93f333333333333fb3f0300000000000000010001');
INSERT INTO heartbeat_series VALUES(11,X'01030000000000000000000000000000006abc74931804e63f328bff24068101400300000000000000010001');
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
INSERT INTO workout VALUES(6,13,3,0,'{"unit":"km","value":0.4}',800000000.0,600000000000,X'01020000000000000000e876481700000000d0ed902e00000002000000000000000040be4025000000009a88cc2e000000',X'0103000000000000000023663000000000002f685900000000015ed0b2000000000300000000000000010001',512.5,'{"unit":"kcal","value":321.5}','{"unit":"m","value":12345}');
CREATE TABLE workout_column (
    workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE,
    quantity_type TEXT NOT NULL,
    samples BLOB NOT NULL,
    PRIMARY KEY (workout, quantity_type)
) STRICT;
INSERT INTO workout_column VALUES(6,'HKQuantityTypeIdentifierHeartRate',X'010400000000000000000000000000000000ca9a3b00000000009435770000000000b864d945000000040000000000000000000000008056400000000000205e400000000000c062400000000000c0584004000000000000000000000000000000000000000000000000f2052a010000000000000000000000');
INSERT INTO workout_column VALUES(6,'HKQuantityTypeIdentifierCyclingPower',X'01020000000000000080b2e60e000000000094357700000000020000000000000000000000000000000000000000486f400200000000000000000000000000000000ca9a3b00000000');
CREATE TABLE workout_zones (
    workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE,
    quantity_type TEXT NOT NULL,
    source TEXT NOT NULL,
    boundaries TEXT NOT NULL,
    PRIMARY KEY (workout, quantity_type)
) STRICT;
INSERT INTO workout_zones VALUES(6,'HKQuantityTypeIdentifierCyclingPower','system','[{"unit":"W","value":110.5},{"unit":"W","value":150},{"unit":"W","value":180},{"unit":"W","value":210},{"unit":"W","value":240}]');
INSERT INTO workout_zones VALUES(6,'HKQuantityTypeIdentifierHeartRate','user','[{"unit":"count/s","value":1.5},{"unit":"count/s","value":2}]');
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
INSERT INTO workout_activity VALUES(6,0,X'5386ac3f1c9e46e0af3f4379fbeb662b',13,3,0,'{"unit":"km","value":0.4}',800000000.0,800000300.0,'{"title":{"string":"Warm-up"}}',0,300000000000);
INSERT INTO workout_activity VALUES(6,1,X'de6555e203b84e02bf04928c62b2f0a8',46,1,2,NULL,800000400.0,NULL,NULL,NULL,NULL);
CREATE TABLE workout_event (
    id INTEGER PRIMARY KEY,
    workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE,
    activity INTEGER,
    type INTEGER NOT NULL,
    start_date REAL NOT NULL,
    duration REAL NOT NULL,
    metadata TEXT
) STRICT;
INSERT INTO workout_event VALUES(1,6,NULL,1,800000100.0,0.0,NULL);
INSERT INTO workout_event VALUES(2,6,NULL,3,800000000.0,299.49999999999999998,'{"HKLapLength":{"quantity":{"unit":"m","value":5000}}}');
INSERT INTO workout_event VALUES(3,6,0,1,800000100.0,0.0,NULL);
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
INSERT INTO workout_sensor VALUES(6,0,'C0:FF:EE:00:00:01','H10','Polar','H10','12345','5.0.0','chest',80,'["HKQuantityTypeIdentifierHeartRate"]');
INSERT INTO workout_sensor VALUES(6,1,'C0:FF:EE:00:00:02',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'["HKQuantityTypeIdentifierCyclingPower","HKQuantityTypeIdentifierCyclingCadence"]');
CREATE TABLE workout_relation (
    id INTEGER PRIMARY KEY,
    sample INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE,
    workout BLOB NOT NULL,
    UNIQUE (sample, workout)
) STRICT;
INSERT INTO workout_relation VALUES(1,9,X'2d9acc41da5a4291bca60d4d797b0196');
INSERT INTO workout_relation VALUES(2,10,X'2d9acc41da5a4291bca60d4d797b0196');
INSERT INTO workout_relation VALUES(3,11,X'2d9acc41da5a4291bca60d4d797b0196');
INSERT INTO workout_relation VALUES(4,1,X'2d9acc41da5a4291bca60d4d797b0196');
CREATE TABLE access_grant (
    client TEXT NOT NULL,
    access TEXT NOT NULL,
    type TEXT NOT NULL,
    decision TEXT NOT NULL,
    PRIMARY KEY (client, access, type)
) STRICT, WITHOUT ROWID;
INSERT INTO access_grant VALUES('app','read','HKWorkoutTypeIdentifier','granted');
INSERT INTO access_grant VALUES('app','share','HKQuantityTypeIdentifierHeartRate','denied');
CREATE TABLE person (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    date_of_birth TEXT,
    biological_sex INTEGER NOT NULL,
    maximum_heart_rate REAL
) STRICT;
INSERT INTO person VALUES(1,'{"day":29,"month":2,"timeZone":{"identifier":"GMT"},"year":1984}',1,188.5);
CREATE TABLE preferred_zones (
    quantity_type TEXT PRIMARY KEY,
    boundaries TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO preferred_zones VALUES('HKQuantityTypeIdentifierCyclingPower','[100,200.5]');
CREATE INDEX sample_by_type ON sample (type);
CREATE INDEX sample_by_start ON sample (type, start_date);
CREATE INDEX sample_by_sync_identifier ON sample (type, sync_identifier)
    WHERE sync_identifier IS NOT NULL;
CREATE INDEX removal_by_type ON removal (type);
CREATE INDEX workout_event_by_workout ON workout_event (workout);
COMMIT;

PRAGMA application_id = 1347897412; PRAGMA user_version = 2;
PRAGMA foreign_keys=OFF;
-- The file of version-2.sql with a second rider, who has the same workout at anchor 13. The checksum of that was worked out by
-- another program; the summary of it is left out, since version 3 lets go of all of them.
BEGIN TRANSACTION;
CREATE TABLE "access_grant" (
    rider INTEGER NOT NULL REFERENCES rider,
    client TEXT NOT NULL,
    access TEXT NOT NULL,
    type TEXT NOT NULL,
    decision TEXT NOT NULL,
    PRIMARY KEY (rider, client, access, type)
) STRICT, WITHOUT ROWID;
INSERT INTO "access_grant" VALUES(1,'app','read','HKWorkoutTypeIdentifier','granted');
INSERT INTO "access_grant" VALUES(1,'app','share','HKQuantityTypeIdentifierHeartRate','denied');
CREATE TABLE category_sample (
    sample INTEGER PRIMARY KEY REFERENCES sample ON DELETE CASCADE,
    value INTEGER NOT NULL
) STRICT;
INSERT INTO "category_sample" VALUES(3,2);
INSERT INTO "category_sample" VALUES(4,2);
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
INSERT INTO "device" VALUES(1,'H10','Polar','H10','00760690','5.0.0','3.1.1','C0:FF:EE:00:00:01',NULL);
CREATE TABLE "heartbeat_series" (
    sample INTEGER PRIMARY KEY REFERENCES sample ON DELETE CASCADE,
    series INTEGER NOT NULL REFERENCES series
) STRICT;
INSERT INTO "heartbeat_series" VALUES(5,4);
INSERT INTO "heartbeat_series" VALUES(11,5);
CREATE TABLE "person" (
    rider INTEGER PRIMARY KEY REFERENCES rider,
    date_of_birth TEXT,
    biological_sex INTEGER NOT NULL,
    maximum_heart_rate REAL
) STRICT;
INSERT INTO "person" VALUES(1,'{"day":29,"month":2,"timeZone":{"identifier":"GMT"},"year":1984}',1,188.5);
INSERT INTO "person" VALUES(2,NULL,2,201.0);
CREATE TABLE "preferred_zones" (
    rider INTEGER NOT NULL REFERENCES rider,
    quantity_type TEXT NOT NULL,
    boundaries TEXT NOT NULL,
    PRIMARY KEY (rider, quantity_type)
) STRICT, WITHOUT ROWID;
INSERT INTO "preferred_zones" VALUES(1,'HKQuantityTypeIdentifierCyclingPower','[100,200.5]');
CREATE TABLE "quantity_sample" (
    sample INTEGER PRIMARY KEY REFERENCES sample ON DELETE CASCADE,
    value REAL NOT NULL,
    unit TEXT NOT NULL,
    series_origin REAL,
    series INTEGER REFERENCES series
) STRICT;
INSERT INTO "quantity_sample" VALUES(1,71.5,'count/min',NULL,NULL);
INSERT INTO "quantity_sample" VALUES(2,1.0,'count/s',799999999.0,1);
INSERT INTO "quantity_sample" VALUES(8,100.0,'count/min',NULL,NULL);
INSERT INTO "quantity_sample" VALUES(9,91.0,'W',800000000.0,2);
INSERT INTO "quantity_sample" VALUES(10,1.14735294117647057988e+02,'count/min',800000000.0,3);
CREATE TABLE "removal" (
    anchor INTEGER PRIMARY KEY,
    rider INTEGER NOT NULL REFERENCES rider,
    uuid BLOB NOT NULL,
    type INTEGER NOT NULL REFERENCES sample_type,
    source TEXT NOT NULL,
    stored_at INTEGER NOT NULL
) STRICT;
INSERT INTO "removal" VALUES(12,1,X'8FF3B44A4E144175A39AB4A97F8E0AAB',1,'app',7);
CREATE TABLE rider (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO "rider" VALUES(1,'rider');
INSERT INTO "rider" VALUES(2,'Jo');
CREATE TABLE "sample" (
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
INSERT INTO "sample" VALUES(1,1,X'3A5512EAC65C478CB32226CE22892833',1,799999999.75,800000001.25,1,1,'{"date":{"date":800000000.1234567},"empty":{"string":""},"large":{"unsigned":18446744073709551615},"number":{"number":0.1},"quantity":{"quantity":{"unit":"kcal/hr·kg","value":9.5}},"text":{"string":"Ünïcode \"and\" \u0000zero"},"third":{"number":0.3333333333333333},"truth":{"boolean":true},"whole":{"integer":-7}}',NULL,NULL,3678691067);
INSERT INTO "sample" VALUES(2,1,X'227053DBA07042D3B7039D73742DEEDE',1,800000000.0,800000002.0,1,NULL,NULL,NULL,NULL,5782071734);
INSERT INTO "sample" VALUES(3,1,X'545506A3DC7744E9A49B6F7D439DB214',2,800000000.0,800000000.0,1,NULL,NULL,NULL,NULL,4364667811);
INSERT INTO "sample" VALUES(4,1,X'0AEAC51AF3F144A2B13C20158D355AC0',3,800000000.0,63113904000.0,1,NULL,'{"HKWasUserEntered":{"boolean":true}}',NULL,NULL,5248993926);
INSERT INTO "sample" VALUES(5,1,X'AFB25020DC69454E85E4DB616B77E3F3',4,800000000.0,800000001.7,1,1,NULL,NULL,NULL,3101506897);
INSERT INTO "sample" VALUES(6,1,X'2D9ACC41DA5A4291BCA60D4D797B0196',5,800000000.0,800000600.0,1,1,'{"HKIndoorWorkout":{"boolean":false}}',NULL,NULL,35745600554);
INSERT INTO "sample" VALUES(8,1,X'2D34D5A7AE5649B6933E262A26276B16',1,800000000.0,800000000.0,1,NULL,'{"HKSyncIdentifier":{"string":"ride-7"},"HKSyncVersion":{"integer":2}}','ride-7',2.0,3186553894);
INSERT INTO "sample" VALUES(9,1,X'DF6CED58334E862899D36A7DBA7AD840',6,800000000.25,800000003.0,2,1,NULL,NULL,NULL,4079921355);
INSERT INTO "sample" VALUES(10,1,X'BF386815E21C8AD880835FE5DC237DD9',1,800000000.0,800000300.0,2,1,NULL,NULL,NULL,2475047628);
INSERT INTO "sample" VALUES(11,1,X'0FEFD8380C728DA68BA79D42F59D4D2C',4,800000000.812,800000003.0,2,1,NULL,NULL,NULL,5815543972);
INSERT INTO "sample" VALUES(13,2,X'2D9ACC41DA5A4291BCA60D4D797B0196',5,800000000.0,800000600.0,1,1,'{"HKIndoorWorkout":{"boolean":false}}',NULL,NULL,30446961951);
CREATE TABLE sample_type (
    id INTEGER PRIMARY KEY,
    identifier TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL
) STRICT;
INSERT INTO "sample_type" VALUES(1,'HKQuantityTypeIdentifierHeartRate','quantity');
INSERT INTO "sample_type" VALUES(2,'HKCategoryTypeIdentifierMenopausalState','category');
INSERT INTO "sample_type" VALUES(3,'HKCategoryTypeIdentifierBleedingAfterMenopause','category');
INSERT INTO "sample_type" VALUES(4,'HKDataTypeIdentifierHeartbeatSeries','heartbeats');
INSERT INTO "sample_type" VALUES(5,'HKWorkoutTypeIdentifier','workout');
INSERT INTO "sample_type" VALUES(6,'HKQuantityTypeIdentifierCyclingPower','quantity');
CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    digest INTEGER NOT NULL,
    content BLOB NOT NULL
) STRICT;
INSERT INTO "series" VALUES(1,8753063140733747228,X'02F2F2411A0003E807020000000302E05DFA0196010103F403000200');
INSERT INTO "series" VALUES(2,8730830431504564253,X'02F254480A000280E59A770E020002020082870301028094EBDC030002');
INSERT INTO "series" VALUES(3,3637570938725204007,X'0264F67EFE00048094EBDC0302000000D2040401880EE204CE04FB07010480E497D01200000200');
INSERT INTO "series" VALUES(4,5682585037933903892,X'029DB931F8000101038092F401BC030025000305');
INSERT INTO "series" VALUES(5,4203689822096719896,X'0274AD033E000101030182BCC1960B00818CB18606000305');
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
INSERT INTO "source_revision" VALUES(1,'app','app','1.2','Linux',6,1,7);
INSERT INTO "source_revision" VALUES(2,'watch','watch',NULL,'Linux',6,1,7);
CREATE TABLE "workout" (
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
INSERT INTO "workout" VALUES(6,13,3,0,'{"unit":"km","value":0.4}',800000000.0,600000000000,X'02F362DC4F000280D0DBC3F402020200028094EBDC037802',812000000,5,512.5,'{"unit":"kcal","value":321.5}','{"unit":"m","value":12345}');
INSERT INTO "workout" VALUES(13,13,3,0,'{"unit":"km","value":0.4}',800000000.0,600000000000,X'02F362DC4F000280D0DBC3F402020200028094EBDC037802',812000000,5,512.5,'{"unit":"kcal","value":321.5}','{"unit":"m","value":12345}');
CREATE TABLE "workout_activity" (
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
INSERT INTO "workout_activity" VALUES(6,0,X'5386AC3F1C9E46E0AF3F4379FBEB662B',13,3,0,'{"unit":"km","value":0.4}',800000000.0,800000300.0,'{"title":{"string":"Warm-up"}}',0,300000000000);
INSERT INTO "workout_activity" VALUES(6,1,X'DE6555E203B84E02BF04928C62B2F0A8',46,1,2,NULL,800000400.0,NULL,NULL,NULL,NULL);
INSERT INTO "workout_activity" VALUES(13,0,X'5386AC3F1C9E46E0AF3F4379FBEB662B',13,3,0,'{"unit":"km","value":0.4}',800000000.0,800000300.0,'{"title":{"string":"Warm-up"}}',0,300000000000);
INSERT INTO "workout_activity" VALUES(13,1,X'DE6555E203B84E02BF04928C62B2F0A8',46,1,2,NULL,800000400.0,NULL,NULL,NULL,NULL);
CREATE TABLE "workout_column" (
    workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE,
    quantity_type TEXT NOT NULL,
    series INTEGER NOT NULL REFERENCES series,
    PRIMARY KEY (workout, quantity_type)
) STRICT, WITHOUT ROWID;
INSERT INTO "workout_column" VALUES(6,'HKQuantityTypeIdentifierCyclingPower',2);
INSERT INTO "workout_column" VALUES(6,'HKQuantityTypeIdentifierHeartRate',3);
INSERT INTO "workout_column" VALUES(13,'HKQuantityTypeIdentifierCyclingPower',2);
INSERT INTO "workout_column" VALUES(13,'HKQuantityTypeIdentifierHeartRate',3);
CREATE TABLE workout_distribution (
    workout INTEGER PRIMARY KEY REFERENCES workout_summary ON DELETE CASCADE,
    heart_rate BLOB,
    cycling_power BLOB
) STRICT;
INSERT INTO "workout_distribution" VALUES(6,X'02AFF5614C000401880EB401AE03CE04048094EBDC030214020A0180C8FFCC980F02',X'028BDC667B000202008287030280E59A770E080180C5F6D7CD0F02');
CREATE TABLE workout_event (
    id INTEGER PRIMARY KEY,
    workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE,
    activity INTEGER,
    type INTEGER NOT NULL,
    start_date REAL NOT NULL,
    duration REAL NOT NULL,
    metadata TEXT
) STRICT;
INSERT INTO "workout_event" VALUES(1,6,NULL,1,800000100.0,0.0,NULL);
INSERT INTO "workout_event" VALUES(2,6,NULL,3,800000000.0,299.5,'{"HKLapLength":{"quantity":{"unit":"m","value":5000}}}');
INSERT INTO "workout_event" VALUES(3,6,0,1,800000100.0,0.0,NULL);
INSERT INTO "workout_event" VALUES(4,13,NULL,1,800000100.0,0.0,NULL);
INSERT INTO "workout_event" VALUES(5,13,NULL,3,800000000.0,299.5,'{"HKLapLength":{"quantity":{"unit":"m","value":5000}}}');
INSERT INTO "workout_event" VALUES(6,13,0,1,800000100.0,0.0,NULL);
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
INSERT INTO "workout_measure" VALUES(6,1,1.14735294117647057988e+02,90.0,150.0,NULL,17000000000);
INSERT INTO "workout_measure" VALUES(6,6,91.0,0.0,250.25,NULL,2750000000);
CREATE TABLE workout_relation (
    id INTEGER PRIMARY KEY,
    sample INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE,
    workout BLOB NOT NULL,
    UNIQUE (sample, workout)
) STRICT;
INSERT INTO "workout_relation" VALUES(1,9,X'2D9ACC41DA5A4291BCA60D4D797B0196');
INSERT INTO "workout_relation" VALUES(2,10,X'2D9ACC41DA5A4291BCA60D4D797B0196');
INSERT INTO "workout_relation" VALUES(3,11,X'2D9ACC41DA5A4291BCA60D4D797B0196');
INSERT INTO "workout_relation" VALUES(4,1,X'2D9ACC41DA5A4291BCA60D4D797B0196');
CREATE TABLE "workout_sensor" (
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
INSERT INTO "workout_sensor" VALUES(6,0,'C0:FF:EE:00:00:01','H10','Polar','H10','12345','5.0.0','chest',80,'["HKQuantityTypeIdentifierHeartRate"]');
INSERT INTO "workout_sensor" VALUES(6,1,'C0:FF:EE:00:00:02',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'["HKQuantityTypeIdentifierCyclingPower","HKQuantityTypeIdentifierCyclingCadence"]');
INSERT INTO "workout_sensor" VALUES(13,0,'C0:FF:EE:00:00:01','H10','Polar','H10','12345','5.0.0','chest',80,'["HKQuantityTypeIdentifierHeartRate"]');
INSERT INTO "workout_sensor" VALUES(13,1,'C0:FF:EE:00:00:02',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'["HKQuantityTypeIdentifierCyclingPower","HKQuantityTypeIdentifierCyclingCadence"]');
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
INSERT INTO "workout_summary" VALUES(6,0,0,NULL,61000000000,NULL,NULL,2087312510,6799889999);
CREATE TABLE "workout_zones" (
    workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE,
    quantity_type TEXT NOT NULL,
    source TEXT NOT NULL,
    boundaries TEXT NOT NULL,
    PRIMARY KEY (workout, quantity_type)
) STRICT, WITHOUT ROWID;
INSERT INTO "workout_zones" VALUES(6,'HKQuantityTypeIdentifierCyclingPower','system','[{"unit":"W","value":110.5},{"unit":"W","value":150},{"unit":"W","value":180},{"unit":"W","value":210},{"unit":"W","value":240}]');
INSERT INTO "workout_zones" VALUES(6,'HKQuantityTypeIdentifierHeartRate','user','[{"unit":"count/s","value":1.5},{"unit":"count/s","value":2}]');
INSERT INTO "workout_zones" VALUES(13,'HKQuantityTypeIdentifierCyclingPower','system','[{"unit":"W","value":110.5},{"unit":"W","value":150},{"unit":"W","value":180},{"unit":"W","value":210},{"unit":"W","value":240}]');
INSERT INTO "workout_zones" VALUES(13,'HKQuantityTypeIdentifierHeartRate','user','[{"unit":"count/s","value":1.5},{"unit":"count/s","value":2}]');
CREATE INDEX workout_event_by_workout ON workout_event (workout);
CREATE INDEX series_by_digest ON series (digest);
CREATE INDEX sample_by_type ON sample (rider, type);
CREATE INDEX sample_by_start ON sample (rider, type, start_date);
CREATE INDEX sample_by_sync_identifier ON sample (rider, type, sync_identifier)
    WHERE sync_identifier IS NOT NULL;
CREATE INDEX removal_by_type ON removal (rider, type);
CREATE INDEX quantity_sample_by_series ON quantity_sample (series)
    WHERE series IS NOT NULL;
CREATE INDEX heartbeat_series_by_series ON heartbeat_series (series)
    WHERE series IS NOT NULL;
CREATE INDEX workout_by_heartbeats ON workout (heartbeats)
    WHERE heartbeats IS NOT NULL;
CREATE INDEX workout_column_by_series ON workout_column (series)
    WHERE series IS NOT NULL;
CREATE TRIGGER quantity_sample_leaves_series AFTER DELETE ON quantity_sample
WHEN OLD.series IS NOT NULL
BEGIN
    DELETE FROM series WHERE id = OLD.series
        AND NOT EXISTS (SELECT 1 FROM quantity_sample WHERE series = OLD.series UNION ALL SELECT 1 FROM heartbeat_series WHERE series = OLD.series UNION ALL SELECT 1 FROM workout WHERE heartbeats = OLD.series UNION ALL SELECT 1 FROM workout_column WHERE series = OLD.series);
END;
CREATE TRIGGER heartbeat_series_leaves_series AFTER DELETE ON heartbeat_series
WHEN OLD.series IS NOT NULL
BEGIN
    DELETE FROM series WHERE id = OLD.series
        AND NOT EXISTS (SELECT 1 FROM quantity_sample WHERE series = OLD.series UNION ALL SELECT 1 FROM heartbeat_series WHERE series = OLD.series UNION ALL SELECT 1 FROM workout WHERE heartbeats = OLD.series UNION ALL SELECT 1 FROM workout_column WHERE series = OLD.series);
END;
CREATE TRIGGER workout_leaves_series AFTER DELETE ON workout
WHEN OLD.heartbeats IS NOT NULL
BEGIN
    DELETE FROM series WHERE id = OLD.heartbeats
        AND NOT EXISTS (SELECT 1 FROM quantity_sample WHERE series = OLD.heartbeats UNION ALL SELECT 1 FROM heartbeat_series WHERE series = OLD.heartbeats UNION ALL SELECT 1 FROM workout WHERE heartbeats = OLD.heartbeats UNION ALL SELECT 1 FROM workout_column WHERE series = OLD.heartbeats);
END;
CREATE TRIGGER workout_column_leaves_series AFTER DELETE ON workout_column
WHEN OLD.series IS NOT NULL
BEGIN
    DELETE FROM series WHERE id = OLD.series
        AND NOT EXISTS (SELECT 1 FROM quantity_sample WHERE series = OLD.series UNION ALL SELECT 1 FROM heartbeat_series WHERE series = OLD.series UNION ALL SELECT 1 FROM workout WHERE heartbeats = OLD.series UNION ALL SELECT 1 FROM workout_column WHERE series = OLD.series);
END;
COMMIT;

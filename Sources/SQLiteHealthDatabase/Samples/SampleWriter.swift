import Foundation
import HealthModel

/// Writes a rider's samples within one transaction.
struct SampleWriter {
    let connection: SQLiteConnection
    private let rider: Int64
    private var anchor: Int64
    private var devices: [HKDevice: Int64] = [:]
    private var types: [HKSampleType: Int64] = [:]

    init(_ connection: SQLiteConnection, of rider: String) throws(HKError) {
        self.connection = connection
        self.rider = try connection.storeRider(rider)
        anchor = try connection.newestAnchor()
    }

    /// Stores samples that are not stored yet.
    ///
    /// - Returns: those that were stored: not those of which a newer version is there.
    mutating func insert(
        _ samples: [HKSample], savedBy revision: HKSourceRevision
    ) throws(HKError) -> [HKSample] {
        var uuids: Set<UUID> = []
        for sample in samples {
            let isStored = try connection.anchor(of: sample.uuid, of: rider) != nil
            if isStored || !uuids.insert(sample.uuid).inserted {
                throw HKError(
                    .errorInvalidArgument, "The \(sample.sampleType) \(sample.uuid) is saved already.")
            }
        }
        let revisionID = try identifier(of: revision)
        var inserted: [HKSample] = []
        for sample in samples {
            let version = try SyncVersion(sample.metadata)
            if let version {
                let older = try connection.rows(
                    """
                    SELECT anchor, sync_version FROM sample JOIN source_revision ON id = source_revision
                    WHERE rider = ? AND type = ? AND sync_identifier = ? AND bundle_identifier = ?
                    """,
                    [
                        .integer(rider), .integer(try identifier(of: sample)), .text(version.identifier),
                        .text(revision.source.bundleIdentifier),
                    ]
                ) { (anchor: $0.integer(0), version: $0.real(1)) }
                if older.contains(where: { $0.version >= version.version }) { continue }
                for sample in older { try remove(sample.anchor) }
            }
            try insert(sample, version, revisionID)
            inserted.append(sample)
        }
        return inserted
    }

    /// Removes stored samples.
    ///
    /// - Throws: `errorInvalidArgument` for one that is not stored.
    mutating func remove(_ samples: [HKSample]) throws(HKError) {
        var found: Set<Int64> = []
        var anchors: [Int64] = []
        for sample in samples {
            guard let anchor = try connection.anchor(of: sample.uuid, of: rider) else {
                throw HKError(.errorInvalidArgument, "The \(sample.sampleType) \(sample.uuid) is not saved.")
            }
            if found.insert(anchor).inserted { anchors.append(anchor) }
        }
        for anchor in anchors { try remove(anchor) }
    }

    /// Removes the sample that is stored at an anchor.
    mutating func remove(_ stored: Int64) throws(HKError) {
        anchor += 1
        try connection.run(
            """
            INSERT INTO removal (anchor, rider, uuid, type, source, stored_at)
            SELECT ?, rider, uuid, type, bundle_identifier, anchor
            FROM sample JOIN source_revision ON id = source_revision
            WHERE anchor = ? AND type IN (SELECT id FROM sample_type) AND rider IN (SELECT id FROM rider)
            """, [.integer(anchor), .integer(stored)])
        try connection.run("DELETE FROM sample WHERE anchor = ?", [.integer(stored)])
    }

    private mutating func insert(
        _ sample: HKSample, _ version: SyncVersion?, _ revision: Int64
    ) throws(HKError) {
        let type = try identifier(of: sample)
        let device = try identifier(of: sample.device)
        anchor += 1
        // Once the rows are there, whichever of them the kind has.
        guard let kind = SampleKind(sample) else { return }
        try connection.run(
            """
            INSERT INTO sample (anchor, rider, uuid, type, start_date, end_date, source_revision, device, metadata,
                sync_identifier, sync_version, checksum)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
            """,
            [
                .integer(anchor), .integer(rider), SQLiteValue(sample.uuid), .integer(type),
                SQLiteValue(sample.startDate),
                SQLiteValue(sample.endDate), .integer(revision), SQLiteValue(device),
                try .metadata(sample.metadata), SQLiteValue(version?.identifier),
                SQLiteValue(version?.version),
            ])
        switch sample {
        case let sample as HKQuantitySample:
            try connection.run(
                "INSERT INTO quantity_sample (sample, value, unit, series_origin, series) VALUES (?, ?, ?, ?, ?)",
                [
                    .integer(anchor), .real(sample.quantity.value), .text(sample.quantity.unit.unitString),
                    sample.series.map { SQLiteValue($0.origin) } ?? .null,
                    SQLiteValue(try connection.storeSeries(sample.series?.column.stored)),
                ])
        case let sample as HKCategorySample:
            try connection.run(
                "INSERT INTO category_sample (sample, value) VALUES (?, ?)",
                [.integer(anchor), SQLiteValue(sample.value)])
        case let sample as HKHeartbeatSeriesSample:
            try connection.run(
                "INSERT INTO heartbeat_series (sample, series) VALUES (?, ?)",
                [
                    .integer(anchor),
                    .integer(try connection.storeSeries(StoredHeartbeats.bytes(of: sample.heartbeats))),
                ])
        case let workout as HKWorkout:
            try WorkoutWriter(connection: connection, row: anchor).insert(workout)
            try connection.insert(WorkoutSummary(workout), of: anchor, ofRider: rider)
        default:
            // `identifier(of:)` has refused samples of any other kind.
            return
        }
        try connection.seal(anchor, of: rider, type, kind)
    }

    // MARK: What samples share

    private mutating func identifier(of sample: HKSample) throws(HKError) -> Int64 {
        if let known = types[sample.sampleType] { return known }
        guard let kind = SampleKind(sample) else {
            throw HKError(.errorInvalidArgument, "A sample of \(sample.sampleType) cannot be stored.")
        }
        let row = try connection.storeType(sample.sampleType, kind)
        types[sample.sampleType] = row
        return row
    }

    private func identifier(of revision: HKSourceRevision) throws(HKError) -> Int64 {
        let system = revision.operatingSystemVersion
        return try row(
            of: "source_revision",
            [
                ("name", .text(revision.source.name)),
                ("bundle_identifier", .text(revision.source.bundleIdentifier)),
                ("version", SQLiteValue(revision.version)),
                ("product_type", SQLiteValue(revision.productType)),
                ("system_major", SQLiteValue(system.majorVersion)),
                ("system_minor", SQLiteValue(system.minorVersion)),
                ("system_patch", SQLiteValue(system.patchVersion)),
            ])
    }

    private mutating func identifier(of device: HKDevice?) throws(HKError) -> Int64? {
        guard let device else { return nil }
        if let known = devices[device] { return known }
        let row = try row(
            of: "device",
            [
                ("name", SQLiteValue(device.name)), ("manufacturer", SQLiteValue(device.manufacturer)),
                ("model", SQLiteValue(device.model)),
                ("hardware_version", SQLiteValue(device.hardwareVersion)),
                ("firmware_version", SQLiteValue(device.firmwareVersion)),
                ("software_version", SQLiteValue(device.softwareVersion)),
                ("local_identifier", SQLiteValue(device.localIdentifier)),
                ("udi_device_identifier", SQLiteValue(device.udiDeviceIdentifier)),
            ])
        devices[device] = row
        return row
    }

    /// The row of a table that holds some values, made if it is not there.
    private func row(
        of table: String, _ columns: [(name: String, value: SQLiteValue)]
    ) throws(HKError) -> Int64 {
        let values = columns.map(\.value)
        let condition = columns.map { "\($0.name) IS ?" }.joined(separator: " AND ")
        let found = try connection.rows("SELECT id FROM \(table) WHERE \(condition)", values) {
            $0.integer(0)
        }
        if let found = found.first { return found }
        let names = columns.map(\.name).joined(separator: ", ")
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        try connection.run("INSERT INTO \(table) (\(names)) VALUES (\(places))", values)
        return connection.lastInsertedRow
    }
}

extension SQLiteConnection {
    /// The anchor of the newest change.
    func newestAnchor() throws(HKError) -> Int64 {
        try number(
            "SELECT max(ifnull((SELECT max(anchor) FROM sample), 0), ifnull((SELECT max(anchor) FROM removal), 0))"
        )
    }

    /// The anchor at which a sample was stored, or nil if it is not.
    func anchor(of uuid: UUID, of rider: Int64) throws(HKError) -> Int64? {
        try rows(
            "SELECT anchor FROM sample WHERE uuid = ? AND rider = ?", [SQLiteValue(uuid), .integer(rider)]
        ) { $0.integer(0) }.first
    }

    /// Stores a type unless it is stored, and gives its row.
    func storeType(_ type: HKSampleType, _ kind: SampleKind) throws(HKError) -> Int64 {
        try run(
            "INSERT INTO sample_type (identifier, kind) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [.text(type.identifier), .text(kind.rawValue)])
        guard let row = try self.row(ofType: type) else {
            throw damaged("a type of samples cannot be found again")
        }
        return row
    }

    /// The row of a type, or nil if nothing of it was ever stored.
    func row(ofType type: HKSampleType) throws(HKError) -> Int64? {
        try rows("SELECT id FROM sample_type NOT INDEXED WHERE identifier = ?", [.text(type.identifier)]) {
            $0.integer(0)
        }.first
    }
}

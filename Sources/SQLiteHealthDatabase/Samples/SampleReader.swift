import Foundation
import HealthModel

/// Reads a rider's samples within one transaction.
struct SampleReader {
    let connection: SQLiteConnection
    private let rider: Int64
    private var devices: [Int64: HKDevice] = [:]
    private var revisions: [Int64: HKSourceRevision] = [:]

    init(_ connection: SQLiteConnection, of rider: Int64) {
        self.connection = connection
        self.rider = rider
    }

    /// What all samples have in common.
    private struct Head {
        let anchor: Int64
        let uuid: UUID
        let start: Date
        let end: Date
        let revision: Int64
        let device: Int64?
        let metadata: String?
        let checksum: Int64
    }

    /// What is known of who saved a sample and of its workouts.
    private struct Provenance: Hashable {
        let revision: Int64
        let workouts: [UUID]
    }

    /// Finds samples and removals.
    mutating func samples(_ request: SampleRequest) throws(HKError) -> SampleBatch {
        let newest = Int(try connection.newestAnchor())
        let type = try connection.rows(
            "SELECT id, kind FROM sample_type NOT INDEXED WHERE identifier = ?",
            [.text(request.type.identifier)]
        ) { ($0.integer(0), $0.text(1)) }.first
        guard let type else { return SampleBatch(stored: [], removed: [], anchor: newest) }
        guard let kind = SampleKind(rawValue: type.1) else {
            throw connection.damaged("\(request.type) is of no known kind")
        }
        return SampleBatch(
            stored: try stored(request, type: type.0, kind), removed: try removed(request, type: type.0),
            anchor: newest)
    }

    /// The workout that was stored at an anchor, or nil if the rider has none there.
    mutating func workout(at anchor: Int64) throws(HKError) -> HKWorkout? {
        try sample(at: anchor, of: .workoutType(), .workout) as? HKWorkout
    }

    /// Reads a sample that was stored at an anchor, to see that it is as it was written.
    mutating func checkSample(at anchor: Int64) throws(HKError) {
        let type = try connection.rows(
            "SELECT identifier, kind FROM sample JOIN sample_type ON id = type WHERE anchor = ?",
            [.integer(anchor)]
        ) { ($0.text(0), $0.text(1)) }.first
        guard let type, let kind = SampleKind(rawValue: type.1),
            try sample(at: anchor, of: kind.type(type.0), kind) != nil
        else { throw connection.damaged("a sample is of no known kind") }
    }

    private mutating func sample(
        at anchor: Int64, of type: HKSampleType, _ kind: SampleKind
    ) throws(HKError) -> HKSample? {
        guard let row = try connection.row(ofType: type) else { return nil }
        var request = SampleRequest(type: type, after: Int(anchor) &- 1)
        request.limit = 1
        let found = try stored(request, type: row, kind).first
        return found?.anchor == Int(anchor) ? found?.sample : nil
    }

    private func removed(_ request: SampleRequest, type: Int64) throws(HKError) -> [SampleBatch.Removed] {
        try connection.rows(
            """
            SELECT uuid, source, anchor FROM removal WHERE rider = ? AND type = ? AND anchor > ? AND stored_at <= ?
            ORDER BY anchor
            """, [.integer(rider), .integer(type), SQLiteValue(request.anchor), SQLiteValue(request.anchor)]
        ) { row throws(HKError) in
            SampleBatch.Removed(uuid: try row.uuid(0), source: row.text(1), anchor: Int(row.integer(2)))
        }
    }

    private mutating func stored(
        _ request: SampleRequest, type: Int64, _ kind: SampleKind
    ) throws(HKError) -> [SampleBatch.Stored] {
        let bounds = request.bounds
        let (condition, values) = bounds.condition
        // Whatever is few leads to the samples: what stands after a plus is only tested.
        let isNarrow = bounds.uuids != nil || !bounds.workouts.isEmpty
        let typeTest = isNarrow ? "+rider = ? AND +type = ?" : "rider = ? AND type = ?"
        let anchorTest = isNarrow || request.anchor <= 0 ? "+anchor > ?" : "anchor > ?"
        let order = request.order.map(\.term) + ["anchor"]
        let heads = try connection.rows(
            """
            SELECT anchor, uuid, start_date, end_date, source_revision, device, metadata, checksum
            FROM sample WHERE \(typeTest) AND \(anchorTest) AND \(condition)
            ORDER BY \(order.joined(separator: ", ")) LIMIT ?
            """,
            [.integer(rider), .integer(type), SQLiteValue(request.anchor)] + values
                // A limit below zero is none.
                + [.integer(Int64(request.limit.map { max(0, $0) } ?? -1))]
        ) { row throws(HKError) in
            Head(
                anchor: row.integer(0), uuid: try row.uuid(1), start: row.date(2), end: row.date(3),
                revision: row.integer(4), device: row.optionalInteger(5), metadata: row.optionalText(6),
                checksum: row.integer(7))
        }
        var stored: [SampleBatch.Stored] = []
        var samples: [Provenance: [HKSample]] = [:]
        for head in heads {
            guard try connection.checksum(of: head.anchor, of: rider, type, kind) == head.checksum else {
                throw connection.damaged("the \(request.type) \(head.uuid) is not as it was written")
            }
            let sample = try sample(head, of: request.type, kind)
            do {
                try sample.validate()
            } catch {
                throw connection.damaged("the \(request.type) \(head.uuid) is not valid: \(error)")
            }
            stored.append(SampleBatch.Stored(sample: sample, anchor: Int(head.anchor)))
            let workouts = try connection.rows(
                "SELECT workout FROM workout_relation WHERE sample = ? ORDER BY id", [.integer(head.anchor)]
            ) { row throws(HKError) in try row.uuid(0) }
            samples[Provenance(revision: head.revision, workouts: workouts), default: []].append(sample)
        }
        for (provenance, samples) in samples {
            HKObject.setProvenance(
                of: samples, revision: try revision(provenance.revision), workouts: provenance.workouts)
        }
        return stored
    }

    private mutating func sample(
        _ head: Head, of type: HKSampleType, _ kind: SampleKind
    ) throws(HKError) -> HKSample {
        let device = try device(head.device)
        let metadata = try connection.metadata(head.metadata)
        switch kind {
        case .quantity:
            return try quantitySample(head, of: kind.type(type.identifier), device, metadata)
        case .category:
            let value = try only(
                "SELECT value FROM category_sample WHERE sample = ?", head
            ) { $0.integer(0) }
            return HKCategorySample(
                uuid: head.uuid,
                type: HKCategoryType(HKCategoryTypeIdentifier(rawValue: type.identifier)),
                value: Int(value), start: head.start, end: head.end, device: device, metadata: metadata)
        case .heartbeats:
            let beats = try only(
                "SELECT content FROM heartbeat_series JOIN series ON id = series WHERE sample = ?", head
            ) { $0.blob(0) }
            return HKHeartbeatSeriesSample(
                uuid: head.uuid,
                heartbeats: try connection.column(beats, StoredHeartbeats.beats(stored:)),
                start: head.start, device: device, metadata: metadata)
        case .workout:
            return try WorkoutReader(connection: connection, row: head.anchor).workout(
                uuid: head.uuid, start: head.start, end: head.end, device: device, metadata: metadata)
        }
    }

    private func quantitySample(
        _ head: Head, of type: HKSampleType, _ device: HKDevice?, _ metadata: [String: Any]?
    ) throws(HKError) -> HKSample {
        let stored = try only(
            """
            SELECT value, unit, series_origin, content FROM quantity_sample LEFT JOIN series ON id = series
            WHERE sample = ?
            """, head
        ) { (value: $0.real(0), unit: $0.text(1), origin: $0.date(2), series: $0.optionalBlob(3)) }
        var series: QuantitySeries?
        if let bytes = stored.series {
            guard stored.origin.isOrdinary else { throw connection.damaged("a series begins at no date") }
            series = QuantitySeries(
                origin: stored.origin, column: try connection.column(bytes, SampleColumn.init(stored:)))
        }
        return HKQuantitySample(
            uuid: head.uuid, type: HKQuantityType(HKQuantityTypeIdentifier(rawValue: type.identifier)),
            quantity: HKQuantity(unit: HKUnit(from: stored.unit), doubleValue: stored.value),
            start: head.start, end: head.end, device: device, metadata: metadata, series: series)
    }

    private func only<Value>(
        _ sql: String, _ head: Head, _ read: (SQLiteStatement) throws(HKError) -> Value
    ) throws(HKError) -> Value {
        guard let value = try connection.rows(sql, [.integer(head.anchor)], read).first else {
            throw connection.damaged("the sample \(head.uuid) is not whole")
        }
        return value
    }

    // MARK: What samples share

    private mutating func device(_ row: Int64?) throws(HKError) -> HKDevice? {
        guard let row else { return nil }
        if let known = devices[row] { return known }
        let device = try connection.rows(
            """
            SELECT name, manufacturer, model, hardware_version, firmware_version, software_version,
                local_identifier, udi_device_identifier
            FROM device WHERE id = ?
            """, [.integer(row)]
        ) {
            HKDevice(
                name: $0.optionalText(0), manufacturer: $0.optionalText(1), model: $0.optionalText(2),
                hardwareVersion: $0.optionalText(3), firmwareVersion: $0.optionalText(4),
                softwareVersion: $0.optionalText(5), localIdentifier: $0.optionalText(6),
                udiDeviceIdentifier: $0.optionalText(7))
        }.first
        guard let device else { throw connection.damaged("a device is missing") }
        devices[row] = device
        return device
    }

    private mutating func revision(_ row: Int64) throws(HKError) -> HKSourceRevision {
        if let known = revisions[row] { return known }
        let revision = try connection.rows(
            """
            SELECT name, bundle_identifier, version, product_type, system_major, system_minor, system_patch
            FROM source_revision WHERE id = ?
            """, [.integer(row)]
        ) {
            HKSourceRevision(
                source: HKSource(name: $0.text(0), bundleIdentifier: $0.text(1)),
                version: $0.optionalText(2), productType: $0.optionalText(3),
                operatingSystemVersion: OperatingSystemVersion(
                    majorVersion: Int($0.integer(4)), minorVersion: Int($0.integer(5)),
                    patchVersion: Int($0.integer(6))))
        }.first
        guard let revision else { throw connection.damaged("the source of a sample is missing") }
        revisions[row] = revision
        return revision
    }
}

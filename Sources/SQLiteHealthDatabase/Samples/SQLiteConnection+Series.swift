import HealthModel

extension SQLiteConnection {
    /// Stores a series unless the same one is stored.
    ///
    /// A workout's column and the sample that stands for it are the same, so that each is there once.
    /// - Returns: the row of the series.
    func storeSeries(_ content: [UInt8]) throws(HKError) -> Int64 {
        let digest = Self.digest(of: content)
        let same = try rows(
            "SELECT id FROM series WHERE digest = ? AND content = ?", [.integer(digest), .blob(content)]
        ) { $0.integer(0) }
        if let same = same.first { return same }
        try run(
            "INSERT INTO series (digest, content) VALUES (?, ?)", [.integer(digest), .blob(content)])
        return lastInsertedRow
    }

    /// Stores a series, if there is one.
    func storeSeries(_ content: [UInt8]?) throws(HKError) -> Int64? {
        guard let content else { return nil }
        return try storeSeries(content) as Int64
    }

    /// The checksum that a series carries, and its length.
    private static func digest(of content: [UInt8]) -> Int64 {
        let checksum = content.dropFirst().prefix(4).reduce(0 as Int64) { $0 << 8 | Int64($1) }
        return checksum << 31 | Int64(content.count & 0x7FFF_FFFF)
    }

    /// Reads a series out of a column.
    ///
    /// - Throws: `errorDatabaseInaccessible` for bytes that are no series.
    func column<Series>(
        _ bytes: [UInt8], _ read: ([UInt8]) throws(ColumnReader.Fault) -> Series
    ) throws(HKError) -> Series {
        do {
            return try read(bytes)
        } catch {
            throw damaged(error.reason)
        }
    }
}

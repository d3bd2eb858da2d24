import HealthModel
import TestKit
import Testing

@testable import SQLiteHealthDatabase

@Suite struct FileLockTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try SQLiteHealthDatabase(path: directory.file).insert([heartRate(60)], savedBy: revision())
    }

    @Test("A lock that was let go is free, though a child that is being spawned has the file")
    func children() throws {
        let database = SQLiteHealthDatabase(path: directory.file, busyTimeout: .zero)
        let lock = try FileLock(exclusively: directory.file)
        let copies = DescriptorCopies(ofFile: directory.file)
        #expect(copies.count == 1)
        #expect(throws: HKError.self) { try database.riders() }
        lock.release()
        #expect(try database.riders() == [SQLiteHealthDatabase.defaultRider])
        extendLifetime(copies)
    }

    @Test("A file that a connection has open is not locked")
    func openFile() throws {
        let database = SQLiteHealthDatabase(path: directory.file)
        _ = try database.riders()
        let error = #expect(throws: HKError.self) { try FileLock(exclusively: directory.file) }
        #expect(error?.description.contains("is in use by another process") == true)
    }
}

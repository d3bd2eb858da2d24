import TestKit
import Testing

@testable import Bridge

@Suite struct DirectoryLockTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Whether the directory can be locked; it is not locked afterwards.
    private func isFree() throws -> Bool {
        switch try DirectoryLock.ifFree(directory.path) {
        case .some: true
        case nil: false
        }
    }

    @Test("A directory is locked once at a time")
    func exclusive() throws {
        do {
            let lock = try DirectoryLock.waiting(for: directory.path)
            #expect(try !isFree())
            extendLifetime(lock)
        }
        #expect(try isFree())
        #expect(try isFree())
    }

    @Test("A lock that was let go is free, though a child that is being spawned has the directory")
    func children() throws {
        let copies: DescriptorCopies
        do {
            let lock = try DirectoryLock.waiting(for: directory.path)
            copies = DescriptorCopies(ofFile: directory.path)
            extendLifetime(lock)
        }
        #expect(copies.count == 1)
        #expect(try isFree())
        extendLifetime(copies)
    }

    @Test("What is no directory cannot be locked, and is named")
    func noDirectory() throws {
        let error = #expect(throws: FileError.self) { _ = try DirectoryLock.ifFree(directory.path + "/none") }
        #expect(error?.description.contains("/none") == true)
    }
}

import Bridge
import Foundation
import TestKit
import Testing

@Suite struct DurableFileTests {
    @Test("A file is written whole, replaces the one before and leaves nothing else behind")
    func replaces() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/workout.json"
        try DurableFile.write("one", to: path)
        try DurableFile.write("two", to: path)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "two")
        #expect(try directory.content == ["workout.json"])
    }

    @Test("A directory that is not there is an error that names the file, and makes nothing")
    func noDirectory() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/missing/workout.json"
        let error = #expect(throws: FileError.self) { try DurableFile.write("one", to: path) }
        #expect(error?.code == ENOENT)
        #expect(error?.description.contains(path) == true)
        #expect(try directory.content == [])
    }

    @Test("When the name cannot be taken, the temporary file is removed and what was there stays")
    func nameTaken() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/taken"
        try FileManager.default.createDirectory(atPath: path + "/inside", withIntermediateDirectories: true)
        #expect(throws: FileError.self) { try DurableFile.write("one", to: path) }
        #expect(try directory.content == ["taken"])
    }

    @Test("A full disk is an error that says so, and the file that was there stays whole")
    func fullDisk() throws {
        // Every write to /dev/full fails with ENOSPC; a symbolic link puts it where the temporary file goes.
        let directory = try TemporaryDirectory()
        let path = directory.path + "/workout.json"
        try DurableFile.write("one", to: path)
        try FileManager.default.createSymbolicLink(
            atPath: path + ".\(getpid()).tmp", withDestinationPath: "/dev/full")
        let error = #expect(throws: FileError.self) { try DurableFile.write("two", to: path) }
        #expect(error?.code == ENOSPC)
        #expect(error?.description.contains("free some space") == true)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "one")
    }

    @Test("Directories are made with those above them")
    func directories() throws {
        let directory = try TemporaryDirectory()
        try DurableFile.prepareDirectory(directory.path + "/a/b")
        try DurableFile.prepareDirectory(directory.path + "/a/b")
        #expect(FileManager.default.fileExists(atPath: directory.path + "/a/b"))
    }

    @Test("A file where a directory is wanted is an error")
    func fileInTheWay() throws {
        let directory = try TemporaryDirectory()
        try DurableFile.write("one", to: directory.path + "/a")
        #expect(throws: FileError.self) { try DurableFile.prepareDirectory(directory.path + "/a/b") }
    }
}

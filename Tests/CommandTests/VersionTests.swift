import Foundation
import Testing

@Suite struct VersionTests {
    @Test("The tests are run from a package that holds the command")
    func manifest() {
        #expect(FileManager.default.fileExists(atPath: "Package.swift"))
    }
}

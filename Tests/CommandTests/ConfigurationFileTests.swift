import Bridge
import Foundation
import TestKit
import Testing
import WorkoutFormats

@testable import pulsewatt

@Suite struct ConfigurationFileTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/pulsewatt.conf" }

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func read(_ text: String) throws -> ConfigurationFile {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return try ConfigurationFile(path: path, mustExist: true)
    }

    @Test("Formats and a command are read as they stand, with all that a shell needs")
    func export() throws {
        let settings = try read(
            """
            # Rides go to a training diary.
            [export]
            formats = json , json
            command = curl --fail -F "file=@$1" 'https://example.org/a;b' ; echo "\\t#done"
            """
        ).export
        #expect(settings.formats == [.json])
        #expect(settings.command == #"curl --fail -F "file=@$1" 'https://example.org/a;b' ; echo "\t#done""#)
    }

    @Test("A file that is empty, or not there, exports nothing", arguments: ["", "[export]\ncommand =\n"])
    func nothing(text: String) throws {
        let settings = try read(text).export
        #expect(settings.formats == [] && settings.command == nil)
        let missing = try ConfigurationFile(path: directory.path + "/none", mustExist: false).export
        #expect(missing.formats == [] && missing.command == nil)
    }

    @Test(
        "What cannot be understood is refused with the file, the place and what is wanted",
        arguments: [
            ("[exports]\n", ["[exports]", "wanted is [export]"]),
            ("[export]\ncomand = x\n", ["comand", "[export]", "command, formats"]),
            ("[export]\nformats = json,gpx\n", ["gpx", "json"]),
            ("formats = json\n", ["group"]),
            ("[export]\nnothing\n", ["nothing"]),
        ])
    func refusals(text: String, says: [String]) throws {
        let error = #expect(throws: ConfigurationError.self) { try read(text) }
        let description = try #require(error?.description)
        #expect(description.contains(path))
        for part in says { #expect(description.contains(part), "\(description)") }
    }

    @Test("A file that was asked for and is not there is an error")
    func missing() {
        #expect(throws: ConfigurationError.self) {
            try ConfigurationFile(path: directory.path + "/none", mustExist: true)
        }
    }
}

import Foundation
import TestKit
import Testing
import WorkoutFormats

/// Written TCX against a grammar of its structure, judged by xmllint.
@Suite struct TCXSchemaTests {
    /// The files of a directory that xmllint refuses, by what it says of each.
    private func refusals(_ documents: [String: [UInt8]]) throws -> [String] {
        let directory = try TemporaryDirectory()
        let grammar = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Independent/tcx.rng").standardizedFileURL.path(percentEncoded: false)
        let files = try documents.map { name, bytes in
            let file = directory.path + "/\(name).tcx"
            try Data(bytes).write(to: URL(filePath: file))
            return file
        }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["xmllint", "--noout", "--nonet", "--huge", "--relaxng", grammar] + files
        let output = Pipe()
        process.standardError = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        // xmllint says of each file that it validates or fails to.
        #expect(
            text.split(separator: "\n").filter { $0.hasSuffix(" validates") }.count
                + text.split(separator: "\n").filter { $0.hasSuffix(" fails to validate") }.count
                == documents.count)
        return text.split(separator: "\n").filter { $0.hasSuffix(" fails to validate") }.compactMap {
            $0.split(separator: "/").last.map { String($0.prefix { $0 != "." }) }
        }.sorted()
    }

    @Test("Every hard workout has the structure and the values that TCX allows")
    func written() throws {
        var documents: [String: [UInt8]] = [:]
        for (index, hard) in HardWorkouts.allCases.enumerated() {
            documents["\(index)"] = WorkoutFormat.tcx.bytes(of: try hard.exported)
        }
        #expect(try refusals(documents) == [])
    }

    /// Changes that make a file wrong: a text in it and what takes its place.
    private static let faults = [
        "element-order": ("<Intensity>Active</Intensity>\n", ""),
        "heart-rate-beyond-a-byte": ("<HeartRateBpm><Value>", "<HeartRateBpm><Value>1"),
        "cadence-255": ("</HeartRateBpm><Cadence>", "</HeartRateBpm><Cadence>255</Cadence><Cadence>"),
        "watts-decimal": ("</Watts>", ".5</Watts>"),
        "watts-prefix": ("<TPX xmlns=\"http://www.garmin.com/xmlschemas/ActivityExtension/v2\">", "<TPX>"),
        "sport": ("Sport=\"Biking\"", "Sport=\"Cycling\""),
        "local-time": (".000Z</Id>", ".000+02:00</Id>"),
        "comma": ("</TotalTimeSeconds>", ",5</TotalTimeSeconds>"),
        "no-track-point": ("<Track>\n", "<Track></Track><Track>\n"),
    ]

    @Test("A file with any one fault is refused, so the grammar says something")
    func faulty() throws {
        let text = String(
            decoding: WorkoutFormat.tcx.bytes(of: try HardWorkouts.ordinary.exported), as: UTF8.self)
        let documents = try Self.faults.mapValues { original, replacement in
            let range = try #require(text.range(of: original), "\(original)")
            return Array(text.replacingCharacters(in: range, with: replacement).utf8)
        }
        #expect(try refusals(documents) == Self.faults.keys.sorted())
    }
}

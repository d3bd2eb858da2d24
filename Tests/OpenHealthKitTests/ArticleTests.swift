import Foundation
import Testing

/// Holds the articles to the code: what they show is what the tests compile and run.
@Suite struct ArticleTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let catalogue = root.appending(path: "Sources/OpenHealthKit/OpenHealthKit.docc")
    private static let examples = root.appending(path: "Tests/OpenHealthKitTests/Articles")

    private static func texts(in directory: URL, ending suffix: String) throws -> [String: String] {
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path())
        return try files.filter { $0.hasSuffix(suffix) }.reduce(into: [:]) { texts, file in
            texts[file] = try String(contentsOf: directory.appending(path: file), encoding: .utf8)
        }
    }

    /// The Swift code blocks of an article.
    private func snippets(of article: String) -> [String] {
        article.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
    }

    @Test("Every example of an article stands word for word in a file that the tests compile")
    func compiled() throws {
        let compiled = try Self.texts(in: Self.examples, ending: ".swift").values
        for (name, article) in try Self.texts(in: Self.catalogue, ending: ".md") {
            for snippet in snippets(of: article) {
                #expect(
                    compiled.contains { $0.contains(snippet) },
                    "\(name) shows what no test compiles:\n\(snippet)")
            }
        }
    }

    @Test(
        "Each task has its article, with examples",
        arguments: ["ReadZones", "FollowZones", "CheckPreferredZones", "SetCustomZones", "CompareWorkouts"])
    func tasks(_ name: String) throws {
        let articles = try Self.texts(in: Self.catalogue, ending: ".md")
        let article = try #require(articles["\(name).md"])
        #expect(snippets(of: article).count >= 2)
        #expect(articles["OpenHealthKit.md"]?.contains("<doc:\(name)>") == true)
    }
}

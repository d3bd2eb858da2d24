import Testing

@testable import pulsewatt

@Suite struct ParsedArgumentsTests {
    private let options: [CommandOption] = [.json, .rider, .output, .help]

    @Test(
        "Options stand anywhere, with their argument behind a space or an equals sign, or shortened",
        arguments: [
            ["--rider", "Ida", "--json", "A", "B"], ["A", "--rider=Ida", "B", "--json"],
            ["--ri", "Ida", "--js", "A", "B"],
            ["--json", "--rider", "Ida", "--", "A", "B"],
        ])
    func forms(arguments: [String]) throws {
        let parsed = try ParsedArguments(arguments, options: options)
        #expect(parsed.value(of: .rider) == "Ida")
        #expect(parsed.has(.json))
        #expect(!parsed.has(.output))
        #expect(parsed.operands == ["A", "B"])
    }

    @Test("What follows two dashes is no option, and a single dash is an operand")
    func dashes() throws {
        #expect(try ParsedArguments(["--", "--json", "-"], options: options).operands == ["--json", "-"])
        #expect(try ParsedArguments(["-"], options: options).operands == ["-"])
    }

    @Test(
        "A mistake is an error that names the word",
        arguments: [
            (["--nonsense"], "there is no option --nonsense"),
            (["A", "--rider"], "option --rider needs an argument"),
            (["--json=yes"], "there is no option --json=yes"),
            (["A", "B", "--nope", "C"], "there is no option --nope"),
        ])
    func mistakes(arguments: [String], message: String) {
        #expect(throws: UsageError(message)) { try ParsedArguments(arguments, options: options) }
    }

    @Test("An argument that cannot be read says what was given and what is wanted")
    func unreadable() throws {
        let parsed = try ParsedArguments(["--rider", "x"], options: options)
        #expect(throws: UsageError("--rider is \"x\"; wanted is a number")) {
            try parsed.value(of: .rider, wanted: "a number", Int.init)
        }
    }
}

/// A subcommand of `pulsewatt`: it parses arguments, calls one function and prints.
protocol Command: Sendable {
    /// The word that calls it.
    var name: String { get }
    /// One line for the list of commands.
    var summary: String { get }
    /// Its operands as the help shows them, such as `ADDRESS`.
    var operands: String { get }
    /// A few more sentences for its own help.
    var discussion: String { get }
    /// Its options beside `--help`.
    var options: [CommandOption] { get }

    /// Does it.
    ///
    /// - Returns: The exit status.
    func run(_ arguments: ParsedArguments) async throws -> Int32
}

extension Command {
    var operands: String { "" }
    var discussion: String { "" }

    /// What `pulsewatt NAME --help` prints.
    var help: String {
        let usage = ["pulsewatt", name, options.isEmpty ? "" : "[OPTION]...", operands].filter { !$0.isEmpty }
        let width = (options + [.help]).map(\.synopsis.count).max() ?? 0
        let rows = (options + [.help]).map { option in
            "  " + option.synopsis + String(repeating: " ", count: width - option.synopsis.count + 2)
                + option.summary
        }
        let paragraphs = [
            "Usage: " + usage.joined(separator: " "), summary + ".", discussion,
            "Options:\n" + rows.joined(separator: "\n"),
        ]
        return paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}

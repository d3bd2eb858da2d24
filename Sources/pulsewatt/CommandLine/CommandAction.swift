/// One of the things that a command does, such as `list`, and the options that go with it.
///
/// An option that means nothing to an action is refused: whoever gives it expects something of it.
struct CommandAction {
    /// The word that calls it.
    let name: String
    private let options: Set<String>

    init(_ name: String, _ options: [CommandOption] = []) {
        self.name = name
        self.options = Set(options.map(\.name))
    }

    /// Whether an option goes with it.
    fileprivate func takes(_ option: String) -> Bool { options.contains(option) }
}

extension [CommandAction] {
    /// Sees that an action is one of these, and that no option was given that does not go with it.
    ///
    /// - Parameters:
    ///   - name: The action.
    ///   - arguments: What was given.
    ///   - common: Options that go with every action.
    /// - Throws: ``UsageError`` that lists the actions, or those with which the option goes.
    func require(_ name: String, _ arguments: ParsedArguments, common: [CommandOption]) throws {
        guard let action = first(where: { $0.name == name }) else {
            throw UsageError("\"\(name)\" is no action; wanted is \(Self.text(map(\.name), "or"))")
        }
        for option in arguments.names where !common.contains(where: { $0.name == option }) {
            guard !action.takes(option) else { continue }
            throw UsageError(
                "--\(option) goes with \(Self.text(filter { $0.takes(option) }.map(\.name), "and")) only")
        }
    }

    private static func text(_ words: [String], _ conjunction: String) -> String {
        words.count < 2
            ? words.joined()
            : words.dropLast().joined(separator: ", ") + " \(conjunction) " + words[words.count - 1]
    }
}

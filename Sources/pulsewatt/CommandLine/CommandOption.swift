/// A long option of a command.
struct CommandOption {
    /// The name without dashes.
    let name: String
    /// What stands for its argument in the help; nil where it takes none.
    let argument: String?
    /// One line for the help.
    let summary: String

    init(_ name: String, argument: String? = nil, _ summary: String) {
        self.name = name
        self.argument = argument
        self.summary = summary
    }

    /// As the help shows it: `--duration TIME`.
    var synopsis: String {
        "--" + name + (argument.map { " " + $0 } ?? "")
    }

    static let help = CommandOption("help", "Show this help")
    static let json = CommandOption("json", "Print JSON")
    static let adapter = CommandOption("adapter", argument: "ADDRESS", "Use only this Bluetooth adapter")
    static let rider = CommandOption("rider", argument: "NAME", "Whose workouts these are")
    static let output = CommandOption("output", argument: "FILE", "Write here")
    static let stateDirectory = CommandOption(
        "state-directory", argument: "DIR", "Where sensors and workouts are kept")
}

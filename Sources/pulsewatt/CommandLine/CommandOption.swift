/// A long option of a command.
struct CommandOption {
    /// The name without dashes.
    let name: String
    /// What stands for its argument in the help; nil where it takes none.
    let argument: String?
    /// The letter that stands for the name as well; nil: none.
    let letter: Character?
    /// One line for the help.
    let summary: String

    init(_ name: String, letter: Character? = nil, argument: String? = nil, _ summary: String) {
        self.name = name
        self.letter = letter
        self.argument = argument
        self.summary = summary
    }

    /// As the help shows it: `--duration TIME`, `-o, --output FILE`.
    var synopsis: String {
        (letter.map { "-\($0), " } ?? "") + "--" + name + (argument.map { " " + $0 } ?? "")
    }

    static let help = CommandOption("help", "Show this help")
    static let json = CommandOption("json", "Print JSON")
    static let adapter = CommandOption("adapter", argument: "ADDRESS", "Use only this Bluetooth adapter")
    static let rider = CommandOption("rider", argument: "NAME", "Whose workouts these are")
    static let timeZone = CommandOption(
        "time-zone", argument: "ZONE", "The time zone of days, such as Europe/Berlin")
    static let output = CommandOption("output", letter: "o", argument: "FILE", "Write here")
    static let stateDirectory = CommandOption(
        "state-directory", argument: "DIR", "Where sensors and workouts are kept")
}

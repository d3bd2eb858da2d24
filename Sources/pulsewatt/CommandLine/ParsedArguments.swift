@preconcurrency import CGetopt
import Glibc
import Synchronization

/// The arguments of one command, taken apart by getopt_long: options anywhere, `--name=value`, `--` and clear
/// abbreviations all work as in other GNU commands.
struct ParsedArguments {
    private var values: [String: String] = [:]
    /// What is no option, in order.
    private(set) var operands: [String] = []

    /// getopt keeps its place in globals; the command parses once, tests may at the same time.
    private static let getoptState = Mutex(())

    /// Takes arguments apart.
    ///
    /// - Throws: ``UsageError`` naming the option that is unknown, ambiguous or has a missing or needless argument.
    init(_ arguments: [String], options: [CommandOption]) throws {
        self = try Self.getoptState.withLock { _ in
            try Self(arguments, options: options, unlocked: ())
        }
    }

    private init(_ arguments: [String], options: [CommandOption], unlocked: Void) throws {
        var words: [UnsafeMutablePointer<CChar>?] = (["pulsewatt"] + arguments).map { strdup($0) } + [nil]
        var names = options.map { strdup($0.name) }
        defer {
            for word in words { free(word) }
            for name in names { free(name) }
        }
        // getopt_long reorders `words`; each is freed whatever its place.
        var table = zip(options, names).map { option, name in
            CGetopt.option(
                name: UnsafePointer(name), has_arg: option.argument == nil ? no_argument : required_argument,
                flag: nil,
                val: 0)
        }
        table.append(CGetopt.option())
        names.append(nil)

        let letters =
            ":"
            + options.compactMap { option in
                option.letter.map { String($0) + (option.argument == nil ? "" : ":") }
            }.joined()

        optind = 0
        opterr = 0
        while true {
            let place = Int(optind)
            var index: Int32 = 0
            let code = getopt_long(Int32(words.count - 1), &words, letters, table, &index)
            if code == -1 {
                operands = words[Int(optind)...].compactMap { $0.map { String(cString: $0) } }
                return
            }
            guard let option = code == 0 ? options[Int(index)] : Self.option(code, among: options) else {
                let word = Self.offender(in: words, from: place)
                let isMissing = code == Int32(UInt8(ascii: ":"))
                throw UsageError(
                    isMissing ? "option \(word) needs an argument" : "there is no option \(word)")
            }
            values[option.name] = option.argument == nil ? "" : String(cString: optarg)
        }
    }

    /// The option of a letter that getopt returns.
    private static func option(_ code: Int32, among options: [CommandOption]) -> CommandOption? {
        options.first { $0.letter?.asciiValue.map(Int32.init) == code }
    }

    private static func offender(in words: [UnsafeMutablePointer<CChar>?], from place: Int) -> String {
        let last = max(place, Int(optind) - 1)
        guard last < words.count, let word = words[last] else { return "" }
        return String(cString: word)
    }

    /// The names of the options that were given, in alphabetical order.
    var names: [String] { values.keys.sorted() }

    /// Whether an option was given.
    func has(_ option: CommandOption) -> Bool { values[option.name] != nil }

    /// The argument of an option, or nil where it was not given.
    func value(of option: CommandOption) -> String? { values[option.name] }

    /// The argument of an option read as something.
    ///
    /// - Throws: ``UsageError`` that names the option, what was given and what is wanted.
    func value<Value>(of option: CommandOption, wanted: String, _ read: (String) -> Value?) throws -> Value? {
        guard let text = value(of: option) else { return nil }
        guard let value = read(text) else {
            throw UsageError("--\(option.name) is \"\(text)\"; wanted is \(wanted)")
        }
        return value
    }
}

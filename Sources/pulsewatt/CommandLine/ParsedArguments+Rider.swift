extension ParsedArguments {
    /// The rider of `--rider`; nil where nobody is named.
    ///
    /// - Throws: ``UsageError`` for a name with nothing in it.
    func rider() throws -> String? {
        try value(of: .rider, wanted: "a name") { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
}

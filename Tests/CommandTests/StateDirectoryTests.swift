import Testing

@testable import pulsewatt

@Suite struct StateDirectoryTests {
    @Test(
        "The option comes first, then systemd's directory, root's, the user's",
        arguments: [
            ("/o", ["STATE_DIRECTORY": "/s"], true, "/o"), (nil, ["STATE_DIRECTORY": "/s:/t"], true, "/s"),
            (nil, ["HOME": "/h"], true, "/var/lib/pulsewatt"),
            (nil, ["XDG_STATE_HOME": "/x", "HOME": "/h"], false, "/x/pulsewatt"),
            (nil, ["XDG_STATE_HOME": "relative", "HOME": "/h"], false, "/h/.local/state/pulsewatt"),
            (nil, ["HOME": "/h"], false, "/h/.local/state/pulsewatt"),
        ] as [(String?, [String: String], Bool, String)])
    func order(option: String?, environment: [String: String], isRoot: Bool, path: String) throws {
        #expect(try StateDirectory.path(option: option, environment: environment, isRoot: isRoot) == path)
    }

    @Test("Without any of them the error says what to do")
    func none() {
        #expect(
            throws: UsageError(
                "neither HOME nor XDG_STATE_HOME is set; name a directory with --state-directory")
        ) {
            try StateDirectory.path(option: nil, environment: [:], isRoot: false)
        }
    }
}

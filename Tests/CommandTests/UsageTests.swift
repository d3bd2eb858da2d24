import Testing

@Suite struct UsageTests {
    @Test(
        "A command line that makes no sense ends with status 2 and says what is wrong",
        arguments: [
            ([], "Usage: pulsewatt COMMAND"), (["ride"], "there is no command \"ride\""),
            (["scan", "--loud"], "there is no option --loud"),
            (["scan", "--duration"], "option --duration needs an argument"),
            (
                ["scan", "--duration", "soon"],
                "--duration is \"soon\"; wanted is a time such as 90s, 20m or 1h30m"
            ),
            (["scan", "everything"], "\"everything\" is too much"),
            (["pair"], "wanted is one sensor's address; given are 0"),
            (["pair", "strap"], "\"strap\" is no Bluetooth address"),
            (["pair", "C0:FF:EE:00:00:01", "C0:FF:EE:00:00:02"], "given are 2"),
            (
                ["pair", "C0:FF:EE:00:00:01", "--adapter", "hci0"],
                "--adapter is \"hci0\"; wanted is an address"
            ),
            (["pair", "C0:FF:EE:00:00:01", "--rider="], "--rider is \"\"; wanted is a name"),
            (["forget", "C0:FF"], "\"C0:FF\" is no Bluetooth address"),
            (["sensors", "all"], "\"all\" is too much"),
            (
                ["record", "--activity", "chess"],
                "--activity is \"chess\"; wanted is one of cross_training, cycling"
            ),
            (["record", "--duration", "0s"], "--duration is \"0s\""),
            (["record", "--output="], "--output is \"\""),
            (["record", "--state-directory="], "--state-directory is empty"),
            (["serve", "--finish-after", "-5s"], "--finish-after is \"-5s\""),
            (["replay"], "wanted is one recording or capture file"),
            (["replay", "a", "b"], "wanted is one recording or capture file"),
            (["replay", "-", "--format", "doc"], "--format is \"doc\""),
            (["replay", "-", "--start", "noon"], "--start is \"noon\""),
            (["replay", "-", "--time-zone", "Mars/Base"], "--time-zone is \"Mars/Base\""),
            (["recordings", "burn"], "wanted is list, show or export with the ID"),
            (["recordings", "show"], "wanted is list, show or export with the ID"),
            (["recordings", "list", "--anonymous"], "--anonymous goes with export only"),
            (["recordings", "export", "1"], "wanted is --capture"),
            (["recordings", "export", "1", "--json"], "--json goes with list and show only"),
            (["decode"], "wanted are a characteristic and at least one packet"),
            (["decode", "2a37"], "wanted are a characteristic and at least one packet"),
            (
                ["workouts", "print"],
                "\"print\" is no action; wanted is list, show, export, delete or reindex"
            ),
            (["workouts", "list", "1a"], "\"1a\" is too much"),
            (["workouts", "--since", "monday"], "--since is \"monday\"; wanted is a day such as 2026-11-30"),
            (["workouts", "--since", "2026-02-29"], "--since is \"2026-02-29\""),
            (["workouts", "--since", "2026-03-02", "--until", "2026-03-01"], "--until lies before --since"),
            (["workouts", "--limit", "0"], "--limit is \"0\"; wanted is a count"),
            (["workouts", "--time-zone", "Mars/Base"], "--time-zone is \"Mars/Base\""),
            (["workouts", "show"], "wanted is one workout's ID; given are 0"),
            (["workouts", "export", "1a", "--format", "doc"], "--format is \"doc\"; wanted is one of "),
            (["workouts", "delete"], "wanted is the ID of at least one workout"),
            (["workouts", "reindex", "--prefer", "me"], "--prefer is \"me\"; wanted is files or database"),
            (["zones", "mend"], "\"mend\" is no action; wanted is show, set or clear"),
            (["zones", "set", "heart_rate"], "wanted are a type and boundaries"),
            (
                ["zones", "set", "cadence", "1,2"],
                "\"cadence\" has no zones; wanted is heart_rate or cycling_power"
            ),
            (["zones", "set", "heart_rate", "120"], "1 boundaries make 2 zones"),
            (["zones", "set", "heart_rate", "120,110"], "does not lie above the one before it"),
            (["zones", "set", "heart_rate", "120,,130"], "\"\" is no boundary"),
            (["zones", "set", "heart_rate", "120,nan"], "\"nan\" is no boundary"),
            (["zones", "clear"], "wanted is a type"),
            (["rezone"], "wanted are the zones to count by"),
            (["rezone", "--boundaries", "1,2,3,4,5,6,7,8,9"], "9 boundaries make 10 zones"),
            (["rezone", "1a", "--boundaries", "100,120", "--since", "2026-01-01"], "go with no ID"),
            (["rider", "rename"], "\"rename\" is no action; wanted is list, add, set or remove"),
            (["rider", "add"], "wanted is the rider's name"),
            (["rider", "remove"], "wanted is the rider's name"),
            (["rider", "remove", "Ada", "--ftp", "200"], "--ftp does not go with remove"),
            (["rider", "list", "Ada"], "\"Ada\" is too much"),
            (["rider", "set", "Ada", "--rider", "Bob"], "the rider is \"Ada\" and \"Bob\""),
            (["trend", "weekly"], "\"weekly\" is too much"),
            (["trend", "--by", "day"], "--by is \"day\"; wanted is week or month"),
            (["trend", "--load", "epoc"], "--load is \"epoc\"; wanted is tss or trimp"),
            (["trend", "--type", "speed"], "--type is \"speed\""),
            (
                ["health", "record", "mood", "good"],
                "wanted are menopausal-state or bleeding-after-menopause"
            ),
            (
                ["health", "record", "menopausal-state", "good"],
                "\"good\" is no menopausal-state; wanted is menopause, perimenopause, none"
            ),
            (
                ["health", "record", "menopausal-state", "none", "--date", "2999-01-01"],
                "--date lies in the future"
            ),
            (
                ["health", "record", "menopausal-state", "none", "--end", "2026-01-01"],
                "--end goes with bleeding-after-menopause only"
            ),
            (["health", "list", "mood"], "\"mood\" is no type of samples; there are active_energy_burned, "),
            (["import"], "wanted is at least one file or directory"),
            (["backup"], "wanted is the file to write; given are 0"),
            (["backup", "a/"], "a/ is a directory; wanted is the file to write"),
            (["restore", "a", "b"], "wanted is the backup to restore; given are 2"),
            (["access"], "wanted is list, grant or revoke"),
            (["access", "give"], "\"give\" is no action"),
            (["access", "list", "app"], "\"app\" is too much"),
            (["access", "list", "--database="], "--database is \"\""),
            (
                ["access", "grant", "app", "read"],
                "wanted are a client, read or share, and at least one type"
            ),
            (["access", "grant", "", "read", "all"], "the client is \"\""),
            (["access", "grant", "app", "write", "all"], "\"write\" is no access; wanted is read or share"),
            (
                ["access", "grant", "app", "read", "pulse"],
                "\"pulse\" is no type of health data; there are all, active_energy_burned, "
            ),
            (["access", "grant", "app", "share", "date_of_birth"], "date_of_birth can only be read"),
            (["access", "grant", "pulsewatt", "read", "all"], "\"pulsewatt\" keeps the health data itself"),
            (["access", "revoke", "app", "read", "all", "--json"], "--json goes with list only"),
        ] as [([String], String)])
    func mistakes(arguments: [String], message: String) async throws {
        let outcome = try await CommandProcess.run(arguments)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(message), "standard error: \(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test(
        "Help and version go to standard output, for every command",
        arguments: [
            "scan", "pair", "forget", "sensors", "record", "serve", "replay", "recordings", "decode",
            "workouts",
            "zones", "rezone", "rider", "trend", "health", "import", "exports", "backup", "restore", "access",
        ])
    func help(command: String) async throws {
        let outcome = try await CommandProcess.run([command, "--help"])
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("Usage: pulsewatt \(command)"))
        #expect(outcome.output.contains("--help"))
        #expect(outcome.errors.isEmpty)
        #expect(try await CommandProcess.run(["--help"]).output.contains("\n  \(command) "))
    }

    @Test("The version is printed on demand")
    func version() async throws {
        #expect(try await CommandProcess.run(["--version"]).output == "pulsewatt 0.1.0\n")
    }
}

import HUDJob
import Testing

@testable import hud_demo

@Suite struct ArgumentsTests {
    private func arguments(_ words: [String]) throws -> Arguments {
        try Arguments((["hud-demo"] + words).map { CommandArgument($0) })
    }

    /// The settings as text.
    private func text(_ settings: Settings) -> String {
        var settings = settings
        // Their storage is made when they are first used.
        _ = (settings.group, settings.streams)
        return "\(settings)"
    }

    private func complaint(_ words: String...) -> String? {
        do {
            _ = try arguments(words)
            return nil
        } catch { return "\(error)" }
    }

    @Test func `Every option of a table is parsed, and sets something`() throws {
        let before = text(Settings())
        for command in Command.all {
            for option in command.options where option.name != "spinner-file" {
                let place = command.name.isEmpty ? [] : [command.name]
                let values = option.argument.map { $0.words + ["2"] }?.map { "=" + $0 } ?? [""]
                let settings = values.compactMap { try? arguments(place + ["--" + option.name + $0]).settings }
                let setsSomething = settings.contains { text($0) != before }
                #expect(setsSomething, "--\(option.name) of '\(command.name)'")
            }
        }
    }

    @Test func `A default value is the one that is described`() throws {
        for command in Command.all {
            for option in command.options {
                guard let standard = option.standard else { continue }
                var settings = Settings()
                try option.take(&settings, OptionValue(origin: option.name, word: CommandArgument(standard)))
                let isTheSame = text(settings) == text(Settings())
                #expect(isTheSame, "--\(option.name) of '\(command.name)'")
            }
        }
    }

    @Test func `An option may be abbreviated, and letters may share a word with each other and a value`() throws {
        var settings = try arguments(["group", "--tim", "5", "-0j4", "-f", "list", "--notify", "-", "--retries=3"]).settings
        #expect(settings.group.configuration.timeLimit == .seconds(5) && settings.group.configuration.retries == 3)
        #expect(settings.group.recordEnd == .null && settings.group.slots == .number(4) && settings.group.files == ["list"])
        #expect(settings.hud.end.notificationTime == .seconds(30))
    }

    @Test func `The bytes of a value are not changed`() throws {
        let word = "list\u{301}\u{0}".utf8CString.dropLast(2) + [-1, 0]
        let name = word.withUnsafeBufferPointer { CommandArgument($0.baseAddress!) }
        let attached = (Array("-f".utf8CString.dropLast()) + word).withUnsafeBufferPointer { CommandArgument($0.baseAddress!) }
        var settings = try Arguments(["hud-demo", "group", attached]).settings
        #expect(settings.group.files == [name])
        settings = try Arguments(["hud-demo", "group", "--file", name]).settings
        #expect(settings.group.files == [name])
        #expect(try arguments(["--label=\u{301}x"]).settings.hud.label == "\u{301}x")
    }

    @Test func `Dashes end the options, and an option's value can be dashes`() throws {
        let group = try arguments(["group", "--label", "--", "-", "--ascii", "--", "cp", "--", ":::", "-x"])
        #expect(group.settings.hud.label == "--" && group.settings.hud.look.terminal.usesASCII)
        #expect(group.words == ["-"] && group.job == ["cp", "--", ":::", "-x"])
        let job = try arguments(["sleep", "--", "--ascii"])
        #expect(job.words == ["sleep", "--", "--ascii"] && job.job == nil && !job.settings.hud.look.terminal.usesASCII)
        #expect(try arguments(["spinners", "dots", "--", "--list"]).all == ["dots", "--list"])
    }

    @Test func `A value that an option has taken, or has not, is blamed for what follows`() throws {
        let hint = "--label has taken '--' as its value; write '--label VALUE -- ...'"
        #expect(complaint("group", "-l", "--", "gzip", "-k", ":::", "a") == hint)
        for place in [[], ["group"]] {
            #expect(try arguments(place + ["-l", "--", "gzip", "a"]).misplacedValue?.message == hint)
            let separate = try arguments(place + ["--ascii", "--notify", "3", "--", "true"])
            #expect(separate.misplacedValue?.message == "unexpected 3; a value of --notify follows '=': --notify=3")
            #expect(try arguments(place + ["--notify", "--ascii", "3", "--", "true"]).misplacedValue == nil)
            #expect(try arguments(place + ["--notify=5", "3", "--", "true"]).misplacedValue == nil)
            #expect(try arguments(place + ["--notify", "3"]).misplacedValue == nil)
        }
    }

    @Test func `The words help and version are answered as the options are`() throws {
        #expect(try arguments(["help"]).settings.answer == Command.wrap.help)
        #expect(try arguments(["help", "group"]).settings.answer == Command.group.help)
        #expect(try arguments(["version"]).settings.answer == "hud-demo \(HUDDemo.version)\n")
        #expect(complaint("help", "grup") == "no command is called grup; 'hud-demo --help' lists them")
        #expect(try arguments(["--", "help"]).settings.answer == nil)
    }

    @Test func `The help text says what each command does, and has the options that print a text`() {
        let lines = Command.wrap.help.split(separator: "\n")
        for command in Command.subcommands {
            #expect(
                lines.contains { $0.hasPrefix("  \(command.name) ") && $0.hasSuffix(" " + command.summary) }, "\(command.name)")
        }
        #expect(
            lines.contains("  -h, --help           print the help text")
                && lines.contains("  -V, --version        print the version"))
        #expect(!Command.group.help.contains("Commands, each"))
    }

    @Test func `What can't be parsed is named as it was written`() {
        #expect(complaint("--no", "x") == "--no could be --notify or --no-history")
        #expect(complaint("--s=x") == "--s could be --style or --spinner or --spinner-file")
        #expect(complaint("--frob=1") == "unknown option --frob; 'hud-demo --help' lists them")
        #expect(complaint("group", "-0x") == "unknown option -x; 'hud-demo group --help' lists them")
        #expect(
            complaint("group", "--outpt", "hide")
                == "unknown option --outpt; did you mean --output? 'hud-demo group --help' lists them")
        #expect(complaint("-j4") == "unknown option -j; 'hud-demo group' has it; 'hud-demo --help' lists them")
        #expect(complaint("group", "--gauge") == "unknown option --gauge; hud-demo has it; 'hud-demo group --help' lists them")
        #expect(
            complaint("gallery", "--retries", "3")
                == "unknown option --retries; 'hud-demo group' has it; 'hud-demo gallery --help' lists them")
        // A value without its option.
        #expect(complaint("--json") == "unknown option --json; did you mean --style json? 'hud-demo --help' lists them")
        #expect(complaint("group", "--bar") == "unknown option --bar; 'hud-demo group --help' lists them")
        #expect(complaint("--gra") == "--gra needs a value")
        #expect(complaint("-l") == "-l needs a value")
        #expect(complaint("--asc=1") == "--ascii takes no value")
        #expect(complaint("--spinner=") == nil)
        #expect(complaint("--notify=") == "bad value '' for --notify: expected decimal seconds from 0 to 86400, such as 0.5")
    }
}

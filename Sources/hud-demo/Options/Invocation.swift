import HUDCore
import HUDJob

/// What the arguments ask for.
enum Invocation: Equatable {
    case help(String)
    case wrap([RawWord], WrapOptions)
    case builtInJob(WrapOptions)
    case gauge(WrapOptions)
    case group(GroupOptions)
    case follow(FollowOptions)
    case simulate(path: RawWord, json: Bool)
    case gallery(GalleryCommand.Options)
    case spinners(SpinnersCommand.Options)
    case completions(Shell)
    case shellInit(Shell)
    case notify(NotifyCommand.Options)

    /// Parses the command line; the first word is the name of the program.
    init(_ arguments: [RawWord]) throws(UsageError) {
        let rest = Array(arguments.dropFirst())
        switch rest.first.flatMap({ Subcommand(rawValue: $0.text) }) {
        case .group: self = try Self.group(rest)
        case .follow: self = try Self.follow(rest)
        case .simulate: self = try Self.simulation(rest)
        case .gallery: self = try Self.gallery(rest)
        case .spinners: self = try Self.spinners(rest)
        case .completions: self = try Self.shell(rest, of: .completions) { .completions($0) }
        case .shellInit: self = try Self.shell(rest, of: .shellInit) { .shellInit($0) }
        case .notify: self = try Self.notification(rest)
        case nil: self = try Self.job(arguments)
        }
    }

    private static func job(_ arguments: [RawWord]) throws(UsageError) -> Invocation {
        var reader = OptionReader(arguments, options: WrapOptions.known)
        var options = WrapOptions()
        if let text = try options.read(from: &reader) { return .help(text) }
        if options.isGauge {
            guard !reader.endedByDashes, reader.rest.isEmpty else {
                throw UsageError(message: "--gauge takes no command: it reads progress lines from standard input")
            }
            return .gauge(options)
        }
        if reader.endedByDashes {
            guard !reader.rest.isEmpty else { throw UsageError(message: "no command after '--'; try 'hud-demo -- sleep 2'") }
            return .wrap(reader.rest, options)
        }
        if !reader.rest.isEmpty {
            let example = (["hud-demo --"] + reader.rest.map { ShellWord.quoted($0.text) }).joined(separator: " ")
            throw UsageError(message: "the command starts after '--': \(example)")
        }
        return .builtInJob(options)
    }

    private static func group(_ arguments: [RawWord]) throws(UsageError) -> Invocation {
        var reader = OptionReader(arguments, options: Subcommand.group.options)
        var options = GroupOptions()
        var words: [RawWord] = []
        repeat {
            while let option = try reader.next() {
                if option.name == "help" { return .help(Usage.group) }
                try options.take(option)
            }
        } while !reader.endedByDashes && reader.takeWord(into: &words)
        try options.finish(words: words, command: reader.endedByDashes ? reader.rest : nil)
        return .group(options)
    }

    private static func follow(_ arguments: [RawWord]) throws(UsageError) -> Invocation {
        var options = FollowOptions()
        var words: [RawWord] = []
        let text = try read(arguments, of: .follow, words: &words) { (option) throws(UsageError) in try options.take(option) }
        if let text { return .help(text) }
        try options.finish(words: words)
        return .follow(options)
    }

    private static func simulation(_ arguments: [RawWord]) throws(UsageError) -> Invocation {
        var json = false
        var paths: [RawWord] = []
        let text = try read(arguments, of: .simulate, words: &paths) { (_) throws(UsageError) in
            json = true
        }
        if let text { return .help(text) }
        guard let path = paths.first else {
            throw UsageError(message: "simulate needs a scenario: a file, or '-' for standard input")
        }
        if paths.count > 1 {
            throw UsageError(message: "simulate takes one scenario; \(ShellWord.quoted(paths[1].text)) is too many")
        }
        return .simulate(path: path, json: json)
    }

    private static func gallery(_ arguments: [RawWord]) throws(UsageError) -> Invocation {
        var options = GalleryCommand.Options()
        var names: [RawWord] = []
        let text = try read(arguments, of: .gallery, words: &names) { (option) throws(UsageError) in
            switch option.name {
            case "list": options.lists = true
            case "style": options.style = try option.choice(of: GalleryCommand.styles)
            default: try options.look.take(option)
            }
        }
        if let text { return .help(text) }
        if names.count > 1 {
            throw UsageError(message: "gallery takes one name; \(ShellWord.quoted(names[1].text)) is too many")
        }
        try options.look.resolve()
        options.name = names.first?.text
        return .gallery(options)
    }

    private static func spinners(_ arguments: [RawWord]) throws(UsageError) -> Invocation {
        var options = SpinnersCommand.Options()
        var names: [RawWord] = []
        let text = try read(arguments, of: .spinners, words: &names) { (option) throws(UsageError) in
            if option.name == "list" { options.lists = true } else { try options.look.take(option) }
        }
        if let text { return .help(text) }
        options.names = names.map(\.text)
        return .spinners(options)
    }

    /// A subcommand whose argument is a shell.
    private static func shell(
        _ arguments: [RawWord], of command: Subcommand, _ invocation: (Shell) -> Invocation
    ) throws(UsageError) -> Invocation {
        var names: [RawWord] = []
        let text = try read(arguments, of: command, words: &names) { (_) throws(UsageError) in }
        if let text { return .help(text) }
        let shells = Shell.allCases.map(\.rawValue).joined(separator: ", ")
        guard let name = names.first else { throw UsageError(message: "\(command.rawValue) needs a shell: \(shells)") }
        if names.count > 1 {
            throw UsageError(message: "\(command.rawValue) takes one shell; \(ShellWord.quoted(names[1].text)) is too many")
        }
        guard let shell = Shell(rawValue: name.text) else {
            throw UsageError(
                message: "\(command.rawValue) knows no shell \(ShellWord.quoted(name.text)), only \(shells)")
        }
        return invocation(shell)
    }

    private static func notification(_ arguments: [RawWord]) throws(UsageError) -> Invocation {
        var options = NotifyCommand.Options()
        var words: [RawWord] = []
        let text = try read(arguments, of: .notify, words: &words) { (option) throws(UsageError) in try options.take(option) }
        if let text { return .help(text) }
        guard !words.isEmpty else { throw UsageError(message: "notify needs a text: hud-demo notify 'The backup is done'") }
        options.text = words.map(\.text).joined(separator: " ")
        return .notify(options)
    }

    /// Reads the options of a subcommand, which may be before and after its arguments.
    ///
    /// - Parameters:
    ///   - words: Receives the arguments that are not options.
    ///   - take: Called with each option except `--help`.
    /// - Returns: The help text, if it was asked for.
    private static func read(
        _ arguments: [RawWord], of command: Subcommand, words: inout [RawWord],
        take: (OptionReader.Found) throws(UsageError) -> Void
    ) throws(UsageError) -> String? {
        var reader = OptionReader(arguments, options: command.options)
        repeat {
            while let option = try reader.next() {
                if option.name == "help" { return command.help }
                try take(option)
            }
        } while !reader.endedByDashes && reader.takeWord(into: &words)
        words += reader.rest
        return nil
    }
}

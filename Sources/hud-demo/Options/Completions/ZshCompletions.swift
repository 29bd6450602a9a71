/// Completions for zsh: a function for `fpath` that can also be sourced.
enum ZshCompletions {
    static var script: String {
        #"""
        #compdef hud-demo
        # Completions of hud-demo for zsh, by 'hud-demo completions zsh'.

        # Something has to follow a colon.
        _hud-demo_words() {
            compadd -- ${@:#*:}
            compadd -S '' -- ${(M)@:#*:}
        }

        _hud-demo_commands() {
            local -a commands=(
        \#(commands)
            )
            # The first word of all: after an option it would be none.
            if (( CURRENT == 2 )); then _describe -t commands command commands; fi
            compadd -- --
        }

        _hud-demo() {
            local place= option=
            local -i i=2
            if (( CURRENT > 2 )); then
                case $words[2] in
                    \#(Command.subcommands.map(\.name).joined(separator: " | "))) place=$words[2] i=3 ;;
                esac
            fi
            for (( ; i < CURRENT; i++ )); do
                if [[ -n $option ]]; then
                    option=
                    continue
                fi
                case $place$words[i] in
                    \#(Command.takingCommand.map { $0.name + "--" }.joined(separator: " | ")))
                        # What follows is a command line of its own.
                        words=("${(@)words[i + 1, -1]}")
                        (( CURRENT -= i ))
                        _normal
                        return ;;
                    \#(Command.takingCommand.flatMap(\.namesWithValue).joined(separator: " | ")))
                        option=$words[i] ;;
                esac
            done
            case $place in
        \#(places)
            esac
            _arguments -s -S : \
        \#(specifications(of: Command.wrap.options, indent: "        ")) \
                '1: :_hud-demo_commands' \
                '*: : compadd -- --'
        }

        if [[ $funcstack[1] == _hud-demo ]]; then
            _hud-demo "$@"
        else
            compdef _hud-demo hud-demo
        fi

        """#
    }

    private static var commands: String {
        Command.subcommands.map { "        '\($0.name):\($0.summary)'" }.joined(separator: "\n")
    }

    /// The options and arguments of the subcommands.
    private static var places: String {
        Command.subcommands.map { command in
            let words = "'\(command.takesManyWords ? "*" : "1"):\(action(for: command.words))'"
            return """
                            \(command.name))
                                shift words
                                (( CURRENT-- ))
                                _arguments -s -S : \\
                \(specifications(of: command.options, indent: "                    ")) \\
                                    \(words)
                                return ;;
                """
        }.joined(separator: "\n")
    }

    private static func specifications(of options: [Option], indent: String) -> String {
        options.map { option in
            let meaning = "[\(option.summary)]" + (option.argument.map { ($0.isOptional ? "::" : ":") + action(for: $0) } ?? "")
            let long = "--" + option.name + (option.argument.map { $0.isOptional ? "=-" : "=" } ?? "")
            guard let short = option.short else { return indent + "'\(long)\(meaning)'" }
            let letter = "-\(short)\(option.takesValue ? "+" : "")"
            return indent + "'(-\(short) --\(option.name))'{\(letter),\(long)}'\(meaning)'"
        }.joined(separator: " \\\n")
    }

    private static func action(for argument: Argument) -> String {
        switch argument.completion {
        case .none: argument.name + ": "
        case .files: argument.name + ":_files"
        case .namedFiles: argument.name + #":{ compset -P "*="; _files }"#
        case .words(let words):
            argument.name + ": _hud-demo_words "
                + words().map { $0.hasSuffix(":") ? $0.dropLast() + "\\:" : $0 }.joined(separator: " ")
        }
    }
}

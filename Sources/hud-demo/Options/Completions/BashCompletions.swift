/// Completions for bash 3.2 and later.
///
/// Words after `--` are completed by bash-completion if that is loaded, otherwise as names of commands and files.
enum BashCompletions {
    static var script: String {
        #"""
        # Completions of hud-demo for bash, by 'hud-demo completions bash'.

        _hud_demo_words() {
            local IFS=$' \t\n'
            COMPREPLY=($(compgen -W "$1" -- "$cur"))
            # Something has to follow a colon.
            if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *: ]]; then compopt -o nospace 2>/dev/null; fi
            return 0
        }

        _hud_demo_compgen() {
            local name
            compopt -o filenames 2>/dev/null
            while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen "$1" -- "$cur")
        }

        # Words from number $1 on are a command line of their own.
        _hud_demo_job() {
            if declare -F _comp_command_offset >/dev/null; then
                _comp_command_offset "$1"
            elif declare -F _command_offset >/dev/null; then
                _command_offset "$1"
            elif ((COMP_CWORD == $1)) && [[ $cur != */* ]]; then
                _hud_demo_compgen -c
            else
                _hud_demo_compgen -f
            fi
        }

        _hud_demo() {
            local cur=${COMP_WORDS[COMP_CWORD]} place= option= glued= word i=1
            COMPREPLY=()
            if ((COMP_CWORD > 1)); then
                case ${COMP_WORDS[1]} in
                    \#(Command.subcommands.map(\.name).joined(separator: " | "))) place=${COMP_WORDS[1]} i=2 ;;
                esac
            fi
            for (( ; i < COMP_CWORD; i++)); do
                word=${COMP_WORDS[i]}
                # bash takes '=' and ':' for words of their own.
                if [[ -n $glued ]]; then
                    glued=
                elif [[ $word == : ]]; then
                    glued=1
                elif [[ $word == = ]]; then
                    :
                elif [[ -n $option ]]; then
                    option=
                elif [[ $word == -- ]]; then
                    case "$place" in
                        \#(Command.takingCommand.map { "'\($0.name)'" }.joined(separator: " | "))) _hud_demo_job $((i + 1)) ;;
                    esac
                    return
                else
                    case "$place$word" in
        \#(withValues))
                            option=$word ;;
                    esac
                fi
            done
            if [[ -n $glued || $cur == : ]]; then return; fi
            i=$((COMP_CWORD - 1))
            if [[ $cur == = ]]; then
                cur=
            elif [[ ${COMP_WORDS[i]} == = ]]; then
                i=$((i - 1))
            else
                i=0
            fi
            # A value that can be in no other word, of which nothing is known.
            if [[ -z $option && ${COMP_WORDS[i]} == -* ]]; then return; fi
            case "$place$option" in
        \#(values)
            esac
            if [[ -n $option ]]; then return; fi
            case "$place:$cur" in
        \#(words)
            esac
        }

        complete -F _hud_demo hud-demo

        """#
    }

    /// The options that take the next word as their value, each after the name of its command.
    private static var withValues: String {
        Command.all.compactMap { command in
            let names = command.namesWithValue
            return names.isEmpty ? nil : "                " + names.joined(separator: " | ")
        }.joined(separator: " | \\\n")
    }

    /// The possible values of options.
    private static var values: String {
        Command.all.flatMap { command in
            command.options.compactMap { option in
                option.argument.flatMap { action(for: $0) }.map { action in
                    "        \(option.spellings.map { command.name + $0 }.joined(separator: " | "))) \(action) ;;"
                }
            }
        }.joined(separator: "\n")
    }

    /// The options and arguments of every command.
    private static var words: String {
        Command.all.flatMap { command in
            let isFirst = command.name.isEmpty
            let options = command.options.flatMap(\.spellings) + (command.takesCommand ? ["--"] : [])
            let names = Command.subcommands.map(\.name).joined(separator: " ")
            let action =
                isFirst
                ? "if ((COMP_CWORD == 1)); then _hud_demo_words '\(names) --'; else _hud_demo_words '--'; fi"
                : action(for: command.words)
            return ["        \(command.name):-*) _hud_demo_words '\(options.joined(separator: " "))' ;;"]
                + (action.map { ["        \(command.name):*) \($0) ;;"] } ?? [])
        }.joined(separator: "\n")
    }

    private static func action(for argument: Argument) -> String? {
        switch argument.completion {
        case .none: nil
        case .files, .namedFiles: "_hud_demo_compgen -f"
        case .words(let words): "_hud_demo_words '\(words().joined(separator: " "))'"
        }
    }
}

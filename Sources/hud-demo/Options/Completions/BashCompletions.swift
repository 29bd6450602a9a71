/// Completions for bash 3.2 and later.
///
/// Words after `--` are completed by bash-completion if that is loaded, otherwise as names of commands and files.
enum BashCompletions {
    static var script: String {
        let names = Subcommand.allCases.map(\.rawValue)
        return #"""
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
                        \#(names.joined(separator: " | "))) place=${COMP_WORDS[1]} i=2 ;;
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
                        [[ -n $place ]] || _hud_demo_job $((i + 1))
                        return
                    else
                        case "$place$word" in
            \#(pattern(of: \.takesValue, "                ")))
                                option=$word ;;
                        esac
                    fi
                done
                if [[ -n $glued || $cur == : ]]; then return; fi
                if [[ $cur == = ]]; then cur=; fi
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

    /// The spellings of all options that satisfy a condition, each prefixed with the name of its place.
    private static func pattern(of isMeant: (OptionReader.Option) -> Bool, _ indent: String) -> String {
        CompletionPlace.all.compactMap { place in
            let spellings = place.options.filter(isMeant).flatMap(\.spellings).map { place.name + $0 }
            return spellings.isEmpty ? nil : indent + spellings.joined(separator: " | ")
        }.joined(separator: " | \\\n")
    }

    /// The possible values of options.
    private static var values: String {
        var cases: [String] = []
        for place in CompletionPlace.all {
            for option in place.options {
                guard let value = option.value, let action = action(for: value) else { continue }
                let spellings = option.spellings.map { place.name + $0 }.joined(separator: " | ")
                cases.append("        \(spellings)) \(action) ;;")
            }
        }
        return cases.joined(separator: "\n")
    }

    /// The options and arguments of every place.
    private static var words: String {
        var cases: [String] = []
        for place in CompletionPlace.all {
            let command = Subcommand(rawValue: place.name)
            let options = place.options.flatMap(\.spellings) + (command == nil ? ["--"] : [])
            cases.append("        \(place.name):-*) _hud_demo_words '\(options.joined(separator: " "))' ;;")
            if let command {
                if let action = action(for: command.words) { cases.append("        \(place.name):*) \(action) ;;") }
            } else {
                let names = Subcommand.allCases.map(\.rawValue).joined(separator: " ")
                cases.append(
                    "        :*) if ((COMP_CWORD == 1)); then _hud_demo_words '\(names) --'; else _hud_demo_words '--'; fi ;;")
            }
        }
        return cases.joined(separator: "\n")
    }

    private static func action(for argument: Argument) -> String? {
        switch argument {
        case .any: nil
        case .file: "_hud_demo_compgen -f"
        case .listed(let words): "_hud_demo_words '\(words.all().joined(separator: " "))'"
        }
    }
}

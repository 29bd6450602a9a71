/// Completions for fish 3.0 and later.
enum FishCompletions {
    static var script: String {
        #"""
        # Completions of hud-demo for fish, by 'hud-demo completions fish'.

        # The place of the '--' that ends hud-demo's own options, among the words after its name. Fails if there is none.
        function __hud_demo_dashes
            set -q argv[1]
            or return 1
            set -l command ''
            if contains -- $argv[1] \#(Command.subcommands.map(\.name).joined(separator: " "))
                set command $argv[1]
            end
            set -l is_value 0
            for place in (seq (count $argv))
                if test $is_value = 1
                    set is_value 0
                    continue
                end
                switch $command$argv[$place]
                    case \#(Command.takingCommand.map { $0.name + "--" }.joined(separator: " "))
                        echo $place
                        return
                    case \#(Command.takingCommand.flatMap(\.namesWithValue).joined(separator: " "))
                        set is_value 1
                end
            end
            return 1
        end

        # Where the cursor is: behind a subcommand, behind '--', behind hud-demo's own options, or behind its name alone.
        function __hud_demo_place
            set -l words (commandline -opc)
            set -e words[1]
            if not set -q words[1]
                echo first
                return
            end
            if __hud_demo_dashes $words >/dev/null
                echo job
                return
            end
            switch $words[1]
                case \#(Command.subcommands.map(\.name).joined(separator: " "))
                    echo $words[1]
                case '*'
                    echo wrap
            end
        end

        function __hud_demo_is
            contains -- (__hud_demo_place) $argv
        end

        # What follows '--' is a command line of its own.
        function __hud_demo_job
            set -l words (commandline -opc)
            set -e words[1]
            set -l dashes (__hud_demo_dashes $words)
            set -e words[1..$dashes]
            complete -C (string join -- ' ' (string escape -- $words) (commandline -ct))
        end

        complete -c hud-demo -f
        complete -c hud-demo -n '__hud_demo_is job' -a '(__hud_demo_job)'
        complete -c hud-demo -n '__hud_demo_is first wrap' -a '--' -d 'the command follows'
        \#(lines.joined(separator: "\n"))

        """#
    }

    private static var lines: [String] {
        Command.subcommands.map { "complete -c hud-demo -n '__hud_demo_is first' -a '\($0.name)' -d '\($0.summary)'" }
            + Command.all.flatMap { command in
                let start = "complete -c hud-demo -n '__hud_demo_is \(command.name.isEmpty ? "first wrap" : command.name)'"
                let options = command.options.map { option in
                    let letter = option.short.map { " -s \($0)" } ?? ""
                    let value = option.takesValue ? option.argument.map { action(for: $0) ?? " -x" } ?? "" : ""
                    return "\(start)\(letter) -l \(option.name)\(value) -d '\(option.summary)'"
                }
                return options + (action(for: command.words).map { [start + $0] } ?? [])
            }
    }

    private static func action(for argument: Argument) -> String? {
        switch argument.completion {
        case .none: nil
        case .files, .namedFiles: " -r -F"
        case .words(let words): " -x -a '\(words().joined(separator: " "))'"
        }
    }
}

/// Shell integration for fish 3.1 and later.
enum FishInit {
    static let script = #"""
        # Shell integration of hud-demo for fish, by 'hud-demo shell-init fish'.

        # Options of hud-demo come first, followed by --. What only this shell has, such as a function, runs in a child shell that gets the state of
        # this one.
        function hud -d 'Run a command under a HUD; options of hud-demo come first, followed by --'
            set -l options
            switch "$argv[1]"
                case '' '-*'
                    set -l dashes (contains -i -- -- $argv)
                    if test -z "$dashes"; or test "$dashes" = (count $argv)
                        command hud-demo $argv
                        return
                    end
                    set options $argv[1..$dashes]
                    set -e options[-1]
                    set -e argv[1..$dashes]
            end
            set -l line (string escape -- $argv | string join ' ' | string collect)
            set -l run '$argv'
            if test "$argv[1]" = command; and string match -qr '^[^-]' -- "$argv[2]"
                set -e argv[1]
                command hud-demo $options -- $argv
                return
            else if contains -- "$argv[1]" eval source .
                if test $argv[1] = eval
                    # What the line finds in $argv must not be the line.
                    set line "$argv[2..-1]"
                    set run (string escape -- $argv | string join ' ' | string collect)
                    set -e argv
                end
            else if test "$argv[1]" = cd; or not functions -q -- $argv[1]
                if builtin -q -- $argv[1]; and not command -q -- $argv[1]
                    echo "hud: $argv[1] is a builtin of the shell, and hud-demo runs programs; 'hud eval' runs a line in a child shell" >&2
                    return 126
                end
                command hud-demo $options -- $argv
                return
            end
            # By a file, because the state can be too long for an argument. So can the line.
            set -lx __hud_state (mktemp 2>/dev/null; or TMPDIR=/tmp mktemp)
            or return
            begin
                __hud_print_state
                echo 'command rm -f -- $__hud_state; set -e __hud_state'
                printf '%s\n' $run
            end >$__hud_state
            set line (string sub -l 1000 -- "$line" | string collect)
            # The line behind the command tells the durations of one line from those of others.
            command hud-demo --label "$line" $options -- (status fish-path) --no-config \
                -c 'source $__hud_state $argv # '(string escape -- $line | string collect) -- $argv
            set -l code $status
            test -e $__hud_state; and command rm -f -- $__hud_state
            return $code
        end

        # Prints commands that make another fish like this one: functions, and variables that are not exported.
        function __hud_print_state
            set -l exported (set -nx)
            echo begin
            for name in (set -ng) (set -nU)
                if not contains -- $name $exported
                    # Some are fish's own, and cannot be set.
                    string match -qr '^(CMD_DURATION|COLUMNS|LINES|PWD|SHLVL|_|argv|history|(pipe)?status|status_generation|umask)$' -- $name
                    or string match -qr '^fish_(kill_signal|killring|pid|private_mode)$' -- $name
                    or echo set -g $name (string escape -- $$name)
                end
            end
            echo 'end 2>/dev/null'
            # Only those that are loaded: the others are where this variable says.
            set -l fish_function_path
            functions -- (functions -na) | string replace -r '^(function .*) --on-event fish_exit' '$1'
        end
        complete -c hud -x -a '(__fish_complete_subcommand)'

        # The line that runs the command line $argv under a HUD.
        function __hud_wrap
            set -l line (string trim -- "$argv" | string collect)
            switch $line
                case '' 'hud *' 'hud-demo *' '#*'
                    printf %s $line
                # Everything that is not one command is run by eval.
                case '*|*' '*;*' '*&*' '*(*' '*)*' '! *' 'not *' 'time *' 'begin *' 'and *' 'or *'
                    printf %s "hud eval "(string escape -- $line)
                case '*'
                    if test (count (string split \n -- $line)) -gt 1; or string match -qr '^[^\s/=]+=' -- $line
                        printf %s "hud eval "(string escape -- $line)
                    else
                        printf %s "hud $line"
                    end
            end
        end

        # For the key: the line that was typed, or the last one.
        function __hud_recall
            set -l line (commandline -b | string collect)
            string length -q -- (string trim -- "$line" | string collect); or set line $history[1]
            commandline -r -- (__hud_wrap $line | string collect)
            commandline -f execute
        end

        # Whether the command line $argv runs one of the programs in HUD_NOTIFY_IGNORE.
        function __hud_is_ignored
            set -l ignored (string split -n ' ' -- '\#(Shell.ignored)')
            set -q HUD_NOTIFY_IGNORE; and set ignored (string split -n ' ' -- $HUD_NOTIFY_IGNORE)
            set -l begins 1
            for word in (string split -n ' ' -- (string replace -ra '[\n;|&()]' ' ; ' -- "$argv" | string collect))
                switch $word
                    case ';' and or
                        set begins 1
                    case '--notify*'
                        return 0
                    case '*=*' '-*' hud hud-demo sudo doas command exec env time nohup not begin
                    case '*'
                        if test $begins = 1; and contains -- (string replace -r '.*/' '' -- $word) $ignored
                            return 0
                        end
                        set begins 0
                end
            end
            return 1
        end

        # After each command: a notification, if it took HUD_NOTIFY seconds or longer.
        function __hud_postexec --on-event fish_postexec
            set -l code $status
            set -q HUD_NOTIFY[1]; and string match -qr '^[0-9]+([.][0-9]*)?$' -- $HUD_NOTIFY[1]
            or return 0
            set -l seconds (math -s 3 "$CMD_DURATION / 1000")
            test $seconds -ge $HUD_NOTIFY[1]
            or return 0
            __hud_is_ignored $argv[1]
            and return 0
            command hud-demo notify --status $code --elapsed $seconds -- $argv[1]
        end

        if status is-interactive
            set -q HUD_KEY; or set -l HUD_KEY \ej
            if test -n "$HUD_KEY"
                bind $HUD_KEY __hud_recall
                bind -M insert $HUD_KEY __hud_recall
            end
        end

        """#
}

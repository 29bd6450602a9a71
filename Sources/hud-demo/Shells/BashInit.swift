/// Shell integration for bash 4.4 and later. Earlier ones, from 3.2, have the function, but neither the key nor notifications.
enum BashInit {
    static let script = #"""
        # Shell integration of hud-demo for bash, by 'hud-demo shell-init bash'.
        # shellcheck shell=bash

        # Runs a command under a HUD. Options of hud-demo come first, followed by --. What only this shell has, such as a function, runs in a child
        # shell that gets the state of this one.
        function hud {
            local __hud_flags=$- __hud_kind __hud_line __hud_run='"$@"' __hud_state
            local -a __hud_options
            __hud_options=()
            case ${1-} in
                '' | -*)
                    while (($#)) && [[ $1 != -- ]]; do
                        __hud_options+=("$1")
                        shift
                    done
                    if (($# < 2)); then
                        command hud-demo ${__hud_options[@]+"${__hud_options[@]}"} "$@"
                        return
                    fi
                    shift
                    ;;
            esac
            if [[ $1 == command && ${2-} == [!-]* ]]; then
                shift
                __hud_kind='file'
            else
                __hud_kind=$(type -t -- "$1") || __hud_kind='file'
            fi
            case $__hud_kind:$1 in
                alias:*) __hud_alias "$@" ;;
                function:* | builtin:eval | builtin:source | builtin:.) ;;
                builtin:* | keyword:*)
                    if ! type -P -- "$1" >/dev/null; then
                        printf "hud: %s is a %s of the shell, and hud-demo runs programs; 'hud eval' runs a line in a child shell\n" \
                            "$1" "$__hud_kind" >&2
                        return 126
                    fi
                    __hud_kind='file'
                    ;;
                *) __hud_kind='file' ;;
            esac
            if [[ $__hud_kind == file ]]; then
                command hud-demo ${__hud_options[@]+"${__hud_options[@]}"} -- "$@"
                return
            fi
            __hud_quote "$@"
            if [[ $__hud_kind == builtin ]]; then
                # What the line, or the script without arguments of its own, finds in "$@" must not be these words.
                printf -v __hud_run '%q ' "$@"
                set --
            fi
            __hud_state=$(__hud_print_state && printf '%s\n' "$__hud_run") || return
            # By a descriptor, because the state can be too long for an argument. So can the line.
            # shellcheck disable=SC2016
            BASH_ENV='' command hud-demo --label "${__hud_line:0:1000}" ${__hud_options[@]+"${__hud_options[@]}"} -- \
                "$BASH" --norc --noprofile -c $'eval "exec 60<&-\n$(</dev/fd/60)"' "$0" "$@" 60<<<"$__hud_state"
        }

        # Sets __hud_run to a line that runs "$@", whose first word is an alias: that is none in quotes.
        __hud_alias() {
            local __hud_count=1 __hud_value
            __hud_run=''
            while ((__hud_count <= $#)) && [[ ${!__hud_count} != *=* ]] && __hud_value=$(alias -- "${!__hud_count}" 2>/dev/null); do
                __hud_run+="${!__hud_count} "
                __hud_count=$((__hud_count + 1))
                # After a blank at the end the next word may be an alias, too.
                if [[ $__hud_value != *[[:blank:]]\' ]]; then break; fi
            done
            __hud_run+="\"\${@:$__hud_count}\""
        }

        # Sets __hud_line to the command "$@" as it would be typed; of eval, to the line that it runs.
        __hud_quote() {
            local word quote="'\\''" IFS=' '
            __hud_line=''
            if [[ $1 == eval ]]; then
                shift
                __hud_line=$*
                return
            fi
            for word; do
                case $word in
                    '' | *[!a-zA-Z0-9_./=:,+@%-]*) word="'${word//\'/$quote}'" ;;
                esac
                __hud_line+=${__hud_line:+ }$word
                # The others would be cut.
                if ((${#__hud_line} > 1000)); then break; fi
            done
        }

        # Prints commands that make another bash like this one: functions, variables that are not exported, aliases, options.
        __hud_print_state() {
            local __hud_name __hud_list=0 __hud_exported=$'\n' __hud_arrays=$'\n' __hud_set=$SHELLOPTS __hud_shopt
            local -a __hud_names
            __hud_names=()
            set +eu
            __hud_shopt=$(shopt -p)
            # The patterns here are of names as they are written.
            shopt -u nocasematch
            if [[ -n ${BASH_ENV-} ]]; then declare -p BASH_ENV; else echo 'unset BASH_ENV'; fi
            # Functions may need it to be parsed, whatever the option is now.
            echo 'shopt -s extglob'
            declare -f
            declare -p IFS 2>/dev/null || echo 'unset IFS'
            local IFS=$'\n'
            for __hud_name in $(compgen -e && echo 1 && compgen -A arrayvar && echo 2 && compgen -v); do
                case $__hud_list/$__hud_name in
                    ?/1 | ?/2) __hud_list=$__hud_name ;;
                    0/*) __hud_exported+=$__hud_name$'\n' ;;
                    1/*) __hud_arrays+=$__hud_name$'\n' ;;
                    # Those that are bash's own, or ours.
                    */BASH | */BASHOPTS | */BASHPID | */BASH_ALIASES | */BASH_ARG[CV] | */BASH_ARGV0 | */BASH_CMDS | */BASH_COMMAND) ;;
                    */BASH_ENV | */BASH_EXECUTION_STRING | */BASH_LINENO | */BASH_MONOSECONDS | */BASH_REMATCH | */BASH_SOURCE) ;;
                    */BASH_SUBSHELL | */BASH_TRAPSIG | */BASH_VERSINFO | */BASH_VERSION | */BASH_XTRACEFD | */COMP_CWORD) ;;
                    */COMP_KEY | */COMP_LINE | */COMP_POINT | */COMP_TYPE | */COMP_WORDBREAKS | */COMP_WORDS | */DIRSTACK) ;;
                    */EPOCHREALTIME | */EPOCHSECONDS | */EUID | */FUNCNAME | */GROUPS | */HISTCMD | */IFS | */LINENO | */PIPESTATUS) ;;
                    */PPID | */RANDOM | */READLINE_ARGUMENT | */READLINE_LINE | */READLINE_MARK | */READLINE_POINT | */SECONDS) ;;
                    */SHELLOPTS | */SHLVL | */SRANDOM | */UID | */_ | */__hud_*) ;;
                    *)
                        # The environment does not contain arrays.
                        if [[ $__hud_exported != *$'\n'"$__hud_name"$'\n'* || $__hud_arrays == *$'\n'"$__hud_name"$'\n'* ]]; then
                            __hud_names+=("$__hud_name")
                        fi
                        ;;
                esac
            done
            echo '{'
            declare -p "${__hud_names[@]}" 2>/dev/null
            alias -p
            printf '%s\n' "$__hud_shopt"
            echo 'set +Bh +o interactive-comments'
            IFS=:
            for __hud_name in $__hud_set; do
                case $__hud_name in
                    emacs | errexit | histexpand | history | monitor | noexec | onecmd | privileged | vi) ;;
                    *) echo "set -o $__hud_name" ;;
                esac
            done
            echo '} 2>/dev/null'
            # Here it is off.
            if [[ $__hud_flags == *e* ]]; then echo 'set -e'; fi
        }

        # Sets __hud_line to the line that runs the command line $1 under a HUD.
        __hud_wrap() {
            local first
            __hud_line=${1#"${1%%[![:space:]]*}"}
            __hud_line=${__hud_line%"${__hud_line##*[![:space:]]}"}
            first=${__hud_line%%[[:space:]]*}
            case $__hud_line in
                '' | 'hud '* | 'hud-demo '*) return ;;
            esac
            # Everything that is not one command is run by eval, as an assignment before one.
            if [[ $first =~ ^[A-Za-z_][^/=]*= ]]; then first='!'; fi
            case $first/$__hud_line in
                '#'*) ;;
                */*[\|\;\&\(\)\`$'\n']* | !/* | time/* | '[['/*)
                    __hud_line="hud eval '${__hud_line//\'/\'\\\'\'}'"
                    ;;
                *) __hud_line="hud $__hud_line" ;;
            esac
        }

        # Sets __hud_line to the last line of the history.
        __hud_last_line() {
            __hud_line=$(HISTTIMEFORMAT='' builtin history 1) || __hud_line=''
            if [[ $__hud_line =~ ^[[:space:]]*[0-9]+[*]?[[:space:]]+(.*)$ ]]; then __hud_line=${BASH_REMATCH[1]}; else __hud_line=''; fi
        }

        # For the key: the line that was typed, or the last one.
        __hud_recall() {
            local line=$READLINE_LINE __hud_line
            # With an event that is not found, Enter prints an error and runs nothing. In a subshell, because -p takes the last line out of the history.
            if [[ $- == *H* ]] && ! (builtin history -p -- "$line") >/dev/null 2>&1; then return; fi
            if [[ -z ${line//[[:space:]]/} ]]; then
                __hud_last_line
                line=$__hud_line
            fi
            __hud_wrap "$line"
            READLINE_LINE=$__hud_line
            READLINE_POINT=${#__hud_line}
        }

        # Whether the command line $1 runs one of the programs in HUD_NOTIFY_IGNORE.
        __hud_is_ignored() {
            local word begins=1 line=${1//[;&|()$'\n']/ ; }
            local -a words
            local ignored=${HUD_NOTIFY_IGNORE-\#(Shell.ignored)}
            IFS=$' \t\n' read -r -d '' -a words <<<"$line" || :
            for word in ${words[@]+"${words[@]}"}; do
                case $word in
                    ';') begins=1 ;;
                    --notify*) return 0 ;;
                    *=* | -* | hud | hud-demo | sudo | doas | command | exec | env | time | nohup) ;;
                    *)
                        if ((begins)) && [[ " ${ignored//$'\n'/ } " == *" ${word##*/} "* ]]; then return 0; fi
                        begins=0
                        ;;
                esac
            done
            return 1
        }

        # Adds to PS0 what sets __hud_begin when a command begins, so no DEBUG trap is needed. Without promptvars it would be printed as it is.
        __hud_set_ps0() {
            # shellcheck disable=SC2016
            local piece='${PS1:$((__hud_begin = ${EPOCHREALTIME/[.,]/}, 0)):0}'
            # shellcheck disable=SC2016
            if [[ -z ${EPOCHREALTIME-} ]]; then piece='${PS1:$((__hud_begin = ${SECONDS}000000, 0)):0}'; fi
            if ! shopt -q promptvars; then
                if [[ ${PS0-} == *"$piece"* ]]; then PS0=${PS0//"$piece"/}; fi
            elif [[ ${PS0-} != *"$piece"* ]]; then
                PS0=${PS0-}$piece
            fi
        }

        # Before each prompt: a notification, if the last command took HUD_NOTIFY seconds or longer.
        __hud_prompt() {
            local code=$? begin=${__hud_begin-} number='\!' __hud_line='' now elapsed limit
            __hud_begin=''
            __hud_set_ps0
            # The number in the history of the next command.
            number=${number@P}
            if [[ -n $begin && ${HUD_NOTIFY-} =~ ^([0-9]+)[.]?([0-9]*)$ ]]; then
                # In microseconds.
                limit=${BASH_REMATCH[2]}000000
                limit=$((10#${BASH_REMATCH[1]} * 1000000 + 10#${limit:0:6}))
                now=${EPOCHREALTIME-${SECONDS}000000}
                elapsed=$((${now/[!0-9]/} - begin))
                if ((elapsed >= limit)); then
                    # A command that is not in the history has no name, unless it was there already.
                    if [[ $number != "${__hud_number-}" || ${HISTCONTROL-} == *dups* || ${HISTCONTROL-} == *both* ]]; then
                        __hud_last_line
                    fi
                    if ! __hud_is_ignored "$__hud_line"; then
                        printf -v elapsed '%d.%06d' $((elapsed / 1000000)) $((elapsed % 1000000))
                        command hud-demo notify --status "$code" --elapsed "$elapsed" -- "${__hud_line:-a command}" || :
                    fi
                fi
            fi
            __hud_number=$number
            # The commands of PROMPT_COMMAND that follow see the status. With set -e it would end the shell.
            if [[ $- == *e* ]]; then return 0; fi
            return "$code"
        }

        if [[ $- == *i* ]] && ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)); then
            if [[ ${PROMPT_COMMAND[*]-} != *__hud_prompt* ]]; then
                # Before all others, because they change the status.
                if [[ $(declare -p PROMPT_COMMAND 2>/dev/null) == 'declare -a'* ]]; then
                    PROMPT_COMMAND=(__hud_prompt ${PROMPT_COMMAND[@]+"${PROMPT_COMMAND[@]}"})
                else
                    # shellcheck disable=SC2178,SC2128
                    PROMPT_COMMAND=__hud_prompt${PROMPT_COMMAND:+$'\n'$PROMPT_COMMAND}
                fi
            fi
            if declare -F _command >/dev/null; then complete -F _command hud; fi
            if [[ -n ${HUD_KEY-\ej} ]]; then
                # In vi's keymap, Esc j is a movement: there is a key if one was chosen.
                for __hud_keymap in emacs-standard ${HUD_KEY+vi-insert}; do
                    # The line is in quotes later, where bash expands no references to the history.
                    bind -m "$__hud_keymap" '"\C-x\C-_e": history-expand-line' 2>/dev/null || :
                    bind -m "$__hud_keymap" -x '"\C-x\C-_r": __hud_recall' 2>/dev/null || :
                    bind -m "$__hud_keymap" "\"${HUD_KEY-\\ej}\": \"\\C-x\\C-_e\\C-x\\C-_r\\C-m\"" 2>/dev/null || :
                done
                unset __hud_keymap
            fi
        fi

        """#
}

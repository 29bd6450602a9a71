/// Shell integration for bash 4.4 and later. Earlier ones have the function, but neither the key nor notifications.
enum BashInit {
    static let script = #"""
        # Shell integration of hud-demo for bash, by 'hud-demo shell-init bash'.
        # shellcheck shell=bash

        # Runs a command under a HUD. Options of hud-demo come first, followed by --.
        function hud {
            local kind
            case ${1-} in
                '' | -*)
                    command hud-demo "$@"
                    return
                    ;;
            esac
            kind=$(type -t -- "$1") || kind=
            if [[ $kind == function || $kind == builtin || $kind == keyword ]] && ! type -P -- "$1" >/dev/null; then
                printf 'hud: %s is a %s of the shell, and hud-demo runs programs\n' "$1" "$kind" >&2
                return 126
            fi
            command hud-demo -- "$@"
        }
        # The blank lets the word after it be an alias, too.
        alias hud='hud '

        # Sets __hud_line to the line that runs the command line $1 under a HUD.
        __hud_wrap() {
            local first
            __hud_line=${1#"${1%%[![:space:]]*}"}
            __hud_line=${__hud_line%"${__hud_line##*[![:space:]]}"}
            first=${__hud_line%%[[:space:]]*}
            case $__hud_line in
                '' | 'hud '* | 'hud-demo '*) return ;;
            esac
            # hud-demo runs one program. A shell runs everything else.
            case $first/$__hud_line in
                [!=/]*=*/* | */*[\|\;\&\(\)\`$'\n']* | !/* | time/*)
                    __hud_line="hud bash -c '${__hud_line//\'/\'\\\'\'}'"
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
            local word begins=1
            local -a words
            local ignored=${HUD_NOTIFY_IGNORE-\#(ShellInit.ignored)}
            IFS=$' \t\n' read -r -d '' -a words <<<"$1" || :
            for word in ${words[@]+"${words[@]}"}; do
                case $word in
                    '|' | ';' | '&&' | '||') begins=1 ;;
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

        # Before each prompt: a notification, if the last command took HUD_NOTIFY seconds or longer.
        __hud_prompt() {
            local code=$? begin=${__hud_begin-} number='\!' __hud_line='' now elapsed limit
            __hud_begin=''
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
            # Expanded when a command begins: no DEBUG trap is needed.
            if [[ ${PS0-} != *__hud_begin* ]]; then
                # shellcheck disable=SC2016
                if [[ -n ${EPOCHREALTIME-} ]]; then
                    PS0=${PS0-}'${PS1:$((__hud_begin = ${EPOCHREALTIME/[!0-9]/}, 0)):0}'
                else
                    PS0=${PS0-}'${PS1:$((__hud_begin = ${SECONDS}000000, 0)):0}'
                fi
            fi
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
                for __hud_keymap in emacs-standard vi-insert; do
                    bind -m "$__hud_keymap" -x '"\C-x\C-_r": __hud_recall' 2>/dev/null || :
                    bind -m "$__hud_keymap" "\"${HUD_KEY-\\ej}\": \"\\C-x\\C-_r\\C-m\"" 2>/dev/null || :
                done
                unset __hud_keymap
            fi
        fi

        """#
}

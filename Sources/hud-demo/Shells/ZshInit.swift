/// Shell integration for zsh 5.1 and later.
enum ZshInit {
    static let script = #"""
        # Shell integration of hud-demo for zsh, by 'hud-demo shell-init zsh'.

        # Runs a command under a HUD. Options of hud-demo come first, followed by --.
        function hud {
            emulate -L zsh
            local kind
            case ${1-} in
                ('' | -*)
                    command hud-demo "$@"
                    return
                    ;;
            esac
            kind=$(whence -w -- "$1")
            kind=${kind##*: }
            if [[ $kind == (function|builtin|reserved) ]] && ! whence -p -- "$1" >/dev/null; then
                print -ru2 -- "hud: $1 is a $kind of the shell, and hud-demo runs programs"
                return 126
            fi
            command hud-demo -- "$@"
        }
        # The blank lets the word after it be an alias, too.
        alias hud='hud '
        if (( ${+functions[compdef]} )); then compdef _precommand hud; fi

        # Sets REPLY to the line that runs the command line $1 under a HUD.
        function __hud_wrap {
            emulate -L zsh
            setopt extended_glob
            REPLY=${${1##[[:space:]]#}%%[[:space:]]#}
            case $REPLY in
                ('' | 'hud '* | 'hud-demo '*) ;;
                # hud-demo runs one program. A shell runs everything else.
                ([^[:space:]/=]##=* | *[\|\;\&\(\)\`$'\n']* | '! '* | 'time '*) REPLY="hud zsh -c ${(qq)REPLY}" ;;
                (*) REPLY="hud $REPLY" ;;
            esac
        }

        # For the key: the line that was typed, or the last one.
        function __hud_recall {
            emulate -L zsh
            local line=$BUFFER REPLY=
            if [[ -z ${line//[[:space:]]/} ]]; then line=${history[$((HISTCMD - 1))]-}; fi
            __hud_wrap "$line"
            BUFFER=$REPLY
            zle accept-line
        }

        # Whether the command line $1 runs one of the programs in HUD_NOTIFY_IGNORE.
        function __hud_is_ignored {
            emulate -L zsh
            local word
            local -i begins=1
            local -a ignored=(${=HUD_NOTIFY_IGNORE-\#(ShellInit.ignored)})
            for word in ${(z)1}; do
                case $word in
                    ('|' | ';' | '&&' | '||' | '|&') begins=1 ;;
                    (--notify*) return 0 ;;
                    (*=* | -* | hud | hud-demo | sudo | doas | command | exec | env | time | nohup) ;;
                    (*)
                        if (( begins && ${ignored[(Ie)${word:t}]} )); then return 0; fi
                        begins=0
                        ;;
                esac
            done
            return 1
        }

        function __hud_preexec {
            __hud_command=$1
            __hud_begin=$EPOCHREALTIME
        }

        # Before each prompt: a notification, if the last command took HUD_NOTIFY seconds or longer.
        function __hud_precmd {
            local code=$?
            emulate -L zsh
            local begin=${__hud_begin-}
            typeset -g __hud_begin=
            if [[ -z $begin || ${HUD_NOTIFY-} != <->(|.<->|.) ]]; then return 0; fi
            local -F 3 elapsed=$(( EPOCHREALTIME - begin ))
            if (( elapsed >= HUD_NOTIFY )) && ! __hud_is_ignored "$__hud_command"; then
                command hud-demo notify --status $code --elapsed $elapsed -- "$__hud_command" || :
            fi
            return 0
        }

        if [[ -o interactive ]]; then
            zmodload zsh/datetime
            autoload -Uz add-zsh-hook
            add-zsh-hook preexec __hud_preexec
            add-zsh-hook precmd __hud_precmd
            if [[ -o zle && -n ${HUD_KEY-^[j} ]]; then
                zle -N __hud_recall
                bindkey -M emacs -- "${HUD_KEY-^[j}" __hud_recall
                bindkey -M viins -- "${HUD_KEY-^[j}" __hud_recall
            fi
        fi

        """#
}

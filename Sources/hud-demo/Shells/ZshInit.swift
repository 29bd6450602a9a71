/// Shell integration for zsh 5.1 and later.
enum ZshInit {
    /// In quotes, because options such as SH_GLOB, which the shell may have now, change how functions are read.
    static let script = """
        # Shell integration of hud-demo for zsh, by 'hud-demo shell-init zsh'.

        function {
            emulate -L zsh
            eval $'\(quoted(functions))'
        }

        """

    /// Text for `$'…'`. In one line, because with CSH_JUNKIE_QUOTES no other quotes can have several.
    private static func quoted(_ text: String) -> String {
        text.reduce(into: "") { quoted, character in
            switch character {
            case "\n": quoted += "\\n"
            case "'", "\\": quoted += "\\" + String(character)
            default: quoted.append(character)
            }
        }
    }

    private static let functions = #"""
        # Runs a command under a HUD. Options of hud-demo come first, followed by --. What only this shell has, such as a function, runs in a child
        # shell that gets the state of this one.
        function hud {
            local -A __hud_set
            __hud_set=("${(@kv)options[@]}")
            emulate -L zsh
            local __hud_file __hud_line= __hud_run= __hud_state
            local -a __hud_options
            local -i __hud_count
            case ${1-} in
                ('' | -*)
                    __hud_count=${@[(ie)--]}
                    __hud_options=("${(@)@[1,__hud_count-1]}")
                    if (( __hud_count >= $# )); then
                        command hud-demo "$@"
                        return
                    fi
                    shift __hud_count
                    ;;
            esac
            if [[ $1 == command && ${2-} == [^-]* ]]; then
                shift
            elif __hud_alias "$@" || (( ${+functions[$1]} )) || [[ $1 == (eval|source|.) ]]; then
                __hud_run=${__hud_line:-'"$@"'}
            elif (( ${+builtins[$1]} || ${reswords[(Ie)$1]} )) && ! whence -p -- "$1" >/dev/null; then
                print -ru2 -- "hud: $1 is a ${${$(whence -w -- "$1")##*: }/%reserved/reserved word} of the shell, and hud-demo runs programs;" \
                    "'hud eval' runs a line in a child shell"
                return 126
            fi
            if [[ -z $__hud_run ]]; then
                command hud-demo "${__hud_options[@]}" -- "$@"
                return
            fi
            __hud_state="$(__hud_print_state)" || return
            __hud_line=${(j: :)${(@q-)@}}
            if [[ $1 == eval ]]; then __hud_line="${*[2,-1]}"; fi
            if [[ $1 == (eval|source|.) && $__hud_run == '"$@"' ]]; then
                # What the line, or the script without arguments of its own, finds in "$@" must not be these words.
                __hud_run=${(j: :)${(@qq)@}}
                set --
            fi
            # This shell's own file, because another zsh, or none, can be in PATH. In a script ZSH_ARGZERO is the script.
            local __hud_shell=${${:-/proc/$$/exe}:A}
            if [[ ! -x $__hud_shell || ${__hud_shell:t} != zsh* ]]; then
                __hud_shell=zsh
                if [[ ${ZSH_ARGZERO-} == (|-)/*/zsh ]]; then __hud_shell=${ZSH_ARGZERO#-}; fi
            fi
            # By a descriptor, because the state can be too long for an argument. So can the line, which stands before the options that change its quotes.
            exec {__hud_file}<<<"exec {__hud_fd}<&-; unset __hud_fd; __hud_run=${(qq)__hud_run}"$'\n'"$__hud_state" || return
            {
                # zsh's own aliases, such as run-help, would be expanded in the definitions of functions with their names. A file, because the time that
                # eval takes grows with the square of the length.
                __hud_fd=$__hud_file command hud-demo --label "${__hud_line[1,1000]}" "${__hud_options[@]}" -- \
                    "$__hud_shell" -f -c $'unalias -m \'*\'; source /dev/fd/$__hud_fd
                    if [[ -n ${__hud_whole-} ]]; then eval "$__hud_run"; else print -ru2 "hud: nothing was run: a new zsh can\'t read this one\'s state"
                    exit 1; fi' \
                    zsh "$@"
            } always {
                exec {__hud_file}<&-
            }
        }

        # Whether the first word of "$@" is an alias. Sets __hud_line to a line that runs "$@": in quotes it would be none.
        function __hud_alias {
            setopt local_options extended_glob
            local -i count=1
            __hud_line=
            if [[ $__hud_set[aliases] != on ]]; then return 1; fi
            # Of a suffix.
            if [[ $1 == [[:alnum:]_./~-]##.[[:alnum:]]## && -n ${saliases[${1:e}]-} ]]; then
                __hud_line="$1 "
                count=2
            fi
            while (( count <= $# && ${+aliases[${@[count]}]} )); do
                __hud_line+="${@[count]} "
                count+=1
                # After a blank at the end the next word may be an alias, too.
                if [[ ${aliases[${@[count-1]}]} != *[[:blank:]] ]]; then break; fi
            done
            if (( count == 1 )); then return 1; fi
            __hud_line+="\"\${@:$count}\""
        }

        # Prints commands that make another zsh like this one: modules, functions, variables that are not exported, aliases, options.
        function __hud_print_state {
            local __hud_name
            local -a __hud_names __hud_on __hud_off
            print -r -- '{'
            for __hud_name in ${(f)"$(zmodload -L)"}; do
                # Without those of the line editor.
                if [[ $__hud_name != *zsh/(zle|comp)* ]]; then print -r -- "$__hud_name"; fi
            done
            print -r -- '} 2>/dev/null'
            # Without those that the shell itself calls, and those whose names are reserved words, which could not be read.
            functions -- ${${(k)functions:#(TRAP*|zshexit)}:|reswords}
            for __hud_name in ${(k)parameters:#(__hud_*|TTY|ZSH_(ARGZERO|DEBUG_CMD|EXECUTION_STRING|NAME|PATCHLEVEL|SCRIPT|VERSION)|zshexit_functions)}; do
                case $__hud_name:$parameters[$__hud_name] in
                    ((IFS|NULLCMD|READNULLCMD|WORDCHARS|cdpath|fpath|module_path):*) ;;
                    (*-special*|*:undefined|*:array-tied*) continue ;;
                    # The environment does not contain arrays.
                    (*:scalar-tied*|*:array*|*:association*) ;;
                    (*-export*) continue ;;
                esac
                __hud_names+=("$__hud_name")
            done
            for __hud_name in ${(k)__hud_set}; do
                case $__hud_name in
                    # Of how it was started.
                    (emacs|exec|globalrcs|interactive|login|monitor|onecmd|privileged|rcs|restricted|shinstdin|singlecommand|stdin|vi|zle) ;;
                    (*) if [[ $__hud_set[$__hud_name] == on ]]; then __hud_on+=($__hud_name); else __hud_off+=($__hud_name); fi ;;
                esac
            done
            print -r -- '{'
            typeset -p -- $__hud_names
            hash -dL
            alias -L
            alias -sL
            print -r -- "setopt $__hud_on"
            print -r -- "unsetopt $__hud_off"
            print -r -- '} 2>/dev/null'
            # A part that can't be read ends the file, and a line must not run with half of the state.
            print -r -- '__hud_whole=1'
        }

        # Completes options of hud-demo, or a command as at the prompt: functions and aliases are among them, unlike behind other programs that run commands.
        function __hud_complete {
            if [[ ${words[2]-} == -* && -n ${_comps[hud-demo]-} ]]; then
                words[1]=hud-demo
                $_comps[hud-demo]
            else
                shift words
                (( CURRENT-- ))
                _normal
            fi
        }
        if (( ${+functions[compdef]} )); then compdef __hud_complete hud; fi

        # Sets REPLY to the line that runs the command line $1 under a HUD.
        function __hud_wrap {
            emulate -L zsh
            setopt extended_glob
            REPLY=${${1##[[:space:]]#}%%[[:space:]]#}
            local first=${REPLY%%[[:space:]]*}
            case $REPLY in
                ('' | 'hud '* | 'hud-demo '*) return ;;
                # Everything that is not one command is run by eval.
                ([^[:space:]/=]##=* | *[\|\;\&\(\)\`$'\n']* | 'noglob '* | 'nocorrect '*) first='' ;;
            esac
            if [[ -z $first ]] || (( ${reswords[(Ie)$first]} )); then REPLY="hud eval ${(qq)REPLY}"; else REPLY="hud $REPLY"; fi
        }

        # For the key: the line that was typed, or the last one.
        function __hud_recall {
            # The line is in quotes later, where zsh expands no references to the history.
            if zle expand-history && [[ -o hist_verify ]]; then return 0; fi
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
            local -a ignored=(${=HUD_NOTIFY_IGNORE-\#(Shell.ignored)})
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
            typeset -g __hud_command=$1 __hud_begin=$EPOCHREALTIME
        }

        # Before each prompt: a notification, if the last command took HUD_NOTIFY seconds or longer.
        function __hud_precmd {
            local code=$?
            emulate -L zsh
            # 'return 256' sets it to 256.
            if (( code < 0 || code > 255 )); then code=1; fi
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
                # In vi's keymap, Esc j is a movement: there is a key if one was chosen.
                if (( ${+HUD_KEY} )); then bindkey -M viins -- "$HUD_KEY" __hud_recall; fi
            fi
        fi

        """#
}

"""Shell integration: hud-demo shell-init, in real shells."""

import os
import re
import shlex

from harness import Screen, check, equal, hud, received_by, run, script, shown, steady, test, test_each, wait_until

SHELLS = ["bash", "zsh", "fish"]
INTERACTIVE = {"bash": "bash --norc --noprofile -i", "zsh": "zsh -f -i", "fish": "fish --no-config -i"}


class Shell(Screen):
    """An interactive shell with the integration, in a window of tmux. Notifications go to the file `sent`, because it has a desktop."""

    def __init__(self, home, name, before="", after=""):
        self.shell = name
        self.home = home
        self.count = 0
        tools = home / "bin"
        os.makedirs(tools, exist_ok=True)
        # The last word is what notify-send is told; a new file for each, complete when it appears.
        script(tools, "notify-send", f'printf "%s: %s\\n" "$2" "$3" >{home}/new && cat {home}/new >>{home}/sent')
        # Neither the user's files nor a history are touched.
        super().__init__(home, columns=100, command=f"env HOME={home} DISPLAY=:0 {INTERACTIVE[name]}")
        for line in filter(None, [before, loading(name), after]):
            self.enter(line)
        self.done()

    def set(self, name, value):
        """A line that sets a variable of the shell."""
        return shell_variable(self.shell, name, value)

    def done(self):
        """Waits until all lines so far have been run."""
        self.count += 1
        # The line itself does not contain the mark.
        self.enter(f"echo ma''rk {self.count}")
        self.wait_for_line(f"mark {self.count}")

    def wait_for_line(self, line):
        wait_until(lambda: line in self.history(), lambda: f"the line {line!r} in {shown(self.history())}")

    def run(self, line):
        """Runs a line and returns its exit status."""
        self.count += 1
        self.enter(line)
        self.enter(f"echo sta''tus {self.count} {'$status' if self.shell == 'fish' else '$?'}")
        pattern = re.compile(rf"status {self.count} (\d+)")
        wait_until(lambda: any(map(pattern.fullmatch, self.history())), lambda: f"the status of {line!r} in {shown(self.history())}")
        return int(next(filter(None, map(pattern.fullmatch, self.history())))[1])

    def printed(self):
        """The lines without what :meth:`run` has typed before the shell asked for it: the terminal echoes it where the output begins."""
        return [re.sub(r"^echo sta''tus \d+ \$(\?|status)", "", line) for line in self.history()]

    def summaries(self):
        """The lines that HUDs have left."""
        return [steady(line) for line in self.history() if line.startswith(("✓", "✗"))]

    def wait_for_summaries(self, *lines):
        wait_until(lambda: self.summaries() == list(lines), lambda: f"lines of HUDs, {lines}, in {shown(self.history())}")

    def wrap(self, line):
        """Types a line, and the key that runs it under a HUD."""
        self.type(line)
        self.press("M-j")

    def check_printed(self, line):
        check(line in self.printed(), shown(self.history()))

    def sent(self):
        path = self.home / "sent"
        if not path.exists():
            return []
        return [steady(line) for line in path.read_text(encoding="utf-8").splitlines()]


each_shell = test_each(SHELLS)


def loading(shell):
    """A line that loads the integration."""
    return "hud-demo shell-init fish | source" if shell == "fish" else f'eval "$(hud-demo shell-init {shell})"'


def function(shell, name, body):
    """A line that defines a function. Its arguments are `$argv` in the body."""
    return f"function {name}; {body}; end" if shell == "fish" else f"{name}() {{ {body.replace('$argv', '$*')}; }}"


def shell_variable(shell, name, value):
    """A line that sets a variable of a shell, and does not export it."""
    return f"set -g {name} {shlex.quote(value)}" if shell == "fish" else f"{name}={shlex.quote(value)}"


def quoted(shell, word):
    """A word in the quotes of a shell."""
    if shell == "fish":
        return "'" + word.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return shlex.quote(word)


@each_shell
def hud_runs_a_command_under_a_hud(home, name):
    shell = Shell(home, name)
    equal(shell.run("hud sleep 1.5"), 0, "status")
    equal(shell.summaries(), ["✓ sleep 1.5 T s"], "what HUDs have left")
    equal(shell.run("hud sh -c 'exit 3'"), 3, "status")
    equal(shell.run("hud --grace 0 --min-show 0 --label L -- true"), 0, "status")
    check("✓ L T s" in shell.summaries(), shown(shell.summaries()))
    equal(shell.run("hud touch 'two words' \"$HOME/file\""), 0, "status")
    check({"two words", "file"} <= set(os.listdir(home)), f"{os.listdir(home)}")


@each_shell
def a_function_runs_under_a_hud_by_its_name(home, name):
    shell = Shell(home, name, after=function(name, "build", "sleep 1.2; helper $argv; return 3") + "; " + function(name, "helper", "echo ran $argv"))
    equal(shell.run("hud build 'two words' \"it's\""), 3, "status")
    shell.check_printed("ran two words it's")
    label = r"build 'two words' 'it'\''s'" if name == "bash" else r"build 'two words' it\'s"
    equal(shell.summaries(), [f"✗ {label} T s status 3"], "what HUDs have left")
    equal(shell.run("hud --grace 0 --min-show 0 --label L -- build"), 3, "status, with a label")
    equal(shell.summaries()[1:], ["✗ L T s status 3"], "what HUDs have left with a label")
    # The function of a program's name is run, as without hud.
    shell.enter(function(name, "true", "return 4"))
    equal(shell.run("hud true"), 4, "status of a function with a program's name")
    equal(shell.run("hud command true"), 0, "status of the program")


@each_shell
def a_function_has_the_terminal_and_its_interrupt(home, name):
    ask = {"bash": "read -r -p 'Say: ' word", "zsh": "read -r 'word?Say: '", "fish": "read -P 'Say: ' word"}[name]
    shell = Shell(home, name, after=function(name, "ask", f"{ask}; echo heard $word; sleep 100"))
    shell.enter("hud ask")
    shell.wait_for_line("Say:")
    shell.enter("yes")
    shell.wait_for_line("heard yes")
    shell.press("C-c")
    # What is typed before the prompt may be lost with the job's input.
    wait_until(lambda: re.match(r"[^^].*[$#>]$", shell.history()[-1]), lambda: f"a prompt in {shown(shell.history())}")
    shell.enter("echo was $status" if name == "fish" else "echo was $?")
    shell.wait_for_line("was 130")


@each_shell
def a_builtin_is_refused_and_a_line_is_run_by_eval(home, name):
    shell = Shell(home, name, before=shell_variable(name, "word", "kept"))
    equal(shell.run("hud cd"), 126, "status of cd")
    # The next line may have been typed before.
    check(any("hud: cd is a " in line for line in shell.history()), shown(shell.history()))
    equal(shell.run("hud eval 'sleep 1.2; echo $word | tr k l'"), 0, "status of eval")
    shell.check_printed("lept")
    equal(shell.summaries(), ["✓ sleep 1.2; echo $word | tr k l T s"], "what HUDs have left")
    # A program of a builtin's name runs.
    equal(shell.run("hud echo a word"), 0, "status")
    check(any(line.endswith("a word") and "echo a word" not in line for line in shell.history()), shown(shell.history()))


@test_each(["bash", "zsh"])
def an_alias_works_after_hud(home, name):
    shell = Shell(home, name, after="alias greet='sleep 1.2 && echo hello' and='greet ' in='cd / && pwd; echo'")
    equal(shell.run("hud greet you"), 0, "status")
    shell.check_printed("hello you")
    equal(shell.summaries(), ["✓ greet you T s"], "what HUDs have left")
    # A blank at the end of an alias.
    shell.enter("alias say='echo say '")
    equal(shell.run("hud say in '$HOME'"), 0, "status")
    check("say cd /" in shell.printed() and "$HOME" in shell.printed(), shown(shell.history()))
    equal(shell.run("hud no=such"), 127, "status of what is no alias")
    if name == "zsh":
        shell.enter("alias -s txt='echo opened'")
        equal(shell.run("hud notes.txt"), 0, "status")
        shell.check_printed("opened notes.txt")


def script_of(home, name, text, **changes):
    """Runs lines of a script that has the integration, without a terminal. Returns the status, the lines of output, and those of errors."""
    os.makedirs(home / "bin", exist_ok=True)
    if not os.path.lexists(home / "bin" / "hud-demo"):
        os.symlink(hud()[0], home / "bin" / "hud-demo")
    options = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[name]
    result = run([name, *options, "-c", f"{loading(name)}\n{text}"], PATH=f"{home}/bin:" + os.environ["PATH"], HOME=home, TMPDIR=home, **changes)
    return result.returncode, result.stdout.decode().splitlines(), result.stderr.decode().splitlines()


def prints(home, name, text, lines, **changes):
    """Checks the lines that such a script prints, and that it succeeds without an error."""
    equal(script_of(home, name, text, **changes), (0, lines, []), "status, output and errors")


@each_shell
def the_line_of_eval_is_not_among_its_arguments(home, name):
    count = "count $argv" if name == "fish" else "echo $#"
    equal(script_of(home, name, f"hud eval '{count}'")[1], ["0"], "how many arguments the line sees")
    equal(script_of(home, name, "hud eval 'echo its' 'two  words' \"'not  more'\"")[1], ["its two words not  more"], "the words of the line")


@each_shell
def a_script_that_is_sourced_has_its_own_arguments_alone(home, name):
    (home / "script").write_text("echo got (count $argv): $argv\n" if name == "fish" else 'echo "got $#: $*"\n')
    file = home / "script"
    for builtin in ("source", "."):
        lines = f"hud {builtin} {file}\nhud {builtin} {file} a 'b  c'\nhud --style off -- {builtin} {file}"
        equal(script_of(home, name, lines), (0, ["got 0:" + " " * (name != "fish"), "got 2: a b  c", "got 0:" + " " * (name != "fish")], []), builtin)
    # Those of the function that sources it are not passed on, as those of a script are not.
    call = function(name, "build", f"hud source {file}") + "; build x y"
    equal([line.rstrip() for line in script_of(home, name, call)[1]], ["got 0:"], "in a function")


# For each shell: what a function reads and calls, and lines that it prints then.
STATES = {
    "bash": r"""
        set -o pipefail; shopt -s nullglob extglob
        word=$'a\nb'; list=(1 '' 'two words'); declare -A map=([key]="it's"); declare -r fixed=f; export shown=s exported=(x y); declare -n other=word
        helper() {
            shopt -s extglob
            case $1 in
                @(x|y)) printf '<%s>' "$word" "${list[@]}" "${map[key]}" "$fixed" "$shown" "${exported[1]}" "$other" "$1"; echo ;;
            esac
        }
        shopt -u extglob
        build() { helper x; shopt nullglob; set -o | grep pipefail; word=changed; }
        IFS=:
        hud build; printf '%s\n' "$word"
        """,
    "zsh": r"""
        setopt pipefail extended_glob
        mkdir $HOME/functions; echo 'echo loaded $1' >$HOME/functions/later; fpath+=($HOME/functions); autoload -Uz later
        word=$'a\nb'; list=(1 '' 'two words'); typeset -A map=(key "it's"); typeset -r fixed=f; export shown=s; typeset -xT TIED tied=(x y); other=$word
        zshexit() { echo end >>$HOME/ends }
        # zsh has aliases of these names. Debian takes the first one away.
        unalias run-help which-command
        autoload -Uz run-help; function which-command { echo mine }
        helper() { printf '<%s>' "$word" "${list[@]}" "${map[key]}" "$fixed" "$shown" "$tied[2]" "$other" "$1"; echo; later $1 }
        build() { helper x; [[ -o extended_glob ]] && echo extended_glob; set -o | grep pipefail; word=changed }
        hud build; printf '%s\n' "$word"
        """,
    "fish": r"""
        set -g word a\nb; set -g list 1 '' 'two words'; set -U map "it's"; set -gx shown s
        function bye --on-event fish_exit; echo end >>$HOME/ends; end
        mkdir $HOME/functions; echo 'function later; echo loaded $argv; end' >$HOME/functions/later.fish
        set -gp fish_function_path $HOME/functions
        function helper; printf '<%s>' $word $list $map f $shown y $word $argv; echo; later $argv; end
        function build; helper x; set -g word changed; end
        hud build; printf '%s\n' $word
        """,
}
KNOWN = ["<a", "b><1><><two words><it's><f><s><y><a", "b><x>"]
MORE = {"bash": ["nullglob        on", "pipefail        on"], "zsh": ["loaded x", "extended_glob", "pipefail              on"], "fish": ["loaded x"]}


@each_shell
def a_function_reads_and_calls_what_the_shell_has(home, name):
    status, lines, errors = script_of(home, name, STATES[name])
    lines = [line.expandtabs() for line in lines]
    # What it has set does not return.
    equal((status, lines, errors), (0, KNOWN + MORE[name] + ["a", "b"], []), "status, output and errors")
    if name != "bash":
        equal((home / "ends").read_text(), "end\n", "what runs at the end of a shell, also of the child shell")
    check(not list(home.glob("tmp.*")), f"a file that is left in {os.listdir(home)}")


@each_shell
def the_words_of_a_function_are_not_changed(home, name):
    words = ["", " ", "two words", "it's", '"', "\\", "$HOME", "*", "-x", "--", "a=b", "x\ny", "é", ";", "`id`"]
    body = function(name, "build", "printf '%s\\0' " + ("$argv" if name == "fish" else '"$@"'))
    line = body + "; hud build " + " ".join(quoted(name, word) for word in words)
    for options in ("", "--style off -- "):
        status, lines, errors = script_of(home, name, line.replace("hud build", f"hud {options}build"))
        equal((status, "\n".join(lines), errors), (0, "".join(word + "\0" for word in words), []), f"with '{options}'")


@each_shell
def a_large_state_is_no_obstacle(home, name):
    large = {"bash": "printf -v large '%0300000d' 0", "zsh": "large=${(l:300000::0:)}", "fish": "set -g large (string repeat -n 300000 0)"}[name]
    count = "(string length $large)" if name == "fish" else "${#large}"
    prints(home, name, f"{large}; " + function(name, "build", f"echo {count}") + "; hud build", ["300000"])


@each_shell
def many_words_are_no_obstacle(home, name):
    count = "count $argv" if name == "fish" else "echo $#"
    words = "(seq 40000)" if name == "fish" else "$(seq 40000)"
    lines = function(name, "build", count) + f"; hud --style off -- build {words}; hud --style off -- eval echo {words} | wc -w"
    status, lines, errors = script_of(home, name, lines)
    equal((status, [line.strip() for line in lines], errors), (0, ["40000", "40000"], []), "status, output and errors")


@test
def a_function_runs_in_the_zsh_that_is_running(home):
    lines = "PATH=$HOME/bin; build() { echo built by ${ZSH_VERSION:+zsh}; }; hud build"
    prints(home, "zsh", lines, ["built by zsh"])


@test
def functions_of_zsh_that_can_not_be_read_do_not_leave_a_line_without_its_variables(home):
    lines = "folder=there; function select { : }; function repeat { : }; alias if=none exit=none; hud eval 'builtin print -r in $folder'"
    prints(home, "zsh", lines, ["in there"])
    lines = "folder=there; setopt ignore_close_braces; eval 'odd() { echo }; }'; unsetopt ignore_close_braces; hud eval 'print -r in $folder'"
    status, printed, errors = script_of(home, "zsh", lines)
    equal((status, printed, errors[-1]), (1, [], "hud: nothing was run: a new zsh can't read this one's state"), "status, output and errors")


@test
def a_function_of_fish_needs_no_folder_for_files_of_its_own(home):
    lines = "set -gx TMPDIR $HOME/nothing; " + function("fish", "build", "echo built in $TMPDIR") + "; hud build"
    prints(home, "fish", lines, [f"built in {home}/nothing"])


@each_shell
def files_of_the_user_are_not_read_again(home, name):
    for path in (".bashrc", ".profile", ".zshenv", ".zshrc", ".config/fish/config.fish"):
        os.makedirs((home / path).parent, exist_ok=True)
        (home / path).write_text("echo read\n")
    (home / "environment").write_text(f"echo read >>{home}/read\n")
    body = function(name, "build", 'echo "here $BASH_ENV"')
    prints(home, name, f"{body}; hud build", [f"here {home}/environment"], BASH_ENV=home / "environment")
    if name == "bash":
        equal((home / "read").read_text(), "read\n", "by the script alone")


@test_each(["bash", "zsh"])
def a_function_runs_with_the_options_of_its_shell(home, name):
    body = "f() { false; echo on; }; g() { echo $unset; echo on; }; ok() { echo $#; }"
    equal(script_of(home, name, f"{body}; hud f; hud ok; hud g")[:2], (0, ["on", "0", "", "on"]), "by default")
    equal(script_of(home, name, f"{body}; set -u; hud ok; hud g")[:2], (127 if name == "bash" else 1, ["0"]), "with set -u")
    equal(script_of(home, name, f"{body}; set -e; hud ok; hud f; echo after")[:2], (1, ["0"]), "with set -e")
    if name == "zsh":
        equal(script_of(home, name, f"emulate sh; {body}; list='a b'; h() {{ ok $list; }}; hud h x")[:2], (0, ["2"]), "with emulate sh")
        equal(script_of(home, name, "setopt ksh_arrays; list=(a b); f() { echo ${list[0]}; }; hud f; hud --style off -- f")[:2], (0, ["a", "a"]),
              "with ksh_arrays")
    else:
        equal(script_of(home, name, f"set -o posix; {body}; h() {{ [[ -o posix ]] && echo posix; }}; hud h")[:2], (0, ["posix"]), "with set -o posix")


@test
def bash_that_ignores_case_passes_on_the_same_variables(home):
    lines = """
        shopt -s nocasematch; uid=2; random=3; ifs=4; Lineno=5
        build() { echo $uid $random $ifs $Lineno; shopt nocasematch; }
        hud build
        """
    status, lines, errors = script_of(home, "bash", lines)
    equal((status, [line.split() for line in lines], errors), (0, [["2", "3", "4", "5"], ["nocasematch", "on"]], []), "status, output and errors")


@test_each(["ksh_arrays", "sh_glob", "ignore_braces"])
def options_of_zsh_do_not_change_what_hud_does(home, option):
    lines = f"""
        setopt {option}; eval "$(hud-demo shell-init zsh)"
        alias greet='echo hello' both='greet '; build() {{ echo built $1; }}
        hud greet you
        hud both greet 'a  b'
        hud greet
        hud build it
        """
    prints(home, "zsh", lines, ["hello you", "hello echo hello a  b", "hello", "built it"])


@test
def exported_arrays_of_zsh_are_passed_on(home):
    lines = """
        typeset -x list=(1 2 3); typeset -xA map=(key value)
        build() { print $list[2] $map[key] $2; export | grep -c -e '^list=' -e '^map=' -e '^tail='; }
        hud build
        setopt all_export; tail=(4 5 6)
        show() { print $tail[2]; }
        hud show
        """
    prints(home, "zsh", lines, ["2 value", "2", "5"])


# For each shell: variables of a user whose names begin or end as those that the shell itself sets.
LIKE_OWN = {
    "bash": ["BASHRC_DIR", "BASH_IT", "COMP_A", "EPOCH_X", "READLINE_X"],
    "zsh": ["ZSH_CUSTOM", "ZSH_THEME", "ZSH_NAMES"],
    "fish": ["build_status", "status_line", "fish_killer", "fish_pids", "fish_private"],
}


@each_shell
def variables_with_names_like_those_of_the_shell_are_passed_on(home, name):
    names = LIKE_OWN[name]
    lines = [shell_variable(name, variable, f"of {variable}") for variable in names]
    lines += [function(name, "build", "; ".join(f'echo "${variable}"' for variable in names)), "hud build"]
    prints(home, name, "\n".join(lines), [f"of {variable}" for variable in names])


@each_shell
def the_key_runs_the_last_command_again_under_a_hud(home, name):
    shell = Shell(home, name)
    shell.enter("sleep 1.5")
    shell.enter("sleep 1.5")
    # Nothing is drawn until the shell reads keys again.
    shell.press("M-j")
    shell.wait_for_summaries("✓ sleep 1.5 T s")
    # What runs under a HUD already runs as it is.
    shell.press("M-j")
    shell.wait_for_summaries("✓ sleep 1.5 T s", "✓ sleep 1.5 T s")
    # A line that was typed.
    shell.wrap("sh -c 'sleep 1.5; echo \"it is\" over'")
    wait_until(lambda: len(shell.summaries()) == 3, lambda: f"a third line in {shown(shell.history())}")
    check("it is over" in shell.history(), shown(shell.history()))
    shell.done()


@each_shell
def the_key_wraps_a_line_with_operators_in_a_shell(home, name):
    shell = Shell(home, name)
    shell.wrap("printf 'a\\nb' | sort -r; sleep 1.5; echo \"it's\" over")
    wait_until(lambda: len(shell.summaries()) == 1, lambda: f"a HUD's line in {shown(shell.history())}")
    seen = shell.history()
    check([line for line in seen if line in ("a", "b", "it's over")] == ["b", "a", "it's over"], shown(seen))
    # An argument is no assignment.
    shell.wrap("env CC=/bin/cc true")
    wait_until(lambda: any("hud env CC=/bin/cc true" in line for line in shell.history()), lambda: shown(shell.history()))
    if name != "fish":
        shell.wrap("WORD=x sh -c 'echo $WORD; sleep 1.5'")
        wait_until(lambda: len(shell.summaries()) == 2, lambda: f"another line in {shown(shell.history())}")
        check("x" in shell.history(), shown(shell.history()))


@test_each(["bash", "zsh"])
def the_key_expands_references_to_the_history(home, name):
    shell = Shell(home, name)
    shell.run("true first")
    shell.enter("true second")
    shell.wrap("echo seen !$ | cat; sleep 1.5")
    shell.wait_for_summaries("✓ echo seen second | cat; sleep 1.5 T s")
    shell.wait_for_line("seen second")
    # Nothing was taken out of the history, and a line in it is not expanded.
    shell.enter("echo '!$' | cat; sleep 1.5")
    shell.press("M-j")
    shell.wait_for_summaries("✓ echo seen second | cat; sleep 1.5 T s", "✓ echo '!$' | cat; sleep 1.5 T s")
    shell.enter("fc -l | grep -c 'tru[e] second'")
    shell.wait_for_line("1")
    shell.enter({"bash": "set +H", "zsh": "setopt no_bang_hist"}[name])
    shell.wrap("echo seen !$ | cat")
    shell.wait_for_line("seen !$")


@test
def the_key_shows_an_expanded_line_of_zsh_first_with_hist_verify(home):
    shell = Shell(home, "zsh", after="setopt hist_verify")
    shell.enter("true second")
    shell.wrap("echo seen !$ | cat")
    wait_until(lambda: shell.history()[-1].endswith("echo seen second | cat"), lambda: f"the line at the prompt in {shown(shell.history())}")
    shell.press("M-j")
    shell.wait_for_line("seen second")


@test
def the_key_runs_no_line_of_bash_whose_event_is_not_there(home):
    shell = Shell(home, "bash")
    shell.wrap("touch marker; echo !nosuch")
    shell.wait_for_line("bash: !nosuch: event not found")
    equal(shell.run("test -e marker"), 1, "status: there is no file")


@test
def the_key_wraps_a_reserved_word_of_zsh(home):
    shell = Shell(home, "zsh")
    shell.wrap("repeat 2 echo again")
    wait_until(lambda: shell.history().count("again") == 2, lambda: f"the line ran twice in {shown(shell.history())}")
    equal(shell.run("hud repeat 2 true"), 126, "status of the word itself")
    check(any("hud: repeat is a reserved word of the shell" in line for line in shell.history()), shown(shell.history()))


@test_each(["bash", "fish"])
def the_key_leaves_a_comment_as_it_is(home, name):
    shell = Shell(home, name)
    shell.wrap("# a comment")
    equal(shell.run("echo next"), 0, "status")
    check(not any("hud #" in line for line in shell.history()), shown(shell.history()))


@each_shell
def the_key_can_be_another_or_none(home, name):
    key = {"bash": r"\C-xh", "zsh": "^Xh", "fish": r"\cxh"}[name]
    shell = Shell(home, name, before="set -g HUD_KEY \\cxh" if name == "fish" else f"HUD_KEY='{key}'")
    shell.type("sleep 1.5")
    shell.press("C-x", "h")
    shell.wait_for_summaries("✓ sleep 1.5 T s")


@test_each(["bash", "zsh"])
def in_vi_mode_escape_and_j_run_nothing_unless_a_key_was_chosen(home, name):
    mode = {"bash": "set -o vi", "zsh": "bindkey -v"}[name]
    shell = Shell(home, name, before=mode)
    shell.type("touch marker")
    shell.press("Escape", "j")
    # Back to the line that was typed, which is not run.
    shell.press("d", "d", "i")
    equal(shell.run("test -e marker"), 1, "status: there is no file")
    shell = Shell(home, name, before=f"{mode}; HUD_KEY='{ {'bash': chr(92) + 'ej', 'zsh': '^[j'}[name] }'")
    shell.type("sleep 1.5")
    shell.press("Escape", "j")
    shell.wait_for_summaries("✓ sleep 1.5 T s")


@each_shell
def a_command_that_took_long_is_notified(home, name):
    shell = Shell(home, name)
    shell.run("sleep 2.2")
    equal(shell.sent(), [], "without HUD_NOTIFY")
    shell.run(shell.set("HUD_NOTIFY", "2"))
    equal(shell.run("sleep 2.2"), 0, "status")
    equal(shell.run("sh -c 'sleep 2.2; exit 3'"), 3, "status")
    shell.run("true")
    # ^C: the user is there. `sleep` dies by it.
    equal(shell.run("sh -c 'sleep 2.2; kill -INT $$'"), 130, "status")
    expected = ["sleep T: Succeeded after T s", "sh -c 'sleep T; exit 3': Failed after T s: status 3"]
    equal([re.sub(r"sleep [\d.]+", "sleep T", line) for line in shell.sent()], expected, "what was sent")
    shell.run(shell.set("HUD_NOTIFY", ""))
    shell.run("sleep 2.2")
    shell.run(shell.set("HUD_NOTIFY", "soon"))
    shell.run("sleep 2.2")
    equal(len(shell.sent()), 2, "with a HUD_NOTIFY that is no time")


@test
def a_function_of_zsh_whose_status_is_no_programs_is_notified(home):
    shell = Shell(home, "zsh", after="large() { sleep 0.5; return 256 }; negative() { sleep 0.5; return -1 }")
    shell.run(shell.set("HUD_NOTIFY", "0.4"))
    shell.enter("large")
    shell.enter("negative")
    shell.done()
    equal(shell.sent(), [f"{line}: Failed after T s: status 1" for line in ("large", "negative")], "what was sent")


@each_shell
def programs_in_a_variable_are_not_notified(home, name):
    shell = Shell(home, name)
    for program in ("vim", "mine"):
        script(home / "bin", program, "sleep 2.2")
    shell.run(shell.set("HUD_NOTIFY", "2"))
    for line in ("vim", "true && vim file", "true; vim file", "true|vim", "env A=b vim", "hud --notify=0.1 -- sleep 2.2", f"echo | {home}/bin/vim"):
        shell.run(line)
    check(not any("vim" in line for line in shell.sent()), f"{shell.sent()}")
    shell.run("mine")
    equal(shell.sent()[-1:], ["mine: Succeeded after T s"], "what was sent")
    before = len(shell.sent())
    shell.run(shell.set("HUD_NOTIFY_IGNORE", "mine other"))
    shell.run("mine")
    equal(len(shell.sent()), before, "of a program that is ignored")
    shell.run("vim")
    equal(shell.sent()[-1:], ["vim: Succeeded after T s"], "with another list")


@test
def hooks_of_others_in_bash_are_left_alone(home):
    shell = Shell(home, "bash", before="PROMPT_COMMAND='before=$?'; trap 'debugged=$BASH_COMMAND' DEBUG; PS0='(begins)\\n'",
                  after='eval "$(hud-demo shell-init bash)"; PROMPT_COMMAND+="; after=1"')
    shell.run("sh -c 'exit 7'; :")
    equal(shell.run("sh -c 'exit 5'"), 5, "status")
    shell.enter("sh -c 'exit 6'")
    shell.enter('echo "other $before $after $debugged"')
    shell.wait_for_line("other 6 1 echo \"other $before $after $debugged\"")
    shell.enter("trap -p DEBUG; declare -p PROMPT_COMMAND")
    shell.wait_for_line("trap -- 'debugged=$BASH_COMMAND' DEBUG")
    check("(begins)" in shell.history(), "PS0 is changed")
    # Once, although it was loaded twice.
    wait_until(lambda: any("after=1" in line for line in shell.history()[-3:]), lambda: shown(shell.history()))
    equal(sum(line.count("__hud_prompt") for line in shell.history()), 1, shown(shell.history()))


@test
def bash_without_promptvars_prints_no_code(home):
    shell = Shell(home, "bash", before="PS0='(begins)\\n'; shopt -u promptvars")
    shell.run("true")
    shell.enter("shopt -s promptvars")
    shell.enter("echo on")
    shell.wait_for_line("on")
    shell.enter("shopt -u promptvars")
    shell.enter("echo off")
    shell.wait_for_line("off")
    check("(begins)" in shell.history(), "PS0 is changed")
    check(not any("__hud" in line or "PS1" in line for line in shell.history()), shown(shell.history()))
    shell.enter("shopt -s promptvars")
    shell.run(shell.set("HUD_NOTIFY", "2"))
    shell.run("sleep 2.2")
    equal(shell.sent(), ["sleep 2.2: Succeeded after T s"], "what was sent when it is on again")


@test_each([
    ("zsh", "zsh", "precmd() { before=$? }; preexec() { begun=$1 }; mine() { mine=$? }; precmd_functions=(mine)",
     'echo "seen $before $mine $begun ${#precmd_functions}"', 'seen 6 6 echo "seen $before $mine $begun ${#precmd_functions}" 2'),
    ("a list of prompt commands in bash", "bash", "PROMPT_COMMAND=('one=$?' 'two=$?')", 'echo "seen $one $two ${#PROMPT_COMMAND[@]}"', "seen 6 6 3"),
    ("fish", "fish", "function mine --on-event fish_postexec; set -g seen $status; end", 'echo "seen $seen"', "seen 6"),
])
def hooks_of_others_are_left_alone_in(home, name, hooks, line, seen):
    shell = Shell(home, name, before=hooks, after=loading(name))
    shell.enter("sh -c 'exit 6'")
    shell.enter(line)
    shell.wait_for_line(seen)


@test_each(["bash", "zsh"])
def a_shell_that_ends_at_errors_and_unset_variables_goes_on(home, name):
    shell = Shell(home, name, before="set -eu", after=loading(name))
    equal(shell.run("hud eval 'echo it is run'"), 0, "status of a line")
    shell.check_printed("it is run")
    shell.enter(shell.set("HUD_NOTIFY", "2"))
    shell.enter("! true")
    shell.enter("sleep 2.2")
    shell.enter("HUD_NOTIFY_IGNORE=; sleep 2.2")
    shell.wrap("sleep 1.5")
    shell.wait_for_summaries("✓ sleep 1.5 T s")
    shell.done()
    check("sleep 2.2: Succeeded after T s" in shell.sent(), f"{shell.sent()}")


@test
def a_command_that_bash_keeps_out_of_its_history_has_no_name(home):
    shell = Shell(home, "bash", before="HISTCONTROL=ignorespace")
    shell.run(shell.set("HUD_NOTIFY", "2"))
    shell.run(" sleep 2.2 # secret")
    equal(shell.sent(), ["a command: Succeeded after T s"], "what was sent")


@each_shell
def a_script_gets_the_function_alone(home, name):
    text = "" if name == "fish" else f"set -eu; {loading(name)}; "
    status, lines, errors = script_of(home, name, text + "hud echo one; hud -V")
    equal((status, errors), (0, []), f"status and standard error; standard output is {lines}")
    check(len(lines) == 2 and lines[0] == "one" and re.fullmatch(r"hud-demo [\d.]+", lines[1]), f"{lines}")


@test_each([
    ("the status of a success", ["--status", "0", "--elapsed", "2"], "T: Succeeded after T s"),
    ("a failure", ["--status", "2", "--elapsed", "100000.5"], "T: Failed after 27:46:40: status 2"),
    ("a status alone", ["--status", "2"], "T: Failed: status 2"),
    ("a success alone", ["--status", "0"], "T: Succeeded"),
    ("a time alone", ["--elapsed", "2"], "T: Succeeded after T s"),
    ("a text alone", [], "T: "),
    ("an interrupt", ["--status", "130"], None),
    ("a stop", ["--status", "148"], None),
])
def notify_sends_what_it_is_told(home, options, line):
    received = received_by(hud("notify", *options, "--", "T"), TERM_PROGRAM="iTerm.app", status=0)
    said = re.findall(rb"\x1b\]9;([^\x1b]*)\x1b\\", received)
    expected = [] if line is None else ["T"] if line == "T: " else [line]
    equal([steady(text.decode()) for text in said], expected, shown(received))

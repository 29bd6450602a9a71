"""The completion scripts in their shells, and the manual page."""

import os
import re
import shlex
from pathlib import Path

from harness import Screen, check, ended, hud, run, test, test_each

PAGE = Path(__file__).resolve().parents[2] / "man" / "hud-demo.1"


def script(home, shell):
    """Writes the completion script of a shell to a file. Returns its path."""
    result = ended(run(hud("completions", shell)), 0, stderr=b"")
    path = home / ("_hud-demo" if shell == "zsh" else "hud-demo." + shell)
    path.write_bytes(result.stdout)
    return path


# A command line up to the cursor, some words that must be offered there, and some that must not.
LINES = [
    ("an option", "hud-demo --sty", "--style", "--spinner"),
    ("every option", "hud-demo -", "--grace --gauge --no-history --version --fps", "--json"),
    ("a value", "hud-demo --style ", "auto bezel json", "gallery --"),
    ("the beginning of a value", "hud-demo --style in", "inline", "auto"),
    ("a spinner", "hud-demo --spinner bouncing", "bouncingBall bouncingBar", "dots"),
    ("a theme behind another option", "hud-demo -g 1 --theme n", "neon", "dark"),
    ("a value to be continued", "hud-demo --output la", "last:", "show"),
    ("a source of progress", "hud-demo --progress ", "auto match: fd none", "gallery"),
    ("no value that is known", "hud-demo --label ", "", "auto gallery --"),
    ("a subcommand", "hud-demo ", "group follow simulate gallery spinners completions --", "dots"),
    ("no subcommand behind an option", "hud-demo --ascii ", "--", "gallery"),
    ("a way of output of a group", "hud-demo group --output ", "failure keep-order prefix", "last: show"),
    ("a format to follow", "hud-demo follow --format ", "auto hud buildkit swift-testing", "json"),
    ("a stream to follow", "hud-demo follow some", "some.scenario", "gallery"),
    ("an entry of the gallery", "hud-demo gallery mo", "mode-switching", "bar"),
    ("a style of the gallery", "hud-demo gallery --style ", "inline bezel", "plain"),
    ("another spinner's name", "hud-demo spinners dots bouncingB", "bouncingBall", "dots"),
    ("no spinner's option with spinners", "hud-demo spinners --spinner", "--spinner-file", "--spinner"),
    ("a scenario", "hud-demo simulate some", "some.scenario", "gallery"),
    ("an option of simulate", "hud-demo simulate --j", "--json", "--grace"),
    ("a shell", "hud-demo completions ", "bash zsh fish", "gallery"),
    ("a spinner file", "hud-demo --spinner-file some", "some.scenario", "--"),
    ("a command", "hud-demo --grace 1 -- some-t", "some-tool", "some.scenario"),
    ("a command's file", "hud-demo -- cat some", "some.scenario", "gallery"),
    ("the command of a group", "hud-demo group -j 2 -- some-t", "some-tool", "some.scenario"),
    ("a file of the command of a group", "hud-demo group --retries 2 -- cat some", "some.scenario", "gallery"),
    ("a value of a group", "hud-demo group -- cat -n ::: some", "some.scenario", "gallery"),
    ("no option of ours behind the dashes", "hud-demo -- cat --sty", "", "--style"),
    ("no subcommand behind the dashes", "hud-demo -- galler", "", "gallery"),
]


def surroundings(home):
    """Makes a file and a command to complete. Returns a PATH with the command."""
    (home / "some.scenario").touch()
    tools = home / "tools"
    os.makedirs(tools)
    tool = tools / "some-tool"
    tool.touch()
    os.chmod(tool, 0o755)
    return f"{tools}:" + os.environ["PATH"]


def offers(offered, expected, unexpected):
    check(all(word in offered for word in expected.split()), f"not all of {expected} in {offered}")
    check(not any(word in offered for word in unexpected.split()), f"one of {unexpected} in {offered}")


def bash_words(line):
    """The words of a line as bash passes them to a completion function."""
    return [word for word in re.findall(r"[^\s=:]+|=|:", line)] + ([""] if line.endswith(" ") else [])


BASH = LINES + [
    ("a value behind an equals sign", "hud-demo --style=in", "inline", "auto"),
    ("all values behind an equals sign", "hud-demo --style=", "inline auto", "--"),
    ("no dashes for a value of which nothing is known", "hud-demo --notify=", "", "--"),
    ("no dashes for such a value of a group's option", "hud-demo group --notify=", "", "-- -"),
    ("the stream of a name", "hud-demo follow name=some", "some.scenario", "gallery"),
    ("what follows a value with a colon", "hud-demo --output last:5 --lea", "--leave", "--label"),
    ("dashes that are a value", "hud-demo --label -- --mod", "--mode", ""),
    ("dashes that are a value of a group's option", "hud-demo group --label -- --retr", "--retries", "gallery"),
]


@test_each(BASH)
def bash_completes(home, line, expected, unexpected):
    path = surroundings(home)
    words = bash_words(line)
    text = (f"source {script(home, 'bash')}; COMP_WORDS=({shlex.join(words)}); COMP_CWORD={len(words) - 1}; _hud_demo; "
            "printf '%s\\n' \"${COMPREPLY[@]}\"")
    result = ended(run(["bash", "--norc", "--noprofile", "-c", text], cwd=home, PATH=path), 0, stderr=b"")
    offers(result.stdout.decode().split("\n"), expected, unexpected)


FISH = LINES + [("a value behind an equals sign", "hud-demo --style=in", "--style=inline", "--style=auto")]


@test_each(FISH)
def fish_completes(home, line, expected, unexpected):
    path = surroundings(home)
    text = f"source {script(home, 'fish')}; complete -C {shlex.quote(line)}"
    result = ended(run(["fish", "--no-config", "-c", text], cwd=home, PATH=path, HOME=home), 0, stderr=b"")
    offers([word.split("\t")[0] for word in result.stdout.decode().split("\n")], expected, unexpected)


# A line, and the line after Tab if there is only one completion.
TABS = [
    ("hud-demo --sty", "hud-demo --style "),
    ("hud-demo --style be", "hud-demo --style bezel "),
    ("hud-demo --style=be", "hud-demo --style=bezel "),
    ("hud-demo --output la", "hud-demo --output last:"),
    ("hud-demo --spinner bouncingBal", "hud-demo --spinner bouncingBall "),
    ("hud-demo gal", "hud-demo gallery "),
    ("hud-demo gallery --style b", "hud-demo gallery --style bezel "),
    ("hud-demo gallery mo", "hud-demo gallery mode-switching "),
    ("hud-demo spinners dots bouncingBal", "hud-demo spinners dots bouncingBall "),
    ("hud-demo simulate some.s", "hud-demo simulate some.scenario "),
    ("hud-demo -g 1 -- some-t", "hud-demo -g 1 -- some-tool "),
    ("hud-demo -- cat some.s", "hud-demo -- cat some.scenario "),
    ("hud-demo group -j2 -- some-t", "hud-demo group -j2 -- some-tool "),
    ("hud-demo group --row-grace 0 -- cat ::: some.s", "hud-demo group --row-grace 0 -- cat ::: some.scenario "),
]


def presses_tab(home, command, table):
    """Types each line, Tab, and a mark that shows whether a space was added."""
    screen = Screen(home, columns=100, command=command)
    try:
        screen.wait_for("ready>")
        for line, expected in table:
            screen.type(line)
            screen.press("Tab")
            screen.type("X")
            screen.wait_for("ready>" + expected + "X")
            screen.press("C-u")
    finally:
        screen.close()


@test
def tab_completes_in_bash(home):
    path = surroundings(home)
    rc = home / "rc"
    rc.write_text(f"PATH={shlex.quote(path)}; PS1='ready>'; source {script(home, 'bash')}\n")
    presses_tab(home, f"bash --noprofile --rcfile {rc}", TABS)


@test
def tab_completes_in_zsh(home):
    path = surroundings(home)
    script(home, "zsh")
    (home / "hud.zsh").write_bytes(ended(run(hud("shell-init zsh")), 0).stdout)
    (home / ".zshrc").write_text(f"PATH={shlex.quote(path)}; PS1='ready>'; fpath=({home} $fpath); unsetopt prompt_sp\n"
                                 f"autoload -U compinit; compinit -u -D; source {home}/hud.zsh; my-function() {{ :; }}; alias my-alias=ls\n")
    # zsh adds an equals sign, which it removes if a space is typed.
    table = [("hud-demo --sty", "hud-demo --style=")] + TABS[1:] + [
        ("hud-demo follow name=some.s", "hud-demo follow name=some.scenario "),
        ("hud-demo -g 1 galler", "hud-demo -g 1 galler"),
        ("hud my-f", "hud my-function "), ("hud my-a", "hud my-alias "), ("hud cat some.s", "hud cat some.scenario "),
        ("hud --sty", "hud --style="), ("hud -g 1 -- some-t", "hud -g 1 -- some-tool ")
    ]
    presses_tab(home, f"env ZDOTDIR={home} zsh -d", table)


@test
def the_script_for_zsh_can_be_sourced(home):
    text = f"autoload -U compinit; compinit -u -D; source {script(home, 'zsh')}; print $_comps[hud-demo]; whence -w _hud-demo"
    ended(run(["zsh", "-f", "-c", text]), 0, stdout=b"_hud-demo\n_hud-demo: function\n", stderr=b"")


# ---- The manual page ----


@test
def the_manual_page_has_every_option_of_the_help(home):
    page = PAGE.read_text()
    flags = set(re.findall(r"^\.(?:It )?(?:Fl|Op Fl) (.*)$", page, re.MULTILINE))
    named = {word for line in flags for word in re.findall(r"(?:^|Fl )(\S+)", line)}
    for words in ([], ["group"], ["follow"], ["simulate"], ["gallery"], ["spinners"], ["completions"]):
        # Without the shell's own option.
        text = run(hud(*words, "--help")).stdout.decode().replace("sh -c", "sh")
        for option in set(re.findall(r"(?<![\w-])--?([a-zA-Z][a-z-]*)", text)) - {"j8"}:
            written = option if len(option) == 1 else "-" + option
            check(written in named, f"{option} of {words or 'hud-demo'} is not in the manual page: {sorted(named)}")

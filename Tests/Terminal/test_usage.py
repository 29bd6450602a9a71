"""The command line and its errors."""

import os
import re

from harness import check, ended, equal, hud, in_shell, is_ascii, is_refused, run, test, test_each

# The arguments, and patterns that the one line on standard error must match. `touch ran` would leave a file.
WRONG = [
    ("grace not a number", "--grace soon -- touch ran", "--grace", "soon"),
    ("grace negative", "--grace -1 -- touch ran", "--grace", "-1"),
    ("grace with an exponent", "--grace 1e3 -- touch ran", "--grace", "1e3"),
    ("grace with a unit", "--grace=2s -- touch ran", "--grace", "2s"),
    ("grace empty", "--grace= -- touch ran", "--grace", "''"),
    ("grace too large", "--grace 86400.000000001 -- touch ran", "--grace", "86400.000000001"),
    ("grace infinite", "-g inf -- touch ran", "--grace|-g", "inf"),
    ("grace attached", "-gx -- touch ran", "--grace|-g", "x"),
    ("dashes for a value that was forgotten", "--label -- touch ran", "--label has taken '--'"),
    ("dashes for a value that was forgotten, of a group", "group -l -- touch ran ::: 1", "--label has taken '--'"),
    ("dashes for a value that was forgotten, before an unknown option", "group -l -- touch -k ran ::: 1", "--label has taken '--'"),
    ("min-show not a number", "--min-show x -- touch ran", "--min-show", "x"),
    ("value with escape sequences", "--grace '\x1b]0;x\x07\n' -- touch ran", "--grace"),
    ("grace without a value", "--grace", "--grace", "value"),
    ("unknown option", "--frobnicate -- touch ran", "--frobnicate"),
    ("options before a subcommand", "--no-history group -j2 -- touch ::: ran", "'group' comes before its options: hud-demo group"),
    ("a subcommand with a slip of the pen", "gorup -- touch ran", "did you mean group?"),
    ("unknown option with escape sequences", "--\x1b[31m -- touch ran", "31m"),
    ("value for an option that takes none", "--version=2 -- touch ran", "--version"),
    ("command without dashes", "touch ran", "hud-demo -- touch ran"),
    ("command without dashes behind an option", "--grace 1 touch ran", "hud-demo .*-- touch ran"),
    ("no command after the dashes", "--", "--"),
    ("hide-after not a number", "--hide-after x -- touch ran", "--hide-after", "x", "seconds"),
    ("animation too long", "--animation 86401 -- touch ran", "--animation", "86401"),
    ("mode unknown", "--mode round -- touch ran", "--mode", "round", "indeterminate, determinate, bar, annular, custom or text"),
    ("mode shortened", "--mode annul -- touch ran", "--mode", "annul"),
    ("mode in capitals", "--mode BAR -- touch ran", "--mode", "BAR"),
    ("style unknown", "--style loud -- touch ran", "--style", "loud", "auto, inline, bezel, plain, brief, json or off"),
    ("style empty", "--style= -- touch ran", "--style", "''"),
    ("spinner like another", "--spinner dts -- touch ran", "--spinner", "dts", "did you mean dots", "hud-demo spinners"),
    ("spinner like none", "--spinner qqqqqqqqq -- touch ran", "--spinner", "qqqqqqqqq", "'hud-demo spinners' lists them"),
    ("spinner with escape sequences", "--spinner \x1b[2J -- touch ran", "--spinner"),
    ("spinner file not there", "--spinner-file none.json -- touch ran", "--spinner-file", "none.json", "No such file"),
    ("spinner file a directory", "--spinner-file / -- touch ran", "--spinner-file", "/"),
    ("theme unknown", "--theme pink -- touch ran", "--theme", "pink", "terminal, dark, light, mono, neon or heat"),
    ("color unknown", "--color yes -- touch ran", "--color", "yes", "auto, always or never"),
    ("fps zero", "--fps 0 -- touch ran", "--fps", "0", "1 to 240"),
    ("fps too many", "--fps 241 -- touch ran", "--fps", "241"),
    ("fps with decimals", "--fps 29.97 -- touch ran", "--fps", "29.97"),
    ("fps with a sign", "--fps +30 -- touch ran", "--fps", r"\+30"),
    ("fps endless", f"--fps {'9' * 40} -- touch ran", "--fps"),
    ("gallery with an unknown name", "gallery labl", "labl", "did you mean label", "gallery --list"),
    ("gallery with two names", "gallery label bar", "bar"),
    ("gallery in an unknown style", "gallery --style plain", "--style", "plain", "inline or bezel"),
    ("gallery with an unknown option", "gallery --grace 1", "--grace"),
    ("gallery with a bad spinner", "gallery label --spinner dts", "--spinner", "did you mean dots"),
    ("spinners with an unknown name", "spinners dots dts", "dts", "did you mean dots"),
    ("spinners with a wrong file", "spinners --spinner-file none.json", "--spinner-file", "none.json"),
    ("spinners with an option of others", "spinners --spinner dots", "--spinner"),
    ("leave unknown", "--leave all -- touch ran", "--leave", "all", "summary or nothing"),
    ("timeout too long", "--timeout 86401 -- touch ran", "--timeout", "86401", "86400"),
    ("output unknown", "--output none -- touch ran", "--output", "none", "show, last:N .* from 1 to 100, failure or hide"),
    ("output without a number", "--output last -- touch ran", "--output", "last:N"),
    ("output with nothing behind the colon", "--output last: -- touch ran", "--output", "last:"),
    ("output of no line", "--output last:0 -- touch ran", "--output", "last:0"),
    ("output of too many lines", "--output last:101 -- touch ran", "--output", "last:101"),
    ("output with a sign", "--output last:+5 -- touch ran", "--output", r"last:\+5"),
    ("output with more behind it", "--output last:5:6 -- touch ran", "--output", "last:5:6"),
    ("notify not a number", "--notify=soon -- touch ran", "--notify", "soon", "seconds"),
    ("notify with a separate value", "--notify 5 -- touch ran", "unexpected 5", "--notify=5"),
    ("notify of a group with a separate value", "group --notify 5 -- touch ::: ran", "unexpected 5", "--notify=5"),
    ("notify of a group not a number", "group --notify=x -- touch ::: ran", "--notify", "x", "seconds"),
    ("progress unknown", "--progress always -- touch ran", "--progress", "always", "auto, match:REGEX, fd or none"),
    ("progress by no expression", "--progress match:([0-9]+ -- touch ran", r"match:\(\[0-9\]\+", "--progress", "[Uu]nmatched|[Pp]aren"),
    ("progress by an expression without a group", "--progress match:x -- touch ran", "match:x", "--progress", "one group"),
    ("progress by an expression with three", "--progress match:(a)(b)(c) -- touch ran", "--progress", "one group"),
    ("gauge with a command", "--gauge -- touch ran", "--gauge", "no command", "standard input"),
    ("gauge with a word", "--gauge touch ran", "--gauge", "no command"),
    ("simulate without a file", "simulate", "simulate"),
    ("simulate with two files", "simulate one two", "two"),
    ("simulate with an unknown option", "simulate --frames one", "--frames"),
    ("completions without a shell", "completions", "bash, zsh, fish"),
    ("completions for an unknown shell", "completions ksh", "ksh", "bash, zsh, fish"),
    ("completions for two shells", "completions bash zsh", "zsh"),
    ("shell-init without a shell", "shell-init", "bash, zsh, fish"),
    ("shell-init for an unknown shell", "shell-init ksh", "shell-init", "ksh", "bash, zsh, fish"),
    ("shell-init for two shells", "shell-init bash zsh", "zsh"),
    ("notify without a text", "notify --status 1", "notify", "text"),
    ("notify with a status that is none", "notify --status 256 x", "--status", "256", "0 to 255"),
    ("notify with a time that is none", "notify --elapsed -1 x", "--elapsed", "-1"),
    ("completions with an unknown option", "completions --all", "--all"),
]


@test_each(WRONG)
def wrong_usage_is_refused_before_anything_runs(home, words, *named):
    is_refused(run(hud(words), cwd=home), *named)
    check(not (home / "ran").exists(), "the command was run")


# A job runs with each of these.
RIGHT = [
    "-g 0.5", "--grace 86400", "-m 0", "--min-show=.5", "--hide-after 1", "--animation 0.25", "-l ''",
    "--label 'two words'", "-d more", "'--details=more\nlines'", "--ascii", "--fps 1", "--fps 240",
    "--spinner dots", "--spinner bouncingBall", "--spinner ARC",
    "--leave summary", "--leave=nothing", "--timeout 86400", "--timeout 60.5", "--no-history", "--notify", "--notify=60", "--title",
    *(f"--{name} {value}" for name, values in {
        "mode": "indeterminate determinate bar annular custom text", "style": "auto inline bezel plain brief off",
        "theme": "terminal dark light mono neon heat", "output": "show last:1 last:100 failure hide",
        "progress": "auto none fd match:([0-9]+)% match:([0-9]+)/([0-9]+)", "color": "auto always never",
    }.items() for value in values.split()),
]


@test_each(RIGHT)
def an_option_is_taken(home, words):
    ended(run(hud(words + " -- touch ran"), cwd=home), 0, stdout=b"", stderr=b"")
    check((home / "ran").exists(), "the command was not run")


@test
def the_style_comes_from_the_environment_too(home):
    def told(style, option=""):
        return run(hud(option + " --grace 0 --label L -- sleep 0.2"), HUD_STYLE=style).stderr
    equal(told("off"), b"", "HUD_STYLE=off")
    check(told("json").startswith(b'{"t":0,'), "HUD_STYLE=json")
    equal(told(""), b"L...\nL: done after 0:00\n", "HUD_STYLE empty")
    equal(told("json", "--style off"), b"", "the option wins")
    equal(told("wrong", "--style off"), b"", "the option wins over nonsense")
    is_refused(run(hud("-- touch ran"), cwd=home, HUD_STYLE="loud"), "^hud-demo: .*loud.*HUD_STYLE.*auto, inline, bezel, plain, brief, json or off\n$")
    check(not (home / "ran").exists(), "the command was run")


SPINNER_FILES = [
    ("no JSON", b"spinners", "line 1, column 1"),
    ("no frames", b'{"a": {\n  "interval": 80}}', "line 1"),
    ("a wrong interval", b'{"a":\n {"interval": -1, "frames": ["x"]}}', "line 2"),
    ("no spinner", b"{}", "no spinner"),
    ("empty", b"", "line 1"),
    ("bytes that are not UTF-8", b'{"a": {"interval": 80, "frames": ["\xff"]}}', "line 1"),
    ("too large", b" " * 1048577, "1 MiB"),
]


@test_each(SPINNER_FILES)
def a_spinner_file_that_is_wrong_is_refused_by_name(home, text, named):
    (home / "own.json").write_bytes(text)
    for words in ("--spinner-file own.json -- touch ran", "spinners --spinner-file own.json"):
        is_refused(run(hud(words), cwd=home), r"own\.json", named)
    check(not (home / "ran").exists(), "the command was run")


@test
def a_command_without_dashes_is_told_how(home):
    result = ended(run(hud("sleep 2")), 2)
    check(b"hud-demo -- sleep 2\n" in result.stderr, f"no 'hud-demo -- sleep 2' in {result.stderr!r}")


@test_each(["--help", "-h", "simulate --help", "spinners -h", "gallery bar --help"])
def help_goes_to_standard_output(home, words):
    result = ended(run(hud(words)), 0, stderr=b"")
    check(result.stdout.startswith(b"Usage: hud-demo"), f"the beginning of {result.stdout!r}")


@test_each(["--help", "simulate --help", "gallery --help", "spinners --help", "gallery", "spinners", "--frobnicate"])
def words_are_ascii_without_utf8(home, words):
    result = run(hud(words), LC_ALL="C")
    check(is_ascii(result.stdout + result.stderr), f"more than ASCII with LC_ALL=C: {result.stdout + result.stderr!r}")


@test
def the_version_is_one_line(home):
    result = run(hud("--version"))
    check(re.fullmatch(rb"hud-demo \d+\.\d+\.\d+\n", result.stdout), f"{result.stdout!r}")


@test
def an_option_behind_the_dashes_belongs_to_the_job(home):
    ended(run(hud("-- echo --help -- --grace")), 0, stdout=b"--help -- --grace\n")


@test
def a_full_disk_is_an_error(home):
    if os.path.exists("/dev/full"):
        result = run(in_shell('exec "$@" >/dev/full', *hud("--help")))
        check(result.returncode not in (0, 2), f"status {result.returncode}")
        check(result.stderr.count(b"\n") == 1, f"{result.stderr!r}")

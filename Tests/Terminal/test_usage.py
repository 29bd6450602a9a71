"""How the command is called, and how it says no."""

import os
import re

from harness import check, equal, hud, is_ascii, run, test, test_each

# The words, and what the one line on standard error has to name. `touch ran` would leave a file.
WRONG = [
    ("grace not a number", ["--grace", "soon", "--", "touch", "ran"], ["--grace", "soon"]),
    ("grace negative", ["--grace", "-1", "--", "touch", "ran"], ["--grace", "-1"]),
    ("grace with an exponent", ["--grace", "1e3", "--", "touch", "ran"], ["--grace", "1e3"]),
    ("grace with a unit", ["--grace=2s", "--", "touch", "ran"], ["--grace", "2s"]),
    ("grace empty", ["--grace=", "--", "touch", "ran"], ["--grace", "''"]),
    ("grace too large", ["--grace", "86400.000000001", "--", "touch", "ran"], ["--grace", "86400.000000001"]),
    ("grace infinite", ["-g", "inf", "--", "touch", "ran"], ["--grace|-g", "inf"]),
    ("grace attached", ["-gx", "--", "touch", "ran"], ["--grace|-g", "x"]),
    ("min-show not a number", ["--min-show", "x", "--", "touch", "ran"], ["--min-show", "x"]),
    ("min-show negative", ["-m", "-0.1", "--", "touch", "ran"], ["--min-show|-m", "-0.1"]),
    ("value with escape sequences", ["--grace", "\x1b]0;x\x07\n", "--", "touch", "ran"], ["--grace"]),
    ("grace without a value", ["--grace"], ["--grace", "value"]),
    ("label without a value", ["-l"], ["-l|--label", "value"]),
    ("unknown option", ["--frobnicate", "--", "touch", "ran"], ["--frobnicate"]),
    ("unknown letter", ["-x", "--", "touch", "ran"], ["-x"]),
    ("unknown option with escape sequences", ["--\x1b[31m", "--", "touch", "ran"], ["31m"]),
    ("value for an option that takes none", ["--version=2", "--", "touch", "ran"], ["--version"]),
    ("command without dashes", ["touch", "ran"], ["hud-demo -- touch ran"]),
    ("command without dashes behind an option", ["--grace", "1", "touch", "ran"], ["hud-demo .*-- touch ran"]),
    ("no command after the dashes", ["--"], ["--"]),
    ("simulate without a file", ["simulate"], ["simulate"]),
    ("simulate with two files", ["simulate", "one", "two"], ["two"]),
    ("simulate with an unknown option", ["simulate", "--frames", "one"], ["--frames"]),
]


@test_each(WRONG)
def wrong_usage_is_refused_before_anything_runs(home, words, named):
    result = run(hud(*words), cwd=home)
    equal((result.returncode, result.stdout), (2, b""), f"status and standard output; standard error is {result.stderr!r}")
    text = result.stderr.decode()
    check(text.count("\n") == 1 and text.endswith("\n"), f"not one line: {text!r}")
    check(text.isprintable() or text[:-1].isprintable(), f"a control character in {text!r}")
    for name in named:
        check(re.search(name, text), f"{name!r} is not named in {text!r}")
    check(not os.path.exists(os.path.join(home, "ran")), "the command was run")


@test
def a_command_without_dashes_is_told_how(home):
    result = run(hud("sleep", "2"))
    equal(result.returncode, 2, "status")
    check(b"hud-demo -- sleep 2\n" in result.stderr, f"no 'hud-demo -- sleep 2' in {result.stderr!r}")


@test_each([("--help", ["--help"]), ("-h", ["-h"]), ("simulate --help", ["simulate", "--help"])])
def help_fits_a_small_screen(home, words):
    result = run(hud(*words))
    equal((result.returncode, result.stderr), (0, b""), "status and standard error")
    lines = result.stdout.decode().rstrip("\n").split("\n")
    check(lines[0].startswith("Usage: hud-demo"), f"the first line is {lines[0]!r}")
    check(len(lines) <= 24 and max(map(len, lines)) <= 80, f"{len(lines)} lines of {max(map(len, lines))} columns")


@test_each([("--help", ["--help"]), ("simulate --help", ["simulate", "--help"]), ("usage error", ["--frobnicate"])])
def words_are_ascii_without_utf8(home, words):
    result = run(hud(*words), LC_ALL="C")
    check(is_ascii(result.stdout + result.stderr), f"more than ASCII with LC_ALL=C: {result.stdout + result.stderr!r}")


@test
def the_version_is_one_line(home):
    result = run(hud("--version"))
    check(re.fullmatch(rb"hud-demo \d+\.\d+\.\d+\n", result.stdout), f"{result.stdout!r}")


@test
def an_option_behind_the_dashes_belongs_to_the_job(home):
    result = run(hud("--", "echo", "--help", "--", "--grace"))
    equal((result.returncode, result.stdout), (0, b"--help -- --grace\n"), "status and standard output")


@test
def a_full_disk_is_an_error(home):
    if os.path.exists("/dev/full"):
        result = run(["sh", "-c", 'exec "$0" --help >/dev/full', *hud()])
        check(result.returncode not in (0, 2), f"status {result.returncode}")
        check(result.stderr.count(b"\n") == 1, f"{result.stderr!r}")

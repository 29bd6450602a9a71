"""`hud-demo simulate`: the cases, the diagram, and invalid scenarios."""

import os
import re
import unicodedata
from pathlib import Path

from harness import check, ended, equal, has_escapes, hud, is_ascii, is_refused, received_by, run, test, test_each

CASES = Path(__file__).resolve().parents[1] / "HUDCoreTests" / "Cases"


def cases():
    return [(path.stem, path) for path in sorted(CASES.glob("*.scenario"))]


def write(home, bytes, name="bad.scenario"):
    path = home / name
    path.write_bytes(bytes)
    return path


def plays(result, expected, what):
    ended(result, 0, stdout=expected, stderr=b"", what=what)


# ---- The cases ----


@test
def there_are_cases_to_play(home):
    check(len(cases()) >= 30, f"hardly any cases in {CASES}")


@test_each(cases())
def a_case_gives_its_expected_events(home, path):
    expected = path.with_suffix(".expected").read_bytes()
    plays(run(hud("simulate --json", path)), expected, "from a file")
    plays(run(hud("simulate - --json"), stdin=path.read_bytes()), expected, "from standard input")


@test_each(cases())
def a_case_is_drawn_within_the_width(home, path):
    result = ended(run(hud("simulate", path)), 0, stderr=b"")
    check(result.stdout.endswith(b"\n"), f"no line break at the end of {result.stdout!r}")
    check(not has_escapes(result.stdout), f"an escape sequence in {result.stdout!r}")
    fits(result.stdout.decode(), 80)
    ascii = ended(run(hud("simulate", path), LC_ALL="C"), 0, what="status with LC_ALL=C")
    check(is_ascii(ascii.stdout), f"more than ASCII with LC_ALL=C: {ascii.stdout!r}")
    fits(ascii.stdout.decode(), 80)


def fits(text, columns):
    for line in text.split("\n"):
        width = sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in line)
        check(width <= columns, f"a line of {width} columns, {columns} are there: {line!r}")


@test_each([(f"{columns} columns", columns) for columns in (132, 80, 60, 40)])
def the_picture_fits_the_window(home, columns):
    bytes = received_by(hud("simulate", write(home, b"grace 0.5\nmin-show 1\nat 0 show\nat 0.7 hide\n")), columns=columns, status=0)
    fits(bytes.decode().replace("\r\n", "\n"), columns)


# ---- Equivalent spellings ----

PLAIN = b"grace 0.5\nat 0 show\nat 1 hide\n"


@test_each([
    ("CRLF", PLAIN.replace(b"\n", b"\r\n")),
    ("no final newline", PLAIN[:-1]),
    ("CRLF without a final newline", PLAIN.replace(b"\n", b"\r\n")[:-2]),
    ("comments", b"# one\n  # two\n" + PLAIN.replace(b"0.5", b"0.5 # half a second") + b"#"),
    ("blank lines", b"\n\n  \n\t\n" + PLAIN.replace(b"\n", b"\n\n")),
    ("blanks", PLAIN.replace(b" ", b" \t  ").replace(b"at", b"  at").replace(b"\n", b"  \n")),
    ("zeros", PLAIN.replace(b"0.5", b"000.500000000").replace(b"at 1", b"at 01.0")),
    ("escape sequences in a comment", b"# \x1b]0;title\x07 \x00 \xff\n" + PLAIN),
])
def a_scenario_may_be_written_like_this(home, bytes):
    expected = run(hud("simulate --json", write(home, PLAIN, "plain.scenario"))).stdout
    check(b'"appear"' in expected, f"the plain scenario gives {expected!r}")
    plays(run(hud("simulate --json", write(home, bytes))), expected, "written otherwise")


@test
def an_empty_scenario_has_no_events(home):
    plays(run(hud("simulate --json", write(home, b""))), b"", "empty")
    plays(run(hud("simulate --json -"), stdin=b""), b"", "empty, from standard input")


@test
def a_year_and_a_nanosecond_are_exact(home):
    result = run(hud("simulate --json -"), stdin=b"animation 0\nat 0.000000001 show\nat 31536000 hide\n")
    times = re.findall(rb'"t":([0-9.]+)', result.stdout)
    equal(times, [b"0.000000001", b"31536000", b"31536000"], "times")


# ---- Invalid scenarios ----

# Numbers, and what could control the terminal. ScenarioTests has the rest.
BAD = [
    ("unknown word", 2, b"grace 1\nfrobnicate 1\n"),
    ("time going back", 3, b"# one\nat 1 show\nat 0.999999999 hide\n"),
    ("negative time", 1, b"at -1 show\n"),
    ("plus sign", 1, b"grace +1\n"),
    ("hexadecimal", 1, b"grace 0x1\n"),
    ("not a number", 1, b"grace NaN\n"),
    ("infinity", 1, b"grace inf\n"),
    ("comma", 1, b"grace 0,5\n"),
    ("unit", 1, b"grace 1s\n"),
    ("two points", 1, b"grace 1.2.3\n"),
    ("point alone", 1, b"grace .\n"),
    ("point at the end", 1, b"grace 1.\n"),
    ("far too large", 1, b"at 99999999999999999999999999 show\n"),
    ("fps negative", 1, b"fps -1\nend 1\n"),
    ("upper case", 1, b"GRACE 1\n"),
    ("binary garbage", 1, bytes(range(128, 256)) + b"\x00\x01\x02\x7f"),
    ("program", 1, b"\x7fELF\x02\x01\x01\x00" + bytes(100)),
    ("escape sequence in a word", 2, b"\n\x1b]0;owned\x07\x1b[2J 1\n"),
    ("C1 control in a word", 1, "gr\u009b31mace 1\n".encode()),
    ("bidirectional override in a word", 1, "gr\u202eace 1\n".encode()),
    ("escape sequence in a number", 1, b"grace 1\x1b[31m\n"),
    ("very long word", 1, b"x" * 100_000 + b"\n"),
    ("bad line after CRLF lines", 3, b"grace 1\r\nmin-show 1\r\nat x show\r\n"),
    ("carriage return in a line", 1, b"grace\rxyz 1\n"),
]

@test_each(BAD)
def a_bad_scenario_is_refused(home, line, bytes):
    path = write(home, bytes)
    for words in ("simulate", "simulate --json"):
        is_refused(run(hud(words, path)), r"bad\.scenario", rf"\b(line |:){line}\b")
    result = ended(run(hud("simulate", path), LC_ALL="C"), 2, what="status with LC_ALL=C")
    check(is_ascii(result.stderr), f"more than ASCII with LC_ALL=C: {result.stderr!r}")


@test
def a_bad_scenario_on_standard_input_is_named(home):
    is_refused(run(hud("simulate -"), stdin=b"grace 1\nbad\n"), "standard input", r"\b2\b")


@test
def a_file_that_is_not_there_is_named(home):
    is_refused(run(hud("simulate none.scenario"), cwd=home), r"none\.scenario", "No such file")


@test
def a_directory_is_no_scenario(home):
    is_refused(run(hud("simulate", home)), re.escape(home.name), "directory")


@test
def a_file_without_an_end_is_no_scenario(home):
    is_refused(run(hud("simulate /dev/zero")), "/dev/zero", "larger than 64 MiB")


@test
def a_file_that_may_not_be_read_is_named(home):
    path = write(home, b"grace 1\n", "secret.scenario")
    os.chmod(path, 0)
    if not os.access(path, os.R_OK):  # root can read it anyway.
        is_refused(run(hud("simulate", path)), r"secret\.scenario", "ermission")


@test
def a_file_name_can_not_control_the_terminal(home):
    name = "\x1b]0;owned\x07\n\u202e.scenario"
    is_refused(run(hud("simulate", write(home, b"bad\n", name))), r"\.scenario", "1")
    is_refused(run(hud("simulate", name + "2"), cwd=home), r"\.scenario2")


@test
def a_file_name_of_any_bytes_is_opened(home):
    path = home / os.fsdecode(b"\xff\xfe.scenario")
    path.write_bytes(b"grace 1\n")
    plays(run(hud("simulate --json", path)), b"", "a name that is not UTF-8")

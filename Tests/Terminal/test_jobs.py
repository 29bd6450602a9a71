"""Real commands leave the same on the screen and in the scrollback under a HUD as alone."""

import itertools
import os
import re
import shlex
import signal
import sys

from harness import (DEADLINE, QuietGate, Screen, check, equal, fail, first_difference, is_running, number_in, script, settles, shown, test,
                     test_each, tmux, type_until, wait_for_file, wait_until, without_empty_end)

LABEL = "WORKING"
HUD = f"hud-demo --grace 0 --leave nothing --label {LABEL} --"
PYTHON = shlex.quote(sys.executable) + " -I"

# ---- A command, alone or under a HUD ----


class Run:
    """A window in which only one command runs, and what the command leaves."""

    # The rest of the terminal's state.
    FLAGS = ["cursor_flag", "insert_flag", "wrap_flag", "origin_flag", "keypad_flag", "keypad_cursor_flag", "alternate_on",
             "scroll_region_upper", "scroll_region_lower", "mouse_any_flag"]

    def __init__(self, home, command, columns=80, rows=24, before=0, prepare=None, mark="end", **changes):
        self.directory = home / f"run{len(os.listdir(home))}"
        self.directory.mkdir()
        if prepare:
            prepare(self.directory)
        variables = "".join(f"{name}={shlex.quote(value)} " for name, value in changes.items())
        gate = QuietGate(self.directory, "ready")
        # The mark shows the position of the cursor and the colors that the command has left. ^C is for the command only.
        script(self.directory, "outer", f"""cd {self.directory}
            trap : INT
            {gate.wait}
            {f"seq -f 'before %g' {before}" if before else ":"}
            {variables} PATH={home}/bin:$PATH {command}
            status=$?
            stty sane
            printf '{mark}\\033]2;left %s\\033\\\\' $status
            trap - INT
            exec sleep 1000""")
        self.screen = Screen(home, columns, rows, command=str(self.directory / "outer"))
        self.screen.directory = self.directory
        self.most_huds, self.rows, self.title = 0, [], ""
        self.bytes = self.directory / "bytes"
        tmux("pipe-pane", "-t", self.screen.name, f"exec cat >{shlex.quote(str(self.bytes))}")
        wait_for_file(self.bytes)
        gate.open()

    def has_drawn(self):
        """Whether the terminal has got a HUD, however short."""
        return self.most_huds > 0 or LABEL.encode() in self.bytes.read_bytes()

    def is_over(self):
        """Checks the window. Returns whether the command has ended."""
        if self.title.startswith("left "):
            return True
        seen = tmux("display-message", "-p", "-t", self.screen.name, "#{pane_title}", ";", "capture-pane", "-p", "-t", self.screen.name)
        self.title, *rows = seen.split("\n")
        huds = sum(LABEL in row for row in rows)
        if huds > self.most_huds:
            self.most_huds, self.rows = huds, rows
        return self.title.startswith("left ")

    def left(self):
        """Rows with their colors; lines with wrapped rows joined; the position of the cursor; the terminal's state; the exit status."""
        name = self.screen.name
        rows = without_empty_end(tmux("capture-pane", "-p", "-e", "-S", "-", "-t", name))
        lines = without_empty_end(tmux("capture-pane", "-p", "-J", "-S", "-", "-t", name))
        values = "".join(f"#{{{value}}} " for value in ["history_size", "cursor_y", "cursor_x", *self.FLAGS])
        above, row, column, *flags = tmux("display-message", "-p", "-t", name, values).split()
        self.screen.close()
        return {"rows": rows, "lines": lines, "cursor": (int(above) + int(row), int(column)),
                "state": dict(zip(self.FLAGS, flags)), "status": self.title}


def both(home, commands, drive=None, **options):
    """Runs a command alone and under a HUD at the same time. Returns what both leave, and the run under the HUD."""
    runs = [Run(home, command, **options) for command in commands]
    for run in runs:
        if drive:
            drive(run.screen)
    wait_until(lambda: all([run.is_over() for run in runs]),
               lambda: f"the end with {options}; the screens are {[shown(run.screen.lines()) for run in runs]}", 4 * DEADLINE)
    return *[run.left() for run in runs], runs[1]


def compare(home, job, hud=HUD, only=None, without=None, note="", **options):
    """Runs a command line alone and under a HUD, in windows of the same size, and compares what both leave.

    Text that matches `without` is ignored. Returns whether the HUD was seen.
    """
    alone, wrapped, run = both(home, (job, f"{hud} {job}"), **options)
    if without:
        for left in (alone, wrapped):
            left.update({name: [re.sub(without, "", line) for line in left[name]] for name in ("rows", "lines")})
    what = f"{hud} {note} and { {name: value for name, value in options.items() if name not in ('prepare', 'drive')} }"
    for name in only or alone:
        if wrapped[name] == alone[name]:
            continue
        if isinstance(alone[name], list):
            place = first_difference(wrapped[name], alone[name])
            begin = max(0, place - 3)
            fail(f"{name} of {len(wrapped[name])} and of {len(alone[name])} differ from number {place} on, with {what}\n"
                 f"alone: {shown(alone[name][begin:begin + 12])}\nunder a HUD: {shown(wrapped[name][begin:begin + 12])}")
        equal(wrapped[name], alone[name], f"{name} with {what}")
    check(run.most_huds <= 1, f"more than one HUD at a time with {what}: {shown(run.rows)}")
    return run.has_drawn()


def everywhere(home, job, places, seen=True):
    """Compares in several places. `seen`: the HUD must be seen in at least one of them."""
    is_seen = [compare(home, job, **place) for place in places]
    check(any(is_seen) or not seen, "the HUD was never seen")


UTF8 = {"LC_ALL": "C.UTF-8", "TERM": "tmux-256color"}
# Windows and terminals with different sizes, positions of the cursor and capabilities.
TOP = {"columns": 80, "rows": 24, **UTF8}
BOTTOM = {"columns": 80, "rows": 24, "before": 30, **UTF8}
SMALL = {"columns": 20, "rows": 5, "before": 3, **UTF8}
LARGE = {"columns": 200, "rows": 60, "before": 50, **UTF8}
NOT_UTF8 = {"columns": 80, "rows": 24, "before": 22, "LC_ALL": "C", "TERM": "tmux-256color"}
VT100 = {"columns": 80, "rows": 24, "before": 30, "LC_ALL": "C.UTF-8", "TERM": "vt100"}
# For a HUD of several rows the screen is scrolled, unless the job has already addressed a row by its number.
DETAILS = {"columns": 80, "rows": 24, "before": 30, "hud": f"{HUD[:-2]} --details 'and more of it' --", **UTF8}
BEZEL = {"columns": 40, "rows": 12, "before": 5, "hud": f"{HUD[:-2]} --style bezel --", **UTF8}
LATE_BEZEL = {"columns": 40, "rows": 12, "before": 5, "hud": f"{HUD[:-2]} --style bezel --grace 0.15 --min-show 0 --", **UTF8}


# ---- Commands that run by themselves ----

ESC = "\\033["


def drip(text, pause=0.004):
    """A job that writes its output byte by byte."""
    return f"{PYTHON} -c 'import os,sys,time\nfor byte in {list(text.encode(errors='surrogateescape'))}:\n os.write(1, bytes([byte])); time.sleep({pause})'"


SHELL_JOBS = [
    ("lines and pauses", "for i in 1 2 3 4 5 6 7; do echo line $i; sleep 0.06; done"),
    ("a hundred thousand lines", "seq 1 100000"),
    ("colours", f"for i in 1 2 3 4 5; do printf '{ESC}3%dmred %d{ESC}0m plain {ESC}4%d;1mback{ESC}m\\n' $i $i $i; sleep 0.06; done"),
    ("colours that stay", f"printf '{ESC}31;44mone\\n'; sleep 0.2; printf 'two'; sleep 0.2; printf ' three\\n\\n'; sleep 0.2; printf 'four'"),
    ("a bar of its own", "for i in 10 30 50 70 90 100; do printf '\\r[%-10s] %d%%' \"$(printf '%.*s' $((i / 10)) '##########')\" $i; sleep 0.08; done; echo; echo done"),
    ("a bar that is left unfinished", "for i in 1 2 3; do printf '\\rstep %d' $i; sleep 0.1; done"),
    ("a bar that is erased", f"for i in 1 2 3; do printf 'step %d\\r{ESC}K' $i; sleep 0.1; done; echo done"),
    ("dots", "printf 'waiting'; for i in $(seq 1 30); do printf .; sleep 0.02; done; echo ' done'"),
    ("dots over rows", "for i in $(seq 1 70); do printf .....; sleep 0.01; done; sleep 0.1"),
    ("empty lines", "echo; sleep 0.2; echo; echo; sleep 0.2; echo x"),
    ("nothing", "sleep 0.4"),
    ("no last newline", "seq 1 40; sleep 0.2; printf 'and this is all'; sleep 0.2"),
    ("a row that is just full", "printf '%080d' 7; sleep 0.2; printf '%080d' 8; sleep 0.2; printf '\\nx\\n'; sleep 0.1"),
    ("a row full but one", "printf '%079d' 7; sleep 0.2; printf '%079d' 8; sleep 0.2; printf '\\nx\\n'"),
    ("invalid UTF-8", "for i in 1 2 3; do printf 'a\\377b\\300\\200c\\355\\240\\200d\\360\\237\\n'; sleep 0.1; printf '\\342\\202'; sleep 0.1; echo; done"),
    ("Latin-1", "printf 'Gr\\374\\337e '; sleep 0.2; printf 'aus K\\366ln\\n'; sleep 0.2; printf '\\311'; sleep 0.1"),
    ("tabs and backspaces", "printf 'a\\tb\\tc'; sleep 0.15; printf '\\b\\bXY\\n'; sleep 0.1; printf '\\t\\t|'; sleep 0.15; printf '\\r\\tz\\n'"),
    ("wide characters", "printf '日本語'; sleep 0.15; printf '日本語 👍 é\\n'; sleep 0.15; printf '\\r한국어 👩‍👩‍👧 🇩🇪'; sleep 0.15; echo; for i in 1 2 3 4 5 6; do printf '漢字仮名'; sleep 0.04; done"),
    ("several rows drawn anew", "echo one; echo two; echo three; for i in 1 2 3 4 5; do sleep 0.08; "
        f"printf '{ESC}3A{ESC}2Kone %d\\n{ESC}2Ktwo %d\\n{ESC}2Kthree %d\\n' $i $i $i; done; echo done"),
    ("rows drawn anew one by one", "for i in 1 2 3 4; do echo layer $i: waiting; done; for i in 4 3 2 1; do sleep 0.08; "
        f"printf '{ESC}%dA\\r{ESC}2Klayer: pulling{ESC}%dB\\r' $i $i; done; echo done"),
    ("bars below the cursor", "printf 'outer 0'; for i in 1 2 3 4 5 6 7 8; do printf '\\n\\rinner %d of 8' $i; "
        f"printf '{ESC}A'; printf '\\n\\n\\rmore %d{ESC}2A' $i; sleep 0.06; printf '\\router %d' $i; done; printf '\\n\\n\\n'; echo done"),
    ("bars that come and go below the cursor", "for i in 1 2 3; do printf '\\router %d' $i; for j in 1 2 3 4; do "
        f"printf '\\n\\rinner %d{ESC}A' $j; sleep 0.06; done; printf '\\n\\r       \\r{ESC}A'; done; echo; echo done"),
    ("rows erased below", f"for i in 1 2 3 4; do printf 'a %d\\nb %d\\nc %d' $i $i $i; sleep 0.1; printf '\\r{ESC}2A{ESC}J'; done; echo done"),
    ("a cursor that is saved", f"for i in 1 2 3 4 5 6; do printf '\\0337 %d of 6\\0338' $i; sleep 0.08; done; echo; echo done"),
    ("a cursor that is saved behind something", f"printf 'Progress:'; sleep 0.1; for i in 1 2 3 4 5 6; do printf '\\0337 %d of 6'; sleep 0.08; printf '\\0338'; done; echo; echo done"),
    ("a cursor that is saved for long", f"printf 'Progress: \\0337'; for i in 1 2 3 4 5 6; do sleep 0.08; printf '\\0338{ESC}K%d of 6' $i; done; echo; echo done"),
    ("a status row below a region", "rows=$(stty size | cut -d ' ' -f 1); printf '\\n\\0337'; printf "
        f"'{ESC}1;%dr\\0338{ESC}1A' $((rows - 1)); for i in $(seq 1 12); do echo unpacking $i; "
        f"printf '\\0337{ESC}%d;1Hprogress %d{ESC}K\\0338' $rows $i; sleep 0.04; done; printf '\\0337{ESC}1;%dr\\0338{ESC}1A{ESC}J' $rows; sleep 0.1; echo done"),
    ("a clear screen", "echo gone; sleep 0.15; clear; echo one; sleep 0.15; clear; seq 1 30; sleep 0.15; printf two; sleep 0.1"),
    ("a menu by tput", "tput clear; for i in 1 2 3; do tput cup 2 5; printf 'Menu %d' $i; tput cup 3 5; printf 'item'; "
        "tput cup $(($(tput lines) - 1)) 0; printf 'choose: '; sleep 0.2; done; tput cup 1 0"),
    ("a clock in the corner", "seq 1 40; for i in 1 2 3 4 5; do tput sc; tput cup 0 10; printf '12:0%d' $i; tput rc; echo work $i; sleep 0.1; done"),
    ("a hidden cursor", "tput civis; for i in 1 2 3 4; do printf '\\r%d' $i; sleep 0.08; done; tput cnorm; echo; tput civis"),
    ("the alternate screen", f"echo one; tput smcup; printf '{ESC}H{ESC}J'; echo full; sleep 0.2; tput cup 3 3; printf x; sleep 0.2; tput rmcup; sleep 0.1; printf two"),
    ("another's character set", "printf '\\033(0lqqk\\033(B\\n'; sleep 0.15; printf '\\033(0mqqj'; sleep 0.15; printf '\\033(B plain\\n'; sleep 0.15"),
    ("both outputs at once", "for i in 1 2 3 4 5; do echo out $i; echo err $i >&2; printf 'o '; printf 'e ' >&2; sleep 0.06; done"),
    ("a child left behind", "echo begun; (sleep 0.3; echo late) >/dev/null 2>&1 & sleep 0.2; printf over"),
    ("closed descriptors", "echo here; sleep 0.15; exec <&- >&- 2>&-; sleep 0.3; exit 8"),
    ("a death by a signal", "printf 'going '; sleep 0.2; kill -TERM $$"),
    ("script", "script -qec 'printf one; sleep 0.2; echo; seq 1 30; sleep 0.1; printf two; exit 6' /dev/null"),
    ("a HUD in it", "hud-demo --grace 0 --leave nothing --label INNER -- sh -c 'echo one; sleep 0.2; printf two; sleep 0.2; seq 1 30; sleep 0.1; printf three; exit 5'"),
    ("one byte at a time", drip("\033[31mone\033[0m zwei 三 \033[1;44mfour\033[m\r\n\033]0;title\007five\033[2Dxx\n" * 2 + "äöü", 0.003)),
    ("lines above two bars", "printf 'one\\ntwo'; i=0; while [ $((i += 1)) -lt 30 ]; do printf '\\r\\033[A\\033[Jline %d\\none %d\\ntwo %d' $i $i $i; sleep 0.03; done; echo"),
    ("bars with emoji", "for i in 1 2 3 4 5 6 7 8; do printf '\\r⚠️  step %d of 8 👩‍💻' $i; sleep 0.08; done; echo; echo done; for i in 1 2 3 4; do printf '\\r🇩🇪 %d' $i; sleep 0.08; done"),
]


# On a terminal that others write to, and where the position of the cursor is not known.
UNSEEN = ["a menu by tput", "a clock in the corner", "script", "a hundred thousand lines", "a cursor that is saved", "a cursor that is saved for long"]


# Each job runs in three of these places, and each place has a third of the jobs.
TURNS = [(TOP, VT100, BEZEL), (LARGE, NOT_UTF8, LATE_BEZEL), (TOP, LATE_BEZEL, LARGE)]


@test_each([(name, name, job, TURNS[number % 3]) for number, (name, job) in enumerate(SHELL_JOBS)])
def leaves_what_it_leaves_alone(home, name, job, turn):
    script(home, "job", job)
    places = [BOTTOM, SMALL, *([] if name == "a clock in the corner" else [DETAILS]), *turn]
    everywhere(home, "../job", places, seen=name not in UNSEEN)


@test_each([(name, dict(SHELL_JOBS)[name]) for name in (
    "lines and pauses", "colours that stay", "a bar that is left unfinished", "no last newline", "a row that is just full", "wide characters")])
def leaves_a_line_more_with_a_summary(home, job):
    script(home, "job", job)
    hud = f"hud-demo --grace 0 --min-show 0 --label {LABEL} --"
    for place in (TOP, BOTTOM, SMALL):
        alone, wrapped, _ = both(home, ("../job", f"{hud} ../job"), mark="", **place)
        summary = wrapped["lines"].pop()
        check(re.fullmatch(rf". {LABEL} \d\.\d s", summary), f"the summary: {summary!r}")
        equal(wrapped["lines"], alone["lines"], f"what stands above the summary with {place}")
        equal(wrapped["cursor"], (alone["cursor"][0] + (2 if alone["cursor"][1] else 1), 0), "the cursor")
        equal((wrapped["state"], wrapped["status"]), (alone["state"], alone["status"]), "the terminal's state and the status")


@test
def leaves_rows_where_the_terminal_has_told_that_they_are(home):
    # Until then the HUD, which would appear in between, may not scroll the screen.
    script(home, "job", f"""settings=$(stty -g); stty -icanon -echo min 1; printf 'asks {ESC}6n'; row=$(dd bs=20 count=1 2>/dev/null | tr -dc '0-9;' | cut -d ';' -f 1)
        stty "$settings"; sleep 0.5; for i in 1 2 3 4 5; do printf '{ESC}%d;1Hstep %d of 5{ESC}K' $row $i; sleep 0.1; done; echo; echo done""")
    hud = HUD.replace("--grace 0", "--grace 0.25")
    for place in (TOP, BOTTOM, SMALL):
        compare(home, "../job", hud=hud, **place)


@test_each([
    "../job >out", "../job 2>errors", "../job >out 2>&1", "../job </dev/null", "../job | wc -l", "../job | sort -r >out", "sh -c '../job 2>/dev/null | cat'", "sh -c '../job 2>&1 | grep --color=always -E out'", "env -i ../job"])
def leaves_what_it_leaves_alone_elsewhere(home, line):
    script(home, "job", "for i in 1 2 3 4; do echo out $i; echo error $i >&2; sleep 0.08; done; printf 'last '; cat <&0 & wait; exit 3")
    everywhere(home, line, [TOP, BOTTOM, VT100], seen=False)


# A job that waits half way, behind a text, for the sizes that its window takes meanwhile.
HALF_WAY = "seq 1 40; printf '{}'; touch reached; until [ -e go ]; do sleep 0.03; done; printf ' gone on\\n'; seq 41 45; sleep 0.1; printf 'end of it '"
SIZES = [[(60, 20)], [(100, 20)], [(80, 10)], [(80, 40)], [(50, 12), (90, 30), (40, 18)]]


@test_each([
    ("whole lines", "a line of some length, number 41\\n"), ("an unfinished line", "an unfinished line of some length"),
    ("an unfinished line of two rows", "an unfinished line " * 6), ("a bar", "\\r[#######         ] 45%%"),
    ("wide characters", "日本語 " * 5), ("colours", f"{ESC}44;31mcolours{ESC}m and more of the line\\n{ESC}42mnext")])
def leaves_what_it_leaves_alone_in_a_window_of_another_size(home, text):
    script(home, "job", HALF_WAY.format(text))
    # Without a spinner no frame is on its way when tmux has wrapped these rows and the program does not know yet.
    hud = f"env NO_MOTION=1 {HUD}" if text.startswith("an unfinished line " * 2) else HUD
    for sizes in SIZES:
        def drive(screen):
            place = screen.directory
            wait_for_file(place / "reached")
            for columns, rows in sizes:
                screen.resize(columns, rows)
                # Long enough for frames of this size. No number of frames may leave anything, except that a frame in flight may be seen.
                settles(lambda: LABEL not in "".join(screen.lines()[:-1]), "the HUD is not the last row", 0.15)
            (place / "go").touch()
        compare(home, "../job", hud=hud, drive=drive, note=sizes, **TOP)


# ---- Builds and floods ----


def c_project(directory):
    """A C program of a dozen files, one of them with a warning."""
    names = [f"part{number}" for number in range(12)]
    for name in names:
        (directory / f"{name}.c").write_text("#include <stdio.h>\n#include <stdlib.h>\n" + "".join(
            f"int {name}_{number}(int x) {{ return x % {number + 2} ? x * {number} : printf(\"%d\", x); }}\n" for number in range(20)))
    (directory / "main.c").write_text("int main(void) { int unused; return 0; }\n")
    objects = " ".join(f"{name}.o" for name in names)
    (directory / "Makefile").write_text(
        f"CFLAGS = -O1 -Wall -fdiagnostics-color=always\nprogram: {objects} main.o\n\tcc -o $@ $^\nmain.o: {objects}\n")


@test
def a_c_build_leaves_what_it_leaves_alone(home):
    for place in (BOTTOM, SMALL):
        check(compare(home, "env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -j2", prepare=c_project, **place), "the HUD was never seen")


def swift_package(directory):
    os.makedirs(directory / "Sources" / "Tiny")
    (directory / "Package.swift").write_text(
        "// swift-tools-version:5.9\nimport PackageDescription\n"
        "let package = Package(name: \"Tiny\", targets: [.executableTarget(name: \"Tiny\")])\n")
    (directory / "Sources" / "Tiny" / "main.swift").write_text("print(\"hello\")\n")


@test
def a_swift_build_leaves_what_it_leaves_alone(home):
    check(compare(home, "swift build", prepare=swift_package, without=r"\d+\.\d+s", **BOTTOM), "the HUD was never seen")


@test
def a_listing_of_a_tree_leaves_what_it_leaves_alone(home):
    for top in range(40):
        for below in range(20):
            directory = home / "tree" / f"directory {top}" / f"below {below}"
            os.makedirs(directory)
            for name in ("one.c", "zwei ü.h", "三.txt"):
                (directory / name).touch()
    everywhere(home, "ls -R --color=always ../tree", [BOTTOM, SMALL], seen=False)


@test
def a_million_lines_leave_what_they_leave_alone(home):
    compare(home, "seq 1 1000000", **BOTTOM)


@test
def a_megabyte_without_a_newline_leaves_what_it_leaves_alone(home):
    script(home, "job", "head -c 1000000 /dev/zero | tr '\\0' x; sleep 0.3; printf end; sleep 0.3")
    everywhere(home, "../job", [BOTTOM, LARGE])


# ---- Programs with keys ----


def press(*keys):
    return lambda screen: screen.press(*keys)


def text_file(directory):
    (directory / "text").write_text("".join(f"line {number} of it\n" for number in range(1, 301)))


def row(text, place=0):
    """Waits until the row at an index (negative: from the end) begins with a text."""
    def wait(screen):
        wait_until(lambda: len(screen.lines()) > max(place, ~place) and screen.lines()[place].startswith(text),
                   f"{text!r} in row {place}")
    return wait


def rows(above, below):
    """Waits until a row that begins with a text is above one that begins with another."""
    def wait(screen):
        wait_until(lambda: any(one.startswith(above) and other.startswith(below) for one, other in itertools.pairwise(screen.lines())),
                   f"{above!r} above {below!r}")
    return wait


def quit_pager(screen):
    type_until(screen, "q", lambda: screen.value("pane_title").startswith("left "), "the end of the pager")


def steps(*actions):
    def drive(screen):
        for action in actions:
            action(screen) if callable(action) else screen.type(action)
    return drive


@test
def a_pager_leaves_what_it_leaves_alone(home):
    read = steps(row("line 1 "), " ", row("line 24 "), "b", row("line 1 "), "/line 200\n", row("line 200 "), "k", row("line 199 "),
                 lambda screen: screen.resize(60, 15), row("line 199 "), " ", row("line 213 "), lambda screen: screen.resize(90, 30),
                 row("line 213 "), quit_pager)
    for place in (BOTTOM, DETAILS):
        compare(home, "less text", drive=read, prepare=text_file, **place)
    # No alternate screen, and no way up.
    stay = steps(row("line 1 "), " ", row("line 24 "), "b", row("line 1 "), "/line 200\n", row("line 200 "), "k", row("line 199 "), quit_pager)
    compare(home, "less text", drive=stay, prepare=text_file, **VT100)
    compare(home, "less -X text", drive=stay, prepare=text_file, **BOTTOM)


@test
def an_editor_leaves_what_it_leaves_alone(home):
    edit = steps(row("line 1 "), "3Gdd", row("line 4 ", 2), "Onew text\033", row("new text", 2), ":wq\n")
    for place in (BOTTOM, VT100, DETAILS):
        compare(home, "sh -c 'vi -u NONE text; head -n 4 text'", drive=edit, prepare=text_file, **place)


def asks_after(line):
    """Waits until ed asks for its next command below a line: what is typed earlier is echoed before that."""
    return lambda screen: wait_until(lambda: any(one.startswith(line) and below == "*" for one, below in itertools.pairwise(screen.lines())),
                                     f"the question below {line!r}")


@test_each([
    ("an answer", "printf 'Your name? '; read name; echo \"Hello, $name.\"; sleep 0.2", ["Your name?"], ["Ada\n"]),
    ("a secret", "stty -echo; printf 'Password: '; read word; stty echo; echo; echo \"<$word>\"; sleep 0.2", ["Password:"], ["secret\n"]),
    ("two answers", "printf 'One? '; read one; printf 'Two? '; read two; echo \"<$one|$two>\"", ["One?", "Two?"], ["a\n", "b\n"]),
    ("an answer that is longer than the row", "printf 'Tell: '; read word; echo \"<$word>\"; sleep 0.1", ["Tell:"], ["many words " * 18 + "\n"]),
    ("an answer that is mended", "printf 'Tell: '; read word; echo \"<$word>\"; sleep 0.1", ["Tell:"], ["wrogn\177\177\177ong日本\177語\n"]),
    ("a prompt of Python's", f"{PYTHON} -c 'import readline; a = input(\"name> \"); print(a * 3); b = input(\"again> \"); print(b)'",
     ["name>", "again>"], ["one\033[Dx\n", "two\n"]),
    ("Python's own", f"{PYTHON} -q", [">>>", rows("42", ">>>")], ["6 * 7\n", "exit()\n"]),
    ("a shell", "PS1='in> ' sh -i", ["in>", "twoin>"], ["echo one; sleep 0.2; printf two\n", "exit 3\n"]),
    ("ed", "ed -s -p '* ' text", ["*", asks_after("line 3 of it"), asks_after("changed 5"), asks_after("?")], ["3p\n", "5s/line/changed/p\n", "q\n", "q\n"]),
])
def leaves_what_it_leaves_alone_with_keys(home, job, waits, keys):
    script(home, "job", job)

    def answer(screen):
        for wait, typed in zip(waits, keys):
            wait(screen) if callable(wait) else screen.wait_for(wait)
            screen.type(typed)

    for place in (TOP, BOTTOM, SMALL, DETAILS):
        compare(home, "../job", drive=answer, prepare=text_file, **place)


@test
def a_watch_leaves_what_it_leaves_alone(home):
    for place in (TOP, BOTTOM):
        compare(home, "watch -n 0.2 -t echo watched", drive=steps(row("watched"), press("C-c")), **place)


@test
def top_leaves_what_it_leaves_alone(home):
    for place in (TOP, BOTTOM):
        compare(home, "top", drive=steps(row("top -"), "q"), only=["cursor", "state", "status"], **place)


@test
def a_daemon_leaves_what_it_leaves_alone_and_survives(home):
    script(home, "job", "echo begun; setsid sh -c 'echo $$ > daemon; exec sleep 600' </dev/null >/dev/null 2>&1 & "
                        "until [ -s daemon ]; do sleep 0.02; done; sleep 0.2; printf over")
    try:
        compare(home, "../job", **BOTTOM)
        daemons = [number_in(home / name / "daemon") for name in os.listdir(home) if name.startswith("run")]
        equal([is_running(daemon) for daemon in daemons], [True, True], "whether both live")
    finally:
        for name in os.listdir(home):
            if (home / name / "daemon").exists():
                os.kill(number_in(home / name / "daemon"), signal.SIGKILL)

"""What a terminal receives, byte by byte, on a pseudo-terminal."""

import re
import time

from harness import (AUTOWRAP_OFF, AUTOWRAP_ON, HIDE_CURSOR, SHOW_CURSOR, Gate, Replay, Terminal, check, equal, has_escapes, hud, is_ascii,
                     on_terminal, received_by, shown, test, test_each, without_style)

# ---- Within the grace time ----

JOBS = [
    ("nothing", "true"),
    ("lines", "echo one; echo two >&2; echo three"),
    ("an unfinished line", "printf 'one\\ntwo'"),
    ("carriage returns", "printf '10%%\\r20%%\\r30%%\\n'"),
    ("colours", "printf '\\033[31mred\\033[0m\\n'"),
    ("every byte", "python3 -c 'import os; os.write(1, bytes(range(256)))'"),
    ("much", "seq 1 5000"),
    ("a failure", "echo no >&2; exit 3"),
    ("the alternate screen", "printf '\\033[?1049h\\033[2J\\033[Hx\\033[?1049l'"),
    ("the terminal's size", "stty size; stty -a <&1 | head -1"),
    ("its device", "test -t 0 && test -t 1 && test -t 2 && echo terminals"),
]


@test_each(JOBS)
def a_job_within_the_grace_time_leaves_only_its_own_bytes(home, job):
    alone = on_terminal(["sh", "-c", job])
    equal(on_terminal(hud("--grace 60 -- sh -c", job)), alone, "what the terminal receives, and the status")
    equal(on_terminal(hud("--grace 60 --min-show 60 --label L -- sh -c", job)), alone, "with options")


@test
def input_within_the_grace_time_leaves_only_the_bytes_of_the_job(home):
    def session(command):
        terminal = Terminal(command + ["sh", "-c", "printf 'name? '; read name; echo hello $name"])
        terminal.wait_for(b"name? ")
        terminal.type("Ada\n")
        return terminal.finish(), terminal.received

    equal(session(hud("--grace 60 --")), session([]), "status, and what the terminal receives")


# ---- After the grace time ----


def working(home, job="true", label="WORKING", **settings):
    """A job whose HUD is on the terminal and that waits at a gate."""
    gate = Gate(home)
    terminal = Terminal(hud(f"--grace 0 --label {label} -- sh -c", f"{gate.wait}; {job}"), **settings)
    return terminal, gate


def finished(terminal, gate, status=0):
    gate.open()
    terminal.ends(status)
    return terminal.received


@test
def the_command_line_is_the_label_if_there_is_none(home):
    terminal = Terminal(hud("--grace 0 -- sleep 0.5"))
    terminal.finish()
    check(b"sleep 0.5" in terminal.received, shown(terminal.received))


@test
def the_cursor_is_shown_as_often_as_it_is_hidden(home):
    for job in ("true", "echo one; sleep 0.2; echo two; sleep 0.2; printf three; sleep 0.2", "kill -9 $$"):
        received = received_by(hud("--grace 0 --min-show 0.2 -- sh -c", f"sleep 0.2; {job}"))
        hidden, given_back = received.count(HIDE_CURSOR), len(SHOW_CURSOR.findall(received))
        check(hidden >= 1 and hidden == given_back, f"hidden {hidden} times, shown {given_back} times: {shown(received)}")
        check(SHOW_CURSOR.search(received[received.rindex(HIDE_CURSOR):]), "the cursor is hidden in the end")


@test
def the_spinner_turns_in_few_bytes_and_an_unchanged_frame_writes_nothing(home):
    terminal, gate = working(home)
    terminal.wait_for(b"0:00")
    begun, start = time.monotonic(), len(terminal.received)
    terminal.wait_for(b"\x1b[2m2\x1b[m")
    took, received = time.monotonic() - begun, bytes(terminal.received[start:])
    finished(terminal, gate)
    draws = [draw for draw in received.split(b"\r")[1:-1] if draw]
    # Once a second the last digit of the time changes; otherwise only the cell of the spinner.
    seconds = [draw for draw in draws if b"\x1b[2m" in draw]
    ticks = [draw for draw in draws if b"\x1b[2m" not in draw]
    check(1 <= len(seconds) <= took + 2, f"{len(seconds)} seconds drawn in {took:.2f} s")
    check(max(map(len, seconds)) < 48, f"a second of {max(map(len, seconds))} bytes: {max(seconds, key=len)!r}")
    check(len(ticks) >= 4, f"the spinner hardly turns: {draws}")
    check(max(map(len, ticks)) < 16, f"a tick of {max(map(len, ticks))} bytes: {max(ticks, key=len)!r}")
    # There are thirty frames a second, but the spinner changes every 80 ms.
    most = took / 0.08 + 3
    check(len(ticks) <= most, f"{len(ticks)} ticks in {took:.2f} s, at most {most:.0f} of them changed anything")
    check(all(one != next for one, next in zip(ticks, ticks[1:])), f"the same drawn twice: {ticks}")


@test
def the_minimum_show_time_keeps_the_hud_on_screen(home):
    terminal = Terminal(hud("--grace 0.3 --min-show 1.5 --label WORKING -- sleep 0.8"))
    terminal.ends(0)
    check(b"WORKING" in terminal.received, "no HUD")
    check(terminal.elapsed >= 1.8, f"over after {terminal.elapsed:.2f} s, the HUD had to stay until 1.8 s")


@test
def the_output_of_the_job_is_whole_under_the_hud(home):
    job = "for i in 1 2 3 4 5 6 7 8; do echo line $i of eight; sleep 0.07; done; printf 'tail \\033[1mbold\\033[0m'"
    received = received_by(hud("--grace 0 --min-show 0 --leave nothing --label L -- sh -c", job), status=0)
    for number in range(1, 9):
        check(f"line {number} of eight\r\n".encode() in received, f"line {number} is not whole in {shown(received)}")
    check(b"tail \x1b[1mbold\x1b[0m" in received, f"the tail is not whole in {shown(received)}")
    replay = Replay(home)
    replay.play(received)
    equal(replay.lines(), [f"line {number} of eight" for number in range(1, 9)] + ["tail bold"], "what is left")
    equal(replay.values("cursor_y", "cursor_x", "cursor_flag"), ["8", "9", "1"], "the cursor")


# ---- Terminals that can't ----


@test_each(["dumb", ("unset", None), ("empty", ""), ("nonsense", "nonsense-terminal"), ("a path", "../../../etc/passwd")])
def a_terminal_that_can_not_be_drawn_on_gets_plain_lines(home, name):
    job = "echo one; sleep 0.3; printf two; exit 3"
    alone = hud("--grace 0 --style off --label WORKING -- sh -c", job)
    equal(on_terminal(alone, TERM=name), (b"one\r\ntwo", 3), "what the terminal receives, and the status")
    received = received_by(hud("--grace 0 --label WORKING -- sh -c", job), TERM=name, status=3)
    check(not has_escapes(received), "an escape sequence")
    check(received.endswith(b"twoWORKING: failed (status 3) after 0:00\r\n"), shown(received))
    equal(sorted(received.replace(b"twoW", b"two\r\nW").split(b"\r\n")),
          [b"", b"WORKING...", b"WORKING: failed (status 3) after 0:00", b"one", b"two"], "lines")


@test_each(["xterm", "xterm-256color", "screen", "tmux-256color", "linux", "vt100", "vt220", "ansi", "rxvt"])
def every_kind_of_terminal_gets_its_cursor_back(home, name):
    received = received_by(hud("--grace 0 --label WORKING -- sleep 0.3"), TERM=name, status=0)
    check(b"WORKING" in received, f"no HUD in {shown(received)}")
    check(b"$<" not in received, f"padding in {shown(received)}")
    equal(received.count(b"\x1b[?25l"), received.count(b"\x1b[?25h"), f"cursor hidden and shown: {shown(received)}")


# ---- Labels ----

NASTY = [
    ("escape sequences", "\x1b]0;owned\x07\x1b[2J\x1b[31mred", b"\x1b]"),
    ("line breaks", "one\ntwo\r\nthree\x0bfour\x0cfive\u2028six\u0085seven", b"\n"),
    ("C1 controls", "a\u009b2Jb\u009d0;x\u009c", b"\xc2\x9b"),
    ("bidirectional overrides", "a\u202eb\u2066c\u200fd\u061ce", "\u202e".encode()),
    ("backspaces and tabs", "a\b\b\bb\tc\x7fd", b"\b"),
    ("a null width flood", "a" + "\u0301" * 500 + "b", None),
    ("bytes that are not UTF-8", "a\udcff\udc9bb", b"\xff"),
    # Icon fonts use private use characters.
    ("tags and unassigned", "a\ue000b\U000e0001c\U000e0041d\u0378e", "\U000e0001".encode()),
]


@test_each(NASTY)
def a_label_can_not_control_the_terminal(home, label, telltale):
    for variables in ({}, {"LC_ALL": "C"}):
        received = received_by(hud("--grace 0 --min-show 0.2 --label", "<<" + label + ">>", "--", "sleep", "0.2"), **variables, status=0)
        check(b"<<" in received, f"no HUD in {shown(received)}")
        drawn, end, behind = received[received.index(b"<<"):].partition(b">>")
        drawn += end
        # After the label is the HUD's own text: the time, dim.
        check(re.match(rb" \x1b\[2m0:00\x1b\[m(\x1b\[\?7h)?\r", behind), f"behind the label: {shown(behind)}")
        check(telltale is None or telltale not in drawn, f"{telltale!r} in {drawn!r}")
        check(not re.search(rb"[\x00-\x1f\x7f]|\xc2[\x80-\x9f]", drawn), f"a control in {drawn!r}")
        for character in drawn.decode():
            check(character not in "\u200e\u200f\u061c\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
                  f"{character!r} in {drawn!r}")


@test
def the_command_line_as_a_label_can_not_control_the_terminal(home):
    received = received_by(hud("--grace 0 --min-show 0.2 -- sh -c", "sleep 0.2 #\x1b]0;owned\x07\u009b2J"), status=0)
    check(b"sleep 0.2" in received, "no HUD")
    check(b"\x1b]" not in received and b"\xc2\x9b" not in received and b"\x07" not in received, shown(received))


@test_each([("LC_ALL=C", {"LC_ALL": "C"}), ("LANG=C", {"LC_ALL": None, "LANG": "C"}), ("no locale", {"LC_ALL": None}),
            ("an unknown locale", {"LC_ALL": "xx_XX.nonsense"})])
def without_utf8_the_terminal_receives_ascii(home, variables):
    received = received_by(hud("--grace 0 --label", "Größe 日本 👩‍👩‍👧 e\u0301", "--", "sleep", "0.5"), **variables, status=0)
    check(b"Gr" in received, f"no HUD in {shown(received)}")
    check(is_ascii(received), f"more than ASCII: {shown(received)}")


@test_each([("UTF-8", {"LC_ALL": "C.UTF-8"}, "⠋"), ("UTF-8 by LANG", {"LC_ALL": None, "LANG": "C.UTF-8"}, "⠋"), ("C", {"LC_ALL": "C"}, "|")])
def the_spinner_is_drawn_in_the_character_set_of_the_locale(home, variables, first_frame):
    received = received_by(hud("--grace 0 --min-show 0.2 --label 界 -- sleep 0.3"), **variables, status=0)
    label = "界" if first_frame == "⠋" else "?"
    check(f"{first_frame} {label} 0:00".encode() in without_style(received), f"no {first_frame} {label} in {shown(received)}")


@test
def the_hud_never_takes_the_last_column(home):
    # The label is longer than the window: the first frame is one line with the label cut and the time after it.
    for columns in (80, 20, 10):
        received = received_by(hud("--grace 0 --label", "x" * 200, "--", "sleep", "0.3"), columns=columns)
        # Before it come blanks, in case that the cursor stands behind text.
        first = received[received.index(HIDE_CURSOR):]
        first = first[: first.index(b"\r")]
        for ours in (HIDE_CURSOR, AUTOWRAP_OFF, AUTOWRAP_ON):
            first = first.replace(ours, b"")
        first = without_style(first).decode()
        check("x" in first and len(first) < columns, f"{len(first)} columns of {columns}: {first!r}")

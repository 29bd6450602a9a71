"""The line that stays when the HUD disappears."""

import os
import re
import signal
import time

from harness import (SHOW_CURSOR, Gate, QuietGate, Screen, Terminal, check, colors, equal, hud, number_in, on_terminal, script, shown, steady, test,
                     test_each, without_style)

LABEL = "WORKING"
HUD = f"hud-demo --grace 0 --min-show 0 --label {LABEL}"


def left(home, job, options="", columns=80):
    """The rows between the command line and the next prompt."""
    script(home, "job", job)
    screen = Screen(home, columns=columns)
    screen.command(f"clear; {HUD} {options} -- ./job")
    screen.wait_for_prompt()
    return [steady(line) for line in screen.lines()[:-1]], screen


@test_each([
    ("success", "sleep 0.2", "✓ WORKING T s"),
    ("a status", "sleep 0.2; exit 3", "✗ WORKING T s status 3"),
])
def how_it_ended_stays_on_a_line(home, job, line):
    lines, screen = left(home, job)
    equal(lines, [line], "what is left")
    check(screen.is_cursor_shown(), "the cursor is hidden")


@test_each([(signal.Signals(number).name, number) for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGHUP)])
def the_summary_names_the_signal_that_ended_the_job(home, number):
    received, status = on_terminal(hud("--grace", "0", "--label", LABEL, "--", "sh", "-c", f"sleep 0.2; kill -{int(number)} $$"))
    equal(status, -number, "status")
    check(steady(without_style(received)).count(f"✗ {LABEL} T s {number.name}".encode()) >= 1, shown(received))


@test
def the_summary_is_below_the_output_once(home):
    equal(left(home, "echo one; sleep 0.2; echo two; sleep 0.2; echo three")[0], ["one", "two", "three", "✓ WORKING T s"], "what is left")


@test_each([("a word", "two"), ("a line that just fits", "x" * 80), ("a line that wraps", "x" * 200), ("wide characters", "日本語")])
def an_unfinished_line_stays_whole_above_the_summary(home, text):
    lines, _ = left(home, f"echo one; sleep 0.2; printf {text}; sleep 0.2")
    rows = [text[start:start + 80] for start in range(0, len(text), 80)]
    equal(lines, ["one", *rows, "✓ WORKING T s"], "what is left")


@test
def a_color_that_the_job_leaves_on_does_not_color_the_summary(home):
    received, _ = on_terminal(hud("--grace", "0", "--label", LABEL, "--", "sh", "-c", "printf '\\033[41mred'; sleep 0.2"))
    end = received[received.index(b"red"):]
    check(b"\x1b[m" in end[:end.index(b"\xe2\x9c\x93")], f"the line is drawn in the job's colors: {shown(end)}")


@test
def the_summary_is_cut_to_the_window(home):
    for columns, line in [(26, "✗ WORKING T s status 3"), (20, ""), (12, ""), (6, "")]:
        lines, _ = left(home, "sleep 0.2; exit 3", columns=columns)
        # One column of the window stays free, as with a HUD.
        check(len(lines) == 1 and len(lines[0]) < columns and lines[0].startswith("✗"), f"{columns} columns: {lines}")
        if line:
            equal(lines, [line], "with room for it")


@test
def a_long_label_ends_in_an_ellipsis(home):
    lines, _ = left(home, "sleep 0.2; exit 3", options=f"--label {'x' * 200}")
    equal(lines, ["✗ " + "x" * 61 + "… T s status 3"], "what is left")


@test
def the_summary_is_ascii_without_utf8(home):
    for changes, options in [({"LC_ALL": "C"}, []), ({}, ["--ascii"])]:
        for job, line in [("sleep 0.2", b"* L T s"), ("sleep 0.2; exit 1", b"x L T s status 1")]:
            received, _ = on_terminal(hud("--grace", "0", "--label", "L", *options, "--", "sh", "-c", job), **changes)
            check(line in steady(without_style(received)) and all(byte < 0x80 for byte in received), f"{line} in {shown(received)}")


@test
def the_summary_has_the_colors_of_the_theme(home):
    received, _ = on_terminal(hud("--grace", "0", "--label", "L", "--", "sleep", "0.2"), TERM="xterm-256color")
    check(b"\x1b[38;5;28m\xe2\x9c\x93" in received, f"no green mark in {shown(received)}")
    received, _ = on_terminal(hud("--grace", "0", "--label", "L", "--", "sleep", "0.2"), NO_COLOR="1")
    check(not colors(received) and "✓ L T s".encode() in steady(without_style(received)), f"{shown(received)}")


@test
def the_summary_and_the_removal_of_the_hud_are_one_write(home):
    gate = Gate(home)
    terminal = Terminal(hud("--grace", "0", "--min-show", "0", "--label", LABEL, "--", "sh", "-c", gate.wait), TERM="xterm-256color")
    terminal.wait_for(LABEL.encode())
    gate.open()
    equal(terminal.finish(), 0, "status")
    received = bytes(terminal.received)
    end = received[received.rindex(b"\x1b[K"):]
    check(without_style(end).startswith(b"\x1b[K") and "✓".encode() in end and SHOW_CURSOR.search(end), f"not in one go: {shown(end)}")
    check(not SHOW_CURSOR.search(received[:received.rindex(b"\x1b[K")]), f"the cursor comes back before: {shown(received)}")


@test
def a_hud_that_never_appeared_leaves_no_summary(home):
    equal(on_terminal(hud("--grace", "60", "--", "true"))[0], b"", "within the grace time")
    equal(on_terminal(hud("--grace", "60", "--", "sh", "-c", "printf one; exit 1"))[0], b"one", "within the grace time, with output")


@test
def leave_nothing_leaves_no_summary(home):
    equal(left(home, "echo one; sleep 0.2; echo two; exit 1", options="--leave nothing")[0], ["one", "two"], "what is left")
    received, _ = on_terminal(hud("--grace", "0", "--min-show", "0", "--leave", "nothing", "--label", LABEL, "--", "sleep", "0.3"))
    check("✓".encode() not in received, shown(received))


@test
def plain_json_and_off_leave_no_summary(home):
    for style, line in [("plain", b"L...\r\nL: done after 0:00\r\n"), ("off", b"")]:
        received, _ = on_terminal(hud("--style", style, "--grace", "0", "--label", "L", "--", "sleep", "0.2"))
        equal(received, line, style)
    received, _ = on_terminal(hud("--style", "json", "--grace", "0", "--label", "L", "--", "sleep", "0.2"))
    check(all(line.startswith(b"{") for line in received.splitlines()), shown(received))


@test
def a_bezel_leaves_the_summary_on_the_main_screen(home):
    lines, _ = left(home, "echo one; sleep 0.3; printf two; sleep 0.3; exit 2", options="--style bezel")
    equal(lines, ["one", "two", "✗ WORKING T s status 2"], "what is left")


@test
def the_summary_excludes_the_time_stopped(home):
    gate = QuietGate(home)
    script(home, "job", f"echo $$ > process; {gate.wait}")
    screen = Screen(home)
    screen.command(f"{HUD} -- ./job")
    number_in(os.path.join(home, "process"))
    screen.wait_for(LABEL + " 0:00")
    screen.press("C-z")
    screen.wait_for_prompt()
    time.sleep(4)
    screen.command("clear; fg")
    screen.wait_for(LABEL + " 0:0")
    gate.open()
    screen.wait_for_prompt()
    seconds = [int(found[1]) for found in map(re.compile(f"✓ {LABEL} (\\d)\\.\\d s$").match, screen.lines()) if found]
    check(len(seconds) == 1 and seconds[0] < 4, f"what is left: {shown(screen.lines())}")


@test_each([("the minimum show time", "--min-show 600"), ("the delayed hide", "--min-show 0 --hide-after 600")])
def control_c_during_the_outcome_leaves_the_summary_too(home, options):
    screen = Screen(home)
    screen.command(f"clear; hud-demo --grace 0 {options} --label {LABEL} -- sh -c 'echo $$ > process; exit 5'")
    number_in(os.path.join(home, "process"))
    screen.wait_for("✗ " + LABEL + " 0:0")
    screen.press("C-c")
    screen.wait_for_prompt()
    equal([steady(line) for line in screen.lines() if LABEL in line], ["✗ WORKING T s status 5"], "what is left")
    equal(screen.status(), 5, "status")

"""SIGKILL of hud-demo: the leader of a job's session lives on, and gives the terminal back."""

import os
import signal
import sys
import termios
import time

from harness import (Gate, Screen, Terminal, check, equal, hud, in_shell, number_in, script, shown, test, test_each, wait_for_end, wait_for_file,
                     wait_until)
from test_continuing import hud_of

USUAL = {"cursor_flag": "1", "wrap_flag": "1", "alternate_on": "0", "scroll_region_upper": "0", "scroll_region_lower": "23"}

# By name: the command line, and what the HUD shows.
LINES = [("one job", "hud-demo --grace 0 --label LABEL -- ./job a", "LABEL"),
         ("rows of a group", "hud-demo group --grace 0 --row-grace 0 -j3 --label LABEL -- ./job ::: a b c", "LABEL"),
         ("a group that prints", "hud-demo group --grace 0 --row-grace 0 -j3 --output prefix --label LABEL -- ./job ::: a b c", "LABEL"),
         ("a bezel", "hud-demo --style bezel --grace 0 --label LABEL -- ./job a", "LABEL"),
         ("a group's bezel", "hud-demo group --style bezel --grace 0 -j2 --label LABEL -- ./job ::: a b", "LABEL"),
         ("a HUD on /dev/tty", "hud-demo --grace 0 --label LABEL -- ./job a 2>/dev/tty", "LABEL"),
         ("a pinned row", "hud-demo --grace 0 --label LABEL -- ./job a | cat", "LABEL")]


def job(home):
    script(home, "job", "echo out $1; [ $1 != a ] || { echo $$ >process.new; mv process.new process; }; exec sleep 600")
    return lambda: hud_of(number_in(home / "process"))


# A parent that prints nothing. A shell may print its message before the leader notices, in the middle of the rows.
QUIET = "import subprocess, sys, time; subprocess.call(sys.argv[1:]); time.sleep(1)"


def in_program(line):
    return f"{sys.executable} -c '{QUIET}' {line}"


@test_each([(f"{name}, {parent}", parent, *values) for name, *values in LINES for parent in ("in a shell", "in a program")])
def a_killed_hud_demo_leaves_a_usual_terminal(home, parent, line, label):
    process = job(home)
    screen = Screen(home).carry_out("echo before")
    screen.command(line if parent == "in a shell" else in_program(line))
    wait_until(lambda: sum(label in text for text in screen.lines()) > 1 or screen.value("alternate_on") == "1", "the HUD")
    time.sleep(0.2)
    os.kill(process(), signal.SIGKILL)
    screen.wait_for_values(**USUAL)
    if parent == "in a program":
        screen.wait_for_prompt()
        # The command line names the label.
        lines = screen.lines()
        rows = [text for text in lines if any(word in text for word in ("0:0", "%", "• "))]
        check(rows == [] and screen.shows("before"), f"rows are left: {shown(lines)}")
    # A prompt that came before the main screen is on the other one.
    screen.carry_out("clear")


@test
def a_terminal_that_is_held_when_hud_demo_ends_gets_the_rest_later(home):
    process = job(home)
    screen = Screen(home).carry_out("ulimit -c 0")
    screen.command(in_program("hud-demo --grace 0 --label LABEL -- ./job a"))
    wait_until(lambda: any(line.endswith("LABEL 0:00") or line.endswith("LABEL 0:01") for line in screen.lines()), "the HUD")
    victim, tty = process(), os.open(screen.value("pane_tty"), os.O_RDWR | os.O_NOCTTY)
    termios.tcflow(tty, termios.TCOOFF)
    os.kill(victim, signal.SIGABRT)
    wait_for_end(victim)
    termios.tcflow(tty, termios.TCOON)
    os.close(tty)
    screen.wait_for_values(**USUAL)
    screen.wait_for_prompt()
    check(not any(line.endswith(("LABEL 0:00", "LABEL 0:01")) for line in screen.lines()), f"the row is left: {shown(screen.lines())}")


@test_each([(parent, parent) for parent in ("in a shell", "in a program")])
def the_title_comes_back_whoever_has_the_terminal_by_then(home, parent):
    process = job(home)
    screen = Screen(home).carry_out("printf '\\033]2;MINE\\007'")
    line = "hud-demo --title --grace 0 --label LABEL -- ./job a"
    for _ in range(3):
        screen.command(line if parent == "in a shell" else in_program(line))
        wait_until(lambda: "LABEL" in screen.value("pane_title"), "the title of the job")
        wait_for_file(home / "process")
        os.kill(process(), signal.SIGKILL)
        wait_until(lambda: screen.value("pane_title") == "MINE", lambda: f"the title: {screen.value('pane_title')}")
        screen.wait_for_prompt()
        os.remove(home / "process")


@test
def the_settings_that_a_bezel_has_made_are_undone(home):
    process = job(home)
    screen = Screen(home)
    # No shell that would set its own: it waits for a file.
    gate = Gate(home)
    screen.command(f"sh -c 'stty -a >was; hud-demo group --style bezel --grace 0 --label LABEL -- ./job ::: a; sleep 0.3; stty -a >now; {gate.wait}'")
    screen.wait_for("LABEL")
    os.kill(process(), signal.SIGKILL)
    wait_for_file(home / "now")
    time.sleep(0.2)
    equal((home / "now").read_text(), (home / "was").read_text(), "settings")
    gate.open()
    screen.wait_for_prompt()


@test_each([("a job", ""), ("a bezel", "--style bezel")])
def another_process_writes_nothing_after_a_regular_end(home, options):
    script(home, "job", "(sleep 1; touch over) & sleep 0.4")
    terminal = Terminal(in_shell('"$@"; echo shell; until [ -e over ]; do sleep 0.05; done; sleep 0.3', *hud(f"--grace 0 {options} -- ./job")),
                        cwd=home)
    terminal.finish()
    received = terminal.received
    check(received.endswith(b"shell\r\n"), f"what the terminal received: {shown(received)}")


@test
def a_job_of_a_group_that_ends_takes_no_rows_off(home):
    gate = Gate(home)
    script(home, "job", f"[ $1 = a ] || exec sleep 0.0$1; {gate.wait}")
    screen = Screen(home).command("hud-demo group --grace 0 --row-grace 0 -j4 --label LABEL -- ./job ::: a 1 2 3 4 5 6 7 8")
    screen.wait_for("8/9")
    for _ in range(10):
        check(screen.shows("LABEL") and not screen.is_cursor_shown(), "the rows")
        time.sleep(0.05)
    gate.open()
    screen.wait_for_prompt()

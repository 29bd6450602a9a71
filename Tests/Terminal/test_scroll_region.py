"""Checks that the whole window scrolls after a bezel, in windows of another height than terminfo's 24 rows."""

import os
import shlex
import signal
from pathlib import Path

from harness import Gate, QuietGate, Screen, check, equal, probe, script, test_each, wait_until


def region(screen):
    return int(screen.value("scroll_region_upper")), int(screen.value("scroll_region_lower"))


def show_bezel(home, rows, gate):
    script(home, "job", f"{gate.wait}")
    screen = Screen(home, columns=80, rows=rows)
    screen.command("hud-demo --grace 0 --min-show 0 --leave nothing --style bezel --label WORKING -- ./job; :")
    wait_until(lambda: screen.shows("╭") and screen.shows("WORKING"), "a bezel")
    return screen


def hud_demo(screen):
    """The process of hud-demo in the screen's shell."""
    shell = int(screen.value("pane_pid"))

    def children(process):
        return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]

    found = children(shell)
    check(len(found) == 1, f"the shell's children are {found}")
    return found[0]


WAYS = ["the end", "^C", "SIGTERM", "SIGSEGV", "SIGKILL", "^Z and fg", "a resize"]


@test_each([(f"{way}, {rows} rows", way, rows) for way in WAYS for rows in (40, 12)])
def after_a_bezel_the_whole_window_scrolls(home, way, rows):
    gate = Gate(home)
    screen = show_bezel(home, rows, gate)
    if way == "^C":
        screen.press("C-c")
    elif way == "a resize":
        rows += 7
        screen.resize(80, rows)
        wait_until(lambda: screen.value("pane_height") == str(rows) and screen.shows("WORKING"), lambda: "a bezel in the other window")
        gate.open()
    elif way == "^Z and fg":
        screen.press("C-z")
        screen.wait_for("Stopped")
        equal(region(screen), (0, rows - 1), "the scroll region while the job is stopped")
        screen.command("fg")
        screen.wait_for("╭")
        gate.open()
    elif way.startswith("SIG"):
        os.kill(hud_demo(screen), getattr(signal, way))
    else:
        gate.open()
    if way != "SIGKILL":
        # Nothing can leave the alternate screen after SIGKILL.
        wait_until(lambda: screen.value("alternate_on") == "0", lambda: "the bezel's end")
    screen.wait_for("]$")
    equal(region(screen), (0, rows - 1), "the scroll region")


@test_each([(f"{rows} rows", rows) for rows in (40, 12)])
def after_a_library_bezel_the_whole_window_scrolls(home, rows):
    gate = QuietGate(home)
    screen = Screen(home, columns=80, rows=rows)
    screen.command(shlex.join(probe("hud-probe style=bezel label=WORKING", f"gate={gate.path}")))
    wait_until(lambda: screen.shows("╭") and screen.shows("WORKING"), "a bezel")
    gate.open()
    screen.wait_for_prompt()
    equal(region(screen), (0, rows - 1), "the scroll region")

"""Checks that the whole window scrolls after a bezel, in windows of another height than terminfo's 24 rows."""

import os
import shlex
import signal
from pathlib import Path

from harness import Gate, QuietGate, Screen, equal, probe, script, test_each, wait_until


def region(screen):
    return tuple(map(int, screen.values("scroll_region_upper", "scroll_region_lower")))


def show_bezel(home, rows, gate):
    script(home, "job", gate.wait)
    screen = Screen(home, columns=80, rows=rows).command("hud-demo --grace 0 --min-show 0 --leave nothing --style bezel --label WORKING -- ./job; :")
    wait_until(lambda: screen.shows("╭") and screen.shows("WORKING"), "a bezel")
    return screen


def hud_demo(screen):
    """The process of hud-demo in the screen's shell."""
    shell = screen.value("pane_pid")
    children = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
    equal(len(children), 1, f"the shell's children, {children}")
    return int(children[0])


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
    screen = Screen(home, columns=80, rows=rows).command(shlex.join(probe("hud-probe style=bezel label=WORKING", f"gate={gate.path}")))
    wait_until(lambda: screen.shows("╭") and screen.shows("WORKING"), "a bezel")
    gate.open()
    screen.wait_for_prompt()
    equal(region(screen), (0, rows - 1), "the scroll region")

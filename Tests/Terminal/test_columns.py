"""Several HUDs on one terminal, and the row that shows what a HUD costs."""

import re
import shlex

from harness import Gate, Screen, check, equal, hud, probe, received_by, script, shown, test, test_each, tmux, wait_until

# By width: the rows in UTF-8 and in ASCII, without the spinners.
WIDE = [" film.mkv           ▕██▋░░░░░▏  33% 100/300 MiB 0:07",
        " Waiting for a lock                             0:07",
        " notes              ▕██████░░▏  75% 30/40 pages 0:0"]
LINES = {
    80: (WIDE, [line.translate(str.maketrans("▕▏█▋░", "[]#..")) for line in WIDE]),
    20: ([" film.m…  33% 0:07", " Waiting for… 0:07", " notes    75% 0:0"], [" film.m~  33% 0:07", " Waiting for~ 0:07", " notes    75% 0:0"]),
    200: ([" film.mkv           ▕" + "█" * 12 + "▋" + "░" * 25 + "▏  33% 100/300 MiB 0:07",
           " Waiting for a lock" + " " * 59 + "0:07",
           " notes              ▕" + "█" * 28 + "▌" + "░" * 9 + "▏  75% 30/40 pages 0:0"],
          [" film.mkv           [" + "#" * 12 + "." * 26 + "]  33% 100/300 MiB 0:07",
           " Waiting for a lock" + " " * 59 + "0:07",
           " notes              [" + "#" * 28 + "." * 10 + "]  75% 30/40 pages 0:0"])}


@test_each([(f"{columns}x{rows}, {locale}, {'in color' if color else 'without color'}", columns, rows, locale, color)
            for columns, rows in [(80, 24), (20, 5), (200, 60)] for locale, color in [("C.UTF-8", True), ("C", True), ("C.UTF-8", False)]])
def several_huds_have_bars_percentages_and_times_below_each_other(home, columns, rows, locale, color):
    script(home, "show", "exec " + shlex.join(probe("hud-probe scope=columns")))
    screen = Screen(home, columns, rows, command=f"env LC_ALL={locale} {'' if color else 'NO_COLOR=1'} ./show")
    expected = LINES[columns][0 if locale == "C.UTF-8" else 1]
    # The third HUD shows what the second one's frame has found, so it can be a second late.
    wait_until(lambda: [line[1:len(text) + 1] for line, text in zip(screen.lines(), expected)] == expected and len(screen.lines()) == 3,
               lambda: f"the rows {shown(expected)}")
    equal("\x1b[38;5;30m" in tmux("capture-pane", "-p", "-e", "-t", screen.name), color, "colors")


METER = {80: r"\d+\.\d fps, lowest \d+\.\d, average \d+\.\d; \d+ B and \d+(\.\d)? [µum]s CPU a frame", 20: r"\d+\.\d fps( \d+ B \d+(\.\d)? [µum]s)?"}


@test_each([(f"{columns}x{rows}, {locale}", columns, rows, locale) for columns, rows in [(80, 24), (20, 5)] for locale in ("C.UTF-8", "C")])
def the_environment_adds_a_row_that_shows_what_the_hud_costs(home, columns, rows, locale):
    screen = Screen(home, columns, rows, command=f"env HUD_METER=1 LC_ALL={locale} hud-demo --grace 0 --label WORKING -- sleep 600")
    wait_until(lambda: len(screen.lines()) == 2 and re.fullmatch(METER[columns], screen.lines()[1]),
               "a meter in the second row")
    check("WORKING" in screen.lines()[0])
    check(locale != "C" or screen.lines()[1].isascii())


@test
def the_meter_leaves_nothing_and_is_not_shown_unless_it_is_asked_for(home):
    command = hud("--grace 0 --label WORKING -- sleep 1.5")
    received = received_by(command, HUD_METER="1", status=0)
    check(b"fps" in received, shown(received))
    for setting in ({}, {"HUD_METER": ""}, {"HUD_METER": "0"}):
        received = received_by(command, **setting)
        check(b"WORKING" in received and b"frames" not in received and b"fps" not in received, shown(received))
    gate = Gate(home)
    script(home, "measured", f"HUD_METER=1 hud-demo --grace 0 --label WORKING -- sh -c '{gate.wait}'")
    screen = Screen(home).command("clear; ./measured")
    screen.wait_for("fps")
    gate.open()
    screen.wait_for_prompt()
    lines = screen.lines()[:-1]
    check(len(lines) == 1 and lines[0].startswith("✓ WORKING"), f"more than the summary is left: {shown(lines)}")

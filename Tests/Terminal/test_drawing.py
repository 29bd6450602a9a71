"""The HUD of a program as seen on the screen: hud-probe in a real terminal emulator."""

import os
import re
import shlex
import time

from harness import QuietGate, Screen, always, check, equal, number_in, probe, script, seeded, shown, test, test_each, tmux, wait_for_file, wait_until

LABEL = "WORKING"
DETAILS = "the details"
STYLES = ["inline", "bezel"]


def showing(home, *words, name="show"):
    """A script that writes its process number and shows a HUD until a gate is opened. Returns its name and the gate."""
    gate = QuietGate(home, name + "-gate")
    command = shlex.join(probe("hud-probe", *words, f"gate={gate.path}"))
    script(home, name, f"echo $$ >process-new; mv process-new process; export SWIFT_BACKTRACE=enable=no; exec {command}")
    return "./" + name, gate


def kill(home, number):
    os.kill(number_in(home / "process"), number)


def is_given_back(screen):
    screen.wait_for_values(cursor_flag="1", alternate_on="0", wrap_flag="1")


# ---- Each mode ----

# By mode: the line in UTF-8 and in ASCII, in a wide window and in 20 columns, at 1.5 s.
BAR = "▕" + "█" * 15 + "▏" + "░" * 22 + "▏"
LINES = {
    "indeterminate": ("⠇ WORKING 0:01", "\\ WORKING 0:01", None, None),
    "determinate": ("◔ WORKING  40% 0:01", "o WORKING  40% 0:01", None, None),
    "bar": (f"⠇ WORKING {BAR}  40% 0:01", "\\ WORKING [" + "#" * 15 + "." * 23 + "]  40% 0:01",
            "⠇ WORKING  40% 0:01", "\\ WORKING  40% 0:01"),
    "annular": ("⠸ WORKING  40% 0:01", "o WORKING  40% 0:01", None, None),
    "custom": ("✓ WORKING 0:01", "* WORKING 0:01", None, None),
    "text": ("WORKING 0:01", "WORKING 0:01", None, None)}


def inline_lines(mode, columns, is_utf8):
    wide = LINES[mode][0 if is_utf8 else 1]
    line = LINES[mode][2 if is_utf8 else 3] or wide if columns < 40 else wide
    return [line, ("" if mode == "text" else "  ") + DETAILS]


def is_bezel(mode, lines, columns, rows, is_utf8):
    """Why `lines` are not a screen with a bezel; None if they are."""
    corners = "╭╮╰╯" if is_utf8 else "++++"
    top = next((row for row, line in enumerate(lines) if line.strip()), None)
    if top is None:
        return "there is nothing"
    left, right = lines[top].find(corners[0]), lines[top].rfind(corners[1])
    bottom = next((row for row in range(top + 1, len(lines)) if lines[row].strip()[:1] == corners[2]), None)
    if left < 0 or right <= left or bottom is None:
        return "there is no box"
    if (lines[bottom].find(corners[2]), lines[bottom].rfind(corners[3])) != (left, right) or bottom != len(lines) - 1:
        return "the box has no bottom, or something is under it"
    if abs(left - (columns - 1 - right)) > 1 or abs(top - (rows - 1 - bottom)) > 1:
        return f"it is not in the middle: columns {left} to {right}, rows {top} to {bottom}"
    side = "│" if is_utf8 else "|"
    inside = []
    for line in lines[top + 1:bottom]:
        if line[:left].strip() or line[left:left + 1] != side or line[right:] != side:
            return f"a side is not whole: {line!r}"
        inside.append(line[left + 1:right])
    label = [text for text in inside if LABEL in text]
    if len(label) != 1 or abs(len(label[0]) - len(label[0].rstrip()) - (len(label[0]) - len(label[0].lstrip()))) > 1:
        return "the label is not there once and in the middle"
    if rows > 5 and sum(DETAILS in text for text in inside) != 1:
        return "the details label is not there once"
    above = "".join(inside[:inside.index(label[0])]).strip()
    if bool(above) != (mode != "text"):
        return f"above the label there is {above!r}"
    if mode == "bar" and "40%" not in above:
        return "no percent"
    return None


@test_each([(f"{style}, {columns}x{rows}, {locale}, {'in color' if color else 'without color'}", style, columns, rows, locale, color)
            for style in STYLES for columns, rows in [(80, 24), (20, 5), (200, 60)]
            for locale, color in [("C.UTF-8", True), ("C", True), ("C.UTF-8", False)]])
def every_mode_is_drawn_and_taken_off_again(home, style, columns, rows, locale, color):
    is_utf8 = locale == "C.UTF-8"
    shows = {mode: showing(home, "style=" + style, "label=" + LABEL, "details=" + DETAILS, "mode=" + mode, "progress=0.4", "at=1.5",
                           "theme=terminal", name=mode) for mode in LINES}
    nexts = {mode: QuietGate(home, "next-" + mode) for mode in shows}
    script(home, "all", "\n".join(f"./{mode}; touch done-{mode}; {nexts[mode].wait}" for mode in shows) + "\nexec cat")
    screen = Screen(home, columns, rows, command=f"env LC_ALL={locale} {'' if color else 'NO_COLOR=1'} ./all")
    for mode, (_, gate) in shows.items():
        if style == "inline":
            screen.wait_for_lines(inline_lines(mode, columns, is_utf8))
        else:
            wait_until(lambda: is_bezel(mode, screen.lines(), columns, rows, is_utf8) is None,
                       lambda: f"{mode}: {is_bezel(mode, screen.lines(), columns, rows, is_utf8)}")
        check(not screen.is_cursor_shown(), f"the cursor is shown with {mode}")
        colors = re.findall(r"\x1b\[[\d;]*(?<=[\[;])(?:3[0-8]|9[0-7])[;m]", tmux("capture-pane", "-p", "-e", "-t", screen.name))
        # What is behind a bezel is gray.
        equal(bool(colors), color and (mode != "text" or style == "bezel"), f"colors with {mode}")
        text = "".join(screen.lines())
        check(is_utf8 or text.isascii(), f"not ASCII with {mode}: {shown(screen.lines())}")
        gate.open()
        wait_for_file(home / f"done-{mode}")
        wait_until(lambda: screen.history() == [], lambda: f"an empty screen after {mode}, and it is {shown(screen.history())}")
        nexts[mode].open()
    is_given_back(screen)


# ---- Small windows, long labels ----

SIZES = [(80, 1), (5, 1), (1, 1), (80, 24), (7, 3), (2, 60)]


@test_each([(f"{style}, {columns}x{rows}", style, columns, rows) for style in STYLES for columns, rows in SIZES])
def five_hundred_wide_characters_are_cut_to_the_window(home, style, columns, rows):
    above = [f"{row % 10}" for row in range(min(2, max(0, rows - 2)))]
    show, gate = showing(home, "style=" + style, "label=" + "日本語文字" * 100, "details=" + "全角" * 300, "mode=bar", "progress=0.5")
    script(home, "all", "".join(f"echo {line};" for line in above) + f"{show}; touch done; exec cat")
    screen = Screen(home, columns, rows, command="./all")
    screen.wait_for_hidden_cursor()
    if style == "inline":
        always(lambda: screen.value("cursor_y") == str(len(above)) and screen.history()[:len(above)] == above
               and len(screen.history()) <= max(1, rows), lambda: f"more than the rows: {shown(screen.history())}", 0.3)
    else:
        always(lambda: len(screen.history()) <= rows, lambda: f"more than the rows: {shown(screen.history())}", 0.3)
    gate.open()
    wait_for_file(home / "done")
    wait_until(lambda: screen.history() == above, lambda: f"nothing left, and there is {shown(screen.history())}")
    is_given_back(screen)


# ---- Resizes ----

ABOVE = [f"above {number}" for number in range(1, 13)]


def storm(home, style, sizes, *words, kind="xterm-256color"):
    """Resizes the window of a HUD again and again. Returns the screen with the HUD, and a function that ends it.

    tmux re-wraps its rows at once, but reports the new size to programs up to a quarter of a second later, and can skip sizes. So a frame for one
    width reaches a window of another. xterm's terminfo entry has rmam, which keeps such a frame on its row; the entries of tmux and screen lack
    rmam, although both programs support it. There such a frame wraps, the cursor ends one row too low, and a row of the HUD stays above it.
    """
    show, gate = showing(home, "style=" + style, "label=" + LABEL, "mode=bar", "progress=0.4", *words)
    script(home, "all", "".join(f"echo {line};" for line in ABOVE) + f"{show}; echo the end; touch done; exec cat")
    screen = Screen(home, 80, 24, command=f"env TERM={kind} ./all")
    screen.wait_for(LABEL)
    for columns, rows, pause in sizes:
        screen.resize(columns, rows)
        time.sleep(pause)
    screen.resize(80, 24)

    def end():
        gate.open()
        wait_for_file(home / "done")
        wait_until(lambda: "the end" in screen.history(), lambda: f"the last line: {shown(screen.history())}")
        is_given_back(screen)

    return screen, end


# For the inline style no size is so narrow that the HUD's rows wrap. Each time they do, tmux scrolls as many lines away and leaves blank rows below
# the redrawn HUD, so the HUD moves up the screen; once it is in the top row, tmux puts the cursor on the second part of a wrapped
# row whose first part is in the history. The next test has such sizes.
@test_each([("inline", "inline", 66), ("bezel, 1", "bezel", 20), ("bezel, 2", "bezel", 20)])
def fifty_resizes_leave_a_correct_screen_and_no_remains(home, style, narrowest):
    draw, seed = seeded()
    sizes = [(draw.randrange(narrowest, 120), draw.randrange(16, 40), draw.choice([0, 0.01, 0.05])) for _ in range(50)]
    screen, end = storm(home, style, sizes, "details=" + "the details are long " * 3)
    line = re.compile(r"\S WORKING ▕█{15}▏░{22}▏  40% \d:\d\d")

    def is_right():
        lines = screen.lines()
        if style == "bezel":
            return is_bezel("bar", [row for row in lines], 80, 24, True) in (None, "the details label is not there once")
        return (lines[-2:-1] and line.fullmatch(lines[-2]) and lines[-1].startswith("  the details are long")
                and lines[:-2] == ABOVE[len(ABOVE) + 2 - len(lines):])

    # tmux may not have reported the last sizes yet.
    time.sleep(0.6)
    wait_until(is_right, f"the screen right; {seed}")
    always(is_right, f"it stays right; {seed}", 0.2)
    end()
    equal(screen.history(), ABOVE + ["the end"], f"screen and history; {seed}")


@test
def in_a_window_too_small_for_the_wrapped_rows_only_the_history_keeps_parts_of_frames(home):
    # When a window gets narrower, tmux re-wraps the rows and scrolls the excess into its history before it reports the new size. 79 columns
    # with two rows of details take 20 rows or more in 8 columns; in a window of 6 rows the first of them leave over the top, where only a sequence that
    # clears the history (E3) could remove them. So parts of frames may be left in the history, but no line of the program may be missing, and nothing may
    # be left on the screen.
    draw, seed = seeded()
    sizes = [(80, 24, 0.1), (8, 6, 0.1)] * 3 + [(draw.randrange(1, 120), draw.randrange(1, 30), draw.choice([0, 0.05])) for _ in range(24)]
    screen, end = storm(home, "inline", sizes, "details=" + "x" * 70 + "\\n" + "x" * 70)
    wait_until(lambda: sum(LABEL in line for line in screen.lines()) >= 1, f"the HUD; {seed}")
    end()
    history = screen.history()
    rest = [line for line in history if re.search("above|end", line)]
    # A line of the program may have been wrapped as well, and is joined again.
    equal(rest, ABOVE + ["the end"], f"what is not ours; {seed}; all of it: {shown(history)}")
    below = history[history.index("the end"):]
    equal(below, ["the end"], f"below the last line; {seed}")


# ---- Stopped, ended ----


@test_each(STYLES)
def a_stop_leaves_a_clean_prompt_and_fg_brings_the_hud_back(home, style):
    show, gate = showing(home, "style=" + style, "label=" + LABEL, "details=" + DETAILS)
    screen = Screen(home).command(show)
    for _ in range(3):
        screen.wait_for(LABEL)
        screen.wait_for(DETAILS)
        screen.wait_for_hidden_cursor()
        screen.leave("C-z")
        is_given_back(screen)
        always(lambda: not screen.shows(LABEL) and not screen.shows(DETAILS), "nothing drawn at the prompt",
               0.2)
        screen.command("fg")
    screen.wait_for(LABEL)
    gate.open()
    screen.wait_for_prompt()
    is_given_back(screen)
    rows = [re.sub(r"^\^Z", "", line) for line in screen.history()]
    equal([line for line in rows if line and line != "[1]+  Stopped                 ./show"],
          ["[1]$ ./show", "[2]$ fg", "./show", "[3]$ fg", "./show", "[4]$ fg", "./show", "[5]$"], "screen and history")


# ---- Several threads ----


@test_each(STYLES)
def lines_of_eight_threads_and_two_huds_are_there_once_and_in_order(home, style):
    show, gate = showing(home, "style=" + style, "label=" + LABEL, "details=" + DETAILS, "huds=2", "logs=8x60", "fps=60")
    screen = Screen(home, 80, 24).command(show)
    if style == "inline":
        screen.wait_for("thread")
    gate.open()
    screen.wait_for_prompt()
    is_given_back(screen)
    lines = screen.history()[1:-1]
    equal(sorted(lines), sorted(f"thread {thread} line {line} hud {(thread + line) % 2}" for thread in range(8) for line in range(60)),
          "the lines, each once")
    for thread in range(8):
        numbers = [int(line.split()[3]) for line in lines if line.startswith(f"thread {thread} ")]
        equal(numbers, list(range(60)), f"the order of thread {thread}")

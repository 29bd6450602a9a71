"""Windows that change their size, in tmux, and in xterm and VTE under Xvfb: nothing of the HUD stays on the screen or in the scrollback.

HUD_STORMS is the number of storms of each kind: `make emulators HUD_STORMS=100` after a change to how rows are drawn or taken off.
"""

import os
import random
import re
import shlex
import time

from emulators import EMULATORS
from harness import DEADLINE, Resizes, check, equal, hud, shown, test_each, wait_for_file, wait_until

STORMS = int(os.environ.get("HUD_STORMS", "1"))
# The number of jobs in each storm.
ROWS = [12, 5, 1, 9, 3, 7, 11, 2, 6, 10, 4, 8]
NAMES = "abcdefghijkl"
# A storm lasts 0.7 s, and longer on a busy machine. The jobs go on until the window has been the same for long enough that rows are drawn again, and
# say then how many lines they have printed.
LATER = 1.8

SILENT = "until [ -e {gate} ] || [ ! -d {folder} ]; do sleep 0.1; done"
PRINTING = "i=0; until [ -e {gate} ] || [ ! -d {folder} ]; do [ -e {quiet} ] || { {print}; i=$((i + 1)); }; sleep 0.25; done; {end}echo $i >>{counts}"
LINES = PRINTING.replace("{print}", "echo out $i").replace("{end}", "")
# Each line ends when the next one begins.
UNFINISHED = PRINTING.replace("{print}", 'echo; printf "out $i"').replace("{end}", "echo; ")

# Each line fills its row, so a wrap is pending.
FULL = PRINTING.replace("{print}", 'echo; printf "out %0*d" $(($(stty size | cut -d" " -f2) - 4)) $i').replace("{end}", "echo; ")


def group(options=""):
    """A group of jobs, and how many lines each of them prints."""
    return lambda rows, job: shlex.join(hud(
        f"group -j{rows} --row-grace 0 --label Jobs --leave nothing {options} -- sh -c", job, ":::", *NAMES[:rows]))


def one(rows, job):
    return shlex.join(hud("--grace 0 --label One --leave nothing -- sh -c", job))


def still(rows, job):
    """The same without a spinner, whose frames would be on their way at any time: with a full row they write its last character again."""
    return "env NO_MOTION=1 " + one(rows, job)


# What runs.
PROGRAMS = [
    ("a group without output", group(), SILENT),
    ("a group with output", group("--output prefix"), LINES),
    ("one job", one, LINES),
    ("one job with an unfinished line", one, UNFINISHED),
    ("one job with an unfinished full row", still, FULL)
]

WIDTHS = [100, 80, 60, 50, 40, 33, 120]
HEIGHTS = [24, 20, 16, 12, 8, 6, 30]


def storm(draw, width, height):
    """Fourteen sizes, each another one than before: rows are drawn again in a window that stays the same."""
    sizes = [(100, 24)]
    while len(sizes) < 15:
        size = (draw.choice(WIDTHS) if width else 100, draw.choice(HEIGHTS) if height else 24)
        if size != sizes[-1]:
            sizes.append(size)
    return sizes[1:]


# How the size changes, and whether the rows are drawn again before each change. If not, the sizes follow each other faster than that.
CHANGES = [
    ("widths", lambda draw: storm(draw, True, False), False),
    ("heights", lambda draw: storm(draw, False, True), False),
    ("both", lambda draw: storm(draw, True, True), False),
    ("lower, twice, and back", lambda draw: [(100, 24), (100, 12), (100, 6), (100, 20)], True),
    ("narrower, twice, and back", lambda draw: [(60, 24), (33, 24), (80, 24), (100, 24)], True)
]

# The most jobs where more would leave something that no program can erase: xterm keeps cells of cut rows also in its scrollback, and with few jobs the
# lines beside them are still on the screen. tmux wraps the rows twice, and each time moves as many lines from the top of the screen to its history.
MOST_ROWS = {("xterm", "narrower, twice, and back"): 4, ("tmux", "narrower, twice, and back"): 7}


def resize_between_frames(terminal, size, paths, quiet):
    """Resizes a window with rows when no bytes that move the cursor are on their way to it: what was written for a higher window pushes rows into the
    scrollback of a lower one, where no program can erase them. The jobs are quiet until then and for `quiet` seconds more, and the times of the rows,
    which change together once a second, do not change."""
    phase = (time.time() - paths["begun"].stat().st_mtime) % 1
    time.sleep((0.25 - phase) % 1)
    paths["quiet"].touch()
    time.sleep(0.15)
    terminal.resize(*size)
    time.sleep(quiet)
    paths["quiet"].unlink()


def run(folder, emulator, program, rows, sizes, drawn_between):
    """Resizes a window while a program runs in it. Returns the lines between what is printed before and after it, and how many lines are the job's."""
    _, command, job = program
    folder.mkdir()
    paths = {"folder": folder, **{name: folder / name for name in ("gate", "counts", "quiet", "begun")}}
    gate, counts = paths["gate"], paths["counts"]
    # By the last job that starts: the times of the rows count from there, and a busy machine starts a program late.
    job = "touch {begun}; " + job
    for name, path in paths.items():
        job = job.replace("{" + name + "}", str(path))
    line = command(rows, job)
    # The prompt of a shell that has been used is low in its window. What tmux moves to its history near the top of the screen is out of reach.
    terminal = emulator(["sh", "-c", f"seq 1 40; echo START; {line}; echo END; sleep 1000"], 100, 24)
    try:
        wait_for_file(paths["begun"])
        time.sleep(0.9)
        resizes = Resizes()
        for number, size in enumerate(sizes):
            if drawn_between:
                resize_between_frames(terminal, size, paths, 0.6)
                time.sleep(0.2)  # The jobs print above the rows.
                continue
            if number == 0:
                resize_between_frames(terminal, size, paths, 0.2)  # Rows that left come back after 0.5 s, so not before the third size.
                resizes.note(ago=0.2)
            else:
                terminal.resize(*size)
                resizes.note()
            time.sleep(0.05)
        time.sleep(LATER)
        gate.touch()
        end = time.monotonic() + DEADLINE
        while "\nEND" not in terminal.text():
            check(time.monotonic() < end, f"the program goes on: {shown(terminal.text().splitlines())}")
            time.sleep(0.3)
        after = "\n" + terminal.last_text().split("START\n")[-1]
        count = sum(map(int, counts.read_text().split())) if counts.exists() else 0
        return after.split("\nEND")[0].split("\n")[1:], count
    finally:
        terminal.close()


def is_continued(above, line):
    """Whether a row is the rest of a full row above it: the job read the size, and the window got narrower before the job had printed."""
    return bool(re.fullmatch(r"(out )?0+", above) and re.fullmatch(r"0*\d+", line))


@test_each([(f"{emulator.name}, {program[0]}, {change[0]}", emulator, program, change)
            for emulator in EMULATORS for program in PROGRAMS for change in CHANGES])
def a_window_that_changes_its_size_leaves_nothing(home, emulator, program, change):
    name, sizes_of, drawn_between = change
    for number in range(STORMS):
        draw = random.Random(f"{program[0]} {number}")
        sizes = sizes_of(draw)
        rows = min(ROWS[number % len(ROWS)], MOST_ROWS.get((emulator.name, name), 12))
        lines, count = Resizes.run(
            lambda attempt, number=number, rows=rows, sizes=sizes: run(home / f"{number}.{attempt}", emulator, program, rows, sizes, drawn_between))
        printed = [line for line in lines if re.fullmatch(r"([a-l]: )?out \d+ *", line)]
        rest = [line for line, above in zip(lines, [""] + lines)
                if line not in printed and not is_continued(above, line) and (line or "unfinished" not in program[0])]
        story = f"storm {number}, {rows} rows, {sizes}"
        check(not rest, f"{story}: {shown(rest)}")
        check(len(printed) == count, f"{story}: {len(printed)} lines of output, not {count}")


FULL_ROW = "=" * 39 + ">"


def goes_on_in_the_next_row(emulator, job, then):
    """Checks that a full row and its HUD are in a window, calls `then` with it, and checks that the row goes on in the next one."""
    command = shlex.join(hud("--grace 0 --label One --leave nothing -- sh -c", job))
    terminal = emulator(["sh", "-c", f"{command}; echo END; sleep 1000"], 40, 10)
    try:
        wait_until(lambda: FULL_ROW in terminal.text() and "One 0:01" in terminal.text(), "a HUD below the row")
        then(terminal)
        wait_until(lambda: "\nEND" in terminal.text(), "the end")
        text = terminal.last_text().replace(FULL_ROW + "\n", FULL_ROW)
        equal(text.split("\nEND")[0].strip(), FULL_ROW + "next", "the text")
    finally:
        terminal.close()


@test_each([(emulator.name, emulator) for emulator in EMULATORS])
def a_full_row_stays_above_the_hud_and_goes_on_in_the_next_row(home, emulator):
    gate = home / "gate"
    job = f"printf '\\r%s\\033[31m>\\033[m' {FULL_ROW[:39]}; until [ -e {gate} ]; do sleep 0.1; done; printf 'next\\n'"
    goes_on_in_the_next_row(emulator, job, lambda _: gate.touch())


@test_each([(f"{emulator.name}, {rows} rows", emulator, rows) for emulator in EMULATORS for rows in (14, 7)])
def a_full_row_goes_on_in_the_next_row_when_only_the_height_has_changed(home, emulator, rows):
    changed = home / "changed"
    # Rows that left come back after 0.5 s: until then the wrap that is pending is the terminal's own.
    job = f"trap 'touch {changed}' WINCH; printf %s '{FULL_ROW}'; until [ -e {changed} ]; do sleep 0.05; done; printf 'next\\n'"
    goes_on_in_the_next_row(emulator, job, lambda terminal: terminal.resize(40, rows))

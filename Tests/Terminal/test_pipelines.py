"""Pipelines: output of other programs on the HUD's terminal is the same as without a HUD."""

import os
import re
import shlex
import signal

from harness import (Gate, QuietGate, Screen, Terminal, check, check_numbers, equal, fail, first_difference, hud, in_shell, number_in, script,
                     settles, shown, test, test_each, wait_for_file, wait_until)
from test_jobs import BOTTOM, HALF_WAY, LABEL, LARGE, SIZES, SMALL, TOP, both, row, steps

HUD = f"hud-demo --no-history --grace 0 --leave nothing --label {LABEL}"
# Drawn once a second: a frame in flight during a resize is drawn on a row that belongs to another program by then.
STILL = f"{HUD} --mode text"
DETAILS = f"{HUD} --details 'and more of it'"
PLACES = [TOP, BOTTOM, SMALL, LARGE]

SLOW = "for i in 1 2 3 4 5; do echo line $i; sleep 0.06; done"

# Pipelines, with HUD in front of the wrapped program.
PIPELINES = [
    ("cat", f"HUD sh -c '{SLOW}' | cat", True),
    ("tee", f"HUD sh -c '{SLOW}' | tee copy", True),
    ("both outputs", f"HUD sh -c 'for i in 1 2 3; do echo out $i; sleep 0.2; echo error $i >&2; sleep 0.1; done' | cat", True),
    ("its bar", "sh -c 'for i in 10 40 70 100; do printf \"\\r%d%%\" $i >&2; sleep 0.08; done; echo >&2' | HUD cat >/dev/null", True),
    ("its bar, left unfinished", "sh -c 'for i in 10 40 70 100; do printf \"\\r%d%%\" $i >&2; sleep 0.08; done' | HUD cat >/dev/null", True),
    ("its unfinished line", f"HUD sh -c 'for i in 1 2 3 4 5; do printf \"%d, \" $i; sleep 0.06; done' | cat", True),
    ("its colours", f"HUD sh -c 'printf \"\\033[31;44mone\\n\"; sleep 0.15; printf \"two\"; sleep 0.15; printf \" three\\n\\nfour\"; sleep 0.1' | cat", True),
    ("its wide characters", "HUD sh -c 'for i in 1 2 3 4 5; do printf 日本語; sleep 0.05; done' | cat", True),
    ("a flood", "HUD seq 1 20000 | cat", False),
    ("a flood of long lines", "HUD seq -s ' ' 1 20000 | cat", False),
    ("a flood behind a pause", "HUD sh -c 'echo begun; sleep 0.2; seq 1 20000' | cat", True),
    ("a flood in front", "sh -c 'sleep 0.1; seq 1 20000' | HUD cat", True),
    ("a flood beside it", "sh -c 'sleep 0.1; seq 1 20000 >&2' | HUD sh -c 'sleep 0.3; cat'", True),
    ("sort", f"HUD sh -c '{SLOW}' | sort -r", True),
    ("wc", f"HUD sh -c '{SLOW}' | wc -l", True),
    ("grep", f"HUD sh -c '{SLOW}' | grep --color=always 3", True),
    ("head", "HUD sh -c 'seq 1 40; sleep 0.2; seq 1 100000' | head -n 50", True),
    ("two HUDs", f"HUD sh -c '{SLOW}' | HUD cat", True),
    ("no job of its own session", f"env --default-signal=HUP setsid -w HUD sh -c '{SLOW}' | cat", False),
    ("a status", "HUD sh -c 'sleep 0.2; exit 7'", True),
]


def pair(line, hud):
    """A pipeline alone and with a HUD, for a shell whose exit status includes that of every program."""
    return [f"bash -c {shlex.quote('set -o pipefail; ' + re.sub(r'HUD ?', wrapper, line))}" for wrapper in ("", hud + " -- ")]


def same(home, line, hud=HUD, **options):
    """Runs a pipeline with and without a HUD. Returns the run with it."""
    alone, wrapped, run = both(home, pair(line, hud), **options)
    for name in ("rows", "cursor", "state", "status"):
        if wrapped[name] != alone[name]:
            first = max(0, first_difference(wrapped["rows"], alone["rows"]) - 3)
            fail(f"{name} with {hud} and {options}: {wrapped[name] if name != 'rows' else ''}, alone {alone[name] if name != 'rows' else ''}\n"
                 f"alone: {shown(alone['rows'][first:first + 9])}\nwith a HUD: {shown(wrapped['rows'][first:first + 9])}")
    return run


@test_each([(name, line, is_seen) for name, line, is_seen in PIPELINES])
def a_pipeline_leaves_what_it_leaves_alone(home, line, is_seen):
    runs = [same(home, line, **place) for place in PLACES] + [same(home, line, DETAILS, **BOTTOM)]
    check(any(run.has_drawn() for run in runs) or not is_seen, "the HUD was never seen")


@test_each([(name, line) for name, line, _ in PIPELINES if name in
            ("cat", "tee", "its bar", "its bar, left unfinished", "its unfinished line", "sort", "a flood", "a flood behind a pause", "a flood in front")])
def a_pipeline_leaves_a_line_more_with_a_summary(home, line):
    for place in PLACES:
        alone, wrapped, _ = both(home, pair(line, f"hud-demo --no-history --grace 0 --min-show 0.1 --label {LABEL}"), mark="", **place)
        rows = [re.sub(r"\033\[[0-9;]*m", "", row) for row in wrapped["rows"]]
        summaries = [place for place, row in enumerate(rows) if re.fullmatch(rf". {LABEL} \d\.\d s", row)]
        equal(len(summaries), 1, f"summaries in {shown(rows[-6:])} with {place}")
        # `sort` and `wc` print after hud-demo has ended.
        if not re.search("sort", line):
            equal(summaries, [len(rows) - 1], f"where it is, with {place}")
        del rows[summaries[0]]
        equal(rows, [re.sub(r"\033\[[0-9;]*m", "", row) for row in alone["rows"]], f"the rest with {place}")
        equal((wrapped["state"], wrapped["status"]), (alone["state"], alone["status"]), "the terminal's state and the status")


@test
def the_outcome_stays_for_a_while_in_a_pipeline(home):
    for place in (TOP, BOTTOM, SMALL):
        check(same(home, f"HUD sh -c '{SLOW}' | cat", f"{HUD} --hide-after 0.3", **place).has_drawn(), "the HUD was never seen")


@test
def a_pager_at_the_end_of_a_pipeline_has_the_screen(home):
    # The HUD would appear while the pager is on the screen, so it must not appear.
    read = steps(row("1"), " ", row("24"), "b", row("1"), "/200\n", row("200"), "k", row("199"), "q")
    for hud in (f"hud-demo --no-history --grace 0.2 --leave nothing --label {LABEL}", f"hud-demo --no-history --grace 0.2 --label {LABEL}"):
        for place in (TOP, BOTTOM):
            equal(same(home, "HUD sh -c 'seq 1 400; sleep 0.5' | less", hud, drive=read, **place).most_huds, 0, "HUDs over a pager")


# Reads everything, and then takes the whole screen at once, as `vim -` does.
EDITOR = r"""sh -c 'cat >/dev/null; printf "\033[?1049h\033[HEDITOR"; stty raw -echo </dev/tty; head -c 1 </dev/tty; stty sane </dev/tty; printf "\033[?1049l"'"""


@test_each([(f"{name}, {hide}", late, hide) for name, late in (("from the start", ""), ("started late", "sleep 0.3; ")) for hide in ("0", "0.3")])
def an_editor_that_begins_when_its_input_ends_finds_no_hud(home, late, hide):
    gate = Gate(home)
    script(home, "editor", f"{late}exec {EDITOR}")
    script(home, "job", f"seq 1 50; {gate.wait}")
    screen = Screen(home).command(f"seq 1 30; {HUD} --hide-after {hide} -- ./job | ./editor")
    hud_of(screen)
    gate.open()
    screen.wait_for("EDITOR")
    check(not screen.shows(LABEL), "a HUD over the editor")
    screen.press("q")
    wait_until(lambda: screen.lines()[-1].startswith("[2]$"), "a prompt")
    nothing_of_ours(screen)


def hud_of(screen):
    """Waits until the HUD is in the last row of the screen."""
    height = int(screen.value("window_height"))

    def seen():
        lines = screen.lines()
        return len(lines) == height and LABEL in lines[-1]
    wait_until(seen, "a HUD in the last row")


def nothing_of_ours(screen):
    last_row = str(int(screen.value("window_height")) - 1)
    equal(screen.values("scroll_region_upper", "scroll_region_lower", "cursor_flag"), ["0", last_row, "1"], "the region and the cursor")
    check(not any(re.search(rf". {LABEL} 0:\d", line) for line in screen.history()), f"a HUD is left in {shown(screen.history())}")


@test_each(["INT", "TERM", "SEGV", "KEY"])
def a_killed_hud_demo_releases_its_rows(home, name):
    script(home, "job", f"echo $$ >job.pid; echo $PPID >leader.pid; seq 1 30; exec sleep 1000")
    screen = Screen(home)
    # `exec`, so that the process number is hud-demo's.
    script(home, "run", f"echo $$ >hud.pid; exec {HUD} -- ./job")
    # Swift's own report of a crash is printed first.
    screen.command("export SWIFT_BACKTRACE=enable=no; ./run | cat")
    screen.wait_for_line("30")
    hud_of(screen)
    number = number_in(home / "hud.pid")
    if name == "KEY":
        screen.press("C-c")
    else:
        os.kill(number, getattr(signal, "SIG" + name))
    wait_until(lambda: screen.lines()[-1:] and screen.lines()[-1].startswith("[2]$") or "[2]$" in screen.lines()[-1],
               "a prompt")
    nothing_of_ours(screen)
    check_numbers(screen.history(), 1, 30)


@test
def after_sigkill_all_rows_scroll_again(home):
    gate = QuietGate(home)
    script(home, "job", f"seq 1 30; {gate.wait}")
    script(home, "run", f"echo $$ >hud.pid; exec {HUD} -- ./job")
    screen = Screen(home).command("./run | cat")
    hud_of(screen)
    os.kill(number_in(home / "hud.pid"), signal.SIGKILL)
    # The HUD stays on the screen, because nothing can remove it.
    screen.wait_for_values(scroll_region_lower="23", cursor_flag="1", wrap_flag="1")


@test
def a_pinned_hud_disappears_for_a_stop_and_comes_back(home):
    gate = QuietGate(home)
    script(home, "job", f"seq 1 30; {gate.wait}; seq 31 40")
    screen = Screen(home).command(f"{HUD} -- ./job | cat")
    # dash starts seq by vfork, and ^Z before its exec would stop the new process alone.
    screen.wait_for_line("30")
    for _ in range(2):
        hud_of(screen)
        screen.press("C-z")
        screen.wait_for("Stopped")
        wait_until(lambda: re.match(r"\[\d+\]\$", screen.lines()[-1]), "a prompt")
        nothing_of_ours(screen)
        screen.enter("fg")
    hud_of(screen)
    gate.open()
    wait_until(lambda: re.match(r"\[\d+\]\$$", screen.lines()[-1]), "a prompt at the end")
    nothing_of_ours(screen)
    check_numbers(screen.history(), 1, 40)


@test_each([(f"{name}, {hud.count('--details') + 1} rows", text, hud) for name, text in [
    ("lines", "a line of some length, number 41\\n"), ("an unfinished line", "an unfinished line of some length")] for hud in (STILL, f"{STILL} --details 'and more of it'")])
def a_window_of_another_size_leaves_what_others_write(home, text, hud):
    script(home, "job", HALF_WAY.format(text))
    for sizes in SIZES:
        def drive(screen):
            place = screen.directory
            wait_for_file(place / "reached")
            # What cat prints while the window changes its size can be over the HUD.
            screen.wait_for("of some length")
            is_wrapped = "hud-demo" in (place / "outer").read_text()
            if is_wrapped:
                screen.wait_for(LABEL)
            for columns, rows in sizes:
                screen.resize(columns, rows)
                if is_wrapped:
                    wait_until(lambda: any(LABEL in line for line in screen.lines()[rows - 2:]) and int(screen.value("scroll_region_lower")) < rows - 1,
                               "the HUD at the end")
                    settles(lambda: sum(LABEL in line for line in screen.lines()) == 1, "one HUD", 0.15)
            (place / "go").touch()

        for place in (TOP, BOTTOM):
            # Whether and where the HUD is drawn is checked on the way.
            same(home, "HUD ../job | cat", hud, drive=drive, **place)


@test
def without_scroll_regions_a_pipeline_gets_plain_lines(home):
    screen = Screen(home).carry_out(f"TERM=ansi {HUD} --style inline -- sh -c 'echo one; sleep 0.2; echo two' | cat")
    check(any(line.startswith(LABEL) for line in screen.lines()), "plain lines")
    check("one" in screen.lines() and "two" in screen.lines(), "both lines")


@test
def a_job_that_was_started_with_sigttin_ignored_gets_an_answer_in_a_pipeline(home):
    job = "read word </dev/tty; echo \"status $? got $word\""
    outer = 'trap "" TTIN; "$@" | cat'
    terminal = Terminal(in_shell(outer, *hud("--grace 60 -- sh -c", job)), cwd=home)
    terminal.type("word\n")
    terminal.ends(0)
    check(b"status 0 got word" in terminal.received, shown(terminal.received))

"""Modes of the terminal that a job leaves set: after one that was killed or timed out, and after each job of a group, they are reset."""

import time

from harness import Screen, Terminal, always, check, equal, hud, script, shown, test, test_each, wait_for_file

USUAL = {"cursor_flag": "1", "insert_flag": "0", "wrap_flag": "1", "keypad_flag": "0", "keypad_cursor_flag": "0", "origin_flag": "0", "mouse_any_flag": "0",
         "alternate_on": "0", "scroll_region_upper": "0", "scroll_region_lower": "23"}

# By name: what a job writes.
LEFT = [("cursor, wrap and insert", r"\033[?25l\033[?7l\033[4h"), ("keys and mouse", r"\033[?1h\033=\033[?1002;1006h\033[?2004h"),
        ("scroll region", r"\033[3;10r"), ("charset", r"\033(0"), ("everything of an editor", r"\033[?1049h\033[3;10r\033[?25l\033[?1h\033=\033[?1003h")]
# By name: hud-demo's options, and how the job goes on.
ENDS = [("killed", "--grace 0", "kill -TERM $$"), ("killed in the grace time", "--grace 60", "kill -KILL $$"),
        ("timed out", "--grace 0 --timeout 0.3", "exec sleep 60"),
        ("timed out, with a status of its own", "--grace 60 --timeout 0.3", "trap 'exit 0' TERM; sleep 60 & wait"),
        ("behind a bezel", "--style bezel --grace 0", "sleep 0.7; kill -TERM $$")]


@test_each([(f"{left}, {end}", *values, *how) for left, *values in LEFT for end, *how in ENDS])
def a_job_that_was_ended_leaves_no_mode(home, left, options, end):
    script(home, "job", f"printf 'before\\n{left}'; {end}")
    screen = Screen(home).command(f"hud-demo {options} -- ./job 2>&1; printf 'status %d\\n' $?")
    screen.wait_for("status 1")
    screen.wait_for_values(**USUAL)
    check(screen.shows("status 1") and not screen.shows("\u2592"), "letters")
    screen.wait_for_prompt()


@test_each(LEFT)
def a_job_that_was_stopped_and_ended_leaves_no_mode(home, left):
    script(home, "job", f"printf 'before\\n{left}'; touch begun; exec sleep 60")
    screen = Screen(home).command("hud-demo --grace 0 --leave nothing --label WORKING -- ./job")
    wait_for_file(home / "begun")
    time.sleep(0.3)
    screen.leave("C-z")
    screen.command("fg")
    if any(code in left for code in (r"\033[?7l", r"\033[3;10r", r"\033(0")):
        always(lambda: not screen.shows("WORKING 0:"), "no HUD on a part of the screen, or among characters that are drawn in another way", 0.7)
    else:
        screen.wait_for("WORKING 0:")
    screen.leave("C-c")
    screen.wait_for_values(**USUAL)


@test
def a_job_that_ends_by_itself_keeps_what_it_has_set(home):
    script(home, "job", r"printf '\033[?25l'; exit 1")
    screen = Screen(home).carry_out("hud-demo --grace 0 -- ./job")
    check(not screen.is_cursor_shown(), "the cursor")


@test_each(["failure", "group", "keep-order", "prefix"])
def a_job_of_a_group_does_not_move_the_output_of_the_next(home, output):
    script(home, "job", r"if [ $1 = a ]; then printf 'lost \033[3;10r\033[?25l\033(0'; exit 1; fi; for i in 1 2 3; do echo next $i; done; exit 1")
    screen = Screen(home).carry_out("seq 1 30")
    screen.carry_out(f"hud-demo group -j1 --output {output} --leave nothing -- ./job ::: a b")
    equal(screen.values(*USUAL), list(USUAL.values()), f"modes on {shown(screen.lines())}")
    name = "b: " if output == "prefix" else ""
    lines = screen.lines()
    places = [index for index, line in enumerate(lines) if line.strip() in [f"{name}next {i}" for i in (1, 2, 3)]]
    check(len(places) == 3 and places[0] > 15 and lines[places[0] - 9:places[0] - 8] != [""], f"the output of the second job: {shown(lines)}")


@test
def nothing_is_written_after_a_job_that_was_killed_and_left_nothing(home):
    terminal = Terminal(hud("--grace 60 -- sh -c", "echo text; kill -TERM $$"), cwd=home)
    terminal.finish()
    equal(terminal.received, b"text\r\n", "what the terminal receives")

"""A group with one job at a time, which has the keyboard: questions, passwords, and the rows that step aside for them."""

import re
import shlex

from harness import Gate, Screen, check, equal, fail, group_on_screen, hud, script, shown, test, test_each

# What a job prints before its question stays with the modes that keep it.
JOB = """echo "first $1"
printf "Q$1? "
read -r answer
echo "got $answer"
{wait}
echo "last $1"
exit {status}"""

LEFT = {
    "failure": ["Qa? x", "Qb? y"],
    "group": ["first a", "Qa? x", "got x", "last a", "first b", "Qb? y", "got y", "last b"],
    "keep-order": ["first a", "Qa? x", "got x", "last a", "first b", "Qb? y", "got y", "last b"],
    "prefix": ["a: first a", "a: Qa? x", "a: got x", "a: last a", "b: first b", "b: Qb? y", "b: got y", "b: last b"],
    "hide": ["Qa? x", "Qb? y"],
}


def asking_group(home, mode, *options, status=0, wait="true"):
    script(home, "job", JOB.format(status=status, wait=wait))
    return group_on_screen(home, f"-j1 --row-grace 0 --label Jobs --output {mode}", *options, "--", "./job", ":::", "a", "b")


def answer_both(screen, has_names=False):
    for name, answer in (("a", "x"), ("b", "y")):
        screen.wait_for_line((f"{name}: " if has_names else "") + f"Q{name}?")
        screen.enter(answer)


@test_each(["failure", "group", "keep-order", "prefix", "hide"])
def a_question_is_shown_at_once_and_its_answer_stands_behind_it(home, mode):
    gate = Gate(home)
    screen = asking_group(home, mode, wait=gate.wait)
    prefix = "a: " if mode == "prefix" else ""
    screen.wait_for_line(prefix + "Qa?")
    # The rows are off, so that what is typed stays where it is.
    check(not any(line.startswith(("✓", "⠋")) or "0/2" in line for line in screen.lines()))
    screen.check_cursor()
    screen.type("xy")
    screen.press("BSpace")
    screen.wait_for_line(prefix + "Qa? x")
    screen.press("Enter")
    # The rows are back while the job works.
    screen.wait_for("0/2")
    check(prefix + "Qa? x" in screen.lines())
    gate.open()
    prefix = "b: " if mode == "prefix" else ""
    screen.wait_for_line(prefix + "Qb?")
    screen.enter("y")
    screen.wait_for("status 0")
    seen = screen.history()
    equal(seen[:-2], LEFT[mode], "what is left")
    check(seen[-2].startswith("✓ Jobs ") and seen[-1] == "status 0", shown(seen))


@test_each(["failure", "group", "keep-order", "prefix", "hide"])
def a_bezel_steps_aside_for_a_question(home, mode):
    gate = Gate(home)
    screen = asking_group(home, mode, "--style", "bezel", wait=gate.wait)
    prefix = "a: " if mode == "prefix" else ""
    screen.wait_for_line(prefix + "Qa?")
    check(not screen.shows("0/2"), "the bezel is on the screen")
    screen.enter("x")
    # The bezel is back while the job works.
    screen.wait_for("0/2")
    gate.open()
    screen.wait_for_line(("b: " if mode == "prefix" else "") + "Qb?")
    screen.enter("y")
    screen.wait_for("status 0")
    equal(screen.history()[:-2], LEFT[mode], "what is left")


@test
def a_question_is_shown_if_only_the_last_lines_of_failed_jobs_are(home):
    screen = asking_group(home, "failure", "--style", "brief", status=3)
    answer_both(screen)
    screen.wait_for("status 1")


@test
def a_failed_job_prints_what_it_kept_after_its_question(home):
    screen = asking_group(home, "failure", status=3)
    answer_both(screen)
    screen.wait_for("status 1")
    lines = [line for line in screen.history() if re.match("first|Q|got|last", line)]
    equal(lines, ["Qa? x", "first a", "got x", "last a", "Qb? y", "first b", "got y", "last b"], "what is left")


@test_each(["off", "plain"])
def a_question_is_shown_without_rows_as_well(home, style):
    for mode in ("failure", "group", "prefix"):
        screen = asking_group(home, mode, "--style", style)
        answer_both(screen, has_names=mode == "prefix")
        screen.wait_for("status 0")
        seen = [line for line in screen.history() if re.match("(. ?: )?(first|Q|got|last)", line)]
        equal(seen, LEFT[mode], f"what is left with {mode}")


@test
def a_password_is_not_echoed_and_the_rows_are_off(home):
    script(home, "job", 'stty -echo; printf "Password: "; read -r word; stty echo; echo; test "$word" = secret && echo right')
    words = hud("group -j1 --no-history --grace 0 --row-grace 0 --output group --label Jobs -- ./job ::: a")
    screen = Screen(home, command=shlex.join(["sh", "-c", f'{shlex.join(words)}; echo "status $?"; stty -a; cat']))
    screen.wait_for_line("Password:")
    screen.type("secret")
    check(not screen.shows("0/1") and not screen.shows("secret"))
    screen.press("Enter")
    screen.wait_for("status 0")
    check({"Password:", "right"} <= set(screen.lines()))
    screen.wait_for(" echo ")
    check(not screen.shows("secret"))


@test
def keys_are_for_the_job_that_runs_and_the_end_of_input_ends_its_reading(home):
    script(home, "job", 'printf "in $1: "; cat >seen.$1')
    screen = group_on_screen(home, "-j1 --row-grace 0 --label Jobs -- ./job ::: a b")
    for name in "ab":
        screen.wait_for_line(f"in {name}:")
        screen.enter("q pc")
        screen.press("C-d")
    screen.wait_for("status 0")
    for name in "ab":
        equal((home / f"seen.{name}").read_text(), "q pc\n", f"what {name} has read")


# A line that stays unfinished for 50 ms is a question. On a busy machine these may be, and the job says so.
PIECES = """import os, time
lines = b"".join(b"%d\\n" % number for number in range(20000))
written = time.monotonic()
for piece in [b"pie", b"ce\\n"] * 8 + [lines[begin:begin + 4096] for begin in range(0, len(lines), 4096)]:
    os.write(1, piece)
    begun, written = written, time.monotonic()
    if written - begun > 0.04:
        open("slow", "w").close()
"""


@test
def lines_that_are_written_in_pieces_are_kept(home):
    (home / "pieces.py").write_text(PIECES)
    for _ in range(20):
        screen = group_on_screen(home, "-j1 --row-grace 0 --label Jobs -- python3 pieces.py ::: a b")
        screen.wait_for("status 0")
        if not (home / "slow").exists():
            return equal(len(screen.history()), 2, f"lines in {shown(screen.history())}")
        (home / "slow").unlink()
    fail("the machine is too slow: a line was written in more than 40 ms each time")


@test
def an_interrupt_at_a_question_ends_the_group(home):
    screen = asking_group(home, "group")
    screen.wait_for_line("Qa?")
    screen.press("C-c")
    screen.wait_for("status 130")
    screen.check_cursor()


@test
def a_question_comes_back_after_a_stop_key_and_fg(home):
    script(home, "job", JOB.format(status=0, wait="true"))
    screen = Screen(home).command("hud-demo group -j1 --no-history --grace 0 --row-grace 0 --output group --label Jobs -- ./job ::: a")
    screen.wait_for_line("Qa?")
    screen.press("C-z")
    screen.wait_for("Stopped")
    screen.enter("fg")
    screen.wait_for("Jobs -- ./job ::: a")
    screen.enter("x")
    screen.wait_for("got x")
    screen.wait_for("✓ Jobs")

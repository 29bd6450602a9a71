"""Several hud-demos on one terminal at once, such as those of `make -j`, leave whole lines."""

import os
import re

from harness import Gate, Screen, always, check, equal, number_in, script, settles, shown, state_of, steady, test, test_each, wait_until

HUD = "hud-demo --no-history --grace 0 --min-show 0.1 --label WORK"
JOBS = 6


def printed(screen):
    """The rows up to the mark, when everything has ended."""
    screen.wait_for_line("end")
    lines = screen.lines()
    return [line.rstrip() for line in lines[:lines.index("end")]]


def check_lines(lines, expected):
    """Checks that each expected line is there once and whole, and that all others are hud-demo's own."""
    others = list(lines)
    for line in expected:
        check(line in others, f"{line!r} is not whole in {shown(lines)}")
        others.remove(line)
    wrong = [line for line in others if line and not re.fullmatch(r"(\S )?WORK\b.*", line)]
    equal(wrong, [], f"other lines in {shown(lines)}")


def one_and_two(home):
    """Scripts of these names, which print a line when they begin and one when they end. Returns the gates at which they wait."""
    gates = Gate(home, "first"), Gate(home, "second")
    for name, gate in zip(("one", "two"), gates):
        script(home, name, f"echo {name} begins; {gate.wait}; echo {name} ends")
    return gates


def begin_one_and_two(home, first, second):
    """A screen with a group or another hud-demo whose HUD is drawn, and a second one that begins when the file `begin` is there."""
    wait = "until [ -e begin ]; do sleep 0.05; done"
    return Screen(home, rows=20, command=f"sh -c '{first} & {wait}; {second}; wait; echo end; cat'")


def has_spinner(screen):
    """Whether there is the HUD of a job without progress."""
    return any(re.match(r"\S WORK 0:\d\d$", line) for line in screen.lines())


def has_hud(screen):
    return any(re.match(r"\S WORK .*0:\d\d$", line) for line in screen.lines())


def begin_the_second(home, screen):
    wait_until(lambda: has_hud(screen), "the HUD")
    Gate(home, "begin").open()


@test
def several_hud_demos_of_a_parallel_make_leave_whole_lines(home):
    (home / "Makefile").write_text("all: " + " ".join(f"job{number}" for number in range(JOBS)) + "\njob%:\n"
                                   f"\t@echo begin $@; {HUD} -- sh -c 'for i in 1 2 3 4; do echo $@ line $$i; sleep 0.1; done'; echo end of $@\n")
    screen = Screen(home, rows=60, command="sh -c 'make -j4; echo end; cat'")
    expected = [f"{line} job{number}" for number in range(JOBS) for line in ("begin", "end of")]
    lines = printed(screen)
    check_lines(lines, expected + [f"job{number} line {line}" for number in range(JOBS) for line in range(1, 5)])
    endings = [line for line in lines if re.match(r"✓ WORK|WORK: done", line)]
    equal(len(endings), JOBS, f"lines that tell of a job's end in {shown(lines)}")


@test
def several_hud_demos_of_a_script_leave_whole_lines(home):
    script(home, "job", "for i in 1 2 3 4; do echo $1 line $i; sleep 0.1; done")
    jobs = " & ".join(f"{HUD} -- ./job {number}" for number in range(4))
    screen = Screen(home, rows=60, command=f"sh -c '{jobs} & wait; echo end; cat'")
    check_lines(printed(screen), [f"{number} line {line}" for number in range(4) for line in range(1, 5)])


@test
def a_hud_disappears_for_a_neighbor_and_comes_back(home):
    first, second = one_and_two(home)
    screen = begin_one_and_two(home, f"{HUD} --leave nothing -- ./one", f"{HUD} --style inline --leave nothing -- ./two")
    wait_until(lambda: has_spinner(screen), "the HUD")
    Gate(home, "begin").open()
    screen.wait_for("two begins")
    wait_until(lambda: not has_spinner(screen), "no HUD")
    second.open()
    wait_until(lambda: has_spinner(screen), "the HUD again")
    first.open()
    check_lines(printed(screen), ["one begins", "two begins", "two ends", "one ends"])


@test
def a_hud_does_not_come_back_into_a_line_that_was_begun_meanwhile(home):
    first, second, third = Gate(home, "first"), Gate(home, "second"), Gate(home, "third")
    script(home, "one", f"{first.wait}; printf 'one begins'; {third.wait}; echo , and ends")
    script(home, "two", f"echo two begins; {second.wait}")
    screen = begin_one_and_two(home, f"{HUD} --leave nothing -- ./one", "hud-demo --no-history --grace 60 -- ./two")
    begin_the_second(home, screen)
    screen.wait_for("two begins")
    wait_until(lambda: not has_hud(screen), "no HUD")
    first.open()
    screen.wait_for("one begins")
    second.open()
    always(lambda: "one begins" in screen.lines(), "the unfinished line", 0.8)
    third.open()
    check_lines(printed(screen), ["two begins", "one begins, and ends"])


SQUATTER = """
import os, signal, socket
status = os.stat(os.ttyname(1))
taken = socket.socket(socket.AF_UNIX)
os.setuid(65534)
taken.bind(f"\\0hud-demo/0/{status.st_dev:x}/{status.st_rdev:x}")
taken.listen()
print("taken", flush=True)
signal.pause()
"""


@test
def a_claim_of_another_user_is_none(home):
    if os.getuid() != 0:
        return
    (home / "squatter").write_text(SQUATTER)
    script(home, "job", "sleep 60")
    screen = Screen(home, rows=20, command=f"sh -c 'python3 -I -S squatter & sleep 1; {HUD} -- ./job; cat'")
    screen.wait_for("taken")
    wait_until(lambda: has_spinner(screen), "the HUD")


# ---- Groups ----

GROUP = "hud-demo group --no-history --grace 0 --min-show 0.1 --row-grace 0 --label WORK --output prefix"


def check_groups(lines, expected):
    """As check_lines, without the plain lines that a group has for its jobs."""
    check_lines([line for line in lines if not re.fullmatch(r"\w+: (started|done|failed).*|\w+…", line)], expected)


@test
def two_groups_of_a_script_do_not_draw_into_each_other(home):
    script(home, "job", "for i in 1 2 3 4 5 6; do echo line $i of $1; sleep 0.1; done")
    groups = [f"{GROUP} -j3 -- ./job ::: {values}" for values in ("a b c", "d e f")]
    screen = Screen(home, rows=80, command=f"sh -c '{groups[0]} & {groups[1]}; wait; echo end; cat'")
    check_groups(printed(screen), [f"{name}: line {line} of {name}" for name in "abcdef" for line in range(1, 7)])


@test
def a_group_steps_aside_for_another_one_and_comes_back(home):
    first, second = one_and_two(home)
    screen = begin_one_and_two(home, f"{GROUP} -j2 --leave nothing -- sh -c ./one ::: a b",
                               f"{GROUP} -j2 --leave nothing --style inline -- sh -c ./two ::: c d")

    def is_drawn():
        lines = screen.lines()
        return any(re.match(r"\S* *WORK .*0/2", line) for line in lines) and any(re.match(r"• a\b", line) for line in lines)

    wait_until(is_drawn, "the HUD and its rows")
    Gate(home, "begin").open()
    # The second one has plain lines.
    for line in ("c: started", "d: started", "c: two begins", "d: two begins"):
        screen.wait_for(line)
    settles(lambda: not any("•" in line or "0/2" in line for line in screen.lines()), "no HUD", 0.5)
    second.open()
    wait_until(is_drawn, "the HUD and its rows again")
    first.open()
    check_groups(printed(screen), [f"{name}: {job} {verb}" for job, names in (("one", "ab"), ("two", "cd")) for name in names
                                   for verb in ("begins", "ends")])


@test_each([
    ("a group beside a job", GROUP + " --leave nothing -- sh -c ./one ::: a", HUD + " --leave nothing -- ./two"),
    ("a job beside a group", HUD + " --leave nothing -- ./one", GROUP + " --leave nothing -- sh -c ./two ::: a"),
])
def a_hud_steps_aside_for(home, one, two):
    first, second = one_and_two(home)
    screen = begin_one_and_two(home, one, two)
    begin_the_second(home, screen)
    # The second one has plain lines.
    screen.wait_for("WORK...")
    screen.wait_for("two begins")
    settles(lambda: not has_hud(screen), "no HUD", 0.3)
    second.open()
    wait_until(lambda: has_hud(screen), "the HUD again")
    first.open()
    lines = [line.removeprefix("a: ") for line in printed(screen)]
    check_groups([line for line in lines if line not in ("started", "done") and not line.startswith("done after")],
                 ["one begins", "two begins", "two ends", "one ends"])


@test
def a_stream_that_is_followed_steps_aside_for_another_one(home):
    ends = []
    for name in ("one", "two"):
        os.mkfifo(home / name)
        # Open for reading too, so that this waits for no reader.
        ends.append(os.open(home / name, os.O_RDWR))
    follow = "hud-demo follow --grace 0 --leave nothing --label WORK"
    screen = begin_one_and_two(home, f"{follow} one", f"{follow} two")
    for end in ends:
        os.write(end, b'{"t":0,"event":"start","label":"x"}\n{"t":0.5,"event":"appear","label":"x","mode":"indeterminate"}\n')
    begin_the_second(home, screen)
    screen.wait_for("WORK...")
    settles(lambda: not has_hud(screen), "no HUD", 0.3)
    for end, name in zip(reversed(ends), ("two", "one")):
        os.write(end, b'{"t":1,"event":"finish","label":"x","shown":true,"elapsed":1,"outcome":"succeeded"}\n')
        os.close(end)
        if name == "two":
            wait_until(lambda: has_hud(screen), "the HUD again")
    check_lines(printed(screen), [])


@test
def a_group_that_stands_aside_does_so_after_a_stop_too(home):
    first, second, more = Gate(home, "first"), Gate(home, "second"), Gate(home, "more")
    script(home, "one", f"echo one begins; {more.wait}; echo one goes on; {first.wait}")
    script(home, "two", f"echo two begins; {second.wait}")
    wait = "until [ -e begin ]; do sleep 0.05; done"
    screen = Screen(home, rows=30)
    script(home, "both", f"{GROUP} --leave nothing -- sh -c ./one ::: a & echo $! >first.id; {wait}; "
           f"sh -c 'echo $$ >second.id; exec \"$@\"' sh {GROUP} --leave nothing -- sh -c ./two ::: b; wait")
    screen.command("./both")
    begin_the_second(home, screen)
    screen.wait_for("b: two begins")
    screen.press("C-z")
    wait_until(lambda: screen.lines()[-1:] == ["[2]$"], "the prompt")
    # The shell's prompt comes when the script has stopped. The groups stop their jobs first, and would miss a SIGCONT before their own stop.
    groups = [number_in(home / name) for name in ("first.id", "second.id")]
    wait_until(lambda: all(state_of(group) == "T" for group in groups), "both groups stopped")
    screen.command("fg")
    more.open()
    screen.wait_for("a: one goes on")
    settles(lambda: not has_hud(screen), "no HUD", 0.5)
    second.open()
    wait_until(lambda: has_hud(screen), "the HUD again")
    first.open()
    screen.wait_for_prompt()


@test_each([("first", True), ("last", False)])
def a_bezel_that_stands_aside_for_a_question_and_a_neighbor_comes_back_after_both(home, answered_first):
    begin, second, end = Gate(home, "begin"), Gate(home, "second"), Gate(home, "end")
    script(home, "ask", f"seq 20; printf 'Delete them? '; read answer; {end.wait}")
    script(home, "two", f"echo two begins; {second.wait}; echo two ends")
    script(home, "both", f"({begin.wait}; exec {HUD} -- ./two) & {HUD} --style bezel -- ./ask; wait")
    screen = Screen(home).command("clear; ./both")
    is_bezel_shown = lambda: screen.value("alternate_on") == "1"
    wait_until(lambda: screen.shows("Delete them?") and not is_bezel_shown(), "the question")
    begin.open()
    screen.wait_for("two begins")
    first, last = lambda: screen.enter("yes"), second.open
    if not answered_first:
        first, last = last, first
    first()
    always(lambda: not is_bezel_shown(), "the bezel is back too early", 1)
    last()
    wait_until(is_bezel_shown, "the bezel")
    end.open()
    screen.wait_for_prompt()
    for text in ("two begins", "two ends", "yes"):
        check(screen.shows(text), f"{text!r} is not in {shown(screen.lines())}")


@test_each([("one job", "", ""), ("a group", "group", "::: a")])
def a_hud_demo_that_has_stopped_leaves_the_terminal_to_others(home, subcommand, words):
    first, second = Gate(home, "first"), Gate(home, "second")
    # In the place of the script, whose stop the shell would take for that of hud-demo.
    script(home, "one", f"exec hud-demo {subcommand} --grace 0 --leave nothing --label FIRST -- sh -c '{first.wait}' {words}")
    script(home, "two", f"exec {HUD} -- sh -c '{second.wait}'")
    screen = Screen(home).command("clear; ./one")
    has_first = lambda: any(re.match(r"\S FIRST ", line) for line in screen.lines())
    wait_until(has_first, "the first HUD")
    screen.leave("C-z")
    screen.command("clear; ./two")
    wait_until(lambda: has_hud(screen), "the second HUD, which is alone")
    screen.leave("C-z")
    # The second one runs in the background, and may print: the first one waits for it.
    screen.carry_out("bg")
    screen.command("fg %1")
    always(lambda: not has_first(), "the first HUD beside the second one", 1)
    second.open()
    wait_until(has_first, "the first HUD again")
    first.open()
    screen.wait_for_prompt()


@test
def the_huds_of_a_pipeline_have_the_last_rows_one_after_another(home):
    first, begin, second = (Gate(home, name) for name in ("first", "begin", "second"))
    script(home, "job-1", first.wait)
    script(home, "job-2", f"echo $$ >process; {second.wait}")
    script(home, "later", f'{begin.wait}; exec "$@"')
    words = "--grace 0 --row-grace 0 --no-history -j2"
    screen = Screen(home).command(f"clear; seq 3; hud-demo group {words} --label FIRST -- ./job-1 ::: a b | "
                                  f"./later hud-demo group {words} --label SECOND -- ./job-2 ::: c | cat")
    screen.wait_for("FIRST ▕")
    begin.open()
    number_in(home / "process")
    always(lambda: screen.shows("FIRST ▕") and not screen.shows("SECOND"), "the first one's rows alone", 0.5)
    first.open()
    screen.wait_for("SECOND ▕")
    second.open()
    screen.wait_for_prompt()
    equal([steady(line) for line in screen.history() if line][:-1], ["1", "2", "3", "✓ FIRST T s", "✓ SECOND T s"], "what is left")

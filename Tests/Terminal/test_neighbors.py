"""Several hud-demos on one terminal at once, such as those of `make -j`, leave whole lines."""

import os
import re

from harness import Gate, Screen, check, equal, script, shown, test, test_each, wait_until

HUD = "hud-demo --no-history --grace 0 --min-show 0.1 --label WORK"
JOBS = 6


def printed(screen):
    """The rows up to the mark, when everything has ended."""
    wait_until(lambda: "end" in screen.lines(), lambda: f"the end in {shown(screen.lines())}")
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


@test
def several_hud_demos_of_a_parallel_make_leave_whole_lines(home):
    with open(os.path.join(home, "Makefile"), "w") as file:
        file.write("all: " + " ".join(f"job{number}" for number in range(JOBS)) + "\njob%:\n"
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
    first, second = Gate(home, "first"), Gate(home, "second")
    script(home, "one", f"echo one begins; {first.wait}; echo one ends")
    script(home, "two", f"echo two begins; {second.wait}; echo two ends")
    screen = Screen(home, rows=20, command=f"sh -c '{HUD} --leave nothing -- ./one & sleep 1; {HUD} --style inline --leave nothing -- ./two; wait; echo end; cat'")
    is_spinner = re.compile(r"^\S WORK 0:\d\d$")
    wait_until(lambda: any(is_spinner.match(line) for line in screen.lines()), lambda: f"the HUD in {shown(screen.lines())}")
    screen.wait_for("two begins")
    wait_until(lambda: not any(is_spinner.match(line) for line in screen.lines()), lambda: f"no HUD in {shown(screen.lines())}")
    second.open()
    wait_until(lambda: any(is_spinner.match(line) for line in screen.lines()), lambda: f"the HUD again in {shown(screen.lines())}")
    first.open()
    check_lines(printed(screen), ["one begins", "two begins", "two ends", "one ends"])

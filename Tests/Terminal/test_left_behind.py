"""Processes that a job has left behind: what they print after its end."""

import os
import shlex
import uuid

from harness import Gate, QuietGate, Screen, Terminal, check, equal, hud, number_in, script, shown, test, test_each, wait_until


def processes_with(mark):
    """The processes that were started with a variable of this value, and their forks."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if mark.encode() in file.read():
                    found.append(int(name))
        except OSError:
            pass  # It has ended, or is a kernel thread.
    return found


def left(home, prefix, job):
    """What is on the screen when a job and the child that it has left behind have ended."""
    gate = Gate(home)
    script(home, "job", job.replace("WAIT", gate.wait))
    screen = Screen(home)
    screen.command(f"clear; {prefix} ./job")
    wait_until(lambda: (screen.lines() or [""])[-1].endswith("[2]$"), lambda: f"the prompt on {shown(screen.lines())}")
    gate.open()
    wait_until(lambda: os.path.exists(os.path.join(home, "over")), lambda: f"the child's end; the screen is {shown(screen.lines())}")
    os.remove(os.path.join(home, "over"))
    wait_until(lambda: "last" in screen.history()[-1], lambda: f"its last line in {shown(screen.history())}")
    gate.close()
    lines = screen.history()
    screen.close()
    return lines


@test_each([
    ("lines", "(WAIT; echo late; echo later; printf last; touch over) & echo early"),
    ("to the terminal by name", "(WAIT; printf 'late\\nlast' >&3; touch over) 3>/dev/tty >/dev/null 2>&1 & echo early"),
    ("an unfinished line", "(WAIT; echo late; printf last; touch over) & printf early"),
    ("a terminal left without output processing", "stty -opost; (WAIT; printf 'late\\nlast'; touch over) & echo early"),
    ("many lines", "(WAIT; seq 5000; printf last; touch over) & echo early"),
])
def what_a_child_left_behind_prints_is_what_it_prints_alone(home, job):
    alone = left(home, "", job)
    for options in ("--grace 86400", "--grace 0 --leave nothing"):
        equal(left(home, f"hud-demo {options} --", job), alone, options)


@test_each([
    ("hidden output", "--output hide", "", False),
    ("output of a success", "--output failure", "", False),
    ("output of a failure", "--output failure", "; exit 1", True),
])
def what_a_child_left_behind_prints_is_hidden_like_the_rest(home, options, end, is_shown):
    gate = Gate(home)
    script(home, "job", f"({gate.wait}; echo late; touch over) & echo early{end}")
    screen = Screen(home)
    screen.command(f"hud-demo {options} --grace 86400 -- ./job")
    screen.wait_for_prompt()
    gate.open()
    wait_until(lambda: os.path.exists(os.path.join(home, "over")), "the child's end")
    if is_shown:
        screen.wait_for("late")
    else:
        screen.command("echo next")
        screen.wait_for_prompt()
        check(not any("late" in line for line in screen.history()), shown(screen.history()))


@test_each([("a status", "exit 7", 7), ("a signal", "kill -TERM $$", -15)])
def a_child_left_behind_changes_neither_the_end_nor_the_status(home, end, status):
    mark = uuid.uuid4().hex
    gate = QuietGate(home)
    terminal = Terminal(hud("--grace", "86400", "--", "sh", "-c", f"({gate.wait}; echo late) & {end}"), MARK=mark)
    # It ends while the child waits.
    equal(terminal.process.wait(60), status, "status")
    check(processes_with(mark) != [], "the child has ended")
    gate.open()
    terminal.wait_for(b"late\r\n")
    wait_until(lambda: processes_with(mark) == [], "the end of all processes")
    terminal.finish()
    equal(bytes(terminal.received), b"late\r\n", "what the terminal received")


@test
def pipes_are_not_held_open_for_a_child_left_behind(home):
    mark = uuid.uuid4().hex
    gate = QuietGate(home)
    job = f"({gate.wait}; echo late) <&- >/dev/tty 2>&1 & echo out"
    # cat ends when its input does.
    command = shlex.join(hud("--grace", "86400", "--", "sh", "-c", job)) + " | cat; echo over"
    terminal = Terminal(["sh", "-c", f"{command}; read line"], MARK=mark)
    terminal.wait_for(b"out\r\nover\r\n")
    gate.open()
    terminal.wait_for(b"late\r\n")
    terminal.type("\n")
    terminal.finish()
    wait_until(lambda: processes_with(mark) == [], "the end of all processes")


@test
def a_child_left_behind_can_no_longer_print_when_the_terminal_is_closed(home):
    mark = uuid.uuid4().hex
    script(home, "child.sh", 'trap "" HUP; echo $$ >child; while echo late; do sleep 0.05; done; touch over')
    terminal = Terminal(["sh", "-c", shlex.join(hud("--grace", "86400", "--", "sh", "-c", "./child.sh & :")) + "; echo prompt; read line"],
                        cwd=home, MARK=mark)
    number_in(os.path.join(home, "child"))
    terminal.wait_for(b"prompt\r\n")
    received = len(terminal.received)
    wait_until(lambda: b"late" in terminal.received[received:], "a line of the child")
    terminal.process.kill()
    terminal.finish()
    # As without hud-demo, a write fails, and the child ends. Nothing else is left.
    wait_until(lambda: os.path.exists(os.path.join(home, "over")), "the child's end")
    wait_until(lambda: processes_with(mark) == [], lambda: f"the end of {processes_with(mark)}")

"""Processes that a job has left behind: what they print after its end."""

import shlex

from harness import Gate, QuietGate, Screen, Terminal, check, equal, hud, marked, number_in, script, shown, test, test_each, wait_for_file, wait_until


def left(home, prefix, job):
    """What is on the screen when a job and the child that it has left behind have ended."""
    gate = Gate(home)
    script(home, "job", job.replace("WAIT", gate.wait))
    screen = Screen(home).command(f"clear; {prefix} ./job")
    wait_until(lambda: (screen.lines() or [""])[-1].endswith("[2]$"), "the prompt")
    gate.open()
    wait_for_file(home / "over")
    (home / "over").unlink()
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
    screen = Screen(home).carry_out(f"hud-demo {options} --grace 86400 -- ./job")
    gate.open()
    wait_for_file(home / "over")
    if is_shown:
        screen.wait_for("late")
    else:
        screen.carry_out("echo next")
        check(not any("late" in line for line in screen.history()), shown(screen.history()))


@test_each([("a status", "exit 7", 7), ("a signal", "kill -TERM $$", -15)])
def a_child_left_behind_changes_neither_the_end_nor_the_status(home, end, status):
    gate = QuietGate(home)
    terminal = Terminal(hud("--grace 86400 -- sh -c", f"({gate.wait}; echo late) & {end}"), HUD_MARK=home)
    # It ends while the child waits.
    equal(terminal.process.wait(60), status, "status")
    check(marked(home) != [], "the child has ended")
    gate.open()
    terminal.wait_for(b"late\r\n")
    wait_until(lambda: marked(home) == [], "the end of all processes")
    terminal.finish()
    equal(terminal.received, b"late\r\n", "what the terminal received")


@test
def pipes_are_not_held_open_for_a_child_left_behind(home):
    gate = QuietGate(home)
    job = f"({gate.wait}; echo late) <&- >/dev/tty 2>&1 & echo out"
    # cat ends when its input does.
    command = shlex.join(hud("--grace 86400 -- sh -c", job)) + " | cat; echo over"
    terminal = Terminal(["sh", "-c", f"{command}; read line"], HUD_MARK=home)
    terminal.wait_for(b"out\r\nover\r\n")
    gate.open()
    terminal.wait_for(b"late\r\n")
    terminal.type("\n")
    terminal.finish()
    wait_until(lambda: marked(home) == [], "the end of all processes")


@test
def a_child_left_behind_can_no_longer_print_when_the_terminal_is_closed(home):
    script(home, "child.sh", 'trap "" HUP; echo $$ >child; while echo late; do sleep 0.05; done; touch over')
    terminal = Terminal(["sh", "-c", shlex.join(hud("--grace 86400 -- sh -c", "./child.sh & :")) + "; echo prompt; read line"],
                        cwd=home, HUD_MARK=home)
    number_in(home / "child")
    terminal.wait_for(b"prompt\r\n")
    received = len(terminal.received)
    wait_until(lambda: b"late" in terminal.received[received:], "a line of the child")
    terminal.process.kill()
    terminal.finish(is_held=True)
    # As without hud-demo, a write fails, and the child ends. Nothing else is left.
    wait_for_file(home / "over")
    wait_until(lambda: marked(home) == [], lambda: f"the end of {marked(home)}")

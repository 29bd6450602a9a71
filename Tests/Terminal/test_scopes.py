"""Scopes of a program that uses the library: ^C, questions, loops that are left."""

import shlex
import signal
import time

from harness import Gate, Screen, Terminal, check, equal, probe, shown, test, test_each


def start(home, name):
    return Screen(home).command("clear; " + shlex.join(probe("hud-probe", f"scope={name}")))


@test_each([("a scope", "interrupt"), ("a concurrent map", "map")])
def control_c_cancels_the_task_and_the_program_ends_by_the_signal(home, scope):
    screen = start(home, scope)
    screen.wait_for("Waiting")
    screen.leave("C-c")
    lines = screen.lines()
    check("cleaned up" in lines and not any("Waiting" in line for line in lines), shown(lines))
    screen.check_cursor()
    screen.check_status(130)


@test
def what_was_printed_before_the_signal_is_not_lost_in_a_pipe(home):
    screen = Screen(home).command("clear; " + shlex.join(probe("hud-probe scope=interrupt")) + " > out")
    screen.wait_for("Waiting")
    screen.leave("C-c")
    equal((home / "out").read_text(), "cleaned up\n", "what is in the file")


@test
def a_second_control_c_ends_a_program_that_does_not_react(home):
    screen = start(home, "stubborn")
    screen.wait_for("Waiting")
    screen.press("C-c")
    # The program goes on.
    time.sleep(0.5)
    check(screen.shows("Waiting"))
    screen.leave("C-c")
    check(not screen.shows("Waiting"))
    screen.check_cursor()
    screen.check_status(130)


@test_each([("after such scopes", "afterwards"), ("around such a scope", "inside")])
def outside_a_scope_that_it_cancels_an_interrupt_ends_the_program(home, scope):
    terminal = Terminal(probe("hud-probe", f"scope={scope}"), cwd=home)
    terminal.wait_for(b"Waiting")
    terminal.process.send_signal(signal.SIGINT)
    terminal.ends(-signal.SIGINT)
    check(terminal.received.rfind(b"\x1b[?25h") >= terminal.received.rfind(b"\x1b[?25l"), "the cursor is hidden")


@test
def an_interrupt_that_a_program_sends_twice_at_once_is_one(home):
    while True:
        terminal = Terminal(probe("hud-probe", "scope=stubborn"), cwd=home)
        terminal.wait_for(b"Waiting")
        start = time.monotonic()
        terminal.process.send_signal(signal.SIGINT)
        # Two signals that are pending at the same time would be one for the system.
        time.sleep(0.02)
        terminal.process.send_signal(signal.SIGINT)
        if time.monotonic() - start < 0.15: break
        terminal.process.kill()
        terminal.finish()
    time.sleep(0.5)
    equal(terminal.process.poll(), None, "the status")
    terminal.process.send_signal(signal.SIGINT)
    terminal.ends(-signal.SIGINT)


@test
def steps_and_a_question_leave_the_programs_own_lines(home):
    gate = Gate(home, "leave")
    screen = start(home, "steps")
    screen.wait_for("step 2")
    gate.open()
    screen.wait_for("Name?")
    check(not any("Outer" in line or "step" in line for line in screen.lines()))
    screen.type("Bob")
    screen.leave("Enter")
    equal(screen.lines()[:-1], ["Name? Bob", "hello Bob", "done"], "what is left")


@test
def a_loop_that_is_left_early_gives_the_terminal_back(home):
    gate = Gate(home, "leave")
    screen = start(home, "break")
    screen.wait_for("Looping")
    gate.open()
    screen.wait_for_prompt()
    equal(screen.lines()[:-1], ["left"], "what is left")
    screen.check_cursor()

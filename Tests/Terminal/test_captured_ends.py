"""The ways out of a program whose output is captured: nothing is lost at exit, on a trap, on a signal or at a stop."""

import os
import re
import shlex
import signal

from harness import Gate, QuietGate, Replay, Screen, Terminal, check, equal, probe, settles, shown, signals, test, test_each, wait_for_file
from test_captured_output import capture, lines_left, start


GRACES = [("while the HUD is up", "0.05"), ("within the grace time", "600")]


@test_each(GRACES)
def nothing_is_lost_at_exit(home, grace):
    steps = ["begin Working", "nap 200", "lines 3000", "write 2 error\\n", "print unfinished", "exit 7"]
    screen = start(home, steps, f"grace={grace}")
    prompt = f"[{screen.prompts}]$"
    screen.wait_for(prompt)
    equal(screen.history(), [f"line {number}" for number in range(3000)] + ["error", "unfinished" + prompt], "what is left")
    screen.check_cursor()
    screen.check_status(7)


@test_each(GRACES)
def the_message_of_a_trap_is_on_the_terminal(home, grace):
    screen = start(home, ["begin Working", "nap 200", "lines 50", "trap"], f"grace={grace}")
    screen.wait_for_prompt()
    lines = screen.history()
    equal(lines[:50], [f"line {number}" for number in range(50)], "what was printed")
    check(any("Fatal error: on purpose" in line for line in lines), shown(lines))
    check(not any("Working" in line for line in lines), shown(lines))
    # 128 and SIGILL or SIGTRAP.
    check(screen.status() in (132, 133), "the status is not that of a trap")


@test_each(signals("TERM", "INT", "HUP", "ABRT", "SEGV"))
def nothing_is_lost_on_a_signal(home, number):
    for grace in ("0.05", "600"):
        terminal = Terminal(capture(home, ["begin Working", "nap 150", "lines 2000", f"raise {int(number)}"], f"grace={grace}"))
        terminal.ends(-number)
        check(b"line 1999\r\n" in terminal.received, shown(bytes(terminal.received[-300:])))
        for line in (0, 777, 1998):
            equal(terminal.received.count(b"line %d\r\n" % line), 1, f"times that line {line} was printed")


@test_each([("a signal", f"raise {int(signal.SIGTERM)}"), ("a trap", "trap"), ("exit", "exit 3")])
def an_end_amid_output_leaves_nothing_of_the_hud(home, way_out):
    replay = Replay(home)
    for _ in range(12):
        terminal = Terminal(capture(home, ["begin Working", "nap 400", "lines 60", way_out], "grace=0.05"))
        terminal.finish()
        check(b"Working" in terminal.received, "the HUD was not up")
        replay.play(terminal.received)
        equal(replay.history()[:60], [f"line {number}" for number in range(60)], "the lines")
        check(not any("Working" in line for line in replay.history()), shown(replay.history()))


@test
def control_c_ends_a_program_that_captures(home):
    gate = QuietGate(home)
    screen = start(home, ["begin Working", "print within\\n", f"wait {gate.path}", "end"])
    screen.wait_for("Working")
    screen.leave("C-c")
    # The shell begins a new line after a program that ^C has ended.
    equal([line for line in lines_left(screen) if line not in ("", "^C")], ["within"], "what is left")
    screen.check_status(130)


@test
def control_c_cancels_a_scope_that_captures(home):
    screen = Screen(home).command("clear; " + shlex.join(probe("hud-probe scope=interrupt captures")))
    screen.wait_for("Waiting")
    screen.leave("C-c")
    check("cleaned up" in screen.lines())
    screen.check_status(130)


@test
def a_stop_shows_what_was_printed_and_the_hud_comes_back(home):
    gate = QuietGate(home)
    screen = start(home, ["begin Working", "print one\\n", "nap 300", f"wait {gate.path}", "print two\\n", "end", "print three\\n"])
    screen.wait_for("Working")
    screen.leave("C-z")
    check(not any("Working" in line for line in screen.lines()[1:-1]))
    equal(screen.lines()[0], "one", "the first line")
    screen.check_cursor()
    screen.command("fg")
    screen.wait_for("Working")
    gate.open()
    screen.wait_for_prompt()
    equal(lines_left(screen)[-2:], ["two", "three"], "what is left")


@test
def a_handler_of_the_program_prints_on_the_terminal_and_the_capture_goes_on(home):
    steps = ["begin Working", f"handle {int(signal.SIGUSR1)}", "nap 200", "print one\\n", f"raise {int(signal.SIGUSR1)}", "print two\\n", "nap 200",
             "size 1", "end"]
    # The handler must be there before the capture, as those of a program are.
    screen = start(home, steps[1:2] + steps[:1] + steps[2:])
    screen.wait_for_prompt()
    equal(lines_left(screen), ["one", "handled", "two", "terminal 1, 80x24"], "what is left")


@test
def what_a_handler_that_ends_the_program_prints_is_on_the_terminal(home):
    steps = [f"quit {int(signal.SIGUSR1)}", "begin Working", "nap 200", "print one\\n", f"raise {int(signal.SIGUSR1)}", "print never\\n", "end"]
    screen = start(home, steps)
    screen.wait_for_prompt()
    equal(lines_left(screen), ["one", "handled"], "what is left")
    screen.check_status(5)


@test
def what_a_child_prints_after_the_exit_of_the_program_still_arrives(home):
    child = Gate(home)
    screen = start(home, ["begin Working", f"run ({child.wait}; echo late; echo later) &", "print within\\n", "nap 200", "exit 3"])
    screen.wait_for_prompt()
    equal(lines_left(screen), ["within"], "what is left at the prompt")
    screen.check_status(3)
    # A pipe on standard output is not held open by the process that passes the rest on.
    screen.command("clear; " + shlex.join(capture(home, [
        "begin Working", f"run ({child.wait}; echo error >&2) > {home}/file &", "print piped\\n", "end"])) + " | cat")
    screen.wait_for_prompt()
    equal(lines_left(screen), ["piped"], "what is left at the second prompt")
    child.open()
    screen.wait_for("later")
    screen.wait_for("error")
    check(sum("late" in line for line in screen.history()) == 2, shown(screen.history()))


@test
def an_interrupt_key_of_the_script_loses_nothing_that_a_child_prints_later(home):
    child = Gate(home)
    command = shlex.join(capture(home, ["begin Working", f"run ({child.wait}; echo late) &", "print within\\n", "exit 0"]))
    terminal = Terminal(["sh", "-c", f"trap 'touch interrupted' INT; {command}; touch over; cat; exec cat"], cwd=home)
    wait_for_file(home / "over")
    terminal.type("\x03")
    wait_for_file(home / "interrupted")
    child.open()
    terminal.wait_for(b"late")
    terminal.end()


@test_each([("its end", "end", 0), ("exit", "exit 3", 3), ("SIGTERM", f"raise {int(signal.SIGTERM)}", 143)])
def what_was_printed_behind_a_bezel_is_left(home, way_out, status):
    screen = Screen(home).carry_out("clear; HUD_STYLE=bezel " + shlex.join(capture(home, ["begin Working", "nap 600", "lines 200", "write 2 error\\n", way_out])))
    left = [line for line in lines_left(screen) if line != "Terminated"]
    equal(left, [f"line {number}" for number in range(200)] + ["error"], "what is left")
    screen.check_status(status)


@test_each([("at its beginning", 9), ("later", 6000)])
def a_signal_while_what_was_held_behind_a_bezel_is_printed_loses_nothing(home, line):
    count = terminal_capacity() * 8 // len("line 10000\r\n")
    terminal = Terminal(capture(home, ["begin Working", "nap 600", f"lines {count}", "end"]), reads=False, HUD_STYLE="bezel")
    while b"line %d\r\n" % line not in terminal.received:
        terminal.received += os.read(terminal.master, 4096)
    # More than the terminal has room for is left, so the program waits in its write.
    terminal.process.send_signal(signal.SIGTERM)
    terminal.read()
    terminal.ends(-signal.SIGTERM)
    seen = [int(number) for number in re.findall(rb"line (\d+)\r\n", terminal.received)]
    equal(seen, list(range(count)), "the lines")


def terminal_capacity():
    """How many bytes a terminal takes that nothing reads."""
    master, slave = os.openpty()
    os.set_blocking(slave, False)
    count = 0
    try:
        while True:
            count += os.write(slave, b"line\r\n")
    except BlockingIOError:
        return count
    finally:
        os.close(slave)
        os.close(master)


@test_each([(f"{name}, {when}", way_out, grace) for name, way_out in (("end", "end"), ("exit", "exit 3"))
            for when, grace in GRACES])
def what_a_terminal_has_half_taken_is_printed_once(home, way_out, grace):
    # The capture has room for as much again.
    count = terminal_capacity() * 3 // 2 // len("line 1000\r\n")
    command = shlex.join(capture(home, ["begin Working", "nap 200", f"lines {count}", way_out], f"grace={grace}"))
    # The shell keeps the terminal open.
    terminal = Terminal(["sh", "-c", f"{command}; touch over; exec cat"], cwd=home, reads=False)
    wait_for_file(home / "over")
    terminal.read()
    terminal.wait_for(b"line %d\r\n" % (count - 1))
    terminal.end()
    # A frame of a HUD in the last row may be between the bytes of a line. It leaves the cursor where it was.
    printed = re.sub(rb"\x1b7.*?\x1b8", b"", terminal.received, flags=re.DOTALL)
    seen = [int(number) for number in re.findall(rb"line (\d+)\r\n", printed)]
    equal(seen, list(range(count)), "the lines")


@test
def a_capture_that_ends_while_a_handler_has_a_held_terminal_ends_after_the_handler(home):
    gate, seen, number = QuietGate(home), QuietGate(home, "seen"), int(signal.SIGUSR1)
    steps = [f"pause {number}", "begin Working", f"wait {gate.path}", "lines 10", f"elsewhere {number}", "end", "run touch ended", f"wait {seen.path}",
             "nap 1000", "run tty <&1 >after"]
    terminal = Terminal(["sh", "-c", "tty >before; " + shlex.join(capture(home, steps, "grace=600"))], cwd=home)
    wait_for_file(home / "before")
    terminal.type("\x13")
    gate.open()
    wait_for_file(home / "ended")
    check(b"line 9" not in terminal.received, "the terminal was not held")
    terminal.type("\x11")
    terminal.wait_for(b"line 9\r\n")
    seen.open()
    terminal.ends(0)
    equal((home / "after").read_text(), (home / "before").read_text(), "the program's terminal")


@test
def a_held_terminal_holds_up_neither_the_end_of_a_scope_nor_exit(home):
    gate = QuietGate(home)
    steps = ["begin Working", "print before\\n", f"wait {gate.path}", "lines 100", "end", "run touch ended", "begin Again", "print again\\n", "end",
             "print after\\n"]
    # The shell keeps the terminal open.
    terminal = Terminal(["sh", "-c", shlex.join(capture(home, steps, "grace=0.05")) + "; echo $? >over; exec cat"], cwd=home)
    terminal.wait_for(b"Working")
    terminal.type("\x13")
    received = [0]

    def rests():
        before, received[0] = received[0], len(terminal.received)
        return before == received[0]

    settles(rests, "the end of the output", 0.3)
    gate.open()
    wait_for_file(home / "ended")
    wait_for_file(home / "over")
    check(b"line 99" not in terminal.received, "the terminal was not held")
    terminal.type("\x11")
    terminal.wait_for(b"after\r\n")
    terminal.end()
    order = [terminal.received.index(text) for text in (b"before", b"line 0\r", b"line 99\r", b"again\r", b"after\r")]
    equal(order, sorted(order), "the order of the output")
    for line in range(100):
        equal(terminal.received.count(b"line %d\r\n" % line), 1, f"times that line {line} was printed")

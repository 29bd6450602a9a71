"""TerminalSession: session-probe changes its terminal and then ends in every possible way."""

import os
import re
import signal
import subprocess
import termios
import time

from harness import (SHOW_CURSOR, Screen, Terminal, always, check, equal, fail, probe, seeded, shown, signals, state_of, takes, test, test_each,
                     wait_until)

HIDDEN = b"\x1b[?25l"
BYE = b"<bye>\x1b[?25h"
FRAME = b"[" + b"x" * 400 + b"]"
# That of the second session.
OTHER_FRAME = b"(" + b"y" * 400 + b")"
PROBE = "session-probe"

ENDING = signals("INT", "TERM", "HUP", "QUIT", "PIPE", "ALRM", "USR1", "USR2", "XCPU", "XFSZ", "VTALRM", "PROF")
BROKEN = signals("ABRT", "SEGV", "BUS", "FPE", "ILL", "TRAP", "SYS")
# Depending on the processor, a trap is an illegal instruction or a breakpoint.
TRAPS = (-signal.SIGILL, -signal.SIGTRAP)


class Probe:
    """session-probe on a terminal of its own, and its report on standard output."""

    def __init__(self, home, way, *words, backtrace="enable=no", **options):
        self.path = home / "report"
        with open(self.path, "wb") as report:
            self.terminal = Terminal(probe(f"{PROBE} {way}", *words), stdout=report, SWIFT_BACKTRACE=backtrace, **options)
        self.settings = self.terminal.settings

    @property
    def report(self):
        return self.path.read_text().splitlines()

    @property
    def process(self):
        return self.terminal.process.pid

    @property
    def received(self):
        return bytes(self.terminal.received)

    def wait_for(self, line):
        wait_until(lambda: line in self.report, lambda: f"{line!r} in {self.report}; the terminal: {shown(self.received)}")

    def kill(self, number):
        os.kill(self.process, number)

    def finish(self):
        """Waits for the end, and checks that the terminal has its old settings. Returns what it received, and the status."""
        try:
            self.terminal.process.wait(15)
        except subprocess.TimeoutExpired:
            self.terminal.end()
            fail(f"still running; it reported {self.report}, the terminal received {shown(self.received)}")
        settings = termios.tcgetattr(self.terminal.master)
        status = self.terminal.finish()
        equal(settings, self.settings, "the terminal's settings")
        return self.received, status


def ready(home, way, *words):
    """A probe that says that it is ready."""
    one = Probe(home, way, *words)
    one.wait_for("ready")
    return one


def end_of(home, way, *words, statuses=(), **options):
    """Runs the probe to its end, which must be with one of the statuses if some are given. Returns what the terminal received, and the report."""
    one = Probe(home, way, *words, **options)
    received, status = one.finish()
    check(not statuses or status in statuses, f"the status is {status}, not one of {statuses}; the terminal received {shown(received)}")
    return received, one.report


def is_given_back(received, status, expected):
    equal(received, HIDDEN + BYE, "what the terminal received")
    equal(status, expected, "status")


def gives_back(home, way, *words, status):
    is_given_back(*Probe(home, way, *words).finish(), status)


# ---- Ways out ----


@test_each([("by return", "return", 0), ("by end", "end", 0), ("by exit", "exit", 3)])
def a_farewell_is_written_on_every_way_out(home, way, expected):
    gives_back(home, way, status=expected)


@test_each([("fatalError", "fatal", TRAPS), ("an index out of range", "bounds", TRAPS),
            ("a null pointer", "null", (-signal.SIGSEGV, -signal.SIGBUS)), ("abort", "abort", (-signal.SIGABRT,)),
            ("a stack overflow", "overflow-with-stack", (-signal.SIGSEGV, -signal.SIGBUS))])
def a_crash_gives_the_terminal_back(home, way, expected):
    received, _ = end_of(home, way, statuses=expected)
    # Swift prints the reason on standard error before it traps.
    check(received.startswith(HIDDEN) and received.endswith(BYE) and received.count(BYE) == 1, f"received {shown(received)}")


@test
def an_error_restores_the_terminal_before_its_message(home):
    received, _ = end_of(home, "throw", statuses=TRAPS)
    check(received.startswith(HIDDEN + BYE) and received.count(BYE) == 1, f"received {shown(received)}")


@test_each(ENDING + BROKEN)
def a_signal_from_another_process_restores_the_terminal(home, number):
    one = ready(home, "wait")
    one.kill(number)
    is_given_back(*one.finish(), -number)


@test_each(ENDING + BROKEN)
def a_raised_signal_restores_the_terminal(home, number):
    gives_back(home, "raise", number, status=-number)


@test
def a_program_that_blocks_its_signals_at_all_times_but_one_ends_at_once(home):
    one = ready(home, "blocked")
    one.kill(signal.SIGTERM)
    is_given_back(*one.finish(), -signal.SIGTERM)
    equal(one.report, ["ready"], "the report")


@test
def settings_are_restored_at_the_end_and_by_a_signal(home):
    gives_back(home, "raw", status=0)
    one = ready(home, "raw-wait")
    check(termios.tcgetattr(one.terminal.master) != one.settings, "the probe has not made the terminal raw")
    one.kill(signal.SIGTERM)
    is_given_back(*one.finish(), -signal.SIGTERM)


@test
def a_signal_that_is_ignored_stays_ignored(home):
    one = ready(home, "ignored", int(signal.SIGTERM))
    one.terminal.wait_for(HIDDEN)
    one.kill(signal.SIGTERM)
    always(lambda: one.received == HIDDEN, lambda: f"received {shown(one.received)}", 0.3)
    one.kill(signal.SIGINT)
    is_given_back(*one.finish(), -signal.SIGINT)


@test
def sessions_are_restored_in_reverse_order(home):
    received, _ = end_of(home, "many", int(signal.SIGTERM), statuses=[-signal.SIGTERM])
    numbers = [int(number) for number in re.findall(rb"<(\w+)>", received)]
    equal(numbers, list(reversed(range(40))), "the sessions")


@test
def a_farewell_changes_with_what_is_drawn(home):
    received, report = end_of(home, "farewell", statuses=[0])
    equal(received, HIDDEN + b"one<two><four>" + BYE, "what the terminal received")
    equal(report, ["false true true"], "whether farewells are taken")


# ---- Handlers of the host program ----


@test_each(signals("INT", "TERM", "USR1", "SEGV", "ABRT", "TSTP"))
def a_host_handler_that_returns_runs_after_the_farewell_and_the_session_continues(home, number):
    received, report = end_of(home, "host", number, statuses=() if number == signal.SIGABRT else [0])
    if number == signal.SIGABRT:
        # SIGABRT is usually raised by abort, which does not return.
        equal(received, HIDDEN + BYE, "what the terminal received")
        return
    equal(received, HIDDEN + BYE + b"again" + BYE + b"again" + BYE, "what the terminal received")
    called = f"handler {int(number)} plain {sorted([int(number), int(signal.SIGWINCH)])}"
    equal(report, [called, "interruptions 1", called, "interruptions 2"], "the report")


@test
def a_handler_of_the_host_is_called_with_its_own_flags_and_mask(home):
    _, report = end_of(home, "host-info", int(signal.SIGUSR1), statuses=[0])
    called = f"handler {int(signal.SIGUSR1)} info [{int(signal.SIGWINCH)}]"
    equal(report, [called, "interruptions 1", called, "interruptions 2"], "the report")


@test
def a_host_handler_with_SA_RESETHAND_is_called_once(home):
    received, report = end_of(home, "host-once", int(signal.SIGINT), statuses=[-signal.SIGINT])
    equal(received, HIDDEN + BYE + b"again" + BYE, "what the terminal received")
    equal(len(report), 2, f"lines in the report {report}")


@test_each([("exit", "host-exit", 7), ("_exit", "host-quick-exit", 8), ("the signal", "host-reraise", -signal.SIGINT)])
def a_handler_of_the_host_may_end_the_process_by(home, way, expected):
    gives_back(home, way, int(signal.SIGINT), status=expected)


@test
def host_handlers_can_be_excluded(home):
    received, report = end_of(home, "host-alone", int(signal.SIGINT))
    equal(received, HIDDEN + b"againagain" + BYE, "what the terminal received")
    equal(report[1::2], ["interruptions 0"] * 2, "the report")


@test
def a_handler_that_is_installed_later_replaces_ours(home):
    received, report = end_of(home, "late", int(signal.SIGINT))
    equal(received, HIDDEN + b"againagain" + BYE, "what the terminal received")
    equal([line for line in report if line.startswith("handler")] != [], True, "its handler ran")


@test
def a_hud_disappears_for_a_host_handler_and_comes_back(home):
    received, report = end_of(home, "hud", int(signal.SIGINT), statuses=[0])
    equal(report[-1:], ["still there"], "the report")
    equal(received.count(HIDDEN), 2, f"how often the cursor is hidden in {shown(received)}")
    equal(len(SHOW_CURSOR.findall(received)), 2, f"how often the cursor is given back in {shown(received)}")
    check(b"LABEL" in received.split(HIDDEN)[2], f"the redrawn HUD: {shown(received)}")


@test
def nothing_is_drawn_that_was_made_before_an_interruption(home):
    received, report = end_of(home, "stale")
    equal(received, HIDDEN + b"new" + BYE, "what the terminal received")
    equal(report, ["false true"], "what was written")


@test_each([("fatalError", "fatal", TRAPS), ("a null pointer", "null", (-signal.SIGSEGV, -signal.SIGBUS)),
            ("abort", "abort", (-signal.SIGABRT,)), ("a stack overflow", "overflow", (-signal.SIGSEGV, -signal.SIGBUS))])
def the_runtime_prints_its_backtrace_after_the_farewell(home, way, expected):
    options = "enable=yes,interactive=no,color=no,timeout=10,limit=8,threads=crashed,images=none,registers=none,sanitize=no"
    received, _ = end_of(home, way, backtrace=options, statuses=expected)
    # The Swift runtime of a static program prints no backtraces and makes no alternate stack for its handler, which a stack overflow would need.
    has_stack = b"disabling backtracing" not in received
    if has_stack or way != "overflow":
        equal(received.count(BYE), 1, f"farewells in {shown(received)}")
    if b"rogram crashed" in received:
        check(received.index(BYE) < received.index(b"rogram crashed"), f"the backtrace comes first: {shown(received)}")


# ---- Stopped and going on ----


def at_shell(home, way):
    """The probe in the foreground of a shell with job control. Returns the screen, the probe's process and its report.

    It starts in the foreground: `fg` would send it a SIGCONT, which counts as an interruption.
    """
    path = home / "report"
    screen = Screen(home)
    command = probe(f"{PROBE} {way}")[3]
    screen.command(f"SWIFT_BACKTRACE=enable=no sh -c 'echo $$ >process; exec {command} {way} >report'")
    wait_until(lambda: path.exists() and "ready" in path.read_text(), "the probe")
    process = int((home / "process").read_text())
    return screen, process, lambda: path.read_text().split("\n")[1:-1]


@test_each([("a key", lambda screen, process: screen.press("C-z")),
            ("a signal", lambda screen, process: os.kill(process, signal.SIGTSTP))])
def a_stop_gives_the_terminal_back_and_counts_once(home, stop):
    screen, process, report = at_shell(home, "watch")
    for count in (1, 2):
        screen.wait_for_hidden_cursor()
        stop(screen, process)
        screen.wait_for_prompt()
        equal(state_of(process), "T", "the probe's state")
        wait_until(screen.is_cursor_shown, "the cursor at the prompt")
        screen.command("fg")
        wait_until(lambda: report() == [f"interruptions {number + 1}" for number in range(count)], lambda: f"{report()}")
    always(lambda: len(report()) == 2, lambda: f"more interruptions: {report()}", 0.2)
    os.kill(process, signal.SIGTERM)
    screen.wait_for_prompt()
    screen.check_status(128 + signal.SIGTERM)
    wait_until(screen.is_cursor_shown, "the cursor at the end")
    equal("\n".join(screen.lines()).count("<bye>"), 3, f"farewells on the screen {shown(screen.lines())}")


@test
def a_stop_waits_for_code_that_reads_the_actions_of_signals_and_sets_them_again(home):
    screen, process, report = at_shell(home, "watch-held")
    path = home / "report"
    wait_until(lambda: "held" in path.read_text(), "the actions held")
    for _ in range(2):
        screen.wait_for_hidden_cursor()
        screen.leave("C-z")
        equal(state_of(process), "T", "the probe's state")
        wait_until(screen.is_cursor_shown, "the cursor at the prompt")
        screen.command("fg")
    # The second stop finds the handler still installed.
    wait_until(lambda: "interruptions 2" in report(), lambda: f"{report()}")
    wait_until(lambda: "kept" in report(), lambda: f"the action of SIGTSTP kept: {report()}")
    os.kill(process, signal.SIGKILL)
    screen.wait_for_prompt()


@test
def a_stop_that_can_not_be_caught_counts_afterwards(home):
    screen, process, report = at_shell(home, "watch")
    os.kill(process, signal.SIGSTOP)
    screen.wait_for_prompt()
    screen.command("fg")
    wait_until(lambda: report() == ["interruptions 1"], lambda: f"{report()}")
    os.kill(process, signal.SIGTERM)
    screen.wait_for_prompt()
    wait_until(screen.is_cursor_shown, "the cursor at the end")


@test
def settings_are_restored_around_a_stop(home):
    def is_raw(screen):
        path = screen.value("pane_tty")
        result = subprocess.run(["stty", "-a", "-F", path], capture_output=True, text=True)
        return "-opost" in result.stdout

    screen, process, report = at_shell(home, "raw-watch")
    wait_until(lambda: is_raw(screen), "the terminal raw")
    os.kill(process, signal.SIGTSTP)
    screen.wait_for_prompt()
    check(not is_raw(screen), "the terminal is still raw")
    screen.command("bg")
    wait_until(lambda: report() == ["interruptions 1"], lambda: f"{report()}")
    always(lambda: not is_raw(screen), "made raw in the background", 0.2)
    screen.command("fg")
    wait_until(lambda: is_raw(screen), "the terminal raw again")
    os.kill(process, signal.SIGTERM)
    screen.wait_for_prompt()
    check(not is_raw(screen), "the terminal is left raw")
    equal(state_of(process), "", "the probe's state")


@test
def a_stop_of_an_orphaned_process_is_over_at_once(home):
    one = ready(home, "watch")
    for count in (1, 2):
        one.kill(signal.SIGTSTP)
        one.wait_for(f"interruptions {count}")
    one.kill(signal.SIGCONT)
    one.wait_for("interruptions 3")
    one.kill(signal.SIGINT)
    received, status = one.finish()
    equal(received, (HIDDEN + BYE) * 2 + HIDDEN + HIDDEN + BYE, "what the terminal received")


# ---- While other threads draw ----


def end_while_it_draws(home, way, number, delay, seed, after=b""):
    """Ends session-probe by a signal while it writes as fast as it can, some time after it has written `after`. Returns what the terminal receives.

    A session waits 0.1 s for a terminal or a thread, and then gives up. If the terminal received nothing for half of this time, the machine was too
    busy, and it is tried again."""
    for _ in range(20):
        one = ready(home, way)
        one.terminal.wait_for(after)
        time.sleep(delay)
        one.kill(number)
        received, status = one.finish()
        equal(status, -number, f"status ({seed})")
        if one.terminal.longest_pause < 0.05:
            return received
    fail("the terminal is not read in time")


@test
def no_frame_is_torn_by_the_farewell_or_follows_it(home):
    draw, seed = seeded()
    numbers = [number for _, number in ENDING + BROKEN]
    # The sessions end one after the other, so the first one can finish a frame when the second one is over.
    frames = re.compile(re.escape(HIDDEN) + b"(" + re.escape(FRAME) + b"|" + re.escape(OTHER_FRAME) + b")*(<second>(" + re.escape(FRAME) + b")?)?")
    for _ in range(50):
        received = end_while_it_draws(home, "loop", draw.choice(numbers), draw.random() * 0.03, seed)
        start = frames.match(received).end()
        equal(received[start:], BYE, f"what follows whole frames ({seed})")


@test
def a_session_that_begins_while_a_signal_ends_the_process_writes_nothing(home):
    draw, seed = seeded()
    for _ in range(100):
        received = end_while_it_draws(home, "begin-and-end", draw.choice([signal.SIGTERM, signal.SIGABRT]), draw.random() * 0.004, seed)
        check(received in (HIDDEN + BYE, HIDDEN + b"<second>" + BYE), f"what the terminal received, {seed}: {shown(received)}")


@test
def a_session_that_ends_after_a_signal_leaves_the_farewell_to_the_handler(home):
    draw, seed = seeded()
    for _ in range(30):
        received = end_while_it_draws(home, "loop-and-end", signal.SIGTERM, draw.random() * 0.01, seed, OTHER_FRAME)
        check(received.endswith(OTHER_FRAME + b"<second>" + BYE), f"the end of the received bytes, {seed}: {shown(received[-600:])}")


@test
def a_signal_waits_until_the_frame_is_whole_that_its_own_thread_writes(home):
    # A pipe accepts a part of it, and more only after a read.
    end, other = os.pipe()
    one = Probe(home, "large", stderr=other)
    os.close(other)
    one.wait_for("ready")
    time.sleep(0.3)
    one.kill(signal.SIGTERM)
    time.sleep(0.3)
    with open(end, "rb") as pipe:
        received = pipe.read()
    _, status = one.finish()
    check(received == HIDDEN + FRAME * 1000 + BYE, f"{len(received)} bytes that end in {shown(received[-500:])}")
    equal(status, -signal.SIGTERM, "status")


@test_each([("another thread", "loop-elsewhere"), ("the only thread", "late-frame")])
def a_held_terminal_does_not_keep_a_signal_from_ending_a_process_that_draws_on(home, way):
    one = ready(home, way)
    one.terminal.type("\x13")
    time.sleep(1.3)
    one.kill(signal.SIGTERM)
    with takes(0, 5):
        equal(one.terminal.process.wait(15), -signal.SIGTERM, "status")
    one.terminal.finish()

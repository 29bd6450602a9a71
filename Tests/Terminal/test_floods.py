"""Large amounts of output: every byte arrives, hud-demo's memory does not grow, and a blocked terminal stops the job."""

import hashlib
import os
import re
import signal
import subprocess
import threading
import time

from harness import (QuietGate, Screen, Terminal, always, check, equal, hud, is_running, number_in, peak_of, script, settles, signals, test,
                     test_each, wait_for_end, wait_until)

LABEL = "WORKING"
MEGABYTE = 1_000_000
# The maximum duration of a flood, in seconds.
FLOOD = 120
# In kilobytes, and in pages of the machine.
SLACK = 1000

# Prints distinct lines as fast as possible. Without randomness, so that two runs print the same.
PRINTER = """
import os, sys
left = int(sys.argv[1])
number = 0
while left > 0:
    block = b"".join(b"line %09d of output, which is as long as a line is apt to be in a log\\n" % line for line in range(number, number + 1000))
    number += 1000
    os.write(1, block[:left]) == min(left, len(block)) or sys.exit("written in part")
    left -= len(block)
"""


def printer(count):
    return ["python3", "-I", "-S", "-c", PRINTER, str(count)]


class Meter(Terminal):
    """A terminal that keeps only the count and the digest of its input, and samples the memory of its program."""

    def __init__(self, command, marks=(), see=None, **options):
        self.count, self.digest, self.marks, self.peaks, self.see = 0, hashlib.sha256(), list(marks), [], see
        self.may_read = threading.Event()
        self.may_read.set()
        super().__init__(command, **options)

    def _read(self):
        while True:
            self.may_read.wait()
            data = self._next()
            if not data:
                return
            self.count += len(data)
            self.digest.update(data)
            if self.see:
                self.see(data)
            if self.marks and self.count >= self.marks[0]:
                self.peaks.append(peak_of(self.process.pid))
                self.marks.pop(0)

    def finish_in(self, seconds):
        """Waits for the end of a flood, which can take long on a busy machine."""
        wait_until(lambda: self.process.poll() is not None, lambda: f"the end; {self.count} bytes have come", seconds)
        return self.finish()


class Lines:
    """Checks the rows of a terminal that receives numbered lines and a HUD: each row, in order, once it is final.

    It interprets the sequences of a HUD of one row: up, right, erase, and save and restore the cursor. A row is final when the cursor has been two
    rows below it.
    """

    TOKEN = re.compile(rb"\x1b\[([?0-9;]*)([@-~])|\x1b7.*?\x1b8|\x1bD|\r|\n|[^\x1b\r\n]+", re.DOTALL)
    # An incomplete sequence, which continues in the next bytes.
    UNFINISHED = re.compile(rb"\x1b(\[[?0-9;]*|7((?!\x1b8).)*)?$", re.DOTALL)

    def __init__(self):
        self.rest, self.next, self.wrong = b"", 0, None
        self.rows, self.row, self.column = [b""], 0, 0

    @staticmethod
    def line(number):
        return b"line %09d of output, which is as long as a line is apt to be in a log" % number

    def see(self, data):
        data = self.rest + data
        cut = self.UNFINISHED.search(data)
        data, self.rest = (data[:cut.start()], data[cut.start():]) if cut else (data, b"")
        at = 0
        while at < len(data):
            at = self.pass_whole_lines(data, at) if self.is_plain() else at
            token = self.TOKEN.match(data, at)
            if token is None:
                break
            at = token.end()
            self.take(token.group(), token.group(1), token.group(2))

    def is_plain(self):
        return self.row == 1 and self.column == 0 and self.rows == [self.line(self.next), b""]

    def pass_whole_lines(self, data, at):
        """The fast path for whole lines without a HUD in between."""
        while data.startswith(line := self.line(self.next + 1) + b"\r\n", at):
            at += len(line)
            self.next += 1
        self.rows[0] = self.line(self.next)
        return at

    def take(self, token, numbers, kind):
        if kind is None and token == b"\r":
            self.column = 0
        elif kind is None and token in (b"\n", b"\x1bD"):
            self.row += 1
            if self.row == len(self.rows):
                self.rows.append(b"")
            while self.row > 1:
                self.leave(self.rows.pop(0))
                self.row -= 1
        elif kind is None and not token.startswith(b"\x1b7"):
            row = self.rows[self.row].ljust(self.column)
            self.rows[self.row] = row[:self.column] + token + row[self.column + len(token):]
            self.column += len(token)
        elif kind == b"A":
            self.row = max(0, self.row - int(numbers or 1))
        elif kind == b"C":
            self.column += int(numbers or 1)
        elif kind == b"K":
            self.rows[self.row] = self.rows[self.row][:self.column]
        elif kind == b"J":
            self.rows[self.row] = self.rows[self.row][:self.column]
            del self.rows[self.row + 1:]

    def leave(self, row):
        if row == self.line(self.next):
            self.next += 1
        else:
            self.wrong = self.wrong or (self.next, row)


def flat(peaks, what):
    check(len(peaks) >= 2, f"{what}: not measured")
    check(peaks[-1] - peaks[0] < SLACK, f"{what}: memory grows: {peaks} kilobytes")


# ---- Through the pseudo-terminal ----


def is_passed_on(job, options, marks):
    """Checks that a flood arrives as it is alone, and that the memory between two marks does not grow."""
    alone = Meter(job)
    equal(alone.finish_in(FLOOD), 0, "status alone")
    terminal = Meter(hud(options + " --", *job), marks=marks)
    equal(terminal.finish_in(FLOOD), 0, "status")
    equal((terminal.count, terminal.digest.hexdigest()), (alone.count, alone.digest.hexdigest()), "bytes and their digest")
    flat(terminal.peaks, "hud-demo")


@test
def a_hundred_megabytes_through_the_terminal_are_the_same_bytes(home):
    is_passed_on(printer(100 * MEGABYTE), "--style inline --grace 1000", [10 * MEGABYTE, 95 * MEGABYTE])


# The first one is also for debug builds, which take a minute for a hundred.
@test_each([("20", 20), ("100", 100)])
def megabytes_under_a_hud_are_there_once_and_in_order(home, megabytes):
    count = megabytes * MEGABYTE // (len(Lines.line(0)) + 1)
    size = count * (len(Lines.line(0)) + 1)
    lines = Lines()
    terminal = Meter(hud(f"--style inline --grace 0 --leave nothing --label {LABEL} --", *printer(size)),
                     marks=[size // 10, size * 19 // 20], see=lines.see)
    equal(terminal.finish_in(FLOOD), 0, "status")
    equal(lines.wrong, None, "the first line that is not in its place")
    equal((lines.next, lines.rows), (count - 1, [Lines.line(count - 1), b""]), "the lines, and the last rows on the screen")
    flat(terminal.peaks, "hud-demo")


@test
def in_a_flood_the_hud_stays_in_the_last_row(home):
    screen = Screen(home)
    # More pieces a second than the HUD is redrawn for, and few bytes, so that the terminal keeps up on a loaded machine.
    (home / "job.py").write_text("import os, time\n"
                                 "while not os.path.exists('enough'):\n"
                                 "    for number in range(1000):\n        os.write(1, b'%d\\n' % number)\n        time.sleep(0.0003)\n")
    # It ends by itself, but not before the screen was checked.
    script(home, "job", "python3 -I -S job.py; seq 1 100")
    screen.command(f"hud-demo --no-history --grace 0 --leave nothing --label {LABEL} -- ./job")
    wait_until(lambda: screen.value("scroll_region_lower") == "22", "the flood", FLOOD)
    # Not every time: on a loaded machine the flood pauses, and then the HUD follows the output until the next one.
    looks = [any(LABEL in line for line in screen.lines()[-2:]) for _ in range(20)]
    check(sum(looks) >= 10, f"the HUD was there {sum(looks)} times of {len(looks)}")
    (home / "enough").touch()
    screen.wait_for_prompt()
    check(not any(LABEL in line for line in screen.lines()[1:]), "nothing of the HUD")
    equal([line for line in screen.lines() if line.isdigit()][-1], "100", "the last line")
    equal(screen.values("scroll_region_upper", "scroll_region_lower", "cursor_flag"), ["0", "23", "1"], "region and cursor")


@test
def a_megabyte_without_a_line_end_is_passed_on(home):
    is_passed_on(["python3", "-I", "-S", "-c", "import os; os.write(1, b'x' * 10_000_000)"], "--grace 100", [MEGABYTE, 9 * MEGABYTE])


@test_each(["hide", "failure", "last:5"])
def memory_does_not_grow_with_output_that_is_not_shown(home, output):
    first, second = QuietGate(home, "first"), QuietGate(home, "second")
    job = f'python3 -I -S -c "$0" "$1"; touch one; {first.wait}; python3 -I -S -c "$0" "$2"; touch two; {second.wait}'
    terminal = Meter(hud(f"--grace 0 --label {LABEL} --output {output} -- sh -c", job, PRINTER, str(10 * MEGABYTE),
                         str(40 * MEGABYTE)), cwd=home)
    peaks = []
    for name, gate in (("one", first), ("two", second)):
        wait_until(lambda: (home / name).exists(), "output", FLOOD)
        peaks.append(peak_of(terminal.process.pid))
        gate.open()
    equal(terminal.finish_in(FLOOD), 0, "status")
    flat(peaks, output)
    check(terminal.count < MEGABYTE, "the output is seen")


# ---- Through a pipe, without hud-demo ----


@test
def a_hundred_megabytes_through_a_pipe_are_the_same_bytes(home):
    size = 100 * MEGABYTE
    read_end, write_end = os.pipe()
    terminal = Terminal(hud(f"--grace 0 --label {LABEL} --", *printer(size)), stdout=write_end)
    os.close(write_end)
    digest, count, peaks = hashlib.sha256(), 0, []
    while data := os.read(read_end, 1 << 20):
        count += len(data)
        digest.update(data)
        if count >= 10 * MEGABYTE and len(peaks) == 0 or count >= size * 19 // 20:
            peaks.append(peak_of(terminal.process.pid))
    os.close(read_end)
    terminal.ends(0)
    alone = subprocess.run(printer(size), stdout=subprocess.PIPE, check=True).stdout
    equal((count, digest.hexdigest()), (len(alone), hashlib.sha256(alone).hexdigest()), "bytes and their digest")
    flat(peaks, "hud-demo")


# ---- A blocked terminal ----

# Prints forever, and records how much.
ENDLESS = """
import os, signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
count = os.open("count", os.O_RDWR | os.O_CREAT)
print(os.getpid(), file=open("process-new", "w"))
os.rename("process-new", "process")
done = 0
while True:
    done += os.write(1, b"line %09d\\n" % (done // 15))
    os.pwrite(count, b"%012d" % done, 0)
"""


def endless(home, options):
    terminal = Meter(hud(options + " -- python3 -I -S -c", ENDLESS), cwd=home)
    job = number_in(home / "process")
    wait_until(lambda: terminal.count > MEGABYTE, "a megabyte")
    return terminal, job


def printed(home):
    return int((home / "count").read_text() or 0)


def stands_still(home):
    """Waits until the job is blocked. Returns how much it has printed."""
    seen = [-1]

    def is_same():
        before, seen[0] = seen[0], printed(home)
        return before == seen[0]

    # On a busy machine the job may not run for a while.
    settles(is_same, "the job waiting for its terminal", 0.5)
    return seen[0]


@test_each([("in the grace time", "--grace 100"), ("under a HUD", "--grace 0"), ("behind a bezel", "--style bezel --grace 100")])
def a_blocked_terminal_stops_the_job_until_it_resumes(home, options):
    terminal, job = endless(home, options)
    for _ in range(2):
        terminal.may_read.clear()
        # One more read was in progress.
        stands_still(home)
        before, received = peak_of(terminal.process.pid), terminal.count
        done = stands_still(home)
        check(done - received < 4 * MEGABYTE, f"{done - received} bytes are on their way")
        always(lambda: printed(home) == done and is_running(job), "the job prints although the terminal is blocked", 0.4)
        check(peak_of(terminal.process.pid) - before < SLACK, "memory grows while the terminal is blocked")
        terminal.may_read.set()
        wait_until(lambda: terminal.count > received + MEGABYTE, "the output going on")
    os.kill(terminal.process.pid, signal.SIGTERM)
    terminal.ends(-signal.SIGTERM)


@test_each([(f"{name}, {kind}", number, options) for name, number in signals("TERM", "INT", "HUP") for kind, options in
            [("in the grace time", "--grace 100"), ("under a HUD", "--grace 0"), ("behind a bezel", "--style bezel --grace 0")]])
def a_signal_ends_both_while_the_terminal_takes_no_more(home, number, options):
    terminal, job = endless(home, options) if "bezel" not in options else bezel(home, options)
    terminal.may_read.clear()
    if "bezel" not in options:
        stands_still(home)
    os.kill(terminal.process.pid, number)
    wait_for_end(job)

    def has_ended():
        if terminal.process.poll() is not None:
            return True
        # It waits for its terminal. A second signal ends the wait.
        terminal.process.send_signal(number)
        time.sleep(0.3)
        return False

    wait_until(has_ended, "hud-demo's end")
    equal(terminal.process.returncode, -number, "status")
    terminal.may_read.set()


def bezel(home, options):
    """A job behind a bezel, which keeps the output in a file."""
    terminal = Meter(hud(options + " -- python3 -I -S -c", ENDLESS), cwd=home)
    job = number_in(home / "process")
    wait_until(lambda: printed(home) > 100_000, "output")
    return terminal, job


# Prints until the first signal, and exits at the third.
TALKER = """
import os, signal, time
told = 0
def tell(*_):
    global told
    told += 1
signal.signal(signal.SIGTERM, tell)
print(os.getpid(), file=open("process-new", "w"))
os.rename("process-new", "process")
while told == 0:
    os.write(1, b"x" * 79 + b"\\n")
while told < 3:
    print(told, file=open("told-new", "w"))
    os.rename("told-new", "told")
    time.sleep(0.05)
os._exit(7)
"""


@test
def a_signal_in_a_flood_is_passed_on_once_and_does_not_count_as_held(home):
    for _ in range(3):
        terminal = Meter(hud("--grace 0 -- python3 -I -S -c", TALKER), cwd=home)
        number_in(home / "process")
        wait_until(lambda: terminal.count > MEGABYTE, "a megabyte")
        for count in (1, 2):
            terminal.process.send_signal(signal.SIGTERM)
            wait_until(lambda: (home / "told").exists() and number_in(home / "told") == count, "the signal")
            always(lambda: number_in(home / "told") == count and terminal.process.poll() is None, "it is told once", 1.2)
        terminal.process.send_signal(signal.SIGTERM)
        terminal.ends(7)
        for name in ("process", "told"):
            (home / name).unlink()


@test
def control_s_holds_the_output_and_control_q_resumes_it(home):
    terminal, job = endless(home, "--grace 100")
    terminal.type("\x13")
    done = stands_still(home)
    before = peak_of(terminal.process.pid)
    always(lambda: printed(home) == done, "the job prints although its output is held", 0.4)
    check(peak_of(terminal.process.pid) - before < SLACK, "memory grows")
    received = terminal.count
    terminal.type("\x11")
    wait_until(lambda: terminal.count > received + MEGABYTE, "the output going on")
    terminal.type("\x13")
    stands_still(home)
    # A key for the foreground process group still works.
    terminal.type("\x03")
    terminal.ends(-signal.SIGINT)

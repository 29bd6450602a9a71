"""The harness of the terminal tests: a registry of tests, plain runs, runs on a pseudo-terminal, and screens in tmux."""

import contextlib
import errno
import fcntl
import http.server
import os
import random
import re
import select
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from pathlib import Path

from tmux_server import Refused, Server

# How long to wait for a condition. Only a failing test, or a test on a very busy machine, waits this long.
DEADLINE = 30.0

# ---- Tests ----

TESTS = []
RELEASE_TESTS = set()


class Failure(Exception):
    """An expectation of a test that is not met."""


def add_test(name, function):
    """Registers a test under a name that no other test has."""
    if any(name == other for other, _ in TESTS):
        raise ValueError(f"two tests are named {name}")
    TESTS.append((name, function))


def test(function):
    """Registers a test. Its name reads as a sentence; its argument is a directory of its own."""
    add_test(function.__name__, function)
    return function


def release_test(function):
    """Registers a test that needs a release build; `make test` leaves it out."""
    RELEASE_TESTS.add(function.__name__)
    return test(function)


def test_each(table):
    """Registers a test once for each entry of a table: a name, and further arguments of the function. A string is its own argument."""

    def register(function):
        for entry in table:
            name, *values = (entry, entry) if isinstance(entry, str) else entry
            add_test(f"{function.__name__}[{name}]", lambda home, values=values: function(home, *values))
        return function

    return register


# The screens of the test that runs in a thread, and the tmux server that they are windows of.
HERE = threading.local()


def fail(message):
    """Ends a test, and says what its screens show."""
    screens, HERE.screens = getattr(HERE, "screens", []), []
    message += "".join(f"\n{screen.name}: {shown(screen.lines())}" for screen in screens)
    HERE.screens = screens
    raise Failure(message)


def check(condition, message="not so"):
    if not condition:
        fail(message)


def first_difference(one, other):
    """The number of the first entry in which two lists differ."""
    return next((place for place, (left, right) in enumerate(zip(one, other)) if left != right), min(len(one), len(other)))


def equal(seen, expected, what):
    if seen == expected:
        return
    if isinstance(seen, list) and isinstance(expected, list) and max(len(seen), len(expected)) > 40:
        begin = max(0, first_difference(seen, expected) - 3)
        what += f" from number {begin} on, of {len(seen)}"
        seen, expected = seen[begin:], expected[begin:]
    fail(f"{what}\nexpected: {shown(expected)}\nseen:     {shown(seen)}")


def ended(result, status, stdout=None, stderr=None, what="status and outputs"):
    """Checks the status of a command, and those of its outputs that are given. Returns the result."""
    seen = [result.returncode, result.stdout, result.stderr]
    equal(seen, [status, seen[1] if stdout is None else stdout, seen[2] if stderr is None else stderr], what)
    return result


def is_refused(result, *patterns):
    """Checks that a wrong use is refused: by status 2 and one line that can be printed and matches the patterns."""
    ended(result, 2, stdout=b"")
    text = result.stderr.decode()
    check(text.endswith("\n") and text[:-1].isprintable(), f"not one line that can be printed: {text!r}")
    for pattern in patterns:
        check(re.search(pattern, text), f"{pattern!r} is not named in {text!r}")


def check_numbers(lines, first, last):
    """Checks that the lines that are numbers are these, in their order."""
    equal([line for line in lines if line.isdigit()], [str(number) for number in range(first, last + 1)], f"numbers from {first} to {last}")


def shown(value, limit=1500):
    if isinstance(value, list):
        return "".join("\n    " + shown(line) for line in value[:40]) or "[]"
    text = repr(value)
    return text if len(text) <= limit else text[:limit] + f"… ({len(text)} characters)"


def wait_until(condition, message="what the test says", deadline=DEADLINE):
    """Waits until `condition` returns something true, and returns that. `message` says what was expected, or is a function that returns it.

    A condition may ask for a row that the screen does not have: it is empty for a moment while it is drawn again.
    """
    end = time.monotonic() + deadline
    while True:
        error = ""
        try:
            value = condition()
            if value:
                return value
        except (IndexError, ValueError) as wrong:
            error = f" ({wrong})"
        if time.monotonic() > end:
            fail("waited in vain: " + (message() if callable(message) else message) + error)
        time.sleep(0.02)


def type_until(terminal, key, condition, message):
    """Types a key, and again each second that it has no effect: a pager drops what is typed while it reads or draws."""
    def has_effect():
        terminal.type(key)
        end = time.monotonic() + 1
        while time.monotonic() < end and not condition():
            time.sleep(0.02)
        return condition()

    wait_until(has_effect, message)


class Resizes:
    """The changes of a window's size that have to follow each other so fast that rows are not drawn in between: those that left come back after 0.5 s. On a
    busy machine they may not."""

    LONGEST_GAP = 0.45
    MOST_TRIES = 20

    class TooSlow(Exception):
        """Two of them were too far apart."""

    def __init__(self):
        self.last = None

    def note(self, ago=0):
        """Takes note that the size has changed, `ago` seconds before."""
        now = time.monotonic() - ago
        if self.last and now - self.last > self.LONGEST_GAP:
            raise self.TooSlow
        self.last = now

    @classmethod
    def run(cls, attempt):
        """Returns what `attempt` returns, which gets its number, and is called again if it was too slow."""
        for number in range(cls.MOST_TRIES):
            try:
                return attempt(number)
            except cls.TooSlow:
                pass
        return fail(f"the machine is too slow: two sizes were over {cls.LONGEST_GAP} s apart each time")


def always(condition, message, seconds):
    """Fails unless `condition` holds at every check for `seconds`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        check(condition(), message() if callable(message) else message)
        time.sleep(0.03)


def settles(condition, message, seconds):
    """Waits until `condition` has held at every check for `seconds`."""
    since = [time.monotonic()]

    def has_held():
        if not condition():
            since[0] = time.monotonic()
        return time.monotonic() - since[0] > seconds
    wait_until(has_held, message)


@contextlib.contextmanager
def takes(least, most):
    """Checks how many seconds something takes."""
    begun = time.monotonic()
    yield
    took = time.monotonic() - begun
    check(least <= took < most, f"took {took:.1f} s, not from {least} to {most} s")


def seeded():
    """Random numbers, and what repeats them."""
    seed = int(os.environ.get("HUD_SEED") or random.randrange(1 << 30))
    return random.Random(seed), f"HUD_SEED={seed}"


# ---- Programs ----

PIPE = subprocess.PIPE
BINARY = None  # The hud-demo under test; set by run.py.
PROBES = None  # The directory of the probes, programs made for these tests; set by run.py.
EXAMPLES = None  # The directory of the built examples; set by run.py.


def debug_build():
    """The directory of the debug build: that of make check, if there is one."""
    build = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".build")
    checked = os.path.join(build, "check", "debug")
    return checked if os.path.isdir(checked) else os.path.join(build, "debug")


# The tests do not depend on the user's environment.
CLEARED = ["LC_ALL", "LC_CTYPE", "LANG", "TERM", "COLUMNS", "LINES", "NO_COLOR", "CLICOLOR_FORCE", "CI", "ACCESSIBLE", "NO_MOTION",
           "PREFERS_REDUCED_MOTION", "TMUX",
           "STY", "COLORTERM", "COLORFGBG", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TERM_FEATURES", "VTE_VERSION", "PTYXIS_VERSION", "KITTY_WINDOW_ID",
           "WT_SESSION", "ConEmuANSI", "KONSOLE_VERSION", "LC_TERMINAL", "ZELLIJ", "SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY", "DISPLAY",
           "WAYLAND_DISPLAY", "MAKEFLAGS", "MFLAGS", "MAKELEVEL", "AI_AGENT", "CLAUDECODE", "GEMINI_CLI", "CURSOR_AGENT", "CODEX_CI", "COPILOT_CLI",
           "GITHUB_ACTIONS", "GITLAB_CI"]


def environment(**changes):
    """The environment of a UTF-8 xterm; a value of None removes a variable."""
    variables = {name: value for name, value in os.environ.items() if name not in CLEARED and not name.startswith("HUD_")}
    # No history, except for tests that set one. No backtraces, which debug builds ask about on a terminal.
    variables.update(LC_ALL="C.UTF-8", TERM="xterm", XDG_STATE_HOME="/dev/null", SWIFT_BACKTRACE="enable=no")
    for name, value in changes.items():
        if value is None:
            variables.pop(name, None)
        else:
            variables[name] = os.fspath(value)
    return variables


# Starts a program as a shell would, however the tests were started: with default signal actions and a controlling terminal.
LAUNCHER = """
import os, signal, sys
for number in range(1, 32):
    if number not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(number, signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_SETMASK, [])
os.environ.pop("LC_CTYPE", None)  # Python sets it if the locale is not UTF-8.
if sys.argv[1]:
    os.setsid()
    os.close(os.open(sys.argv[1], os.O_RDWR))
try:
    os.execvp(sys.argv[2], [os.fsencode(word) for word in sys.argv[2:]])
except OSError as error:
    sys.exit(f"launcher: {error}")
"""


def launcher(terminal=""):
    return [sys.executable, "-I", "-S", "-c", LAUNCHER, terminal]


def hud(words="", *more):
    """The command line of the program under test. The first string is split as a shell does; the others are one word each."""
    return [BINARY, *shlex.split(words), *map(os.fspath, more)]


def probe(words, *more):
    """The command line of a probe: its name and its words, as for hud(). It leaves no core file."""
    name, *rest = shlex.split(words)
    path = os.path.join(PROBES, name)
    check(os.access(path, os.X_OK), f"no program: {path}; build it with swift build --product {name}")
    return ["sh", "-c", 'ulimit -c 0; exec "$0" "$@"', path, *rest, *map(str, more)]


def group(words="", *more):
    """The command line of a group of jobs, with words as for hud()."""
    return hud("group --no-history " + words, *more)


def signals(*names):
    """A table of signals for tests: their names and numbers."""
    return [("SIG" + name, getattr(signal, "SIG" + name)) for name in names]


def in_shell(text, *command, shell="sh"):
    """The command line of a shell that runs `text`, in which `"$@"` is the command."""
    return [shell, "-c", text, shell, *command]


def in_own_mounts(mount, *command):
    """The command line of a command that has file systems of its own: those that `mount` mounts."""
    return ["unshare", "-m" if os.geteuid() == 0 else "-rm", *in_shell(mount + ' && exec "$@"', *command)]


def run(command, stdin=b"", cwd=None, stdout=PIPE, stderr=PIPE, pass_fds=(), timeout=DEADLINE, **changes):
    """Runs a command without a terminal. A negative `returncode` is a signal."""
    try:
        return subprocess.run(launcher() + command, input=stdin, stdout=stdout, stderr=stderr, cwd=cwd, env=environment(**changes), timeout=timeout,
                              pass_fds=pass_fds, start_new_session=True)
    except subprocess.TimeoutExpired:
        fail(f"still running after {timeout:.0f} s: {shlex.join(map(str, command))}")


def started(command, cwd=None, stdin=subprocess.DEVNULL, stdout=None, stderr=None, pass_fds=(), **changes):
    """A process that runs a command, for tests that talk with it or do not wait for its end."""
    return subprocess.Popen(command, cwd=cwd, stdin=stdin, stdout=stdout, stderr=stderr, pass_fds=pass_fds, env=environment(**changes))


class Terminal:
    """A command on a pseudo-terminal of its own, and every byte that it writes there. With `reads=False` nothing is read until read()."""

    def __init__(self, command, columns=80, rows=24, cwd=None, stdin=None, stdout=None, stderr=None, reads=True, **changes):
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        # A new terminal's settings, before the command can have changed them.
        self.settings = termios.tcgetattr(slave)
        self.received = bytearray()
        # The longest time from one read to the next.
        self.longest_pause = 0
        self.begun = time.monotonic()
        self.process = subprocess.Popen(
            launcher(os.ttyname(slave)) + command, cwd=cwd, env=environment(**changes),
            stdin=slave if stdin is None else stdin, stdout=slave if stdout is None else stdout,
            stderr=slave if stderr is None else stderr)
        os.close(slave)
        # Written to when the reader has to end.
        self.last_word, self.reader_ends = os.pipe()
        self.reader = threading.Thread(target=self._read, daemon=True)
        if reads:
            self.read()

    def read(self):
        self.reader.start()

    def _next(self):
        """The next bytes for the reader; none once the other side is closed, or this one has to be."""
        ready = select.poll()
        for descriptor in (self.master, self.last_word):
            ready.register(descriptor, select.POLLIN)
        if any(descriptor == self.last_word for descriptor, _ in ready.poll()):
            return b""
        try:
            return os.read(self.master, 65536)
        except OSError:  # Linux reports EIO when the other side is closed.
            return b""

    def _read(self):
        last = None
        while bytes := self._next():
            now = time.monotonic()
            self.longest_pause = max(self.longest_pause, now - (last or now))
            last = now
            self.received += bytes

    def hang_up(self):
        """Closes the terminal. The reader ends before that: a read that waits would keep the terminal open, and the one after it would take the bytes of
        whatever another test has opened under the same number meanwhile."""
        os.write(self.reader_ends, b"x")
        self.reader.join()
        for descriptor in (self.master, self.last_word, self.reader_ends):
            os.close(descriptor)

    def type(self, text):
        os.write(self.master, text.encode())

    def wait_for(self, bytes):
        wait_until(lambda: bytes in self.received, lambda: f"{shown(bytes)} in {shown(self.received)}")

    def finish(self, is_held=False):
        """Waits for the end, and for that of its output. Returns the exit status, or the negative number of a signal.

        - is_held: whether another process holds the terminal, so that the output has no end."""
        try:
            status = self.process.wait(DEADLINE)
        except subprocess.TimeoutExpired:
            self.end()
            fail(f"still running after {DEADLINE:.0f} s; the terminal received {shown(bytes(self.received))}")
        self.elapsed = time.monotonic() - self.begun
        if not is_held:
            self.reader.join(DEADLINE)
        self.hang_up()
        return status

    def ends(self, status, is_held=False):
        """Waits for the end, which must have this status."""
        equal(self.finish(is_held), status, f"status; the terminal received last {shown(bytes(self.received[-1500:]))}")

    def end(self):
        """Kills what is left of it, after a failed test."""
        if self.process.poll() is None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                self.process.kill()
            self.process.wait()


def on_terminal(command, **options):
    """Runs a command on a pseudo-terminal to its end. Returns what the terminal received, and the status."""
    terminal = Terminal(command, **options)
    status = terminal.finish()
    return bytes(terminal.received), status


def received_by(command, status=None, **options):
    """What the terminal received from a command that has run to its end. Its status is checked if one is given."""
    received, seen = on_terminal(command, **options)
    if status is not None:
        equal(seen, status, f"status; the terminal received {shown(received)}")
    return received


@contextlib.contextmanager
def serving(answer):
    """A server on this machine, and its address. `answer` has the path of a request, and returns a status, a length, and the pieces of the content."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            status, length, pieces = answer(self.path)
            self.send_response(status)
            self.send_header("Content-Length", str(length))
            self.end_headers()
            for piece in pieces:
                self.wfile.write(piece)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


# ---- Jobs ----


class Gate:
    """A job waits at a gate until the test opens it, so that no test depends on timing."""

    def __init__(self, home, name="gate"):
        self.path = home / name

    @property
    def wait(self):
        """The shell command that waits. It ends with the test, too, whose folder is removed then."""
        folder = shlex.quote(str(self.path.parent))
        # In a subshell, for tests that stop the job: dash starts other commands by vfork, and ^Z before their exec stops the new process
        # alone, for which the shell waits.
        return f"until [ -e {shlex.quote(str(self.path))} ] || [ ! -d {folder} ]; do (sleep 0.05); done"

    def open(self):
        self.path.touch()

    def close(self):
        self.path.unlink()


def gates_of(home, count):
    """So many gates, for a job that waits at one after the other."""
    return [Gate(home, f"gate{number}") for number in range(count)]


def joblog(path):
    """The rows of a group's log, by the titles of the columns."""
    header, *rows = path.read_text().splitlines()
    equal(header, "Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand", "the header")
    return [dict(zip(header.split("\t"), row.split("\t", 8))) for row in rows]


class SharedGate(Gate):
    """A gate for dozens of jobs at a time: they do not poll. A shell that waits at one handles no signal."""

    def __init__(self, home, name="gate"):
        super().__init__(home, name)
        # Locked until the gate opens.
        self.lock = open(str(self.path) + ".lock", "w")
        fcntl.flock(self.lock, fcntl.LOCK_EX)

    @property
    def wait(self):
        return f"flock -s {shlex.quote(self.lock.name)} true"

    def open(self):
        # Not only closed, because a process that has just been forked has the file, too.
        fcntl.flock(self.lock, fcntl.LOCK_UN)
        self.lock.close()


class QuietGate(Gate):
    """A gate that needs no further process, so that what stops or ends the job stops or ends all of it."""

    def __init__(self, home, name="gate"):
        super().__init__(home, name)
        os.mkfifo(self.path)

    @property
    def wait(self):
        return f"read word <{shlex.quote(str(self.path))} || :"

    def open(self):
        def opened():
            try:
                return os.open(self.path, os.O_WRONLY | os.O_NONBLOCK)
            except OSError as error:
                if error.errno != errno.ENXIO:  # The job has not reached the gate yet.
                    raise

        os.close(wait_until(opened, "a job at the gate"))


def script(home, name, text):
    """A shell script for a job. Returns its path."""
    path = home / name
    path.write_text("#!/bin/sh\n" + text + "\n")
    make_executable(path)
    return path


def make_executable(path):
    """Makes a file executable, and waits until no process has it open for writing, because execve would then fail with ETXTBSY.

    A process that another thread forks has all open files for a moment, until it executes its program.
    """
    os.chmod(path, 0o755)
    if not hasattr(fcntl, "F_SETLEASE"):
        return
    with open(path) as file:

        def is_free():
            try:
                fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)
                fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)
                return True
            except BlockingIOError:
                return False
            except OSError:  # A file system without leases.
                return True

        wait_until(is_free, f"no writer of {path}")


def line_in(path):
    """Waits for the line that a job writes to a file."""

    def read():
        try:
            text = path.read_text()
        except FileNotFoundError:
            return None
        return text if text.endswith("\n") else None

    return wait_until(read, f"a line in {path}").rstrip("\n")


def number_in(path):
    """Waits for the number that a job writes to a file."""
    return int(line_in(path))


def wait_for_end(*processes):
    wait_until(lambda: not any(map(is_running, processes)), f"the end of {processes}")


def wait_for_file(path):
    wait_until(path.exists, f"the file {path.name}")


def is_running(process):
    """Whether a process is running or stopped, as opposed to ended or a zombie."""
    return state_of(process) not in ("", "Z", "X")


def parent_of(process):
    return int(subprocess.run(["ps", "-o", "ppid=", "-p", str(process)], capture_output=True, text=True).stdout)


def marked(mark):
    """All processes with this HUD_MARK in their environment, whatever their parents are now."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"HUD_MARK={mark}".encode() in path.read_bytes().split(b"\0") and is_running(path.parent.name):
                found.append(int(path.parent.name))
        except OSError:
            pass  # It has ended, or is another user's.
    return found


def peak_of(process):
    """The most memory that a process has had, in kB; 0 where /proc does not say."""
    try:
        return int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{process}/status").read_text())[1])
    except (OSError, TypeError):
        return 0


def kept_space(process):
    """The space of the files without a name that a process has open, in bytes."""
    files = {}
    for path in Path(f"/proc/{process}/fd").glob("*"):
        try:
            if os.readlink(path).endswith(" (deleted)"):
                status = path.stat()
                files[status.st_ino] = status.st_blocks * 512
        except OSError:
            pass  # It was closed meanwhile, or the process has ended.
    return sum(files.values())


# The states of a process that was stopped. A shell whose child was stopped between vfork and exec waits for it, and stops after that.
STOPPED = ("T", "D")


def state_of(process):
    """The letter of `ps` for a process's state; empty if there is no such process."""
    if sys.platform == "linux":
        try:
            with open(f"/proc/{process}/stat") as file:
                return file.read().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return ""
    result = subprocess.run(["ps", "-o", "state=", "-p", str(process)], capture_output=True, text=True)
    return result.stdout.strip()[:1]


# ---- Bytes ----

def has_escapes(bytes):
    """Whether the bytes contain the start of a control sequence: ESC, or a C1 control in UTF-8."""
    return b"\x1b" in bytes or re.search(rb"\xc2[\x80-\x9f]", bytes) is not None


def is_ascii(bytes):
    return all(byte < 0x80 for byte in bytes)


# The HUD's own styling of text: colors, bold, dim, and reset (SGR, ECMA-48 8.3.117).
STYLE = re.compile(rb"\x1b\[[0-9;]*m")


def without_style(bytes):
    """Bytes without SGR sequences, for text that only the HUD can have styled."""
    return STYLE.sub(b"", bytes)


def steady(text):
    """Text or bytes in which the time of a summary, `0.2 s`, is `T s`."""
    return re.sub(rb"\b\d\.\d s\b", b"T s", text) if isinstance(text, bytes) else re.sub(r"\b\d\.\d s\b", "T s", text)


def colors(bytes):
    """The SGR parameters in the bytes that set colors."""
    numbers = [number for style in STYLE.findall(bytes) for number in re.findall(rb"\d+", style)]
    return [number for number in numbers if 30 <= int(number) <= 49 or 90 <= int(number) <= 107]


HIDE_CURSOR = b"\x1b[?25l"
AUTOWRAP_OFF = b"\x1b[?7l"
AUTOWRAP_ON = b"\x1b[?7h"
SHOW_CURSOR = re.compile(rb"\x1b\[\?25h")


# ---- Screens ----

SERVERS = []  # The tmux servers that have been started.
LARGE_SERVER = 50_000_000  # Bytes.


def tmux(*words, ok=True):
    """Carries out a command of this thread's tmux. Returns what it prints."""
    try:
        return HERE.server.tell(*words)
    except (Refused, TimeoutError, ConnectionError) as error:
        if ok or not isinstance(error, Refused):
            fail(f"tmux {shlex.join(words)}: {error}")
        return ""


def start_tmux():
    """A server for each thread, so that a flood in a window of one delays no test of another."""
    HERE.server = Server("hud-tests", make_home(), environment(TERM="xterm-256color"), DEADLINE,
                         [("status", "off"), ("history-limit", "1100000"), ("remain-on-exit", "on")])
    SERVERS.append(HERE.server)


def stop_tmux(server):
    SERVERS.remove(server)
    server.close()
    remove_home(server.directory)


def close_screens():
    """Ends the programs on the screens of a test. Hundreds of them would wait until the last test ends."""
    for screen in HERE.screens:
        screen.close()
    HERE.screens = []
    # tmux keeps the memory of a long scrollback, and copies the table of its pages with each window that it opens.
    if HERE.server.memory() > LARGE_SERVER:
        stop_tmux(HERE.server)
        start_tmux()


class Screen:
    """A window of a real terminal emulator (tmux) that runs a shell or a command."""

    counter = 0
    lock = threading.Lock()
    COMMAND = "hud-demo"

    def __init__(self, home, columns=80, rows=24, command=None):
        with Screen.lock:
            Screen.counter += 1
            self.name = f"t{Screen.counter}"
        tools = home / "bin"
        os.makedirs(tools, exist_ok=True)
        link = os.path.join(tools, self.COMMAND)
        if not os.path.lexists(link):
            os.symlink(BINARY, link)
        variables = {"LC_ALL": "C.UTF-8", "PS1": r"[\#]$ ", "HISTFILE": "/dev/null",
                     "INPUTRC": "/dev/null", "PS0": ""}
        settings = [word for name, value in variables.items() for word in ("-e", f"{name}={value}")]
        # tmux sets PATH itself.
        shell = f"PATH={shlex.quote(str(tools))}:$PATH; ulimit -c 0; exec " + (command or "bash --norc --noprofile")
        tmux("new-session", "-d", "-s", self.name, "-x", str(columns), "-y", str(rows), "-c", str(home), *settings, "--",
             "sh", "-c", shell)
        self.prompts = 1
        HERE.screens = [*getattr(HERE, "screens", []), self]
        if command is None:
            self.wait_for_prompt()

    # Input.

    def type(self, text):
        tmux("send-keys", "-t", self.name, "-l", "--", text)

    def press(self, *keys):
        tmux("send-keys", "-t", self.name, *keys)

    def leave(self, *keys):
        """Presses keys after which the shell prompts."""
        self.press(*keys)
        self.wait_for_prompt()

    def enter(self, text):
        """Types a line and Enter."""
        self.type(text)
        self.press("Enter")

    def command(self, text):
        """Types a command line and counts it: the next prompt has the next number."""
        self.enter(text)
        self.prompts += 1
        return self

    def carry_out(self, text):
        """Types a command line, and waits for the prompt after it."""
        self.command(text).wait_for_prompt()
        return self

    def resize(self, columns, rows=24):
        tmux("resize-window", "-t", self.name, "-x", str(columns), "-y", str(rows))

    # Output.

    def lines(self):
        """The rows of the screen, without trailing spaces and without empty rows at the end."""
        return without_empty_end(tmux("capture-pane", "-p", "-t", self.name, ok=False))

    def record(self, home):
        """From now on, what is written to the terminal goes to a file as well. Returns its path: what is on the screen for a moment only is there for a
        test that looks late."""
        path = home / f"{self.name}.record"
        tmux("pipe-pane", "-t", self.name, f"cat >{shlex.quote(str(path))}")
        wait_until(path.exists, "the record")
        return path

    def history(self):
        """The scrollback and the screen."""
        return without_empty_end(tmux("capture-pane", "-p", "-S", "-", "-t", self.name))

    def shows(self, text):
        return any(text in line for line in self.lines())

    def is_cursor_shown(self):
        return self.value("cursor_flag") == "1"

    def wait_for_hidden_cursor(self):
        wait_until(lambda: not self.is_cursor_shown(), f"no cursor on the screen {self.name}")

    def check_cursor(self):
        check(self.is_cursor_shown(), f"the cursor is hidden on the screen {self.name}")

    def value(self, name):
        return tmux("display-message", "-p", "-t", self.name, "#{" + name + "}").strip()

    def values(self, *names):
        """Several values at one moment; each of them is a single word."""
        return tmux("display-message", "-p", "-t", self.name, " ".join("#{" + name + "}" for name in names)).split()

    # Waiting.

    def wait_for(self, text):
        wait_until(lambda: self.shows(text), f"{text!r} on the screen {self.name}")

    def wait_for_line(self, line):
        wait_until(lambda: line in self.lines(), f"the line {line!r} on the screen {self.name}")

    def wait_for_start(self, text):
        """Waits for a line that starts with a text."""
        wait_until(lambda: any(line.startswith(text) for line in self.lines()), f"a line that starts with {text!r} on the screen {self.name}")

    def wait_for_lines(self, lines):
        wait_until(lambda: self.lines() == lines, f"a certain screen\nexpected: {shown(lines)}")

    def wait_for_values(self, **expected):
        wait_until(lambda: self.values(*expected) == list(expected.values()), lambda: f"{expected}, not {self.values(*expected)}")

    def wait_for_prompt(self):
        """Waits for the shell's next prompt, alone on its line."""
        prompt = f"[{self.prompts}]$"
        wait_until(lambda: self.lines()[-1:] == [prompt], f"the prompt {prompt} on the screen {self.name}")

    def status(self):
        """The exit status of the last command, by the shell."""
        self.command('echo "status $?"')
        self.wait_for_prompt()
        answers = [line for line in self.lines() if re.fullmatch(r"status \d+", line)]
        return int(answers[-1].split()[1])

    def check_status(self, status):
        equal(self.status(), status, f"status on the screen {self.name}")

    def close(self):
        # Exactly this one: without the sign, t5 is also the beginning of t53, if there is no t5 any more.
        tmux("kill-session", "-t", "=" + self.name, ok=False)


def group_on_screen(home, words, *more, columns=80, rows=24, before=""):
    """Runs a group in a window, with words `before` its command. The shell outlives ^C, and says how the group ended."""
    command = [*shlex.split(before), *group("--grace 0 " + words, *more)]
    return Screen(home, columns, rows, command=shlex.join(in_shell('trap : INT; "$@"; echo "status $?"; cat', *command)))


class Replay(Screen):
    """A window of tmux that shows what another terminal received, as an independent emulator."""

    def __init__(self, home, columns=80, rows=24):
        super().__init__(home, columns, rows, command="sh -c 'stty -opost -echo; touch replay; exec cat'")
        wait_until(lambda: (home / "replay").exists(), "the window to replay in")
        self.path = self.value("pane_tty")
        self.played = 0

    def play(self, bytes):
        """Shows bytes on an empty screen, and waits until all of them are processed."""
        self.played += 1
        mark = f"played {self.played}"
        with open(self.path, "wb", buffering=0) as terminal:
            # A hard reset that also clears the history.
            terminal.write(b"\x1bc\x1b[3J" + bytes + f"\x1b]2;{mark}\x1b\\".encode())
        wait_until(lambda: self.value("pane_title") == mark, "the end of the replay")


def without_empty_end(text):
    lines = [line.rstrip() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


# ---- Directories ----


def make_home():
    return Path(tempfile.mkdtemp(prefix="hud-tests-")).resolve()


def remove_home(home):
    shutil.rmtree(home, ignore_errors=True)

"""A tmux server, and a client of it in control mode: a command costs a line in a pipe instead of a process."""

import os
import select
import subprocess
import threading
import time


class Refused(Exception):
    """tmux's error message for a command."""


class Server:
    """A server of its own, with one window that stays until the end, because the server exits with its last one."""

    def __init__(self, name, directory, environment, deadline, options):
        self.command = ["tmux", "-u", "-L", name, "-f", "/dev/null"]
        self.directory = directory
        self.environment = {**environment, "TMUX_TMPDIR": directory}
        self.deadline = deadline
        self.lock = threading.Lock()
        self.client = None
        subprocess.run([*self.command, "new-session", "-d", "-s", "keeper", "cat"], env=self.environment, check=True)
        for option, value in options:
            self.tell("set-option", "-g", option, value)
        self.process = int(self.tell("display-message", "-p", "#{pid}"))

    def tell(self, *words):
        """Carries out a command, or several that a word `;` divides. Returns what they print."""
        with self.lock:
            if self.client is None:
                self._attach()
            try:
                self._send(" ".join(word if word == ";" else quoted(word) for word in words))
                return "".join(self._answer() for _ in range(words.count(";") + 1))
            except (TimeoutError, ConnectionError):
                # An answer that comes later would be taken for the next command's.
                self._detach()
                raise

    def _attach(self):
        self.client = subprocess.Popen(
            [*self.command, "-C", "attach-session", "-f", "no-output,ignore-size", "-t", "keeper"], env=self.environment, bufsize=0,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.received = b""
        self._answer()

    def _detach(self):
        if self.client:
            self.client.kill()
            self.client.communicate()
        self.client = None

    def _send(self, line):
        data = line.encode() + b"\n"
        while data:
            data = data[self.client.stdin.write(data):]

    def _line(self, end):
        while True:
            line, found, rest = self.received.partition(b"\n")
            if found:
                self.received = rest
                return line
            if not select.select([self.client.stdout], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("tmux does not answer")
            more = os.read(self.client.stdout.fileno(), 1 << 20)
            if not more:
                raise ConnectionError("tmux has ended")
            self.received += more

    def _answer(self):
        """What one command prints: the lines between `%begin` and `%end` with the same numbers. What is outside are notifications."""
        end = time.monotonic() + self.deadline
        while not (line := self._line(end)).startswith(b"%begin "):
            pass
        numbers = line[len(b"%begin "):]
        lines = []
        while (line := self._line(end)) not in (b"%end " + numbers, b"%error " + numbers):
            lines.append(line + b"\n")
        text = b"".join(lines).decode(errors="replace")
        if line.startswith(b"%error"):
            raise Refused(text.strip())
        return text

    def memory(self):
        """The memory that it has in use, in bytes; 0 where that can't be read in a file."""
        try:
            with open(f"/proc/{self.process}/statm", encoding="ascii") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except OSError:
            return 0

    def close(self):
        self._detach()
        subprocess.run([*self.command, "kill-server"], env=self.environment, capture_output=True, check=False)


def quoted(word):
    """A word for tmux's parser: no character has a meaning in single quotes. A line can't contain its end, so that is an escape in double quotes."""
    return "'" + word.replace("'", "'\"'\"'").replace("\n", "'\"\\n\"'") + "'"

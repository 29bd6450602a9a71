"""Real terminal emulators with one face: tmux, and xterm and VTE under Xvfb. Each runs a command, has a window that can be resized, and its text, the
scrollback included, can be read: by `text` at any time, and by `last_text` when the command has nothing more to print."""

import atexit
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from harness import DEADLINE, check, environment, fail, wait_until
from tmux_server import Server

# Debian's interpreter, because Debian's packages of GTK and VTE belong to it.
SYSTEM_PYTHON = "/usr/bin/python3"
HERE = os.path.dirname(os.path.abspath(__file__))


# The most rows of a window of 13 pixels a row.
MOST_ROWS = 320

# A window has the keyboard while it is typed to.
FOCUS = threading.Lock()


class Display:
    """An X server without a screen; one for all tests, started when the first one needs it."""

    _name = None

    @classmethod
    def name(cls):
        if cls._name is None:
            read, write = os.pipe()
            server = subprocess.Popen(
                ["Xvfb", "-displayfd", str(write), "-screen", "0", f"1200x{MOST_ROWS * 13}x24", "-nolisten", "tcp"], pass_fds=[write],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            os.close(write)
            with os.fdopen(read) as answer:
                number = answer.readline().strip()
            if not number:
                fail("Xvfb does not start")
            atexit.register(server.kill)
            cls._name = f":{number}"
        return cls._name


class Tmux:
    """A window of a tmux server of its own."""

    name = "tmux"

    def __init__(self, command, columns, rows, **changes):
        self.directory = tempfile.mkdtemp(prefix="hud-tmux.")
        self.server = Server("emulator", self.directory, environment(**changes), 15, [("remain-on-exit", "on"), ("history-limit", "10000")])
        self.server.tell("set-option", "-g", "default-terminal", "tmux-256color")
        self.server.tell("new-session", "-d", "-s", "main", "-x", str(columns), "-y", str(rows), shlex.join(map(str, command)))
        self.server.tell("set-option", "-w", "-t", "main", "window-size", "manual")

    def resize(self, columns, rows):
        self.server.tell("resize-window", "-t", "main", "-x", str(columns), "-y", str(rows))

    def type(self, text):
        self.server.tell("send-keys", "-t", "main", "-l", text)

    def text(self):
        return self.server.tell("capture-pane", "-p", "-J", "-S", "-", "-t", "main")

    def last_text(self):
        return self.text()

    def close(self):
        self.server.close()
        shutil.rmtree(self.directory, ignore_errors=True)


class Xterm:
    """An xterm. It prints its text to a file when F12 is pressed."""

    name = "xterm"

    def __init__(self, command, columns, rows, **changes):
        self.directory = tempfile.mkdtemp(prefix="hud-xterm.")
        self.size = (columns, rows)
        self.print = os.path.join(self.directory, "print")
        self.environment = environment(DISPLAY=Display.name(), **changes)
        resources = {"saveLines": 10000, "printerCommand": f"cat >{self.print}.new; mv {self.print}.new {self.print}", "printAttributes": 0,
                     "printerAutoClose": "true", "allowTitleOps": "true", "internalBorder": 0,
                     "translations": "#override <Key>F12: print-everything()"}
        options = [word for name, value in resources.items() for word in ("-xrm", f"*VT100*{name}: {value}")]
        words = ["xterm", "-u8", "-fn", "6x13", "-geometry", f"{columns}x{rows}", *options, "-e", *command]
        # Now and then an xterm ends before it has a window, while others start: it is started again.
        for _ in range(3):
            self.process = subprocess.Popen(words, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.window = wait_until(lambda: self._find() or self.process.poll() is not None, "xterm's window", 2 * DEADLINE)
            if self.window is not True:
                break
        check(self.window is not True, "xterm ends without a window, three times")

    def _find(self):
        return self._do("search", "--onlyvisible", "--pid", str(self.process.pid)).split("\n")[0]

    def _do(self, *words):
        return subprocess.run(["xdotool", *words], env=self.environment, capture_output=True, text=True, check=False).stdout

    def resize(self, columns, rows):
        self.size = (columns, rows)
        # The font has 6 × 13 pixels.
        self._do("windowsize", self.window, str(columns * 6), str(rows * 13))

    def type(self, text):
        with FOCUS:
            self._do("windowfocus", self.window, "type", text)

    def text(self):
        if os.path.exists(self.print):
            os.remove(self.print)
        with FOCUS:
            self._do("windowfocus", self.window, "key", "F12")
            wait_until(lambda: os.path.exists(self.print), "what xterm prints")
        with open(self.print, encoding="utf-8", errors="replace") as file:
            text = file.read().replace("\f", "")
        return "\n".join(line.rstrip() for line in text.split("\n"))

    def last_text(self):
        # xterm 379 prints a saved line as wide as its window is now, and reads beyond the line's memory if that is narrower (`printLine` in print.c).
        # In a window that is high enough there are no saved lines.
        self.resize(self.size[0], MOST_ROWS)
        time.sleep(0.3)
        return self.text()

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.directory, ignore_errors=True)


class Vte:
    """A VTE terminal, as in GNOME Terminal and many others."""

    name = "VTE"

    def __init__(self, command, columns, rows, **changes):
        changes = {"TERM": "xterm-256color", "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1", **changes}
        self.process = subprocess.Popen(
            [SYSTEM_PYTHON, os.path.join(HERE, "vte_window.py"), str(columns), str(rows), *command],
            env=environment(DISPLAY=Display.name(), **changes), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self._ask({})

    def _ask(self, request):
        print(json.dumps(request), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            fail("the VTE terminal has ended")
        return json.loads(line)

    def resize(self, columns, rows):
        self._ask({"resize": [columns, rows]})

    def type(self, text):
        self._ask({"type": text})

    def text(self):
        return self._ask({"text": True})["text"]

    def last_text(self):
        return self.text()

    def close(self):
        self.process.stdin.close()
        self.process.wait()


# Xvfb and VTE are Linux's.
EMULATORS = [Tmux, Xterm, Vte] if sys.platform == "linux" else [Tmux]

"""Runs a job alone and under hud-demo in two windows of tmux, and compares what both leave."""

import os
import queue
import shlex
import shutil
import tempfile
import threading
import time

from harness import DEADLINE, environment, first_difference, without_empty_end
from tmux_server import Refused, Server

LABEL = "WORKING"

# What a terminal's state is made of, besides text and cursor.
FLAGS = ["cursor_flag", "insert_flag", "wrap_flag", "origin_flag", "keypad_flag", "keypad_cursor_flag", "alternate_on", "scroll_region_upper",
         "scroll_region_lower", "mouse_standard_flag", "mouse_button_flag", "mouse_any_flag", "mouse_sgr_flag", "pane_tabs"]


class Window:
    """A window in which one run after another takes place, each on a fresh terminal."""

    def __init__(self, server, number):
        self.server = server
        self.name = f"w{number}"
        server.tell("new-session", "-d", "-s", self.name, "-x", "80", "-y", "24", "cat")
        self.runs = 0
        self.is_running = False
        self.title = ""
        self.is_hud_seen = False

    def start(self, job, words, directory):
        self.runs += 1
        self.mark = f"left {self.runs}"
        self.title, self.answered, self.is_hud_seen = "", 0, False
        self.path = os.path.join(directory, f"{self.name}.{self.runs}")
        path = self.path + ".sh"
        before = f"seq -f 'before %g' {job.before}\n" if job.before else ""
        with open(path, "w", encoding="utf-8") as file:
            # The marks show the style and the character set that the job leaves, and where the cursor is.
            file.write(f"cd {shlex.quote(directory)}; export LC_ALL=C.UTF-8 TERM={job.terminal}; unset TMUX\n{before}"
                       f"{shlex.join(words)} {self.path}\nstatus=$?\nstty -a >{self.path}.settings\nstty sane\n"
                       f"printf 'xq\\033]2;{self.mark} %s\\033\\\\' $status\nexec sleep 1000\n")
        server, name = self.server, self.name
        server.tell("resize-window", "-t", name, "-x", str(job.columns), "-y", str(job.rows))
        server.tell("clear-history", "-t", name)
        server.tell("respawn-pane", "-k", "-t", name, f"exec sh {path}")
        self.is_running = True

    def see(self, title, hud_row):
        """Records what was seen on the screen. Answers a question."""
        self.title = title
        self.is_running = self.is_running and not self.is_over
        if hud_row not in ("", "0"):
            self.is_hud_seen = True
        if self.is_running and os.path.exists(f"{self.path}.{self.answered + 1}"):
            self.answered += 1
            self.server.tell("send-keys", "-t", self.name, "-l", f"answer {self.answered}")
            self.server.tell("send-keys", "-t", self.name, "Enter")

    @property
    def is_over(self):
        return self.title.startswith(self.mark)

    def left(self):
        """What a run has left: rows with their styles, lines whatever rows they take, cursor, modes, settings and status."""
        tell, name = self.server.tell, self.name
        rows = styled_rows(tell("capture-pane", "-p", "-e", "-N", "-S", "-", "-t", name))
        lines = without_empty_end(tell("capture-pane", "-p", "-J", "-S", "-", "-t", name))
        values = "|".join("#{" + value + "}" for value in ["history_size", "cursor_y", "cursor_x", *FLAGS])
        above, row, column, *flags = tell("display-message", "-p", "-t", name, values).rstrip("\n").split("|")
        with open(self.path + ".settings", encoding="utf-8") as file:
            settings = file.read()
        return {"rows": rows, "lines": lines, "cursor": (int(above) + int(row), int(column)), "modes": dict(zip(FLAGS, flags)),
                "settings": settings, "status": self.title.split()[-1]}


def styled_rows(text):
    """tmux's rows with styles, as text with a mark where the style changes. Plain blanks at the end of a row are as good as none."""
    rows, style = [], {}
    for line in text.split("\n"):
        cells, index = [], 0
        while index < len(line):
            character = line[index]
            index += 1
            if character == "\033" and line[index:index + 1] == "[":
                end = line.index("m", index)
                style = applied(style, line[index + 1:end])
                index = end + 1
            elif character in "\016\017":
                style = {**style, "charset": character} if character == "\016" else {name: value for name, value in style.items() if name != "charset"}
            else:
                cells.append((character, style))
        while cells and cells[-1] == (" ", {}):
            cells.pop()
        row, last = "", {}
        for character, its in cells:
            if its != last:
                row += "{" + ",".join(its.values()) + "}"
            row, last = row + character, its
        rows.append(row)
    while rows and not rows[-1]:
        rows.pop()
    return rows


GROUPS = {"1": "bold", "2": "dim", "3": "italic", "4": "underline", "5": "blink", "7": "reverse", "8": "hidden", "9": "strike", "53": "over"}


def applied(style, parameters):
    """A style after tmux's SGR."""
    words = parameters.split(";")
    index = 0
    style = dict(style)
    while index < len(words):
        word = words[index]
        index += 1
        number = word.split(":")[0]
        if number in ("", "0"):
            style = {}
        elif number in ("38", "48", "58"):
            rest = [] if ":" in word else words[index:index + (2 if words[index:index + 1] == ["5"] else 4)]
            index += len(rest)
            style[number] = ";".join([word, *rest])
        elif number in GROUPS:
            style[GROUPS[number]] = word
        elif number in ("39", "49", "59"):
            style.pop(str(int(number) - 1), None)
        elif len(number) > 1 and number[:-1] in ("3", "4", "9", "10"):
            style["38" if number[:-1] in ("3", "9") else "48"] = word
        else:
            style["other " + number] = word
    return dict(sorted(style.items()))


class Result:
    """What a comparison has found. `difference` is empty where nothing differs."""

    def __init__(self, job, difference, is_hud_seen):
        self.job = job
        self.difference = difference
        self.is_hud_seen = is_hud_seen


def difference(alone, wrapped):
    """What differs, as text."""
    found = []
    for name, one in alone.items():
        other = wrapped[name]
        if one == other:
            continue
        if isinstance(one, list):
            place = first_difference(one, other)
            begin = max(0, place - 3)
            found.append(f"{name} ({len(one)} and {len(other)}) differ from number {place} on")
            for title, rows in (("alone", one), ("under a HUD", other)):
                found += [f"  {title}:"] + [f"    {number:4} {row[:240]!r}" for number, row in enumerate(rows[begin:begin + 9], begin)]
        elif isinstance(one, dict):
            found += [f"{name}: {key} is {one[key]} alone and {other[key]} under a HUD" for key in one if one[key] != other[key]]
        else:
            found.append(f"{name}: {one!r} alone and {other!r} under a HUD")
    return "\n".join(found)


class Comparison:
    """Pairs of windows that take one job after another."""

    def __init__(self, binary, pairs=8):
        self.binary = os.path.abspath(binary)
        self.directory = os.path.realpath(tempfile.mkdtemp(prefix="hud-compare-"))
        # The jobs inherit this environment. With CI in it, hud-demo would print plain lines.
        self.server = Server("compare", self.directory, environment(TERM="xterm-256color"), DEADLINE,
                             [("status", "off"), ("history-limit", "20000"), ("remain-on-exit", "on")])
        self.pairs = queue.Queue()
        self.windows = [Window(self.server, number) for number in range(2 * pairs)]
        for one, other in zip(self.windows[::2], self.windows[1::2]):
            self.pairs.put((one, other))
        self.is_closed = False
        self.watcher = threading.Thread(target=self._watch, daemon=True)
        self.watcher.start()

    def _watch(self):
        """Looks at all windows at once, again and again."""
        windows = {window.name: window for window in self.windows}
        while not self.is_closed:
            try:
                seen = self.server.tell("list-panes", "-a", "-F", f"#{{session_name}}|#{{C:{LABEL}}}|#{{pane_title}}")
                for line in seen.splitlines():
                    name, row, title = line.split("|", 2)
                    if name in windows:
                        windows[name].see(title, row)
            except (Refused, OSError, ValueError):
                if self.is_closed:
                    return
                raise
            time.sleep(0.015)

    def run(self, job):
        """Runs a job in both windows at the same time."""
        pair = self.pairs.get()
        directory = tempfile.mkdtemp(dir=self.directory)
        try:
            with open(os.path.join(directory, "job"), "w", encoding="ascii") as file:
                file.write(job.script())
            commands = (["sh", "job"], [self.binary, *job.options, "--leave", "nothing", "--", "sh", "job"])
            for window, command in zip(pair, commands):
                window.start(job, command, directory)
            end = time.monotonic() + DEADLINE
            while not all(window.is_over for window in pair):
                if time.monotonic() > end:
                    screens = "\n".join(f"{window.name}: {window.title!r}\n{self.server.tell('capture-pane', '-p', '-t', window.name)}" for window in pair)
                    return Result(job, f"still running after {DEADLINE:.0f} s:\n{screens}", False)
                time.sleep(0.01)
            alone, wrapped = (window.left() for window in pair)
            if "bezel" in job.options:
                # When a program enters the alternate screen, tmux divides a line of which only the end is still on the screen.
                del alone["lines"], wrapped["lines"]
            return Result(job, difference(alone, wrapped), pair[1].is_hud_seen)
        finally:
            for window in pair:
                window.is_running = False
            shutil.rmtree(directory)
            self.pairs.put(pair)

    def close(self):
        self.is_closed = True
        self.watcher.join()
        self.server.close()
        shutil.rmtree(self.directory, ignore_errors=True)

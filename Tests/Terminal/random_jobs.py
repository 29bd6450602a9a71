"""Random jobs for the comparison: what a seed makes a job print, and in which window."""

import random
import re

# Columns and rows.
SIZES = [(20, 5), (30, 7), (40, 9), (40, 12), (60, 16), (80, 24), (120, 40), (200, 60)]

# What a kind of job may do. Lines: text, styles, movements within the cursor's row. Blocks: rows that the job has printed and redraws by
# moving up. Homed: full-screen sequences after clearing the screen. Screen: the same at any moment.
KINDS = ["lines", "lines", "blocks", "homed", "screen"]

WORDS = ["compiling", "module", "0x7f", "linked", "ok", "warning:", "a", "of", "src/main.c", "[12/345]", "100%", "--", "done.", "{}"]
WIDE = ["日本語", "漢", "한국어", "👍", "é", "ü", "—", "│", "é", "ｆｕｌｌ", "👩‍👧", "🇩🇪"]
INVALID = [b"\xff", b"\xc3", b"\xe2\x82", b"\xed\xa0\x80"]
STYLES = ["1", "2", "3", "4", "7", "9", "4:3", "4:2", "21", "31", "32;1", "44", "93", "105", "38;5;208", "48;5;17", "38;2;10;200;30", "48:2::80:0:90",
          "58:5:9", "58;2;1;2;3", "1;4:3;31", "0", "", "22", "24", "39", "49", "27"]


HOMES = [b"\033[2J\033[H", b"\033[?1049h\033[2J\033[H"]


class Job:
    """A job of small pieces, each of which may be left out, and everything else that a run of it needs.

    A piece is a kind and a value: `put` some bytes, `pause` for some seconds, `ask` for a line, ask for a `secret`, `stty` with arguments.
    """

    def __init__(self, seed):
        draw = random.Random(seed)
        self.seed = seed
        self.kind = draw.choice(KINDS)
        self.columns, self.rows = SIZES[seed % len(SIZES)]
        # At the bottom, a HUD scrolls the screen: a line is in the scrollback before a job clears the screen, and rows have other numbers.
        bottom = [self.rows - 2, self.rows - 1, self.rows + 3]
        self.before = draw.choice([0, 1, *(bottom if self.kind in ("lines", "blocks") or self.is_low_screen else [])])
        self.options = hud_options(draw)
        self.terminal = draw.choice(["tmux-256color"] * 6 + ["xterm-256color", "vt100"])
        self.status = draw.choice([0, 0, 0, 1, 7, "TERM"])
        self.opening = draw.choice(HOMES) if self.kind == "homed" else b""
        self.pieces = Maker(draw, self, may_set=self.status != "TERM").make(self.kind)

    @classmethod
    def of(cls, pieces, columns=80, rows=24, before=0, options=()):
        """A job of certain pieces."""
        job = object.__new__(cls)
        job.__dict__.update(seed=None, kind="lines", columns=columns, rows=rows, before=before, terminal="tmux-256color", status=0, opening=b"",
                            options=["--grace", "0", "--min-show", "0", "--label", "WORKING", *options], pieces=pieces)
        return job

    def copy(self, **changes):
        """The same job with something else in it."""
        job = object.__new__(Job)
        job.__dict__.update(self.__dict__, **changes)
        return job

    @property
    def is_low_screen(self):
        """Whether it goes to rows by number without clearing the screen first. It may find a low window scrolled."""
        return self.kind == "screen" and self.rows < 10

    @property
    def must_not_differ(self):
        """Whether a difference is a fault. The limits are those in the manual page."""
        loses_cursor = "bezel" in self.options and leaves_unentered_screen(b"".join(self.writes()))
        is_reset = self.status == "TERM" and sets_modes(b"".join(self.writes()))
        colors_row = self.before > 0 and colors_early_row(b"".join(self.writes()), self.rows)
        return not (self.is_low_screen or loses_cursor or is_reset or colors_row
                    or any(repeats_without_text(write) for write in self.writes()))

    def writes(self):
        """What it prints, one write each: what is put without a pause."""
        pending = self.opening
        for kind, value in self.pieces:
            if kind == "put":
                pending += value
            elif pending:
                yield pending
                pending = b""
        yield pending

    def script(self):
        """The job as a shell script. What is put without a pause is one write. Its argument begins the names of files that tell of questions."""
        lines, pending = ["#!/bin/sh"], self.opening
        asked = 0

        def flush():
            nonlocal pending
            if pending:
                lines.append(f"printf -- '{octal(pending)}'")
            pending = b""

        for kind, value in self.pieces:
            if kind == "put":
                pending += value
                continue
            flush()
            if kind == "pause":
                lines.append(f"sleep {value}")
            elif kind == "stty":
                lines.append(f"stty {value}")
            else:
                asked += 1
                silent, loud = ("stty -echo; ", "; stty echo") if kind == "secret" else ("", "")
                lines.append(f"{silent}printf -- '{octal(value)}'; : >\"$1.{asked}\"; read -r answer{loud}; printf '<%s>' \"$answer\"")
        flush()
        lines.append("kill -TERM $$" if self.status == "TERM" else f"exit {self.status}")
        return "\n".join(lines) + "\n"

    def described(self):
        return f"seed {self.seed} ({self.kind}, {self.columns}×{self.rows}, {self.before} lines before, TERM={self.terminal}, {' '.join(self.options)})"


def octal(data):
    """Bytes for the shell's printf, in single quotes."""
    return "".join(chr(byte) if 0x20 <= byte < 0x7F and byte not in b"'\\%" else f"\\{byte:03o}" for byte in data)


def leaves_unentered_screen(output):
    """Whether output leaves the alternate screen without having entered it, or resets the terminal there.

    On the main screen the first restores the cursor that was saved last, which is the one that the bezel has saved. After the second, tmux stays
    on the alternate screen, and xterm does not.
    """
    is_alternate = False
    for mode, state, reset in re.findall(rb"\033\[\?(1049|47)([hl])|\033(c)", output):
        if not is_alternate and (mode, state) == (b"1049", b"l") or is_alternate and reset:
            return True
        is_alternate = state == b"h"
    return False


def sets_modes(output):
    """Whether output changes modes, the scroll region or character sets, which are reset after a job that a signal has ended."""
    return re.search(rb"\033(\[\?[\d;]*[hl]|\[\d+[hl]|\[[\d;]*r|[=>no()*+])|\x0e", output) is not None


def colors_early_row(output, rows):
    """Whether output ends a line while a background color is set, before it has printed as many lines as the window has rows."""
    for color in re.finditer(rb"\033\[(?:4[0-7]|48[:;][\d:;]+)m((?:(?!\033\[(?:0|49)?m)[^\n])*\n)", output):
        if output[:color.end()].count(b"\n") <= rows:
            return True
    return False


def repeats_without_text(write):
    """Whether a write repeats the last character (REP) before it has written one. A HUD may have been drawn since the last write."""
    before, found, _ = re.split(rb"(\033\[\d+b)", write + b"\033[0b", maxsplit=1)
    text = re.sub(rb"\033\[[^@-~]*[@-~]|\033\][^\a]*\a|\033P.*?\033\\\\|\033[()]?.|[\0-\x1f]", b"", before)
    return found != b"\033[0b" and not text


def hud_options(draw):
    options = ["--grace", draw.choice(["0", "0", "0.01", "0.05"]), "--min-show", draw.choice(["0", "0", "0.1"]), "--fps", draw.choice(["30", "120", "240"])]
    if draw.random() < 0.8:
        options += ["--label", draw.choice(["WORKING", "WORKING", "WORKING " * 9])]
    if draw.random() < 0.2:
        options += ["--details", "and more of it"]
    if draw.random() < 0.1:
        options += ["--style", "bezel"]
    return options


class Maker:
    """Makes a job's pieces."""

    def __init__(self, draw, job, may_set):
        self.draw = draw
        self.may_set = may_set
        self.columns = job.columns
        self.rows = job.rows
        # A HUD of one row stands on the cursor's. One of two scrolls the screen by a row before anything tells that the job will go up that far.
        self.highest = job.rows - 3 if "--details" in job.options else job.rows
        self.pieces = []

    def make(self, kind):
        steps = self.draw.randint(3, 30)
        for _ in range(steps):
            if self.draw.random() < 0.35:
                self.pieces.append(("pause", self.draw.choice([0.002, 0.01, 0.03, 0.06, 0.1])))
            share = self.draw.random()
            if kind == "blocks" and share < 0.3:
                self.block()
            elif kind in ("homed", "screen") and share < 0.6:
                self.full_screen()
            else:
                self.in_row(kind)
        if kind in ("homed", "screen") and self.draw.random() < 0.5:
            self.put("\033[?1049l\033[r\033[?6l\033[4l\033[?7h\033[?25h\033(B\017\033[m")
        return self.pieces

    def put(self, text):
        self.pieces.append(("put", text if isinstance(text, bytes) else text.encode()))

    # Within the cursor's row, and on to the next one.

    def in_row(self, kind):
        draw = self.draw
        choice = draw.random()
        if choice < 0.3:
            self.put(" ".join(draw.choice(WORDS) for _ in range(draw.randint(1, 6))))
        elif choice < 0.5:
            self.put(draw.choice(["\n", "\n", "\n", "\r\n", "\n\n"]))
        elif choice < 0.62:
            self.put(f"\033[{draw.choice(STYLES)}m")
        elif choice < 0.7:
            self.put(draw.choice(WIDE))
        elif choice < 0.76:
            self.put(draw.choice(["\t", "\b", "\b\b\b", "\r", "\r", "\a", "\b \b"]))
        elif choice < 0.84:
            self.put(draw.choice(["\033[K", "\r\033[K", "\033[2K\r", "\033[1K", "\033[3C", "\033[2D", "\033[7G", "\033[2X"]))
        elif choice < 0.88:
            # About as much as the row holds.
            self.put("".join(draw.choice("0123456789") for _ in range(max(1, self.columns + draw.randint(-2, 2)))))
        elif choice < 0.9:
            self.put("漢" * (self.columns // 2 + draw.randint(-1, 1)))
        elif choice < 0.92:
            self.put(draw.choice(INVALID))
        elif choice < 0.95:
            self.bar()
        elif choice < 0.96:
            most = self.rows // 2 if kind in ("homed", "screen") else 2 * self.rows
            self.put("".join(f"line {number} of several\n" for number in range(draw.randint(2, most))))
        elif choice < 0.985:
            self.pieces.append(("ask", draw.choice([b"name? ", b"\nGo on [y/N] ", b"> ", b""])))
        elif choice < 0.995:
            self.pieces.append(("secret", b"Password: "))
        elif self.may_set:
            # Not in a job that is killed: what it has set is undone.
            self.pieces.append(("stty", draw.choice(["-echo", "echo", "-icanon", "icanon", "-onlcr", "onlcr", "tab3", "sane"])))
            if self.pieces[-1][1] == "-onlcr":
                # No line begins in the first column then, and the HUD stands below the cursor's row.
                self.highest = self.rows - 4

    def bar(self):
        for done in sorted(self.draw.randint(0, 10) for _ in range(4)):
            self.put(f"\r[{'#' * done:<10}] {done}0%")
            self.pieces.append(("pause", self.draw.choice([0.005, 0.03])))

    # Rows that are redrawn by going up.

    def block(self):
        draw = self.draw
        height = min(draw.choice([1, 2, 3, self.rows // 2, self.rows - 2, self.rows - 1, self.rows]), self.highest)
        way = draw.randrange(4)
        # In its first row at the latest, the job stands at the row's start, in plain style.
        self.put("\033[m\r\n")
        text = [f"layer {number}: {draw.choice(WORDS)}"[:self.columns - 1] for number in range(height)]
        self.put("".join(line + "\n" for line in text))
        for turn in range(draw.randint(1, 4)):
            self.pieces.append(("pause", draw.choice([0.005, 0.03, 0.06])))
            text = [f"layer {number} turn {turn}"[:self.columns - 1] for number in range(height)]
            if way == 0:
                self.put(f"\033[{height}A" + "".join("\033[2K" + line + "\n" for line in text))
            elif way == 1:
                self.put("\033[A" * height + "\033[J" + "".join(line + "\n" for line in text))
            elif way == 2:
                self.put(f"\033[{height}F" + "".join(line + "\033[K\033[E" for line in text))
            else:
                row = draw.randint(1, height)
                self.put(f"\033[{row}A\r\033[32mlayer turn {turn}\033[m\033[K\033[{row}B\r")

    # Anywhere on the screen.

    def full_screen(self):
        draw, rows, columns = self.draw, self.rows, self.columns
        row, column = draw.randint(1, rows + 1), draw.randint(1, columns + 1)
        count = draw.randint(1, 4)
        top = draw.randint(1, rows - 1)
        bottom = draw.randint(top + 1, rows)
        self.put(draw.choice([
            f"\033[{row};{column}H", f"\033[{row};1H", f"\033[{row}d", "\033[H", "\033[H\033[J", "\033[2J", "\033[J", "\033[1J", "\0337", "\0338",
            "\033[s", "\033[u", f"\033[{top};{bottom}r", "\033[r", f"\033[{count}L", f"\033[{count}M", f"\033[{count}S", f"\033[{count}T", "\033M",
            "\033D", "\033E", f"\033[{count}A", f"\033[{count}B", f"\033[{count}E", f"\033[{count}F", "\033[?25l", "\033[?25h", "\033[?7l",
            "\033[?7h", "\033[4h", "\033[4l", "\033[?6h", "\033[?6l", "\033[?1h", "\033[?1l", "\033=", "\033>", "\033[?1000h\033[?1006h",
            "\033[?1000l\033[?1006l", "\033[?2004h", "\033[?2004l", "\033(0", "\033(B", "\033)0\016", "\017", "\033[?1049h", "\033[?1049l",
            "\033[?47h", "\033[?47l", "\033#8", f"\033[{count}b", "\033H", "\033[3g", "\033[!p", "\033c", f"\033[{count}I", f"\033[{count}Z",
            "\033]0;title\a", "\033P+q544e\033\\", "\033[?2026h", "\033[?2026l"]))

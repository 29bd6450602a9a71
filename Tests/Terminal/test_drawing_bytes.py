"""The bytes of a HUD that a program shows: hud-probe on pseudo-terminals of many kinds."""

import os
import re
import shutil
import signal
import subprocess
import termios
import time

from harness import Replay, Terminal, check, ended, equal, fail, on_terminal, probe, received_by, run, seeded, shown, test, test_each, wait_until
from terminfo import SYNCHRONIZED, TASKBAR, TITLE, TRUE_COLOR, Description, capabilities

LABEL = "WORKING"
ENTER, LEAVE = b"\x1b[?1049h", b"\x1b[?1049l"
STYLES = ["inline", "bezel"]


def hud(words="", *more):
    return probe("hud-probe " + words, *more)


# ---- Kinds of terminals ----

KINDS = ["xterm-256color", "screen-256color", "tmux-256color", "linux", "vt100", "vt220", "ansi", "dumb", "rxvt", None, "nonsense"]
DRAWING = f"'label=日本語 é {LABEL}' 'details=of a kind' mode=bar progress=0.4 theme=neon huds=2 at=1.5 logs=1x3 say=done"
ENTERING = {"inline": lambda strings: True, "bezel": lambda strings: "smcup" not in strings}
PRINTED = b"".join(b"thread 0 line %d hud %d\r\n" % (line, line % 2) for line in range(3)) + b"done\r\n"


@test_each([(str(kind), kind) for kind in KINDS])
def a_terminal_receives_only_what_its_description_explains(home, kind):
    latin = latin_1(home)
    strings = capabilities(kind or "")
    can_draw = kind != "dumb" and strings is not None
    for locale, path in [("C.UTF-8", None), ("C", None), latin]:
        for style, color in [("inline", None), ("inline", "truecolor"), ("bezel", "truecolor" if locale == "C" else None)]:
            where = f"{style} in {locale}, COLORTERM={color}"
            received, status = on_terminal(
                hud(f"style={style} seconds=0 {DRAWING}"), TERM=kind, LC_ALL=locale, LOCPATH=path, COLORTERM=color)
            equal(status, 0, f"status; {where}; received {shown(received)}")
            if not can_draw:
                equal(received, PRINTED, f"what is received; {where}")
                continue
            check(LABEL.encode() in received, f"no HUD; {where}: {shown(received)}")
            # curses addresses colors by number only. Without an alternate screen the bezel is a line.
            has_true_color = color and "setaf" in strings and ENTERING[style](strings)
            others = ([TRUE_COLOR] if has_true_color else []) + ([SYNCHRONIZED] if "Sync" in strings else [])
            equal(Description(kind, *others).unexplained(received, locale == "C.UTF-8"), [], where)
            equal(re.search(TRUE_COLOR.encode(), received) is not None, bool(has_true_color), f"24-bit colors; {where}")


def latin_1(home):
    """An ISO-8859-1 locale and its directory, or the C locale if it can't be made. A statically linked program may not look there and then has the
    C locale too; in both locales only ASCII can be drawn."""
    names = subprocess.run(["locale", "-a"], capture_output=True, text=True).stdout.split()
    for name in names:
        if re.search(r"iso-?8859-?1$", name, re.IGNORECASE):
            return name, None
    path = home / "locales"
    if shutil.which("localedef"):
        os.makedirs(path, exist_ok=True)
        made = subprocess.run(["localedef", "-c", "-i", "POSIX", "-f", "ISO-8859-1", os.path.join(path, "hud_latin1")], capture_output=True)
        if made.returncode in (0, 1) and os.path.isdir(os.path.join(path, "hud_latin1")):  # 1 means warnings: the locale was made.
            return "hud_latin1", path
    return "C", None


@test_each(STYLES)
def nothing_is_drawn_where_there_is_no_terminal(home, style):
    ended(run(hud(f"style={style} seconds=0 {DRAWING}")), 0, stdout=b"done\n", stderr=PRINTED.replace(b"\r", b"").replace(b"done\n", b""))


# ---- Progress in the taskbar, the window's title, synchronized updates ----

GHOSTTY = {"TERM_PROGRAM": "ghostty"}
# Environment variables; whether OSC 9;4 is used; whether DEC mode 2026 is.
ENVIRONMENTS = [
    ("Ghostty", GHOSTTY, True, True), ("Windows Terminal", {"WT_SESSION": "x"}, True, True),
    ("ConEmu", {"ConEmuANSI": "ON"}, True, False), ("VTE 0.80", {"VTE_VERSION": "8000"}, True, False),
    ("VTE 0.79", {"VTE_VERSION": "7999"}, False, False), ("WezTerm of 2024", {"TERM_PROGRAM": "WezTerm", "TERM_PROGRAM_VERSION": "20240203-110809-5046fc22"}, False, True),
    ("iTerm2 with progress", {"TERM_PROGRAM": "iTerm.app", "TERM_FEATURES": "T3CwLrMSc7UUw9Ts3BFGsSyHNoSxFP"}, True, True),
    ("iTerm2 without", {"TERM_PROGRAM": "iTerm.app"}, False, True), ("VS Code", {"TERM_PROGRAM": "vscode"}, False, True),
    ("kitty", {"KITTY_WINDOW_ID": "1"}, False, True), ("Terminal.app", {"TERM_PROGRAM": "Apple_Terminal"}, False, False),
    ("xterm", {}, False, False), ("tmux in Ghostty", {**GHOSTTY, "TMUX": "x"}, False, False),
    ("VS Code 1.97", {"TERM_PROGRAM": "vscode", "TERM_PROGRAM_VERSION": "1.97.2"}, True, True),
    ("tmux 3.7", {"TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.7b", "TMUX": "x"}, True, False),
    ("Ghostty, switched off", {**GHOSTTY, "HUD_TASKBAR": "0"}, False, True),
    ("screen in Windows Terminal", {"WT_SESSION": "x", "STY": "x"}, False, False)]
ANNOUNCING = f"label={LABEL} mode=bar progress=0.4"


def announced(received):
    """The announcements in order."""
    return re.findall(rb"\x1b\]9;4;\d;\d+\x1b\\|\x1b\[2[23];2t|\x1b\]2;[^\x1b]*\x1b\\|\x1b\[\?2026[hl]", received)


def are_taken_back(received, taskbar, title, where):
    """Whether the last announcement of each kind resets it, and there are no unexpected kinds."""
    kinds = {"taskbar": [], "title": [], "update": []}
    for one in announced(received):
        kinds["taskbar" if b"]9" in one else "update" if b"2026" in one else "title"].append(one)
    check(bool(kinds["taskbar"]) == taskbar and bool(kinds["title"]) == title, f"{where}: announced {shown(announced(received))}")
    if taskbar:
        equal((kinds["taskbar"][0], kinds["taskbar"][-1]), (b"\x1b]9;4;1;40\x1b\\", b"\x1b]9;4;0;0\x1b\\"), f"progress: {where}")
    if title:
        pushes, pops = kinds["title"].count(b"\x1b[22;2t"), kinds["title"].count(b"\x1b[23;2t")
        equal((pushes, kinds["title"][-1]), (pops, b"\x1b[23;2t"), f"the title: {where}")
        check(b"\x1b]2;40% WORKING\x1b\\" in kinds["title"], f"the title: {where}: {kinds['title']}")
    equal(kinds["update"], [b"\x1b[?2026h", b"\x1b[?2026l"] * (len(kinds["update"]) // 2), f"updates: {where}")
    return kinds["update"]


@test_each(ENVIRONMENTS)
def announcements_go_only_to_terminals_that_the_environment_says_support_them(home, variables, taskbar, synchronized):
    for style in ("inline", "bezel"):
        for title in ([], ["title"]):
            received, status = on_terminal(
                hud(f"style={style} {ANNOUNCING} at=1 logs=1x2 seconds=0", *title), TERM="xterm-256color", **variables)
            updates = are_taken_back(received, taskbar, bool(title), f"{style} {title}")
            equal((bool(updates), status), (synchronized, 0), f"synchronized updates, {style}: {shown(received)}")
            others = [TITLE] * bool(title) + [TASKBAR] * taskbar + [SYNCHRONIZED] * synchronized
            equal(Description("xterm-256color", *others).unexplained(received), [], style)


@test
def a_failure_is_announced_and_reset(home):
    received = received_by(hud(f"{ANNOUNCING} at=1 outcome=failed min-show=2 seconds=0"), TERM="xterm-256color", **GHOSTTY)
    equal(announced(received), [b"\x1b]9;4;1;40\x1b\\", b"\x1b]9;4;2;40\x1b\\", b"\x1b]9;4;0;0\x1b\\"], "progress")


@test_each([(f"{style}, {way}", style, way) for style in STYLES for way in ("its end", "SIGTERM", "SIGSEGV", "a key")])
def announcements_are_reset_by(home, style, way):
    terminal = Terminal(hud(f"style={style} {ANNOUNCING} title seconds={0.3 if way == 'its end' else 9}"),
                        TERM="xterm-256color", SWIFT_BACKTRACE="enable=no", **GHOSTTY)
    terminal.wait_for(b"40%")
    terminal.wait_for(b"]9;4;1;40")
    expected = {"its end": 0, "SIGTERM": -signal.SIGTERM, "SIGSEGV": -signal.SIGSEGV, "a key": -signal.SIGINT}[way]
    if way == "a key":
        terminal.type("\x03")
    elif way != "its end":
        os.kill(terminal.process.pid, -expected)
    terminal.ends(expected)
    are_taken_back(terminal.received, True, True, f"{style}, {way}")


@test_each(STYLES)
def announcements_are_reset_for_a_stop_and_sent_again(home, style):
    words = " ".join(hud(f"style={style} {ANNOUNCING} title seconds=99")[3:])
    terminal = Terminal(["bash", "--norc", "--noprofile", "-i"], TERM="xterm-256color", PS1="$ ", HISTFILE="/dev/null",
                        INPUTRC="/dev/null", **GHOSTTY)
    try:
        terminal.type(words + "\n")
        seen = 0
        for _ in range(2):
            wait_until(lambda: terminal.received.find(b"]9;4;1;40", seen) >= 0, lambda: f"progress: {shown(bytes(terminal.received[seen:]))}")
            terminal.type("\x1a")
            wait_until(lambda: terminal.received.find(b"Stopped", seen) >= 0, lambda: f"the stop: {shown(bytes(terminal.received[seen:]))}")
            until = terminal.received.find(b"Stopped", seen)
            are_taken_back(bytes(terminal.received[seen:until]), True, True, style)
            seen = until + len("Stopped")
            terminal.type("fg\n")
        wait_until(lambda: terminal.received.find(b"]9;4;1;40", seen) >= 0, "progress once more")
        terminal.type("\x03")
        wait_until(lambda: terminal.received.find(b"]9;4;0;0", seen) >= 0, "progress taken back")
        terminal.type("exit\n")
        terminal.finish()
        are_taken_back(bytes(terminal.received[seen:]), True, True, style)
    finally:
        terminal.end()


# ---- Signals ----

def catchable():
    """The signals whose default action ends a process, except SIGKILL."""
    harmless = ("SIGKILL", "SIGSTOP", "SIGCHLD", "SIGCONT", "SIGURG", "SIGWINCH", "SIGTSTP", "SIGTTIN", "SIGTTOU")
    return sorted({number for number in signal.Signals if number < 32 and number.name not in harmless})


@test_each([("inline, two rows", "inline", ["details=more"]), ("inline, three HUDs", "inline", ["details=more", "huds=3"]),
            ("bezel", "bezel", ["details=more", "animated"])])
def a_signal_at_any_moment_leaves_nothing_behind(home, style, words):
    draw, seed = seeded()
    numbers = catchable()
    draw.shuffle(numbers)
    replay = Replay(home)
    for index in range(17):
        number = numbers[index % len(numbers)]
        terminal = Terminal(hud(f"style={style} label={LABEL} mode=bar progress=0.3 theme=dark fps=60 seconds=99", *words),
                            TERM="xterm-256color", SWIFT_BACKTRACE="enable=no")
        end = time.monotonic() + 15
        while not terminal.received and time.monotonic() < end:
            time.sleep(0.0005)
        time.sleep(draw.random() * draw.choice([0.002, 0.02, 0.2]))
        os.kill(terminal.process.pid, number)
        try:
            status = terminal.process.wait(15)
        except subprocess.TimeoutExpired:
            terminal.end()
            fail(f"{number.name} did not end it; {seed}")
        after = termios.tcgetattr(terminal.master)
        terminal.finish()
        received = terminal.received
        where = f"after {number.name}; {seed}; received {shown(received[-1200:])}"
        equal((status, after), (-number, terminal.settings), f"status and the terminal's settings {where}")
        replay.play(b"before\r\n" + received)
        equal(replay.values("cursor_flag", "alternate_on", "wrap_flag", "cursor_x", "cursor_y"),
              ["1", "0", "1", "0", "1"], f"cursor, screen, autowrap and the cursor's place {where}")
        equal(replay.history(), ["before"], f"what is left {where}")
        if style == "bezel":
            equal((received.count(ENTER), received.count(LEAVE)), (1, 1), f"the alternate screen {where}")


@test
def lines_that_a_slow_terminal_has_not_accepted_are_written_at_exit(home):
    terminal = Terminal(hud(f"style=inline label={LABEL} logs=1x2000 seconds=0 exit=0"), TERM="xterm-256color", reads=False)
    time.sleep(0.7)
    terminal.read()
    terminal.ends(0)
    lines = re.findall(rb"thread 0 line (\d+) hud 0", terminal.received)
    equal([int(number) for number in lines], list(range(2000)), "the lines")


# ---- Any bytes ----

NASTY = [b"\x1b[2J", b"\x1b]0;title\x07", b"\x1b]9;4;1;150\x1b\\", b"\xc2\x9b31m", b"\x9b31m", b"\xe2\x80\xae", b"\xf0\x9f\x91\xa9\xe2\x80\x8d",
         b"\r", b"\n", b"\x00", b"\x07", b"\x08", b"\x0e", b"\x7f", b"\xcc\x81" * 9, b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\x1bPq\x1b\\",
         b"\x1b[38;5;1m", "日本".encode(), b"\xe2\x81\xa6", b"\xc2\xad", b"\t", b"\x1b", b"\xf3\xa0\x81\xbf", b"plain"]


def any_bytes(draw, count):
    """Random bytes: text, control sequences, and neither."""
    result = b""
    while len(result) < count:
        result += draw.choice([draw.choice(NASTY), draw.randbytes(draw.randrange(1, 9)), chr(draw.randrange(0x20, 0xD800)).encode()])
    return result[:count]


@test_each([(f"{style}, {kind}, {locale}", style, kind, locale) for style in STYLES
            for kind, locale in [("xterm-256color", "C.UTF-8"), ("linux", "C.UTF-8"), ("vt100", "C")]])
def labels_of_any_bytes_and_windows_of_any_size_do_no_harm(home, style, kind, locale):
    draw, seed = seeded()
    path = home / "records"
    with open(path, "wb") as file:
        for _ in range(400):
            text = any_bytes(draw, draw.randrange(256))
            size = draw.choice([(1, 1), (draw.randrange(1, 8), draw.randrange(1, 8)), (draw.randrange(256), draw.randrange(256))])
            file.write(bytes([len(text), *size, draw.randrange(256)]) + text)
    words = ["style=" + style, f"feed={path}", "huds=" + draw.choice("123"), "theme=" + draw.choice(["terminal", "neon", "mono"]), "title",
             "say=done", "button=" + os.fsdecode(any_bytes(draw, 20).replace(b"\0", b"")),
             "details=" + os.fsdecode(any_bytes(draw, 60).replace(b"\0", b""))]
    received, status = on_terminal(hud(*words), TERM=kind, LC_ALL=locale, SWIFT_BACKTRACE="enable=no", **GHOSTTY)
    equal(status, 0, f"status; {seed}; received {shown(received[-500:])}")
    # Not the last line if this process was late to read: what a stuck terminal has not accepted is written at exit, below what the program prints itself.
    check(b"done\r\n" in received, f"no end; {seed}; received {shown(received[-500:])}")
    # Colors in logged lines are allowed.
    others = [TITLE, TASKBAR, SYNCHRONIZED, r"\x1b\[[\d;:]*m"]
    equal(Description(kind, *others).unexplained(received, locale == "C.UTF-8"), [], f"what is not ours; {seed}")
    check(b"\x1b]0;" not in received and b"\x1b]9;4;1;150" not in received, f"a label's own sequence; {seed}")


@test
def spinner_files_with_any_bytes_are_harmless(home):
    draw, seed = seeded()
    path = home / "spinners"
    description = Description("xterm-256color")
    made = 0
    for index in range(16):
        frames = ", ".join('"' + "".join(f"\\u{draw.choice([0x1B, 0x9B, 7, 0x202E, 0x41, 0x65E5, draw.randrange(0xD800)]):04x}"
                                         for _ in range(draw.randrange(4))) + '"' for _ in range(3))
        content = draw.choice([
            any_bytes(draw, draw.randrange(300)), b'{"a": {"interval": 80, "frames": ["' + any_bytes(draw, 20) + b'", "x"]}}',
            b'{"a": {"interval": 80, "frames": [' + frames.encode() + b"]}}"])
        path.write_bytes(content)
        received, status = on_terminal(hud("label=" + LABEL, f"spinners={path}", "at=0.5", "seconds=0"), TERM="xterm-256color")
        equal(status, 0, f"status with {content!r}; {seed}; received {shown(received)}")
        equal(description.unexplained(received), [], f"what is not ours with {content!r}; {seed}")
        check(LABEL.encode() in received, f"no HUD with {content!r}; {seed}")
        made += not received.startswith(b"line ")
    check(made > 0, f"no file of {index + 1} held a spinner; {seed}")

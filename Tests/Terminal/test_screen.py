"""The screen of a real terminal emulator: the job's output is complete, and the HUD is on one line below it."""

import fcntl
import re
import struct
import termios

from harness import Gate, Screen, Terminal, always, check, equal, gates_of, hud, number_in, script, shown, test, test_each, wait_for_file, wait_until

LABEL = "WORKING"
HUD = f"hud-demo --grace 0 --leave nothing --label {LABEL}"


def hud_rows(lines, label=LABEL):
    """The rows of the HUD, without the command line that was typed."""
    return [line for line in lines if label in line and "hud-demo" not in line]


def wait_for_hud(screen, above=None, label=LABEL):
    """Waits for one HUD on the last row, with these rows directly above it."""

    def is_there():
        lines = screen.lines()
        return (lines and label in lines[-1] and "hud-demo" not in lines[-1] and len(hud_rows(lines, label)) == 1
                and (above is None or lines[-1 - len(above):-1] == above))

    wait_until(is_there, lambda: f"the HUD below {shown(above or [])}")


# ---- The job's output ----


@test
def lines_are_above_the_hud_each_on_its_own_row(home):
    gates = gates_of(home, 4)
    script(home, "job", "\n".join(f"echo this is line {number}; {gate.wait}" for number, gate in enumerate(gates)))
    screen = Screen(home).command(f"{HUD} -- ./job")
    for number, gate in enumerate(gates):
        wait_for_hud(screen, [f"this is line {before}" for before in range(number + 1)])
        gate.open()
    screen.wait_for_prompt()
    equal(screen.lines()[1:], [f"this is line {number}" for number in range(4)] + ["[2]$"], "what is left")


@test_each([
    ("row by row on the way up", r"\033[2K\033[A\033[2K\033[A\033[2K\r"),
    ("on the way down, and back", r"\033[2A\r\033[K\n\033[K\n\033[K\033[2A"),
    ("all below", r"\033[2A\r\033[J"),
])
def the_hud_stays_below_a_list_that_the_job_has_taken_off(home, erasure):
    gates = gates_of(home, 3)
    script(home, "job", f"echo before; printf 'task one\\ntask two\\n'; {gates[0].wait}; printf '{erasure}'; {gates[1].wait}; echo done; {gates[2].wait}")
    screen = Screen(home).command(f"{HUD} -- ./job")
    for rows, gate in zip((["before", "task one", "task two"], ["before"], ["before", "done"]), gates):
        wait_for_hud(screen, rows)
        gate.open()
    screen.wait_for_prompt()
    equal(screen.lines()[1:], ["before", "done", "[2]$"], "what is left")


@test
def nothing_is_left_between_the_summaries_of_a_group_and_of_the_job_that_it_was(home):
    screen = Screen(home).carry_out("clear; hud-demo --grace 0 --label OUTER -- hud-demo group --no-history --grace 0 --label INNER -j2 -- sleep ::: 0.5 0.6")
    lines = [line for line in screen.lines() if line]
    equal([line.split()[1] for line in lines if line.startswith("✓")], ["INNER", "OUTER"], "the summaries")
    equal(screen.lines()[:len(lines)], lines, "no empty row")


@test
def a_question_keeps_its_cursor_and_the_hud_stays_below_it(home):
    gate = Gate(home)
    script(home, "job", f"{gate.wait}; printf 'Your name? '; read name; echo Hello, $name; sleep 0.3")
    screen = Screen(home).command(f"{HUD} -- ./job")
    wait_for_hud(screen)
    gate.open()
    screen.wait_for("Your name?")
    def is_asked(text):
        lines = screen.lines()
        # From one capture of the screen, because the spinner turns between two.
        hud = [line for line in lines if LABEL in line and "hud-demo" not in line]
        return (lines[-2].rstrip() == text.rstrip() and hud == lines[-1:] and screen.is_cursor_shown()
                and screen.values("cursor_y", "cursor_x") == [str(len(lines) - 2), str(len(text))])
    wait_until(lambda: is_asked("Your name? "), "the HUD below the question")
    always(lambda: is_asked("Your name? "), "the cursor is not at the question", 0.6)
    screen.type("Ada")
    wait_until(lambda: is_asked("Your name? Ada"), "what is typed")
    screen.press("Enter")
    screen.wait_for("Hello, Ada")
    screen.wait_for_prompt()
    equal(screen.lines()[1:], ["Your name? Ada", "Hello, Ada", "[2]$"], "what is left")


@test_each([("on standard error", "printf 'Password: ' >&2", "echo >&2"), ("on the terminal", "printf 'Password: ' >/dev/tty", "echo >/dev/tty")])
def the_hud_steps_aside_for_a_password(home, prompt, newline):
    start, end = Gate(home, "start"), Gate(home, "end")
    script(home, "job", f"{start.wait}; stty -echo </dev/tty; {prompt}; read word </dev/tty; stty echo </dev/tty; {newline}\n"
                        f"echo got $word; {end.wait}")
    screen = Screen(home).command(f"{HUD} -- ./job")
    wait_for_hud(screen)
    start.open()
    wait_until(lambda: screen.lines()[-1] == "Password:", "the prompt alone")
    always(lambda: screen.lines()[-1] == "Password:" and screen.is_cursor_shown(),
           "the prompt is not left alone", 0.5)
    screen.enter("secret")
    wait_for_hud(screen, ["Password:", "got secret"])
    end.open()
    screen.wait_for_prompt()
    equal(screen.lines()[1:], ["Password:", "got secret", "[2]$"], "what is left")


@test
def the_hud_stays_below_what_is_relayed_from_another_terminal(home):
    start, end = Gate(home, "start"), Gate(home, "end")
    script(home, "inner", f"{start.wait}; echo inside; printf 'Sure? '; read word; echo got $word; {end.wait}; echo out")
    screen = Screen(home).command(f"{HUD} -- script -qec ./inner l")
    wait_for_hud(screen)
    start.open()
    wait_for_hud(screen, ["inside", "Sure?"])
    wait_until(screen.is_cursor_shown, "the cursor at the question")
    equal(screen.values("cursor_y", "cursor_x"), [str(len(screen.lines()) - 2), "6"], "the cursor")
    screen.enter("yes")
    wait_for_hud(screen, ["inside", "Sure? yes", "got yes"])
    end.open()
    screen.wait_for_prompt()
    equal(screen.lines()[1:], ["inside", "Sure? yes", "got yes", "out", "[2]$"], "what is left")


# ---- Input ----


@test
def typed_ahead_characters_do_not_stay_in_the_hud(home):
    gate = Gate(home)
    script(home, "job", gate.wait)
    screen = Screen(home).command(f"{HUD} -- ./job")
    wait_for_hud(screen)
    screen.type("abc")
    screen.wait_for("abc")
    wait_until(lambda: LABEL + " 0:" in screen.lines()[-1], "the HUD whole again", 4)
    gate.open()


@test_each([("settings as they were", "sleep 0.3"), ("the job's own settings", "sleep 0.3; stty -echoctl erase ^G")])
def keys_during_the_outcome_go_to_the_shell_and_do_not_stay_in_the_hud(home, job):
    script(home, "job", job)
    screen = Screen(home).carry_out("./job; stty -g")
    settings = screen.lines()[-2]
    screen.command(f"{HUD} --hide-after 1 -- ./job; stty -g")
    screen.wait_for("\u2713 " + LABEL)
    screen.command("echo typed")
    screen.type("echo half")

    def is_whole():
        lines = screen.lines()
        # Also what is left of a row without its label. The settings that stty prints have colons as well.
        rows = [line for line in lines if line in hud_rows(lines) or re.search(r"\b0:0\d\b", line)]
        return not rows or rows == lines[-1:] and rows[0].startswith("\u2713 " + LABEL)
    always(is_whole, "it stays", 0.4)
    wait_until(lambda: screen.lines()[-1].endswith("]$ echo half"), "the shell with the keys")
    equal(screen.lines()[-4:-1], [settings, "[3]$ echo typed", "typed"], f"settings and what was typed, in {shown(screen.lines())}")


@test
def a_stop_during_the_outcome_restores_the_terminal(home):
    script(home, "job", "sleep 0.2")
    screen = Screen(home).command(f"{HUD} --hide-after 1 -- ./job")
    screen.wait_for("\u2713 " + LABEL)
    screen.leave("C-z")
    screen.carry_out("stty -a | grep -o ' echo '")
    check(" echo" in screen.lines())
    screen.carry_out("fg")
    equal(hud_rows(screen.lines()), [], "what is left of the HUD")


# ---- The window ----


@test_each([("from the start", True), ("later", False)])
def a_window_that_is_too_large_for_a_bezel_has_a_hud_at_the_cursor(home, begins):
    for columns, rows in ((40000, 24), (80, 40000)):
        gate = Gate(home)
        size = (columns, rows) if begins else (80, 24)
        terminal = Terminal(hud(f"--style bezel --grace 0 --label {LABEL} -- sh -c", f"{gate.wait}; exit 7"), *size)
        if not begins:
            terminal.wait_for(b"\x1b[?1049h")
            fcntl.ioctl(terminal.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            terminal.wait_for(b"\x1b[?1049l")
        terminal.wait_for(b"\x1b[?7l")
        gate.open()
        equal(terminal.finish(), 7, f"status at {columns}x{rows}")


@test
def the_job_is_told_of_a_resize(home):
    gate = Gate(home)
    script(home, "job", f"trap 'stty size <&1' WINCH; stty size <&1; {gate.wait}")
    screen = Screen(home).command(f"{HUD} -- ./job")
    screen.wait_for("24 80")
    screen.resize(50, 10)
    screen.wait_for("10 50")
    gate.open()
    screen.wait_for_prompt()


WIDE = [("a long label", "x" * 300), ("wide characters", "日本語" * 40), ("emoji", "👩‍👩‍👧🇩🇪👍🏽❤️" * 20), ("combining marks", "e\u0301" * 200)]


@test_each([(f"{name}, {columns}x{rows}", label, columns, rows) for name, label in WIDE
            for columns, rows in [(80, 5), (20, 5), (5, 3), (2, 2), (1, 1)]])
def a_label_never_takes_more_than_a_row(home, label, columns, rows):
    gate = Gate(home)
    row = min(1, rows - 1)
    script(home, "job", f"echo $$ > process; {gate.wait}")
    script(home, "wrapped", "echo\n" * row + f"hud-demo --grace 0 --leave nothing --label '{label}' -- ./job; touch done; exec sleep 1000")
    screen = Screen(home, columns, rows, command="./wrapped")
    number_in(home / "process")
    wait_until(screen.lines, "the HUD on the screen")
    always(lambda: len(screen.history()) <= row + 1 and screen.value("cursor_y") == str(row),
           lambda: f"more than a row: {shown(screen.history())}", 0.4)
    gate.open()
    wait_for_file(home / "done")
    wait_until(lambda: screen.history() == [], lambda: f"an empty screen at the end, and it is {shown(screen.history())}", 3)
    screen.check_cursor()

"""The output of a program that uses the library, captured in a scope: what it prints is above the HUD, whole and in order."""

import os
import random
import shlex

from harness import Gate, QuietGate, Replay, Screen, Terminal, check, ended, equal, probe, run, shown, test, wait_for_file, wait_until


def capture(home, steps, *words):
    """The command line of a program that takes these steps."""
    path = home / f"steps{len(os.listdir(home))}"
    path.write_text("\n".join(steps) + "\n", encoding="utf-8")
    return probe("hud-probe scope=capture", f"steps={path}", *words)


def start(home, steps, *words, screen=None):
    screen = screen or Screen(home)
    screen.command("clear; " + shlex.join(capture(home, steps, *words)))
    return screen


def lines_left(screen):
    """The lines above the last prompt."""
    return screen.history()[:-1]


@test
def what_is_printed_before_in_and_after_a_scope_stays_above_the_hud(home):
    gate = QuietGate(home)
    screen = start(home, ["print before\\n", "begin Working", "print within\\n", "write 2 error\\n", f"wait {gate.path}", "print more\\n", "end",
                          "print after\\n"])
    wait_until(lambda: screen.lines()[:3] == ["before", "within", "error"] and "Working" in screen.lines()[3], "lines above the HUD")
    gate.open()
    screen.wait_for_prompt()
    equal(lines_left(screen), ["before", "within", "error", "more", "after"], "what is left")
    screen.check_cursor()


@test
def a_child_has_a_terminal_of_the_windows_size_and_its_colors_arrive(home):
    gate = QuietGate(home)
    child = r"""if [ -t 1 ] && [ -t 2 ]; then printf '\033[32mgreen\033[m %s\n' "$(stty size <&2)"; fi"""
    screen = start(home, ["begin Working", f"run {child}", "size 1", "size 2", f"wait {gate.path}", "end"])
    wait_until(lambda: screen.lines()[:3] == ["green 24 80", "terminal 1, 80x24", "terminal 1, 80x24"], "what the child and the program see")
    gate.open()
    screen.wait_for_prompt()
    # The bytes of the color itself.
    terminal = Terminal(capture(home, ["begin Working", f"run {child}", "end"], "grace=600"))
    terminal.ends(0)
    equal(terminal.received, b"\x1b[32mgreen\x1b[m 24 80\r\n", "bytes")


@test
def a_child_that_runs_sees_a_resize(home):
    gate, stop, sizes = QuietGate(home), Gate(home, "stop"), home / "sizes"
    child = f"trap 'stty size <&1 >>{sizes}' WINCH; : >{sizes}; {stop.wait}"
    screen = start(home, ["begin Working", f"run ({child}) &", f"wait {gate.path}", "size 2", "end"])
    wait_for_file(sizes)
    screen.wait_for("Working")
    screen.resize(60, 20)

    def last_size():
        return sizes.read_text().splitlines()[-1:]
    # It may have seen the old size at the terminal's own signal; then a second one tells it.
    wait_until(lambda: last_size() == ["20 60"], "the new size in the child")
    gate.open()
    screen.wait_for_prompt()
    equal(lines_left(screen), ["terminal 1, 60x20"], "what the program sees")
    stop.open()


@test
def a_hundred_thousand_lines_arrive_whole_and_in_order(home):
    count = 100_000
    screen = start(home, ["begin Working", f"lines {count}", "end", "print after\\n"])
    wait_until(lambda: "after" in screen.lines()[-2:], deadline=120)
    screen.wait_for_prompt()
    left = lines_left(screen)
    equal(len(left), count + 1, "the number of lines")
    equal(left, [f"line {number}" for number in range(count)] + ["after"], "the lines")


@test
def lines_of_several_threads_are_whole(home):
    screen = start(home, ["begin Working", "threads 8 400", "end"])
    screen.wait_for_prompt()
    expected = sorted(f"thread {thread} line {line}" for thread in range(8) for line in range(400))
    equal(sorted(lines_left(screen)), expected, "the lines")


@test
def scopes_of_several_threads_share_the_capture(home):
    screen = start(home, ["scopes 4 400", "print after\\n"], "grace=0")
    screen.wait_for_prompt()
    expected = sorted(f"thread {thread} line {line}" for thread in range(4) for line in range(400))
    left = lines_left(screen)
    equal(sorted(left[:-1]), expected, "the lines")
    equal(left[-1], "after", "the last line")
    screen.check_cursor()


@test
def a_question_in_suspended_has_the_terminal_itself(home):
    screen = start(home, ["begin Working", "nap 300", "print first\\n", "ask Name? ", "print last\\n", "end"])
    screen.wait_for("Name?")
    check(not screen.shows("Working"))
    screen.enter("Bob")
    screen.wait_for_prompt()
    equal(lines_left(screen), ["first", "Name? Bob", "answer: Bob", "last"], "what is left")


@test
def a_prompt_under_the_hud_takes_it_off_until_the_answer_is_printed(home):
    gate = QuietGate(home)
    screen = start(home, ["begin Working", "print first\\n", "nap 300", "prompt Name? ", f"wait {gate.path}", "end"])
    screen.wait_for("Name?")
    screen.wait_for_lines(["first", "Name?"])
    screen.enter("Bob")
    screen.wait_for("answer: Bob")
    gate.open()
    screen.wait_for_prompt()
    equal(lines_left(screen), ["first", "Name? Bob", "answer: Bob"], "what is left")


@test
def output_that_goes_to_a_file_or_a_pipe_is_left_alone(home):
    gate = QuietGate(home)
    screen = Screen(home)
    steps = ["begin Working", "print to the file\\n", "size 1", "write 2 to the terminal\\n", f"wait {gate.path}", "end"]
    screen.command("clear; " + shlex.join(capture(home, steps)) + " > out")
    screen.wait_for("Working")
    wait_until(lambda: screen.lines()[0] == "to the terminal", "the line above the HUD")
    gate.open()
    screen.wait_for_prompt()
    equal(lines_left(screen), ["to the terminal"], "what is left")
    equal((home / "out").read_text(), "to the file\nterminal 0, 0x0\n", "the file")


@test
def without_a_terminal_the_program_prints_as_ever(home):
    result = ended(run(capture(home, ["begin Working", "print out\\n", "write 2 error\\n", "run echo child", "nap 300", "end", "print after\\n"])), 0)
    # The child writes first, because the program's own output is in a buffer.
    equal(result.stdout, b"child\nout\nafter\n", "standard output")
    check(result.stderr.startswith(b"error\nWorking"), shown(result.stderr))


@test
def within_the_grace_time_the_bytes_are_the_programs_own(home):
    steps = ["print zero ", "begin Working", "write 1 half ", "print one\\n", "write 2 \\e[1mtwo\\e[m", "run printf three; printf 'four\\n' >&2", "end", "print five\\n"]
    terminal = Terminal(capture(home, steps, "grace=600"))
    terminal.ends(0)
    equal(terminal.received, b"zero half one\r\n\x1b[1mtwo\x1b[mthreefour\r\nfive\r\n", "bytes")


@test
def what_a_child_left_behind_prints_appears_as_long_as_the_program_runs(home):
    child, gate = Gate(home, "child"), QuietGate(home)
    screen = start(home, ["begin Working", f"run ({child.wait}; echo late) &", "print within\\n", "end", "print after\\n", f"wait {gate.path}",
                          "print last\\n"])
    screen.wait_for("after")
    child.open()
    screen.wait_for("late")
    gate.open()
    screen.wait_for_prompt()
    equal(lines_left(screen), ["within", "after", "late", "last"], "what is left")


# ---- Laws ----

TEXTS = ["", "a", "word", "é", "字", "x" * 79, "y" * 80, "z" * 200, "tab\tbed", "\\e[31mred\\e[m", "\\e[1mbold\\e[0m"]


def random_steps(random_numbers, nests):
    """Steps of a program whose scopes are nested at random, if `nests`, and what it prints."""
    steps, printed, depth = [], [], 0

    def put(form, text, raw=None):
        steps.append(form.format(text))
        printed.append(text if raw is None else raw)

    for number in range(random_numbers.randint(5, 40)):
        line = f"{number} " + random_numbers.choice(TEXTS)
        kind = random_numbers.choice(["print", "print", "out", "error", "piece", "child", "child2", "log", "nap", "nest", "nest", "leave"])
        is_at_start = not printed or "".join(printed).endswith("\\n")
        if kind == "print":
            put("print {}", line + "\\n")
        elif kind == "piece":
            put(f"write {random_numbers.choice([1, 2])} {{}}", line)
        elif kind in ("out", "error"):
            text = "\\n".join(f"{line} {part}" for part in range(random_numbers.choice([1, 3, 200]))) + "\\n"
            put(f"write {1 if kind == 'out' else 2} {{}}", text)
        elif kind in ("child", "child2"):
            put(f"run printf '%s\\n' {{}}" + (" >&2" if kind == "child2" else ""), f"child-{number}", f"child-{number}\\n")
        elif kind == "log" and is_at_start and depth:
            put("log {}", f"logged {number}", f"logged {number}\\n")
        elif kind == "nap":
            steps.append(f"nap {random_numbers.choice([1, 30, 120])}")
        elif kind == "nest" and nests and depth < 4 and (depth or is_at_start):
            # The outermost scope captures, because output under a HUD that does not capture overwrites it. It begins at the start of a line, where
            # a HUD assumes that the cursor is (TerminalOptions.cursorMayFollowText).
            steps.append(("begin" if depth == 0 or random_numbers.random() < 0.5 else "plain") + f" Scope {number}")
            depth += 1
        elif kind == "leave" and nests and depth:
            steps.append("end")
            depth -= 1
    if not printed or not "".join(printed).endswith("\\n"):
        put("write 1 {}", "\\n")
    text = "".join(printed).replace("\\n", "\n").replace("\\e", "\x1b")
    return steps + ["end"] * depth, text.encode().replace(b"\n", b"\r\n")


def seeds(count):
    first = int(os.environ.get("HUD_SEED", "20240229"))
    return [first + number for number in range(count)]


@test
def the_output_of_random_writers_children_and_chunk_sizes_is_whole(home):
    for seed in seeds(12):
        steps, expected = random_steps(random.Random(seed), nests=False)
        terminal = Terminal(capture(home, ["begin Working", *steps, "end"], "grace=600"))
        equal(terminal.finish(), 0, f"status with seed {seed}")
        equal(terminal.received, expected, f"bytes with seed {seed}")


@test
def random_nestings_of_scopes_leave_the_screen_as_the_program_alone_would(home):
    replay = Replay(home)
    for seed in seeds(12):
        steps, expected = random_steps(random.Random(seed), nests=True)
        terminal = Terminal(capture(home, steps, "grace=0.02", "min-show=0.02"))
        equal(terminal.finish(), 0, f"status with seed {seed}")
        replay.play(terminal.received)
        seen, cursor = replay.history(), (replay.value("cursor_x"), replay.is_cursor_shown())
        replay.play(expected)
        equal(seen, replay.history(), f"screen with seed {seed}")
        equal(cursor, (replay.value("cursor_x"), replay.is_cursor_shown()), f"cursor with seed {seed}")

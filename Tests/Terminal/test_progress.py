"""Progress of a job: from its output, through a descriptor, or on standard input."""

import json
import os
import re
import shlex

from harness import Failure, Gate, Screen, Terminal, check, equal, hud, run, script, shown, test, test_each, wait_until, without_style

LABEL = "WORKING"
HUD = f"hud-demo --grace 0 --min-show 0 --label {LABEL} --leave nothing"


def steps(home, lines):
    """A job that prints lines and waits at a gate after each. Returns its gates."""
    gates = [Gate(home, f"gate{number}") for number in range(len(lines))]
    script(home, "job", "\n".join(f"printf {shlex.quote(line)}\n{gate.wait}" for line, gate in zip(lines, gates)))
    return gates


def wait_for_hud(screen, figures):
    """Waits until the HUD's line has text that matches `figures` after its label."""
    wait_until(lambda: any(re.search(LABEL + ".*" + figures, line) for line in screen.lines()),
               f"{figures!r} beside {LABEL}")


def follow(home, words, lines, figures, style="inline"):
    """Lets a job print one text after the other, and waits for the figures of each."""
    gates = steps(home, lines)
    screen = Screen(home).command(f"clear; {HUD} --style {style} {words} -- ./job")
    for gate, figure in zip(gates, figures):
        if style == "bezel":
            wait_until(lambda: any(re.search(figure, line) for line in screen.lines()), f"{figure!r}")
        else:
            wait_for_hud(screen, figure)
        gate.open()
    screen.wait_for_prompt()
    return screen


NINJA = [r"[1/20] CC a.o\n[2/20] CC b.o\n", r"[3/20] CC c.o\n", r"[5/20] CC d.o\n[6/20] CC e.o\n"]
CMAKE = [r"[  5%%] Building C object a.o\n[ 10%%] Building C object b.o\n", r"[ 15%%] Building C object c.o\n", r"[ 20%%] Linking\n"]
# The text after the number of such a line is known when the next line arrives.
PERCENT = [r"\rDownloading 1%%\rDownloading 4%%\rDownloading 5%%\r", r"Downloading 11%%\r", r"Downloading 14%%\r"]
KINDS = [("ninja", NINJA, ["2.20", "3.20", "6.20"]), ("cmake", CMAKE, ["10%", "15%", "20%"])]


@test_each(KINDS)
def auto_finds_progress_in_the_output(home, lines, figures):
    screen = follow(home, "--progress auto", lines, figures)
    seen = [line for line in screen.lines() if line.startswith("[") and "$" not in line]
    printed = "".join(lines).replace("%%", "%").split(r"\n")[:-1]
    equal(seen, printed, "the job's output")


@test_each(["hide", "failure", ("last", "last:2")])
def auto_finds_progress_in_output_that_is_not_shown(home, output):
    follow(home, f"--progress auto --output {output}", CMAKE, ["10%", "15%", "20%"])


@test
def auto_finds_progress_on_a_line_that_is_rewritten(home):
    follow(home, "--progress auto --output hide", PERCENT, ["[45]%", "(5|11)%", "1[14]%"])


@test_each([("auto", "auto"), ("match", "'match:([0-9]+)%'")])
def progress_in_a_line_that_has_not_ended_is_found_when_nothing_follows(home, policy):
    lines = [r"\rDownloading 1%%\rDownloading 4%%", r"\rDownloading 11%%", r"\rDownloading 14%%"]
    follow(home, f"--progress {policy} --output hide", lines, [" 4%", "11%", "14%"])


@test
def auto_finds_progress_under_a_bezel(home):
    follow(home, "--progress auto --output hide", CMAKE, ["10%", "15%", "20%"], style="bezel")


@test
def none_finds_nothing(home):
    gates = steps(home, CMAKE)
    for gate in gates:
        gate.open()
    for words in ("", "--progress none"):
        terminal = Terminal(hud(f"--grace 0 --min-show 1.2 --output hide --label {LABEL} {words} -- ./job"), cwd=home)
        equal(terminal.finish(), 0, "status")
        check(b"%" not in terminal.received, f"a percentage with {words}: {shown(bytes(terminal.received))}")


@test
def match_takes_a_percentage_or_two_numbers(home):
    follow(home, "--progress 'match:at ([0-9.]+)'", [r"at 12\n", r"99 bottles\nat 40.5\n", r"at 8\n"], ["12%", "40%", "8%"])


@test
def match_takes_done_and_total(home):
    follow(home, "--progress 'match:file ([0-9]+) out of ([0-9]+)'", [r"file 1 out of 8\n", r"file 4 out of 8\nfile x out of 8\n"], ["1.8", "4.8"])


@test
def the_mode_that_is_asked_for_wins_over_found_progress(home):
    gates = steps(home, CMAKE)
    screen = Screen(home).command(f"clear; {HUD} --mode text --progress auto -- ./job")
    for gate in gates:
        screen.wait_for(LABEL)
        gate.open()
    screen.wait_for_prompt()
    check(not any("%" in line for line in screen.history() if LABEL in line and "hud-demo" not in line), shown(screen.history()))


@test
def found_progress_replaces_the_expected_bar(home):
    state = home / "state"
    words = f"--grace 0 --min-show 0 --label {LABEL} --progress 'match:at ([0-9]+)' -- ./job"
    (gate,) = steps(home, [r"at 77\n"])
    gate.open()
    script(home, "job", "sleep 0.3; " + (home / "job").read_text())
    equal(Terminal(hud(words), cwd=home, XDG_STATE_HOME=state).finish(), 0, "status")
    gate.close()
    screen = Screen(home).command(f"clear; XDG_STATE_HOME={state} hud-demo {words}")
    wait_for_hud(screen, "77%")
    gate.open()
    screen.wait_for_prompt()


@test
def output_to_a_pipe_is_neither_changed_nor_read(home):
    for words in (["auto"], [r"match:\[ *([0-9]+)%"]):
        result = run(hud("--style json --grace 0 --progress", *words, "--", "sh", "-c", "printf '[ 10%%]\\n[ 20%%]\\n[ 30%%]'; sleep 0.3"))
        equal((result.returncode, result.stdout), (0, b"[ 10%]\n[ 20%]\n[ 30%]"), "status and standard output")
        check(b"fraction" not in result.stderr, f"{result.stderr!r}")


@test
def json_reports_found_progress_if_the_output_is_a_terminal(home):
    gates = steps(home, CMAKE)
    path = home / "events"

    def told():
        with open(path) as file:
            return [json.loads(line).get("fraction") for line in file if line.endswith("\n")]

    with open(path, "w") as file:
        terminal = Terminal(hud("--style json --grace 0 --progress auto -- ./job"), cwd=home, stderr=file)
    try:
        for gate, fraction in zip(gates, [0.1, 0.15, 0.2]):
            wait_until(lambda: fraction in told(), lambda: f"{fraction} in {told()}")
            gate.open()
    except Failure:
        terminal.end()
        raise
    equal(terminal.finish(), 0, "status")
    equal(bytes(terminal.received), "".join(CMAKE).replace("%%", "%").replace(r"\n", "\r\n").encode(), "what the terminal receives")


# ---- A descriptor ----


def events(result):
    return [json.loads(line) for line in result.stderr.splitlines()]


@test
def a_job_writes_lines_to_a_descriptor(home):
    gates = [Gate(home, f"gate{number}") for number in range(3)]
    script(home, "job", f"""
        eval "exec 9>&$HUD_PROGRESS_FD"
        echo 45 >&9; {gates[0].wait}
        printf 'label {LABEL} MORE\\ndetails some file\\nnonsense\\n12/3' >&9; echo 45 >&9; {gates[1].wait}
        echo 50.5% >&9; exec 9>&-; eval "exec $HUD_PROGRESS_FD>&-"; {gates[2].wait}""")
    screen = Screen(home).command(f"clear; {HUD} --progress fd -- bash ./job")
    wait_for_hud(screen, "45%")
    gates[0].open()
    wait_for_hud(screen, "MORE.*12.345")
    screen.wait_for("some file")
    gates[1].open()
    wait_for_hud(screen, "50%")
    gates[2].open()
    screen.wait_for_prompt()
    equal(screen.lines(), ["[2]$"], "what is left")


@test
def the_descriptor_is_there_without_a_terminal(home):
    job = "for n in 1 2 3; do echo $n/4 >&$HUD_PROGRESS_FD; sleep 0.3; done; echo out; echo 4/4 >&$HUD_PROGRESS_FD"
    result = run(hud("--style json --grace 0 --progress fd -- sh -c", job))
    equal((result.returncode, result.stdout), (0, b"out\n"), "status and standard output")
    seen = events(result)
    equal([event["fraction"] for event in seen if event["event"] == "progress"][-2:], [0.5, 0.75], "progress")
    equal((seen[-1]["event"], seen[-1]["fraction"]), ("finish", 1), "the last event")
    # Also if nothing is drawn.
    for style in ("plain", "off"):
        result = run(hud(f"--style {style} --progress fd -- sh -c", "echo 45 >&$HUD_PROGRESS_FD; echo status $?"))
        equal((result.returncode, result.stdout, result.stderr), (0, b"status 0\n", b""), style)


@test
def a_full_progress_pipe_does_not_block_the_job_for_long(home):
    result = run(hud("--style json --grace 0 --progress fd -- sh -c", "seq 1 100000 | sed s:$:/100000: >&$HUD_PROGRESS_FD"))
    equal((result.returncode, events(result)[-1]["fraction"]), (0, 1), "status, and progress at the end")


@test
def a_job_that_neither_writes_nor_closes_the_descriptor_runs_as_usual(home):
    for job in ("exit 3", 'eval "exec $HUD_PROGRESS_FD>&-"; sleep 0.3; exit 3', "head -c 3000000 /dev/zero >&$HUD_PROGRESS_FD; exit 3",
                "(sleep 60; echo 99 >&$HUD_PROGRESS_FD) >/dev/null 2>&1 & exit 3"):
        result = run(hud("--style json --grace 0 --progress fd -- bash -c", job))
        equal(result.returncode, 3, f"status of {job}")
        check("fraction" not in events(result)[-1], f"{job}: {result.stderr!r}")


@test
def a_progress_descriptor_that_is_closed_stays_closed(home):
    command = ["sh", "-c", 'exec "$0" "$@" <&- 2>&-', *hud("--grace 60 --progress fd -- sh -c",
               "[ $HUD_PROGRESS_FD -gt 2 ] && echo 45 >&$HUD_PROGRESS_FD && echo written")]
    equal(run(command).stdout, b"written\n", "standard output")


@test
def without_fd_there_is_no_such_variable(home):
    equal(run(hud("-- sh -c", "echo ${HUD_PROGRESS_FD-none}")).stdout, b"none\n", "the variable")


# ---- Standard input ----


class Gauge:
    """A screen with hud-demo --gauge, and a pipe to it that the test writes to."""

    def __init__(self, home, options=""):
        path = home / "fifo"
        os.mkfifo(path)
        self.screen = Screen(home)
        self.screen.command(f"clear; {HUD} {options} --gauge <fifo")
        self.pipe = open(path, "w")

    def say(self, text):
        self.pipe.write(text)
        self.pipe.flush()

    def begin(self):
        """Says that a tenth is done, and waits for the HUD that shows it."""
        self.say("10\n")
        wait_for_hud(self.screen, "10%")
        return self


@test
def gauge_reads_progress_lines(home):
    gauge = Gauge(home)
    gauge.screen.wait_for(LABEL)
    gauge.say("10\n")
    wait_for_hud(gauge.screen, "10%")
    gauge.say("3/5\nlabel WORKING HARD\n")
    wait_for_hud(gauge.screen, "HARD.*3.5")
    mark = 3 * "X" + "\n"  # as in dialog's blocks
    gauge.say(f"{mark}45\n{LABEL} FILES\\nnow c.txt\n{mark}")
    wait_for_hud(gauge.screen, "FILES.*45%")
    gauge.screen.wait_for("now c.txt")
    gauge.say("50")
    gauge.pipe.close()
    gauge.screen.wait_for_prompt()
    equal(gauge.screen.lines(), ["[2]$"], "what is left")
    equal(gauge.screen.status(), 0, "status")


@test
def gauge_is_quiet_within_its_grace_time(home):
    result = run(hud("--gauge --grace 60"), stdin=b"1\n50\nlabel x\n100\n")
    equal((result.returncode, result.stdout, result.stderr), (0, b"", b""), "off a terminal")
    read, write = os.pipe()
    os.write(write, b"50\n")
    os.close(write)
    terminal = Terminal(hud("--gauge --grace 60"), stdin=read)
    os.close(read)
    equal((terminal.finish(), bytes(terminal.received)), (0, b""), "on a terminal")


@test
def gauge_holds_the_minimum_show_time_and_leaves_a_summary(home):
    read, write = os.pipe()
    terminal = Terminal(hud("--gauge --grace 0 --min-show 1 --label Burning"), stdin=read)
    os.close(read)
    os.write(write, b"50\n")
    terminal.wait_for(b"50%")
    os.close(write)
    equal(terminal.finish(), 0, "status")
    check(terminal.elapsed >= 1, f"gone after {terminal.elapsed}")
    check(re.search("✓ Burning \\d\\.\\d s\x1b[^✓]*\n".encode(), without_style(bytes(terminal.received))), shown(bytes(terminal.received[-300:])))


@test
def gauge_reads_typed_lines(home):
    screen = Screen(home).command(f"clear; {HUD} --gauge")
    # Of the HUD, because the label is in the command line as well. What is typed before the shell has run that is not a line for hud-demo.
    screen.wait_for(f"{LABEL} 0:0")
    screen.enter("37")
    wait_for_hud(screen, "37%")
    screen.press("C-d")
    screen.wait_for_prompt()
    equal(screen.status(), 0, "status")


@test
def what_is_typed_over_the_row_does_not_stay(home):
    gauge = Gauge(home).begin()
    gauge.screen.type("the quick brown fox jumps over the lazy dog, and over another one too")
    gauge.screen.wait_for("another")
    wait_until(lambda: not any(re.search("fox|lazy|another|too", line) for line in gauge.screen.lines()),
               lambda: f"the row without it, in {shown(gauge.screen.lines())}", 4)
    gauge.pipe.close()


@test
def a_line_that_is_entered_leaves_no_row_of_the_hud(home):
    gauge = Gauge(home).begin()
    for count in (1, 2):
        gauge.screen.press("Enter")
        wait_until(lambda: [LABEL in line for line in gauge.screen.lines()] == count * [False] + [True],
                   lambda: f"the HUD below {count} empty lines, in {shown(gauge.screen.lines())}")
    gauge.pipe.close()
    gauge.screen.wait_for_prompt()
    # The shell reads the two lines, and prompts again.
    equal([line for line in gauge.screen.lines() if not line.endswith("$")], ["", ""], "what is left")


@test
def an_interrupt_ends_gauge(home):
    gauge = Gauge(home).begin()
    gauge.screen.press("C-c")
    gauge.screen.wait_for_prompt()
    check(gauge.screen.is_cursor_shown(), "no cursor")
    equal(gauge.screen.status(), 130, "status")


@test
def gauge_stops_and_continues(home):
    gauge = Gauge(home).begin()
    gauge.screen.press("C-z")
    gauge.screen.wait_for_prompt()
    gauge.screen.command("clear; fg")
    wait_for_hud(gauge.screen, "10%")
    gauge.say("20\n")
    wait_for_hud(gauge.screen, "20%")
    gauge.pipe.close()
    gauge.screen.wait_for_prompt()


@test
def gauge_without_standard_input_is_an_error(home):
    for redirection in ("<&-", "</"):
        result = run(["sh", "-c", f'exec "$0" --gauge {redirection}', *hud()])
        equal((result.returncode, result.stdout), (125, b""), f"status and standard output with {redirection}")
        check(re.fullmatch(rb"hud-demo: can't read standard input: [ -~]+\n", result.stderr), f"{result.stderr!r}")


@test_each([("a gauge", "hud-demo --gauge --grace 0 --label WORK", ["10", "30"]),
            ("a group", "hud-demo group - --grace 0 --row-grace 0 --label WORK", ["sleep 1", "sleep 1.1"])])
def lines_that_a_person_types_for_it_leave_nothing_of_the_hud(home, command, typed):
    screen = Screen(home).command(command)

    def huds():
        """The rows with a HUD, by their numbers: whether it is whole."""
        rows = enumerate(screen.history())
        return {number: bool(re.fullmatch(r"\S WORK +▕\S*▏ +\d.*\d:\d\d(, \d+:\d\d left)?", row)) for number, row in rows if number > 0 and "WORK" in row}

    screen.wait_for("0:00")
    for number, line in enumerate(typed, 2):
        screen.type(line)
        screen.press("Enter")
        # Written again, below what was typed: the HUD is there once, and has no holes.
        wait_until(lambda: huds() == {number: True}, lambda: f"one HUD in row {number} of {shown(screen.history())}")
    screen.press("C-d")
    screen.wait_for_prompt()
    left = [line for line in screen.history() if line]
    equal((left[0], left[2:]), ("[1]$ " + command, ["[2]$"]), f"what is left in {shown(left)}")
    check(re.fullmatch(r"✓ WORK \d+\.\d s.*", left[1]), f"the summary {left[1]!r}")

"""Progress of a job: from its output, through a descriptor, or on standard input."""

import os
import re
import shlex

from event_stream import parsed, so_far
from harness import Failure, Screen, Terminal, check, ended, equal, gates_of, hud, run, script, shown, test, test_each, wait_until, without_style

LABEL = "WORKING"
HUD = f"hud-demo --grace 0 --min-show 0 --label {LABEL} --leave nothing"


def steps(home, lines):
    """A job that prints lines and waits at a gate after each. Returns its gates."""
    gates = gates_of(home, len(lines))
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
        terminal.ends(0)
        check(b"%" not in terminal.received, f"a percentage with {words}: {shown(terminal.received)}")


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
    Terminal(hud(words), cwd=home, XDG_STATE_HOME=state).ends(0)
    gate.close()
    screen = Screen(home).command(f"clear; XDG_STATE_HOME={state} hud-demo {words}")
    wait_for_hud(screen, "77%")
    gate.open()
    screen.wait_for_prompt()


@test
def output_to_a_pipe_is_neither_changed_nor_read(home):
    for words in (["auto"], [r"match:\[ *([0-9]+)%"]):
        result = run(hud("--style json --grace 0 --progress", *words, "--", "sh", "-c", "printf '[ 10%%]\\n[ 20%%]\\n[ 30%%]'; sleep 0.3"))
        ended(result, 0, stdout=b"[ 10%]\n[ 20%]\n[ 30%]")
        check(b"fraction" not in result.stderr, f"{result.stderr!r}")


@test
def json_reports_found_progress_if_the_output_is_a_terminal(home):
    gates = steps(home, CMAKE)
    path = home / "events"

    def told():
        return [event.get("fraction") for event in so_far(path)]

    with open(path, "w") as file:
        terminal = Terminal(hud("--style json --grace 0 --progress auto -- ./job"), cwd=home, stderr=file)
    try:
        for gate, fraction in zip(gates, [0.1, 0.15, 0.2]):
            wait_until(lambda: fraction in told(), lambda: f"{fraction} in {told()}")
            gate.open()
    except Failure:
        terminal.end()
        raise
    terminal.ends(0)
    equal(terminal.received, "".join(CMAKE).replace("%%", "%").replace(r"\n", "\r\n").encode(), "what the terminal receives")


@test_each([
    ("meanwhile", "for n in 11 12 13 14 15 16; do sleep 0.5; echo $n/? >&$HUD_PROGRESS_FD; done; sleep 0.5", ""),
    ("before", "sleep 3.5", "echo 16/? >&$HUD_PROGRESS_FD; sleep 0.3"),
])
def a_count_without_a_total_is_shown_when_complete_progress_in_the_output_gives_way(home, rest, first):
    path = home / "events"
    script(home, "job", f"""
        {first}
        printf '[1/2] a\\n[2/2] b\\n'
        {rest}""")
    with open(path, "w") as file:
        Terminal(hud("--style json --grace 0 --progress auto -- bash ./job"), cwd=home, stderr=file).ends(0)
    counts = [(event["mode"], event["completed"]) for event in parsed(path.read_bytes()) if event.get("completed")]
    equal(counts[1 if first else 0], ("bar", 2), "what is found first")
    check(counts[-1] == ("indeterminate", 16), f"{counts}")
    check(("indeterminate", 11) not in counts, f"{counts}")


# ---- A descriptor ----


@test
def a_job_writes_lines_to_a_descriptor(home):
    gates = gates_of(home, 3)
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
    result = ended(run(hud("--style json --grace 0 --progress fd -- sh -c", job)), 0, stdout=b"out\n")
    seen = parsed(result.stderr)
    equal([event["fraction"] for event in seen if event["event"] == "progress"][-2:], [0.5, 0.75], "progress")
    equal((seen[-1]["event"], seen[-1]["fraction"]), ("finish", 1), "the last event")
    # Also if nothing is drawn.
    for style in ("plain", "off"):
        result = run(hud(f"--style {style} --progress fd -- sh -c", "echo 45 >&$HUD_PROGRESS_FD; echo status $?"))
        ended(result, 0, stdout=b"status 0\n", stderr=b"", what=style)


@test
def a_full_progress_pipe_does_not_block_the_job_for_long(home):
    result = run(hud("--style json --grace 0 --progress fd -- sh -c", "seq 1 100000 | sed s:$:/100000: >&$HUD_PROGRESS_FD"))
    equal((result.returncode, parsed(result.stderr)[-1]["fraction"]), (0, 1), "status, and progress at the end")


@test
def a_job_that_neither_writes_nor_closes_the_descriptor_runs_as_usual(home):
    for job in ("exit 3", 'eval "exec $HUD_PROGRESS_FD>&-"; sleep 0.3; exit 3', "head -c 3000000 /dev/zero >&$HUD_PROGRESS_FD; exit 3",
                "(sleep 60; echo 99 >&$HUD_PROGRESS_FD) >/dev/null 2>&1 & exit 3"):
        result = ended(run(hud("--style json --grace 0 --progress fd -- bash -c", job)), 3, what=f"status of {job}")
        check("fraction" not in parsed(result.stderr)[-1], f"{job}: {result.stderr!r}")


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
    gauge.screen.check_status(0)


@test
def gauge_is_quiet_within_its_grace_time(home):
    ended(run(hud("--gauge --grace 60"), stdin=b"1\n50\nlabel x\n100\n"), 0, stdout=b"", stderr=b"", what="off a terminal")
    read, write = os.pipe()
    os.write(write, b"50\n")
    os.close(write)
    terminal = Terminal(hud("--gauge --grace 60"), stdin=read)
    os.close(read)
    equal((terminal.finish(), terminal.received), (0, b""), "on a terminal")


@test
def gauge_holds_the_minimum_show_time_and_leaves_a_summary(home):
    read, write = os.pipe()
    terminal = Terminal(hud("--gauge --grace 0 --min-show 1 --label Burning"), stdin=read)
    os.close(read)
    os.write(write, b"50\n")
    terminal.wait_for(b"50%")
    os.close(write)
    terminal.ends(0)
    check(terminal.elapsed >= 1, f"gone after {terminal.elapsed}")
    check(re.search("✓ Burning \\d\\.\\d s\x1b[^✓]*\n".encode(), without_style(terminal.received)), shown(bytes(terminal.received[-300:])))


@test
def gauge_reads_typed_lines(home):
    screen = Screen(home).command(f"clear; {HUD} --gauge")
    # Of the HUD, because the label is in the command line as well. What is typed before the shell has run that is not a line for hud-demo.
    screen.wait_for(f"{LABEL} 0:0")
    screen.enter("37")
    wait_for_hud(screen, "37%")
    screen.leave("C-d")
    screen.check_status(0)


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
    gauge.screen.leave("C-c")
    gauge.screen.check_cursor()
    gauge.screen.check_status(130)


@test
def gauge_stops_and_continues(home):
    gauge = Gauge(home).begin()
    gauge.screen.leave("C-z")
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
        ended(result, 125, stdout=b"", what=f"status and standard output with {redirection}")
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
    screen.leave("C-d")
    left = [line for line in screen.history() if line]
    equal((left[0], left[2:]), ("[1]$ " + command, ["[2]$"]), f"what is left in {shown(left)}")
    check(re.fullmatch(r"✓ WORK \d+\.\d s.*", left[1]), f"the summary {left[1]!r}")

"""Programs that use the library and run under a HUD: they report to it, and draw nothing."""

import os
import re
import shlex

from event_stream import parsed, so_far
from harness import PIPE, Gate, QuietGate, Screen, check, ended, equal, hud, probe, run, script, started, test, test_each, wait_until

LABEL = "WORKING"
HUD = f"hud-demo --grace 0 --min-show 0 --label {LABEL} --leave nothing"


def tool(home, steps, name="tool"):
    """A program that takes steps in a scope. Returns its command."""
    path = home / f"{name}.steps"
    path.write_text("\n".join(["plain " + name.upper(), *steps, "end"]) + "\n")
    return probe("hud-probe scope=capture", f"steps={path}", "grace=0")


def wait_for(screen, pattern):
    """Waits for a line that matches. Returns the number of lines that do."""
    found = lambda: [line for line in screen.lines() if re.search(pattern, line)]
    wait_until(found, lambda: f"{pattern!r} on the screen, which is {screen.lines()}")
    return len(found())


@test
def a_tool_reports_to_the_hud_that_it_runs_under_and_draws_none(home):
    gates = [QuietGate(home, "gate0"), QuietGate(home, "gate1"), Gate(home, "gate2")]
    words = tool(home, ["total 4", "complete 1", f"wait {gates[0].path}", "print one\\n", "log two", "part copying", "complete 1",
                        f"wait {gates[1].path}"])
    script(home, "job", f"{shlex.join(words)}; echo three; {gates[2].wait}")
    screen = Screen(home).command(f"clear; {HUD} --progress auto -- sh ./job")
    equal(wait_for(screen, "TOOL.*1.4"), 1, "HUDs")
    gates[0].open()
    screen.wait_for("copying")
    equal([line for line in screen.lines() if line in ("one", "two")], ["one", "two"], "what the tool printed")
    gates[1].open()
    wait_for(screen, LABEL)
    wait_for(screen, "three")
    check(not screen.shows("TOOL"), f"still the tool's label: {screen.lines()}")
    gates[2].open()
    screen.wait_for_prompt()
    equal(screen.lines(), ["one", "two", "three", "[2]$"], "what is left")


@test
def a_group_reports_its_jobs_and_names_those_that_failed(home):
    gate = QuietGate(home)
    screen = Screen(home).command(
        f"clear; {HUD} --progress auto -- hud-demo group --no-history -j2 -- sh -c 'echo from $0; {gate.wait}; exit $0' ::: 0 3")
    # The keyboard is not the group's, so the terminal keeps its echo, and the HUD stays.
    wait_for(screen, "▕")
    gate.open()
    screen.wait_for_prompt()
    lines = screen.lines()
    check(any(re.match("✗ .*status 3 ", line) for line in lines) and "from 3" in lines, f"the failed job in {lines}")
    screen.check_status(1)


@test_each(["auto", "fd"])
def what_a_tool_reports_is_in_the_events(home, progress):
    gate = QuietGate(home)
    out = home / "events"
    words = tool(home, ["total 8", "complete 3", f"wait {gate.path}", "print printed\\n"])
    with open(out, "wb") as file:
        job = started(hud(f"--style json --grace 0 --progress {progress} --", *words), cwd=home, stdout=PIPE, stderr=file)

    def told():
        return so_far(out)

    wait_until(lambda: any((event.get("label"), event.get("completed"), event.get("total")) == ("TOOL", 3, 8) for event in told()),
               lambda: f"the tool's progress in {told()}")
    gate.open()
    equal((job.communicate()[0], job.returncode), (b"printed\n", 0), "output and status")


@test
def a_child_of_a_tool_has_neither_the_variable_nor_the_descriptor(home):
    look = "echo ${HUD_PROGRESS_FD-none} ${HUD_PROGRESS_PIPES-none}; ls -l /proc/self/fd | grep -c ' [3-9][0-9]* -> pipe:'"
    result = run(hud("--style off --progress auto --", *tool(home, ["run " + look, "nap 300", "run " + look])), stdin=None)
    ended(result, 0, stdout=b"none none\n0\n" * 2, what="what the child finds: no pipes but its standard ones")


@test
def a_tool_finds_its_own_environment_as_it_was(home):
    words = tool(home, ["nap 300", "variable HUD_PROGRESS_FD", "variable HUD_PROGRESS_PIPES"])
    result = run(hud("--style off --progress auto --", *words), stdin=None)
    check(result.returncode == 0 and b"none" not in result.stdout, f"status {result.returncode}, and its variables {result.stdout}")


@test
def a_tool_that_shows_no_hud_reports_nothing(home):
    result = run(hud("--style json --grace 0 --progress auto -- sh -c", "echo 45 >&$HUD_PROGRESS_FD"))
    equal(parsed(result.stderr)[-1]["fraction"], 0.45, "a script writes lines with --progress auto, too")


# A pipe that a test gives to a tool.


@test
def a_parent_that_closes_the_pipe_or_never_reads_changes_nothing(home):
    words = tool(home, ["total 4", "complete 1", "nap 300", "complete 1", "nap 300", "print done\\n"])
    for is_closed in (True, False):
        reading, writing = os.pipe()
        if is_closed:
            os.close(reading)
        else:
            os.set_blocking(writing, False)
            try:
                while True:
                    os.write(writing, b"\n" * 4096)
            except BlockingIOError:
                os.set_blocking(writing, True)
        result = run(words, pass_fds=[writing], HUD_PROGRESS_FD=str(writing))
        ended(result, 0, stdout=b"done\n", stderr=b"", what=f"status and outputs, closed: {is_closed}")
        os.close(writing)


@test
def a_descriptor_that_is_not_the_offered_pipe_is_not_written_to(home):
    words = tool(home, ["total 4", "complete 1", "nap 1000", "print done\\n"])
    file = os.open(home / "file", os.O_RDWR | os.O_CREAT)
    reading, writing = os.pipe()
    other = os.fstat(reading)
    wrong = f"{other.st_dev}:{other.st_ino + 1}"
    for what, descriptor, variables in [
            ("a file", file, {}), ("the end to read", reading, {}), ("another pipe", writing, {"HUD_PROGRESS_PIPES": wrong}),
            ("standard error", 2, {}), ("a closed one", writing, {"HUD_PROGRESS_FD": "99"}), ("no number", writing, {"HUD_PROGRESS_FD": "x"}),
            ("a huge number", writing, {"HUD_PROGRESS_FD": "99999999999999999999"}), ("a style", writing, {"HUD_STYLE": "plain"})]:
        result = run(words, pass_fds=[descriptor], **{"HUD_PROGRESS_FD": str(descriptor), **variables})
        ended(result, 0, stdout=b"done\n", what=f"status and output with {what}")
        check(re.search(rb"TOOL", result.stderr), f"no plain lines with {what}: {result.stderr!r}")
    os.set_blocking(reading, False)
    equal((os.fstat(file).st_size, readable(reading)), (0, b""), "what was written")
    right = f"0:1,{other.st_dev}:{other.st_ino}"
    result = run(words, pass_fds=[writing], HUD_PROGRESS_FD=str(writing), HUD_PROGRESS_PIPES=right)
    equal((result.stdout, result.stderr, readable(reading)), (b"done\n", b"", b"label TOOL\n1/4\nend\n"), "the offered pipe")


def readable(descriptor):
    try:
        return os.read(descriptor, 1 << 16)
    except BlockingIOError:
        return b""


@test
def hud_demo_reports_to_a_hud_demo_that_it_runs_under(home):
    gate = QuietGate(home)
    words = tool(home, ["total 4", "complete 3", f"wait {gate.path}", "print printed\\n"])
    screen = Screen(home).command(f"clear; {HUD} --progress auto -- hud-demo --grace 0 --label INNER --progress auto -- {shlex.join(words)}")
    wait_for(screen, "TOOL.*3.4")
    equal(wait_for(screen, f"TOOL|INNER|{LABEL}"), 1, "HUDs")
    gate.open()
    screen.wait_for_prompt()
    equal(screen.lines(), ["printed", "[2]$"], "what is left")


@test
def progress_in_the_output_is_found_through_a_hud_demo_in_between(home):
    gate = QuietGate(home)
    script(home, "job", f"printf '[1/20] a\\n[2/20] b\\n'; {gate.wait}")
    screen = Screen(home).command(f"clear; {HUD} --progress auto -- hud-demo --grace 0 --label INNER --progress auto -- sh ./job")
    wait_for(screen, "INNER.*2.20")
    gate.open()
    screen.wait_for_prompt()


@test
def a_tool_in_a_group_reports_on_the_row_of_its_job(home):
    gate = QuietGate(home)
    words = tool(home, ["total 4", "complete 3", f"wait {gate.path}"])
    script(home, "job", shlex.join(words))
    screen = Screen(home).command("clear; hud-demo group --grace 0 --row-grace 0 --leave nothing -j2 -- sh ::: ./job")
    wait_for(screen, r"\./job.*3.4")
    gate.open()
    screen.wait_for_prompt()

"""The --idle-timeout option: a job that prints nothing is ended."""

import os
import time

from event_stream import events
from harness import (Replay, Screen, Terminal, check, ended, equal, group, hud, in_shell, on_terminal, received_by, run, script, shown, steady, takes,
                     test, test_each)

SILENT = b"hud-demo: ended because it was silent for 0.5 s\n"
PRINTS = "for n in 1 2 3 4 5 6; do echo $n; sleep 0.25; done"


@test
def a_silent_job_in_a_pipe_is_ended(home):
    with takes(0.5, 5):
        ended(run(hud("--idle-timeout 0.5 --grace 60 -- sh -c", "echo out; sleep 60")), 124, stdout=b"out\n", stderr=SILENT)


@test_each([("standard output", ""), ("standard error", ">&2"), ("after each other", "| cat")])
def a_job_that_prints_into_a_pipe_is_left_alone(home, redirection):
    result = run(hud("--idle-timeout 1.2 --grace 60 -- sh -c", f"({PRINTS}) {redirection}"))
    equal((result.returncode, result.stdout + result.stderr), (0, b"1\n2\n3\n4\n5\n6\n"), "status and outputs")


@test
def a_job_that_prints_to_a_file_is_left_alone_and_a_silent_one_is_ended(home):
    with open(home / "log", "wb") as log:
        ended(run(hud("--idle-timeout 1.2 --grace 60 -- sh -c", f"({PRINTS}); exec sleep 60"), stdout=log, timeout=15), 124)
    equal((home / "log").read_text().split(), list("123456"), "the file")


@test
def lines_of_ours_are_not_the_jobs(home):
    # A job that reports progress and prints nothing: a line of ours every 0.1 s in the same pipe.
    job = "n=0; while [ $n -lt 60 ]; do n=$((n+1)); echo $n/60 >&$HUD_PROGRESS_FD; sleep 0.1; done"
    with takes(1, 4):
        result = ended(run(hud("--idle-timeout 1 --style json --grace 0 --progress fd -- sh -c", job)), 124, stdout=b"")
    lines = [line for line in result.stderr.splitlines() if line.startswith(b"{")]
    equal(events(b"\n".join(lines) + b"\n")[-1]["reason"], "silent for 1 s", "the reason")


@test
def a_job_whose_output_can_never_be_seen_is_refused(home):
    with open(os.devnull, "wb") as null:
        command = hud("--idle-timeout 1 -- touch", home / "ran")
        ended(run(command, stdout=null, stderr=null, timeout=15), 2, what="with all output in /dev/null")
        check(not (home / "ran").exists(), "the job was run with all output in /dev/null")
        ended(run(command, stdout=null, timeout=15), 0, stderr=b"", what="with one output in /dev/null")
    check((home / "ran").exists(), "the job was not run with one output in /dev/null")


@test_each([("silence", "--grace 0 --idle-timeout 1"), ("the last lines", "--output last:3"), ("no output", "--style plain --output hide")])
def a_job_that_gets_no_terminal_of_its_own_is_refused_if_it_needs_one(home, options):
    # Its terminal is not the controlling one.
    terminal = Terminal(["setsid", "-w", *hud(f"{options} -- touch ran")], cwd=home)
    terminal.ends(2)
    check(b"it gets no terminal of its own here" in terminal.received, shown(terminal.received))
    check(not (home / "ran").exists(), "the job was run")


@test
def a_silent_job_on_a_terminal_of_another_session_is_ended_if_no_hud_is_drawn(home):
    for style in ("plain", "off"):
        Terminal(["setsid", "-w", *hud(f"--style {style} --idle-timeout 0.5 -- sleep 60")], cwd=home).ends(124)


@test
def a_job_that_gets_no_session_is_refused_if_its_silence_counts(home):
    if os.geteuid() != 0:
        return
    # One process for hud-demo and one for its child, for a user that has no others and may not read the terminal.
    user = 1_100_000 + os.getpid()
    limited = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups",
               *hud("--no-history --style off --idle-timeout 1 -- python3 -c", "print('was run')")]
    terminal = Terminal(in_shell('ulimit -u 2; exec "$@"', *limited, shell="bash"), cwd="/")
    terminal.ends(2)
    check(b"was run\r" not in terminal.received and b"can't be seen" in terminal.received, shown(terminal.received))


@test
def a_silent_job_on_a_terminal_is_ended_and_the_line_that_stays_says_why(home):
    received = received_by(hud("--idle-timeout 1.2 --grace 0 --label L -- sh -c", f"({PRINTS}) | sed 3q; exec sleep 60"), status=124)
    replay = Replay(home)
    replay.play(received)
    equal([steady(line) for line in replay.lines()],
          ["1", "2", "3", "✗ L T s silent for T s", "hud-demo: ended because it was silent for T s"], "what is left")


@test_each([
    ("echo", "stty -echo; sleep 1.6; stty echo; echo over"),
    ("alternate screen", "printf '\\033[?1049h'; sleep 1.6; printf '\\033[?1049l'; echo over"),
])
def time_in_which_a_person_is_waited_for_does_not_count(home, job):
    received, status = on_terminal(hud("--idle-timeout 0.5 --grace 60 -- sh -c", job))
    equal((status, b"over" in received), (0, True), f"status; {shown(received)}")


@test
def stopped_time_does_not_count(home):
    script(home, "job", "echo begun; sleep 1; echo over")
    screen = Screen(home).command("clear; hud-demo --idle-timeout 1.6 --grace 60 -- ./job")
    screen.wait_for("begun")
    screen.press("C-z")
    screen.wait_for("Stopped")
    time.sleep(2)
    screen.enter("fg")
    screen.wait_for("over")


@test
def the_screen_of_a_short_silence_is_that_of_any_job(home):
    screen = Screen(home).command("clear; hud-demo --idle-timeout 60 --grace 0 --label L -- sleep 1.5")
    screen.wait_for(" L ")
    check(not screen.shows("silent"), f"{screen.lines()}")
    screen.wait_for_prompt()


@test
def a_silent_job_of_a_group_is_ended_and_one_that_prints_is_not(home):
    result = ended(run(group("--idle-timeout 1.2 --style plain --grace 0 --label L -j2 -- sh -c", "{}", ":::", PRINTS, "exec sleep 60")), 124)
    check(b"exec sleep 60: failed (silent for 1.2 s) after 0:01\n" in result.stderr, shown(result.stderr))
    check(b"L: failed (1 of 2 failed)" in result.stderr, shown(result.stderr))

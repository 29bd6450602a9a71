"""The --timeout option."""

import os
import re
import signal
import sys
import time

from harness import (Replay, Screen, check, ended, equal, hud, in_shell, is_running, number_in, on_terminal, received_by, run, script, steady, takes,
                     test, test_each, wait_for_end, wait_for_file, wait_until)


@test
def a_job_is_ended_when_its_time_is_up(home):
    with takes(0.5, 5):
        ended(run(hud("--timeout 0.5 --grace 60 -- sleep 60")), 124, stdout=b"", stderr=b"hud-demo: timed out after 0.5 s\n")


@test_each([("sleep", ["sleep", "0.1"], 0), ("a status", ["sh", "-c", "exit 7"], 7), ("124 of its own", ["sh", "-c", "exit 124"], 124)])
def a_job_that_ends_in_time_is_left_alone(home, job, status):
    ended(run(hud("--timeout 60 --grace 60 --", *job)), status, stderr=b"")


@test
def a_job_may_clean_up_and_its_status_is_124_all_the_same(home):
    job = "trap 'echo cleaned up; exit 0' TERM; while :; do sleep 0.05; done"
    ended(run(hud("--timeout 0.3 --grace 60 -- sh -c", job)), 124, stdout=b"cleaned up\n")


@test_each(["one job", "a group"])
def a_job_that_has_stopped_itself_is_continued_and_ended(home, case):
    job = "trap 'echo cleaned up; exit 0' TERM; kill -STOP $$; echo went on; exit 0"
    options = {"one job": "--grace 60 --timeout 0.3 --", "a group": "group --style off --output group --timeout 0.3 --"}[case]
    words = [":::", "a"] if case == "a group" else []
    ended(run(hud(options, "sh", "-c", job, *words)), 124, stdout=b"cleaned up\n")


@test
def a_job_that_will_not_end_is_killed_after_five_seconds(home):
    with takes(5.1, 10):
        result = run(hud("--timeout 0.2 --grace 60 -- sh -c", "trap '' TERM; echo $$ > process; while :; do sleep 0.05; done"), cwd=home)
    ended(result, 124, stderr=b"hud-demo: timed out after 0.2 s\n")
    wait_until(lambda: not is_running(number_in(home / "process")), "the end of the job")


@test
def what_the_last_process_of_the_job_prints_is_above_the_message(home):
    # As with a pager: the shell ends at once, and the pager restores the screen.
    job = """python3 -c "
import signal, sys, time
print('\033[?1049hfull screen', end='', flush=True)
try:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    time.sleep(60)
finally:
    time.sleep(0.3)
    print('\033[?1049lrestored', flush=True)
"; echo no"""
    with takes(0, 10):
        received = received_by(hud("--timeout 1 --grace 60 -- sh -c", job), status=124)
    seen = re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]|\r", b"", received)
    equal(seen, b"full screenrestored\nhud-demo: timed out after 1 s\n", "what the terminal receives")


@test
def the_line_that_stays_says_so_and_so_does_standard_error(home):
    received = received_by(hud("--timeout 0.5 --grace 0 --label L -- sh -c", "printf half; exec sleep 60"), status=124)
    replay = Replay(home)
    replay.play(received)
    equal([steady(line) for line in replay.lines()], ["half", "✗ L T s timed out", "hud-demo: timed out after T s"], "what is left")


@test
def plain_says_it_too(home):
    result = run(hud("--timeout 0.5 --grace 0 --label L -- sleep 60"))
    equal(result.stderr, b"L...\nL: failed (timed out) after 0:00\nhud-demo: timed out after 0.5 s\n", "standard error")


def printed_in_time(job):
    """What a job that takes too long leaves on a terminal, with the message."""
    return received_by(hud("--timeout 0.3 --grace 60 -- sh -c", job + "; exec sleep 60")).replace(b"\r", b"")


@test
def the_line_stays_apart_from_what_the_job_left_unfinished(home):
    equal(printed_in_time("printf half"), b"half\nhud-demo: timed out after 0.3 s\n", "what the terminal receives")


@test
def the_line_is_not_in_the_colors_of_the_job(home):
    expected = b"\x1b[31mred\n\x1b[mhud-demo: timed out after 0.3 s\n"
    equal(printed_in_time("printf '\\033[31mred\\n'"), expected, "what the terminal receives")


@test
def time_stopped_does_not_count(home):
    script(home, "job", "echo $$ > process; exec sleep 1000")
    screen = Screen(home).command("hud-demo --grace 0 --timeout 2.5 --label WORKING -- ./job")
    job = number_in(home / "process")
    screen.wait_for("WORKING 0:00")
    screen.leave("C-z")
    time.sleep(3)
    check(is_running(job), "the job was ended while it was stopped")
    begun = time.monotonic()
    screen.command("fg; echo status $?")
    screen.wait_for("status 124")
    check(time.monotonic() - begun > 0.8, "the time stopped was counted")
    wait_for_end(job)


@test
def a_timeout_far_off_changes_nothing(home):
    ended(run(hud("--timeout 86400 --grace 60 -- sh -c", "exit 3")), 3, what="the longest timeout there is")
    ended(run(hud("--timeout 0.4 --grace 60 -- sh -c", f"kill -{int(signal.SIGUSR1)} $$")), -signal.SIGUSR1, what="ended by a signal in time")


@test
def what_has_ended_and_was_not_waited_for_is_not_waited_for(home):
    # As the first process of a container, which waits for its own children only: processes that lose their parent become its children.
    init = "import ctypes, subprocess, sys; ctypes.CDLL(None).prctl(36, 1, 0, 0, 0); sys.exit(subprocess.Popen(sys.argv[1:]).wait())"
    command = hud("--grace 0 --timeout 0.3 --label WORKING -- sh -c", "sleep 60; echo")
    received = received_by([sys.executable, "-c", init, *command], status=124)
    found = re.search(rb"WORKING \x1b\[2m(\d\.\d) s", received)
    check(found and float(found[1]) < 1.2, f"what is left: {received!r}")


@test_each([("one job", "{} 0 --grace 60 --"), ("a group", "group --style off {} 0 --")])
def zero_is_no_limit(home, words):
    for option in ("--timeout", "--idle-timeout"):
        ended(run(hud(words.format(option), "sh", "-c", "sleep 0.2; exit 3", *([":::", "a"] if "group" in words else []))), 3, what=option)


# ---- The processes of the job ----

# Like make: children and grandchildren that do not end with their parents.
FAMILY = """
echo $$ >process
sh -c 'echo $$ >child; sh -c "echo \\$\\$ >grandchild; sleep 600 & echo \\$! >last; wait"; sleep 601' &
until [ -s last ]; do sleep 0.02; done
echo ready >ready
wait
"""
MEMBERS = ["process", "child", "grandchild", "last"]


def with_terminal(command, home):
    on_terminal(in_shell('sleep 30 & echo $! >sibling; "$@"; echo $? >status', *command), cwd=home)


def without_terminal(command, home):
    # In a pipeline the other programs share the process group of hud-demo.
    run(in_shell('sleep 30 >/dev/null 2>&1 & echo $! >sibling; "$@" | cat; :', "sh", "-c", '"$@"; echo $? >status', "sh", *command), cwd=home)


def with_output_in_a_file(command, home):
    on_terminal(in_shell('(trap "" HUP; exec sleep 30) >/dev/null 2>&1 & echo $! >sibling; "$@" >out 2>&1 </dev/null; echo $? >status; '
                 # Before the terminal hangs up, which would end them as well.
                 'sleep 0.3; for name in process child grandchild last; do ps -o state= -p $(cat $name) | grep -v Z >>left; done', *command), cwd=home)
    equal((home / "left").stat().st_size, 0, "what is left")


def all_are_gone(home):
    for name in MEMBERS:
        process = number_in(home / name)
        wait_for_end(process)


def end_what_is_left(home):
    """Kills the processes by the numbers that they have written."""
    for name in [*MEMBERS, "sibling"]:
        path = home / name
        if path.exists() and is_running(number_in(path)):
            os.kill(number_in(path), signal.SIGKILL)


@test_each([("with a terminal", with_terminal), ("without one", without_terminal), ("with the output in a file", with_output_in_a_file)])
def a_timeout_ends_the_whole_job_and_nothing_else(home, runs):
    script(home, "job", FAMILY)
    try:
        runs(hud("--timeout 1 --grace 60 -- ./job"), home)
        check((home / "ready").exists(), "the job had no time to begin")
        equal(number_in(home / "status"), 124, "status")
        all_are_gone(home)
        if runs is not with_terminal:
            check(is_running(number_in(home / "sibling")), "the sibling was ended too")
    finally:
        end_what_is_left(home)


@test_each([("with a terminal", with_terminal), ("without one", without_terminal)])
def a_job_that_ignores_sigterm_is_killed_with_all_of_its_processes(home, runs):
    script(home, "job", "trap '' TERM\n" + FAMILY + "while :; do sleep 0.1; done")
    try:
        with takes(5.9, 11):
            runs(hud("--timeout 1 --grace 60 -- ./job"), home)
        equal(number_in(home / "status"), 124, "status")
        all_are_gone(home)
    finally:
        end_what_is_left(home)


@test
def the_delay_before_sigkill_excludes_time_stopped(home):
    script(home, "job", "trap 'touch asked' TERM; echo $$ >process; while :; do (sleep 0.05); done")
    screen = Screen(home).command("hud-demo --grace 0 --timeout 0.5 --label WORKING -- ./job; echo status $?")
    job = number_in(home / "process")
    wait_for_file(home / "asked")
    asked = time.monotonic()
    screen.leave("C-z")
    ran = time.monotonic() - asked
    time.sleep(3)
    continued = time.monotonic()
    screen.enter("fg")
    wait_for_end(job)
    took = time.monotonic() - continued
    check(ran + took > 4.5, f"killed {took:.1f} s after it went on, and {ran:.1f} s before it was stopped")
    screen.wait_for("status 1")

"""What comes from a job of a group after its main process has ended."""

import os
import re
import shlex
import signal
import time

from event_stream import job_counts
from harness import (PIPE, Gate, Screen, SharedGate, Terminal, check, ended, equal, hud, joblog, number_in, run, script, started, test, test_each,
                     wait_for_end, wait_for_file, wait_until)
from test_follow import DONE, START, events, follow

FILTER = "exec > >(tee f.$0); seq 1 500"


def group(words="", *more):
    return hud("group --no-history --style off " + words, *more)


@test_each(["group", "keep-order", "prefix", "results", "terminal"])
def what_a_filter_writes_after_its_job_is_not_lost(home, mode):
    options = {"results": "hide --results out", "terminal": "group"}.get(mode, mode)
    command = group(f"-j4 --output {options} -- bash -c", FILTER, ":::", *map(str, range(40)))
    if mode == "terminal":
        terminal = Terminal(command, cwd=home)
        status, seen = terminal.finish(), terminal.received
    else:
        result = run(command, cwd=home)
        status, seen = result.returncode, result.stdout
    if mode == "results":
        seen = b"".join((home / "out" / str(number) / "stdout").read_bytes() for number in range(40))
    equal((status, seen.count(b"\n")), (0, 20000), "status and lines")
    equal([(home / f"f.{number}").read_text().count("\n") for number in range(40)], [500] * 40, "what the filters wrote")


@test
def the_reason_of_a_failure_that_passes_a_filter_is_shown(home):
    job = 'exec 2> >(sed "s/^/E: /" >&2); echo fatal >&2; exit 1'
    for _ in range(10):
        ended(run(group("-j1 -- bash -c", job, ":::", "1")), 1, stderr=b"E: fatal\n")


@test
def a_job_that_drains_gives_its_slot_to_the_next(home):
    gate = Gate(home)
    job = f"test $0 = a && {{ ({gate.wait}; echo late) & }}; echo early $0"
    process = started(group("-j1 --drain 600 --output prefix -- sh -c", job, ":::", "a", "b"), stdout=PIPE)
    equal([process.stdout.readline() for _ in range(2)], [b"a: early a\n", b"b: early b\n"], "the first lines")
    gate.open()
    equal((process.stdout.read(), process.wait(60)), (b"a: late\n", 0), "the rest")


@test_each([("alone", "a", b"early a\nlate\n"), ("after others", "a b", b"early a\nearly b\na: late\n")])
def what_comes_after_the_result_is_printed_with_the_name_if_others_have_printed(home, names, expected):
    gate, end = Gate(home), Gate(home, "end")
    job = f"case $0 in a) ({gate.wait}; echo late) & echo early a;; b) echo early b;; z) {end.wait};; esac"
    process = started(group("-j1 --drain 0.2 --output keep-order -- sh -c", job, ":::", *names.split(), "z"), stdout=PIPE)
    early = expected.replace(b"late\n", b"").replace(b"a: ", b"")
    equal(process.stdout.read(len(early)), early, "the results")
    gate.open()
    late = expected[len(early):]
    equal(process.stdout.read(len(late)), late, "what comes late")
    end.open()
    equal((process.stdout.read(), process.wait(60)), (b"", 0), "the rest")


@test_each([
    ("on a pipe", "group", True),
    ("in a file", "hide --results out", False),
    ("hidden", "hide", False),
    ("of a success", "failure", False),
])
def the_rest_is_passed_on_when_the_group_has_ended(home, options, is_printed):
    gate = Gate(home)
    job = f"({gate.wait}; echo late && echo went on >went) & echo early"
    process = started(group(f"--drain 0.1 --output {options} -- sh -c", job, ":::", "a"), cwd=home, stdout=PIPE)
    equal(process.wait(60), 0, "status")
    gate.open()
    equal(process.stdout.read(), b"early\nlate\n" if is_printed else b"", "standard output")
    wait_for_file(home / "went")
    if "--results" in options:
        wait_until(lambda: (home / "out" / "a" / "stdout").read_text() == "early\nlate\n", "the file")


@test_each(["prefix", "keep-order"])
def lines_that_several_jobs_print_after_the_group_stay_whole_and_have_names(home, mode):
    gate = SharedGate(home)
    job = f"({gate.wait}; printf 'late '; sleep 0.3; printf $1; sleep 0.3; echo ' end') & echo early $1"
    process = started(group(f"-j3 --drain 0 --output {mode} -- sh -c", job, "x", ":::", "a", "b", "c"), stdout=PIPE)
    equal(process.wait(60), 0, "status")
    gate.open()
    late = sorted(line for line in process.stdout.read().split(b"\n") if b"early" not in line)
    equal(late, [b"", b"a: late a end", b"b: late b end", b"c: late c end"], "the late lines")


@test
def a_line_that_begins_before_the_end_of_the_group_stays_whole(home):
    gate = SharedGate(home)
    job = f"""case $1 in
              z) until [ -e begun.a ] && [ -e begun.b ]; do sleep 0.01; done; sleep 0.5;;
              *) (until [ "$(wc -l <log)" = 3 ]; do sleep 0.01; done; sleep 0.5; printf 'begun '; echo >begun.$1; {gate.wait}; echo $1) & esac"""
    # The results of the first two jobs have been reported when they begin their lines.
    process = started(group("-j3 --drain 0 --output prefix --joblog log -- sh -c", job, "x", ":::", "a", "b", "z"), cwd=home, stdout=PIPE)
    equal(process.wait(60), 0, "status")
    gate.open()
    equal(sorted(process.stdout.read().splitlines()), [b"a: begun a", b"b: begun b"], "the lines")


@test
def a_process_that_outlives_the_group_ends_when_nothing_reads_it(home):
    gate = Gate(home)
    late = script(home, "late", f"echo $$ >pid; {gate.wait}; exec yes")
    process = started(group("--drain 0 --output prefix -- sh -c", f"{late} &", ":::", "a"), cwd=home, stdout=PIPE)
    equal(process.wait(60), 0, "status")
    job = number_in(home / "pid")
    process.stdout.close()
    gate.open()
    wait_for_end(job)


@test
def the_rest_is_printed_on_the_terminal_when_the_group_has_ended(home):
    gate = Gate(home)
    screen = Screen(home)
    job = f"({gate.wait}; echo late; echo later) & echo early"
    screen.carry_out("clear; " + shlex.join(hud("group --no-history --grace 0 --drain 0.1 --output group -- sh -c", job, ":::", "a")))
    gate.open()
    screen.wait_for("later")
    text = "\n".join(screen.lines())
    check(text.index("early") < text.index("late") < text.index("later"))


@test
def a_second_signal_ends_the_wait_for_output(home):
    job = "sleep 1000 & echo $! >pid; echo early"
    process = started(group("--drain 600 --output prefix -- sh -c", job, ":::", "a"), cwd=home, stdout=PIPE)
    process.stdout.readline()
    time.sleep(0.2)
    process.terminate()
    time.sleep(0.2)
    process.terminate()
    equal(process.wait(20), -15, "status")
    process.stdout.close()
    os.kill(int((home / "pid").read_text()), 9)


@test
def signals_end_a_group_whose_reader_does_not_read(home):
    job = "if [ $1 = 1 ]; then sleep 1; else seq 300000; sleep 3; fi"
    process = started(group("-j2 --output keep-order -- sh -c", job, "x", ":::", "1", "2"), stdout=PIPE)
    time.sleep(1.5)
    for _ in range(3):
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)
    equal(process.wait(20), -signal.SIGINT, "status")
    process.stdout.close()


@test_each([(f"{mode} {leave}", mode, leave) for mode in ("failure", "group", "keep-order", "prefix", "hide") for leave in ("summary", "nothing")])
def each_failed_job_leaves_its_head_line(home, mode, leave):
    job = "case {} in a) echo out a; exit 2;; b) exit 3;; esac"
    terminal = Terminal(hud("group --no-history -j2 --grace 0 --color never --leave", leave, "--output", mode, "--", "sh", "-c",
                            job, ":::", "a", "b", "c"), cwd=home)
    terminal.ends(1)
    text = terminal.received
    for name, status in (("a", 2), ("b", 3)):
        equal(text.count(f"✗ {name} status {status} 0:00".encode()), 1 if leave == "summary" else 0, f"head lines of {name}")
    if leave == "summary" and mode in ("failure", "group"):
        check(text.index("✗ a status 2".encode()) < text.index(b"out a\r\n"), "the output is above its head line")


@test_each(["group", "keep-order", "failure"])
def what_comes_late_from_a_job_that_had_printed_nothing_is_printed(home, mode):
    job = "if [ {} = a ]; then (sleep 1.6; echo late) & exit 3; else sleep 2.5; echo B; exit 3; fi"
    result = run(group(f"-j2 --output {mode} -- sh -c", job, ":::", "a", "b"), cwd=home)
    equal(sorted(line for line in result.stdout.decode().splitlines() if line in ("late", "a: late", "B")), ["B", "late"], f"the output, {result}")


@test
def the_time_limit_ends_a_job_whose_rest_prints_for_ever(home):
    job = f"(while [ -d {home} ]; do echo x; sleep 0.1; done) & exit 0"
    ended(run(group("-j1 --timeout 1 --output hide -- sh -c", job, ":::", "a")), 0)


@test
def a_signal_ends_a_group_whose_rest_prints_for_ever(home):
    job = f"(while [ -d {home} ]; do echo x; sleep 0.1; done) & touch {home}/ready"
    process = started(group("-j1 --output hide -- sh -c", job, ":::", "a"))
    wait_for_file(home / "ready")
    time.sleep(0.5)
    process.terminate()
    equal(process.wait(10), -signal.SIGTERM, "status")


@test
def an_unfinished_line_of_a_job_that_succeeded_is_not_printed(home):
    ended(run(group("-j1 --output failure -- sh -c", "printf leftover; sleep 1.5 & exit 0", ":::", "a")), 0, stdout=b"")


@test
def the_last_events_of_a_followed_command_are_read(home):
    (home / "events").write_text(START + DONE)
    for _ in range(10):
        ended(run(follow("--style off", f"bash -c 'exec > >(cat); cat {home}/events'")), 0)


@test_each([(f"{mode} {style}", mode, style) for mode in ("failure", "group", "keep-order", "prefix", "hide") for style in ("off", "plain", "json")])
def a_failed_job_that_waits_for_another_run_is_reported_when_the_group_ends(home, mode, style):
    # The second job has its second run before that of the first one, because that has left its output open.
    (home / "jobs").write_text("a: sleep 0.5 & echo says why; exit 3\nb: mkdir once || exit 4; sleep 1.2; exit 4\nc: true\n")
    result = ended(run(hud(f"group --no-history -j1 --retries 1 --halt soon --style {style} --output {mode} --joblog log --file jobs"), cwd=home), 1)
    equal(sorted((row["Seq"], row["Exitval"]) for row in joblog(home / "log")), [("1", "3"), ("2", "4")], "the log")
    equal(result.stdout.count(b"says why\n"), 0 if mode == "hide" else 1, "how often the output is printed")
    if style == "plain":
        lines = [line for line in result.stderr.decode().splitlines() if line.startswith("a: failed")]
        equal([re.sub(r" after .*", "", line) for line in lines], ["a: failed (status 3, runs again)", "a: failed (status 3)"], "the lines")
    if style == "json":
        equal(events(result)[-1]["jobs"], job_counts(waiting=1, failed=2), "the jobs of finish")

"""The --usage option: what a job has cost, as GNU time measures it."""

import re
import shutil
import sys

from event_stream import events
from harness import Screen, check, ended, equal, fail, group, hud, received_by, run, script, shown, steady, test, test_each, wait_until

# Seconds of processor time in the program, bytes that the kernel makes, and bytes of memory.
BURN = """
import os, sys, time
memory = bytearray(int(sys.argv[3]))
for index in range(0, len(memory), 4096): memory[index] = 1
random = os.open("/dev/urandom", os.O_RDONLY)
for _ in range(int(sys.argv[2]) >> 20): os.read(random, 1 << 20)
begin = os.times().user
while os.times().user - begin < float(sys.argv[1]): sum(range(20000))
"""


def measured(home, *words):
    """A command for a job with children one after another and at the same time, which GNU time measures as well."""
    time = shutil.which("time", path="/usr/bin:/usr/local/bin:/opt/homebrew/bin")
    if time is None:
        fail("GNU time is not installed: scripts/bootstrap shells installs it")
    (home / "burn.py").write_text(BURN)
    burn = f"{sys.executable} burn.py"
    script(home, "job", f"{burn} 0.3 100000000 90000000; {burn} 0.2 0 10 & {burn} 0.2 50000000 30000000; wait; exit 3")
    return [*words, time, "-q", "-o", str(home / "measured"), "-f", "%U %S %M", str(home / "job")]


def is_as_measured(home, usage):
    """Compares with what GNU time has written about the same run, which it rounds to hundredths of a second."""
    user, system, kilobytes = (float(word) for word in (home / "measured").read_text().split())
    for seen, expected, slack in ((usage["user"], user, 0.02), (usage["system"], system, 0.02), (usage["memory"], 1024 * kilobytes, 0)):
        check(abs(seen - expected) <= 0.05 * expected + slack, f"{usage}, and by GNU time {user} s, {system} s, {kilobytes} KiB")
    check(user > 0.6 and kilobytes > 85000, f"the job has not burnt what it should: {user} s, {kilobytes} KiB")


@test
def a_job_in_a_pipe_costs_what_gnu_time_says(home):
    result = ended(run(hud("--usage --style json --", *measured(home)), cwd=home), 3)
    is_as_measured(home, events(result.stderr)[-1]["usage"])


@test
def a_job_on_a_terminal_costs_what_gnu_time_says(home):
    # Output that is kept is read from a terminal of the job's own.
    received = received_by(hud("--usage --style json --output hide --", *measured(home)), cwd=home, status=3)
    is_as_measured(home, events(received.replace(b"\r\n", b"\n"))[-1]["usage"])


@test
def a_job_of_a_group_costs_what_gnu_time_says(home):
    result = ended(run(group("--usage --style json --joblog log --", *measured(home), ":::", "value"), cwd=home), 3)
    seen = events(result.stderr)
    of_job = next(event for event in seen if event["event"] == "job-end")["usage"]
    is_as_measured(home, of_job)
    equal(seen[-1]["usage"], of_job, "the cost of a group of one job")
    lines = [line.split("\t") for line in (home / "log").read_text().splitlines()]
    equal(lines[0][8:], ["Command", "User", "System", "Memory"], "the header of the log")
    is_as_measured(home, dict(zip(("user", "system", "memory"), map(float, lines[1][9:]))))


COST = r"\(\d+\.\d s user, \d+\.\d s system, \d+(\.\d+)? [KM]B\)"


@test
def the_line_that_stays_says_what_the_job_has_cost(home):
    screen = Screen(home).carry_out("clear; hud-demo --usage --grace 0 --label L -- sh -c 'sleep 0.2; exit 3'")
    lines = screen.lines()[:-1]
    check(len(lines) == 1 and re.fullmatch(r"✗ L \d\.\d s status 3 " + COST, lines[0]), f"what is left: {lines}")


@test_each([("narrow", 40, "✓ {} T s"), ("wide", 200, "✓ {} T s ")])
def a_label_has_at_least_half_of_the_room(home, columns, start):
    label = "a-label-that-is-longer-than-that"[:30]
    screen = Screen(home, columns=columns).carry_out(f"clear; hud-demo --usage --grace 0 --label {label} -- sleep 0.1")
    line = screen.lines()[0]
    check(steady(line).startswith(start.format(label)) and bool(re.search(COST, line)) == (columns == 200), f"the line: {line!r}")


@test
def plain_lines_say_it_and_without_the_option_nothing_does(home):
    plain = run(hud("--usage --grace 0 --style plain --label L -- sh -c", "sleep 0.3; exit 2")).stderr.decode()
    check(re.fullmatch(r"L\.\.\.\nL: failed \(status 2\) after 0:00 " + COST + "\n", plain), shown(plain))
    jobs = run(group("--usage --grace 0 --style plain --label L -- sh -c", "sleep 0.3; exit {}", ":::", "2")).stderr.decode()
    check(re.search(r"^2: failed \(status 2\) after 0:00 " + COST + r"\nL: failed .* " + COST + r"$", jobs, re.M), shown(jobs))
    brief = run(hud("--usage --grace 0 --style brief --label L -- sh -c", "sleep 0.3; exit 2")).stderr.decode()
    check(re.fullmatch(r"✗ L 0\.\d s status 2 " + COST + "\n", brief), shown(brief))
    equal(run(hud("--grace 0 --style plain --label L -- sleep 0.3")).stderr, b"L...\nL: done after 0:00\n", "without the option")
    last = events(run(hud("--style json -- true")).stderr)[-1]
    check("usage" not in last, f"without the option: {last}")


@test
def a_job_within_its_grace_time_costs_no_byte(home):
    equal(received_by(hud("--usage --grace 60 -- true")), b"", "within the grace time")
    equal(run(hud("--usage --grace 60 -- true")).stderr, b"", "within the grace time, in a pipe")


@test
def a_failed_job_of_a_group_has_its_cost_in_its_head_line(home):
    screen = Screen(home, columns=100).carry_out("clear; hud-demo group --usage --grace 0 --label L -- sh -c 'echo out; sleep 0.2; exit {}' ::: 0 4")
    lines = screen.lines()[:-1]
    check(len(lines) == 3 and re.fullmatch(r"✗ 4 status 4 0:00 " + COST, lines[0]), f"the head line: {lines}")
    check(re.fullmatch(r"✗ L 0\.\d s 1 of 2 failed " + COST, lines[2]), f"the summary: {lines}")


@test
def an_ended_row_of_a_group_shows_what_its_job_has_cost(home):
    screen = Screen(home, columns=100)
    # The row of a job stays for a second; one after another is there for four.
    screen.command("clear; hud-demo group --usage --grace 0 --row-grace 0 -j4 -- sleep ::: 0.3 1.3 2.3 3.3")
    wait_until(lambda: any(re.search(r"✓ \d\.3 .*\d s user, \d\.\d s system", line) for line in screen.lines()), "the row")
    screen.wait_for_prompt()


@test
def a_resumed_log_is_read_with_and_without_the_columns(home):
    script(home, "count", 'echo "$1" >> ran; [ "$1" != b ] || [ -e ok ]')
    words = ["--joblog", "log", "--", str(home / "count"), ":::", "a", "b", "c"]
    run(group("--usage", *words), cwd=home)
    (home / "ok").touch()
    ended(run(group("--resume", *words), cwd=home), 0)
    equal(sorted((home / "ran").read_text().split()), ["a", "b", "b", "c"], "the jobs that ran")
    run(group("--resume --usage", *words, "d"), cwd=home)
    equal(sorted((home / "ran").read_text().split()), ["a", "b", "b", "c", "d"], "the jobs that ran in the end")
    headers = [line.split("\t")[8:] for line in (home / "log").read_text().splitlines() if line.startswith("Seq")]
    equal([len(columns) for columns in headers], [4, 1, 4], "a header where the columns change")

"""What becomes of a group's output while its reader does not read, and at the end of the group."""

import os
import re
import time
from pathlib import Path

from harness import (PIPE, Gate, SharedGate, check, ended, equal, hud, in_shell, kept_space, script, started, test, test_each, wait_for_file,
                     wait_until)


def group(words="", *more):
    return hud("group --no-history --style off " + words, *more)


def held(process):
    """What a process keeps in files without a name, and its resident memory, in bytes."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return kept_space(process.pid), pages * os.sysconf("SC_PAGE_SIZE")


@test_each(["prefix", "keep-order"])
def a_flood_waits_in_its_pipe_while_nothing_reads(home, mode):
    size = 50_000_000
    process = started(group(f"-j2 --output {mode} -- sh -c", f"yes line | head -c {size}", "x", ":::", "1"), stdout=PIPE)
    time.sleep(1)
    before = held(process)
    time.sleep(3)
    after = held(process)
    check(after[0] < 2_000_000 and after[1] < before[1] + 2_000_000, f"held before and after: {before}, {after}")
    count = 0
    while piece := process.stdout.read(1 << 16):
        count += piece.count(b"\n")
    equal((count, process.wait(60)), (size // 5, 0), "lines and status")


@test
def a_job_that_has_ended_keeps_its_turn_while_its_reader_does_not_read(home):
    job = "case $1 in a) seq 1 300000;; b) echo B;; esac"
    process = started(group("-j2 --drain 0.2 --output keep-order -- sh -c", job, "x", ":::", "a", "b"), stdout=PIPE)
    time.sleep(2)
    lines = process.stdout.read().split(b"\n")
    equal((lines, process.wait(60)), ([b"%d" % number for number in range(1, 300001)] + [b"B", b""], 0), "lines and status")


@test
def what_comes_while_the_group_ends_is_not_lost(home):
    rounds = 400
    job = f"case $1 in a) (sleep 0.5; for i in $(seq {rounds}); do seq 1 2000; sleep 0.005; done) & echo early;; b) sleep 1;; esac"
    process = started(group("-j2 --drain 0.1 --output group -- sh -c", job, "x", ":::", "a", "b"), stdout=PIPE)
    time.sleep(2)
    pieces = []
    while piece := os.read(process.stdout.fileno(), 1 << 14):
        pieces.append(piece)
        time.sleep(0.012)
    lines = b"".join(pieces).split(b"\n")
    equal((lines[0], lines[-1], process.wait(60)), (b"early", b"", 0), "the first line, the end and the status")
    numbers = [line.removeprefix(b"a: ") for line in lines[1:-1]]
    check(numbers == [b"%d" % number for number in range(1, 2001)] * rounds, f"{len(numbers)} lines of {2000 * rounds}, or another order")


@test
def what_a_failed_run_has_left_behind_writes_behind_the_results_of_the_next(home):
    late, end = Gate(home, "late"), Gate(home, "end")
    script(home, "jobs", f"a: if mkdir once 2>/dev/null; then ({late.wait}; echo late) & echo more than the second run prints; exit 1; fi; echo second; {end.wait}\n")
    process = started(group("-j1 --retries 1 --drain 0.1 --output hide --results out --file jobs"), cwd=home)
    results = home / "out" / "a" / "stdout"
    wait_until(lambda: results.exists() and results.read_bytes() == b"second\n", "the second run")
    late.open()
    wait_until(lambda: b"late" in results.read_bytes(), "what comes late")
    end.open()
    equal((process.wait(60), results.read_bytes()), (0, b"second\nlate\n"), "status and results")


@test_each([(f"{mode} {streams}", mode, streams) for mode in ("keep-order", "prefix", "results") for streams in ("output", "both")])
def late_lines_stay_whole_when_the_descriptors_run_out(home, mode, streams):
    gate, count = SharedGate(home), 30
    twice = "printf 'error ' >&2; sleep 0.1; echo $1 >&2" if streams == "both" else ":"
    job = f"""case $1 in z) sleep 2;; *) ({gate.wait}; echo late $1; printf 'rest '; sleep 0.2; echo $1; {twice}) &
              printf 'early '; echo $1; echo early $1 >>begun;; esac"""
    options = {"results": "hide --results out"}.get(mode, mode)
    command = group(f"-j1 --drain 0.05 --output {options} -- sh -c", job, "x", ":::", *map(str, range(count)), "z")
    process = started(in_shell('ulimit -n 40; exec "$@"', *command, shell="bash"), cwd=home, stdout=PIPE, stderr=PIPE)
    begun = home / "begun"
    wait_until(lambda: begun.exists() and begun.read_text().count("\n") == count, "the jobs")
    time.sleep(0.3)
    gate.open()
    output, errors = process.communicate(timeout=60)
    words = ["early", "late", "rest"]
    ended(process, 0, what=f"status, {errors}")
    if mode == "results":
        def contents(name):
            return [(home / "out" / str(number) / name).read_text() for number in range(count)]
        everything = [[f"{word} {number}\n" for word in words] for number in range(count)]
        wait_until(lambda: contents("stdout") == ["".join(lines) for lines in everything], lambda: f"{contents('stdout')}")
        if streams == "both":
            wait_until(lambda: contents("stderr") == [f"error {number}\n" for number in range(count)], lambda: f"{contents('stderr')}")
        return
    lines = [re.sub(r"^\d+: ", "", line) for line in output.decode().splitlines()]
    equal(sorted(lines), sorted(f"{word} {number}" for word in words for number in range(count)), "the lines")
    check(all(lines.index(f"early {number}") < lines.index(f"late {number}") < lines.index(f"rest {number}") for number in range(count)), "the order")
    lines = [re.sub(r"^\d+: ", "", line) for line in errors.decode().splitlines()]
    equal(sorted(lines), sorted(f"error {number}" for number in range(count) if streams == "both"), "the lines of standard error")


@test
def results_go_on_when_what_reads_the_output_ends(home):
    gate = SharedGate(home)
    job = f"echo early; ({gate.wait}; for i in 1 2 3 4 5 6 7 8 9; do echo late $i; sleep 0.01; done) &"
    process = started(group("--drain 0.1 --output prefix --results out -- sh -c", job, ":::", "a"), cwd=home, stdout=PIPE)
    equal(process.wait(30), 0, "status")
    process.stdout.close()
    gate.open()
    wait_until(lambda: (home / "out" / "a" / "stdout").read_text().endswith("late 9\n"), lambda: (home / "out" / "a" / "stdout").read_text())


@test_each(["keep-order", "prefix", "results"])
def a_line_that_has_begun_goes_on_when_the_descriptors_run_out(home, mode):
    gate, count = SharedGate(home), 30
    # The first jobs have ended and drained when they begin their lines, and the descriptors run out after that.
    job = f"""case $1 in
              0|1) (until [ -e begin ] || [ ! -d {home} ]; do sleep 0.05; done; printf 'begun '; echo >>begun; {gate.wait}; echo $1) & ;;
              first) sleep 0.5; echo >begin; until [ -e begun ] && [ "$(wc -l <begun)" = 2 ]; do sleep 0.01; done; sleep 0.1;;
              last) echo >last; {gate.wait}; sleep 1;;
              *) ({gate.wait}; echo begun $1) & esac"""
    options = {"results": "hide --results out"}.get(mode, mode)
    jobs = ["0", "1", "first", *map(str, range(2, count)), "last"]
    command = group(f"-j1 --drain 0.05 --output {options} -- sh -c", job, "x", ":::", *jobs)
    process = started(in_shell('ulimit -n 40; exec "$@"', *command, shell="bash"), cwd=home, stdout=PIPE, stderr=PIPE)
    wait_for_file(home / "last")
    gate.open()
    output, errors = process.communicate(timeout=60)
    ended(process, 0, what=f"status, {errors}")
    if mode == "results":
        def contents():
            return [(home / "out" / str(number) / "stdout").read_text() for number in range(count)]
        wait_until(lambda: contents() == [f"begun {number}\n" for number in range(count)], lambda: f"{contents()}")
        return
    lines = [re.sub(r"^\d+: ", "", line) for line in output.decode().splitlines()]
    equal(sorted(lines), sorted(f"begun {number}" for number in range(count)), "the lines")


# Of b alone, late output goes on with its line. With two of them, the lines have names.
@test_each([("another job's", "a", b"\na: late a\n"), ("its own", "b", b"late b\n"), ("of one of two", "ab", b"\n(a: late a\nb: late b|b: late b\na: late a)\n")])
def what_comes_after_the_group_is_not_glued_to_an_unfinished_line(home, late, expected):
    gate = SharedGate(home)
    job = f"case {late} in *$1*) ({gate.wait}; echo late $1) & esac; test $1 = a || sleep 0.5; printf 'line '; printf $1"
    process = started(group("-j1 --drain 0.05 --output group -- sh -c", job, "x", ":::", "a", "b"), cwd=home, stdout=PIPE)
    equal(process.wait(30), 0, "status")
    gate.open()
    output = process.stdout.read()
    check(re.fullmatch(rb"line a\nline b" + expected, output), f"{output}")

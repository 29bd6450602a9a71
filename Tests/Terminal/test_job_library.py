"""job-probe: a program that runs several commands at once under HUDs, by the HUDJob library."""

import os
import shlex
import subprocess
import sys

from harness import (Gate, Replay, Screen, Terminal, check, check_numbers, ended, equal, in_own_mounts, in_shell, number_in, probe, run, shown, test,
                     wait_for_end, wait_until)

PROBE = "job-probe"


@test
def three_commands_at_once_have_a_hud_each_and_leave_whole_lines(home):
    gate = Gate(home)
    job = f"echo begun $JOB_NUMBER; {gate.wait}; for i in 1 2 3 4 5; do printf 'line %s ' $i; sleep 0.02; echo of $JOB_NUMBER; done; exit $JOB_NUMBER"
    screen = Screen(home, rows=30, command=shlex.join(in_shell('"$@"; echo end; cat', *probe(PROBE), job, job, job)))
    wait_until(lambda: all(screen.shows(f"job {number}") for number in (1, 2, 3)),
               "three HUDs")
    gate.open()
    screen.wait_for_line("end")
    lines = [line.rstrip() for line in screen.lines()]
    printed, results = lines[:lines.index("end") - 3], lines[lines.index("end") - 3:lines.index("end")]
    equal(results, [f"job {number}: exited({number})" for number in (1, 2, 3)], "what came of them")
    equal(sorted(printed), sorted([f"begun {number}" for number in (1, 2, 3)] + [f"line {i} of {number}" for i in range(1, 6) for number in (1, 2, 3)]),
          "what they printed")
    for number in (1, 2, 3):
        equal([line for line in printed if line.endswith(f"of {number}")], [f"line {i} of {number}" for i in range(1, 6)], f"the order of job {number}")


@test
def without_a_terminal_the_lines_are_printed_and_the_huds_are_not(home):
    result = ended(run([*probe(PROBE), "echo one; exit 2", "/no/such/command"], cwd=home), 0)
    check(b"one\n" in result.stderr and b"job 1: exited(2)\njob 2: exited(127)\n" in result.stdout, repr(result.stdout))
    check(b"\x1b[?25l" not in result.stdout + result.stderr, repr(result.stderr))


@test
def output_that_cannot_be_kept_is_printed_and_the_program_says_so(home):
    terminal = Terminal(in_shell('ulimit -f 0; exec "$@"', *probe(PROBE), "seq 3000"), cwd=home, HIDES_OUTPUT="yes")
    terminal.ends(0)
    replay = Replay(home)
    replay.play(terminal.received)
    seen = replay.history()
    check("can't keep output: File too large; it is printed as it comes" in seen, shown(seen[-8:]))
    check_numbers(seen, 1, 3000)


@test
def lines_of_both_outputs_keep_their_order_in_one_file(home):
    line = "for i in 1 2 3 4 5; do echo o$i; echo e$i >&2; done"
    ended(run(in_shell('"$@" >log 2>&1', *probe(PROBE), "alone", line), cwd=home), 0)
    equal([line for line in (home / "log").read_text().splitlines() if len(line) == 2], [f"{output}{i}" for i in range(1, 6) for output in "oe"],
          "the lines")


@test
def several_jobs_print_whole_lines_to_one_pipe(home):
    def job(letter):
        return f"yes {letter * 99} | head -50000"
    terminal = Terminal(in_shell('"$@" | cat >log', *probe(PROBE), job("a"), job("b")), cwd=home)
    terminal.ends(0)
    lines = (home / "log").read_text().splitlines()
    equal([sum(line == letter * 99 for line in lines) for letter in "ab"], [50000, 50000], "whole lines")


@test
def a_pipe_is_used_when_no_pseudo_terminal_is_left(home):
    # A file system of pseudo-terminals of its own, with a single one, which is taken.
    mount = "mount -t devpts -o newinstance,max=1,ptmxmode=0666,mode=0620 devpts /dev/pts"
    takes = "import os, sys; os.set_inheritable(os.openpty()[0], True); os.execvp(sys.argv[1], sys.argv[1:])"
    terminal = Terminal(in_own_mounts(mount, sys.executable, "-c", takes, *probe(PROBE), "alone", "test -t 1 || echo pipe"), cwd=home)
    terminal.ends(0)
    check(b"pipe" in terminal.received, shown(terminal.received))


@test
def jobs_do_not_outlive_a_program_that_is_killed(home):
    terminal = Terminal([*probe(PROBE), "echo $$ >one; ps -o ppid= -p $PPID >parent; exec sleep 600", "echo $$ >two; exec sleep 600"], cwd=home)
    jobs = [number_in(home / name) for name in ("one", "two")]
    os.kill(number_in(home / "parent"), 9)
    wait_for_end(*jobs)
    terminal.end()


@test
def a_group_in_a_scope_prints_above_its_rows(home):
    gate = Gate(home)
    failing = "printf 'oops'; exit 3"
    screen = Screen(home, rows=30, command=shlex.join(in_shell('"$@"; echo end; cat', *probe(PROBE), "group", f"sleep 0.5; {failing}", f"echo quiet; {gate.wait}", f"sleep 0.7; printf 'a\\nb\\n'; exit 4")))
    wait_until(lambda: screen.shows("GROUP") and screen.shows("job 2"),
               "the rows")
    wait_until(lambda: all(any(line.rstrip() == text for line in screen.lines()) for text in ("oops", "a", "b")),
               "the output")
    # The rows come back below the output with the next frame.
    def has_rows_below():
        lines = [line.rstrip() for line in screen.lines()]
        header = next((index for index, line in enumerate(lines) if "GROUP" in line), -1)
        return all(text in lines and lines.index(text) < header for text in ("oops", "a", "b"))
    wait_until(has_rows_below, "output above the rows")
    gate.open()
    screen.wait_for_line("end")
    lines = [line.rstrip() for line in screen.lines() if line.strip()]
    check(not any("▕" in line or "GROUP" in line and line[0] not in "✓✗" for line in lines), f"rows that stay: {shown(lines)}")
    check("failed: 2" in lines and "oops" in lines, shown(lines))


@test
def a_group_in_a_scope_names_its_failed_jobs_in_a_pipe(home):
    result = run([*probe(PROBE), "group", "sleep 0.3; echo oops; exit 3", "exit 4", "true"])
    lines = result.stderr.decode().splitlines()
    equal(sorted(line for line in lines if line.startswith("job ")),
          ["job 1: failed (status 3) after 0:00", "job 2: failed (status 4) after 0:00"], f"lines about jobs: {lines}")
    check("jobs: failed (2 of 3 failed) after 0:00" in lines and b"oops" in result.stdout, f"{result}")


@test
def a_command_ends_when_nothing_takes_its_output(home):
    result = run(in_shell('"$@" | head -1', *probe(PROBE), "alone", "exec yes"), cwd=home)
    equal((result.stdout, result.stderr.splitlines()[-1:]), (b"y\n", [b"status 141"]), "the outputs")
    slow = run(in_shell('"$@" | head -1', *probe(PROBE), "alone", "while :; do echo y; sleep 0.1; done"), cwd=home)
    equal((slow.stdout, slow.stderr.splitlines()[-1:]), (b"y\n", [b"status 141"]), "the outputs of a slow one")
    full = run(in_shell('"$@" >/dev/full', *probe(PROBE), "alone", "exec yes"), cwd=home)
    check(b"can't write to standard output: No space left on device" in full.stderr and b"status 141" in full.stderr, repr(full.stderr[-300:]))


@test
def a_time_limit_holds_while_nothing_reads_the_output(home):
    with subprocess.Popen([*probe(PROBE), "alone", "echo $$ >pid; exec seq 100000"], cwd=home, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env={**os.environ, "TIME_LIMIT": "0.3"}) as process:
        try:
            wait_for_end(number_in(home / "pid"))
            # What was there when the limit was over is still written.
            output, errors = process.communicate()
            equal((process.returncode, errors), (0, b"status 124\n"), "the end")
        finally:
            process.kill()
    check(len(output) > 100_000 and b"".join(b"%d\n" % number for number in range(1, 100_001)).startswith(output), f"{len(output)} bytes")

"""Many jobs at once: hud-demo group."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time

from event_stream import parsed
from harness import (PIPE, STOPPED, Gate, Screen, Terminal, check, ended, environment, equal, group, group_on_screen, hud, in_own_mounts, in_shell,
                     is_refused, is_running, joblog, make_executable, number_in, run, script, shown, started, state_of, takes, test, test_each, tmux,
                     wait_for_end, wait_for_file, wait_until)


def lines(bytes):
    return bytes.decode().splitlines()


# ---- What is printed ----


JOB = "echo out {}; echo err {} >&2; test {} != b"


MODES = ["failure", "group", "keep-order", "prefix", "hide"]


@test_each(MODES)
def output_is_printed_as_the_option_says(home, mode):
    result = ended(run(group(f"-j2 --style off --output {mode} -- sh -c", JOB, ":::", "a", "b", "c")), 1)
    names = {"failure": "b", "hide": ""}.get(mode, "abc")
    for what, seen in (("out", result.stdout), ("err", result.stderr)):
        expected = [(f"{name}: " if mode == "prefix" else "") + f"{what} {name}" for name in names]
        equal(lines(seen) if mode == "keep-order" else sorted(lines(seen)), expected, f"standard {what}")


@test_each(MODES)
def each_line_of_200_jobs_is_printed_once_and_whole(home, mode):
    job = "for i in 1 2 3; do printf 'job {} '; echo line $i; done; test $(({} % 7)) != 0"
    result = run(group(f"-j8 --style off --output {mode} -- sh -c", job, ":::", *map(str, range(200))))
    jobs = {"failure": range(0, 200, 7), "hide": []}.get(mode, range(200))
    expected = [(f"{number}: " if mode == "prefix" else "") + f"job {number} line {line}" for number in jobs for line in (1, 2, 3)]
    seen = lines(result.stdout)
    in_order = list if mode == "keep-order" else sorted
    equal(in_order(seen), in_order(expected), "the lines")
    if mode in ("failure", "group"):
        equal([line.split(" line ")[0] for line in seen[::3]], [line.split(" line ")[0] for line in seen[2::3]], "jobs that are not apart")


@test
def an_unfinished_line_gets_its_end_before_another_job_and_not_at_the_end(home):
    result = run(group("-j1 --style off --output keep-order -- printf %s ::: a b c"))
    equal(result.stdout, b"a\nb\nc", "standard output")
    result = run(group("-j1 --style off --output prefix -- printf %s ::: a b"))
    equal(result.stdout, b"a: a\nb: b\n", "lines with names")


@test
def the_first_job_that_is_not_done_prints_as_it_runs(home):
    gate, other = Gate(home), Gate(home, "other")
    job = f"echo begin {{}}; if test {{}} = 1; then {gate.wait}; else {other.wait}; fi; echo end {{}}"
    terminal = Terminal(group("-j3 --style off --output keep-order -- sh -c", job, ":::", "1", "2"), cwd=home)
    terminal.wait_for(b"begin 1")
    other.open()
    gate.open()
    status = terminal.finish()
    equal((terminal.received.replace(b"\r", b""), status), (b"begin 1\nend 1\nbegin 2\nend 2\n", 0), "the output")


@test
def lines_of_the_group_wait_for_no_other_job_to_be_quiet(home):
    gate = Gate(home)
    script(home, "job", f"""case $1 in
        1) printf part; {gate.wait};;
        2) until [ -e go ]; do sleep 0.01; done; while [ ! -e stopped ]; do echo kept; sleep 0.01; done;;
        3) until [ -e go ]; do sleep 0.01; done; sleep 0.3; exit 3;; esac""")
    terminal = Terminal(group("-j3 --style plain --grace 0 --output keep-order -- ./job ::: 1 2 3"), cwd=home)
    terminal.wait_for(b"part")
    (home / "go").touch()
    terminal.wait_for(b"3: failed")
    (home / "stopped").touch()
    gate.open()
    terminal.ends(1)


@test
def on_a_terminal_the_output_is_above_the_hud_which_counts_the_jobs(home):
    gate = Gate(home)
    job = f"echo printed {{}}; test -t 1 && test -t 2 && echo terminal; test {{}} = 3 && {{ {gate.wait}; }}; exit 0"
    screen = group_on_screen(home, "-j2 --label Jobs --output group -- sh -c", job, ":::", "1", "2", "3", "4")
    screen.wait_for("3/4")
    screen.wait_for_start("• 3 ")
    check("printed 3" not in screen.lines(), "output of a job that has not ended")
    gate.open()
    screen.wait_for_line("status 0")
    seen = screen.lines()
    equal(sorted(seen[:8]), sorted([f"printed {number}" for number in range(1, 5)] + ["terminal"] * 4), "what is above")
    check(seen[8].startswith("✓ Jobs"), shown(seen))


# ---- As GNU parallel ----


# What parallel 20221122 prints for `parallel ARGUMENTS 'COMMAND' ::: a b c`, and the columns Seq, Exitval, Signal and Command of its joblog.
PARALLEL = [
    ("in order", "--keep-order", "--output keep-order", "echo {}; test {} != b", b"a\nb\nc\n",
     [("1", "0", "0"), ("2", "1", "0"), ("3", "0", "0")]),
    ("halt soon", "--halt soon,fail=1 -j1", "--halt soon -j1 --output keep-order", "echo {}; test {} != b", b"a\nb\n",
     [("1", "0", "0"), ("2", "1", "0")]),
    ("halt now", "--halt now,fail=1 -j3", "--halt now -j3 --output failure", "test {} = b && { echo {}; exit 3; }; exec sleep 30",
     b"b\n", [("2", "3", "0")]),
    ("a signal", "--keep-order", "--output keep-order", "kill -9 $$ {}", b"", [("1", "0", "9"), ("2", "0", "9"), ("3", "0", "9")]),
    ("retries", "--keep-order --retries 3", "--output group --retries 2 -j1", "echo {} >>tries; false", b"",
     [("1", "1", "0"), ("2", "1", "0"), ("3", "1", "0")]),
]


@test_each(PARALLEL)
def jobs_are_run_as_by_gnu_parallel(home, _, options, command, stdout, rows):
    result = run(group(f"--style off --joblog log {options} -- sh -c", command, ":::", "a", "b", "c"), cwd=home)
    equal(result.stdout, stdout, "standard output")
    seen = sorted((row["Seq"], row["Exitval"], row["Signal"]) for row in joblog(home / "log") if row["Signal"] != "15")
    equal(seen, rows, "the log")
    if "--retries" in options:
        equal((home / "tries").read_text(), "a\na\na\nb\nb\nb\nc\nc\nc\n", "the runs")


@test
def a_log_has_the_time_the_output_and_the_command_of_each_job(home):
    before = time.time()
    run(group("--style off --joblog log -- sh -c", "sleep 0.2; printf '%s' {}", ":::", "abc"), cwd=home)
    [row] = joblog(home / "log")
    check(before - 1 <= float(row["Starttime"]) <= time.time(), row["Starttime"])
    check(re.fullmatch(r" *\d+\.\d{3}", row["JobRuntime"]) and len(row["JobRuntime"]) == 10 and 0.2 <= float(row["JobRuntime"]) < 10, row["JobRuntime"])
    equal((row["Host"], row["Send"], row["Receive"], row["Command"]), (":", "0", "3", "sh -c \"sleep 0.2; printf '%s' abc\""), "the other columns")


@test
def resume_skips_what_has_succeeded(home):
    command = group("--style off --joblog log --resume --output group -j1 -- sh -c", "echo {}; test -e there || test {} != b")
    equal(run([*command, ":::", "a", "b", "c"], cwd=home).stdout, b"a\nb\nc\n", "the first run")
    script(home, "there", "")
    ended(run([*command, ":::", "a", "b", "c", "d"], cwd=home), 0, stdout=b"b\nd\n", what="the second run")
    equal([row["Seq"] for row in joblog(home / "log")], ["1", "2", "3", "2", "4"], "the log")


@test
def resume_continues_a_log_that_was_cut_off_at_any_byte(home):
    command = group("--style off --joblog log --resume --output group -j1 -- echo :::")
    path = home / "log"
    run([*command, "1", "2"], cwd=home)
    whole = path.read_bytes()
    begin = whole.rindex(b"\n", 0, -1) + 1
    for size in range(begin, len(whole), 9):
        path.write_bytes(whole[:size])
        equal(run([*command, "1", "2", "3"], cwd=home).stdout, b"2\n3\n", f"what runs after {size} bytes")
        equal(run([*command, "1", "2", "3"], cwd=home).stdout, b"", f"what runs again after {size} bytes")
    # The whole record but for its end.
    path.write_bytes(whole[:-1])
    equal(run([*command, "1", "2", "3"], cwd=home).stdout, b"3\n", "what runs after the whole record")
    equal(run([*command, "1", "2", "3"], cwd=home).stdout, b"", "what runs again")


# ---- Where jobs come from ----


@test
def lines_of_a_file_have_names_and_comments(home):
    script(home, "jobs", "# comment\n\none: echo first\n  echo foo: bar\ntwo:  exit 4 # fails\n")
    result = run(group("--style plain --output prefix -j1 --file jobs"), cwd=home)
    equal(result.stdout, b"one: first\necho foo: bar: foo: bar\n", "standard output")
    wanted = ["one: started", "one: done after 0:00", "echo foo: bar: started", "echo foo: bar: done after 0:00", "two: started",
              "two: failed (status 4) after 0:00"]
    equal(lines(result.stderr), wanted, "standard error")
    script(home, "-", "echo wrong")
    same = run(group("--style plain --output prefix -j1 --file -"), cwd=home, stdin=(home / "jobs").read_bytes())
    equal((same.stdout, lines(same.stderr)), (result.stdout, wanted), "a file named -, which is standard input")


@test
def lines_of_standard_input_start_as_they_arrive(home):
    process = started(group("--style off --output prefix -j2 -"), cwd=home, stdin=PIPE, stdout=PIPE)
    process.stdin.write(b"x: echo 1; while ! test -e second; do sleep 0.02; done\n")
    process.stdin.flush()
    equal(process.stdout.readline(), b"x: 1\n", "the first line")
    process.stdin.write(b"touch second")
    process.stdin.close()
    equal((process.wait(), process.stdout.read()), (0, b""), "the end")


NUL_ERROR = "line {} contains a NUL; --null reads a list whose jobs end with NUL"
LONGEST = 32 * os.sysconf("SC_PAGESIZE") - 1


def output_of_list(home, content, *options):
    """Runs a list of jobs from a file and from standard input. Returns the statuses, outputs and messages."""
    (home / "jobs").write_bytes(content)
    results = (run(group("--style off --output group -j1", *options, *words), cwd=home, stdin=content) for words in (["-f", "jobs"], ["-"]))
    return [(result.returncode, result.stdout, result.stderr.decode()) for result in results]


@test
def jobs_of_a_list_with_nul_at_their_ends_all_run(home):
    for option in ("-0", "--null"):
        equal(output_of_list(home, b"echo 1\0two: echo 2\necho 3\0\0# a comment\0echo 4", option), 2 * [(0, b"1\n2\n3\n4\n", "")], option)


@test
def a_nul_in_a_line_is_an_error_that_names_the_line(home):
    def messages(line):
        return [(2, b"", f"hud-demo: {place}: {NUL_ERROR.format(line)}\n") for place in ("--file: jobs", "standard input")]
    equal(output_of_list(home, b"echo 1\0echo 2\0"), messages(1), "a list with NUL")
    equal(output_of_list(home, b"echo 1\necho x\0y\necho 3\n"), messages(2), "a NUL in a line")


@test
def jobs_that_have_started_go_on_when_a_later_line_is_not_valid(home):
    process = started(group("--style off --output group -j2 -"), cwd=home, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    process.stdin.write(b"touch begun; while ! test -e go; do sleep 0.02; done; echo first\n")
    process.stdin.flush()
    wait_for_file(home / "begun")
    process.stdin.write(b"echo second\0\n")
    process.stdin.close()
    script(home, "go", "")
    equal((process.wait(), process.stdout.read(), process.stderr.read().decode()),
          (125, b"first\n", f"hud-demo: standard input: {NUL_ERROR.format(2)}\n"), "status and outputs")


@test
def a_byte_order_mark_is_skipped(home):
    equal(output_of_list(home, b"\xef\xbb\xbfecho 1\necho 2\n"), 2 * [(0, b"1\n2\n", "")], "the output")


@test
def a_line_that_never_ends_is_refused(home):
    content = b"echo 1\necho " + b"x" * 20_000_000
    message = f"line 2 is longer than a command can be, {LONGEST} bytes\n"
    wanted = [(2, b"", f"hud-demo: {place}: {message}") for place in ("--file: jobs", "standard input")]
    # The first line of standard input may start before the second one is known to be too long.
    [file, (status, output, error)] = output_of_list(home, content)
    equal(file, wanted[0], "a file")
    equal(error, wanted[1][2], "the message about standard input")
    check((status, output) in ((2, b""), (125, b"1\n")), f"{status} {output}")
    longest = b"echo " + b"x" * (LONGEST - 5)
    equal(output_of_list(home, longest), 2 * [(0, longest[5:] + b"\n", "")], "the longest line")


@test
def a_job_has_no_keyboard(home):
    result = run(group("--style off --output group -j2 -- sh -c", "read word; echo \"$? <$word> {}\"", ":::", "a"), stdin=b"keys\n")
    equal(result.stdout, b"1 <> a\n", "standard output")
    result = run(group("--style off --output group -j1 -- sh -c", "read word; echo \"$? <$word> {}\"", ":::", "a"), stdin=b"keys\n")
    equal(result.stdout, b"0 <keys> a\n", "standard output of one job at a time")


@test_each([
    ("nothing", "", "no jobs: expected"),
    ("no values", "-- echo", "no values: expected ':::'"),
    ("no command", "-- ::: a", "no command after '--'"),
    ("two lists", "-- echo ::: a ::: b", "there is one ':::'"),
    ("a command without dashes", "echo ::: a", "the command of the jobs starts after '--'"),
    ("two sources", "-f jobs -", "--file jobs and '-' are two sources of jobs"),
    ("two files", "-f jobs -f 'more jobs'", "--file jobs and --file 'more jobs' are two sources of jobs"),
    ("standard input twice", "- -", "'-' and '-' are two sources of jobs"),
    ("a file and a command", "-f jobs -- echo ::: a", "takes its values from ':::'"),
    ("no file", "-f missing", "can't read missing: No such file or directory"),
    ("no number", "-j x -", "expected auto or make, or a whole number from 1 to 10000"),
    ("another word", "--halt later -", "expected never, soon or now"),
    ("an empty file name", "--joblog '' -", "bad value '' for --joblog: expected a path"),
    ("resume without a log", "--resume -", "--resume needs --joblog"),
    ("slots of two owners", "-j make --jobserver fifo -", "with -j make they are those of make"),
    ("NUL for values", "-0 -- echo ::: a", "--null is for a list of jobs, by --file or '-'"),
])
def a_wrong_use_is_one_line_and_status_2(home, words, message):
    is_refused(run(hud("group " + words), cwd=home), re.escape(message))


# ---- Ends ----


@test
def the_exit_status_is_that_of_the_jobs(home):
    def status(words, *more):
        return run(group("--style off " + words, *more)).returncode

    equal(status("-- true ::: a b"), 0, "success")
    equal(status("-- sh -c", "exit 5", ":::", "a"), 5, "one job")
    equal(status("-- sh -c", "exit 5", ":::", "a", "b"), 1, "two jobs")
    equal(status("--timeout 0.2 -- sleep ::: 60 61"), 124, "time-outs")
    equal(status("-- /no/such/command ::: a"), 127, "no command")
    equal(status("-- true :::"), 0, "no values")


@test
def no_two_jobs_write_their_results_into_one_folder(home):
    # What a second job named a would have, with its number behind it, is what the name of the first job is when it is escaped.
    run(group("--style off --output hide --results out -j1 -- sh -c", "echo {#}", ":::", *["a%"] + [str(number) for number in range(2, 24)] + ["a", "a"]), cwd=home)
    found = sorted(int(path.read_text()) for path in (home / "out").glob("*/stdout"))
    equal(found, list(range(1, 26)), "the jobs whose results are there")


@test
def results_and_a_trace_are_written(home):
    run(group("--style off --results out --trace trace -j2 -- sh -c", "echo {}; echo error >&2", ":::", "a/b", "a/b", "c"), cwd=home)
    found = {name: (home / "out" / name).read_text() for name in ("a%2Fb/stdout", "a%2Fb%2/stdout", "c/stdout", "c/stderr")}
    equal(found, {"a%2Fb/stdout": "a/b\n", "a%2Fb%2/stdout": "a/b\n", "c/stdout": "c\n", "c/stderr": "error\n"}, "the results")
    runs = [event for event in json.loads((home / "trace").read_text()) if event["ph"] == "X"]
    equal(sorted((event["name"], event["args"]["job"], event["args"]["status"]) for event in runs), [("a/b", 1, 0), ("a/b", 2, 0), ("c", 3, 0)], "the runs")
    for lane in {event["tid"] for event in runs}:
        inside = sorted((event["ts"], event["ts"] + event["dur"]) for event in runs if event["tid"] == lane)
        check(all(one[1] <= other[0] for one, other in zip(inside, inside[1:])), f"two runs at once in lane {lane}: {inside}")


@test
def an_interrupt_ends_all_jobs_and_the_command_by_it(home):
    job = "trap 'echo cleaned up; exit 0' TERM; echo $$ >process.{}; while :; do sleep 0.05; done"
    terminal = Terminal(group("-j2 --grace 0 --output group --label L -- sh -c", job, ":::", "1", "2", "3"), cwd=home)
    jobs = [number_in(home / f"process.{number}") for number in (1, 2)]
    terminal.type("\x03")
    status = terminal.finish()
    received = terminal.received
    equal(status, -signal.SIGINT, "status")
    equal(received.count(b"cleaned up"), 2, "output of the jobs")
    check(not any(map(is_running, jobs)) and not (home / "process.3").exists(), "jobs after the end")
    check(received.rstrip().endswith(b"\x1b[?25h"), repr(received[-100:]))


@test
def a_second_interrupt_kills_jobs_that_will_not_end(home):
    job = "trap '' TERM; echo $$ >process.{}; while :; do sleep 0.05; done"
    terminal = Terminal(group("-j2 --grace 0 -- sh -c", job, ":::", "1", "2"), cwd=home)
    jobs = [number_in(home / f"process.{number}") for number in (1, 2)]
    # Not as long as SIGKILL by itself.
    with takes(0, 4.5):
        terminal.type("\x03")
        time.sleep(0.3)
        check(all(map(is_running, jobs)), "the jobs ended by the first interrupt")
        check(b"^C again kills them" in terminal.received, "what a second interrupt does")
        terminal.type("\x03")
        terminal.ends(-signal.SIGINT)
    wait_for_end(*jobs)


@test
def a_request_to_end_that_is_several_signals_lets_jobs_clean_up(home):
    job = "trap 'sleep 1; echo {} cleaned up; exit 0' TERM; echo $PPID >leader.{}; while :; do sleep 0.05; done"
    command = group("-j2 --style off --output group -- sh -c", job, ":::", "1", "2")
    with subprocess.Popen(command, cwd=home, stdout=subprocess.PIPE, env=environment(), start_new_session=True) as process:
        leaders = [number_in(home / f"leader.{number}") for number in (1, 2)]
        # As `pkill hud-demo` does. The leaders pass theirs on, because programs take them for the job's parent.
        for target in (process.pid, *leaders):
            os.kill(target, signal.SIGTERM)
            time.sleep(0.03)
        output = process.communicate(timeout=30)[0]
    equal(sorted(output.splitlines()), [b"1 cleaned up", b"2 cleaned up"], "output of the jobs")


@test
def a_job_inherits_descriptor_3_beside_the_one_for_progress(home):
    result = run(in_shell('exec 3>file 4>other; "$@"', *group("--output group -- sh -c", "echo to {} >&3; echo $HUD_PROGRESS_FD", ":::", "a", "b")), cwd=home)
    ended(result, 0, stdout=b"5\n5\n")
    equal(sorted((home / "file").read_text().splitlines()), ["to a", "to b"], "what the jobs wrote")


@test
def no_job_outlives_a_group_that_is_killed(home):
    job = "echo $$ >process.{}; exec sleep 600"
    terminal = Terminal(group("-j2 --style off -- sh -c", job, ":::", "1", "2"), cwd=home)
    jobs = [number_in(home / f"process.{number}") for number in (1, 2)]
    os.kill(terminal.process.pid, signal.SIGKILL)
    wait_for_end(*jobs)
    terminal.end()


# ---- Limits ----


def limited(command, **limits):
    """The command with resource limits: `descriptors`, `blocks` of a file, those of a `core` file."""
    words = {"descriptors": "-n", "blocks": "-f", "core": "-c"}
    return in_shell("".join(f"ulimit {words[name]} {value}; " for name, value in limits.items()) + 'exec "$@"', *command, shell="bash")


@test
def ten_thousand_jobs_run(home):
    result = run(group("-j4 --style off -"), stdin=b"true\n" * 10000, timeout=300, TMPDIR="/no/such/folder")
    ended(result, 0, stdout=b"", stderr=b"")


@test
def a_job_that_waits_for_descriptors_does_not_run_meanwhile(home):
    command = group("--style json -g 0 --row-grace 0.1 -j6 -- sh -c", "sleep 0.5", "x", ":::", "1", "2", "3")
    stream = parsed(run(limited(command, descriptors=28)).stderr)
    starts, appeared = {}, {}
    for event in stream:
        if event["event"] == "job-start":
            starts.setdefault(event["job"], []).append(event["t"])
        elif event["event"] == "job-appear":
            appeared[event["job"]] = (len(starts[event["job"]]), event["t"] - event["elapsed"])
    check(any(len(times) > 1 for times in starts.values()), f"no job waited: {starts}")
    for job, (count, began) in appeared.items():
        check(count == len(starts[job]) and began > starts[job][-1] - 0.2, f"job {job} appears before it has begun: {starts}, {appeared}")


@test
def jobs_wait_for_descriptors_and_none_is_lost(home):
    command = group("-j100 --style off --output group -- sh -c", "sleep 0.1; echo {}", ":::", *map(str, range(60)))
    result = run(limited(command, descriptors=80))
    equal(sorted(map(int, result.stdout.split())), list(range(60)), "the output")
    ended(result, 0, stderr=b"")


@test
def jobs_run_with_as_many_descriptors_as_one_needs(home):
    job = "sleep 0.05; seq 2000; echo {} >&2"
    for options in ("", "--results out"):
        words = f"--style off --output group {options} -- sh -c"
        # The limit at which one job runs, with two for what the group itself has because of several.
        least = next(number for number in range(14, 60) if run(limited(group("-j1 " + words, job, ":::", "a"), descriptors=number), cwd=home).returncode == 0)
        for number in (least + 2, least + 4):
            result = run(limited(group("-j8 " + words, job, ":::", *map(str, range(12))), descriptors=number), cwd=home)
            equal((result.returncode, sorted(result.stderr.split(b"\n")[:-1], key=lambda line: line.rjust(2)), result.stdout.count(b"\n")),
                  (0, [b"%d" % number for number in range(12)], 12 * 2000),
                  f"{number} descriptors with {options}")


@test
def a_single_job_without_descriptors_fails_with_a_reason(home):
    result = run(limited(group("-j1 --style off -- echo ::: a"), descriptors=14))
    check(result.returncode == 125 and b"Too many open files" in result.stderr, f"{result.returncode} {result.stderr}")


@test
def output_that_cannot_be_kept_is_printed_as_it_comes_and_a_message_says_so(home):
    # The first job waits, so that the second one is not printed as it runs.
    job = "test {} = b || while ! test -e done; do sleep 0.02; done; seq 1 20000; touch done"
    for mode in ("failure", "group", "keep-order"):
        result = run(limited(group(f"-j2 --style off --output {mode} -- sh -c", job, ":::", "a", "b"), blocks=16), cwd=home)
        (home / "done").unlink()
        seen = sorted(lines(result.stdout))
        equal(seen, sorted(2 * [str(number) for number in range(1, 20001)]), f"the lines with {mode}")
        check(b"hud-demo: can't keep output: " in result.stderr, f"{mode}: {result.stderr}")


@test
def lines_of_jobs_whose_output_cannot_be_kept_stay_whole(home):
    job = "seq 1 20000; for i in $(seq 20); do printf 12; sleep 0.02; printf '34\\n'; done; printf 'end {}'"
    result = run(limited(group("-j2 --style off --output group -- sh -c", job, ":::", "a", "b"), blocks=16), cwd=home)
    check(b"hud-demo: can't keep output: " in result.stderr, f"the message: {result.stderr}")
    expected = 2 * ([str(number) for number in range(1, 20001)] + 20 * ["1234"]) + ["end a", "end b"]
    equal(sorted(lines(result.stdout)), sorted(expected), "the lines")


@test
def a_flood_takes_no_memory(home):
    command = group("-j2 --style off --output group -- sh -c", "head -c 100000000 /dev/zero | tr '\\0' x", ":::", "a")
    small = group("-j2 --style off --output group -- echo ::: a")

    def peak(command):
        with open(home / "out", "wb") as out:
            process = started(command, stdout=out)
            _, status, usage = os.wait4(process.pid, 0)
        equal(status, 0, "status")
        return (home / "out").stat().st_size, usage.ru_maxrss

    (size, flood), (_, little) = peak(command), peak(small)
    equal(size, 100_000_000, "the bytes")
    check(flood < little + 4096, f"{flood} kB instead of {little} kB")


@test
def pipes_are_used_when_no_pseudo_terminals_are_left(home):
    # A file system of pseudo-terminals of their own, with three of them.
    mount = "mount -t devpts -o newinstance,max=3,ptmxmode=0666,mode=0620 devpts /dev/pts"
    job = "touch begun.{}; until [ -e begun.1 -a -e begun.2 -a -e begun.3 -a -e begun.4 -a -e begun.5 ]; do sleep 0.05; done; " \
        "if [ -t 1 ]; then echo terminal; else echo pipe $CLICOLOR_FORCE $FORCE_COLOR; fi"
    words = group("-j5 --grace 60 --output group -- sh -c", job, ":::", "1", "2", "3", "4", "5")
    terminal = Terminal(in_own_mounts(mount, *words), cwd=home)
    terminal.ends(0)
    equal(sorted(lines(terminal.received)), ["pipe 1 1"] * 2 + ["terminal"] * 3, "the output")


@test
def jobs_in_pipes_are_asked_for_colors_unless_the_user_has_spoken(home):
    def variables(options="", **changes):
        terminal = Terminal(group(f"-j2 --style off --output group --results results {options} -- sh -c", "echo =$FORCE_COLOR,$CLICOLOR_FORCE", ":::", "a"),
                            cwd=home, stdin=subprocess.DEVNULL, **changes)
        terminal.ends(0)
        return re.search(rb"=([^\r\n]*)", terminal.received)[1].decode()

    equal(variables(), "1,1", "by default")
    for options, changes, expected in (("--color never", {}, ","), ("", {"NO_COLOR": "1"}, ","), ("", {"FORCE_COLOR": "0"}, "0,"),
                                       ("", {"CLICOLOR_FORCE": "0"}, ",0"), ("", {"TERM": "dumb"}, ",")):
        equal(variables(options, **changes), expected, f"with {options} and {changes}")


@test
def an_interrupt_ends_a_group_whose_terminal_takes_nothing(home):
    process = started(group("-j1 --style off --output group -- sh -c", "yes x | head -c 3000000", ":::", "1", "2", "3"), stdout=PIPE)
    time.sleep(0.5)
    # The first job's output is being printed, and no program reads it.

    def is_interrupted():
        # The third one ends it. On a busy machine two of them can arrive as one.
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        return process.poll() is not None
    wait_until(is_interrupted, "the end of hud-demo")
    ended(process, -signal.SIGINT)
    process.stdout.close()


@test
def a_stop_key_stops_the_jobs_and_the_command_and_fg_continues_them(home):
    gate = Gate(home)
    script(home, "job", f"echo $$ >process.$1; {gate.wait}; echo end $1")
    screen = Screen(home).command("hud-demo group -j2 --grace 0 --no-history --joblog log --output group --label Jobs -- ./job ::: 1 2")
    jobs = [number_in(home / f"process.{number}") for number in (1, 2)]
    begun = time.time()
    screen.wait_for("0/2")
    screen.press("C-z")
    wait_until(lambda: all(state_of(job) in STOPPED for job in jobs), lambda: f"stopped jobs: {[state_of(job) for job in jobs]}")
    screen.wait_for("Stopped")
    check(not screen.shows("0/2"))
    time.sleep(1)
    screen.enter("fg")
    wait_until(lambda: all(state_of(job) in "SR" for job in jobs), "the jobs go on")
    screen.wait_for("0/2")
    gate.open()
    screen.wait_for("✓ Jobs")
    seen = screen.lines()
    check("end 1" in seen and "end 2" in seen, shown(seen))
    late = [float(row["Starttime"]) - begun for row in joblog(home / "log")]
    check(len(late) == 2 and max(late) <= 0, f"the jobs began {late} s after they were seen")


@test_each([("one", "p", "1"), ("all", "P", "12")])
def jobs_that_a_key_has_paused_stay_paused_over_a_stop_key_and_fg(home, key, paused):
    gate = Gate(home)
    script(home, "job", f"echo $$ >process.$1; {gate.wait}; echo end $1")
    screen = Screen(home).command("hud-demo group -j2 --grace 0 --row-grace 0 --no-history --output group --label Jobs -- ./job ::: 1 2")
    jobs = {name: number_in(home / f"process.{name}") for name in "12"}
    def states():
        return {name: "stopped" if state_of(job) in STOPPED else "runs" for name, job in jobs.items()}
    def wait_for(stopped):
        wanted = {name: "stopped" if name in stopped else "runs" for name in jobs}
        wait_until(lambda: states() == wanted, lambda: f"{wanted}; they are {states()}")
    screen.wait_for("0/2")
    wait_until(lambda: row(screen, "1"), "a row")
    screen.press("j", key)
    wait_for(paused)
    screen.press("C-z")
    wait_for("12")
    screen.wait_for("Stopped")
    screen.enter("fg")
    screen.wait_for("0/2")
    wait_for(paused)
    time.sleep(0.3)
    wait_for(paused)
    # The key works as before.
    screen.press(key)
    wait_for("")
    gate.open()
    screen.wait_for("✓ Jobs")


# ---- The jobserver ----


# Notes in a file how many of its kind run. Until {most} have run at once it waits, so that this does not depend on the machine's speed.
COUNTER = """mkdir -p {home}/now; touch {home}/now/$$; ls {home}/now | wc -l >>{home}/counts
tries=0; until grep -q [{most}-9] {home}/counts || test $tries = 400; do sleep 0.05; tries=$((tries + 1)); done
sleep 0.1; rm {home}/now/$$"""

# Runs ./one six times, at once as far as a jobserver allows: what ninja 1.13 does with a named pipe.
CLIENT = r"""
import os, re, select, subprocess, sys
path = re.search(r"--jobserver-auth=fifo:(\S+)", os.environ["MAKEFLAGS"])[1]
pipe = os.open(path, os.O_RDWR | os.O_NONBLOCK)
running, left = [], 6
while running or left:
    while left and (not running or select.select([pipe], [], [], 0)[0]):
        token = None
        if running:
            try:
                token = os.read(pipe, 1)
            except BlockingIOError:
                break
        running.append((subprocess.Popen(["./one"]), token))
        left -= 1
    process, token = running.pop(0)
    process.wait()
    if token:
        os.write(pipe, token)
    elif running:
        # The job without a token is the next one.
        process, token = running.pop(0)
        os.write(pipe, token)
        running.insert(0, (process, None))
"""


def counts(home):
    return [int(line) for line in (home / "counts").read_text().splitlines()]


def build_folders(home, most=3):
    """Three folders with a makefile of six commands each, of which `most` are expected at once, and a client of named pipes."""
    script(home, "one", COUNTER.format(home=home, most=most))
    for name in "abc":
        (home / name).mkdir()
        (home / name / "Makefile").write_text("all: 1 2 3 4 5 6\n1 2 3 4 5 6:\n\t@../one\n")
    path = home / "ninja"
    path.write_text(f"#!{sys.executable}\n{CLIENT}")
    make_executable(path)


@test_each([("one", 1), ("three", 3), ("five", 5)])
def makes_share_the_slots(home, slots):
    build_folders(home, most=slots)
    result = run(group(f"-j{slots} --style off --output group -- make -C ::: a b c"), cwd=home, TMPDIR=home)
    ended(result, 0)
    check(b"jobserver" not in result.stderr, result.stderr)
    seen = counts(home)
    equal((len(seen), max(seen)), (18, slots), "the commands, and the most at once")
    equal([name for name in os.listdir(home) if name.startswith("hud-demo.")], [], "what is left of the jobserver")


@test
def a_make_below_one_that_was_given_variables_takes_slots(home):
    build_folders(home, most=5)
    result = run(group("-j5 --style off -- make -C ::: a b c"), cwd=home, MAKEFLAGS=r" --no-print-directory -- A=b\ c")
    equal((result.returncode, max(counts(home))), (0, 5), "status, and the most at once")


@test
def variables_of_an_outer_make_that_are_not_utf_8_reach_the_next_one(home):
    # Python's way to write the byte 0xE9 in a string.
    result = run(group("-j2 --style off --output group --jobserver fifo -- sh -c", "echo $MAKEFLAGS", ":::", "a"), cwd=home, MAKEFLAGS=" -- A=caf\udce9")
    check(b" -- A=caf\xe9\n" in result.stdout, f"{result.stdout + result.stderr}")


@test_each([("a blank", "my dir"), ("a backslash", "my\\dir"), ("a dollar sign", "my$dir")])
def a_folder_that_programs_cannot_read_in_makeflags_has_no_jobserver(home, name):
    (home / name).mkdir()
    result = run(group("-j2 --style off --output group --jobserver fifo -- sh -c", 'echo "$MAKEFLAGS"', ":::", "a"), cwd=home, TMPDIR=home / name, MAKEFLAGS=None)
    check(re.fullmatch(rb" -j2 --jobserver-auth=fifo:/tmp/hud-demo\.\w+/jobserver\n", result.stdout), f"{result.stdout + result.stderr}")


@test
def a_make_and_a_client_of_the_named_pipe_share_the_slots(home):
    build_folders(home)
    script(home, "jobs", "make -C a\n./ninja\nmake -C b\n./ninja\n")
    result = run(group("-j4 --style off --output group --file jobs"), cwd=home, TMPDIR=home)
    ended(result, 0)
    seen = counts(home)
    equal(len(seen), 24, "the commands")
    check(3 <= max(seen) <= 4, f"{max(seen)} at once")


@test
def tokens_of_a_killed_make_are_made_again(home):
    build_folders(home)
    process = started(group("-j3 --style off --joblog log --jobserver fifo -"), cwd=home, stdin=PIPE, stdout=subprocess.DEVNULL, TMPDIR=home)
    # This make has three commands at once, and two tokens for them.
    process.stdin.write(b"make -C a & make=$!; until grep -q [3-9] counts; do sleep 0.02; done; kill -9 $make; sleep 0.3\n")
    process.stdin.flush()
    log = home / "log"
    wait_until(lambda: log.exists() and log.read_text().count("\n") == 2, "the end of the first job")
    (home / "counts").unlink()
    process.stdin.write(b"make -C b\n")
    process.stdin.close()
    equal(process.wait(60), 0, "status")
    equal((len(counts(home)), max(counts(home))), (6, 3), "the commands of the second make, and the most at once")
    equal([name for name in os.listdir(home) if name.startswith("hud-demo.")], [], "what is left of the jobserver")


@test
def tokens_of_a_killed_job_are_made_again_for_jobs_that_wait(home):
    gate = Gate(home)
    script(home, "taker", f'exec 3<>"${{MAKEFLAGS##*fifo:}}"; dd bs=1 count=1 of=/dev/null <&3; touch taken; {gate.wait}; kill -9 $$')
    process = started(group("-j2 --style off --joblog log --jobserver fifo --timeout 20 -"), cwd=home, stdin=PIPE, stdout=subprocess.DEVNULL,
                      stderr=subprocess.DEVNULL, TMPDIR=home, MAKEFLAGS=None)
    process.stdin.write(b"exec ./taker\n")
    process.stdin.flush()
    wait_for_file(home / "taken")
    # Each of the two waits for the other.
    for one, other in ("ab", "ba"):
        process.stdin.write(f"touch {one}; until test -e {other}; do sleep 0.02; done\n".encode())
    process.stdin.close()
    time.sleep(0.3)
    gate.open()
    equal(process.wait(60), 1, "status")
    equal([(row["Exitval"], row["Signal"]) for row in joblog(home / "log")], [("0", "9"), ("0", "0"), ("0", "0")], "how the jobs ended")


@test
def slots_of_make_are_taken_and_given_back(home):
    build_folders(home)
    words = shlex.join(group("-j make --style off --output group -- ./one :::", *"12345678"))
    # The last two wait for each other, which ends only if the tokens are back.
    pair = "touch $@; n=0; until test -e x -a -e y; do sleep 0.05; n=$$((n + 1)); test $$n -lt 400 || exit 1; done"
    (home / "Makefile").write_text(f"all: group x y\ngroup:\n\t+@{words}\nx y: group\n\t@{pair}\n")
    ended(run(["make", "-j3"], cwd=home), 0, stderr=b"")
    seen = counts(home)
    equal((len(seen), max(seen)), (8, 3), "the commands, and the most at once")


@test
def tokens_are_given_back_when_a_signal_ends_the_group(home):
    build_folders(home)
    words = shlex.join(group("-j make --style off -- sh -c", "echo $$ >process.{}; exec sleep 600", ":::", "1", "2", "3"))
    (home / "Makefile").write_text("all: group x y z\ngroup:\n\t-+@echo $$$$ >leader; exec " + words.replace("$", "$$") + "\nx y z: group\n\t@./one\n")
    process = started(["make", "-j3"], cwd=home, stdout=PIPE, stderr=PIPE)
    for number in (1, 2, 3):
        number_in(home / f"process.{number}")
    os.kill(number_in(home / "leader"), signal.SIGTERM)
    _, errors = process.communicate(timeout=60)
    ended(process, 0, what=errors)
    check(b"INTERNAL" not in errors and max(counts(home)) == 3, f"{counts(home)} {errors}")


@test
def without_a_jobserver_of_make_jobs_run_one_at_a_time(home):
    build_folders(home, most=1)
    result = run(group("-j make --style off -- ./one ::: 1 2 3"), cwd=home, MAKEFLAGS=None)
    equal(max(counts(home)), 1, "at once")
    message = (b"hud-demo: make has no jobserver for this command, as without -j, or if the recipe's line does not begin with '+'; "
               b"jobs run one at a time\n")
    check(message in result.stderr, result.stderr)
    # make names its descriptors here too, but they are closed.
    words = shlex.join(group("-j make --style off -- ./one ::: 4 5 6"))
    (home / "Makefile").write_text(f"all:\n\t@{words}\n")
    result = run(["make", "-j3"], cwd=home)
    equal((result.returncode, max(counts(home))), (0, 1), "status, and at once")
    check(message in result.stderr, result.stderr)


@test_each([("a log", "--joblog none/log", b"--joblog: can't write none/log: No such file or directory"),
            ("a trace", "--trace .", b"--trace: can't write .: Is a directory"),
            ("results", "--results file/results", b"--results: can't write file/results: Not a directory"),
            ("results without a name", "--results ''", b"bad value '' for --results: expected a path")])
def a_file_that_cannot_be_opened_is_a_usage_error_before_any_job_starts(home, option, message):
    (home / "file").write_text("")
    ended(run(group(f"--style off {option} -- touch started ::: 1 2"), cwd=home), 2, stderr=b"hud-demo: " + message + b"\n")
    check(not (home / "started").exists(), "a job started")


@test_each([("a log", "--joblog"), ("a trace", "--trace")])
def a_file_at_the_limit_of_its_size_is_an_error(home, option):
    result = run(in_shell('ulimit -f 0; exec "$@"', *group(f"--style off {option} file -- true ::: 1 2")), cwd=home)
    ended(result, 125, stderr=b"hud-demo: can't write file: File too large\n")


@test
def kept_output_beyond_a_limit_of_file_sizes_is_printed(home):
    command = group("-j2 --style off --output keep-order -- sh -c", "[ {} = 1 ] && sleep 0.3; seq 500", ":::", *map(str, range(1, 21)))
    result = run(limited(command, core=0, blocks=8), cwd=home)
    equal((result.returncode, sorted(result.stdout.split())), (0, sorted(b"%d" % number for number in range(1, 501) for _ in range(20))), "the output")
    check(b"can't keep output: File too large" in result.stderr, repr(result.stderr))


@test
def the_name_of_a_job_controls_no_terminal(home):
    name = "\u202eone\x9b2\u2066"
    result = run(group("--style off --output prefix -- sh -c", "echo hi", ":::", name))
    equal(result.stdout.decode(), "?one?2?: hi\n", "the output")
    screen = group_on_screen(home, "--row-grace 0 -- false :::", name)
    screen.wait_for_line("status 1")
    check(any(line.startswith("✗ ?one?2? status 1") for line in screen.lines()), shown(screen.lines()))


# ---- Rows ----


def rows_of(lines):
    return [line for line in lines if line.startswith(("• ", "✗ ", "✓ "))]


def wait_for_rows(screen, number):
    wait_until(lambda: len(rows_of(screen.lines())) == number, f"{number} rows")


@test
def a_quick_job_has_no_row_and_the_rest_is_counted(home):
    gate = Gate(home)
    job = f"test {{}} -gt 2 || {{ {gate.wait}; }}"
    screen = group_on_screen(home, "-j4 --label Jobs -- sh -c", job, ":::", *map(str, range(1, 13)))
    wait_for_rows(screen, 2)
    equal([line.split()[1] for line in rows_of(screen.lines())], ["1", "2"], "the rows")
    screen.wait_for_line("… 10 more: 10 done")
    gate.open()
    screen.wait_for_line("status 0")
    check(screen.lines()[0].startswith("✓ Jobs"))
    equal(len(screen.lines()), 2, "lines that are left")


@test
def rows_of_198_jobs_leave_nothing_in_the_scrollback(home):
    job = "sleep 0.$(({} % 4)); test $(({} % 9)) != 0 || { echo failed {}; false; }"
    screen = group_on_screen(home, "-j16 --row-grace 0 --row-min-show 0.1 --label Jobs --rows 20 -- sh -c", job, ":::", *map(str, range(1, 199)))
    while "status 1" not in screen.history():
        # tmux may be asked in the middle of a frame, of which it reads 4 KB at a time.
        wait_until(lambda: len(rows_of(screen.lines())) <= 21, "at most 21 rows")
        time.sleep(0.05)
    seen = screen.history()
    equal(sorted(line for line in seen if line.startswith("failed")), sorted(f"failed {n}" for n in range(9, 199, 9)), "what failed jobs printed")
    equal([line for line in seen if line and not re.fullmatch(r"failed \d+|status 1|✗ Jobs.*|✗ \d+ status 1 0:0\d", line)], [], "other lines")


@test
def resizes_leave_nothing_of_the_rows(home):
    gate = Gate(home)
    job = f"echo out {{}}; {gate.wait}"
    screen = group_on_screen(home, "-j9 --row-grace 0 --output prefix --label Jobs -- sh -c", job, ":::", *"abcdefghi")
    wait_until(lambda: len(rows_of(screen.lines())) >= 9, "rows")
    # Rows that a narrow window wraps must fit into it; those that the terminal scrolls away are out of reach.
    for columns, rows in [(80, 12), (80, 7), (80, 24), (100, 24), (80, 40), (50, 40), (80, 40), (200, 60), (80, 24)]:
        screen.resize(columns, rows)
        most = min(9, rows // 2, rows - 3)
        wait_for_rows(screen, most)
    gate.open()
    screen.wait_for_line("status 0")
    seen = screen.history()
    equal([line for line in seen if rows_of([line])], [line for line in seen if line.startswith("✓ Jobs")], f"rows that are left in {shown(seen)}")


@test
def an_interrupt_takes_the_rows_off(home):
    screen = group_on_screen(home, "-j3 --row-grace 0 --label Jobs -- sleep ::: 50 51 52")
    wait_for_rows(screen, 3)
    screen.press("C-c")
    screen.wait_for_line("status 130")
    check(not any("• 5" in line for line in screen.history()), f"rows in {shown(screen.history())}")
    screen.check_cursor()


@test
def a_trace_has_a_lane_for_each_place_of_a_row(home):
    screen = group_on_screen(home, "-j2 --row-grace 0 --trace", home / "trace", "--", "sleep", ":::", "0.4", "0.5", "0.1")
    screen.wait_for_line("status 0")
    events = json.loads((home / "trace").read_text())
    rows = [event for event in events if event.get("cat") == "row"]
    equal(sorted({event["name"] for event in rows} & {"0.4", "0.5"}), ["0.4", "0.5"], "jobs with a row")
    check(all(event["dur"] >= 300_000 for event in rows if event["name"] != "0.1"), f"a short stay in {rows}")
    check({"row 1", "row 2"} <= {event["args"]["name"] for event in events if event["ph"] == "M"}, f"no lanes in {events}")


# ---- Keys ----


def row(screen, name):
    # In the head line of a failed job, one blank stands before the status.
    return next((line for line in screen.lines() if re.match(rf". {name}\b(?! status)", line)), "")


def wait_for_pauses(screen, number):
    """Waits until so many lines say that something is paused: rows, and the header if all are."""
    wait_until(lambda: sum("paused" in line for line in screen.lines()) == number, f"{number} pauses")


def on_second_row(home, rows, words):
    """A group of so many jobs at once, whose second job, 51, is selected."""
    screen = group_on_screen(home, f"-j{rows} {words}")
    wait_for_rows(screen, rows)
    screen.press("Down")
    screen.press("Down")
    wait_until(lambda: row(screen, "51").startswith("▸ 51"), "the selection")
    return screen


@test
def keys_select_pause_and_cancel_a_job(home):
    screen = on_second_row(home, 3, "--row-grace 0 -- sleep ::: 50 51 52")
    screen.press("p")
    wait_until(lambda: "51  paused" in row(screen, "51"), "the pause")
    screen.press("p")
    wait_until(lambda: "paused" not in row(screen, "51"), "the resumption")
    screen.press("c")
    screen.wait_for("1/3")
    # One that is paused already does not make it continue all.
    screen.press("k")
    screen.press("p")
    wait_for_pauses(screen, 1)
    screen.press("P")
    wait_for_pauses(screen, 3)
    screen.press("P")
    wait_for_pauses(screen, 0)
    screen.press("C")
    screen.wait_for_start("status ")
    equal(rows_of([line for line in screen.history() if "•" in line or "▸" in line]), [], "rows that are left")


@test
def the_key_that_pauses_all_is_answered_in_the_header(home):
    screen = group_on_screen(home, "-j2 --row-grace 60 --details given -- sleep", ":::", "50", "51", "52")
    screen.wait_for("given")
    screen.press("P")
    wait_until(lambda: screen.shows("paused") and not screen.shows("given"), "the pause")
    screen.press("P")
    wait_until(lambda: screen.shows("given") and not screen.shows("paused"), "the details again")
    screen.press("q")
    screen.wait_for_line("status 1")


@test
def the_header_says_no_longer_that_jobs_are_paused_when_they_are_ended(home):
    script(home, "job", "trap '' TERM; touch ready; while :; do sleep 0.1; done")
    screen = group_on_screen(home, "-j2 --row-grace 60 --details given --", "./job", ":::", "50")
    wait_for_file(home / "ready")
    screen.wait_for("given")
    screen.press("P")
    wait_until(lambda: screen.shows("paused") and not screen.shows("given"), "the pause")
    screen.press("q")
    wait_until(lambda: screen.shows("given") and not screen.shows("paused"), "the details, until the job is killed", 20)
    screen.wait_for_line("status 1")


@test
def a_group_whose_paused_jobs_were_cancelled_goes_on_with_the_key_that_has_paused_all(home):
    screen = on_second_row(home, 2, "--row-grace 0 --row-min-show 0 -- sleep ::: 50 51 0.1 0.2")
    screen.press("P")
    wait_for_pauses(screen, 3)
    screen.press("c")
    screen.wait_for("1/4")
    screen.press("k")
    wait_until(lambda: row(screen, "50").startswith("▸ 50"), "the selection")
    screen.press("c")
    screen.wait_for("2/4")
    check(screen.shows("2 waiting"), "a job that waits has begun")
    screen.press("P")
    screen.wait_for_start("status ")


@test
def a_key_for_a_job_that_has_ended_does_not_reach_the_one_that_has_its_row_now(home):
    screen = on_second_row(home, 2, "--row-grace 0 --row-min-show 0 -- sleep ::: 50 51 52")
    screen.press("c")
    wait_until(lambda: row(screen, "52").startswith("▸ 52"), "the next job in the row")
    screen.press("c")
    screen.wait_for("hud-demo: 52 is selected now; press the key again if you mean it")
    check(row(screen, "52"), "the next job was cancelled")
    screen.press("c")
    screen.wait_for("2/3")
    screen.press("q")
    screen.wait_for_line("status 1")


@test
def a_key_tries_a_failed_job_again_in_its_row(home):
    gate = Gate(home)
    job = f"test {{}} != a || {{ echo run >>tries; test -e fixed; exit; }}; {gate.wait}"
    screen = group_on_screen(home, "-j2 --row-grace 0 --row-min-show 0 --output hide -- sh -c", f"cd {home}; {job}", ":::", "a", "b")
    wait_until(lambda: row(screen, "a").startswith("✗ a  status 1"), "the failure")
    screen.press("k")
    screen.press("k")
    screen.press("r")
    # The row may say so of the first run still.
    wait_until(lambda: sum(line.startswith("✗ a status 1") for line in screen.lines()) == 2, "the second failure above the rows")
    wait_until(lambda: row(screen, "a").startswith("✗ a  status 1"), "the second failure")
    (home / "fixed").touch()
    screen.press("r")
    wait_until(lambda: screen.shows("1/2") and not row(screen, "a"), "the success")
    gate.open()
    screen.wait_for_line("status 0")
    equal(number_of_lines(home / "tries"), 3, "runs")


@test
def a_key_that_tries_a_job_again_says_so_while_no_slot_is_free(home):
    gate = Gate(home)
    job = f"test {{}} != a || {{ echo run >>tries; exit 1; }}; {gate.wait}"
    screen = group_on_screen(home, "-j2 --row-grace 0 --row-min-show 0 --output hide -- sh -c", f"cd {home}; {job}", ":::", "a", "b", "c")
    wait_until(lambda: row(screen, "a").startswith("✗ a  status 1") and row(screen, "c"), "the failure")
    for key in "kkkrr": screen.press(key)
    screen.wait_for_line("hud-demo: a runs again when a slot is free")
    gate.open()
    screen.wait_for_line("status 1")
    equal(number_of_lines(home / "tries"), 2, "runs")
    equal([line for line in screen.lines() if "runs again" in line], ["hud-demo: a runs again when a slot is free"], "what is said")


@test
def a_key_that_can_do_nothing_says_why(home):
    gate, failing = Gate(home), Gate(home, "failing")
    jobs = f"ends: echo here; exit 0\nfails: {failing.wait}; exit 1\nruns: {gate.wait}\n"
    (home / "jobs").write_text(jobs)
    screen = group_on_screen(home, "-j3 --halt soon --row-grace 0 --row-min-show 10 -f jobs")
    wait_until(lambda: row(screen, "ends").startswith("✓ ends"), "the end of a job")
    for key in ("g", "Enter"): screen.press(key)
    screen.wait_for_line("hud-demo: the output of ends is not kept: the job has ended")
    failing.open()
    wait_until(lambda: row(screen, "fails").startswith("✗ fails  status 1"), "the failure")
    for key in "Gkr": screen.press(key)
    wait_until(lambda: "hud-demo: fails does not run again: no more jobs start" in screen.lines(), lambda: f"the answer in {shown(screen.lines())}")
    gate.open()
    screen.wait_for_line("status 1")


def number_of_lines(path):
    return path.read_text().count("\n")


@test
def the_keyboard_is_given_back(home):
    screen = Screen(home)
    screen.enter(shlex.join(group("-j2 --grace 0 -- sleep ::: 0.3 0.4")) + "; echo status $?; stty -a")
    wait_until(lambda: "status 0" in screen.lines() and screen.shows("icanon"))
    check(any(re.search(r"(^| )icanon", line) for line in screen.lines()), "no line editing")
    check(any(re.search(r"(^| )echo\b", line) for line in screen.lines()), "no echo")


# ---- The taskbar ----


def taskbar_states(terminal):
    """The states of OSC 9;4 in turn, each once."""
    states = [state.decode() for state in re.findall(rb"\x1b\]9;4;(\d)", bytes(terminal.received))]
    return [state for index, state in enumerate(states) if index == 0 or states[index - 1] != state]


@test
def the_taskbar_shows_that_a_job_has_failed(home):
    gate = Gate(home)
    job = f"test {{}} != bad || exit 1; {gate.wait}"
    terminal = Terminal(group("--grace 0 -j2 -- sh -c", job, ":::", "good", "bad"), cwd=home, TERM_PROGRAM="ghostty")
    # While the other one runs.
    terminal.wait_for(b"\x1b]9;4;2;")
    gate.open()
    terminal.ends(1)
    equal(taskbar_states(terminal)[-2:], ["2", "0"], "states")


@test
def the_taskbar_shows_that_all_jobs_are_paused(home):
    gate = Gate(home)
    terminal = Terminal(group("--grace 0 --row-grace 0 -j2 -- sh -c", gate.wait, ":::", "1", "2"), cwd=home,
                        TERM_PROGRAM="ghostty")
    terminal.wait_for(b"\x1b]9;4;1;0")
    terminal.type("P")
    terminal.wait_for(b"\x1b]9;4;4;0")
    # Again, because Ghostty forgets it.
    wait_until(lambda: terminal.received.count(b"\x1b]9;4;4;0") > 1, "the state once more")
    terminal.type("P")
    wait_until(lambda: taskbar_states(terminal)[-2:] == ["4", "1"], lambda: f"states {taskbar_states(terminal)}")
    gate.open()
    terminal.ends(0)
    equal(taskbar_states(terminal)[-2:], ["1", "0"], "states")


@test
def the_color_of_a_jobs_line_does_not_reach_the_lines_of_others(home):
    first, second = Gate(home, "first"), Gate(home, "second")
    script(home, "job", f'test $1 = a && {{ printf "one\\033[31mred\\n"; {second.wait}; echo more; exit; }}; {first.wait}; echo other')
    screen = group_on_screen(home, "-j2 --output prefix -- ./job ::: a b")
    screen.wait_for_line("a: onered")
    first.open()
    screen.wait_for_line("b: other")
    second.open()
    screen.wait_for_line("status 0")
    colored = tmux("capture-pane", "-p", "-e", "-t", screen.name).splitlines()
    check(any(line.startswith("a: one\x1b[31mred") for line in colored), shown(colored))
    check("b: other" in [line.replace("\x1b[39m", "").replace("\x1b[0m", "") for line in colored if "b: other" in line], shown(colored))
    check(not any("b: other" in line and "\x1b[31m" in line for line in colored), shown(colored))


@test
def a_command_in_other_words_is_not_the_one_that_the_joblog_says_has_succeeded(home):
    ended(run(group("--style off --joblog log -- touch ::: 'q a' it\\'s"), cwd=home), 0)
    equal(sorted(row["Command"] for row in joblog(home / "log")), ["touch \"it's\"", "touch 'q a'"], "commands in the log")
    for name, words in [("again", "touch ::: 'q a'"), ("other", "touch q ::: a")]:
        (home / "q a").unlink(missing_ok=True)
        run(group(f"--style off --resume --joblog log -- {words}"), cwd=home)
        equal(((home / "q a").exists(), (home / "q").exists()), (False, name == "other"), name)

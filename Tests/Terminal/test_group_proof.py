"""hud-demo group with real commands, and on machines where resources run out."""

import array
import contextlib
import fcntl
import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import termios
import threading
import time
from collections import Counter

from harness import (PIPE, Gate, Terminal, always, check, ended, environment, equal, group, group_on_screen, in_own_mounts, in_shell, kept_space,
                     number_in, run, script, serving, settles, shown, started, test, test_each, wait_for_end, wait_until)


# ---- Real commands ----

DOWNLOAD = "import sys, urllib.request; sys.stdout.buffer.write(urllib.request.urlopen(sys.argv[1]).read())"
# Lines of many lengths, some longer than a page.
TEXTS = {f"/text{number}": b"".join(b"%d of text %d %s\n" % (line, number, b"x" * (line * 37 % (6000 if number == 0 else 90)))
                                   for line in range(60 * (number + 1))) for number in range(4)}


def real_commands(home, address):
    """Two hundred commands of which forty differ: compilers that fail and that warn, searches, downloads, and programs that print much."""
    for number in range(4):
        (home / f"right{number}.c").write_text(f"int right{number}(int x) {{ int unused{number}; return x + {number}; }}\n")
        (home / f"wrong{number}.c").write_text(f"int wrong{number}(void) {{ return missing{number}; }}\nint twice;\nchar twice;\n")
    for path, text in TEXTS.items():
        (home / path[1:]).write_bytes(text)
    commands = [f"cc -Wall -c -o /dev/null right{number}.c" for number in range(4)]
    commands += [f"cc -c -o /dev/null wrong{number}.c" for number in range(4)]
    commands += [f"grep -n 'of text {number}' text?" for number in range(6)] + [f"grep -c 'line {number}' text?" for number in range(8)]
    commands += [shlex.join([sys.executable, "-c", DOWNLOAD, address + path]) for path in TEXTS]
    commands += [f"seq {number} 3000" for number in range(8)] + [f"sort -r text{number % 4} | head -{number + 20}" for number in range(6)]
    equal(len(commands), 40, "different commands")
    return commands * 5


@test_each(["failure", "group", "keep-order", "prefix", "hide"])
def each_byte_of_200_real_commands_is_printed_once(home, mode):
    def content(path):
        return 200, len(TEXTS[path]), (TEXTS[path][start:start + 3000] for start in range(0, len(TEXTS[path]), 3000))

    with serving(content) as address:
        commands = real_commands(home, address)
        alone = {text: run(["sh", "-c", text], cwd=home, timeout=300) for text in set(commands)}
        with open(home / "jobs", "w") as file:
            file.writelines(f"job{number}: {text}\n" for number, text in enumerate(commands))
        result = run(group(f"-j4 --style off --output {mode} --file jobs"), cwd=home, timeout=300)
    ended(result, 1)
    for stream in ("stdout", "stderr"):
        expected = []
        for number, text in enumerate(commands):
            ran = alone[text]
            if mode == "hide" or mode == "failure" and ran.returncode == 0:
                continue
            prefix = b"job%d: " % number if mode == "prefix" else b""
            expected.append([prefix + line for line in getattr(ran, stream).splitlines(keepends=True)])
        seen = getattr(result, stream)
        if mode == "keep-order":
            check(seen == b"".join(line for job in expected for line in job), f"{stream} is not that of the jobs in their order")
            continue
        lines = Counter(line for job in expected for line in job)
        printed = Counter(seen.splitlines(keepends=True))
        check(printed == lines, f"{stream} is not that of the jobs, each line once: not {shown(lines - printed)}, but {shown(printed - lines)}")
        if mode != "prefix":
            # What a job prints is whole: nothing of another job is in between.
            rest = seen
            blobs = sorted((b"".join(job) for job in expected), key=len, reverse=True)
            while rest:
                blob = next((blob for blob in blobs if blob and rest.startswith(blob)), None)
                check(blob, f"{stream} has no whole output at {shown(rest[:200])}")
                blobs.remove(blob)
                rest = rest[len(blob):]


# ---- What runs out ----


def with_small_disk(home, size, command):
    """Runs a command where the folder `small` is a file system of its own, which is small."""
    os.makedirs(home / "small", exist_ok=True)
    return run(in_own_mounts(f"mount -t tmpfs -o size={size} tmpfs small", *command), cwd=home, TMPDIR=home / "small")


@test
def a_full_disk_for_kept_output_loses_nothing(home):
    # Both jobs print more than the disk holds, and the second one prints before it is its turn.
    job = "test {} = b || while ! test -e done; do sleep 0.02; done; seq 1 40000; touch done"
    result = with_small_disk(home, "64k", group("-j2 --style off --output keep-order -- sh -c", job, ":::", "a", "b"))
    equal(sorted(result.stdout.split(), key=int), sorted(2 * [b"%d" % number for number in range(1, 40001)], key=int), "the lines")
    check(b"hud-demo: can't keep output: No space left on device; it is printed as it comes\n" in result.stderr, result.stderr)
    ended(result, 0)


@test_each([("the results", "results small/results", b"hud-demo: can't write small/results/"),
            ("the log", "joblog small/log", b"hud-demo: can't write small/log: No space left on device"),
            ("the trace", "trace small/trace", b"hud-demo: can't write small/trace: No space left on device")])
def a_full_disk_ends_the_group_with_a_reason(home, option, message):
    job = "seq 1 9000"
    words = group(f"-j2 --style off --{option} -- sh -c", "head -c 65536 /dev/zero >>small/fill; " + job, ":::", *map(str, range(400)))
    result = with_small_disk(home, "16k", words)
    ended(result, 125)
    check(message in result.stderr, result.stderr)


@test
def jobs_wait_for_processes_and_none_is_lost_in_silence(home):
    # The limit does not hold for root, so the group runs as another user.
    user = 65534 if os.geteuid() == 0 else os.geteuid()
    as_other = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"] if os.geteuid() == 0 else []
    own = sum(map(int, subprocess.run(["ps", "-u", str(user), "-o", "nlwp="], stdout=subprocess.PIPE).stdout.split()))
    words = group("-j30 --style off --output group -- sh -c", "echo {}; exec sleep 0.2", ":::", *map(str, range(60)))
    result = run(in_shell(f'ulimit -u {own + 25}; exec "$@"', *as_other, *words, shell="bash"), cwd="/")
    done = result.stdout.split()
    # A job that can't start while no other one is running fails.
    reasons = result.stderr.count(b"can't run sh: Resource temporarily unavailable\n")
    equal((len(set(done)), len(done) + reasons), (len(done), 60), f"jobs that printed, and all jobs, with {result.stderr}")
    ended(result, 1 if reasons else 0)


@test
def the_processes_of_ended_jobs_are_gone_while_the_group_runs(home):
    if sys.platform != "linux":
        return
    gate = Gate(home)
    script(home, "job", f"test $1 != 0 || {{ {gate.wait}; }}; echo $1")
    process = started(group("-j2 --style off --output group -- ./job :::", *map(str, range(40))), cwd=home, stdout=PIPE, stderr=PIPE)
    for _ in range(39):
        process.stdout.readline()

    def children():
        return subprocess.run(["ps", "--ppid", str(process.pid), "-o", "pid="], stdout=subprocess.PIPE).stdout.split()

    # The leader of the first job, and those that have ended and were reaped by no later job.
    wait_until(lambda: len(children()) < 10, lambda: f"the children are {children()}")
    gate.open()
    equal((process.wait(60), process.stdout.read(), process.stderr.read()), (0, b"0\n", b""), "status, rest and errors")
    process.stdout.close()
    process.stderr.close()


@test
def the_space_of_kept_output_is_given_back_while_the_group_runs(home):
    if sys.platform != "linux":
        return
    first, second = Gate(home, "first"), Gate(home, "second")
    # The first job and the fifth one wait, and what the others print is kept.
    script(home, "job", f"case $1 in 0) {first.wait};; 4) {second.wait};; esac; seq $1 8 2000000")
    process = started(group("-j9 --style off --output keep-order -- ./job :::", *map(str, range(8))), cwd=home, stdout=PIPE, stderr=PIPE)
    received = []
    reader = threading.Thread(target=lambda: received.append(process.stdout.read()), daemon=True)
    reader.start()
    size = [len(b"".join(b"%d\n" % number for number in range(start, 2000001, 8))) for start in range(8)]
    others, behind = sum(size[1:4] + size[5:]), sum(size[5:])
    wait_until(lambda: kept_space(process.pid) >= others, lambda: f"{others} bytes are kept, not {kept_space(process.pid)}", 60)
    first.open()
    # The output of the three printed jobs lies between that of the others, in any order: up to six segments contain some of both.
    wait_until(lambda: kept_space(process.pid) < behind + 6 * 262144, lambda: f"{behind} bytes are kept, not {kept_space(process.pid)}", 60)
    check(kept_space(process.pid) >= behind and process.poll() is None, "the output behind the fifth job is kept")
    second.open()
    equal((process.wait(60), process.stderr.read()), (0, b""), "status and errors")
    reader.join()
    process.stdout.close()
    process.stderr.close()
    expected = b"".join(b"%d\n" % number for start in range(8) for number in range(start, 2000001, 8))
    check(received[0] == expected, "the output is not that of the jobs in their order")


# ---- Ends and windows ----


def group_with_rows(home):
    """A group on a terminal that has drawn its rows, and the processes of its jobs."""
    terminal = Terminal(group("-j3 --grace 0 --row-grace 0 -- sh -c", "echo $$ >process.{}; exec sleep 600", ":::", "1", "2", "3"), cwd=home)
    jobs = [number_in(home / f"process.{number}") for number in (1, 2, 3)]
    terminal.wait_for("• 3".encode())
    return terminal, jobs


@test
def a_hang_up_ends_all_jobs_of_a_group_with_rows(home):
    terminal, jobs = group_with_rows(home)
    terminal.hang_up()
    wait_for_end(*jobs)
    wait_until(lambda: terminal.process.poll() is not None, "the end of hud-demo")
    equal(terminal.process.returncode, -signal.SIGHUP, "status")


@test
def no_job_outlives_a_group_with_rows_that_is_killed(home):
    terminal, jobs = group_with_rows(home)
    os.kill(terminal.process.pid, signal.SIGKILL)
    wait_for_end(*jobs)
    terminal.end()


@test
def a_storm_of_resizes_loses_no_output_above_rows(home):
    gate = Gate(home)
    count = 40
    job = f"for i in $(seq {count}); do echo {{}} line $i; sleep 0.02; done; {gate.wait}"
    screen = group_on_screen(home, "-j4 --row-grace 0 --output prefix --label Jobs -- sh -c", job, ":::", *"abcd")
    screen.wait_for_start("• a")
    random_sizes = random.Random(1)
    for _ in range(40):
        screen.resize(random_sizes.randrange(60, 120), random_sizes.randrange(8, 50))
    screen.resize(80, 24)
    gate.open()
    screen.wait_for_line("status 0")
    seen = screen.history()
    expected = [f"{name}: {name} line {line}" for name in "abcd" for line in range(1, count + 1)]
    equal(sorted(line for line in seen if " line " in line), sorted(expected), "the output")


# ---- One file for standard output and standard error ----

@test_each([f"{style} {output}" for style in ("plain", "json") for output in ("group", "keep-order", "prefix")])
def lines_of_a_group_break_no_output_without_a_last_line_feed(home, case):
    style, output = case.split()
    with open(home / "log", "wb") as log:
        ended(run(group(f"-j1 --grace 0 --label Jobs --style {style} --output {output} -- sh -c", "printf 'out {}'; sleep 0.1", ":::", *"abc"),
                  cwd=home, stdout=log, stderr=log, timeout=20), 0)
    printed = [f"{job}: out {job}" if output == "prefix" else f"out {job}" for job in "abc"]
    lines = (home / "log").read_text().splitlines()
    equal([line for line in lines if line in printed], printed, f"the output, in {lines}")
    ours = [line for line in lines if line not in printed]
    if style == "json":
        equal([json.loads(line)["event"] for line in ours][::len(ours) - 1], ["start", "finish"], "the first and the last event")
    else:
        ends = [f"{job}: {what}" for job in "abc" for what in ("started", "done after 0:00")]
        equal(sorted(ours), sorted(["Jobs...", *ends, "Jobs: done after 0:00"]), "lines of its own")


# ---- Ends that something is in the way of ----

def unread(pipe):
    count = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]


@test
def a_job_that_runs_again_can_be_ended_after_its_first_output_is_printed(home):
    script(home, "job", "test -e flag && { echo $$ >again; exec sleep 1000; }; seq 15000; touch flag; exit 1")
    # The pipe takes 64 KiB of 83, so that the rest of the first run's output is printed during the second.
    process = started(group("--style off --output keep-order --retries 1 -- ./job ::: a"), cwd=home, stdout=PIPE)
    job = number_in(home / "again")
    output = b""
    while not output.endswith(b"\n15000\n"):
        output += os.read(process.stdout.fileno(), 65536)
    time.sleep(0.3)
    process.terminate()
    wait_for_end(job, process.pid)
    equal(process.wait(), -signal.SIGTERM, "status")


@test_each([("standard error", 2, {}), ("both outputs in one pipe", 1, {"stdout": True})])
def a_signal_ends_a_group_whose_lines_are_not_read(home, signals, more):
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    (home / "jobs").write_text("false\n" * 1000)
    process = started(group("--style plain --output hide -j1 --file jobs"), cwd=home, stderr=writer, **{name: writer for name in more})
    os.close(writer)
    settles(lambda: unread(reader) > 3900, "the lines fill the pipe", 0.5)
    for _ in range(signals):
        process.terminate()
        time.sleep(1.5)
    wait_for_end(process.pid)
    equal(process.wait(), -signal.SIGTERM, "status")
    os.close(reader)


@test
def lines_on_standard_error_do_not_wait_for_a_reader_of_standard_output(home):
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    process = started(group("--grace 60 --style json --output group -j1 -- seq ::: 5000 1 2"), cwd=home, stdout=writer, stderr=PIPE)
    os.close(writer)
    seen = []
    while seen.count("job-end") < 3:  # While nothing is read. How many events of progress there are among them depends on the time.
        seen.append(json.loads(process.stderr.readline())["event"])
    equal((seen[0], "finish" in seen), ("start", False), f"events while nothing is read, {seen}")
    while os.read(reader, 65536):
        pass
    equal((json.loads(process.stderr.readline())["event"], process.wait()), ("finish", 0), "the end")
    os.close(reader)


@test_each([
    ("an unfinished line", "-j1 --output group", 'printf "warn {}" >&2', 2, [b"warn 0", b"warn 1"]),
    ("much output", "-j3 --output failure", "test $(({} % 20)) = 0 || exit 0; seq 50000 >&2; exit 1", 400,
     [b"%d" % number for number in range(1, 50001)] * 20)])
def events_on_standard_error_break_no_line_of_a_job_there(home, options, job, jobs, expected):
    result = run(group(options + " --style json -- sh -c", job, ":::", *map(str, range(jobs))), cwd=home)
    lines = result.stderr.split(b"\n")
    equal((result.stdout, lines.pop()), (b"", b""), "standard output, and the end of standard error")
    events = [line for line in lines if re.match(rb'\{"t":.*\}$', line)]
    equal([line for line in lines if line not in set(events)], expected, "lines of jobs")
    check(all("event" in json.loads(event) for event in events), "an event is broken")


@test
def a_list_of_long_lines_is_not_read_far_ahead(home):
    gate, written = Gate(home), []
    process = subprocess.Popen(group("--style off --output hide -j1 -"), cwd=home, stdin=PIPE, bufsize=0, env=environment())

    def write():
        # Until the group ends.
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(gate.wait.encode() + b"\n")
            for _ in range(300):
                written.append(process.stdin.write(b": " + b"x" * 99_997 + b"\n"))
    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    wait_until(lambda: len(written) > 80, lambda: f"lines that wait; there are {len(written)}", 60)
    always(lambda: len(written) < 110, "no more than 8 MB wait", 1)
    process.terminate()
    equal(process.wait(60), -signal.SIGTERM, "status")
    writer.join()


@test
def a_job_whose_leader_is_killed_is_killed_as_well(home):
    script(home, "job", "echo $PPID >leader; echo $$ >number; exec sleep 1000")
    process = started(group("--style off -- ./job ::: a"), cwd=home, stderr=PIPE)
    job = number_in(home / "number")
    os.kill(number_in(home / "leader"), signal.SIGKILL)
    wait_for_end(job, process.pid)
    equal(process.wait(), 137, "status")

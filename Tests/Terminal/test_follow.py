"""Jobs that run elsewhere: hud-demo follow."""

import contextlib
import json
import os
import re
import shlex
import signal
import subprocess
import threading
import time
from pathlib import Path
from random import Random

import event_stream
from event_stream import job_counts
from harness import (PIPE, Failure, Gate, Screen, Terminal, always, check, ended, environment, equal, hud, in_shell, number_in, run, script, shown,
                     signals, started, test, test_each, wait_for_end, wait_until)

FIXTURES = Path(__file__).resolve().parent.parent / "HUDFollowTests" / "Fixtures" / "streams"

START = '{"t":0,"event":"start","label":"Compressing"}\n'
APPEAR = '{"t":0.5,"event":"appear","label":"Compressing","mode":"bar","fraction":0.25}\n'
DONE = '{"t":4,"event":"finish","label":"Compressing","shown":true,"elapsed":4,"outcome":"succeeded"}\n'
FAILED = '{"t":4,"event":"finish","label":"Compressing","shown":true,"elapsed":4,"outcome":"failed","reason":"status 2"}\n'


def follow(words="", *more):
    return hud("follow " + words, *more)


def write(home, name, text):
    path = home / name
    path.write_text(text)
    return path


def events(result):
    """What a run with --style json has reported, which obeys the protocol that is followed."""
    return event_stream.events(b"".join(line for line in result.stderr.splitlines(keepends=True) if line.startswith(b"{")))


def outcomes(events):
    """How each job ended, by its name."""
    return {event["name"]: event["outcome"] for event in events if event["event"] == "job-end"}


def pipe(home, name="fifo"):
    path = home / name
    os.mkfifo(path)
    return path


def send(stream, *lines):
    stream.write("".join(lines))
    stream.flush()


def ends(screen, status):
    screen.wait_for_prompt()
    screen.check_status(status)
    screen.close()


def report_of(home, words, *more):
    """A follow that runs, and a function that returns what it has reported."""
    path = home / "report"
    with open(path, "wb") as file:
        process = started(follow(words, *more), stderr=file)
    return process, path.read_bytes


# ---- The exit status ----


@test_each([
    ("a job that succeeds", START + APPEAR + DONE, 0, b""),
    ("a job that fails", START + APPEAR + FAILED, 1, b"Compressing: status 2\n"),
    ("a job that fails without a reason", START + FAILED.replace(',"reason":"status 2"', ""), 1, b"Compressing: failed\n"),
    ("a job that is cancelled", START + DONE.replace("succeeded", "cancelled"), 1, b"Compressing: cancelled\n"),
    ("a stream without an end", START + APPEAR, 1, b"Compressing: lost: the stream ended\n"),
    ("an empty stream", "", 1, b"standard input: lost: the stream ended\n"),
    ("an event behind an unfinished line", START + APPEAR + "done" + DONE, 0, b""),
    ("a stream that was joined late", APPEAR + DONE, 0, b""),
    ("a last line without a line feed", START + DONE[:-1], 0, b""),
    ("a broken line", START + '{"t":1,"event":\n' + DONE, 0, b"hud-demo: skipped 1 broken line\n"),
    ("lines of the job among the events", START + "cc -c a.c\n" + DONE, 0, b""),
    ("a failure before a success", START + FAILED + START + DONE, 1, b"Compressing: an earlier job did not succeed\n"),
    ("a success that is told twice", START + DONE + START + DONE, 0, b""),
    ("unknown events and members", START.replace('"t"', '"color":7,"t"') + '{"t":1,"event":"moon","phase":[1,{}]}\n' + DONE, 0, b""),
])
def the_exit_status_is_that_of_the_jobs(home, text, status, errors):
    ended(run(follow("-"), stdin=text.encode()), status, stdout=b"", stderr=errors)


@test
def a_job_fails_whatever_a_hud_in_it_reports(home):
    script(home, "job", shlex.join(hud("--grace 0 --label inner -- sleep 0.2")) + "\nexit 5")
    result = run(follow("--style plain --grace 0", "env HUD_STYLE=json " + shlex.join(hud("--label outer --", home / "job"))))
    check(result.returncode == 1 and b"outer: failed (status 5)" in result.stderr, f"{result.returncode}, {shown(result.stderr)}")


@test
def of_several_jobs_in_a_file_the_last_one_counts(home):
    path = write(home, "log.json", START + FAILED + START + DONE)
    ended(run(follow("", str(path))), 0, stderr=b"")


@test
def a_large_file_that_was_complete_long_ago_is_read_to_its_end(home):
    path = write(home, "events.json", START + APPEAR * 20000 + DONE)
    os.utime(path, (time.time() - 1000,) * 2)
    check(path.stat().st_size > 1 << 20, "the file is larger than what is read at a time")
    ended(run(follow("-g 60", str(path))), 0, stderr=b"")


@test
def commands_files_and_pipes_are_followed_at_once(home):
    good = write(home, "good.json", START + APPEAR + DONE)
    fifo = pipe(home)
    threading.Thread(target=lambda: fifo.write_text(START + DONE), daemon=True).start()
    result = run(follow("--style json", f"file={good}", f"pipe={fifo}", "dies=printf '%s' " + shlex.quote(START) + "; exit 3", "-"),
                 stdin=(START + FAILED).encode())
    ended(result, 1)
    ends = {event["name"]: (event["outcome"], event.get("reason")) for event in events(result) if event["event"] == "job-end"}
    equal(ends, {"file": ("succeeded", None), "pipe": ("succeeded", None), "dies": ("failed", "lost: status 3"),
                 "Compressing": ("failed", "status 2")}, "how the jobs ended")
    last = events(result)[-1]
    equal((last["event"], last["outcome"], last["reason"]), ("finish", "failed", "1 failed, 1 lost of 4"), "the finish")


@test_each([
    ("no stream", "", "no stream: expected files, '-' for standard input, or commands in quotes"),
    ("a file that is not there", "nothing.json",
     "no file nothing.json; a command has a blank, as in 'ssh host hud-demo --style json -- make'"),
    ("a folder", ".", "can't read .: Is a directory"),
    ("standard input twice", "- a=-", "'-' is standard input, which is one stream, not 2"),
    ("a format that is not known", "--format xml -",
     "bad value xml for --format: expected auto, hud, buildkit or swift-testing"),
])
def mistakes_are_named(home, words, message):
    ended(run(follow(words), cwd=home), 2, stderr=f"hud-demo: {message}\n".encode())


@test
def a_finish_without_an_outcome_is_a_success(home):
    # As of a program that hides its HUD and gives it no outcome.
    ended(run(follow("-"), stdin=(START + '{"t":1,"event":"finish","label":"Compressing","shown":false,"elapsed":1}\n').encode()), 0, stderr=b"")


@test_each([("closed", "<&-"), ("open for writing only", "0>other")])
def standard_input_that_cannot_be_read_is_named(home, redirection):
    result = run(in_shell(f'exec "$@" {redirection}', *follow("-")), cwd=home)
    ended(result, 2, stderr=b"hud-demo: can't read standard input: Bad file descriptor\n")


@test_each([("one job", "-"), ("several jobs", "- other.json")])
def a_stream_of_another_version_is_refused(home, words):
    write(home, "other.json", START + DONE)
    result = ended(run(follow(words), cwd=home, stdin=(START.replace('"t"', '"version":2,"t"') + APPEAR + DONE).encode()), 1)
    equal(result.stderr.count(b"version 2 of the event stream, expected 1"), 1, f"the message in {shown(result.stderr)}")


@test
def a_stream_that_changes_its_label_is_reported_under_one_name(home):
    fifo = pipe(home)
    process, reported = report_of(home, "--style json", fifo, write(home, "other.json", START + DONE))
    with open(fifo, "w") as stream:
        send(stream, START.replace("Compressing", "Fetching"))
        wait_until(lambda: b'"Fetching"' in reported(), "the start of the stream")
        stream.write(APPEAR.replace("Compressing", "Unpacking") + DONE.replace("Compressing", "Installing"))
    equal(process.wait(60), 0, "status")
    ends = [event["name"] for event in event_stream.events(reported()) if event["event"] == "job-end"]
    equal(sorted(ends), ["Compressing", "Fetching"], "the names")


# ---- What jobs print ----

LINES = START + 'cc -c a.c\n{"t":1,"event":"log","text":"a warning"}\n'


@test_each([
    ("of a job that fails", "", LINES + FAILED, 1, "cc -c a.c\na warning\nCompressing: status 2\n"),
    ("of a job that is lost", "", LINES, 1, "cc -c a.c\na warning\nCompressing: lost: the stream ended\n"),
    ("of a job that succeeds", "", LINES + DONE, 0, ""),
    ("as they come", "--output prefix", LINES + DONE, 0, "cc -c a.c\na warning\n"),
    ("not at all", "--output hide", LINES + FAILED, 1, "Compressing: status 2\n"),
    ("only the last ones", "", START + "".join(f"line {number:>9}\n" for number in range(10000)) + FAILED, 1, "line      9999\nCompressing: status 2\n"),
])
def the_lines_of_a_job_are_printed(home, options, text, status, errors):
    result = ended(run(follow(options, "-"), stdin=text.encode()), status, stdout=b"")
    if text.count("line ") > 100:
        lines = result.stderr.decode()
        check(lines.endswith(errors) and 8192 < len(lines) < 40960, f"{len(lines)} bytes")
    else:
        equal(result.stderr.decode(), errors, "standard error")


@test
def all_lines_of_a_long_stream_are_printed_as_they_come(home):
    lines = "".join(f"line {number}\n" for number in range(150_000))
    result = run(follow("--grace 600 --output prefix", write(home, "long.json", START + lines + DONE)))
    ended(result, 0, stderr=lines.encode())


@test
def lines_of_several_jobs_have_their_names(home):
    one, two = write(home, "one.json", START + "first\n" + FAILED), write(home, "two.json", START + "second\n" + DONE)
    result = run(follow(f"a={one} b={two}"))
    check(b"a: first\n" in result.stderr and b"second" not in result.stderr, shown(result.stderr))
    # Without names they have those of the streams.
    result = run(follow("", one, two))
    check(b"Compressing: first\n" in result.stderr, shown(result.stderr))
    result = run(follow(f"--output prefix a={one} b={two}"))
    check(b"a: first\n" in result.stderr and b"b: second\n" in result.stderr, shown(result.stderr))


@test_each([("when it fails", ""), ("as they come", "--output prefix")])
def the_lines_of_a_step_of_a_build_are_printed(home, options):
    result = run(follow(options, "-"), stdin=(FIXTURES / "buildkit.jsonl").read_bytes())
    check(b"[3/3] RUN make: make: *** No targets.  Stop.\n" in result.stderr, shown(result.stderr))


@test
def lines_say_which_stream_is_silent(home):
    fifo = pipe(home)
    process, reported = report_of(home, "--style plain -g 0 --stale-after 0.3", f"web={fifo}")
    with open(fifo, "w") as stream:
        send(stream, START)
        wait_until(lambda: b"web: silent for 0.3 s\n" in reported(), "the line", 30)
        stream.write(DONE)
    equal(process.wait(60), 0, "status")


@test
def the_end_within_the_grace_time_counts_the_jobs(home):
    files = [write(home, "one.json", START + FAILED), write(home, "two.json", START + DONE)]
    for grace in ("0", "600"):
        result = run(follow(f"--style json --grace {grace}", *files))
        equal(events(result)[-1].get("jobs"), job_counts(succeeded=1, failed=1), f"the jobs of finish, after a grace time of {grace} s")


@test
def a_command_that_ignores_signals_does_not_outlive_hud_demo(home):
    command = f"trap '' TERM HUP; echo $$ >pid; printf '%s' {shlex.quote(START)}; sleep 1000"
    process = started(follow("--style off", command), cwd=home)
    job = number_in(home / "pid")
    process.terminate()
    equal(process.wait(60), -signal.SIGTERM, "status")
    wait_for_end(job)


# ---- Formats ----


@test
def a_run_of_swift_testing_is_followed(home):
    result = ended(run(follow("--style json", FIXTURES / "swift-testing-6.3.jsonl")), 1)
    equal(outcomes(events(result)), {"sumOfNothing()": "succeeded", "A discount is never negative": "succeeded", "tax()": "failed",
                                     "fetch()": "succeeded", "rounding()": "succeeded", "Größe ✓": "succeeded"}, "how the tests ended")
    equal(events(result)[-1]["reason"], "1 of 6 failed", "the reason")


@test
def a_group_of_jobs_is_followed_as_rows(home):
    gate = Gate(home)
    jobs = write(home, "jobs", f"short: true\nfirst: {gate.wait}\nsecond: {gate.wait}; exit 3\n")
    screen = Screen(home).command(shlex.join(["hud-demo", "follow", "-g", "0", "--row-grace", "0", f"hud-demo group --no-history -j3 -g 0 --style json --file {jobs}"]))
    screen.wait_for("1/3")
    screen.wait_for("• first")
    screen.wait_for("• second")
    gate.open()
    ends(screen, 1)


# ---- Trees ----

TREE_START = '{"t":0,"event":"start","version":1,"stream":"tree","origin":1700000000,"heartbeat":30,"label":"Building"}\n'
TREE_END = '{"t":3,"event":"finish","label":"Building","shown":true,"elapsed":3,"outcome":"succeeded"}\n'


def of_job(event, job, parent=None, time=1, **members):
    line = {"t": time, "event": event, "job": job, **({} if parent is None else {"parent": parent}), "name": f"job {job}", "attempt": 1, **members}
    return json.dumps(line) + "\n"


def end_of_job(job, parent=None, time=2, outcome="succeeded"):
    return of_job("job-end", job, parent, time, elapsed=1, outcome=outcome)


def tree_of(lines):
    """The jobs in rows, each with the number of columns that it is indented by."""
    rows = [re.match(r"( *)[•✗✓] (job \d+)", line) for line in lines]
    return [(row[2], len(row[1])) for row in rows if row]


@test
def parts_of_jobs_are_rows_below_the_row_of_their_job(home):
    fifo = pipe(home)
    screen = Screen(home).command(f"hud-demo follow -g 0 --row-grace 0 --row-min-show 0 {fifo}")

    def expect(tree):
        wait_until(lambda: tree_of(screen.lines()) == tree, f"{tree}")

    with open(fifo, "w") as stream:
        send(stream, TREE_START, of_job("job-start", 1), of_job("job-start", 4))
        expect([("job 1", 0), ("job 4", 0)])
        send(stream, of_job("job-start", 2, 1), of_job("job-start", 3, 2))
        expect([("job 1", 0), ("job 2", 2), ("job 3", 4), ("job 4", 0)])
        # A number that is not known, a cycle, and a line that comes twice.
        send(stream, of_job("job-start", 5, 99), of_job("job-start", 6, 7), of_job("job-start", 7, 6), of_job("job-start", 5, 99))
        wait_until(lambda: sorted(tree_of(screen.lines()))[4:] == [("job 5", 0), ("job 6", 2), ("job 7", 0)])
        check(sorted(tree_of(screen.lines()))[:4] == [("job 1", 0), ("job 2", 2), ("job 3", 4), ("job 4", 0)])
        # The job that ends takes its parts along.
        send(stream, end_of_job(1), end_of_job(7, 6))
        wait_until(lambda: sorted(tree_of(screen.lines())) == [("job 4", 0), ("job 5", 0)])
        send(stream, end_of_job(3, 2), end_of_job(2, 1), end_of_job(4), TREE_END)
    ends(screen, 0)


@test_each([("in a usual window", 80, 24), ("in a small window", 20, 5)])
def a_list_folds_and_unfolds_the_parts_of_jobs(home, columns, rows):
    fifo = pipe(home)
    screen = Screen(home, columns, rows).command(f"hud-demo follow --style bezel -g 0 --row-grace 0 --row-min-show 0 {fifo}")

    def expect(*expected):
        """The rows, with their marks, as far as the window shows them."""
        def seen():
            return [" ".join([line[:len(line) - len(line.lstrip())] + line.split()[0], *line.split()[1:3]]) for line in screen.lines() if " job " in line]
        wait_until(lambda: seen() == list(expected), f"{expected}")

    with open(fifo, "w") as stream:
        send(stream, TREE_START, of_job("job-start", 1), of_job("job-start", 2, 1), of_job("job-start", 3, 2), of_job("job-start", 4))
        small = rows == 5
        tree = ["• job 1", "  • job 2", "    • job 3", "• job 4"]
        expect(*tree[:3] if small else tree)
        check(small or screen.shows("←→ fold"), "the hint")
        screen.press("Down")
        expect("▸ job 1", *tree[1:3], *([] if small else tree[3:]))
        screen.press("Left")
        expect("▸ job 1", "• job 4")
        check(small or "job 2" in next(line for line in screen.lines() if "job 1" in line), "a folded job names its parts")
        screen.press("Down")
        expect("+ job 1", "▸ job 4")
        # What begins below a folded job stays folded.
        send(stream, of_job("job-start", 5, 1, 2), of_job("job-start", 6, None, 2))
        expect("+ job 1", "▸ job 4", "• job 6")
        screen.press("Up")
        screen.press("Right")
        expect("▸ job 1", "  • job 2", "    • job 3", *([] if small else ["  • job 5", "• job 4", "• job 6"]))
        screen.press("Right")
        screen.press("Left")
        expect("• job 1", "  ▸ job 2", "  • job 5", *([] if small else ["• job 4", "• job 6"]))
        screen.press("Left")
        expect("▸ job 1", "  + job 2", "  • job 5", *([] if small else ["• job 4", "• job 6"]))
        send(stream, end_of_job(3, 2), end_of_job(2, 1), end_of_job(5, 1), end_of_job(1))
        expect("▸ job 4", "• job 6")
        send(stream, end_of_job(4), end_of_job(6), TREE_END)
    ends(screen, 0)


def random_tree(random):
    """The lines of a tree of jobs that is as the protocol says, and then damaged."""
    # All at one time, so that the job has not run for longer than it is followed.
    lines, running, parents, time = [], [], {}, 0
    for job in range(1, random.randint(2, 25)):
        parents[job] = random.choice(running) if running and random.random() < 0.7 else None
        running.append(job)
        lines.append(of_job("job-start", job, parents[job], time))
        if random.random() < 0.5:
            lines.append(of_job("job-appear", job, parents[job], time, elapsed=0.5, state="running", completed=1, total=2, fraction=0.5, unit="items"))
        while running and random.random() < 0.3:
            leaf = random.choice([one for one in running if all(parents[other] != one for other in running)])
            running.remove(leaf)
            lines.append(end_of_job(leaf, parents[leaf], time, random.choice(["succeeded", "failed", "cancelled"])))
    for leaf in reversed(running):
        lines.append(end_of_job(leaf, parents[leaf], time))
    for _ in range(random.choice([0, 0, 3, 10])):
        place = random.randrange(len(lines))
        change = random.choice(["twice", "swap", "lose", "parent"])
        if change == "twice":
            lines.insert(place, random.choice(lines))
        elif change == "swap":
            other = random.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
        elif change == "lose" and len(lines) > 1:
            del lines[place]
        else:
            event = json.loads(lines[place])
            event["parent"] = random.choice([event["job"], random.randint(1, 30), 10 ** 18, 2 ** 70, -1, 0, 1.5])
            lines[place] = json.dumps(event) + "\n"
    return lines


@test
def random_trees_are_passed_on_as_events_that_obey_the_protocol(home):
    seed = int(os.environ.get("HUD_SEED", "7"))
    random = Random(seed)
    for run_number in range(12):
        names = []
        for name in range(random.choice([1, 1, 3])):
            names.append(write(home, f"stream{name}", "".join([TREE_START, *random_tree(random), TREE_END.replace("3", "0")])))
        result = run(follow("--style json -g 0 --row-grace 0", *names))
        try:
            told = event_stream.valid_events(b"".join(line for line in result.stderr.splitlines(keepends=True) if line.startswith(b"{")))
            # What has not ended in the stream has not ended here, either.
            missing = [event for event in told if event["event"] == "job-start"
                       and not any(other["event"] == "job-end" and other["job"] == event["job"] and other["attempt"] == event["attempt"] for other in told)]
            ends = [{"t": told[-1]["t"], "event": "job-end", "job": event["job"], **({"parent": event["parent"]} if "parent" in event else {}),
                     "name": event["name"], "attempt": event["attempt"], "elapsed": 0, "outcome": "cancelled"} for event in reversed(missing)]
            last = {name: value for name, value in told[-1].items() if name != "jobs"}
            event_stream.check_order(told[:-1] + ends + [last])
        except Failure as failure:
            raise Failure(f"seed {seed}, run {run_number}: {failure}\n{names[0].read_text()}\n{result.stderr.decode()}") from None
        check(b"broken" not in result.stderr, f"seed {seed}, run {run_number}: {result.stderr}")


# ---- The screen ----


@test
def a_job_is_shown_with_its_own_label_progress_and_time(home):
    fifo = pipe(home)
    screen = Screen(home).command(f"hud-demo follow -g 0 {fifo}")
    with open(fifo, "w") as stream:
        # The job has been running for 100 seconds when its stream is joined.
        send(stream, '{"t":100,"event":"progress","label":"Packing","details":"b.c","mode":"bar","completed":3,"total":4,"unit":"items"}\n')
        wait_until(lambda: any(all(part in line for part in ("Packing", "75%", "3/4", "1:4")) for line in screen.lines()),
                   lambda: f"the row of the job in {shown(screen.lines())}")
        screen.wait_for("b.c")
        stream.write('{"t":101,"event":"finish","label":"Packing","outcome":"failed","reason":"no space"}\n')
    screen.wait_for("✗ Packing")
    screen.wait_for("no space")
    ends(screen, 1)


@test_each([("lines", "", ["✗ bad status 5 0:04", "✗ cut lost: the command ended"]), ("nothing", "--leave nothing", [])])
def each_stream_that_fails_leaves_a_line(home, options, expected):
    write(home, "bad", START + FAILED.replace("status 2", "status 5"))
    write(home, "good", START + DONE)
    write(home, "cut", START)
    screen = Screen(home).carry_out(f"clear; hud-demo follow -g 0 {options} bad='cat bad' good='cat good' cut='cat cut'")
    lines = [re.sub(r"ended \d:\d\d$", "ended", line) for line in screen.history()]
    equal(sorted(line for line in lines if line.startswith("✗") and "jobs" not in line), expected, "the lines")


@test_each([("lines", "", ["✗ Two status 3 0:02"]), ("nothing", "--leave nothing", [])])
def each_task_that_fails_leaves_a_line(home, options, expected):
    tasks = "".join(f'{{"t":0,"event":"job-start","job":{number},"name":"{name}","attempt":1}}\n' for number, name in ((1, "One"), (2, "Two")))
    ends = ('{"t":1,"event":"job-end","job":1,"name":"One","attempt":1,"elapsed":1,"status":0,"outcome":"succeeded"}\n'
            '{"t":2,"event":"job-end","job":2,"name":"Two","attempt":1,"elapsed":2,"status":3,"outcome":"failed","reason":"status 3"}\n')
    write(home, "stream", START.replace("}", ',"kind":"tree"}') + tasks + ends + FAILED.replace("status 2", "1 of 2 failed"))
    screen = Screen(home).carry_out(f"clear; hud-demo follow -g 0 {options} stream")
    equal([line for line in screen.history() if line.startswith("✗") and "Compressing" not in line], expected, "the lines")


@contextlib.contextmanager
def two_streams(home, seconds):
    """Two streams on a screen, which are stale after so many seconds. They end when the test has done with them."""
    fifos = [pipe(home, name) for name in ("one", "two")]
    screen = Screen(home).command(f"hud-demo follow -g 0 --row-grace 0 --stale-after {seconds} {' '.join(map(str, fifos))}")
    with open(fifos[0], "w") as one, open(fifos[1], "w") as two:
        for stream in (one, two):
            send(stream, START + APPEAR)
        yield screen, one
        one.write(DONE)
        two.write(DONE)
    ends(screen, 0)


@test
def a_silent_stream_is_stale_until_it_speaks(home):
    with two_streams(home, 1) as (screen, one):
        screen.wait_for("stale")
        send(one, APPEAR.replace("0.5", "0.6").replace("0.25", "0.5"))
        screen.wait_for("50%")


@test
def a_stream_is_stale_for_a_second_at_least(home):
    with two_streams(home, 0.3) as (screen, _):
        screen.wait_for("stale for")
        check("stale for 0 s" not in "".join(screen.lines()), "a stream is stale for no time")


@test
def a_command_that_dies_is_run_again_with_reconnect(home):
    tries = home / "tries"
    job = script(home, "remote", f"""
        echo x >> {tries}
        printf '%s' {shlex.quote(START)}
        [ $(wc -l < {tries}) -lt 2 ] && exit 255
        printf '%s' {shlex.quote(DONE)}
        """)
    ended(run(follow("--reconnect", f"sh {job}")), 0)
    equal(tries.read_text().count("\n"), 2, "tries")


@test
def a_command_that_keeps_dying_says_why_and_when_it_runs_again(home):
    job = script(home, "remote", "echo oops; exit 3")
    screen = Screen(home).command(f"hud-demo follow -g 0 --reconnect 'sh {job}'")
    screen.wait_for("oops")
    for seconds in 1, 2:
        screen.wait_for(f"status 3, again in {seconds} s")
    equal([line.strip() for line in screen.lines()].count("oops"), 1, "how often the first failure's lines are printed")
    screen.press("C-c")
    ends(screen, 130)


@test
def a_command_that_is_run_again_says_in_lines_why(home):
    write(home, "whole", START + DONE)
    write(home, "other", START + DONE)
    command = "sh -c 'mkdir once 2>/dev/null && echo oops && exit 255; exec cat whole'"
    for other, name in (["other"], f"{command}: "), ([], ""):
        result = ended(run(follow("-g 0 --style plain --reconnect", *other, command), cwd=home), 0)
        lines = result.stderr.decode().splitlines()
        check(any(line.endswith("status 255, again in 1 s") for line in lines), f"what is said is {lines}")
        check(any(line.endswith("oops") for line in lines), f"what was printed is {lines}")
        (home / "once").rmdir()


def stream_of(name, *ends):
    """A stream with one job."""
    job = f'"job":1,"name":"{name}","attempt":1'
    start = f'{{"t":0,"event":"start","stream":"tree","label":"all"}}\n{{"t":0.1,"event":"job-start",{job}}}\n'
    return start + "".join(f'{{"t":0.5,"event":"job-end",{job},"elapsed":0.4,"status":0,"outcome":"{end}"}}\n'
                           f'{{"t":1,"event":"finish","label":"all","outcome":"{end}"}}\n' for end in ends)


@test_each([(f"{way} {streams}", way, streams) for way in ("start", "--reconnect") for streams in ("alone", "with another")])
def jobs_that_run_when_their_stream_begins_again_have_ended(home, way, streams):
    write(home, "first", stream_of("a"))
    write(home, "second", stream_of("b", "succeeded"))
    other = ["other"] if streams != "alone" else []
    write(home, "other", START + DONE)
    if way == "start":
        command = "sh -c 'cat first; sleep 0.7; cat second'"
    else:
        command = "sh -c 'mkdir once 2>/dev/null || exec cat second; cat first; sleep 0.7; exit 1'"
        other += [way]
    result = ended(run(follow("--style json -g 0 --row-grace 0", *other, command), cwd=home), 0)
    ends = outcomes(events(result))
    equal((ends["a"], ends["b"]), ("cancelled", "succeeded"), "the ends")
    counts = job_counts(succeeded=1, cancelled=1) if streams == "alone" else job_counts(succeeded=2)
    equal(events(result)[-1]["jobs"], counts, "the jobs of finish")


@test_each([("alone", []), ("with another", ["other"])])
def a_command_of_swift_testing_that_runs_again_tells_of_that_run(home, other):
    whole = (FIXTURES / "swift-testing-6.3.jsonl").read_text()
    lines = whole.splitlines(keepends=True)
    for name in ("other", "all"):
        write(home, name, whole)
    ends_of_tests = [number for number, line in enumerate(lines) if '"testEnded"' in line]
    write(home, "half", "".join(lines[:ends_of_tests[len(ends_of_tests) // 2]]))
    command = "sh -c 'mkdir once 2>/dev/null || exec cat all; cat half; sleep 0.7; exit 1'"
    result = ended(run(follow("--style json -g 0 --row-grace 0 --reconnect", *other, command), cwd=home), 1)
    told = events(result)
    if not other:
        equal(told[-1]["reason"], "1 of 6 failed", "the reason")
    ends = {event["job"]: event["outcome"] for event in told if event["event"] == "job-end" and ("parent" in event or not other)}
    last = list(ends.values())[-6:]
    equal(sorted(last), ["failed"] + ["succeeded"] * 5, "the ends of the last run")


# ---- Ends ----


@test_each([("SIGINT under nohup", signal.SIGINT, signal.SIG_IGN), ("SIGINT", signal.SIGINT, signal.SIG_DFL),
            ("SIGTERM", signal.SIGTERM, signal.SIG_DFL)])
def a_signal_ends_it_and_its_commands(home, number, hang_up):
    pid = home / "pid"
    process = subprocess.Popen(follow("", f"echo $$ >{pid}; exec sleep 1000"), env=environment(), stdin=subprocess.DEVNULL,
                               stderr=PIPE, preexec_fn=lambda: signal.signal(signal.SIGHUP, hang_up))
    command = number_in(pid)
    process.send_signal(number)
    process.communicate(timeout=60)
    ended(process, -number)
    wait_for_end(command)


@test
def a_hang_up_ends_it_and_its_commands(home):
    pid = home / "pid"
    terminal = Terminal(follow("-g 0", f"echo $$ >{pid}; exec sleep 1000"), cwd=home)
    command = number_in(pid)
    terminal.wait_for(b"echo $$")
    terminal.hang_up()
    wait_for_end(command)
    wait_until(lambda: terminal.process.poll() is not None, "the end of hud-demo")
    equal(terminal.process.returncode, -signal.SIGHUP, "status")


@test
def a_stop_takes_the_rows_away_until_it_continues(home):
    fifo = pipe(home)
    screen = Screen(home).command(f"hud-demo follow -g 0 --row-grace 0 web={fifo} {write(home, 'other.json', START + APPEAR + DONE)}")
    with open(fifo, "w") as stream:
        send(stream, START + APPEAR)
        screen.wait_for("25%")
        screen.press("C-z")
        screen.wait_for("Stopped")
        check(not screen.shows("25%"), "the rows are gone from")
        # What arrives meanwhile is read later.
        send(stream, APPEAR.replace("0.5", "0.6").replace("0.25", "0.75"))
        screen.enter("fg")
        screen.wait_for("75%")
        stream.write(DONE)
    screen.wait_for("✓ jobs")


@test
def a_file_is_followed_while_it_grows(home):
    path = write(home, "log.json", START)
    process = started(follow("--style json", path), stderr=PIPE)
    with open(path, "a") as file:
        for line in (APPEAR[:20], APPEAR[20:], DONE[:30], DONE[30:]):
            file.write(line)
            file.flush()
    equal(process.wait(60), 0, "status")
    process.stderr.close()


@test_each([
    ("truncated", False, 0),
    ("truncated, and as long as before", False, 2 * (len("Abandoned") - len("Next"))),
    ("truncated, and longer", False, 1000),
    ("renamed, and made anew", True, 0),
    ("renamed, and longer", True, 1000),
])
def a_file_that_is_written_again_is_followed_from_its_start(home, is_renamed, more):
    first, second = [(START + APPEAR.replace("0.5", "0")).replace("Compressing", name) for name in ("Abandoned", "Next")]
    path = write(home, "log.json", first)
    process, reported = report_of(home, "--style json -g 0", path)
    wait_until(lambda: b"Abandoned" in reported(), "the first job")
    if is_renamed:
        path.rename(home / "log.json.1")
    write(home, "log.json", second + " " * more)
    wait_until(lambda: b"Next" in reported(), "the second job")
    with open(path, "a") as file:
        file.write(DONE)
    equal(process.wait(60), 0, "status")
    equal(event_stream.events(reported())[-1]["outcome"], "succeeded", "the outcome")


@test
def a_named_pipe_goes_on_with_another_writer(home):
    fifo = pipe(home)
    process, reported = report_of(home, "--style json -g 0 --stale-after 20", fifo)
    for line in (START, APPEAR, "text\n", DONE):
        write(home, "fifo", line)
        always(lambda: process.poll() is None or line == DONE, "it goes on", 0.3)
    equal(process.wait(60), 0, "status")


@test
def a_named_pipe_without_a_writer_is_lost_after_a_time(home):
    fifo = pipe(home)
    process, reported = report_of(home, "--style json -g 0 --stale-after 0.5", fifo)
    write(home, "fifo", START + APPEAR.replace("0.5", "0"))
    equal(process.wait(60), 1, "status")
    equal(event_stream.events(reported())[-1]["reason"], "lost: the stream ended", "the reason")


@test_each(signals("INT", "TERM"))
def a_signal_ends_it_while_it_reads_a_large_file(home, number):
    path = write(home, "large.json", START)
    os.truncate(path, 1 << 40)
    process = started(follow(str(path)), stderr=PIPE)
    with open(f"/proc/{process.pid}/io") as file:
        def has_read():
            file.seek(0)
            return int(file.read().split()[1]) > 1 << 26
        wait_until(has_read, "the file is read")
    process.send_signal(number)
    process.communicate(timeout=30)
    ended(process, -number)


# ---- Many ----


@test
def fifty_jobs_of_gnu_parallel_are_followed_at_once(home):
    names = [str(number) for number in range(1, 51)]
    for name in names:
        os.mkfifo(home / name)
    demo = hud()[0]
    # Each seventh job fails. The streams are pipes, so that each ends with its job.
    job = f"{demo} --no-history --style json --label job{{}} -- sh -c 'exit $(({{}} % 7 == 0))' 2> {home}/{{}}"
    parallel = started(["parallel", "--will-cite", "-j8", "--sshlogin", ":", job, ":::", *names], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, HOME=home)
    result = run(follow("--style json", *[home / name for name in names]))
    parallel.wait(60)
    ended(result, 1)
    equal(outcomes(events(result)), {f"job{name}": "failed" if int(name) % 7 == 0 else "succeeded" for name in names}, "how the jobs ended")
    equal(events(result)[-1]["reason"], "7 failed of 50", "the reason")


@test
def memory_does_not_grow_with_the_length_of_a_stream(home):
    program = r"""
import sys
lines = ''.join('{"t":%d.5,"event":"progress","label":"a","details":"file %d","mode":"bar","completed":%d,"total":90000,"unit":"items"}\n'
                % (n, n, n) for n in range(20000))
for _ in range(int(sys.argv[1])):
    sys.stdout.write(lines)
sys.stdout.write('{"t":1e9,"event":"finish","outcome":"succeeded"}\n')
"""
    path = write(home, "sender.py", program)
    peaks = []
    for times in (1, 20):
        report = home / f"peak{times}"
        ended(run(["sh", "-c", f"python3 {path} {times} | {sh_peak(report)}"]), 0)
        peaks.append(int(report.read_text().split()[-1]))
    check(peaks[1] < peaks[0] + 4096, f"peaks of {peaks} kB for 20,000 and 400,000 lines")


@test
def memory_does_not_grow_with_the_jobs_of_a_file(home):
    def lines(number):
        job = f'"job":{number},"name":"job {number}","attempt":1'
        return (f'{{"t":{number},"event":"job-start",{job},"slot":1}}\n'
                f'{{"t":{number}.5,"event":"job-end",{job},"elapsed":0.5,"status":0,"outcome":"succeeded"}}\n')

    peaks = []
    for count in (25000, 75000):
        write(home, "jobs", '{"t":0,"event":"start","stream":"tree","label":"jobs"}\n' + "".join(map(lines, range(1, count + 1)))
              + '{"t":1e6,"event":"finish","label":"jobs","outcome":"succeeded"}\n')
        report = home / f"peak{count}"
        ended(run(["sh", "-c", sh_peak(report, "jobs")], cwd=home), 0)
        peaks.append(int(report.read_text()))
    check(peaks[1] < peaks[0] + 4096, f"peaks of {peaks} kB for 25,000 and 75,000 jobs")


def sh_peak(report, stream="-"):
    """A shell command that follows a stream, and writes its peak of memory, in kB, to a file."""
    program = ("import os, resource, subprocess, sys; status = subprocess.call(sys.argv[2:]); "
               "open(sys.argv[1], 'w').write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)); sys.exit(status)")
    return shlex.join(["python3", "-c", program, str(report), *follow("--style off " + stream)])


@test
def a_signal_ends_the_reading_of_a_file_without_a_size(home):
    process = started(follow("--style off /proc/uptime"))
    time.sleep(0.5)
    process.terminate()
    equal(process.wait(5), -signal.SIGTERM, "status")


@test
def a_named_pipe_that_no_program_opens_is_lost_after_a_time(home):
    pipe(home)
    result = run(follow("--style plain --stale-after 0.3 fifo"), cwd=home)
    equal((result.returncode, result.stderr.splitlines()[-1]), (1, b"fifo: lost: the stream ended"), f"{result.stderr}")


@test_each([
    ("a text", "", "# A text\n\nOf two lines.\n", b"no events", b""),
    ("another object", "", '{"foo":1}\n', b"no events", b"hud-demo: skipped 1 broken line\n"),
    ("another format", "--format buildkit", START + DONE, b"no buildkit events", b"")])
def a_file_that_holds_no_events_is_lost(home, words, text, reason, skipped):
    os.utime(write(home, "file", text), (time.time() - 60, time.time() - 60))
    for redirection, name in (("file", b"file"), ("- <file", b"standard input")):
        command = shlex.join(follow(f"--style plain --output hide {words}")) + " " + redirection
        ended(run(["sh", "-c", "exec timeout 20 " + command], cwd=home), 1, stderr=name + b": lost: " + reason + b"\n" + skipped, what=redirection)


GROUP_LIST = "a: sleep 0.3; exit 3\nb (after a): true\nbytes: for i in 1 2 3; do echo $i'000000/4000000 bytes' >&$HUD_PROGRESS_FD; sleep 0.4; done\n" \
             "part: for i in 1 2 3; do echo $((i * 25))% >&$HUD_PROGRESS_FD; sleep 0.4; done\nagain: mkdir once && status=5; sleep 0.3; exit $status\n"


@test
def the_stream_of_a_group_is_passed_on_with_all_that_it_says(home):
    write(home, "jobs", GROUP_LIST)
    command = shlex.join(hud("group --style json --no-history -j4 --retries 1 --row-grace 0 --grace 0 --file jobs"))
    group = run(["sh", "-c", command + " 2>stream"], cwd=home)
    ended(group, 1)
    followed = ended(run(follow("--style json --grace 0 --row-grace 0 stream"), cwd=home), 1)

    def told(lines):
        """The starts, the ends and the skip of each job."""
        jobs = {}
        for line in lines:
            if line["event"] in ("job-start", "job-end", "job-skip"):
                said = [line.get(member) for member in ("event", "slot", "status", "outcome", "reason", "retried")]
                jobs.setdefault(line["name"], []).append(said)
        return jobs

    sent = told(event_stream.parsed((home / "stream").read_bytes()))
    # Of runs that were over long ago, the last one counts.
    equal({name: ends[-1] for name, ends in told(events(followed)).items()}, {name: ends[-1] for name, ends in sent.items()}, "the ends")
    live = run(["sh", "-c", f"rmdir once; {command} 2>&1 | {shlex.join(follow('--style json --grace 0 --row-grace 0 -'))} 2>passed"], cwd=home)
    ended(live, 1)
    lines = event_stream.parsed((home / "passed").read_bytes())
    equal(told(lines), sent, "what is told of the jobs")
    units = {line["name"]: line.get("unit") for line in lines if line["event"] == "job-progress" and "fraction" in line}
    equal(units, {"bytes": "bytes", "part": None}, "units of the progress")


@test
def elapsed_times_are_those_of_the_sender(home):
    write(home, "job", START + APPEAR + DONE)
    result = run(["sh", "-c", f"{{ cat job; sleep 1.2; }} | {shlex.join(follow('--style plain --grace 0 -'))}"], cwd=home)
    equal(result.stderr.splitlines()[-1], b"Compressing: done after 0:04", "a stream that goes on after the end of its job")
    write(home, "late", START + APPEAR)
    os.utime(home / "late", (time.time() - 20, time.time() - 20))
    screen = Screen(home, command=shlex.join(follow("--grace 0 late")))
    # A busy machine takes more than a second to start the program, so it need not be 0:20.
    wait_until(lambda: any(re.search(r"\b0:2\d", line) for line in screen.lines()), "a time that counts from the sender's start")

"""The event stream of --style json and of JSONRenderer: each line is as Schemas/events.schema.json says, and a changed one is not."""

import copy
import shlex
import subprocess
import time

from event_stream import SCHEMA, events, is_valid, job_counts, so_far, streams
from harness import PIPE, Failure, Gate, Terminal, check, equal, hud, launcher, probe, run, script, signals, started, test, test_each, wait_until
from json_schema import Invalid, Schema


def stream(words, *more, **changes):
    """The events of a hud-demo that reports all that it does, and its status."""
    result = run(hud(words, *more), **changes)
    return events(result.stderr), result.returncode


def names(events):
    return [event["event"] for event in events]


# ---- What is written ----


@test
def every_event_of_a_job_is_as_the_schema_says(home):
    script(home, "job", 'for n in 0/3 1/3 "label \\"é\\\\" "details a" 45% 3/3; do echo "$n" >&$HUD_PROGRESS_FD; sleep 0.15; done; exit 3')
    begun = time.time()
    seen, status = stream("--style json --grace 0 --progress fd --", home / "job")
    ended = time.time()
    equal(status, 3, "status")
    equal((seen[0]["version"], seen[0]["stream"], seen[0]["heartbeat"]), (1, "job", 30), "the start")
    check(begun - 0.01 <= seen[0]["origin"] <= ended, f"origin {seen[0]['origin']}, between {begun} and {ended}")
    check(seen[0]["origin"] + seen[-1]["t"] <= ended + 0.01, f"the finish at {seen[-1]['t']}")
    equal((names(seen)[1], "progress" in names(seen), seen[-1]["reason"]), ("appear", True, "status 3"), "the events")


@test
def an_appear_is_not_before_the_grace_time(home):
    for grace in (0.2, 0.5):
        seen, _ = stream("--style json --grace", str(grace), "--", "sleep", "0.9")
        equal(names(seen)[:2], ["start", "appear"], "the events")
        check(seen[1]["t"] >= grace, f"appear at {seen[1]['t']}")
    seen, _ = stream("--style json --grace 60 -- true")
    equal(names(seen), ["start", "finish"], "a job within its grace time")


@test
def every_event_of_the_built_in_job_and_of_a_gauge_is_as_the_schema_says(home):
    result = run(hud("--style json --grace 0"))
    ends = [one[-1]["outcome"] for one in streams(result.stderr)]
    equal((result.returncode, set(ends)), (0, {"succeeded"}), "the built-in job")
    result = run(hud("--gauge --style json --grace 0"), stdin=b"12/345\nlabel \xff\xc3\xa9\n99.5%\n345/345\n")
    seen = events(result.stderr)
    equal((seen[-1]["fraction"], seen[-1]["label"]), (1, "\ufffdé"), "the finish of a gauge")


@test_each([
    (f"{what}, {name}", number, words, lines)
    for what, words, lines in [
        ("the built-in job", "--label x", b""), ("a gauge", "--gauge", b"10\n"),
        ("a followed stream", "follow -", b'{"t":0,"event":"start","version":1,"label":"x"}\n'),
    ]
    for name, number in signals("INT", "TERM", "HUP", "QUIT")
])
def the_last_event_says_that_a_signal_has_ended_it(home, number, words, lines):
    what, *rest = words.split(" ", 1)
    first = hud("follow --style json --grace 0", *rest) if what == "follow" else hud("--style json --grace 0 " + words)
    process = started(launcher() + first, stdin=PIPE, stdout=subprocess.DEVNULL, stderr=PIPE)
    process.stdin.write(lines)
    process.stdin.flush()
    seen = process.stderr.readline() + process.stderr.readline()
    process.send_signal(number)
    # ^C ends what writes the lines as well.
    seen = events(seen + process.communicate()[1])
    equal((names(seen)[-1], seen[-1]["outcome"], process.returncode), ("finish", "cancelled", -number), "the end")


@test
def all_that_hud_demo_says_is_an_event(home):
    seen, status = stream("--style json -- /no/such/command")
    equal((status, names(seen), seen[-1]["outcome"]), (127, ["start", "finish"], "failed"), "a command that can't be run")
    equal(seen[-1]["reason"], "can't run /no/such/command: No such file or directory", "why")
    seen, status = stream("--style json --timeout 0.1 -- sleep 60")
    equal((status, names(seen), seen[-1]["reason"]), (124, ["start", "finish"], "timed out"), "a command that runs too long")


@test
def every_event_of_a_group_is_as_the_schema_says(home):
    seen, status = stream("group --style json --grace 0 -j4 --retries 1 --output hide -- sh -c",
                          'case {} in fail) exit 3;; kill) kill -9 $$;; *) echo "[50%]"; sleep {};; esac', ":::", "0.3", "fail", "kill", "0", "0.6", "é\x01\x7f")
    equal(status, 1, "status")
    equal(seen[-1]["jobs"], job_counts(succeeded=3, failed=3), "the jobs by state")
    equal((seen[0]["stream"], names(seen)[-1]), ("tree", "finish"), "the kind of stream")
    ends = {(event["name"], event["attempt"]): (event["status"], event["outcome"], "retried" in event) for event in seen if event["event"] == "job-end"}
    equal({key: ends[key] for key in ends if key[0] in ("fail", "kill", "0")},
          {("fail", 1): (3, "failed", True), ("fail", 2): (3, "failed", False), ("kill", 1): (137, "failed", True), ("kill", 2): (137, "failed", False),
           ("0", 1): (0, "succeeded", False)}, "how the jobs ended")
    # A name of control characters arrives as it is.
    check(any(event.get("name") == "é\x01\x7f" for event in seen), "the name")


@test_each([
    ("a command", "--progress fd -- sh -c", []), ("a command without progress", "-- sh -c", []),
    ("a job of a group", "group -- sh -c", [":::", ""]), ("a gauge, at its end", "--gauge --on-success", []),
    ("a command, at its end", "--on-failure", ["--", "false"]), ("a group, at its end", "group --on-success", ["--", "true", ":::", ""]),
])
def a_command_that_inherits_the_style_adds_no_events(home, words, more):
    inner = shlex.join(hud("--grace 0 --label INNER -- sh -c", "echo $HUD_STYLE >style"))
    for option, style, inherited in (("", "json", ""), ("--style json", "json", ""), ("--style json", "brief", "brief")):
        subcommand, rest = ("group ", words.removeprefix("group ")) if words.startswith("group ") else ("", words)
        result = run(hud(f"{subcommand}{option} --grace 0 --label OUTER {rest}", inner, *more), cwd=home, HUD_STYLE=style)
        lines = [line for line in result.stderr.splitlines(keepends=True) if line.startswith(b"{")]
        seen = events(b"".join(lines))
        equal((names(seen)[0], names(seen)[-1], names(seen).count("start")), ("start", "finish", 1), "the stream")
        equal((home / "style").read_text(), inherited + "\n", f"HUD_STYLE of the command, for {style} and {option or 'no option'}")


@test
def every_event_of_a_group_that_skips_jobs_is_as_the_schema_says(home):
    (home / "jobs").write_text("bad: exit 3\nnext (after bad): true\nlast (after next): true\nlong: sleep 0.3\n")
    seen, status = stream("group --style json --grace 0 -j1 --output hide --file", str(home / "jobs"))
    equal(status, 1, "status")
    equal([(event["job"], event["name"], event["reason"]) for event in seen if event["event"] == "job-skip"],
          [(2, "next", "after bad, which failed"), (3, "last", "after next, which was skipped")], "the skipped jobs")
    equal(seen[-1]["jobs"], job_counts(succeeded=1, failed=1, skipped=2), "the jobs by state")
    check(any(event["event"] != "finish" and event.get("jobs", {}).get("skipped") == 2 for event in seen), "skipped jobs while others run")


@test
def every_event_of_the_library_is_as_the_schema_says(home):
    result = run(probe("hud-probe style=json label=L mode=bar climb seconds=0.05 logs=2x20 outcome=failed"))
    seen = events(result.stderr)
    equal((names(seen).count("log"), seen[-1]["outcome"]), (40, "failed"), "texts, and the outcome")


@test
def a_job_of_a_group_appears_after_the_grace_time_of_rows_and_reports_its_progress(home):
    gate = Gate(home)
    script(home, "job", f'for n in 10 20 30; do printf "[ $n%%]\\n"; sleep 0.3; done; {gate.wait}')
    path = home / "events"
    with open(path, "wb") as file:
        terminal = Terminal(hud("group --style json --grace 0 --row-grace 0.25 -j2 --output hide -- sh -c {} ::: ./job true"), cwd=home, stderr=file)

    def told():
        return so_far(path)

    try:
        wait_until(lambda: any(event.get("fraction") == 0.3 and event["event"] == "job-progress" for event in told()), lambda: f"30% in {told()}")
        gate.open()
    except Failure:
        terminal.end()
        raise
    terminal.ends(0)
    seen = events(path.read_bytes())
    of_job = [event for event in seen if event.get("name") == "./job"]
    equal([event["event"] for event in of_job if event["event"] != "job-progress"], ["job-start", "job-appear", "job-end"], "the events of the job")
    check(of_job[1]["elapsed"] >= 0.25 and of_job[1]["t"] >= of_job[0]["t"] + 0.25, f"{of_job[1]}")
    check(all(later["t"] - earlier["t"] > 0.099 for earlier, later in zip(of_job[1:-1], of_job[2:-1])), f"too many events: {of_job}")


@test
def every_event_of_a_hud_with_rows_is_as_the_schema_says(home):
    seen = events(run(probe("hud-probe style=json label=L fps=10 parts=9 outcome=failed")).stderr)
    equal((seen[0]["stream"], seen[-1]["jobs"]), ("tree", job_counts(succeeded=6, failed=3)),
          "the kind of stream, and the parts by state")
    ends = sorted((event["name"], event["outcome"], event.get("reason")) for event in seen if event["event"] == "job-end")
    slow = [("part 2", "succeeded", None), ("part 5", "succeeded", None), ("part 8", "succeeded", None)]
    equal(ends, sorted(slow + [(f"part {number}", "failed", "on purpose") for number in (1, 4, 7)]), "the ends of parts")
    check(all(event["elapsed"] >= 0.1 for event in seen if event["event"] == "job-appear"), "the grace time of rows")


@test
def every_event_of_a_tree_names_the_job_that_it_is_a_part_of(home):
    seen = events(run(probe("hud-probe style=json label=L fps=10 parts=6 deep outcome=failed")).stderr)
    equal(seen[-1]["jobs"], job_counts(succeeded=4, failed=2), "the parts by state")
    named = {event["job"]: event["name"] for event in seen if event["event"] == "job-start"}
    ends = sorted(((event["name"], named.get(event.get("parent")), event["outcome"]) for event in seen if event["event"] == "job-end"), key=str)
    expected = [(f"part {number}", None, "failed") for number in (1, 4)]
    for number in (2, 5):
        expected += [(f"part {number}", None, "succeeded"), (f"part {number} inner", f"part {number}", "succeeded"),
                     (f"part {number} leaf", f"part {number} inner", "succeeded"), (f"part {number} broken", f"part {number} inner", "failed")]
    equal(ends, sorted(expected, key=str), "the ends of parts")


# ---- What the schema refuses ----

SAMPLES = [
    {"t": 0, "event": "start", "version": 1, "stream": "job", "origin": 1763845282.123456, "heartbeat": 30, "label": "", "details": "d"},
    {"t": 0.5, "event": "appear", "label": "L", "mode": "indeterminate"},
    {"t": 1, "event": "progress", "label": "L", "details": "d", "mode": "bar", "fraction": 0.25, "completed": 1, "total": 4, "running": 2,
     "unit": "items", "jobs": {"waiting": 3, "running": 2, "paused": 1, "succeeded": 5, "failed": 1, "cancelled": 0}, "rate": 0.5, "remaining": 6},
    {"t": 31, "event": "heartbeat", "label": "L", "mode": "bar", "fraction": 0},
    {"t": 40, "event": "finish", "label": "L", "details": "d", "mode": "bar", "fraction": 1, "completed": 4, "total": 4, "running": 0, "unit": "items",
     "jobs": {"waiting": 0, "running": 0, "paused": 0, "succeeded": 5, "failed": 1, "cancelled": 0}, "shown": True, "elapsed": 39.5, "outcome": "failed", "reason": "status 3"},
    {"event": "log", "text": ""},
    {"t": 2, "event": "log", "text": "a\nb"},
    {"t": 2, "event": "job-start", "job": 1, "parent": 2, "name": "a", "attempt": 1, "slot": 1, "expected": 2.5},
    {"t": 2, "event": "job-appear", "job": 1, "parent": 2, "name": "a", "attempt": 1, "elapsed": 0.5, "state": "running"},
    {"t": 2, "event": "job-progress", "job": 1, "name": "a", "attempt": 1, "elapsed": 0.5, "state": "paused", "details": "d", "fraction": 0.25,
     "completed": 1, "total": 4, "running": 2, "unit": "bytes"},
    {"t": 2, "event": "job-heartbeat", "job": 1, "name": "a", "attempt": 1, "elapsed": 0.5, "state": "running"},
    {"t": 3, "event": "job-end", "job": 1, "name": "a", "attempt": 1, "elapsed": 1, "status": 3, "outcome": "failed", "reason": "status 3", "retried": True},
]

PROGRESS = SAMPLES[9]

# What is wrong with a value in each place where it stands.
WRONG = {
    "t": [-1, "1", None, True], "event": ["stop", "Start", 1, ""], "version": [2, 0, "1", True], "stream": ["jobs", 1], "origin": [-1, "now", None],
    "heartbeat": [0, 0.5, "30"], "label": [1, None, "x" * 1002], "details": ["", 1, "x" * 1002], "mode": ["", "Bar", 1], "fraction": [-0.1, 1.01, "1", None],
    "completed": [-1, 0.5, "1"], "total": [0, -1, 0.5], "running": [-1, 0.5], "unit": ["", 1], "rate": [-1, "1", None], "remaining": [-1, "1"],
    "shown": [1, "true", None], "elapsed": [-1, "1", None], "outcome": ["done", 1, None], "reason": ["", 1], "text": [1, None], "job": [0, -1, 1.5, "1"],
    "name": [1, None, "x" * 1002], "attempt": [0, 1.5, "1"], "slot": [0, "1"], "status": [-1, 256, 0.5, "0"], "retried": [False, 1, "true"],
    "parent": [0, 1.5, "1"], "expected": [-1, "1"], "state": ["waiting", 1, ""],
    "jobs": [{}, 1, [], {"waiting": 3}, {"waiting": 3, "running": 2, "paused": 1, "succeeded": 5, "failed": -1, "cancelled": 0},
             {"waiting": 3, "running": 2, "paused": 1, "succeeded": 5, "failed": 1, "cancelled": 0, "unknown": 0}],
}

OPTIONAL = {
    "start": {"details"}, "appear": set(), "progress": {"details", "jobs", "total", "running", "rate", "remaining"}, "heartbeat": {"fraction"},
    "finish": {"details", "jobs", "mode", "total", "running", "reason"}, "log": {"t"}, "job-start": {"slot", "parent", "expected"},
    "job-appear": {"parent"}, "job-progress": {"details", "total", "running"}, "job-heartbeat": set(), "job-end": {"status", "reason", "retried"},
}


@test
def a_changed_event_fails_validation(home):
    changes = 0
    for sample in SAMPLES:
        SCHEMA.check(sample)
        for name in sample:
            for value in WRONG[name]:
                check(not is_valid({**sample, name: value}), f"{sample['event']} with {name} = {value!r}")
                changes += 1
            rest = {other: sample[other] for other in sample if other != name}
            equal(is_valid(rest), name in OPTIONAL[sample["event"]], f"{sample['event']} without {name} is valid")
        check(not is_valid({**sample, "unknown": 1}), f"{sample['event']} with an unknown member")
        # Members of other events.
        for other in SAMPLES:
            for name in other.keys() - set().union(*(one.keys() for one in SAMPLES if one["event"] == sample["event"])):
                allowed = {"appear": SAMPLES[2], "heartbeat": SAMPLES[2], "job-appear": PROGRESS, "job-heartbeat": PROGRESS}
                if name not in allowed.get(sample["event"], ()) and (name != "parent" or "job" not in sample):
                    check(not is_valid({**sample, name: other[name]}), f"{sample['event']} with {name}")
    check(changes > 150, f"{changes} changes")
    for value in ([], 1, "start", None, {}):
        check(not is_valid(value), f"{value!r}")


@test_each([
    ("no start", lambda lines: lines[1:]),
    ("no finish", lambda lines: lines[:-1]),
    ("two finishes", lambda lines: lines + lines[-1:]),
    ("an event after the finish", lambda lines: lines + lines[1:2]),
    ("two starts", lambda lines: lines[:1] + lines),
    ("two appears", lambda lines: lines[:2] + lines[1:]),
    ("progress before appear", lambda lines: lines[:1] + [lines[1].replace(b"appear", b"progress")] + lines[2:4] + [lines[4].replace(b"progress", b"appear")] + lines[5:]),
    ("times that go back", lambda lines: [line.replace(b'"t":0.8', b'"t":0.1') for line in lines]),
    ("a job that starts twice", lambda lines: lines[:3] + lines[2:]),
    ("a job that does not end", lambda lines: lines[:5] + lines[6:]),
    ("a job that appears twice", lambda lines: lines[:4] + lines[3:4] + lines[4:]),
    ("progress of a job that has not appeared", lambda lines: [line.replace(b"job-appear", b"job-progress") for line in lines]),
    ("progress of a job that has ended", lambda lines: lines[:3] + lines[4:6] + lines[3:4] + lines[6:]),
    ("a part of a job that does not run", lambda lines: [line.replace(b'"job":1,', b'"job":1,"parent":2,') for line in lines]),
    ("a part whose job changes", lambda lines: [line.replace(b'job-end","job":1,', b'job-end","job":1,"parent":2,') for line in lines]),
    ("a job that ends before its part", lambda lines: lines[:3] + [lines[2].replace(b'"job":1,', b'"job":2,"parent":1,')] + lines[3:6]
        + [lines[5].replace(b'"job":1,', b'"job":2,"parent":1,')] + lines[6:]),
    ("another number of jobs", lambda lines: [line.replace(b'"succeeded":1', b'"succeeded":0') for line in lines]),
    ("an end of another attempt", lambda lines: [line.replace(b'job-end","job":1,"name":"a","attempt":1', b'job-end","job":1,"name":"a","attempt":2')
                                                 for line in lines]),
    ("not shown", lambda lines: [line.replace(b"true", b"false") for line in lines]),
    ("a character outside ASCII", lambda lines: [line.replace(b"L", "é".encode()) for line in lines]),
    ("a control character", lambda lines: [line.replace(b"L", b"\x1b") for line in lines]),
    ("a member twice", lambda lines: [line.replace(b"{", b'{"t":0,', 1) for line in lines]),
    ("no number", lambda lines: [line.replace(b'"elapsed":1', b'"elapsed":NaN') for line in lines]),
    ("half a line", lambda lines: lines[:-1] + [lines[-1][:-1]]),
    ("a line of something else", lambda lines: lines[:2] + [b"warning: L"] + lines[2:]),
    ("an empty line", lambda lines: lines[:2] + [b""] + lines[2:]),
])
def a_stream_is_refused_with(home, change):
    lines = [
        b'{"t":0,"event":"start","version":1,"stream":"tree","origin":1700000000,"heartbeat":30,"label":"L"}',
        b'{"t":0.5,"event":"appear","label":"L","mode":"bar"}',
        b'{"t":0.6,"event":"job-start","job":1,"name":"a","attempt":1,"slot":1}',
        b'{"t":0.7,"event":"job-appear","job":1,"name":"a","attempt":1,"elapsed":0.1,"state":"running"}',
        b'{"t":0.8,"event":"progress","label":"L","mode":"bar"}',
        b'{"t":0.9,"event":"job-end","job":1,"name":"a","attempt":1,"elapsed":0.3,"status":0,"outcome":"succeeded"}',
        b'{"t":1,"event":"finish","label":"L","mode":"bar","jobs":{"waiting":0,"running":0,"paused":0,"succeeded":1,"failed":0,"cancelled":0},"shown":true,"elapsed":1,"outcome":"succeeded"}',
    ]
    equal(len(events(b"\n".join(lines) + b"\n")), 7, "the stream as it is")
    try:
        events(b"\n".join(change(lines)) + b"\n")
    except Failure:
        return
    raise Failure("the stream passes")


# ---- The validator ----

CASES = [
    ({"type": "integer"}, [1, 1.0, -3], [1.5, True, "1", None]),
    ({"type": "number"}, [1, 1.5], [True, "1"]),
    ({"type": "boolean"}, [True], [1, 0, "true"]),
    ({"type": "object"}, [{}], [[], 1]),
    ({"const": 1}, [1, 1.0], [True, "1", 2]),
    ({"const": True}, [True], [1]),
    ({"enum": ["a", 0]}, ["a", 0], [False, "b"]),
    ({"minimum": 1, "maximum": 2}, [1, 2, "x"], [0.9, 2.1]),
    ({"minLength": 1, "maxLength": 2}, ["a", "éé", 5], ["", "abc"]),
    ({"required": ["a"]}, [{"a": 1}, 1], [{}, {"b": 1}]),
    ({"properties": {"a": {"const": 1}}}, [{}, {"a": 1}, {"b": 2}], [{"a": 2}]),
    ({"dependentRequired": {"a": ["b"]}}, [{}, {"b": 1}, {"a": 1, "b": 1}], [{"a": 1}]),
    ({"allOf": [{"minimum": 2}, {"maximum": 3}]}, [2, 3], [1, 4]),
    ({"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}], "unevaluatedProperties": False}, [{"a": 1, "b": 1}], [{"c": 1}]),
    ({"oneOf": [{"minimum": 2}, {"maximum": 3}]}, [1, 4], [2, 3]),
    ({"$ref": "#/$defs/a", "properties": {"c": {}}, "unevaluatedProperties": False, "$defs": {"a": {"properties": {"b": {}}}}},
     [{}, {"b": 1}, {"b": 1, "c": 2}], [{"d": 1}, {"b": 1, "d": 1}]),
    ({"oneOf": [{"properties": {"a": {"const": 1}}, "required": ["a"]}, {"properties": {"b": {}}, "required": ["b"]}], "unevaluatedProperties": False},
     [{"a": 1}, {"b": 1}], [{"a": 1, "b": 1}, {"a": 1, "c": 1}]),
]


@test
def the_validator_reads_json_schema(home):
    for schema, good, bad in CASES:
        for value in good:
            Schema(schema).check(value)
        for value in bad:
            try:
                Schema(schema).check(value)
            except Invalid:
                continue
            raise Failure(f"{value!r} passes {schema}")
    # Each keyword of the schema is one that the validator knows, in all of its parts.
    for name in SCHEMA.root["$defs"]:
        try:
            Schema({**SCHEMA.root, "oneOf": [{"$ref": f"#/$defs/{name}"}]}).check(copy.deepcopy(SAMPLES[2]))
        except Invalid as error:
            check("schema:" not in str(error), f"{name}: {error}")
    for schema in ({"pattern": "a"}, {"type": "null"}, {"unevaluatedProperties": True}, {"$ref": "other.json"}, {"oneOf": [{"not": {}}]}):
        try:
            Schema(schema).check({})
        except Invalid as error:
            check(str(error).startswith("schema:"), str(error))
            continue
        raise Failure(f"{schema} passes")

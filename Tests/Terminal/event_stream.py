"""Reads event streams, and checks what the schema and the protocol say of them."""

import json
import math
from pathlib import Path

from harness import Failure, check, equal
from json_schema import Invalid, Schema

PATH = Path(__file__).resolve().parents[2] / "Schemas" / "events.schema.json"


def unique(members):
    names = [name for name, _ in members]
    if len(set(names)) != len(names):
        raise ValueError(f"a member twice: {names}")
    return dict(members)


def no_constant(name):
    raise ValueError(f"{name} is no number of JSON")


def parse(line):
    return json.loads(line, object_pairs_hook=unique, parse_constant=no_constant)


def parsed(stream):
    """The events of a stream, unchecked."""
    return [parse(line) for line in stream.splitlines()]


def so_far(path):
    """The events that a file has so far, without a line that is not whole."""
    return parsed(path.read_bytes().rpartition(b"\n")[0])


SCHEMA = Schema(parse(PATH.read_text()))


def is_valid(event):
    try:
        SCHEMA.check(event)
        return True
    except Invalid:
        return False


def events(stream):
    """The events of a stream, each checked against the schema, and their order against the protocol."""
    result = valid_events(stream)
    check_order(result)
    return result


def streams(stream):
    """The same for streams that follow each other."""
    result = [[]]
    for event in valid_events(stream):
        result[-1].append(event)
        if event["event"] == "finish":
            result.append([])
    equal(result.pop(), [], "what follows the last finish")
    for one in result:
        check_order(one)
    return result


def valid_events(stream):
    lines = stream.split(b"\n")
    equal(lines.pop(), b"", "what follows the last line")
    result = []
    for line in lines:
        check(all(0x20 <= byte < 0x7F for byte in line), f"not ASCII: {line!r}")
        try:
            result.append(parse(line))
            SCHEMA.check(result[-1])
        except (ValueError, Invalid) as error:
            raise Failure(f"{line!r}: {error}") from None
    return result


def check_order(events):
    """What holds for the events of one stream, which has ended."""
    whole = [event["event"] for event in events if event["event"] != "log" or "t" in event]
    equal((whole[:1], whole[-1:], whole.count("start"), whole.count("finish")), (["start"], ["finish"], 1, 1), "the first and the last event")
    reports = [event for event in whole if event in ("appear", "progress", "heartbeat")]
    equal(reports[:1].count("appear"), reports.count("appear"), f"appear is the first of {reports}")
    times = [event["t"] for event in events if "t" in event]
    equal(times, sorted(times), "the times")
    check(all(math.isfinite(time) for time in times), f"a time that is no number: {times}")
    last = events[[event["event"] for event in events].index("finish")]
    equal(last["shown"], "appear" in whole, "shown")
    check(last["elapsed"] <= last["t"] + 1e-6, f"elapsed: {last}")
    running, appeared, skipped = {}, set(), set()
    for event in events:
        if event["event"] == "job-start":
            check(event["job"] not in running, f"a job that started twice: {event}")
            check("parent" not in event or event["parent"] in running, f"a part of a job that does not run: {event}")
            running[event["job"]] = event
            appeared.discard(event["job"])
            skipped.discard(event["job"])
        elif event["event"] in ("job-appear", "job-progress", "job-heartbeat"):
            begin = running.get(event["job"])
            check(begin is not None, f"a job that had not started: {event}")
            check_run(event, begin)
            equal(event["job"] in appeared, event["event"] != "job-appear", f"after the job's appear: {event}")
            appeared.add(event["job"])
        elif event["event"] == "job-end":
            begin = running.pop(event["job"], None)
            check(begin is not None, f"a job that had not started: {event}")
            check_run(event, begin)
            check(all(part.get("parent") != event["job"] for part in running.values()), f"a job that ends before its parts: {event}")
        elif event["event"] == "job-skip":
            check(event["job"] not in running and event["job"] not in skipped, f"a job that runs or is skipped already: {event}")
            skipped.add(event["job"])
    equal(running, {}, "jobs that have not ended")
    if "jobs" in last and last["jobs"] != totals(events):
        # A part that succeeded within the grace time of rows is counted only.
        hidden = last["jobs"]["succeeded"] - totals(events)["succeeded"]
        check(hidden >= 0 and not any("slot" in event for event in events), f"the jobs that have ended: {totals(events)}, {last}")
        equal({**last["jobs"], "succeeded": 0}, {**totals(events), "waiting": last["jobs"]["waiting"], "succeeded": 0}, "the jobs in the finish")


def check_run(event, begin):
    equal([event.get(name) for name in ("name", "attempt", "parent")], [begin.get(name) for name in ("name", "attempt", "parent")], "of the same run")


def job_counts(**states):
    """The number of jobs in each state: none in those that are not given."""
    return {**dict.fromkeys(("waiting", "running", "paused", "succeeded", "failed", "cancelled"), 0), **states}


def totals(events):
    """The number of jobs in each state at the end, by the events of the jobs alone. Parts of jobs are not counted."""
    last = [event for event in events if event["event"] == "finish"][0]
    ends = {event["job"]: event["outcome"] for event in events if event["event"] == "job-end" and "parent" not in event}
    result = job_counts()
    for outcome in ends.values():
        result[outcome] += 1
    last_events = {event["job"]: event["event"] for event in events if event["event"] in ("job-start", "job-skip")}
    skipped = list(last_events.values()).count("job-skip")
    if skipped:
        result["skipped"] = skipped
    # Jobs that have not begun have no event.
    result["waiting"] = last.get("jobs", {}).get("waiting", 0)
    return result

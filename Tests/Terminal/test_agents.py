"""The style for agents, which run commands for a language model that pays for every byte: brief."""

import os
import re

import harness
from harness import check, ended, equal, group, has_escapes, hud, on_terminal, received_by, run, shown, test, test_each

AGENTS = ["AI_AGENT", "CLAUDECODE", "GEMINI_CLI", "CURSOR_AGENT", "CODEX_CI", "COPILOT_CLI"]
# The most bytes of ours for a success.
BUDGET = 200


@test_each(AGENTS)
def an_agent_gets_one_line_at_the_end(home, name):
    for changes in ({name: "1"}, {name: "1", "CI": "true"}, {name: "yes", "ACCESSIBLE": "1"}):
        received, status = on_terminal(hud("--grace 0.2 --min-show 60 --hide-after 60 --label WORKING -- sleep 0.4"), **changes)
        check(status == 0 and re.fullmatch(r"✓ WORKING \d+\.\d s\r\n", received.decode()), shown(received))
    equal(on_terminal(hud("--grace 60 --label WORKING -- sleep 0.2"), **changes), (b"", 0), "within the grace time")


@test_each([*((f"{name} is {value or 'empty'}", name, value) for name in ("AI_AGENT", "CLAUDECODE") for value in ("", "0", "false", "no"))])
def a_variable_that_is_off_names_no_agent(home, name, value):
    received = received_by(hud("--grace 0 -- sleep 0.3"), **{name: value})
    check(has_escapes(received), "nothing is drawn")


@test
def the_style_of_the_user_wins(home):
    job = hud("--grace 0 --label WORKING -- sleep 0.3")
    equal(received_by(job, AI_AGENT="1", HUD_STYLE="plain").split(b"\r\n")[0], b"WORKING...", "HUD_STYLE")
    equal(received_by(job, AI_AGENT="1", HUD_STYLE="off"), b"", "HUD_STYLE")
    check(has_escapes(received_by(hud("--style inline --grace 0 -- sleep 0.3"), AI_AGENT="1")), "--style")
    received = received_by(hud("--style brief --grace 0 --label WORKING -- sleep 0.3"), HUD_STYLE="plain")
    check(received.startswith("✓ WORKING".encode()), shown(received))


@test_each([("UTF-8", "C.UTF-8", "✓", "✗"), ("ASCII", "C", "*", "x")])
def the_mark_suits_the_locale(home, locale, check_mark, cross):
    for command, mark in (("sleep 0.2", check_mark), ("sleep 0.2; exit 3", cross)):
        done = run(hud("--grace 0 --label WORKING -- sh -c", command), AI_AGENT="1", LC_ALL=locale, CLICOLOR_FORCE="1")
        check(done.stderr.startswith(f"{mark} WORKING ".encode()), shown(done.stderr))
        check(done.returncode == 0 or done.stderr.endswith(b" s status 3\n"), shown(done.stderr))


@test
def a_command_that_takes_too_long_costs_one_line(home):
    done = run(hud("--timeout 0.2 --grace 0 -- sleep 60"), AI_AGENT="1")
    check(done.returncode == 124 and done.stderr.endswith(b" timed out\n") and done.stderr.count(b"\n") == 1, shown(done.stderr))


@test_each([("time", "--timeout 0.2", b"hud-demo: timed out after 0.2 s\n"),
            ("silence", "--idle-timeout 0.2", b"hud-demo: ended because it was silent for 0.2 s\n")])
def a_command_that_a_limit_ends_within_the_grace_time_costs_one_line(home, options, line):
    ended(run(hud(f"{options} --grace 60 -- sleep 60"), AI_AGENT="1"), 124, stderr=line)


@test
def a_success_costs_200_bytes_at_most(home):
    for name, label in (("long", "x" * 5000), ("wide", "休" * 500), ("controls", "a\x1b[31m\r\n" * 100)):
        for words in ("--output show", "--output hide", "--progress auto --output last:5"):
            command = hud(f"--grace 0 {words} --label", label, "--", "sh", "-c", "echo out; sleep 0.2; echo err >&2")
            ours = ended(run(command, AI_AGENT="1"), 0, stdout=b"out\n").stderr.replace(b"err\n", b"")
            check(0 < len(ours) <= BUDGET and ours.count(b"\n") == 1 and ours.endswith(b"\n"), f"{name}: {shown(ours)}")
    done = run(group("--grace 0 -j8 -- sh -c", "echo {} is a job; sleep 0.2", ":::", *map(str, range(40))), AI_AGENT="1")
    check(done.returncode == 0 and done.stdout == b"" and 0 < len(done.stderr) <= BUDGET, f"a group: {shown(done.stderr)}")


@test
def the_output_of_a_job_is_untouched(home):
    job = ["sh", "-c", "printf 'one\\033[31m\\r\\n'; sleep 0.2; printf 'two\\b\\n' >&2; test -t 0 && test -t 1 && test -t 2 && echo terminal"]
    alone = received_by(job)
    received, status = on_terminal(hud("--grace 0 --label WORKING --", *job), AI_AGENT="1")
    check(status == 0 and received.startswith(alone), f"{shown(alone)} {shown(received)}")
    check(received[len(alone):].startswith("✓ WORKING".encode()), shown(received))


LINES = "i=0; while [ $i -lt 100 ]; do printf 'line \\033[32m%d\\033[m\\n\\n' $i; i=$((i+1)); done; printf '10%%\\r100%%\\n'; printf end; exit 3"
TAIL = ["[last 40 of 102 lines]", *(f"line {i}" for i in range(62, 100)), "100%", "end"]


@test_each(["failure", "hide", "last:3"])
def the_last_lines_of_hidden_output_are_printed_after_a_failure(home, output):
    received, status = on_terminal(hud(f"--grace 60 --output {output} -- sh -c", LINES), AI_AGENT="1")
    equal((received.decode().split("\r\n"), status), (TAIL + [""], 3), "what the terminal receives, and the status")
    received, status = on_terminal(hud(f"--grace 0 --output {output} --label WORKING -- sh -c", "sleep 0.2; " + LINES), AI_AGENT="1")
    lines = received.decode().split("\r\n")
    equal((lines[:-2], lines[-2][:9], lines[-2][-9:], status), (TAIL, "✗ WORKING", " status 3", 3), "what the terminal receives, and the status")
    equal(on_terminal(hud(f"--grace 60 --output {output} -- sh -c", "echo hidden"), AI_AGENT="1"), (b"", 0), "after a success")


@test_each([("one job", "-j1"), ("on a terminal", ""), ("hidden", "--output hide")])
def a_group_has_its_failures_with_their_last_lines_and_a_summary(home, options):
    words = group(f"--grace 0 {options} --label JOBS -- sh -c", "echo {} out; [ {} != bad ] || { " + LINES + "; }", ":::", "a", "bad", "b")
    received, status = on_terminal(words, AI_AGENT="1")
    lines = received.decode().split("\r\n")
    equal((lines[0][:5], lines[0][-9:], lines[1]), ("✗ bad", " status 3", "[last 40 of 103 lines]"), "the head")
    equal((lines[2:-2], lines[-2][:6], lines[-2][-13:], status), (TAIL[1:], "✗ JOBS", "1 of 3 failed", 1), "the rest")


@test
def streams_in_a_pipe_are_told_apart_and_share_the_lines(home):
    job = "i=0; while [ $i -lt 50 ]; do echo out $i; echo err $i >&2; i=$((i+1)); done; exit 2"
    done = run(group("--grace 60 -- sh -c", job, ":::", "x"), AI_AGENT="1")
    lines = done.stderr.decode().split("\n")
    equal((done.stdout, done.returncode, lines[0][-9:]), (b"", 2, " status 2"), "the head")
    expected = [line for name in ("out", "err") for line in ["[last 20 of 50 lines]", *(f"{name} {i}" for i in range(30, 50))]]
    equal(lines[1:], expected + [""], "the last lines")


@test
def output_that_is_shown_is_whole(home):
    for output in ("group", "keep-order", "prefix"):
        done = run(group(f"--grace 60 --output {output} -- sh -c", "seq 100; exit {}", ":::", "0", "1"), AI_AGENT="1")
        equal(done.stdout.count(b"\n"), 200, output)
        check(done.stderr.startswith("✗ 1 ".encode()) and done.stderr.count(b"\n") == 1, shown(done.stderr))


@test
def a_command_that_can_not_be_started_says_why(home):
    done = run(group("--grace 60 -- /no/such/command :::", "x"), AI_AGENT="1")
    check(b"\ncan't run /no/such/command: No such file or directory\n" in done.stderr, shown(done.stderr))


@test
def followed_jobs_have_a_line_when_they_fail(home):
    events = "".join(f'{line}\n' for line in (
        '{"t":0,"event":"start","version":1,"stream":"job","origin":1,"label":"Compressing"}',
        *(f'{{"t":0.1,"event":"log","text":"line {i}"}}' for i in range(50)),
        '{"t":4,"event":"finish","label":"Compressing","shown":true,"elapsed":4,"outcome":"failed","reason":"disk full"}'))
    for name in ("one", "two"):
        (home / name).write_text(events)
    done = run(hud("follow --grace 0 --label ALL a=one b=two"), cwd=home, AI_AGENT="1")
    lines = done.stderr.decode().split("\n")
    heads = [line for line in lines if line.startswith("✗")]
    equal([line.split(" ")[1] for line in heads[:2]], ["a", "b"], "the heads")
    equal(len([line for line in lines if ": line " in line]), 80, "the last lines")


@test
def a_program_that_uses_the_library_is_brief(home):
    for changes in ({"AI_AGENT": "1"}, {"HUD_STYLE": "brief"}):
        received = received_by([os.path.join(harness.EXAMPLES, "jobs-example"), "sleep 0.8; exit 2", "sleep 0.8"], **changes)
        check(not has_escapes(received) and re.search(r"✗ sleep 0.8; exit 2 \d+\.\d s status 2\r\n", received.decode()), shown(received))

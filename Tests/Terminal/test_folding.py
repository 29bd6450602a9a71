"""What the jobs of a group print in the log of a continuous integration service that folds."""

import re
import shlex
import subprocess

from harness import PIPE, check, ended, equal, group, has_escapes, launcher, received_by, run, shown, test, test_each

GITHUB = {"CI": "true", "GITHUB_ACTIONS": "true"}
GITLAB = {"CI": "true", "GITLAB_CI": "true"}
COMMANDS = ["group", "endgroup", "error", "warning", "notice", "stop-commands", "add-mask", "debug"]


class Runner:
    """How GitHub's runner reads a log: actions/runner's ActionCommand.cs and ActionCommandManager.cs."""

    def __init__(self, log):
        self.groups, self.errors, self.open, self.others = {}, [], [], []
        group, token = None, None
        for line in log.decode().splitlines():
            command = self.command(line, token)
            if token is not None:
                if command and command[0] == token:
                    token = None
                else:
                    (self.open if group is None else self.groups[group]).append(line)
            elif command is None:
                (self.open if group is None else self.groups[group]).append(line)
            elif command[0] == "stop-commands":
                token = command[2]
            elif command[0] == "group":
                check(group is None, f"a group within {group}")
                group = command[2]
                check(group not in self.groups, f"two groups: {group}")
                self.groups[group] = []
            elif command[0] == "endgroup":
                check(group is not None, f"an end without a group: {shown(log)}")
                group = None
            elif command[0] == "error":
                check(group is None, "an error in a group")
                self.errors.append((command[1].get("title"), command[2]))
            else:
                self.others.append(command)
        check(group is None and token is None, f"no end: {shown(log)}")

    @staticmethod
    def command(line, token):
        found = re.match(r"\s*::([^ ]*?)(?: (.*?))?::(.*)$", line)
        if not found or found[1].lower() not in [*COMMANDS, token]:
            return None
        properties = dict(pair.split("=", 1) for pair in (found[2] or "").split(",") if pair)
        return (found[1].lower(), {key: Runner.unescaped(value, {":": "%3A", ",": "%2C"}) for key, value in properties.items()},
                Runner.unescaped(found[3], {}))

    @staticmethod
    def unescaped(text, more):
        for character, code in {"\r": "%0D", "\n": "%0A", **more, "%": "%25"}.items():
            text = text.replace(code, character)
        return text


def log_of(words, *more, cwd=None, **changes):
    """Runs a group whose output and errors go to one pipe, and returns what came out of it, and the status."""
    done = run(group(words, *more), cwd=cwd, stderr=subprocess.STDOUT, **changes)
    return done.stdout, done.returncode


JOB = "echo {} says; echo {} warns >&2; echo ' ::error title=mine::not ours'; echo '::endgroup::'; echo '::stop-commands::x'; echo '##[group]y'; printf end"
PRINTED = ["says", "warns", " ::error title=mine::not ours", "::endgroup::", "::stop-commands::x", "##[group]y", "end"]


@test
def github_folds_the_output_of_jobs_that_succeed(home):
    log, status = log_of("-j2 --grace 60 --output group -- sh -c", JOB, ":::", "a", "b", "c", **GITHUB)
    check(status == 0 and not has_escapes(log), shown(log))
    runner = Runner(log)
    for name in "abc":
        equal(runner.groups[name], [f"{name} {line}" if line in PRINTED[:2] else line for line in PRINTED], f"the output of {name}")
        check(f"{name}: started" in runner.open and any(line.startswith(f"{name}: done after 0:0") for line in runner.open), shown(runner.open))
    equal((runner.errors, runner.others, len(runner.open)), ([], [], 6), "what the jobs have said to the service, and other lines")


@test
def keep_order_folds_all_jobs(home):
    job = "printf '{} one'; echo >{}; while [ {} = a ] && ! [ -e c ]; do sleep 0.05; done; echo; echo {} two"
    log, status = log_of("-j2 --grace 60 --output keep-order -- sh -c", job, ":::", "a", "b", "c", cwd=home, **GITHUB)
    check(status == 0, shown(log))
    equal(list(Runner(log).groups.items()), [(name, [f"{name} one", f"{name} two"]) for name in "abc"], "the groups, in order")


@test_each(["failure", "group", "keep-order"])
def output_of_a_failure_is_not_obeyed(home, output):
    for stderr in (subprocess.STDOUT, PIPE):
        done = run(group(f"-j1 --grace 60 --output {output} -- sh -c", JOB + "; exit 3", ":::", "a"), stderr=stderr, **GITHUB)
        runner = Runner(done.stdout)
        equal((done.returncode, [title for title, _ in runner.errors], runner.others, runner.groups), (3, ["a"], [], {}), shown(done.stdout))
        check("\n".join(["a says", "a warns", *PRINTED[2:]]) in "\n".join(runner.open), shown(runner.open))


@test
def names_are_no_commands(home):
    for output in ("group", "hide"):
        log, _ = log_of(f"-j1 --grace 60 --output {output} -- true", ":::", "::add-mask::x", "##[error]y", **GITHUB)
        runner = Runner(log)
        equal((runner.others, runner.errors), ([], []), shown(log))
        check(b"##[" not in log, shown(log))


@test
def no_fold_is_within_another_and_the_user_can_switch_them_off(home):
    inner = shlex.join([*launcher(), *group("--output group -- echo", ":::", "inner")])
    for changes in (GITHUB, GITLAB):
        log, _ = log_of("-j1 --grace 60 --output group -- sh -c", inner + " # {}", ":::", "a", **changes)
        equal((log.count(b"::group::") + log.count(b"section_start"), log.count(b"\ninner\n")), (1, 1), shown(log))
        equal(run(group("-j1 --grace 60 --output group -- sh -c", "echo {} says", ":::", "a"), **changes, HUD_FOLD="0").stdout, b"a says\n", "off")


@test
def a_failure_stays_open_and_is_an_annotation(home):
    job = "echo {} says; echo {} warns >&2; printf end; [ {} != bad ]"
    log, status = log_of("-j1 --grace 60 --output group -- sh -c", job, ":::", "good", "bad", "fine", **GITHUB)
    runner = Runner(log)
    equal((status, list(runner.groups)), (1, ["good", "fine"]), "status, and the groups")
    equal([(title, message[:35]) for title, message in runner.errors], [("bad", "bad: failed (status 1) after 0:00")], "the annotations")
    check("\n".join(["bad says", "bad warns", "end"]) in "\n".join(runner.open), shown(runner.open))
    check(log.index(b"::error title=bad::") < log.index(b"bad says"), "the error is not above the output")
    check(b"\nbad: failed" not in log, "said twice")


@test
def lines_about_skipped_jobs_are_outside_of_folds(home):
    (home / "jobs").write_text("long: echo one; sleep 0.2; echo two\nbad: echo ugly; exit 3\nnext (after bad, long): true\nlast (after next): true\n")
    log, status = log_of("-j2 --grace 60 --output group --file jobs", cwd=home, **GITHUB)
    runner = Runner(log)
    equal((status, runner.groups, [title for title, _ in runner.errors]), (1, {"long": ["one", "two"]}, ["bad"]), "status, groups and annotations")
    skipped = [line for line in runner.open if ": skipped, " in line]
    equal(skipped, ["next: skipped, after bad, which failed", "last: skipped, after next, which was skipped"], "the lines")
    check(runner.open.index("ugly") < runner.open.index(skipped[0]), shown(runner.open))


@test_each(["failure", "hide", "prefix"])
def without_folds_a_failure_is_an_annotation(home, output):
    log, _ = log_of(f"-j1 --grace 60 --output {output} -- sh -c", "echo {} says; [ {} != bad ]", ":::", "good", "bad", **GITHUB)
    runner = Runner(log)
    equal((runner.groups, [title for title, _ in runner.errors]), ({}, ["bad"]), "the groups and the annotations")


@test
def names_are_escaped(home):
    names = ["100%", "a,b:c", "one\ntwo\rthree", "%0A"]
    for output, found in (("group", lambda runner: list(runner.groups)), ("failure", lambda runner: [title for title, _ in runner.errors])):
        word = "exit 1" if output == "failure" else "echo out"
        log, _ = log_of(f"-j1 --grace 60 --output {output} -- sh -c", word, "sh", "{}", ":::", *names, **GITHUB)
        equal(found(Runner(log)), names, output)
    log, _ = log_of("-j1 --grace 60 --output group -- sh -c", "echo out", "sh", "{}", ":::", "a\x1b[31mb", **GITHUB)
    equal(list(Runner(log).groups), ["a?[31mb"], "control characters")


SECTION = re.compile(rb"\x1b\[0Ksection_(start|end):(\d+):([A-Za-z0-9_.-]+)(\[collapsed=true\])?\r\x1b\[0K([^\n]*)\n")


@test
def gitlab_folds_the_output_of_jobs_that_succeed(home):
    log, status = log_of("-j1 --grace 60 --output group -- sh -c", "echo '{} says'; echo '{} warns' >&2; sleep 1; printf end; [ '{}' != bad ]", ":::",
                         "a b,c:%\n", "bad", "c", **GITLAB)
    equal(status, 1, "status")
    marks = [match.groups() for match in SECTION.finditer(log)]
    equal([(mark[0], mark[3], mark[4]) for mark in marks],
          [(b"start", b"[collapsed=true]", b"a b,c:%?"), (b"end", None, b""), (b"start", b"[collapsed=true]", b"c"), (b"end", None, b"")], "the marks")
    for start, end in (marks[:2], marks[2:]):
        check(start[2] == end[2] and 1 <= int(end[1]) - int(start[1]) <= 10, shown(marks))
    check(marks[0][2] != marks[2][2], "two sections of one name")
    parts = SECTION.split(log)
    equal((parts[6], parts[18]), (b"a b,c:%\n says\na b,c:%\n warns\nend\n", b"c says\nc warns\nend\n"), "what is in the sections")
    check(re.search(rb"\nbad: failed \(status 1\) after 0:0\d\nbad says\nbad warns\nend\n", parts[12]), shown(parts[12]))
    equal(len(set(SECTION.sub(b"", log)) & set(b"\x1b\r")), 0, "control characters outside of the marks")


@test
def nothing_is_folded_that_does_not_go_to_the_log_or_if_the_user_wants_no_lines(home):
    words = group("-j1 --grace 60 --output group -- sh -c", "echo {} says", ":::", "a")
    for changes in (GITHUB, GITLAB):
        with open(home / "out", "wb") as file:
            ended(run(words, stdout=file, stderr=subprocess.DEVNULL, **changes), 0)
        equal((home / "out").read_bytes(), b"a says\n", "what is in the file")
        equal(run(words, **changes, HUD_STYLE="off").stdout, b"a says\n", "--style off")
        equal(run(words, **changes, AI_AGENT="1").stdout, b"a says\n", "brief")
    for value in ("", "0", "false"):
        equal(run(words, CI="true", GITHUB_ACTIONS=value).stdout, b"a says\n", value)
    equal(run(group("-j1 --grace 60 --output group -- sh -c", "true", ":::", "a"), **GITHUB).stdout.count(b"::"), 0, "of a job without output")
    equal(run(group("-j1 --output prefix -- sh -c", "echo ::group::x", ":::", "a"), **GITHUB).stdout, b"a: ::group::x\n", "a live order")


@test
def two_pipes_get_one_order(home):
    done = run(group("-j1 --grace 60 --output group -- sh -c", "for i in 1 2 3; do echo out $i; echo err $i >&2; done", ":::", "a"), **GITHUB)
    equal((Runner(done.stdout).groups["a"], done.stderr), ([f"{name} {i}" for i in (1, 2, 3) for name in ("out", "err")], b""), "the output")
    terminal = received_by(group("-j2 --grace 60 --output group -- sh -c", "echo out; echo err >&2", ":::", "a"), **GITHUB)
    check(re.search(rb"::group::a\r\n::stop-commands::[^\r]*\r\nout\r\nerr\r\n::", terminal), shown(terminal))

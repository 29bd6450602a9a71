"""`hud-demo -- command` preserves exit status, output, input and what else a job inherits."""

import os
import re

from harness import (PIPE, Terminal, check, ended, equal, hud, in_shell, launcher, on_terminal, received_by, run, script, signals, started, test,
                     test_each)

# ---- The end ----


@test_each([(str(status), status) for status in (0, 1, 2, 3, 127, 254, 255)])
def the_status_of_the_job_is_passed_on(home, status):
    ended(run(hud("-- sh -c", f"exit {status}")), status, what="without a terminal")
    equal(on_terminal(hud("--grace 60 -- sh -c", f"exit {status}"))[1], status, "on a terminal, never shown")
    equal(on_terminal(hud("--grace 0 -- sh -c", f"sleep 0.2; exit {status}"))[1], status, "on a terminal, shown")


def is_not_run(home, command, status):
    result = ended(run(hud("--", command), cwd=home), status, stdout=b"", what=command)
    check(result.stderr.count(b"\n") == 1 and command.encode() in result.stderr, f"{result.stderr!r}")
    received = received_by(hud("--grace 0 --", command), cwd=home, status=status)
    check(b"\x1b" not in received, f"{command} on a terminal: {received!r}")


@test
def a_command_that_is_not_there_is_127(home):
    for command in ["no-such-command-anywhere", "./none", "/dev/null/none"]:
        is_not_run(home, command, 127)


@test
def a_command_that_can_not_be_run_is_126(home):
    (home / "plain").touch()
    for command in ["./plain", "./", "/etc/passwd"]:
        is_not_run(home, command, 126)


SIGNALS = signals("TERM", "KILL", "SEGV", "INT", "QUIT", "HUP", "PIPE", "USR1", "ABRT", "ALRM")


@test_each(SIGNALS)
def a_job_killed_by_a_signal_ends_hud_demo_by_it(home, number):
    job = ["sh", "-c", f"ulimit -c 0; kill -{int(number)} $$"]
    ended(run(hud("--", *job), cwd=home), -number, what="without a terminal")
    equal(on_terminal(hud("--grace 60 --", *job), cwd=home)[1], -number, "on a terminal, never shown")
    shown = ["sh", "-c", f"ulimit -c 0; sleep 0.2; kill -{int(number)} $$"]
    equal(on_terminal(hud("--grace 0 --", *shown), cwd=home)[1], -number, "on a terminal, shown")


@test
def a_job_killed_leaves_no_core_file_of_hud_demo(home):
    run(["sh", "-c", 'ulimit -c unlimited; "$0" -- sh -c "ulimit -c 0; kill -SEGV \\$\\$"', *hud()], cwd=home)
    equal([name for name in os.listdir(home) if "core" in name], [], "core files")


# ---- Redirected ----

# Every byte value, in an order that no text has, on both outputs.
NOISE = """
import os, sys
every = bytes(range(256)) * 300
for start in range(0, len(every), 1000):
    os.write(1, every[start:start + 1000])
    os.write(2, every[start:start + 1000][::-1])
"""


# Options with which hud-demo writes nothing on standard error: no HUD, and a HUD that never appears.
QUIET = ["--grace 0 --style off", "--grace 60"]


def noise():
    return ["python3", "-c", NOISE]


@test
def output_to_pipes_is_the_jobs_own(home):
    alone = run(noise())
    for options in QUIET:
        wrapped = run(hud(options + " --", *noise()))
        equal(wrapped.stdout == alone.stdout, True, f"{options}: standard output the same")
        equal(wrapped.stderr == alone.stderr, True, f"{options}: standard error the same")
    equal(run(hud("--grace 0 --", *noise())).stdout == alone.stdout, True, "standard output the same, plain lines apart")
    equal(len(alone.stdout), 256 * 300, "bytes of the job alone")


@test
def output_to_files_is_the_jobs_own(home):
    for place in (1, 2):
        alone = to_file(home, noise(), place)
        for options in QUIET:
            equal(to_file(home, hud(options + " --", *noise()), place) == alone, True, f"{options}: descriptor {place} the same")
        equal(len(alone), 256 * 300, "bytes of the job alone")


def to_file(home, command, place):
    path = home / "output"
    run(in_shell(f'exec "$@" {place}>output', *command), cwd=home)
    return path.read_bytes()


@test
def a_file_is_appended_to(home):
    path = home / "log"
    run(in_shell('echo before >log; "$@" >>log; echo after >>log', *hud("-- echo job")), cwd=home)
    equal(path.read_text(), "before\njob\nafter\n", "the file")


@test
def output_to_a_pipe_stays_apart_from_the_hud_on_the_terminal(home):
    # Standard output is a pipe and the HUD is on standard error, and the other way round.
    for place in ("stdout", "stderr"):
        read, write = os.pipe()
        terminal = Terminal(hud("--grace 0 --label WORKING -- sh -c",
                                "printf one >&$0; sleep 0.3; printf 'two\\033[1m' >&$0", "1" if place == "stdout" else "2"),
                            **{place: write})
        os.close(write)
        terminal.ends(0)
        with os.fdopen(read, "rb") as pipe:
            equal(pipe.read(), b"onetwo\x1b[1m", f"{place}, a pipe")
        check(b"WORKING" in terminal.received, f"no HUD on the terminal while {place} is a pipe: {terminal.received!r}")


@test
def a_pipeline_begins_before_the_job_ends(home):
    process = started(launcher() + hud("-- sh -c", "echo first; read answer; echo $answer"), stdin=PIPE, stdout=PIPE)
    equal(process.stdout.readline(), b"first\n", "the first line, before the job is over")
    equal(process.communicate(b"second\n", timeout=20)[0], b"second\n", "the rest")


@test
def input_is_passed_on(home):
    data = bytes(range(256)) * 1000
    equal(run(hud("-- cat"), stdin=data).stdout == data, True, "a pipe through cat the same")
    # Input that the job does not read is left for the next command.
    result = run(["sh", "-c", '"$0" -- sh -c "read line; echo job \\$line"; read line; echo next $line', *hud()], stdin=b"1\n2\n")
    equal(result.stdout, b"job 1\nnext 2\n", "what is left of the input")


@test
def a_reader_that_leaves_ends_the_job(home):
    result = run(["bash", "-c", '"$0" -- yes | head -n 2; echo ${PIPESTATUS[0]}', *hud()])
    equal(result.stdout, b"y\ny\n141\n", "output, and the status of hud-demo")


# ---- What a job inherits ----


@test
def arguments_are_passed_on_byte_for_byte(home):
    words = [b"", b" ", b"a b", b"'\"\\$*", "ü e\u0301 é 日本".encode(), b"\n\t", b"\xff\xfe", b"caf\xe9.txt", b"--"]
    show = ["python3", "-c", "import os, sys; os.write(1, b'|'.join(map(os.fsencode, sys.argv[1:])))"]
    result = run(hud("--", *show, *map(os.fsdecode, words)))
    equal(result.stdout, b"|".join(words), "the job's arguments")


@test
def a_command_of_any_name_is_run(home):
    name = os.fsdecode(b"caf\xe9")
    script(home, name, "echo here")
    equal(run(hud("--", "./" + name), cwd=home).stdout, b"here\n", "the output of a command whose name is not UTF-8")


REPORT = "ls /proc/self/fd; grep -E 'Sig(Blk|Ign|Cgt)' /proc/self/status; pwd; umask; ulimit -a; env | grep -v '^_=' | sort | cksum"


def without_internal_signals(report):
    """Without signals 32 and 33, which glibc uses internally; its posix_spawn leaves them ignored."""
    return re.sub(rb"([0-9a-f]{16})", lambda mask: b"%x" % (int(mask[1], 16) & ~(3 << 31)), report).split(b"\n")


@test
def a_job_inherits_what_it_would_alone(home):
    if os.path.exists("/proc/self/fd"):
        job = ["sh", "-c", REPORT]
        alone, wrapped = run(job, cwd=home), run(hud("--", *job), cwd=home)
        equal(without_internal_signals(wrapped.stdout), without_internal_signals(alone.stdout), "without a terminal")
        alone, wrapped = on_terminal(job, cwd=home), on_terminal(hud("--grace 60 --", *job), cwd=home)
        equal(without_internal_signals(wrapped[0]), without_internal_signals(alone[0]), "on a terminal")


@test_each(signals("INT", "HUP", "TERM", "PIPE", "QUIT"))
def a_signal_that_is_ignored_stays_ignored(home, number):
    job = f"kill -{int(number)} $$; echo survived"
    ended(run(in_shell(f"trap '' {int(number)}; exec \"$@\"", *hud("-- sh -c", job))), 0, stdout=b"survived\n", what="as `nohup` has it")


@test
def closed_descriptors_do_no_harm(home):
    for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        result = run(in_shell(f'"$@" {closed}; echo $?', *hud("--grace 0 -- sh -c", "exit 3")))
        equal(result.stdout, b"3\n", f"status with {closed}")


@test
def a_script_that_names_no_interpreter_is_run_by_the_shell(home):
    path = script(home, "plain", "")
    path.write_text("echo \"ran $1\"\nexit 5\n")
    result = run(hud("-- ./plain it"), cwd=home)
    ended(result, 5, stdout=b"ran it\n", what="as `env ./plain it` has it")


# ---- The built-in job ----


@test
def the_built_in_job_runs_without_a_terminal(home):
    result = ended(run(hud()), 0)
    equal([line.split(b" after")[0] for line in result.stderr.split(b"\n")],
          [b"a job of 1 s...", b"a job of 1 s: done", b"a job of 3 s with known progress...",
           b"a job of 3 s with known progress: done", b""], "standard error")
    check(b"\x1b" not in result.stdout and result.stdout.count(b"\n") >= 1, f"{result.stdout!r}")

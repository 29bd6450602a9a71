"""zig's progress protocol: jobs that report by it, and tools that report to zig. Real zigs run in scripts/neighbors."""

import fcntl
import os
import select
import shlex
import signal
import struct
import subprocess
from pathlib import Path

from harness import PIPE, QuietGate, Screen, check, ended, equal, gates_of, hud, run, script, started, test, test_each, wait_until
from test_parent import HUD, LABEL, tool, wait_for

FIXTURES = Path(__file__).resolve().parents[1] / "HUDJobTests" / "Fixtures" / "zig"
F_SETPIPE_SZ = 1031
# The size of zig's pipes, and the length of a name.
FORMATS = {"0.15": (65536, 40), "0.16": (32768, 120)}


def message(nodes, length):
    """The bytes of a tree of nodes: completed, total, name, parent."""
    storage = b"".join(struct.pack("<II", *node[:2]) + node[2].encode().ljust(length, b"\0") for node in nodes)
    return bytes([len(nodes)]) + storage + bytes(node[3] for node in nodes)


def trees(bytes, length):
    """The trees in a stream of messages."""
    found = []
    while bytes:
        count = bytes[0]
        size = 1 + count * (9 + length)
        check(len(bytes) >= size, "a message that is cut off")
        parents = bytes[1 + count * (8 + length):size]
        found.append([struct.unpack_from("<II", bytes, 1 + node * (8 + length))
                      + (bytes[9 + node * (8 + length):1 + (node + 1) * (8 + length)].split(b"\0")[0].decode(), parents[node]) for node in range(count)])
        bytes = bytes[size:]
    return found


def reporter(home, steps):
    """A job that writes messages, a file each, and waits at a gate after each. Returns the gates."""
    gates = gates_of(home, len(steps))
    for number, step in enumerate(steps):
        (home / f"message{number}").write_bytes(step)
    script(home, "job", "\n".join(f"cat message{number} >&$ZIG_PROGRESS; {gate.wait}" for number, gate in enumerate(gates)))
    return gates


@test_each(FORMATS)
def a_job_that_speaks_zigs_protocol_shows_its_tree(home, version):
    length = FORMATS[version][1]
    gates = reporter(home, [
        message([(0, 0, "Compile Build Script", 255), (1, 1, "Linking", 0), (5, 0, "AST Lowering", 0)], length),
        message([(0, 0, "", 255), (2, 8, "steps", 0), (0, 0, "compile exe hello", 1)], length),
        message([(0, 0, "", 255)], length)])
    screen = Screen(home).command(f"clear; {HUD} --progress auto -- bash ./job")
    wait_for(screen, "Compile Build Script: Linking, AST Lowering")
    gates[0].open()
    wait_for(screen, LABEL + ".*2.8")
    wait_for(screen, "steps: compile exe hello")
    gates[1].open()
    wait_for(screen, LABEL + "(?!.*2.8)")
    gates[2].open()
    screen.wait_for_prompt()
    equal(screen.lines(), ["[2]$"], "what is left")


@test_each([(path.stem, path) for path in sorted(FIXTURES.iterdir())])
def what_zig_itself_has_sent_is_shown(home, path):
    recorded = path.read_bytes()
    last = trees(recorded, FORMATS["0.16" if path.stem >= "0.16" else "0.15"][1])[-1]
    leaf = next(node[2] for index, node in enumerate(last) if index > 0 and node[2] and not any(other[3] == index for other in last))
    (gate,) = reporter(home, [recorded])
    screen = Screen(home, columns=160).command(f"clear; {HUD} --progress auto -- bash ./job")
    screen.wait_for(leaf[:30])
    gate.open()
    screen.wait_for_prompt()


@test
def a_job_of_a_group_shows_its_tree_on_its_row(home):
    (gate,) = reporter(home, [message([(1, 4, "steps", 255), (0, 0, "compile exe hello", 0)], 120)])
    screen = Screen(home).command("clear; hud-demo group --grace 0 --row-grace 0 --leave nothing -j2 -- bash ::: ./job")
    wait_for(screen, r"\./job.*steps: compile exe hello.*1.4|\./job.*1.4.*steps: compile exe hello")
    gate.open()
    screen.wait_for_prompt()


@test
def a_job_of_a_group_has_the_nodes_of_its_tree_in_rows_and_keys_there_are_for_the_job(home):
    (gate,) = reporter(home, [message([(1, 4, "steps", 255), (0, 0, "compile exe hello", 0)], 120)])
    script(home, "other", gate.wait)
    screen = Screen(home).command("clear; hud-demo group --no-history --grace 0 --row-grace 0 -j2 -- bash ::: ./job ./other; echo status $?")
    wait_for(screen, r"^ +• steps")
    wait_for(screen, r"^ +• compile exe hello")
    for _ in range(3):
        screen.press("Down")
    wait_for(screen, r"^ +▸ compile exe hello")
    screen.press("c")
    screen.wait_for("1 cancelled")
    gate.open()
    screen.wait_for("status 1")


@test_each({
    "noise": "head -c 300000 /dev/urandom >&$ZIG_PROGRESS; head -c 300000 /dev/zero >&$ZIG_PROGRESS; printf '\\377\\1\\2' >&$ZIG_PROGRESS",
    "a huge message that never ends": "printf '\\177%016000d' 1 >&$ZIG_PROGRESS",
    "a pipe that is closed at once": "eval \"exec $ZIG_PROGRESS>&-\"",
    "a pipe that is closed within a message": "printf '\\2abc' >&$ZIG_PROGRESS; eval \"exec $ZIG_PROGRESS>&-\"",
    "a pipe that stays open behind the job": "sleep 300 >/dev/null 2>&1 </dev/null & echo $! >child",
    "nothing": ":",
}.items())
def whatever_a_job_does_with_the_pipe_changes_nothing(home, job):
    script(home, "job", f"{{ {job}; }} 2>/dev/null; echo out; exit 3")
    result = run(hud("--style json --grace 0 --progress auto -- bash ./job"), cwd=home)
    if (home / "child").exists():
        os.kill(int((home / "child").read_text()), signal.SIGKILL)
    ended(result, 3, stdout=b"out\n")


@test
def a_message_that_is_not_whole_yet_is_shown_with_its_rest(home):
    whole = message([(0, 0, "", 255), (2, 8, "steps", 0), (0, 0, "compile exe hello", 1)], 120)
    gates = reporter(home, [whole[:200], whole[200:]])
    screen = Screen(home).command(f"clear; {HUD} --progress auto -- bash ./job")
    wait_for(screen, LABEL)
    gates[0].open()
    wait_for(screen, "steps: compile exe hello")
    gates[1].open()
    screen.wait_for_prompt()


@test
def zigs_descriptor_is_offered_with_auto_alone(home):
    for progress, expected in (("auto", b"set\n"), ("fd", b"none\n"), ("none", b"none\n")):
        result = run(hud(f"--style off --progress {progress} -- sh -c", "[ -n \"$ZIG_PROGRESS\" ] && echo set || echo none"))
        equal(result.stdout, expected, f"the variable with {progress}")


@test
def the_descriptor_has_a_number_that_no_file_of_a_child_gets_which_was_started_without_it(home):
    result = run(hud("--style off --progress auto -- sh -c", "echo $ZIG_PROGRESS"))
    check(int(result.stdout) > 100, f"{result.stdout}")


# Tools under zig: the test is zig.

# What a tool does, and the tree that it reports.
STEPS = ["total 4", "complete 1", "part copying", "part hashing"]
TREE = [(1, 4, "TOOL", 255), (0, 0, "copying", 0), (0, 0, "hashing", 0)]


def zig(words, version, gate, is_expected, **variables):
    """Runs a tool as zig does, and opens the gate when a tree is as expected. Returns the result and the trees."""
    size, length = FORMATS[version]
    reading, writing = os.pipe()
    fcntl.fcntl(writing, F_SETPIPE_SZ, size)
    for end in (reading, writing):
        os.set_blocking(end, False)
    process = started(words, stdout=PIPE, stderr=PIPE, pass_fds=[writing], ZIG_PROGRESS=str(writing), **variables)
    os.close(writing)
    received = b""

    def read():
        nonlocal received
        while True:
            try:
                piece = os.read(reading, 1 << 16)
            except BlockingIOError:
                return received
            if not piece:
                return received
            received += piece

    wait_until(lambda: any(is_expected(tree) for tree in trees(read(), length)), lambda: f"the tree in {trees(read(), length)}")
    gate.open()
    out, err = process.communicate(timeout=60)
    seen = trees(read(), length)
    os.close(reading)
    equal(seen[-1], [(0, 0, "", 255)], "the end")
    return process.returncode, out, err


@test_each(FORMATS)
def a_tool_under_zig_reports_its_tree_and_draws_nothing(home, version):
    gate = QuietGate(home)
    words = tool(home, [*STEPS, f"wait {gate.path}", "print printed\\n"])
    equal(zig(words, version, gate, lambda tree: tree == TREE), (0, b"printed\n", b""), "status and output")


@test
def the_parts_of_a_tool_under_hud_demo_under_zig_are_nodes_of_their_own(home):
    gate = QuietGate(home)
    words = hud("--grace 0 --progress auto --", *tool(home, [*STEPS, f"wait {gate.path}"]))
    equal(zig(words, "0.16", gate, lambda tree: tree == TREE), (0, b"", b""), "status and output")


@test
def the_parts_of_a_tool_in_a_group_have_rows(home):
    gate = QuietGate(home)
    screen = Screen(home)
    words = shlex.join(tool(home, [*STEPS, f"wait {gate.path}"]))
    (home / "jobs").write_text(f"tool: {words}\nother: sleep 600\n")
    screen.command("clear; hud-demo group --no-history --grace 0 --row-grace 0 -j2 --file jobs")
    for pattern in (r"^. tool .*1.4", r"^ +. copying", r"^ +. hashing"):
        wait_for(screen, pattern)
    check(not any("TOOL" in line for line in screen.lines() if line.startswith("  ")), f"a row for the HUD itself: {screen.lines()}")
    screen.leave("C-c")


@test_each(FORMATS)
def the_tree_of_a_job_under_hud_demo_under_zig_is_passed_on(home, version):
    length = FORMATS[version][1]
    gates = reporter(home, [message([(0, 0, "", 255), (2, 8, "steps", 0), (0, 0, "compile exe hello", 1), (3, 0, "n" * 120, 2)], 120)])
    words = hud("--grace 0 --label Outer --progress auto -- bash", home / "job")
    expected = [(2, 8, "Outer", 255), (2, 8, "steps", 0), (0, 0, "compile exe hello", 1), (3, 0, "n" * length, 2)]
    result = zig(["env", "-C", home, *words], version, gates[0], lambda tree: tree == expected)
    equal(result, (0, b"", b""), "status and output")


@test
def a_tree_of_more_nodes_than_zig_takes_is_passed_on_as_far_as_it_goes(home):
    gates = reporter(home, [message([(0, 0, "root", 255)] + [(0, 0, f"node {number}", 0) for number in range(126)], 120)])
    words = hud("--grace 0 --label Outer --progress auto -- bash", home / "job")
    result = zig(["env", "-C", home, *words], "0.15", gates[0], lambda tree: [node[2] for node in tree] == ["Outer", "root"] + [
        f"node {number}" for number in range(81)])
    equal(result, (0, b"", b""), "status and output")


@test
def a_style_of_the_environment_wins_over_zig(home):
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    result = ended(run(tool(home, ["total 4", "complete 1", "nap 300"]), pass_fds=[writing], ZIG_PROGRESS=str(writing), HUD_STYLE="plain"), 0)
    os.close(writing)
    equal(os.read(reading, 100), b"", "what zig reads")
    check(b"TOOL" in result.stderr, f"no plain lines: {result.stderr!r}")


@test
def the_pipe_of_the_nearest_parent_is_taken(home):
    """zig leaves the variables of a hud-demo around it as they are. A hud-demo's own pipe for zig comes with the one for lines, which says more."""
    steps = ["total 4", "complete 1"]
    for is_listed in (False, True):
        gate = QuietGate(home, f"gate-{is_listed}")
        lines, zigs = os.pipe(), os.pipe()
        os.set_blocking(zigs[1], False)
        pipes = ",".join(f"{os.fstat(pipe[1]).st_dev}:{os.fstat(pipe[1]).st_ino}" for pipe in ([lines, zigs] if is_listed else [lines]))
        process = started(tool(home, [*steps, f"wait {gate.path}"]), stderr=subprocess.DEVNULL, pass_fds=[lines[1], zigs[1]],
                          HUD_PROGRESS_FD=str(lines[1]), ZIG_PROGRESS=str(zigs[1]), HUD_PROGRESS_PIPES=pipes)
        taken, other = (lines, zigs) if is_listed else (zigs, lines)
        check(select.select([taken[0]], [], [], 60)[0], "nothing is reported")
        gate.open()
        equal(process.wait(timeout=60), 0, "status")
        os.set_blocking(other[0], False)
        for pipe in (lines, zigs):
            os.close(pipe[1])
        # A process that another test forks has the pipe for a moment.
        check(select.select([other[0]], [], [], 60)[0], "the pipe of the other parent does not end")
        equal(os.read(other[0], 100), b"", "what the other parent reads")
        for pipe in (lines, zigs):
            os.close(pipe[0])

"""A job's own session: its terminal, its job control and its keyboard; nothing of them is left when it ends."""

import os
import signal
import subprocess
import sys
import termios
from pathlib import Path

from harness import (Gate, QuietGate, Screen, Terminal, always, check, ended, equal, hud, in_shell, is_running, line_in, number_in, on_terminal,
                     parent_of, received_by, run, script, shown, signals, state_of, test, test_each, wait_for_end, wait_for_file, wait_until)

LABEL = "WORKING"
HUD = f"hud-demo --grace 0 --leave nothing --label {LABEL}"
QUIET = "hud-demo --grace 60"


def wait_for_stop(process):
    wait_until(lambda: state_of(process) == "T", lambda: f"{process} stopped, its state is {state_of(process)!r}")


def stop_and_continue(screen, job):
    screen.leave("C-z")
    wait_for_stop(job)
    screen.command("fg")
    wait_until(lambda: state_of(job) != "T", "the job going on")


# ---- The terminal ----


@test
def a_job_is_in_the_foreground_of_its_own_terminal(home):
    code = "import os; print([os.tcgetpgrp(fd) == os.getpgrp() == os.getpid() for fd in (0, 1, 2)], os.getsid(0) == os.getppid())"
    received, status = on_terminal(hud("--grace 60 -- python3 -c", code))
    equal((received, status), (b"[True, True, True] True\r\n", 0), "whether the job's group has the foreground, and its parent the session")
    received = received_by(hud("--grace 60 -- sh -c", "ps -o stat= -p $$"))
    check(b"+" in received, f"ps does not say foreground: {received!r}")


@test
def a_job_has_a_terminal_that_is_not_ours(home):
    received = received_by(in_shell('tty; "$@"', *hud("--grace 60 -- sh -c",
                               "tty; tty <&1; tty <&2; ps -o tty= -p $$ | sed 's|^|/dev/|'")))
    ours, *names = received.decode().split()
    equal(len(names), 4, f"names in {received!r}")
    check(len(set(names)) == 1 and names[0] != ours, f"ours is {ours}, the job's {names}")


@test_each([("in lines", "stty erase ^H intr ^G -ixon tostop 9600; "), ("raw", "stty raw -echo -iexten; ")])
def a_jobs_terminal_is_set_up_as_ours(home, prepare):
    show = "stty -a | sed 's/-*pendin//'; stty size; stty speed"
    alone = on_terminal(["sh", "-c", prepare + show])
    equal(on_terminal(in_shell(prepare + '"$@"', *hud("--grace 60 -- sh -c", show))), alone, "settings")


@test
def settings_that_a_job_makes_are_kept(home):
    job = "stty -echo erase ^G"
    show = "; stty -a"
    alone = on_terminal(["sh", "-c", job + show])
    equal(on_terminal(in_shell('"$@"' + show, *hud("--grace 60 -- sh -c", job))), alone, "settings afterwards")
    # Settings that it has not changed stay unchanged.
    before = on_terminal(["sh", "-c", "stty -a"])
    equal(on_terminal(in_shell('"$@"' + show, *hud("--grace 60 -- true"))), before, "settings afterwards")


@test
def only_what_is_the_terminal_is_replaced(home):
    for place, redirection in ((0, "</dev/null"), (1, ">out"), (2, "2>out")):
        job = "for fd in 0 1 2; do test -t $fd && printf t >>answer || printf f >>answer; done; echo >>answer"
        script(home, "job", job)
        on_terminal(in_shell(f'rm -f answer; exec "$@" {redirection}', *hud("--grace 60 -- ./job")), cwd=home)
        equal((home / "answer").read_text(), "".join("f" if fd == place else "t" for fd in range(3)) + "\n", f"terminals with {redirection}")


@test
def a_job_without_a_controlling_terminal_of_ours_stays_in_our_group(home):
    # The launcher makes a terminal the controlling one; here there is a terminal that is not.
    code = "import os, sys; os.setsid(); os.execvp(sys.argv[1], sys.argv[1:])"
    received, status = on_terminal(
        ["sh", "-c", 'python3 -c "$0" "$@"; exit $?', code, *hud("--grace 60 -- sh -c", "ps -o sid= -p $$; ps -o sid= -p $PPID; tty")])
    words = received.decode().split()
    equal((status, words[0]), (0, words[1]), f"the job's session and hud-demo's: {received!r}")


# ---- Input ----


@test
def much_typed_input_is_passed_on_whole(home):
    lines = [f"{number} " + "x" * 50 for number in range(4000)]
    terminal = Terminal(hud("--grace 60 -- sh -c", "stty -echo; echo ready; sleep 0.3; tee all | tail -n 1 | cut -c 1-4"), cwd=home)
    terminal.wait_for(b"ready")
    rest = ("\n".join(lines) + "\n").encode() + b"\x04"
    while rest:
        rest = rest[os.write(terminal.master, rest[:4000]):]
    terminal.ends(0)
    equal((home / "all").read_text().split("\n")[:-1] == lines, True, "what the job has read the same")


def takes_typed():
    """Whether the kernel lets a program put bytes into the input queue (TIOCSTI)."""
    try:
        return Path("/proc/sys/dev/tty/legacy_tiocsti").read_text().strip() == "1"
    except FileNotFoundError:
        return hasattr(termios, "TIOCSTI")


@test
def input_that_the_job_did_not_read_goes_to_the_shell(home):
    if not takes_typed() and os.geteuid() != 0:
        return
    gate = Gate(home)
    script(home, "job", f"echo ready; read line; {gate.wait}")
    screen = Screen(home).command(f"{QUIET} -- ./job")
    screen.wait_for_line("ready")
    screen.enter("for the job")
    screen.wait_for("for the job")
    screen.command("echo one")
    screen.type("echo tw")
    screen.wait_for("echo tw")
    gate.open()
    wait_until(lambda: "one" in screen.lines() and screen.lines()[-1].endswith("$ echo tw"),
               "both lines at the shell")
    screen.command("o")
    screen.wait_for_line("two")


# ---- Job control ----


@test_each(["sh", ("bash", "bash --norc --noprofile"), ("dash in a script", "sh -c 'sh -i'")])
def an_interactive_shell_has_job_control(home, shell):
    screen = Screen(home).command(f"{QUIET} -- env PS1='in> ' {shell} -i" if "-i" not in shell else f"{QUIET} -- env PS1='in> ' {shell}")
    wait_until(lambda: screen.lines()[-1:] == ["in>"], "the inner prompt")
    check(not screen.shows("job control"), "no job control")
    screen.enter("sh -c 'echo $$ > inner; exec sleep 1000'")
    inner = number_in(home / "inner")
    screen.press("C-z")
    wait_for_stop(inner)
    wait_until(lambda: screen.lines()[-1] == "in>", "the inner prompt again")
    screen.enter("bg")
    wait_until(lambda: state_of(inner) != "T", "the child going on")
    screen.enter("fg")
    wait_until(lambda: "exec sleep" in screen.lines()[-1], "the child in the foreground")
    screen.press("C-c")
    wait_for_end(inner)
    # What is typed before the prompt stands in front of it, and the shell's line end with it.
    wait_until(lambda: screen.lines()[-1] == "in>", "the inner prompt after the child")
    screen.enter("exit 9")
    screen.wait_for_prompt()
    screen.check_status(9)


@test
def control_c_ends_the_script_that_hud_demo_is_in(home):
    gate = QuietGate(home)
    script(home, "job", f"echo $$ > process; {gate.wait}")
    script(home, "outer", f"{HUD} -- ./job\necho the script goes on")
    screen = Screen(home).command("./outer")
    number_in(home / "process")
    screen.wait_for(LABEL + " 0:0")
    screen.leave("C-c")
    check("the script goes on" not in screen.lines(), "^C was for all of it")


@test
def control_z_stops_the_script_that_hud_demo_is_in(home):
    gate = QuietGate(home)
    script(home, "job", f"echo $$ > process; {gate.wait}; echo job done")
    script(home, "outer", f"{QUIET} -- ./job\necho the script goes on")
    screen = Screen(home).command("./outer")
    job = number_in(home / "process")
    for _ in range(2):
        stop_and_continue(screen, job)
    gate.open()
    screen.wait_for_prompt()
    check(screen.lines()[-3:-1] == ["job done", "the script goes on"], "the end")


@test
def a_job_that_catches_control_z_stops_when_it_likes(home):
    # Python calls the handler before or after a read, and one that has just begun does not take note of a signal.
    code = ("import os, select, signal\n"
            "def stop(*_):\n"
            "    print('tidying up', flush=True)\n"
            "    signal.signal(signal.SIGTSTP, signal.SIG_DFL)\n"
            "    os.kill(0, signal.SIGTSTP)\n"
            "    print('back again', flush=True)\n"
            "signal.signal(signal.SIGTSTP, stop)\n"
            "print(os.getpid(), file=open('process', 'w'))\n"
            "while not select.select([0], [], [], 0.1)[0]: pass\n"
            "input()\n")
    (home / "job.py").write_text(code)
    screen = Screen(home).command(f"{QUIET} -- python3 job.py")
    job = number_in(home / "process")
    screen.leave("C-z")
    wait_for_stop(job)
    check(screen.shows("tidying up"))
    screen.command("fg")
    screen.wait_for("back again")
    screen.leave("Enter")


@test
def a_job_started_in_the_background_has_the_keyboard_once_it_is_in_the_foreground(home):
    script(home, "job", "echo $$ > process; read word; echo \"got $word\"; stty -a | grep -c ' icanon '")
    screen = Screen(home).command(f"{QUIET} -- ./job &")
    number_in(home / "process")
    screen.carry_out("echo at the shell")
    screen.command("fg")
    screen.enter("answer")
    screen.wait_for_prompt()
    check("got answer" in screen.lines() and "1" in screen.lines())
    screen.carry_out("echo still here")
    check("still here" in screen.lines(), "the shell's terminal is well")


@test
def a_job_put_into_the_background_leaves_the_keyboard_to_the_shell(home):
    gate = QuietGate(home)
    script(home, "job", f"echo $$ > process; {gate.wait}; echo job done")
    screen = Screen(home).command(f"{QUIET} -- ./job")
    job = number_in(home / "process")
    screen.leave("C-z")
    screen.command("bg")
    wait_until(lambda: state_of(job) != "T", "the job going on")
    screen.wait_for_prompt()
    screen.carry_out("echo typed at the shell")
    check("typed at the shell" in screen.lines())
    gate.open()
    wait_for_end(job)
    screen.wait_for("job done")


@test
def a_signal_to_the_jobs_parent_reaches_hud_demo(home):
    job = "trap 'exit 9' TERM; kill -TERM $PPID; while :; do sleep 0.05; done"
    received_by(hud("--grace 60 -- sh -c", job), status=9)
    ended(run(hud("-- sh -c", job)), 9, what="without a terminal")


# ---- Programs that have the terminal to themselves ----


@test
def a_pager_behind_a_pipe_has_its_keys(home):
    screen = Screen(home).command(f"{QUIET} -- seq 1 500 | less")
    screen.wait_for("23")
    for first in (24, 47, 70):
        screen.press("Space")
        wait_until(lambda: screen.lines()[0] == str(first), f"the page from {first}")
    screen.leave("q")


@test
def a_job_in_a_pipeline_gets_the_keyboard_when_it_asks(home):
    script(home, "job", "printf 'name? ' >/dev/tty; read name </dev/tty; echo \"hello $name\" >/dev/tty")
    screen = Screen(home).command(f"{QUIET} -- ./job | cat")
    screen.wait_for("name?")
    screen.enter("Ada")
    screen.wait_for_prompt()
    equal(screen.lines()[-3:], ["name? Ada", "hello Ada", "[2]$"], "the screen")
    screen.command(f"{QUIET} -- sh -c 'stty -echo </dev/tty; echo secret, please >/dev/tty; read name </dev/tty; stty echo </dev/tty; echo \"<$name>\"' | cat")
    screen.wait_for_line("secret, please")
    screen.enter("secret")
    screen.wait_for_prompt()
    check("<secret>" in screen.lines())


@test
def hud_demo_runs_inside_hud_demo(home):
    script(home, "job", "echo ready; read word; echo \"got $word\"; tty | grep -c pts; exit 4")
    screen = Screen(home).command(f"{QUIET} -- {QUIET} -- ./job")
    screen.wait_for_line("ready")
    screen.enter("nested")
    screen.wait_for_prompt()
    equal(screen.lines()[1:5], ["ready", "nested", "got nested", "1"], "the screen")
    screen.check_status(4)
    gate = QuietGate(home)
    script(home, "waits", f"echo $$ > process; {gate.wait}; exit 5")
    screen.command(f"{QUIET} -- {QUIET} -- ./waits")
    job = number_in(home / "process")
    stop_and_continue(screen, job)
    gate.open()
    screen.wait_for_prompt()
    screen.check_status(5)


@test
def script_runs_in_hud_demo_and_hud_demo_in_script(home):
    received, status = on_terminal(hud("--grace 60 -- script -qec", "tty >name; echo inside; exit 6", "log"), cwd=home)
    equal((received, status), (b"inside\r\n", 6), "script as the job")
    inner = " ".join(hud("--grace 60 -- sh -c", "'echo inside; exit 7'"))
    received, status = on_terminal(["script", "-qec", inner, "log"], cwd=home)
    equal((received, status), (b"inside\r\n", 7), "a script of it")


# ---- The end ----


@test
def a_background_child_does_not_delay_the_end_and_survives(home):
    child = "trap '' TERM; echo $$ > child; exec sleep 600"
    terminal = Terminal(hud("--grace 60 -- sh -c", f"sh -c '{child}' & until [ -s child ]; do sleep 0.02; done; echo done; exit 3"), cwd=home)
    left = number_in(home / "child")
    try:
        terminal.wait_for(b"done\r\n")
        status = terminal.finish(is_held=True)
        equal((terminal.received, status), (b"done\r\n", 3), "the job's own end")
        always(lambda: is_running(left), "the child is gone", 0.4)
    finally:
        os.kill(left, signal.SIGKILL)


@test
def a_job_that_ignores_a_signal_continues(home):
    script(home, "job", "trap '' TERM; ps -o ppid= -p $PPID > parent; until [ -e gate ]; do sleep 0.05; done; echo to the end; exit 2")
    terminal = Terminal(hud("--grace 0 -- ./job"), cwd=home)
    wrapper = number_in(home / "parent")
    os.kill(wrapper, signal.SIGTERM)
    always(lambda: is_running(wrapper), "hud-demo has ended before its job", 0.3)
    Gate(home).open()
    terminal.ends(2)
    check(b"to the end" in terminal.received, shown(terminal.received))


@test_each([("the job", "exec sleep 600"), ("a job with children", "sleep 600; exit 0"),
            ("a job in the background of its terminal", "trap 'echo hup >hup; exit' HUP; sleep 600 & wait")])
def a_hud_demo_that_is_killed_leaves_no_job(home, job):
    script(home, "job", f"ps -o ppid= -p $PPID > parent; echo $$ > process; {job}")
    terminal = Terminal(hud("--grace 0 -- ./job"), cwd=home)
    job, wrapper = number_in(home / "process"), number_in(home / "parent")
    leader = parent_of(job)
    os.kill(wrapper, signal.SIGKILL)
    wait_for_end(job)
    wait_for_end(leader)
    terminal.finish()


@test
def a_leader_that_is_killed_ends_the_job_and_hud_demo(home):
    script(home, "job", "echo $$ > process; exec sleep 600")
    terminal = Terminal(hud("--grace 0 -- ./job"), cwd=home)
    job = number_in(home / "process")
    os.kill(parent_of(job), signal.SIGKILL)
    wait_for_end(job)
    terminal.ends(-signal.SIGKILL)


# A program of its own, because it takes a number for a descriptor that could be another test's by then.
HANG_UP = """
import os
from harness import Terminal, check, equal
terminal = Terminal(["sh", "-c", "trap '' HUP; while :; do echo x; sleep 0.02; done"])
terminal.wait_for(b"x")
number = terminal.master
terminal.hang_up()
reading, writing = os.pipe()
others = os.dup2(reading, number) if reading != number else number
os.write(writing, b"the bytes of another test")
check(not terminal.reader.is_alive(), "the reader goes on")
equal(os.read(others, 100), b"the bytes of another test", "what is read")
terminal.end()
"""


@test
def a_terminal_of_these_tests_that_has_hung_up_reads_nothing_of_what_has_its_number_then(home):
    result = subprocess.run([sys.executable, "-c", HANG_UP], env={**os.environ, "PYTHONPATH": os.path.dirname(os.path.abspath(__file__))},
                            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60)
    ended(result, 0, stderr=b"")


@test
def a_hangup_is_passed_on(home):
    script(home, "job", "trap 'echo told >told; exit 0' HUP; ps -o ppid= -p $PPID > parent; echo $$ > process; while :; do sleep 0.05; done")
    terminal = Terminal(hud("--grace 0 -- ./job"), cwd=home)
    job, wrapper = number_in(home / "process"), number_in(home / "parent")
    terminal.hang_up()
    equal(line_in(home / "told"), "told", "what the job was told")
    wait_for_end(job, wrapper)
    terminal.process.wait()


@test
def output_is_complete_to_the_last_byte(home):
    for count in (1, 4095, 4096, 4097, 30000, 65536, 200000):
        received, status = on_terminal(hud("--grace 60 -- python3 -c", f"import os; os.write(1, b'x' * {count})"))
        equal((len(received), status), (count, 0), f"bytes of {count}, and the status")


@test
def what_was_typed_before_is_not_echoed_again(home):
    gate = Gate(home)
    script(home, "outer", f": >started; {gate.wait}; exec {QUIET} -- sh -c 'read one; read two; echo \"<$one|$two>\"'")
    screen = Screen(home).command("./outer")
    # Until then, the shell may have echo off.
    wait_for_file(home / "started")
    screen.enter("before")
    screen.type("half")
    screen.wait_for("half")
    gate.open()
    screen.wait_for("half")
    wait_until(lambda: subprocess.run(["pgrep", "-f", "read one; read two"], capture_output=True).returncode == 0, "the job")
    screen.enter(" whole")
    screen.wait_for_prompt()
    equal(screen.lines()[1:], ["before", "half whole", "<before|half whole>", "[2]$"], "the screen")


@test
def in_a_pipeline_no_byte_is_changed(home):
    job = ["sh", "-c", "echo out; printf 'err\\n\\ttabs\\r\\n' >&2"]
    alone = on_terminal(in_shell('"$@" | cat >/dev/null', *job))
    equal(on_terminal(in_shell('"$@" | cat >/dev/null', *hud("--grace 60 --", *job))), alone, "standard error")


@test_each(signals("KILL", "SEGV", "TERM", "HUP"))
def a_terminal_is_as_it_was_whatever_kills_hud_demo(home, number):
    script(home, "job", "ps -o ppid= -p $PPID > parent; echo $$ > process; exec sleep 600")
    before = received_by(["sh", "-c", "stty -a"])
    # A script, because an interactive shell would restore the terminal itself.
    outer = 'ulimit -c 0; "$@" 2>/dev/null >/dev/tty; while kill -0 $(cat leader) 2>/dev/null; do sleep 0.02; done; echo; echo ---; stty -a'
    terminal = Terminal(in_shell(outer, *hud("--grace 60 -- ./job")), cwd=home,
                        SWIFT_BACKTRACE="enable=no")
    wrapper, job = number_in(home / "parent"), number_in(home / "process")
    (home / "leader").write_text(f"{parent_of(job)}\n")
    os.kill(wrapper, number)
    terminal.finish()
    equal(terminal.received.split(b"---\r\n")[-1], before, "settings afterwards")
    check(not is_running(job), "the job lives on")


@test_each(signals("KILL", "TERM", "HUP", "INT"))
def a_terminal_is_as_it_was_whatever_kills_hud_demo_at_the_outcome(home, number):
    script(home, "job", "ps -o ppid= -p $PPID > parent; ps -o ppid= -p $$ > leader")
    before = received_by(["sh", "-c", "stty -a"])
    outer = 'trap : INT HUP; "$@" 2>/dev/null >/dev/tty; while kill -0 $(cat leader) 2>/dev/null; do sleep 0.02; done; echo; echo ---; stty -a'
    terminal = Terminal(in_shell(outer, *hud("--grace 0 --hide-after 20 -- ./job")), cwd=home,
                        SWIFT_BACKTRACE="enable=no")
    terminal.wait_for("\u2713".encode())
    os.kill(number_in(home / "parent"), number)
    terminal.finish()
    equal(terminal.received.split(b"---\r\n")[-1], before, "settings afterwards")


@test
def a_killed_jobs_settings_do_not_stay(home):
    before = received_by(["sh", "-c", "stty -a"])
    received = received_by(in_shell('"$@"; stty -a', *hud("--grace 60 -- sh -c", "stty raw -echo; kill -TERM $$")),
                           SWIFT_BACKTRACE="enable=no")
    check(received.endswith(before), f"settings afterwards: {received!r}")

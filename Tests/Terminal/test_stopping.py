"""Jobs that are stopped and continued by something other than the shell, and jobs that do not stop at once."""

import os
import random
import shlex
import signal
import subprocess
import time

from harness import (Gate, QuietGate, Screen, Terminal, always, check, equal, hud, in_shell, is_running, number_in, probe, script, settles, shown,
                     started, state_of, takes, test, test_each, wait_until)

WAYS = [("in a session", "--grace 60"), ("in a session with its HUD", "--grace 0"), ("in our group", "--style off")]


def wait_for_state(process, letters):
    wait_until(lambda: state_of(process) in letters, lambda: f"state {letters} of {process}, which is {state_of(process)!r}")


def under_job_control(home, line):
    """A line of a shell that has job control, on a terminal of its own."""
    return Terminal(["bash", "--norc", "--noprofile", "-mc", line], cwd=home)


def stop(job, seconds):
    """Stops a job, and checks that it stays stopped for so long."""
    os.kill(job, signal.SIGSTOP)
    wait_for_state(job, "T")
    always(lambda: state_of(job) == "T", "the job was continued", seconds)


def script_under_job_control(home, options):
    """A script with a job, started by a shell with job control: it can be stopped, but the script is not notified."""
    gate = QuietGate(home)
    script(home, "job", f"ps -o ppid= -p $PPID >parent; echo $$ >process; {gate.wait}; echo went on; exit 3")
    words = " ".join(hud(options + " -- ./job"))
    script(home, "outer", f"{words}; echo status $?")
    # The second command keeps the shell from replacing itself with the first.
    terminal = under_job_control(home, "./outer; true")
    return terminal, number_in(home / "process"), gate


@test_each(WAYS)
def a_job_stopped_and_continued_by_another_process_continues_with_hud_demo(home, options):
    terminal, job, gate = script_under_job_control(home, options)
    for _ in range(3):
        stop(job, 0.3)
        os.kill(job, signal.SIGCONT)
        wait_for_state(job, "SR")
    gate.open()
    terminal.wait_for(b"status 3")
    check(b"went on" in terminal.received, shown(terminal.received))
    terminal.end()


@test_each([("its job ends", lambda gate, terminal: gate.open(), 3), ("hud-demo gets SIGTERM", lambda gate, terminal: None, -signal.SIGTERM)])
def a_leader_that_was_stopped_together_with_hud_demo_goes_on_with_it(home, end, status):
    gate = QuietGate(home)
    script(home, "job", f"echo $PPID >leader; {gate.wait}; exit 3")
    terminal = Terminal(hud("--grace 0 -- ./job"), cwd=home)
    leader = number_in(home / "leader")
    for process in (terminal.process.pid, leader):
        os.kill(process, signal.SIGSTOP)
        wait_for_state(process, "T")
    # As a shell's `fg` does.
    os.kill(terminal.process.pid, signal.SIGCONT)
    wait_for_state(leader, "SR")
    end(gate, terminal)
    if status < 0:
        terminal.process.send_signal(-status)
    terminal.ends(status)


@test
def time_in_which_the_job_was_stopped_is_no_grace_time(home):
    terminal, job, gate = script_under_job_control(home, "--grace 3")
    os.kill(job, signal.SIGSTOP)
    wait_for_state(job, "T")
    parent = number_in(home / "parent")
    wait_for_state(parent, "T")
    time.sleep(3.3)
    os.kill(job, signal.SIGCONT)
    wait_for_state(parent, "SR")
    time.sleep(0.3)
    gate.open()
    terminal.wait_for(b"status 3")
    equal(terminal.received, b"went on\r\nstatus 3\r\n", "output")
    terminal.end()


@test_each(WAYS)
def a_job_stopped_again_as_soon_as_it_is_continued_continues_with_hud_demo(home, options):
    terminal, job, gate = script_under_job_control(home, options)
    parent = number_in(home / "parent")
    for _ in range(6):
        # The second and the third time it is stopped while the processes around it are still being continued.
        for _ in range(3):
            stop(job, 0.15)
            os.kill(job, signal.SIGCONT)
            wait_for_state(job, "SR")
        wait_for_state(parent, "SR")
    gate.open()
    terminal.wait_for(b"status 3")
    terminal.end()


@test_each(WAYS)
def a_job_stopped_and_continued_at_once_is_not_lost(home, options):
    terminal, job, gate = script_under_job_control(home, options)
    for _ in range(50):
        os.kill(job, signal.SIGSTOP)
        os.kill(job, signal.SIGCONT)
    wait_for_state(job, "SR")
    gate.open()
    terminal.wait_for(b"status 3")
    terminal.end()


@test_each(WAYS)
def a_job_killed_while_it_is_stopped_ends_hud_demo(home, options):
    terminal, job, _ = script_under_job_control(home, options)
    os.kill(job, signal.SIGSTOP)
    wait_for_state(job, "T")
    always(lambda: is_running(job), "the job is gone", 0.2)
    os.kill(job, signal.SIGKILL)
    terminal.wait_for(b"status 137")
    terminal.end()


@test
def a_job_stopped_without_job_control_stays_stopped(home):
    gate = QuietGate(home)
    script(home, "job", f"echo $$ >process; {gate.wait}; exit 4")
    terminal = Terminal(hud("--grace 60 -- ./job"), cwd=home)
    job = number_in(home / "process")
    stop(job, 0.4)
    os.kill(job, signal.SIGCONT)
    gate.open()
    check(terminal.finish() == 4, "status")


@test_each(["--grace 0", "--grace 0 --style plain", "--grace 60"])
def a_time_limit_ends_a_job_that_has_stopped_itself_where_no_shell_would_continue_it(home, options):
    with takes(1, 10):
        Terminal(hud(f"{options} --timeout 1 -- sh -c", "kill -STOP $$"), cwd=home).ends(124)


SLOW = """
import os, signal, time
def stop(*_):
    while not os.path.exists('gate'): time.sleep(0.02)
    print('tidied up', flush=True)
    signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGTSTP)
    print('back again', flush=True)
    raise SystemExit(5)
signal.signal(signal.SIGTSTP, stop)
print('ready', flush=True)
while True: time.sleep(1)
"""


@test_each(WAYS)
def the_shell_has_the_terminal_once_the_job_has_stopped_and_not_before(home, options):
    (home / "job.py").write_text(SLOW)
    words = " ".join(hud(options + " -- python3 job.py"))
    terminal = under_job_control(home, f"{words}; echo at the shell; fg; echo status $?")
    terminal.wait_for(b"ready")
    terminal.type("\x1a")
    always(lambda: b"at the shell" not in terminal.received, "the shell goes on before the job has stopped", 0.4)
    Gate(home).open()
    terminal.wait_for(b"status 5")
    received = terminal.received
    places = [received.index(word) for word in (b"tidied up", b"at the shell", b"back again", b"status 5")]
    check(places == sorted(places), f"the order: {shown(received)}")
    terminal.end()


@test_each(WAYS)
def a_job_that_ignores_control_z_keeps_the_terminal(home, options):
    gate = Gate(home)
    script(home, "job", f"trap '' TSTP; echo ready; {gate.wait}; exit 6")
    words = " ".join(hud(options + " -- ./job"))
    terminal = under_job_control(home, f"{words}; echo status $?")
    terminal.wait_for(b"ready")
    terminal.type("\x1a")
    always(lambda: b"status" not in terminal.received, "the shell has the terminal while the job runs", 0.4)
    gate.open()
    terminal.wait_for(b"status 6")
    terminal.end()


@test
def after_a_stop_that_the_job_ignores_it_is_stopped_alone(home):
    gate = QuietGate(home)
    script(home, "job", f"trap '' TSTP; echo $$ >process; {gate.wait}; exit 7")
    # In a session without job control.
    process = started(["setsid", *hud("--style plain --no-history -- ./job")], cwd=home, stderr=subprocess.DEVNULL)
    job = number_in(home / "process")
    for number in (signal.SIGTSTP, signal.SIGCONT):
        os.kill(process.pid, number)
        time.sleep(0.1)
    os.kill(job, signal.SIGSTOP)
    wait_for_state(job, "T")
    always(lambda: state_of(process.pid) != "T", "hud-demo was stopped", 0.3)
    os.kill(job, signal.SIGCONT)
    gate.open()
    equal(process.wait(20), 7, "status")


# ---- Programs without a single job ----


@test_each([("held", "\x13"), ("not held", "")])
def a_program_that_is_continued_while_it_restores_its_terminal_goes_on(home, key):
    script(home, "inner", "echo $$ >process.new; mv process.new process; exec " + shlex.join(probe("hud-probe label=PROBE seconds=60")))
    script(home, "outer", "./inner; echo status $?")
    terminal = under_job_control(home, "./outer; true")
    process = number_in(home / "process")
    terminal.wait_for(b"PROBE")
    if key:
        terminal.type(key)
    time.sleep(0.2)
    os.kill(process, signal.SIGTSTP)
    # A terminal that is held takes no farewell, which is waited for.
    time.sleep(0.02)
    os.kill(process, signal.SIGCONT)
    settles(lambda: state_of(process) != "T", f"the program goes on; it is {state_of(process)}", 0.3)
    os.kill(process, signal.SIGKILL)
    terminal.end()


@test_each([("continued", True), ("not continued", False)])
def a_continuation_that_comes_before_the_stop_ends_it(home, is_continued):
    # A process that is not in an orphaned process group, whose parent does not notice that it stops.
    script(home, "inner", "echo $$ >process.new; mv process.new process; exec " + shlex.join(probe("job-probe stop")))
    script(home, "outer", "./inner; echo status $?")
    terminal = under_job_control(home, "./outer; true")
    process = number_in(home / "process")
    terminal.wait_for(b"ready")
    os.kill(process, signal.SIGTSTP)
    terminal.wait_for(b"stop\r")
    if is_continued:
        os.kill(process, signal.SIGCONT)
        terminal.wait_for(b"continue\r")
    terminal.type("now\r")
    if not is_continued:
        wait_for_state(process, ("T",))
        os.kill(process, signal.SIGCONT)
    terminal.wait_for(b"goes on")
    terminal.ends(0)


@test
def a_group_that_is_stopped_and_continued_at_once_goes_on(home):
    gate = Gate(home)
    script(home, "job", f"ps -o ppid= -p $PPID >parent.new; mv parent.new parent; {gate.wait}; echo went on")
    words = " ".join(hud("group --style off --no-history --output group -j2 -- ./job ::: a b"))
    script(home, "outer", f"{words}; echo status $?")
    # In a process group that is not orphaned, which SIGTSTP stops.
    terminal = under_job_control(home, "./outer; true")
    process = number_in(home / "parent")
    pauses = random.Random(3)
    for _ in range(40):
        os.kill(process, signal.SIGTSTP)
        time.sleep(pauses.random() * 0.012)
        os.kill(process, signal.SIGCONT)
        settles(lambda: state_of(process) != "T", f"the group goes on; it is {state_of(process)}", 0.04)
    gate.open()
    terminal.wait_for(b"status 0")
    equal((terminal.finish(), terminal.received.count(b"went on")), (0, 2), shown(terminal.received))


@test
def a_line_that_was_begun_in_the_background_leaves_no_column_in_the_foreground(home):
    gates = [Gate(home, name) for name in ("first", "second")]
    script(home, "job", f"{gates[0].wait}; printf 'abc '; {gates[1].wait}; printf 'X\\n'")
    screen = Screen(home).carry_out("hud-demo --grace 0 --leave nothing --label WORKING -- ./job &")
    gates[0].open()
    screen.wait_for("abc")
    screen.command("fg")
    always(lambda: not screen.shows("WORKING 0:"), "no HUD in a line that is not known", 0.7)
    gates[1].open()
    screen.wait_for_line("X")
    screen.wait_for_prompt()


@test
def a_stop_key_in_an_orphaned_process_group_stops_nothing_and_leaves_no_row(home):
    gate = Gate(home)
    script(home, "job", f"echo first; {gate.wait}; echo last")
    # The parent of the shell is in another session.
    screen = Screen(home, rows=10, command=shlex.join(in_shell('"$@"; cat', *hud("--grace 0 --label WORK -- ./job"))))
    screen.wait_for("WORK 0:0")
    screen.press("C-z")
    screen.wait_for("^Z")
    settles(lambda: screen.shows("WORK 0:0"), "the HUD", 0.3)
    gate.open()
    screen.wait_for("✓ WORK")
    equal([line for line in screen.history() if line][:2], ["first", "^Zlast"], "the output")
    equal(sum("WORK" in line for line in screen.history()), 1, "lines of the HUD")


@test
def a_group_of_a_script_is_off_the_terminal_before_the_shell_has_it(home):
    gate = Gate(home)
    script(home, "job", gate.wait)
    script(home, "outer", "hud-demo group --grace 0 --row-grace 0 --no-history --label WORK -j2 -- ./job ::: a b; echo after")
    screen = Screen(home).command("clear; ./outer")
    screen.wait_for("WORK ")
    screen.leave("C-z")
    always(lambda: not any("▕" in line or line.startswith(("⠋ ", "• ")) for line in screen.lines()), "rows below the prompt", 0.3)
    gate.open()
    screen.command("fg")
    screen.wait_for("after")

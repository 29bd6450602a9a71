"""Jobs that are stopped and continued by something other than the shell, and jobs that do not stop at once."""

import os
import signal

from harness import (Gate, QuietGate, Terminal, always, check, hud, is_running, number_in, script, shown, state_of, test, test_each, wait_until)

WAYS = [("in a session", ["--grace", "60"]), ("in a session with its HUD", ["--grace", "0"]), ("in our group", ["--style", "off"])]


def wait_for_state(process, letters):
    wait_until(lambda: state_of(process) in letters, lambda: f"state {letters} of {process}, which is {state_of(process)!r}")


def script_under_job_control(home, options, **job):
    """A script with a job, started by a shell with job control: it can be stopped, but the script is not notified."""
    gate = QuietGate(home)
    script(home, "job", f"ps -o ppid= -p $PPID >parent; echo $$ >process; {gate.wait}; echo went on; exit 3")
    words = " ".join(hud(*options, "--", "./job"))
    script(home, "outer", f"{words}; echo status $?")
    # The second command keeps the shell from replacing itself with the first.
    terminal = Terminal(["bash", "--norc", "--noprofile", "-mc", "./outer; true"], cwd=home)
    return terminal, number_in(os.path.join(home, "process")), gate


@test_each(WAYS)
def a_job_stopped_and_continued_by_another_process_continues_with_hud_demo(home, options):
    terminal, job, gate = script_under_job_control(home, options)
    for _ in range(3):
        os.kill(job, signal.SIGSTOP)
        wait_for_state(job, "T")
        always(lambda: state_of(job) == "T", "the job was continued", 0.3)
        os.kill(job, signal.SIGCONT)
        wait_for_state(job, "SR")
    gate.open()
    terminal.wait_for(b"status 3")
    check(b"went on" in terminal.received, shown(bytes(terminal.received)))
    terminal.end()


@test_each(WAYS)
def a_job_stopped_again_as_soon_as_it_is_continued_continues_with_hud_demo(home, options):
    terminal, job, gate = script_under_job_control(home, options)
    parent = number_in(os.path.join(home, "parent"))
    for _ in range(6):
        # The second and the third time it is stopped while the processes around it are still being continued.
        for _ in range(3):
            os.kill(job, signal.SIGSTOP)
            wait_for_state(job, "T")
            always(lambda: state_of(job) == "T", "the job was continued", 0.15)
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
    terminal = Terminal(hud("--grace", "60", "--", "./job"), cwd=home)
    job = number_in(os.path.join(home, "process"))
    os.kill(job, signal.SIGSTOP)
    wait_for_state(job, "T")
    always(lambda: state_of(job) == "T", "the job was continued", 0.4)
    os.kill(job, signal.SIGCONT)
    gate.open()
    check(terminal.finish() == 4, "status")


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
    with open(os.path.join(home, "job.py"), "w") as file:
        file.write(SLOW)
    words = " ".join(hud(*options, "--", "python3", "job.py"))
    terminal = Terminal(["bash", "--norc", "--noprofile", "-mc", f"{words}; echo at the shell; fg; echo status $?"], cwd=home)
    terminal.wait_for(b"ready")
    terminal.type("\x1a")
    always(lambda: b"at the shell" not in terminal.received, "the shell goes on before the job has stopped", 0.4)
    Gate(home).open()
    terminal.wait_for(b"status 5")
    received = bytes(terminal.received)
    places = [received.index(word) for word in (b"tidied up", b"at the shell", b"back again", b"status 5")]
    check(places == sorted(places), f"the order: {shown(received)}")
    terminal.end()


@test_each(WAYS)
def a_job_that_ignores_control_z_keeps_the_terminal(home, options):
    gate = Gate(home)
    script(home, "job", f"trap '' TSTP; echo ready; {gate.wait}; exit 6")
    words = " ".join(hud(*options, "--", "./job"))
    terminal = Terminal(["bash", "--norc", "--noprofile", "-mc", f"{words}; echo status $?"], cwd=home)
    terminal.wait_for(b"ready")
    terminal.type("\x1a")
    always(lambda: b"status" not in terminal.received, "the shell has the terminal while the job runs", 0.4)
    gate.open()
    terminal.wait_for(b"status 6")
    terminal.end()

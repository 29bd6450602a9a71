"""Changing and restoring the terminal's settings: several hud-demos at a time, kills, and input that was typed before."""

import os
import re
import signal
import subprocess

from harness import (DEADLINE, Gate, Terminal, always, check, equal, hud, in_shell, is_running, launcher, number_in, parent_of, received_by, script, shown,
                     started, test, test_each, wait_for_end, wait_for_file, wait_until)

SETTINGS = ["sh", "-c", "stty -a"]


@test_each([("the first one", "one", "two"), ("the second one", "two", "one")])
def two_hud_demos_at_a_time_restore_the_settings(home, first, second):
    before = received_by(SETTINGS)
    gates = {name: Gate(home, name + ".gate") for name in ("one", "two")}
    for name in gates:
        script(home, name, f"echo {name} begins; touch {name}.begun; {gates[name].wait}; echo {name} ends")
    words = {name: " ".join(hud("--grace 60 --", "./" + name)) for name in gates}
    terminal = Terminal(["sh", "-c", f"{words['one']} & until [ -e one.begun ]; do sleep 0.02; done; {words['two']} & wait %1; wait %2; "
                         "echo ---; stty -a"], cwd=home)
    terminal.wait_for(b"two begins")
    gates[first].open()
    terminal.wait_for(first.encode() + b" ends")
    gates[second].open()
    terminal.ends(0)
    said, _, after = terminal.received.partition(b"---\r\n")
    equal(after, before, "settings afterwards")
    check(b"two begins\r" in said, f"line ends: {shown(said)}")


@test
def a_job_started_beside_another_gets_the_keyboard_when_it_asks(home):
    gate = Gate(home)
    script(home, "one", f"touch one.begun; {gate.wait}")
    script(home, "two", "echo ready; read word; echo \"got $word\"; test \"$(stty -a | grep -c ' icanon ')\" = 1 && echo lines")
    one, two = (" ".join(hud("--grace 60 --", "./" + name)) for name in ("one", "two"))
    terminal = Terminal(["sh", "-c", f"{one} & until [ -e one.begun ]; do sleep 0.02; done; {two} </dev/tty"], cwd=home)
    terminal.wait_for(b"ready")
    gate.open()
    wait_until(lambda: subprocess.run(["pgrep", "-f", f"^{re.escape(hud()[0])} .*[.]/one"], capture_output=True).returncode != 0, "the end of the first one")
    terminal.type("word\n")
    terminal.ends(0)
    check(b"got word\r\n" in terminal.received and b"lines\r\n" in terminal.received, shown(terminal.received))


@test
def the_leader_restores_a_terminal_that_was_taken_late(home):
    before = received_by(SETTINGS)
    script(home, "job", "ps -o ppid= -p $PPID > parent; echo $$ > process; read word </dev/tty; echo got >got; exec sleep 600")
    outer = 'ulimit -c 0; "$@" | cat; while kill -0 $(cat leader) 2>/dev/null; do sleep 0.02; done; echo; echo ---; stty -a'
    terminal = Terminal(in_shell(outer, *hud("--grace 60 -- ./job")), cwd=home)
    job, wrapper = number_in(home / "process"), number_in(home / "parent")
    leader = parent_of(job)
    (home / "leader").write_text(f"{leader}\n")
    terminal.type("word\n")
    wait_for_file(home / "got")
    os.kill(wrapper, signal.SIGKILL)
    terminal.finish()
    equal(terminal.received.split(b"---\r\n")[-1], before, "settings afterwards")


@test
def an_end_of_input_typed_before_the_start_reaches_the_job(home):
    gate = Gate(home)
    command = " ".join(hud("--grace 60 -- sh -c", "'cat; echo end'"))
    script(home, "outer", f"touch begun; {gate.wait}; exec {command}")
    terminal = Terminal(["./outer"], cwd=home)
    wait_for_file(home / "begun")
    terminal.type("line\n\x04")
    terminal.wait_for(b"line\r\n")
    gate.open()
    terminal.ends(0)
    equal(terminal.received, b"line\r\nline\r\nend\r\n", "what the terminal received")


@test
def an_end_of_input_in_line_mode_is_not_a_hang_up(home):
    script(home, "job", "trap 'echo hung up' HUP; tty >name; echo $$ >process; read word; echo \"got <$word>\"; exit 5")
    terminal = Terminal(in_shell('tty >outer; exec "$@"', *hud("--grace 60 -- ./job")), cwd=home)
    number_in(home / "process")
    subprocess.run(["stty", "sane", "-F", (home / "outer").read_text().strip()], check=True)
    terminal.type("\x04")
    terminal.ends(5)
    check(b"got <>" in terminal.received and b"hung up" not in terminal.received, shown(terminal.received))


@test_each(["", "--style plain", "--style brief", "--style off"])
def a_hang_up_reaches_the_job_if_hud_demo_leads_the_session(home, options):
    # The kernel sends SIGHUP to the leader alone.
    script(home, "job", "trap 'echo hung up >log; exit 9' HUP; echo $$ >process; sleep 60 & wait")
    terminal = Terminal(hud(f"{options} --grace 0 -- ./job"), cwd=home)
    number_in(home / "process")
    terminal.hang_up()
    equal(terminal.process.wait(DEADLINE), 9, "status")
    equal((home / "log").read_text(), "hung up\n", "what the job has noticed")


@test_each([("reads", "cat"), ("writes", "while echo x; do sleep 0.05; done")])
def a_job_that_ignores_the_hang_up_finds_its_terminal_gone(home, job):
    script(home, "job", f"ps -o ppid= -p $PPID > parent; echo $$ >process; {job}")
    # Without a reader, because a blocked read would keep the terminal open.
    master, slave = os.openpty()
    process = started([*launcher(os.ttyname(slave)), "sh", "-c", "trap '' HUP; exec \"$@\"", "sh", *hud("--grace 60 -- ./job")], cwd=home,
                      stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    job, wrapper = number_in(home / "process"), number_in(home / "parent")
    os.close(master)
    try:
        wait_for_end(job)
        wait_for_end(wrapper)
    finally:
        process.kill()
        process.wait()


@test
def a_job_that_was_disowned_outlives_the_shell(home):
    script(home, "job", "echo $$ >process; until [ -e gate ]; do echo x; sleep 0.1; done; echo end >end")
    terminal = Terminal(["bash", "--norc", "--noprofile", "-mc", " ".join(hud("--grace 0 -- ./job")) + " & read word; disown; exit 0"],
                        cwd=home)
    job = number_in(home / "process")
    terminal.type("end\n")
    terminal.finish(is_held=True)
    always(lambda: is_running(job), "the job is gone", 1)
    Gate(home).open()
    wait_for_file(home / "end")

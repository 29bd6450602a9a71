"""job-probe relay: a program that wraps a command as hud-demo does, by the public declarations of HUDJob alone."""

import os
import re
import shlex
import signal
import sys

from harness import (Gate, Screen, Terminal, check, ended, equal, hud, in_shell, make_executable, number_in, on_terminal, probe, run, script, shown,
                     state_of, test, wait_until)

IS_HUD = re.compile(r"^[^✓✗\s] RELAY \d+(:\d\d|\.\d s)")


def relay(*words):
    return probe("job-probe relay", *words)


def has_hud(screen):
    return any(IS_HUD.match(line) for line in screen.lines())


def wait_for_hud(screen):
    wait_until(lambda: has_hud(screen), "the HUD")


@test
def a_relayed_commands_output_is_above_the_hud_and_a_summary_stays(home):
    gate = Gate(home)
    script(home, "job", f"echo one; tty -s && echo terminal; {gate.wait}; echo two; exit 3")
    screen = Screen(home).command(shlex.join(relay("./job")))
    wait_for_hud(screen)
    lines = screen.lines()
    check(lines.index("one") < lines.index("terminal") < next(i for i, line in enumerate(lines) if IS_HUD.match(line)), shown(lines))
    gate.open()
    screen.wait_for_prompt()
    check(re.fullmatch(r"✗ RELAY .*status 3", screen.lines()[-2]) and screen.lines()[-3] == "two")
    screen.check_status(3)


@test
def a_relayed_command_within_its_grace_time_leaves_its_bytes_alone(home):
    received, status = on_terminal(relay("printf", r"a\tb\n"), cwd=home)
    equal((received, status), (b"a\tb\r\n", 0), "what the terminal received")


@test
def a_relay_ends_as_its_command_does(home):
    equal(on_terminal(relay("sh", "-c", "kill -9 $$"))[1], -9, "killed")
    equal(on_terminal(relay("sh", "-c", "exit 42"))[1], 42, "exited")
    received, status = on_terminal(relay("/no/such/command"))
    equal((received, status), (b"can't run /no/such/command: No such file or directory\r\n", 127), "not found")
    equal(on_terminal(relay("/dev/null"))[1], 126, "not executable")
    bad = home / "bad"
    bad.write_text("#!/no/such/interpreter -x\n")
    make_executable(bad)
    received, status = on_terminal(relay(str(bad)))
    equal((received, status), (f"can't run {bad}: its interpreter /no/such/interpreter was not found\r\n".encode(), 127), "no interpreter")


@test
def a_relay_without_a_terminal_hands_its_descriptors_on(home):
    ended(run(relay("sh", "-c", "cat; echo error >&2; exit 5"), stdin=b"in\n"), 5, stdout=b"in\n", stderr=b"error\n")


@test
def ctrl_c_ends_a_relayed_command_and_its_relay(home):
    screen = Screen(home).command(shlex.join(relay("sh", "-c", "echo begun; exec sleep 600")))
    screen.wait_for("begun")
    wait_for_hud(screen)
    screen.leave("C-c")
    check(any("RELAY" in line and "SIGINT" in line for line in screen.lines()))
    screen.check_status(130)


@test
def ctrl_z_stops_a_relay_with_its_command_and_fg_continues_both(home):
    gate = Gate(home)
    script(home, "job", f"echo $$ >process; {gate.wait}; echo went on; exit 4")
    screen = Screen(home).command(shlex.join(relay("./job")))
    wait_for_hud(screen)
    job = number_in(home / "process")
    screen.leave("C-z")
    check(not has_hud(screen) and screen.is_cursor_shown())
    equal(state_of(job), "T", "the state of the job")
    screen.carry_out("echo in between")
    screen.command("fg")
    wait_for_hud(screen)
    gate.open()
    screen.wait_for_prompt()
    check("went on" in screen.lines())
    screen.check_status(4)


@test
def a_relayed_command_sees_a_resize_and_can_ask(home):
    gate = Gate(home)
    script(home, "job", f"stty size; {gate.wait}; while [ \"$(stty size)\" = '24 80' ]; do sleep 0.05; done; stty size\n"
           "printf 'Name? '; read name; echo hello $name")
    screen = Screen(home).command(shlex.join(relay("./job")))
    screen.wait_for("24 80")
    wait_for_hud(screen)
    screen.resize(70, 20)
    gate.open()
    screen.wait_for("Name?")
    screen.type("Ada")
    screen.wait_for("Name? Ada")
    screen.press("Enter")
    screen.wait_for("hello Ada")
    screen.wait_for_prompt()
    check("20 70" in screen.lines())


@test
def a_relayed_command_in_a_pipeline_has_the_hud_on_the_last_row(home):
    gate = Gate(home)
    script(home, "job", f"echo one; {gate.wait}; echo two")
    screen = Screen(home).command(shlex.join(relay("./job")) + " | cat")
    screen.wait_for("one")
    wait_until(lambda: len(screen.lines()) == 24 and IS_HUD.match(screen.lines()[-1]), "the HUD last")
    gate.open()
    wait_until(lambda: "two" in screen.lines() and not has_hud(screen), "the end")


@test
def after_a_relay_a_signal_that_the_program_has_blocked_waits(home):
    blocks = "import os, signal, sys; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM]); os.execvp(sys.argv[1], sys.argv[1:])"
    terminal = Terminal([sys.executable, "-c", blocks, *probe("job-probe relays", "echo one", "echo two")], cwd=home)
    terminal.wait_for(b"and now?")
    terminal.process.send_signal(signal.SIGTERM)
    terminal.type("something\n")
    terminal.wait_for(b"typed something")
    terminal.end()


@test
def a_command_that_gets_no_session_has_the_terminal_as_it_was(home):
    if os.geteuid() != 0:
        return
    # One process for hud-demo and one for its child, for a user that has no others.
    user = 1_000_000 + os.getpid()
    limited = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *hud("--no-history --grace 0.1 -- stty -a")]
    terminal = Terminal(in_shell('ulimit -u 2; exec "$@"', *limited, shell="bash"), cwd="/")
    terminal.ends(0)
    settings = terminal.received.split()
    equal([word for word in settings if word.lstrip(b"-") in (b"echo", b"opost")], [b"opost", b"echo"], "settings")


@test
def after_a_relay_the_program_has_its_signals_and_its_keyboard_again(home):
    screen = Screen(home).command(shlex.join(probe("job-probe relays", "sleep 0.3; echo first; exit 1", "sleep 0.3; echo second; kill $$")))
    screen.wait_for("and now?")
    lines = [line for line in screen.lines() if line in ("first", "second", "status 1", "status 143")]
    equal(lines, ["first", "status 1", "second", "status 143"], "what the relays left")
    screen.enter("something")
    screen.wait_for("typed something")
    screen.leave("C-z")
    screen.command("fg")
    wait_until(lambda: not screen.lines()[-1].startswith("[2]$"), "fg")
    screen.leave("C-c")
    screen.check_status(130)

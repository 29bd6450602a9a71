"""Signals and job control, at a shell in a real terminal emulator."""

import os
import signal

from harness import (HIDE_CURSOR, SHOW_CURSOR, Gate, QuietGate, Screen, Terminal, always, check, ended, equal, hud, is_running, number_in, parent_of,
                     received_by, run, script, shown, signals, state_of, test, test_each, wait_for_end, wait_for_file, wait_until)

LABEL = "WORKING"


def busy(home, before="", after="", name="job"):
    """A job that writes its process number and that of its parent, and waits at a gate. Returns its path and the gate."""
    gate = QuietGate(home)
    path = script(home, name, f"{before}\nps -o ppid= -p $PPID > parent\necho $$ > process\n{gate.wait}\n{after}")
    return path, gate


def screen_with_hud(home, before="", after=""):
    """A shell in which a job runs under a HUD. Returns the screen, hud-demo's process, the job's process and its gate."""
    path, gate = busy(home, before, after)
    screen = Screen(home).command(f"hud-demo --grace 0 --leave nothing --label {LABEL} -- ./job")
    process = number_in(home / "process")
    screen.wait_for(LABEL + " 0:0")
    check(not screen.is_cursor_shown(), "the cursor is shown while the HUD is up")
    return screen, number_in(home / "parent"), process, gate


def is_given_back(screen):
    """Checks that the terminal is restored: a prompt, the cursor, and nothing of the HUD below the command line."""
    screen.wait_for_prompt()
    wait_until(screen.is_cursor_shown, "the cursor at the prompt")
    equal([line for line in screen.lines() if LABEL in line and "hud-demo" not in line], [], "what is left of the HUD")


def wait_for_stop(*processes):
    wait_until(lambda: all(state_of(process) == "T" for process in processes),
               lambda: f"hud-demo and the job stopped; their states are {[state_of(process) for process in processes]}")


# ---- The end ----


@test_each([("^C", "C-c", 130), ("control backslash", "C-\\", 131)])
def a_key_ends_the_job_and_restores_the_terminal(home, key, status):
    screen, wrapper, job, _ = screen_with_hud(home)
    screen.press(key)
    is_given_back(screen)
    screen.check_status(status)
    wait_for_end(job, wrapper)


@test_each([("^C", "C-c", "INT"), ("control backslash", "C-\\", "QUIT")])
def a_job_that_catches_a_key_is_told_once_and_keeps_its_hud(home, key, name):
    gate = Gate(home)
    # The echo of the key is an unfinished line; the HUD waits until the job ends it.
    script(home, "job", f"trap 'echo >>caught; echo' {name}\ntouch ready\n{gate.wait}")
    caught, ready = home / "caught", home / "ready"
    screen = Screen(home).command(f"hud-demo --grace 0 --leave nothing --label {LABEL} -- ./job")
    wait_for_file(ready)
    screen.wait_for(LABEL + " 0:0")
    screen.press(key)
    wait_until(lambda: caught.exists() and caught.stat().st_size, "the trap of the job")
    always(lambda: caught.stat().st_size == 1, "the job told once", 0.4)
    wait_until(lambda: LABEL + " 0:" in screen.lines()[-1], "the HUD again", 4)
    check(not screen.is_cursor_shown(), "the cursor is shown while the HUD is up")
    gate.open()
    screen.wait_for_prompt()


@test_each(signals("TERM", "HUP", "QUIT", "INT", "USR1", "USR2"))
def a_signal_to_hud_demo_ends_the_job_and_gives_the_terminal_back(home, number):
    screen, wrapper, job, _ = screen_with_hud(home)
    os.kill(wrapper, number)
    is_given_back(screen)
    screen.check_status(128 + number)
    wait_for_end(job)


@test_each(signals("TERM", "HUP", "QUIT", "INT"))
def a_signal_that_ends_the_job_ends_what_the_job_waits_for(home, number):
    """As timeout(1) or `kill %1` do without hud-demo: they signal a process group."""
    script(home, "inner", "echo $$ >inner.number; exec sleep 1000")
    screen, wrapper, job, gate = screen_with_hud(home, after="./inner; true")
    gate.open()
    inner = number_in(home / "inner.number")
    os.kill(wrapper, number)
    is_given_back(screen)
    screen.check_status(128 + number)
    wait_for_end(job, inner)


@test
def sigusr1_to_hud_demo_is_for_the_job_alone(home):
    script(home, "job", "trap 'echo told >told' USR1; sleep 1000 & echo $! >child; echo $PPID >leader; wait; wait")
    Screen(home).command("hud-demo -- ./job")
    child = number_in(home / "child")
    os.kill(parent_of(number_in(home / "leader")), signal.SIGUSR1)
    wait_for_file(home / "told")
    check(is_running(child), "the job's child was told, too")
    os.kill(parent_of(number_in(home / "leader")), signal.SIGTERM)
    wait_for_end(child)


@test_each(signals("TERM", "KILL", "SEGV"))
def a_signal_to_the_job_is_the_status_and_restores_the_terminal(home, number):
    screen, wrapper, job, _ = screen_with_hud(home)
    os.kill(job, number)
    is_given_back(screen)
    screen.check_status(128 + number)


@test
def a_job_that_handles_control_c_ends_as_it_likes(home):
    screen, _, job, _ = screen_with_hud(home, before="trap 'echo cleaned up; exit 7' INT")
    screen.press("C-c")
    is_given_back(screen)
    check(screen.shows("cleaned up"), "what the job says at its end")
    screen.check_status(7)


@test
def a_job_that_ignores_control_c_continues(home):
    screen, wrapper, job, gate = screen_with_hud(home, before="trap '' INT", after="exit 4")
    screen.press("C-c")
    always(lambda: is_running(job) and is_running(wrapper), "the job or hud-demo is gone", 0.3)
    gate.open()
    # The echo of the key stays as an unfinished line, as without a HUD.
    wait_until(lambda: screen.lines()[-1] == "^C[2]$", "the prompt")
    check(not any(LABEL in line for line in screen.lines()[1:]), "what is left of the HUD")
    screen.check_status(4)


@test
def a_closed_terminal_ends_hud_demo_and_its_job(home):
    screen, wrapper, job, _ = screen_with_hud(home)
    screen.close()
    wait_for_end(job, wrapper)


@test
def control_c_ends_a_hud_that_lingers(home):
    screen = Screen(home).command(f"hud-demo --grace 0 --leave nothing --min-show 600 --label {LABEL} -- "
                   "sh -c 'ps -o ppid= -p $PPID > parent; echo $$ > process; exit 5'")
    wrapper = number_in(home / "parent")
    # Before that, hud-demo may not know that the job has ended, and pass the signal on to it.
    screen.wait_for(f"✗ {LABEL} 0:0")
    screen.press("C-c")
    is_given_back(screen)
    wait_for_end(wrapper)


# ---- Stop and continue ----


@test
def control_z_stops_both_and_fg_continues(home):
    screen, wrapper, job, gate = screen_with_hud(home, after="echo done; exit 6")
    for _ in range(2):
        screen.press("C-z")
        is_given_back(screen)
        wait_for_stop(wrapper, job)
        always(lambda: not screen.lines()[-1].count(LABEL), "the HUD is drawn over the shell", 0.2)
        screen.command("fg")
        wait_until(lambda: screen.lines()[-1].count(LABEL + " 0:"), "the HUD again")
        screen.wait_for_hidden_cursor()
    gate.open()
    is_given_back(screen)
    check("done" in screen.lines(), "the job's output")
    screen.check_status(6)


@test
def a_stopped_job_can_be_killed(home):
    screen, wrapper, job, _ = screen_with_hud(home)
    screen.press("C-z")
    is_given_back(screen)
    screen.carry_out("kill %1; fg")
    wait_for_end(job, wrapper)
    wait_until(screen.is_cursor_shown, "the cursor")


@test
def stop_and_continue_sent_to_hud_demo_stop_and_continue_the_job(home):
    screen, wrapper, job, gate = screen_with_hud(home)
    os.kill(wrapper, signal.SIGTSTP)
    is_given_back(screen)
    wait_for_stop(wrapper, job)
    screen.command("bg")
    wait_until(lambda: "T" not in (state_of(wrapper), state_of(job)), "hud-demo and the job going on")
    gate.open()
    wait_for_end(job, wrapper)


@test_each([("a line", "inline"), ("a bezel", "bezel")])
def after_sigstop_the_shell_has_its_modes_when_the_job_goes_on_in_the_background(home, style):
    _, gate = busy(home)
    screen = Screen(home).command(f"clear; hud-demo --grace 0 --style {style} --label {LABEL} -- ./job")
    wrapper = number_in(home / "parent")
    screen.wait_for("╰" if style == "bezel" else LABEL + " 0:0")
    os.kill(wrapper, signal.SIGSTOP)
    screen.wait_for("Stopped")
    check(not screen.is_cursor_shown(), "the cursor is shown")
    screen.enter("bg")
    wait_until(lambda: screen.is_cursor_shown() and screen.value("alternate_on") == "0", "the shell's modes")
    screen.enter("fg")
    screen.wait_for_hidden_cursor()
    gate.open()
    screen.wait_for_start("✓ " + LABEL)


@test
def a_job_that_stops_itself_stops_hud_demo_too(home):
    screen, wrapper, job, gate = screen_with_hud(home)
    os.kill(job, signal.SIGSTOP)
    is_given_back(screen)
    screen.command("fg")
    screen.wait_for(LABEL + " 0:")
    gate.open()
    is_given_back(screen)
    screen.check_status(0)


# ---- In the background ----


@test
def a_job_in_the_background_draws_nothing_over_the_prompt(home):
    path, gate = busy(home)
    screen = Screen(home).command(f"hud-demo --grace 0 --leave nothing --label {LABEL} -- ./job &")
    number_in(home / "process")
    screen.wait_for_prompt()
    before = screen.lines()
    always(lambda: screen.lines() == before and screen.is_cursor_shown(),
           "something is drawn", 0.7)
    gate.open()
    wait_for_end(number_in(home / "parent"))
    equal(screen.lines(), before, "the screen at its end")


@test
def a_job_brought_to_the_foreground_gets_its_hud(home):
    path, gate = busy(home, after="exit 8")
    screen = Screen(home).command(f"hud-demo --grace 0 --leave nothing --label {LABEL} -- ./job &")
    number_in(home / "process")
    screen.wait_for_prompt()
    screen.command("fg")
    wait_until(lambda: screen.lines()[-1].count(LABEL + " 0:"), "the HUD")
    gate.open()
    is_given_back(screen)
    screen.check_status(8)


# ---- Errors at the end ----


@test
def a_job_that_dies_while_the_hud_is_up_leaves_the_cursor_shown(home):
    # Many times, because the HUD may be drawing at that moment.
    for hundredths in range(20):
        job = f"sleep 0.{hundredths:02}; kill -KILL $$"
        received = received_by(hud("--grace 0 --min-show 0 -- sh -c", job))
        hidden, given_back = received.count(HIDE_CURSOR), len(SHOW_CURSOR.findall(received))
        equal(given_back >= hidden, True, f"the cursor shown as often as hidden: {shown(received)}")


@test
def a_child_that_prints_forever_does_not_keep_hud_demo_from_ending(home):
    terminal = Terminal(hud("--grace 0 -- sh -c", "(exec yes) & sleep 0.2; exit 3"))
    terminal.ends(3, is_held=True)


@test
def a_blocked_sigchld_does_not_keep_hud_demo_from_ending(home):
    code = ("import os, signal, sys; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD, signal.SIGTERM]);"
            "os.execvp(sys.argv[1], sys.argv[1:])")
    command = ["python3", "-c", code, *hud("-- python3 -c", "import signal; print(sorted(signal.pthread_sigmask(0, [])))")]
    result = ended(run(command), 0)
    check(b"SIGCHLD" in result.stdout and b"SIGTERM" in result.stdout, f"the job's mask is another: {result.stdout!r}")


@test
def the_built_in_job_restores_the_cursor_when_it_is_stopped(home):
    screen = Screen(home).command("hud-demo --grace 0")
    screen.wait_for("a job of 3 s with")
    screen.wait_for_hidden_cursor()
    screen.press("C-z")
    wait_until(screen.is_cursor_shown, "the cursor at the prompt")
    screen.enter("fg")
    screen.wait_for("with known progress: shown")

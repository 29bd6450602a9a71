"""The line that stays when the HUD disappears."""

import re
import shlex
import time

from harness import (QuietGate, Screen, check, equal, hud, number_in, probe, received_by, script, shown, signals, steady, test, test_each,
                     without_style)

LABEL = "WORKING"
HUD = f"hud-demo --grace 0 --min-show 0 --label {LABEL}"


def left(home, job, options="", columns=80):
    """The rows between the command line and the next prompt."""
    script(home, "job", job)
    screen = Screen(home, columns=columns).carry_out(f"clear; {HUD} {options} -- ./job")
    return [steady(line) for line in screen.lines()[:-1]], screen


@test_each([
    ("success", "sleep 0.2", "✓ WORKING T s"),
    ("a status", "sleep 0.2; exit 3", "✗ WORKING T s status 3"),
    ("a status, with echo off", "sleep 0.2; stty -echo; exit 3", "✗ WORKING T s status 3"),
])
def how_it_ended_stays_on_a_line(home, job, line):
    lines, screen = left(home, job)
    equal(lines, [line], "what is left")
    screen.check_cursor()


@test_each(signals("TERM", "KILL", "HUP"))
def the_summary_names_the_signal_that_ended_the_job(home, number):
    received = received_by(hud(f"--grace 0 --label {LABEL} -- sh -c", f"sleep 0.2; kill -{int(number)} $$"), status=-number)
    check(steady(without_style(received)).count(f"✗ {LABEL} T s {number.name}".encode()) >= 1, shown(received))


@test
def a_color_that_the_job_leaves_on_does_not_color_the_summary(home):
    received = received_by(hud(f"--grace 0 --label {LABEL} -- sh -c", "printf '\\033[41mred'; sleep 0.2"))
    end = received[received.index(b"red"):]
    check(b"\x1b[m" in end[:end.index(b"\xe2\x9c\x93")], f"the line is drawn in the job's colors: {shown(end)}")


@test
def leave_nothing_leaves_no_summary(home):
    equal(left(home, "echo one; sleep 0.2; echo two; exit 1", options="--leave nothing")[0], ["one", "two"], "what is left")
    received = received_by(hud(f"--grace 0 --min-show 0 --leave nothing --label {LABEL} -- sleep 0.3"))
    check("✓".encode() not in received, shown(received))


@test
def plain_json_and_off_leave_no_summary(home):
    for style, line in [("plain", b"L...\r\nL: done after 0:00\r\n"), ("off", b"")]:
        received = received_by(hud(f"--style {style} --grace 0 --label L -- sleep 0.2"))
        equal(received, line, style)
    received = received_by(hud("--style json --grace 0 --label L -- sleep 0.2"))
    check(all(line.startswith(b"{") for line in received.splitlines()), shown(received))


@test
def a_bezel_leaves_the_summary_on_the_main_screen(home):
    lines, _ = left(home, "echo one; sleep 0.3; printf two; sleep 0.3; exit 2", options="--style bezel")
    equal(lines, ["one", "two", "✗ WORKING T s status 2"], "what is left")


@test_each([("a command", HUD + " -- ./job"), ("a program that uses the library", None)])
def the_summary_excludes_the_time_stopped(home, command):
    gate = QuietGate(home)
    script(home, "job", gate.wait)
    command = command or shlex.join(probe("hud-probe leave outcome=succeeded", f"label={LABEL}", f"gate={gate.path}"))
    screen = Screen(home).command(command)
    screen.wait_for(LABEL + " 0:00")
    screen.leave("C-z")
    time.sleep(4)
    screen.command("clear; fg")
    screen.wait_for(LABEL + " 0:0")
    gate.open()
    screen.wait_for_prompt()
    seconds = [int(found[1]) for found in map(re.compile(f"✓ {LABEL} (\\d)\\.\\d s$").match, screen.lines()) if found]
    check(len(seconds) == 1 and seconds[0] < 4, f"what is left: {shown(screen.lines())}")


@test_each([("the minimum show time", "--min-show 600"), ("the delayed hide", "--min-show 0 --hide-after 600")])
def control_c_during_the_outcome_leaves_the_summary_too(home, options):
    screen = Screen(home).command(f"clear; hud-demo --grace 0 {options} --label {LABEL} -- sh -c 'echo $$ > process; exit 5'")
    number_in(home / "process")
    screen.wait_for("✗ " + LABEL + " 0:0")
    screen.leave("C-c")
    equal([steady(line) for line in screen.lines() if LABEL in line], ["✗ WORKING T s status 5"], "what is left")
    screen.check_status(5)

"""Notifications at the end of long jobs, and the progress in the window's title."""

import os
import re

from harness import (Screen, Terminal, check, equal, hud, received_by, run, script, shown, signals, steady, test, test_each, tmux, wait_for_file,
                     wait_until)

LABEL = "a; label"
# A terminal that is known to show notifications.
FOOT = {"TERM": "xterm", "TERM_PROGRAM": "ghostty"}
SHORT = f"--grace 0 --min-show 0 --label '{LABEL}'"
JOB = "-- sleep 0.3"


def notifications(received):
    """The notifications among what a terminal received, with their times left out."""
    return [steady(text.decode()) for text in re.findall(rb"\x1b\]777;notify;([^\x1b]*)\x1b\\", received)]


@test_each([
    ("success", "sleep 0.2", "a, label;Succeeded after T s"),
    ("a status", "sleep 0.2; exit 3", "a, label;Failed after T s: status 3"),
    ("a signal", "sleep 0.2; kill -KILL $$", "a, label;Failed after T s: SIGKILL"),
])
def the_end_of_a_long_job_is_notified(home, job, text):
    received = received_by(hud(f"--notify=0.1 {SHORT} -- sh -c", job), **FOOT)
    equal(notifications(received), [text], shown(received))
    # It comes last, when the HUD is gone and the terminal is right.
    check(received.endswith(b"\x1b\\") and received.count(b"\x1b[?25l") == received.count(b"\x1b[?25h"), shown(received[-300:]))


@test
def a_notification_is_not_in_front_of_what_the_job_printed(home):
    received = received_by(hud("--notify=0 --grace 86400 -- sh -c", "echo one; printf two"), **FOOT)
    check(received.startswith(b"one\r\ntwo\x1b]777;notify;sh -c 'echo one, printf two';Succeeded after 0."), shown(received))


@test_each([
    ("a job that was quick", f"--notify {SHORT} {JOB}"),
    ("no option", f"{SHORT} {JOB}"),
    ("a job that the user interrupts", f"--notify=0 {SHORT} -- sh -c 'sleep 0.2; kill -INT $$'"),
    ("plain lines", f"--notify=0 --style plain {SHORT} {JOB}"),
    ("json", f"--notify=0 --style json {SHORT} {JOB}"),
    ("no HUD", f"--notify=0 --style off {SHORT} {JOB}"),
    ("continuous integration", f"--notify=0 {SHORT} {JOB}", {"CI": "true"}),
    ("continuous integration with a HUD", f"--notify=0 --style inline {SHORT} {JOB}", {"CI": "true"}),
    ("a dumb terminal", f"--notify=0 {SHORT} {JOB}", {"TERM": "dumb"}),
    ("a command that is not there", f"--notify=0 {SHORT} -- hud-no-such-command"),
])
def nothing_is_notified(home, words, variables={}):
    received = received_by(hud(words), **FOOT | variables)
    equal(received.count(b"\x1b]777;") + received.count(b"\x07"), 0, shown(received))


@test
def off_a_terminal_nothing_is_notified(home):
    result = run(hud(f"--notify=0 {SHORT} {JOB}"), **FOOT)
    check(b"\x1b" not in result.stdout + result.stderr and b"\x07" not in result.stderr, f"{result}")


@test
def an_unknown_terminal_rings_the_bell(home):
    received = received_by(hud(f"--notify=0 {SHORT} {JOB}"))
    check(received.endswith(b"\x07") and received.count(b"\x07") == 1, shown(received))


@test_each([
    ("a group", f"group --notify=0 -j2 --no-history {SHORT} -- sh -c 'exit {{}}' ::: 0 1", "a, label;Failed after T s: 1 of 2 failed"),
    ("a gauge", f"--gauge --notify=0 {SHORT}", "a, label;Succeeded after T s"),
    ("a stream", f"follow --notify=0 {SHORT} 'exit 3'", "a, label;Failed after T s: lost: status 3"),
])
def everything_with_a_hud_can_notify(home, words, text):
    (home / "lines").write_text("50\n100\n")
    with open(home / "lines") as lines:
        received = received_by(hud(words), stdin=lines, **FOOT)
    equal(notifications(received), [text], shown(received))


@test
def on_a_desktop_notify_send_shows_it(home):
    folder = home / "bin"
    os.makedirs(folder)
    script(folder, "notify-send", f'#!/bin/sh\nfor word; do printf "%s\\n" "$word"; done >{home}/sent\n')
    path = f"{folder}:" + os.environ["PATH"]
    received = received_by(hud(f"--notify=0 {SHORT} {JOB}"), PATH=path, DISPLAY=":0")
    equal([steady(line) for line in (home / "sent").read_text().splitlines()], ["--", "a; label", "Succeeded after T s"], "the words")
    equal(received.count(b"\x07"), 0, shown(received))
    # It can't connect to the desktop: the bell rings.
    script(folder, "notify-send", "#!/bin/sh\nexit 1\n")
    received = received_by(hud(f"--notify=0 {SHORT} {JOB}"), PATH=path, DISPLAY=":0")
    equal(received.count(b"\x07"), 1, shown(received))


@test
def a_terminal_that_is_held_delays_no_exit(home):
    """The user has pressed ^S. Nothing of the HUD is on the screen, and the notification is left out."""
    terminal = Terminal(hud("--notify=0 --grace 86400 -- sh -c", "touch begun; while [ ! -e go ]; do sleep 0.02; done"),
                        cwd=home, **FOOT)
    wait_for_file(home / "begun")
    terminal.type("\x13")
    (home / "go").touch()
    terminal.ends(0)


@test
def tmux_passes_a_notification_on_only_if_it_may(home):
    """The terminal behind the inner tmux is this test. It is named by TERM, which tmux tells hud-demo."""
    inner = ["tmux", "-L", "notify", "-f", "/dev/null"]
    variables = {"TERM": "rxvt-unicode", "TMUX_TMPDIR": home}
    for allowed in ("off", "on"):
        # tmux rings a moment after the bell was printed, and not at all once its last program has ended.
        script(home, "job", f"#!/bin/sh\n{' '.join(inner)} set -g allow-passthrough {allowed}\n"
               f"{hud()[0]} --notify=0 --grace 0 --min-show 0 --label L -- sleep 0.3\nsleep 0.5\n")
        received = received_by(inner + ["new-session", str(home / "job")], **variables)
        has_notification = b"\x1b]777;notify;L;Succeeded after " in received
        equal((has_notification, b"\x07" in received), (allowed == "on", allowed == "off"), f"passthrough {allowed}: {shown(received, 4000)}")
        check(b"Ptmux" not in received, "the envelope is left")


# ---- The title ----


def titles(received):
    return re.findall(rb"\x1b\]2;([^\x1b]*)\x1b\\", received)


@test
def the_title_shows_the_progress_and_is_restored(home):
    job = "for n in 10 20 30; do echo $n% >&$HUD_PROGRESS_FD; sleep 0.2; done"
    received = received_by(hud(f"--title --progress fd {SHORT} -- sh -c", job))
    check(b"20% a; label" in titles(received), f"{titles(received)}")
    equal((received.count(b"\x1b[22;2t"), received.count(b"\x1b[23;2t")), (1, 1), "saved and restored")
    check(received.index(b"\x1b[22;2t") < received.index(b"\x1b]2;") and received.rindex(b"\x1b]2;") < received.index(b"\x1b[23;2t"), shown(received))


@test
def a_terminal_without_a_stack_of_titles_has_none_left(home):
    received = received_by(hud(f"--title {SHORT} {JOB}"), TERM_PROGRAM="Apple_Terminal")
    equal(titles(received)[-1], b"", f"{titles(received)}")


@test
def without_the_option_the_title_is_left_alone(home):
    received = received_by(hud(f"{SHORT} {JOB}"))
    equal((titles(received), received.count(b"\x1b[22;2t")), ([], 0), shown(received))


@test_each(signals("TERM", "HUP", "INT", "KILL"))
def the_title_is_restored_whatever_signal_ends_the_job(home, number):
    received = received_by(hud(f"--title {SHORT} -- sh -c", f"sleep 0.3; kill -{int(number)} $$"))
    equal((received.count(b"\x1b[22;2t"), received.count(b"\x1b[23;2t")), (1, 1), shown(received))


@test_each(signals("TERM", "HUP", "INT", "QUIT"))
def the_title_is_restored_whatever_signal_ends_hud_demo(home, number):
    for words in (f"--title {SHORT} -- sleep 100", f"group --title {SHORT} -- sleep ::: 100"):
        terminal = Terminal(hud(words))
        terminal.wait_for(b"\x1b]2;")
        os.kill(terminal.process.pid, number)
        terminal.finish()
        received = terminal.received
        check(received.count(b"\x1b[22;2t") == received.count(b"\x1b[23;2t") and received.rindex(b"\x1b]2;") < received.rindex(b"\x1b[23;2t"), shown(received))


@test
def the_title_of_a_window_of_tmux_comes_back(home):
    screen = Screen(home)
    tmux("select-pane", "-t", screen.name, "-T", "mine")
    screen.command("clear; hud-demo --title --grace 0 --label L -- sh -c 'touch begun; while [ ! -e go ]; do sleep 0.02; done'")
    wait_until(lambda: screen.value("pane_title") == "L", lambda: f"the title, which is {screen.value('pane_title')!r}")
    (home / "go").touch()
    screen.wait_for_prompt()
    equal(screen.value("pane_title"), "mine", "the title at the end")

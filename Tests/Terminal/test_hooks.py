"""The commands that run at the end: --on-success and --on-failure."""

import os
import signal

from harness import Screen, Terminal, check, ended, equal, group, hud, in_shell, received_by, run, script, shown, test, test_each

SAY = "printf '[%s %s %s]' \"$HUD_LABEL\" \"$HUD_STATUS\" \"${HUD_ELAPSED%%.*}\""
BOTH = ["--label", "WORK", "--on-success", f"printf good; {SAY}", "--on-failure", f"printf bad; {SAY}"]


@test_each([
    ("success", "printf out", b"outgood[WORK 0 0]", 0),
    ("a status", "printf out; exit 3", b"outbad[WORK 3 0]", 3),
    ("a signal", "printf out; kill -TERM $$", b"outbad[WORK 143 0]", -signal.SIGTERM),
])
def a_command_runs_at_the_end_and_changes_no_status(home, job, printed, status):
    ended(run(hud(*BOTH, "--", "sh", "-c", job)), status, stdout=printed, what="in a pipe")
    received = received_by(hud("--grace 0 --min-show 0", *BOTH, "--", "sh", "-c", job), status=status)
    mark = b"\xe2\x9c\x93" if status == 0 else b"\xe2\x9c\x97"
    check(received.endswith(printed.removeprefix(b"out")) and mark in received, f"after the summary: {shown(received)}")


@test
def its_own_status_and_a_missing_command_change_nothing(home):
    ended(run(hud("--on-success", "exit 7", "--", "true")), 0)
    ended(run(hud("--on-failure", "exit 0", "--", "false")), 1)
    done = ended(run(hud(*BOTH, "--", os.path.join(home, "nothing"))), 127, stdout=b"bad[WORK 127 0]", what="without a program")
    check(b"nothing" in done.stderr, done.stderr)


@test
def its_bytes_are_as_they_were_given(home):
    command = os.fsdecode(b"printf 'caf\xe9'")
    equal(run(hud("--on-success", command, "--", "true")).stdout, b"caf\xe9", "after a command")
    equal(run(group("--on-failure", command, "--", "false", ":::", "1")).stdout, b"caf\xe9", "after a group")


@test
def a_gauge_runs_it_at_the_end_of_its_input(home):
    ended(run(hud(*BOTH, "--gauge"), stdin=b"1/2\n"), 0, stdout=b"good[WORK 0 0]", what="at the end of the input")
    ended(run(in_shell('"$@" <.', *hud(*BOTH, "--gauge"))), 125, stdout=b"bad[WORK 125 0]", what="after an error")
    ended(run(in_shell('"$@" <&-', *hud(*BOTH, "--gauge"))), 125, stdout=b"bad[WORK 125 0]", what="without standard input")
    done = run(hud("--gauge --on-success", "yes | head -1"), stdin=b"1/2\n")
    equal((done.stdout, done.stderr), (b"y\n", b""), "a hook that relies on SIGPIPE")


@test_each([
    ("none", "50\n", None), ("one", "label Copying\n50\n", "Copying"), ("two", "label Copying\nlabel Moving all\n", "Moving all"),
    ("an empty one", "label\n", ""), ("one of work that is over", "label Copying\nend\n", None), ("a control character", "label a\0b\n", "a?b"),
])
def its_label_is_the_one_that_progress_lines_have_given(home, lines, given):
    (home / "lines").write_text(lines)
    job = "cat lines >&$HUD_PROGRESS_FD"
    for style in ("plain", "off"):
        for own in ("WORK", None):
            options = ["--style", style, "--grace", "0", *(["--label", own] if own else []), "--on-success", 'printf "[%s]" "$HUD_LABEL"']
            for what, words, label in [("gauge", ["--gauge"], own or ""),
                                       ("command", ["--progress", "fd", "--", "sh", "-c", job], own or f"sh -c '{job}'")]:
                done = run(hud("", *options, *words), stdin=lines.encode(), cwd=home)
                expected = label if given is None else given
                ended(done, 0, stdout=f"[{expected}]".encode(), what=f"{what}, {style}, --label {own}")


@test_each([
    ("a gauge", ["--gauge", "--timeout", "3"], "--timeout is for a command, and --gauge runs none"),
    ("the built-in job", ["--usage"], "--usage is for a command, which starts after '--'"),
    ("the built-in job, hooks", ["--on-failure", "x"], "--on-failure is for a command, which starts after '--'"),
])
def an_option_that_has_no_effect_is_an_error(home, words, message):
    ended(run(hud(*words), stdin=b""), 2, stderr=f"hud-demo: {message}\n".encode())


@test
def a_group_runs_it_once_at_its_end(home):
    ended(run(hud("group", *BOTH, "--", "sh", "-c", "exit {}", ":::", "0", "0")), 0, stdout=b"good[WORK 0 0]", what="all succeeded")
    ended(run(hud("group", *BOTH, "--", "sh", "-c", "exit {}", ":::", "0", "4")), 1, stdout=b"bad[WORK 1 0]", what="one failed")
    done = run(in_shell('ulimit -n 6; "$@"', *hud("group", *BOTH, "--", "true", ":::", "1")))
    ended(done, 125, stdout=b"bad[WORK 125 0]", what="none could be started")


@test_each([("--hide-after", "--min-show 0 --hide-after 60", []), ("--min-show", "--min-show 60", []),
            ("a group", "group -j2 --min-show 0 --hide-after 60", [":::", "0.1"])])
def it_is_told_of_a_control_c_after_a_success(home, words, values):
    """hud-demo ends by it, and the user is there."""
    terminal = Terminal(hud(f"{words} --notify=0 --grace 0", *BOTH, "--", "sleep", *(values or ["0.2"])), TERM="xterm", TERM_PROGRAM="ghostty")
    terminal.wait_for("✓".encode())
    terminal.type("\x03")
    terminal.ends(-signal.SIGINT)
    received = terminal.received
    check(b"bad[WORK 130 0]" in received and b"good" not in received, f"what ran: {shown(received)}")
    check(b"\x1b]777;" not in received and b"\x07" not in received, f"a notification: {shown(received)}")


@test
def a_label_that_would_be_too_long_for_a_variable_is_cut(home):
    words = ["true", *map(str, range(40000))]
    label = " ".join(words)[:1000] + "…"
    for command in (["--", *words], ["group", "--", *words, ":::", "1"]):
        place = command[:command.index("--")]
        done = run(hud(*place, "--style", "off", "--on-success", 'printf %s "$HUD_LABEL"', *command[len(place):]))
        ended(done, 0, stdout=label.encode(), stderr=b"", what=f"by {place or 'a command'}")


@test
def it_has_the_terminal(home):
    script(home, "ask", "printf 'name? '; read name; echo \"hello $name\"")
    screen = Screen(home).command("clear; hud-demo --grace 0 --min-show 0 --label WORK --on-success ./ask -- sleep 0.3")
    screen.wait_for("name?")
    screen.enter("you")
    screen.wait_for("hello you")
    screen.wait_for_prompt()
    screen.check_cursor()

"""The history of how long commands took."""

import fcntl
import os
import re
import signal
import stat
import subprocess
import time

from harness import (Gate, Screen, Terminal, always, check, ended, equal, hud, launcher, on_terminal, received_by, run, script, shown, started, test,
                     test_each, wait_until, without_style)

HEADER = b"hud-demo history 1\n"


def path_in(home):
    return home / "state" / "hud-demo" / "history"


def contents(home):
    try:
        return path_in(home).read_bytes()
    except FileNotFoundError:
        return None


def keep(home, text):
    path_in(home).parent.mkdir(parents=True, exist_ok=True)
    path_in(home).write_bytes(text)


def entries(home):
    """The durations in each line, by key."""
    text = contents(home)
    if text is None:
        return {}
    check(text.startswith(HEADER) and text.endswith(b"\n"), f"no history: {shown(text)}")
    lines = text[len(HEADER):].decode().splitlines()
    for line in lines:
        check(re.fullmatch(r"[0-9a-f]{16}( [1-9]\d*){1,5}", line), f"not a line of a history: {line!r}")
    return {line.split()[0]: [int(word) for word in line.split()[1:]] for line in lines}


def wrapped(home, *words, grace="0", seconds="0.3", **options):
    state = options.pop("state", home / "state")
    return on_terminal(hud(f"--grace {grace} --min-show 0 --label L", *words, "--", "sleep", seconds), cwd=home, XDG_STATE_HOME=state,
                       **options)


def percents(received):
    return [int(number) for number in re.findall(rb"(\d+)%", without_style(received))]


@test
def the_second_run_has_a_bar(home):
    first, _ = wrapped(home, seconds="0.8")
    check(not percents(first), f"a bar in the first run: {shown(first)}")
    (durations,) = entries(home).values()
    check(len(durations) == 1 and 800 <= durations[0] < 5000, f"recorded {durations}")
    second, _ = wrapped(home, seconds="0.8")
    check(percents(second), f"no bar in the second run: {shown(second)}")
    check(100 not in percents(second), f"done before it is: {shown(second)}")
    (durations,) = entries(home).values()
    equal(len(durations), 2, "durations after two runs")


@test
def the_remaining_time_is_shown(home):
    keep(home, HEADER)
    wrapped(home, seconds="3.2", grace="0")
    (key,) = entries(home)
    keep(home, HEADER + key.encode() + b" 60000\n")
    received, _ = wrapped(home, seconds="3.2")
    check(b"0:5" in without_style(received) and b" left" in received, f"no remaining time: {shown(received[-1500:])}")


@test
def a_job_that_takes_longer_is_not_shown_as_complete(home):
    gate = Gate(home)
    script(home, "job", gate.wait)
    state = f"XDG_STATE_HOME={home / 'state'}"
    gate.open()
    screen = Screen(home).carry_out(f"{state} hud-demo --grace 0 --leave nothing -- ./job")
    (key,) = entries(home)
    keep(home, HEADER + key.encode() + b" 300 290 310\n")
    gate.close()
    screen.command(f"clear; {state} hud-demo --grace 0 --label WORKING --leave nothing -- ./job")
    wait_until(lambda: any(re.search(r"WORKING .* 9\d% 0:0", line) for line in screen.lines()), "nearly all")
    always(lambda: not screen.shows("100%"), "done before it is", 1)
    gate.open()
    screen.wait_for_prompt()


@test
def the_bar_of_a_job_stands_while_its_group_is_paused(home):
    gate = Gate(home)
    script(home, "job", f"sleep 1; {gate.wait}")
    words = f"XDG_STATE_HOME={home / 'state'} hud-demo group --grace 0 --row-grace 0 --output hide --leave nothing -- ./job ::: a"
    gate.open()
    screen = Screen(home).carry_out(words)
    (key,) = entries(home)
    keep(home, HEADER + key.encode() + b" 10000\n")
    gate.close()
    screen.command("clear; " + words)

    def percent(pattern=r"(\d+)%"):
        return next((int(found[1]) for found in (re.search(pattern, line) for line in screen.lines() if re.match(r". a\b", line)) if found), -1)

    wait_until(lambda: percent() >= 5, "progress")
    screen.press("P")
    wait_until(lambda: percent(r"paused \D*(\d+)%") >= 5, "the pause")
    before = percent()
    always(lambda: percent() == before, lambda: f"progress in the pause, from {before}: {shown(screen.lines())}", 1.5)
    screen.press("P")
    wait_until(lambda: before < percent() < before + 10, "progress after the pause")
    gate.open()
    screen.wait_for_prompt()


@test
def plain_and_json_record_durations_and_show_no_expected_progress(home):
    for style in ("plain", "json"):
        for _ in range(2):
            result = run(hud(f"--style {style} --grace 0 --label L -- sleep 0.3"), cwd=home, XDG_STATE_HOME=home / "state")
            check(b"progress" not in result.stderr, f"{style}: {result.stderr!r}")
    (durations,) = entries(home).values()
    equal(len(durations), 4, "durations, whatever the style")


@test
def short_failed_and_timed_out_jobs_are_not_recorded(home):
    wrapped(home, grace="60")
    equal(contents(home), None, "within the grace time")
    for job in ("sleep 0.2; exit 1", "sleep 0.2; kill $$"):
        on_terminal(hud("--grace 0 -- sh -c", job), XDG_STATE_HOME=home / "state")
    equal(contents(home), None, "a job that failed")
    on_terminal(hud("--grace 0 --timeout 0.3 -- sh -c", "trap 'exit 0' TERM; sleep 60 & wait"), XDG_STATE_HOME=home / "state")
    equal(contents(home), None, "a job that timed out")
    wrapped(home, "--no-history")
    equal(contents(home), None, "with --no-history")
    equal((home / "state").exists(), False, "a directory")


@test_each([("SIGTERM", lambda terminal: terminal.process.send_signal(signal.SIGTERM), -signal.SIGTERM),
            ("^C", lambda terminal: terminal.type("\x03"), -signal.SIGINT)])
def a_signal_that_comes_while_the_duration_is_recorded_ends_hud_demo(home, send, status):
    folder = path_in(home).parent
    folder.mkdir(parents=True)
    lock = os.open(folder, os.O_RDONLY)
    # The run waits for it for half a second, after the HUD is gone.
    fcntl.flock(lock, fcntl.LOCK_EX)
    terminal = Terminal(hud("--grace 0 --min-show 0 --label L -- sleep 0.3"), cwd=home, XDG_STATE_HOME=home / "state")
    terminal.wait_for("✓ L".encode())
    time.sleep(0.1)
    send(terminal)
    terminal.ends(status)
    os.close(lock)


@test
def no_history_neither_reads_nor_writes_the_history(home):
    wrapped(home)
    before = contents(home)
    received, _ = wrapped(home, "--no-history")
    check(not percents(received), f"a bar with --no-history: {shown(received)}")
    equal(contents(home), before, "the file")


@test
def the_mode_that_is_asked_for_wins_over_the_expected_bar(home):
    wrapped(home)
    received, _ = wrapped(home, "--mode", "indeterminate")
    check(not percents(received), f"a bar: {shown(received)}")
    received, _ = wrapped(home, "--mode", "determinate")
    check(percents(received), f"no percent: {shown(received)}")


@test
def another_command_or_directory_is_another_entry(home):
    other = home / "other"
    os.mkdir(other)
    state = home / "state"
    for words, cwd in [(["sh", "-c", "sleep 0.1", "a", "b"], home), (["sh", "-c", "sleep 0.1", "a b"], home), (["sh", "-c", "sleep 0.1", "ab"], home),
                       (["sh", "-c", "sleep 0.1", "a", "b"], other), (["sh", "-c", "sleep 0.1", "a", "b", ""], home)]:
        received = received_by(hud("--grace 0 --", *words), cwd=cwd, XDG_STATE_HOME=state)
        check(not percents(received), f"a bar for {words} in {cwd}")
    equal(len(entries(home)), 5, "entries")


@test
def nothing_of_the_command_is_stored(home):
    on_terminal(hud("--grace 0 --label secret -- sh -c", "sleep 0.1", "password=hunter2"), cwd=home, XDG_STATE_HOME=home / "state")
    text = contents(home)
    check(len(text) < 60 and b"hunter2" not in text and b"secret" not in text and bytes(home) not in text, shown(text))
    equal(stat.S_IMODE(os.stat(path_in(home)).st_mode), 0o600, "the file's mode")
    equal(stat.S_IMODE(os.stat(path_in(home).parent).st_mode), 0o700, "the directory's mode")


@test
def the_history_is_in_the_home_directory_by_default(home):
    wrapped(home, state=None, HOME=home)
    check((home / ".local/state/hud-demo/history").exists(), "no file under ~/.local/state")
    os.mkdir(home / "second")
    wrapped(home, state="relative", HOME=home / "second")
    check((home / "second/.local/state/hud-demo/history").exists(), "a relative XDG_STATE_HOME is not ignored")


@test
def a_home_directory_that_does_not_exist_is_not_made(home):
    for state in (None, "", "relative"):
        equal(wrapped(home, state=state, HOME=home / "none/user")[1], 0, "status")
        equal(os.listdir(home), [], f"what is there with XDG_STATE_HOME={state}")
    ended(run(hud("group -- sleep ::: 0.7"), XDG_STATE_HOME=None, HOME=home / "none"), 0, what="status of a group")
    equal(os.listdir(home), [], "what is there after a group")
    # A directory of its own is made, wherever it is.
    wrapped(home, state=home / "other" / "state", HOME=home / "none")
    check((home / "other/state/hud-demo/history").exists() and not (home / "none").exists(), "the history")


@test
def without_a_place_for_the_history_jobs_run_as_usual(home):
    (home / "file").touch()
    os.makedirs(home / "folder" / "hud-demo" / "history")
    for options in [dict(state=None, HOME=None), dict(state="/dev/null"), dict(state="/proc/1"), dict(state=home / "file"),
                    dict(state=home / "folder"), dict(state=None, HOME="")]:
        received, status = wrapped(home, **options)
        equal(status, 0, f"status with {options}")
        check(b"0:00" in received and b"hud-demo" not in received, f"with {options}: {shown(received)}")
    equal(os.listdir(home / "folder" / "hud-demo"), ["history"], "nothing is left behind")


@test_each([
    ("empty", b""),
    ("no history", b"something else\n"),
    ("bytes", bytes(range(256)) * 20),
    ("too large", HEADER + b"0123456789abcdef 100\n" * 10000),
    ("another version", b"hud-demo history 2\n0123456789abcdef 100\n"),
])
def a_damaged_file_is_replaced(home, text):
    keep(home, text)
    received, status = wrapped(home)
    equal((status, percents(received)), (0, []), "status and percents")
    equal(len(entries(home)), 1, "entries")


@test
def damaged_entries_of_the_history_are_ignored(home):
    wrong = [b"0123456789ABCDEF 100", b"0123456789abcde 100", b"0123456789abcdef", b"0123456789abcdef 0", b"0123456789abcdef -5", b"0123456789abcdef 1 ",
             b"0123456789abcdef 1 2 3 4 5 6", b"0123456789abcdef 99999999999999999999", b"0123456789abcdef +1", b"", b"\xff\xfe"]
    keep(home, HEADER + b"00000000000000aa 100 200\n" + b"\n".join(wrong) + b"\n00000000000000bb 300\n00000000000000cc 40")
    wrapped(home)
    kept = entries(home)
    equal({key: value for key, value in kept.items() if key.startswith("00000000000000")},
          {"00000000000000aa": [100, 200], "00000000000000bb": [300]}, "what is kept")
    equal(len(kept), 3, "entries")


@test
def a_history_behind_a_symbolic_link_stays_there(home):
    keep(home, b"")
    file = home / "elsewhere"
    os.rename(path_in(home), file)
    path_in(home).symlink_to("../../elsewhere")
    wrapped(home)
    check(path_in(home).is_symlink() and len(entries(home)) == 1, "the link, and an entry behind it")
    # A device is no history, and stays one.
    device = home / "device"
    device.symlink_to("/dev/null")
    path_in(home).unlink()
    path_in(home).symlink_to(device)
    wrapped(home)
    check(path_in(home).is_symlink() and stat.S_ISCHR(os.stat("/dev/null").st_mode), "the device")
    equal(os.listdir(path_in(home).parent), ["history"], "the files beside it")
    # On a new machine, there is no file behind the link yet.
    (home / "device").unlink()
    file.unlink()
    path_in(home).unlink()
    path_in(home).symlink_to("../../elsewhere")
    wrapped(home)
    check(path_in(home).is_symlink() and file.is_file() and len(entries(home)) == 1, "the link, and a new file behind it")


@test
def a_part_that_is_complete_gives_way_to_what_earlier_runs_say(home):
    script(home, "job", "for n in 1 2 3; do echo [$n/3] step; sleep 0.1; done; sleep 4")
    command = f"XDG_STATE_HOME={home / 'state'} hud-demo --grace 0 --leave nothing --progress auto --label WORKING -- ./job"
    screen = Screen(home)
    for _ in range(2):
        screen.command(command)
        screen.wait_for("100% 3/3")
        if path_in(home).exists():
            wait_until(lambda: re.search(r"WORKING ▕.*▏ +[5-9]\d% 0:0", "\n".join(screen.lines())), lambda: f"the whole job: {screen.lines()}")
        wait_until(lambda: not screen.shows("▕"), "the end")
    check(entries(home), "no run was recorded")


@test
def a_pipe_in_place_of_the_history_does_not_block(home):
    path_in(home).parent.mkdir(parents=True)
    os.mkfifo(path_in(home))
    received, status = wrapped(home)
    equal(status, 0, "status")
    equal(len(entries(home)), 1, "entries: it was replaced")


@test
def the_history_is_bounded(home):
    keep(home, HEADER + b"".join(b"%016x 100000000 100000000 100000000 100000000 100000000\n" % number for number in range(500)))
    wrapped(home)
    kept = entries(home)
    equal((len(kept), "%016x" % 0 in kept, "%016x" % 1 in kept), (500, False, True), "entries; the oldest has gone")
    check(path_in(home).stat().st_size <= 65536, "size")
    for _ in range(7):
        wrapped(home, seconds="0.02")
    equal(max(len(durations) for durations in entries(home).values()), 5, "durations of one command")


@test
def concurrent_runs_lose_no_entry_of_the_history(home):
    processes = []
    for number in range(20):
        processes.append(started(launcher() + hud("--style plain --grace 0 -- sh -c", "sleep 0.5", str(number)), cwd=home, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL, XDG_STATE_HOME=home / "state"))
    for process in processes:
        equal(process.wait(30), 0, "status")
    equal(len(entries(home)), 20, "entries")
    equal(os.listdir(path_in(home).parent), ["history"], "files")

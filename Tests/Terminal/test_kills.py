"""Kills hud-demo, its job, the leader between them, or the terminal at two hundred random moments, and checks what is left."""

import json
import os
import re
import signal
import sys
import termios
import time
from pathlib import Path

from harness import (DEADLINE, Gate, Screen, Terminal, check, equal, fail, hud, in_shell, marked, seeded, shown, test, test_each, wait_for_end,
                     wait_until)

ROUNDS = int(os.environ.get("HUD_KILLS") or 20)
LABEL = "WORKING"

# The victims and the signals.
WRAPPER = ["TERM", "INT", "HUP", "QUIT", "USR1", "SEGV", "ABRT", "KILL", "KILL"]
JOB = ["TERM", "INT", "HUP", "QUIT", "USR1", "USR2", "PIPE", "ALRM", "SEGV", "ABRT", "FPE", "BUS", "SYS", "XCPU", "KILL", "KILL", "RTMIN"]
# hud-demo does not pass these on: it ends, and the job with it.
ITS_OWN = ["SEGV", "ABRT", "KILL"]

# Jobs by situation. Each first writes its own process number and that of its parent.
WHO = "echo $$ >process-new; ps -o ppid= -p $$ >leader; mv process-new process"
JOBS = {
    "output in floods": f"{WHO}; exec yes 'one line of a great many'",
    "a question": f"{WHO}; printf 'above\\nName? '; read word",
    "a bar of its own": f"{WHO}; while :; do for i in 1 2 3 4 5 6 7 8 9; do printf '\\r%d%%' $i; sleep 0.02; done; done",
    "echo off": f"{WHO}; stty -echo; printf 'Password: '; read word",
    # Like an editor, it cleans up if it can.
    "the alternate screen": f"was=$(stty -g); {WHO}; trap 'stty $was; printf \"\\033[r\\033[?7h\\033[?25h\\033[?1049l\"; exit 3' "
                            "TERM INT HUP QUIT USR1 USR2; stty raw -echo; printf '\\033[?1049h\\033[?25l\\033[?7l\\033[3;20r\\033[H~'; "
                            "while :; do sleep 0.02; printf '\\033[5;5Htext'; done",
    "the grace time": f"{WHO}; printf 'half a line'; exec sleep 600",
    "the minimum show time": f"{WHO}; sleep 0.05; exit 5",
    "a bezel": f"{WHO}; while :; do echo behind; sleep 0.02; done",
    "stopped": f"{WHO}; echo above; exec sleep 600"}
OPTIONS = {"the grace time": "--grace 60", "the minimum show time": "--grace 0 --min-show 60",
           "a bezel": "--grace 0 --style bezel --animation 0.1"}
CLEANS_UP = ["TERM", "INT", "HUP", "QUIT", "USR1", "USR2"]

# Runs hud-demo, records its exit status, and waits. It replaces the shell, because an interactive shell would restore the terminal itself.
KEEPER = """
import json, os, signal, sys, time
mark, command = json.load(open("round"))
os.write(1, b"\\x1b[?1049l\\x1bc\\x1b[3J")
# hud-demo is a child, so that a signal can be sent to it alone. Signals of the terminal go to the whole process group.
process = os.fork()
if process == 0:
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    # Written first, so that it can be killed at any moment.
    with open("wrapper-new", "w") as file:
        print(os.getpid(), file=file)
    os.rename("wrapper-new", "wrapper")
    os.execve(command[0], command, dict(os.environ, HUD_MARK=mark))
while True:
    try:
        status = os.waitpid(process, 0)[1]
        break
    except InterruptedError:
        pass
with open("status-new", "w") as file:
    print(os.waitstatus_to_exitcode(status), file=file)
os.rename("status-new", "status")
while not os.path.exists("go"):
    time.sleep(0.01)
"""


def number(path):
    """The number in a file, or None if there is none yet."""
    try:
        return int(path.read_text())
    except FileNotFoundError:
        return None


def command_lines(processes):
    lines = []
    for process in processes:
        try:
            lines.append(f"{process} " + Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            pass
    return lines


def settings_of(path):
    terminal = os.open(path, os.O_RDWR | os.O_NOCTTY)
    try:
        settings = termios.tcgetattr(terminal)
        # PENDIN: set and cleared by the terminal driver itself.
        settings[3] &= ~termios.PENDIN
        return settings
    finally:
        os.close(terminal)


def is_our_program(process):
    """Whether a process has already executed hud-demo."""
    try:
        return os.path.samefile(f"/proc/{process}/exe", hud()[0])
    except OSError:
        return False


def kill(process, name):
    try:
        os.kill(process, getattr(signal, "SIG" + name))
    except ProcessLookupError:
        pass


class Round:
    """One hud-demo with a job, and the kill. All random choices are made before it starts."""

    def __init__(self, draw, home, situation, mark):
        self.home, self.situation, self.mark = home, situation, mark
        self.victim = draw.choices(["hud-demo", "the job", "the leader", "both"], [6, 4, 2, 3])[0]
        if situation == "the minimum show time":
            self.victim = "hud-demo"
        self.wrapper_signal, self.job_signal = draw.choice(WRAPPER), draw.choice(JOB)
        # During start-up, or while everything is running.
        self.is_early = self.victim == "hud-demo" and draw.random() < 0.3 and situation != "the minimum show time"
        self.pause = draw.random() * (0.08 if self.is_early else 0.3)
        self.order = draw.sample([0, 1], 2)
        self.style = draw.choice(["before", "while stopped", "after"])
        for name in ("round", "wrapper", "status", "process", "leader", "go"):
            self.path(name).unlink(missing_ok=True)

    def path(self, name):
        return self.home / name

    def __str__(self):
        by = {"hud-demo": self.wrapper_signal, "the job": self.job_signal, "the leader": "KILL",
              "both": f"{self.wrapper_signal} and {self.job_signal}, {self.order}"}[self.victim]
        when = f"{self.pause * 1000:.0f} ms after {'its start' if self.is_early else 'the job is there'}"
        return f"{self.victim} killed by {by}, {when}, {self.style} a stop if there is one; {self.situation}; {self.mark}"

    @property
    def command(self):
        return hud(f"--leave nothing --label {LABEL} {OPTIONS.get(self.situation, '--grace 0')} -- sh -c", JOBS[self.situation])

    def strike(self):
        """Waits for the moment, and kills."""
        wrapper = wait_until(lambda: number(self.path("wrapper")), "hud-demo's process")
        if not self.is_early:
            self.wait_for_job()
        time.sleep(self.pause)
        blows = []
        if self.victim in ("hud-demo", "both"):
            blows.append((wrapper, self.wrapper_signal))
        if self.victim in ("the job", "both"):
            blows.append((number(self.path("process")), self.job_signal))
        if self.victim == "the leader":
            blows.append((number(self.path("leader")), "KILL"))
        for index in self.order[:len(blows)] if len(blows) == 2 else [0]:
            kill(*blows[index])

    def wait_for_job(self):
        job = wait_until(lambda: number(self.path("process")), "the job")
        if self.situation == "the minimum show time":
            wait_for_end(job)

    def right_statuses(self):
        """The valid exit statuses of hud-demo."""

        def by_job(name):
            cleans_up = self.situation == "the alternate screen" and name in CLEANS_UP
            return 3 if cleans_up else -getattr(signal, "SIG" + name)

        own = [-getattr(signal, "SIG" + self.wrapper_signal)]
        if self.wrapper_signal not in ITS_OWN:
            own = [5] if self.situation == "the minimum show time" else [by_job(self.wrapper_signal)]
            # Before the job has set its trap, or hud-demo has caught the signal, the default action applies.
            if self.is_early:
                own.append(-getattr(signal, "SIG" + self.wrapper_signal))
        return {"hud-demo": own, "the job": [by_job(self.job_signal)], "the leader": [-signal.SIGKILL],
                "both": own + [by_job(self.job_signal)]}[self.victim]

    @property
    def leaves_what_job_drew(self):
        """Whether the job may have left the alternate screen: it was killed without time to clean up, or it was told of hud-demo's
        end when its terminal was already gone."""
        if self.situation != "the alternate screen":
            return False
        return (self.victim == "the leader" or (self.victim in ("the job", "both") and self.job_signal not in CLEANS_UP)
                or (self.victim in ("hud-demo", "both") and (self.wrapper_signal in ITS_OWN or self.is_early)) or self.victim == "both")


# ---- In a terminal emulator, with a shell ----


def prompt_of(lines):
    """The number of the last prompt on the screen; 0 if there is none. Parts of the HUD may be left around it."""
    return max((int(number) for line in lines for number in re.findall(r"\[(\d+)\]\$", line)), default=0)


def stop_and_go_on(screen, this):
    """^Z and fg, with the kill before, between or after. The prompt of the shell shows the stop, unless hud-demo had ended before."""
    wait_until(lambda: number(this.path("process")), "the job")
    if this.style == "before":
        screen.press("C-z")
        this.strike()
    else:
        screen.press("C-z")
        wait_until(lambda: prompt_of(screen.lines()), "a prompt")
        if this.style == "while stopped":
            this.strike()
    answered = 0
    if this.style == "after":
        answered = prompt_of(screen.lines())
        screen.enter("fg")
        this.strike()

    def has_ended():
        nonlocal answered
        if number(this.path("status")) is not None:
            return True
        # Stopped, so it was not told that hud-demo ended.
        prompt = prompt_of(screen.lines())
        if prompt > answered:
            answered = prompt
            screen.enter("fg")
        return False

    wait_until(has_ended, f"hud-demo's end: {this}")


def state_of_screen(screen):
    names = ["cursor_flag", "wrap_flag", "alternate_on", "scroll_region_upper", "scroll_region_lower", "origin_flag", "insert_flag"]
    return dict(zip(names, screen.values(*names)))


RIGHT = {"cursor_flag": "1", "wrap_flag": "1", "alternate_on": "0", "scroll_region_upper": "0", "scroll_region_lower": "23",
         "origin_flag": "0", "insert_flag": "0"}


def is_all_right_after(screen, this, before):
    tty = screen.value("pane_tty")
    status = wait_until(lambda: (number(this.path("status")),) if this.path("status").exists() else None,
                        f"hud-demo's end: {this}")[0]
    check(status in this.right_statuses(), f"the status is {status}, and not one of {this.right_statuses()}: {this}")
    wait_until(lambda: not marked(this.mark), lambda: f"the end of {command_lines(marked(this.mark))}: {this}")
    wait_until(lambda: settings_of(tty) == before,
               lambda: f"the terminal's settings as they were: {this}\nbefore {before}\nnow    {settings_of(tty)}")
    if not this.leaves_what_job_drew:
        wait_until(lambda: state_of_screen(screen) == RIGHT, lambda: f"the terminal's modes as they were: {this}: {state_of_screen(screen)}")
    # The leader, which has ended, has taken the rows off after SIGKILL.
    check(not any(LABEL in line for line in screen.history()), f"the HUD is left: {this}: {shown(screen.history())}")


def the_shell_is_well(screen, this, count):
    """Checks that the prompt is back, that input is echoed, and that commands run."""
    last = prompt_of(screen.lines())
    this.path("go").touch()
    wait_until(lambda: prompt_of(screen.lines()) > last, f"the prompt: {this}")
    prompt = prompt_of(screen.lines())
    screen.enter(f"echo alive $(({count} + 1000))")
    wait_until(lambda: any(line.startswith(f"alive {count + 1000}") for line in screen.lines()) and prompt_of(screen.lines()) > prompt,
               f"what the shell is told to say: {this}")
    check(screen.shows(f"[{prompt}]$ echo alive $(({count} + 1000))"),
          f"what was typed is not echoed: {this}: {shown(screen.lines())}")


@test_each(JOBS)
def a_kill_at_any_moment_restores_the_terminal_and_leaves_no_process(home, situation):
    draw, seed = seeded()
    (home / "keeper.py").write_text(KEEPER)
    screen = Screen(home).carry_out(f"export SWIFT_BACKTRACE=enable=no XDG_STATE_HOME=/dev/null; ulimit -c 0; stty -g >/dev/null")
    # Measured by a command, because the shell changes the settings while it edits a line.
    before = None
    for count in range(ROUNDS):
        this = Round(draw, home, situation, f"{home.name}-{count}")
        with open(this.path("round.new"), "w") as file:
            json.dump([this.mark, this.command], file)
        os.rename(this.path("round.new"), this.path("round"))
        try:
            if before is None:
                # Not ended by a key, which bash would take for itself if it came before the command has the foreground.
                gate = Gate(home, "measured")
                screen.command(gate.wait)
                wait_until(lambda: settings_of(screen.value("pane_tty"))[3] & termios.ECHO, "the settings that a command finds")
                before = settings_of(screen.value("pane_tty"))
                last = prompt_of(screen.lines())
                gate.open()
                wait_until(lambda: prompt_of(screen.lines()) > last, "the prompt")
            screen.enter(f"{sys.executable} -I -S keeper.py")
            if situation == "stopped":
                stop_and_go_on(screen, this)
            else:
                this.strike()
            is_all_right_after(screen, this, before)
            the_shell_is_well(screen, this, count)
        except Exception as failure:
            fail(f"{seed}, round {count}: {failure}")


# ---- During start-up ----


def wait_at_once(condition):
    """Waits in a busy loop."""
    end = time.monotonic() + DEADLINE
    while not (value := condition()):
        check(time.monotonic() < end, "waited in vain")
    return value


@test
def a_kill_during_start_up_leaves_the_terminals_settings_as_they_were(home):
    draw, seed = seeded()
    for count in range(2 * ROUNDS):
        pause, mark = draw.random() * 0.025, f"{home.name}-first-{count}"
        terminal = Terminal(in_shell('"$@"; read word', *hud("--grace 0 -- sleep 600")), HUD_MARK=mark)
        before = terminal.settings

        def wrapper():
            children = Path(f"/proc/{terminal.process.pid}/task/{terminal.process.pid}/children").read_text().split()
            return bool(children) and is_our_program(children[0]) and int(children[0])

        process = wait_until(wrapper, "hud-demo") if count % 2 else wait_at_once(wrapper)
        if count % 2:
            time.sleep(pause)
        else:
            # The moment in which it changes the settings.
            wait_at_once(lambda: termios.tcgetattr(terminal.master)[3] & termios.ICANON == 0)
        os.kill(process, signal.SIGKILL)
        wait_until(lambda: len(marked(mark)) == 1, lambda: f"the end of {command_lines(marked(mark))}: {seed}, round {count}")
        after = f"after {pause * 1000:.1f} ms" if count % 2 else "once the terminal is raw"
        equal(str(termios.tcgetattr(terminal.master)), str(before), f"settings, killed {after}: {seed}, round {count}")
        terminal.hang_up()
        terminal.process.wait()


# ---- The terminal itself ----


@test_each([("first half", 0), ("second half", 1)])
def a_hangup_at_any_moment_ends_every_process(home, half):
    draw, seed = seeded()
    for count in range(ROUNDS // 2):
        this = Round(draw, home, draw.choice([name for name in JOBS if name not in ("stopped", "the minimum show time")]),
                     f"{home.name}-{half}-{count}")
        terminal = Terminal(this.command, cwd=home, HUD_MARK=this.mark, SWIFT_BACKTRACE="enable=no")
        if this.is_early:
            wait_until(lambda: is_our_program(terminal.process.pid), "hud-demo")
        else:
            this.wait_for_job()
        time.sleep(this.pause)
        terminal.hang_up()
        status = wait_until(lambda: terminal.process.poll() is not None and (terminal.process.returncode,),
                            lambda: f"hud-demo's end: {seed}, round {count}, {this}")[0]
        ends = [3] if this.situation == "the alternate screen" else []
        check(status in [-signal.SIGHUP, *ends], f"the status is {status}: {seed}, round {count}, {this}")
        wait_until(lambda: not marked(this.mark), lambda: f"the end of {command_lines(marked(this.mark))}: {seed}, round {count}, {this}")

"""Jobs with children that ^Z stops, alone and in pipelines: however they are continued, all their processes go on, and ^C is heard."""

import os
import random
import signal
import time
from pathlib import Path

from harness import Terminal, hud, is_running, marked, number_in, parent_of, script, shown, state_of, test_each, type_until, wait_until
from test_kills import command_lines

# What the interactive shells print before a command.
PROMPT = b"ready> "
SHELLS = [("bash", ["bash", "--norc", "--noprofile", "-i"]), ("zsh", ["zsh", "-f", "-i"]), ("dash", ["dash", "-i"])]

# A beat is a byte in the file of that name, so that a silent job can be seen to run. Each loop waits for `sleep`, its child. A shell starts those in
# the background with SIGINT ignored, so they end with the first.
BEATS = "beat() { while [ ! -e over ]; do printf . >>$1; $2; sleep 0.05; done; }\ntrap 'touch over; exit 1' INT\necho $$ >process.new\nmv process.new process\n"
JOBS = {"prints": BEATS + "beat beats 'echo out'", "is silent": BEATS + "beat beats :",
        "has children": BEATS + "beat child : &\nbeat other : &\nbeat beats 'echo out'"}

# By name: the job, the options, and what follows the command.
LINES = [("prints", "prints", "", ""), ("prints to a reader", "prints", "--grace 0", "| cat"),
         ("is silent before a reader", "is silent", "--grace 0", "| tail -n 2"),
         ("has children before a reader", "has children", "--grace 0", "| tail -n 2"), ("has children", "has children", "--grace 0", ""),
         ("before a pager", "prints", "--grace 0", "| ./pager"), ("has its errors elsewhere", "prints", "--grace 0", "2>/dev/null | cat"),
         ("off", "has children", "--style off", "| cat"), ("plain", "has children", "--style plain", "| cat"),
         ("plain, alone", "has children", "--style plain", "")]


class Beats:
    """The loops of a job, each with its file."""

    def __init__(self, home, job):
        self.paths = [home / name for name in ("beats", "child", "other") if f"beat {name} " in JOBS[job]]

    @property
    def counts(self):
        return [path.stat().st_size if path.exists() else 0 for path in self.paths]

    def go_on(self, when, terminal):
        before = self.counts
        wait_until(lambda: all(now > then + 1 for now, then in zip(self.counts, before)),
                   lambda: f"all loops going on {when}: {before}, {self.counts}; {shown(terminal.received)}")

    def stand_still(self):
        return wait_until(self.are_still, lambda: f"the stop of all loops: {self.counts}")

    def are_still(self):
        before = self.counts
        time.sleep(0.2)
        return self.counts == before


def hud_of(job):
    """The process of hud-demo above a job; the leader of the job's session, if there is one, has another name."""
    process = parent_of(job)
    return parent_of(process) if Path(f"/proc/{process}/comm").read_text().strip() == "hud-demo: job" else process


class Shell(Terminal):
    """An interactive shell that is asked for a prompt with a number, because a shell's own can't be told apart."""

    def __init__(self, command, home):
        super().__init__(command, cwd=home, PS1=PROMPT.decode(), PROMPT=PROMPT.decode(), HISTFILE=None, ENV=None, HUD_MARK=home)
        self.wait_for(PROMPT)
        self.count = 0

    def has_the_terminal(self):
        """Waits until the shell carries out commands."""
        self.count += 1
        # Another ^Z that comes when hud-demo has stopped already has the terminal drop what was typed.
        answer = b"atprompt %d\r\n" % self.count
        type_until(self, f" echo at''prompt {self.count}\r", lambda: answer in self.received, "the prompt")


@test_each([(f"{name}, {shell}", command, *line) for shell, command in SHELLS for name, *line in LINES])
def a_stopped_job_is_continued_with_all_its_processes(home, shell, job, options, rest):
    terminal = Shell(shell, home)
    script(home, "job", JOBS[job])
    script(home, "pager", "echo $$ >reader; exec less")
    beats = Beats(home, job)
    terminal.type(" ".join(hud(options + " -- bash ./job")) + f" {rest}; echo over''now\r")
    process = number_in(home / "process")
    beats.go_on("at first", terminal)

    def stop():
        # Keys that are typed before hud-demo has stopped would be the job's.
        type_until(terminal, "\x1a", lambda: state_of(hud_of(process)) == "T", "the stop of hud-demo")
        beats.stand_still()
        terminal.has_the_terminal()

    stop()
    terminal.type("fg\r")
    beats.go_on("after fg", terminal)
    stop()
    # In the background, less changes the settings of the terminal, which stops the whole process group. Later it has those of the shell.
    if "pager" not in rest:
        terminal.type("bg\r")
        beats.go_on("after bg", terminal)
        terminal.type("fg\r")
        beats.go_on("after bg and fg", terminal)
        stop()
    os.kill(hud_of(process), signal.SIGCONT)
    beats.go_on("after a SIGCONT for hud-demo", terminal)
    if "pager" not in rest:
        terminal.type("kill -CONT %1\r")
        terminal.has_the_terminal()
        terminal.type("fg\r")
        beats.go_on("after kill -CONT and fg", terminal)
    else:
        terminal.type("fg\r")
        beats.go_on("after a SIGCONT and fg", terminal)
    terminal.type("\x03")
    wait_until(lambda: state_of(process) in ("", "Z"), "the end of the job by ^C")
    if "pager" in rest:
        type_until(terminal, "q", lambda: not is_running(number_in(home / "reader")), "the end of less")
    terminal.has_the_terminal()
    beats.stand_still()
    terminal.hang_up()
    wait_until(lambda: not marked(home), lambda: f"the end of {command_lines(marked(home))}")
    terminal.process.wait()


@test_each([("in a session", "--grace 60"), ("in a session with its HUD", "--grace 0"), ("in our group", "--style off")])
def a_shell_that_starts_programs_goes_on_after_each_SIGTSTP_and_SIGCONT_for_hud_demo(home, options):
    # A child that stops before it is another program holds up its parent, which has not stopped itself.
    script(home, "job", "echo $$ >process.new; mv process.new process; while [ ! -e over ]; do printf . >>beats; env true; done")
    terminal = Shell(dict(SHELLS)["bash"], home)
    terminal.type(" ".join(hud(options + " -- ./job")) + "\r")
    process = hud_of(number_in(home / "process"))
    beats = home / "beats"
    chance = random.Random(1)
    for pair in range(40):
        os.kill(process, signal.SIGTSTP)
        time.sleep(0.004 * chance.random())
        os.kill(process, signal.SIGCONT)
        time.sleep(0.01 * chance.random())
        before = beats.stat().st_size
        wait_until(lambda: beats.stat().st_size > before, lambda: f"the job going on after {pair + 1}; {shown(terminal.received)}")
    (home / "over").touch()
    wait_until(lambda: not is_running(process), "the end of hud-demo")
    terminal.has_the_terminal()
    terminal.hang_up()
    terminal.process.wait()

"""Shared by the benchmarks: running a command on a pseudo-terminal, and printing figures."""

import fcntl
import os
import pty
import resource
import shutil
import struct
import subprocess
import termios
import time
from typing import NamedTuple, Optional


class Run(NamedTuple):
    """The result of a command on a terminal."""

    seconds: float
    #: Of the command and the children that it has waited for.
    cpu: float
    #: The peak memory of the command itself.
    megabytes: float
    bytes: int


# Without a history, so that every run draws the same.
ENVIRONMENT = dict(os.environ, TERM="xterm-256color", LC_ALL="C.UTF-8", XDG_STATE_HOME="/dev/null")


def megabytes(process):
    """The peak memory of a process itself. The figure of wait4 includes the parent's memory before exec."""
    try:
        with open(f"/proc/{process}/status", encoding="ascii") as file:
            return next((int(line.split()[1]) / 1000 for line in file if line.startswith("VmHWM")), 0)
    except OSError:
        return 0


def on_terminal(command):
    """Runs a command on a pseudo-terminal of 80 columns and 24 rows, which reads everything at once."""
    master, slave = pty.openpty()
    terminal = os.ttyname(slave)
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    begin = time.perf_counter()
    # posix_spawn, because the CPU time of a forked interpreter would count. The first terminal that a session leader opens becomes its controlling terminal.
    actions = [(os.POSIX_SPAWN_OPEN, 0, terminal, os.O_RDWR, 0), (os.POSIX_SPAWN_DUP2, 0, 1), (os.POSIX_SPAWN_DUP2, 0, 2)]
    program = shutil.which(command[0]) or command[0]
    process = os.posix_spawn(program, command, ENVIRONMENT, file_actions=actions, setsid=True)
    os.close(slave)
    received, reads, peak = 0, 0, 0
    while True:
        try:
            received += len(os.read(master, 65536))
        except OSError:
            break
        if reads % 1000 < 100:
            peak = max(peak, megabytes(process))
        reads += 1
    usage = os.wait4(process, 0)[2]
    seconds = time.perf_counter() - begin
    os.close(master)
    return Run(seconds, usage.ru_utime + usage.ru_stime, peak, received)


def in_turn(commands, rounds):
    """Runs commands several times. They take turns, so that a slower period of the machine affects all of them."""
    runs = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            runs[name].append(on_terminal(command))
    return runs


class Cost(NamedTuple):
    """What a build takes, in seconds: of time, and of CPU time."""

    seconds: float
    cpu: float


def cost(command, log, folder=None) -> Optional[Cost]:
    """Runs a command, and returns what it and its children have cost; None if it fails."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with open(log, "w", encoding="utf-8") as output:
        status = subprocess.run(command, cwd=folder, stdout=output, stderr=subprocess.STDOUT, check=False).returncode
    after, seconds = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - begin
    return None if status else Cost(seconds, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def median(values):
    return sorted(values)[len(values) // 2]


def row(name, text):
    print(f"{name:<46}{text}".rstrip(), flush=True)

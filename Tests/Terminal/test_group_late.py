"""What becomes of a group's output while its reader does not read, and at the end of the group."""

import os
import subprocess
import time

from harness import check, environment, equal, hud, test, test_each


def group(*words):
    return hud("group", "--no-history", "--style", "off", *words)


def held(process):
    """The space of the files without a name that a process has open, and its resident memory, in bytes."""
    folder = f"/proc/{process.pid}/fd"
    files = set()
    for name in os.listdir(folder):
        try:
            if os.readlink(f"{folder}/{name}").endswith("(deleted)"):
                status = os.stat(f"{folder}/{name}")
                files.add((status.st_ino, status.st_blocks * 512))
        except FileNotFoundError:
            pass
    pages = int(open(f"/proc/{process.pid}/statm").read().split()[1])
    return sum(size for _, size in files), pages * os.sysconf("SC_PAGE_SIZE")


@test_each([("prefix", "prefix"), ("keep-order", "keep-order")])
def a_flood_waits_in_its_pipe_while_nothing_reads(home, mode):
    size = 50_000_000
    process = subprocess.Popen(group("-j2", "--output", mode, "--", "sh", "-c", f"yes line | head -c {size}", "x", ":::", "1"), env=environment(),
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    time.sleep(1)
    before = held(process)
    time.sleep(3)
    after = held(process)
    check(after[0] < 2_000_000 and after[1] < before[1] + 2_000_000, f"held before and after: {before}, {after}")
    count = 0
    while piece := process.stdout.read(1 << 16):
        count += piece.count(b"line\n")
    equal((count, process.wait(60)), (size // 5, 0), "lines and status")


@test
def a_job_that_has_ended_keeps_its_turn_while_its_reader_does_not_read(home):
    job = "case $1 in a) seq 1 300000;; b) echo B;; esac"
    process = subprocess.Popen(group("-j2", "--drain", "0.2", "--output", "keep-order", "--", "sh", "-c", job, "x", ":::", "a", "b"), env=environment(),
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    time.sleep(2)
    lines = process.stdout.read().split(b"\n")
    equal((lines, process.wait(60)), ([b"%d" % number for number in range(1, 300001)] + [b"B", b""], 0), "lines and status")


@test
def what_comes_while_the_group_ends_is_not_lost(home):
    rounds = 400
    job = f"case $1 in a) (sleep 0.5; for i in $(seq {rounds}); do seq 1 2000; sleep 0.005; done) & echo early;; b) sleep 1;; esac"
    process = subprocess.Popen(group("-j2", "--drain", "0.1", "--output", "group", "--", "sh", "-c", job, "x", ":::", "a", "b"), env=environment(),
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    time.sleep(2)
    pieces = []
    while piece := os.read(process.stdout.fileno(), 1 << 14):
        pieces.append(piece)
        time.sleep(0.012)
    lines = b"".join(pieces).split(b"\n")
    equal((lines[0], lines[-1], process.wait(60)), (b"early", b"", 0), "the first line, the end and the status")
    numbers = [line.removeprefix(b"a: ") for line in lines[1:-1]]
    check(numbers == [b"%d" % number for number in range(1, 2001)] * rounds, f"{len(numbers)} lines of {2000 * rounds}, or another order")

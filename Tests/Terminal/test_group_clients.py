"""Many programs under one group: together they never run more commands than the group has slots, and their output takes no memory."""

import os
import re
import shutil
import subprocess

from harness import Gate, Terminal, check, ended, equal, group, peak_of, run, script, test, test_each, wait_until
from test_group import build_folders, counts

# Counts a command while it runs, without waiting for others.
WRAPPER = """mkdir -p {home}/now; touch {home}/now/$$; ls {home}/now | wc -l >>{home}/counts
"$@"; status=$?
rm {home}/now/$$; exit $status"""


def ninja_folder(home):
    """A folder in which ninja runs six commands; None without a ninja that takes tokens, which 1.13 is the first to do."""
    program = shutil.which("ninja")
    if not program:
        return None
    version = re.match(r"(\d+)\.(\d+)", subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True).stdout)
    if not version or tuple(map(int, version.groups())) < (1, 13):
        return None
    (home / "real-ninja").mkdir()
    (home / "real-ninja" / "build.ninja").write_text("rule one\n  command = ../one && touch $out\n" + "".join(f"build {number}: one\n" for number in range(6)))
    return "real-ninja"


def cargo_folder(home):
    """A folder in which cargo compiles four crates that depend on nothing; None without cargo and a compiler."""
    try:
        for program in ("cargo", "rustc"):
            subprocess.run([program, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    names = [f"part{number}" for number in range(4)]
    for name in names:
        os.makedirs(home / "cargo" / name / "src")
        (home / "cargo" / name / "Cargo.toml").write_text(f'[package]\nname = "{name}"\nversion = "0.1.0"\n')
        (home / "cargo" / name / "src" / "lib.rs").touch()
    (home / "cargo" / "Cargo.toml").write_text(f"[workspace]\nmembers = {names}\n".replace("'", '"'))
    return "cargo"


# ---- Slots ----


@test
def make_ninja_and_cargo_never_run_more_than_the_slots_together(home):
    # Two makes, two clients of the named pipe that take tokens as ninja does, three commands of the group's own, and what is installed.
    build_folders(home)
    script(home, "wrapper", WRAPPER.format(home=home))
    jobs = ["make -C a", "./ninja", "make -C b", "./one", "./ninja", "./one", "./one"]
    expected = 4 * 6 + 3
    ninja, cargo = ninja_folder(home), cargo_folder(home)
    if ninja:
        jobs.insert(1, f"ninja -C {ninja}")
        expected += 6
    if cargo:
        jobs.insert(2, f"cargo check --quiet --offline --manifest-path {cargo}/Cargo.toml")
    (home / "jobs").write_text("\n".join(jobs) + "\n")
    result = run(group("-j4 --style off --output group --joblog log --file jobs"), cwd=home, TMPDIR=home,
                 RUSTC_WRAPPER=home / "wrapper", CARGO_HOME=home / "cargo-home", CARGO_BUILD_JOBS=None,
                 RUSTUP_HOME=os.environ.get("RUSTUP_HOME", os.path.expanduser("~/.rustup")))
    ended(result, 0)
    seen = counts(home)
    if cargo:
        # The crates, and the questions for the compiler's version.
        check(len(seen) >= expected + 4, f"{len(seen)} commands")
    else:
        equal(len(seen), expected, "commands")
    check(3 <= max(seen) <= 4, f"{max(seen)} at once")
    equal([name for name in os.listdir(home) if name.startswith("hud-demo.")], [], "what is left of the jobserver")


# A make that says its version when a file is there, and what it was offered when it is run.
MAKE = """if [ "$1" != --version ]; then echo "$MAKEFLAGS"; exit; fi
for i in $(seq 75); do test -e quick && echo "{version}" && exit; sleep 0.02; done
touch held"""


@test_each([("old", "GNU Make 4.3", rb" -j2 --jobserver-auth=\d+,\d+\n"), ("new", "GNU Make 4.4", rb" -j2 --jobserver-auth=fifo:.*\n"),
            ("oldest", "GNU Make 3.81", rb" -j --jobserver-fds=\d+,\d+\n"),
            ("without a number", "GNU Make ", rb" -j2 --jobserver-auth=fifo:.*\n"), ("mute", "", rb" -j2 --jobserver-auth=fifo:.*\n")])
def other_jobs_start_while_a_make_is_asked_for_its_version(home, version, flags):
    script(home, "make", MAKE.format(version=version))
    script(home, "jobs", "./make\ntouch quick\n./make\n")
    result = ended(run(group("-j2 --style off --output group --file jobs"), cwd=home, MAKEFLAGS=None), 0, stderr=b"")
    check(re.fullmatch(2 * flags, result.stdout), result.stdout)
    check(not (home / "held").exists(), "the other job waits for the version")


# ---- Output ----


@test_each(["failure", "group", "keep-order", "prefix", "hide"])
def the_output_of_many_jobs_takes_no_memory(home, mode):
    begin, end = Gate(home, "begin"), Gate(home, "end")
    line, lines, names = "a line of output, as long as a line is apt to be in a log of some length", 130_000, "abcdefgh"
    script(home, "job", f"case $1 in z) {end.wait};; *) touch begun.$1; {begin.wait}; yes '{line}' | head -n {lines};; esac\n"
           + ("exit 1" if mode == "failure" else ""))
    with open(home / "out", "wb") as out:
        terminal = Terminal(group(f"-j4 --grace 0 --row-grace 0 --joblog log --output {mode} -- sh -c", "./job {}", ":::", *names, "z"),
                            cwd=home, stdout=out)

        wait_until(lambda: all((home / f"begun.{name}").exists() for name in names[:4]), "four jobs")
        before = peak_of(terminal.process.pid)
        begin.open()
        size = len(names) * lines * (len(line) + 1 + (len("a: ") if mode == "prefix" else 0))
        # Only the last job runs, and all output of the others is there. The log has a line of titles.
        log = home / "log"
        wait_until(lambda: log.read_bytes().count(b"\n") == 1 + len(names), "the end of the jobs", 60)
        wait_until(lambda: (home / "out").stat().st_size == (0 if mode == "hide" else size),
                   lambda: f"{size} bytes; {(home / 'out').stat().st_size} have come", 60)
        grown = peak_of(terminal.process.pid) - before
        end.open()
        terminal.ends(1 if mode == "failure" else 0)
    # The end of each running job's output is kept for a pager, in a megabyte at most.
    check(grown < 4 * 1024 + 2000, f"{grown} kB more than before {size // 1000} kB of output")

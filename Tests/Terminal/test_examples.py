"""The programs in Examples, in a terminal."""

import os
import re
import shlex
import threading

import harness
from harness import Gate, Screen, check, ended, equal, run, serving, shown, test, test_each, wait_until


def example(name, *words):
    path = os.path.join(harness.EXAMPLES, name + "-example")
    check(os.access(path, os.X_OK), f"no program: {path}; build it with make examples")
    return [path, *map(str, words)]


def start(home, name, *words, **options):
    screen = Screen(home, **options).command("clear; " + shlex.join(example(name, *words)))
    return screen


def fnv1a(bytes):
    sum = 0xCBF29CE484222325
    for byte in bytes:
        sum = ((sum ^ byte) * 0x100000001B3) % (1 << 64)
    return f"{sum:x}"


@test
def the_checksummer_prints_checksums_and_tells_which_files_it_skips(home):
    contents = {"one": b"one\n" * 1000, "two": b"", "three": bytes(range(256)) * 300}
    for name, content in contents.items():
        (home / name).write_bytes(content)
    result = ended(run(example("checksum", "one", "nothing", "two", "three"), cwd=home), 0)
    equal(result.stdout.decode().splitlines(), [f"{fnv1a(content)} {home}/{name}" for name, content in contents.items()], "checksums")
    equal(result.stderr.decode(), f"skipped {home}/nothing\n", "what it says")


@test
def control_c_ends_the_checksummer_and_gives_the_terminal_back(home):
    screen = start(home, "checksum", "/dev/zero")
    screen.wait_for("Checksums")
    screen.wait_for("zero")
    screen.leave("C-c")
    check(not screen.shows("Checksums"))
    screen.check_cursor()
    screen.check_status(130)


@test
def the_downloader_has_a_row_for_each_file_and_leaves_a_line_for_each(home):
    gate = threading.Event()

    def halves(path):
        half = path[1:2].encode() * 100_000
        yield half
        gate.wait()
        yield half

    with serving(lambda path: (200, 200_000, halves(path))) as address:
        try:
            screen = start(home, "download", address + "/a.bin", address + "/b.bin")
            for name in ("a.bin", "b.bin"):
                screen.wait_for(name + " ▕")
            wait_until(lambda: sum("50%" in line for line in screen.lines()) == 2, "half of both")
        finally:
            gate.set()
        screen.wait_for_prompt()
    lines = sorted(re.sub(r" \S+ s$", "", line) for line in screen.lines()[:-1])
    equal(lines, ["✓ a.bin", "✓ b.bin"], "what is left")
    for name in ("a", "b"):
        check((home / (name + ".bin")).read_bytes() == name.encode() * 200_000, f"other bytes in {name}.bin")


# The path `/` is left out: a program that took its name for that of a file would delete the files of the machine.
@test_each([
    ("no path", "", 0, "index.html"),
    ("the folder itself", "/x/.", 0, "index.html"),
    ("the folder above", "/x/..", 0, "index.html"),
    ("the folder above, in codes", "/x/%2E%2E%2F", 0, "index.html"),
    ("a name behind the folder above, in codes", "/x/%2E%2E%2Fy", 0, "y"),
    ("a file that is there", "/old", 0, "old"),
    ("a file that the server does not have", "/lost/old", 1, None),
    ("a folder that is there", "/folder", 1, None),
])
def the_downloader_replaces_files_alone_and_only_by_what_was_asked_for(home, path, status, written):
    before = {"old": b"old", "folder/file": b"in a folder"}
    place = home / "place"
    os.makedirs(place / "folder")
    for name, content in before.items():
        (place / name).write_bytes(content)
    with serving(lambda asked: (404 if "lost" in asked else 200, 3, [b"new"])) as address:
        result = run(example("download", address + path), cwd=place)
    said = result.stderr.decode()
    ended(result, status)
    check(status == 0 or "404" in said or "can't write folder" in said, f"no reason in {said!r}")
    found = {str(file.relative_to(place)): file.read_bytes() for file in place.rglob("*") if file.is_file()}
    equal(found, before | ({written: b"new"} if written else {}), "files")


@test
def the_build_shows_its_running_targets_and_their_steps_as_a_tree(home):
    screen = start(home, "build")

    def nested():
        lines = screen.lines()
        return any(re.match(r"• (Core|Text|Net|Store|App) ", line) and re.match("  • (compiling|linking) ", below) for line, below in zip(lines, lines[1:]))

    wait_until(nested, "a target and its step")
    screen.wait_for_prompt()
    lines = screen.lines()[:-1]
    equal([line for line in lines if line.startswith("built")][-1], "built App", "the last target")
    equal(len(lines), 6, f"lines in {shown(lines)}")
    check(re.fullmatch(r"✓ Building \d+\.\d s", lines[-1]), lines[-1])
    screen.check_status(0)


@test
def a_build_that_fails_leaves_its_error(home):
    screen = start(home, "build", "Net")
    screen.wait_for_prompt()
    check(re.fullmatch(r"✗ Building \d+\.\d s Net has an error in file 10", screen.lines()[-2]))
    screen.check_status(1)


@test
def the_wizard_asks_between_its_huds_and_within_one(home):
    screen = start(home, "wizard")
    screen.wait_for("Project name? [hello]")
    record = screen.record(home)
    screen.type("cat")
    screen.press("Enter")
    wait_until(lambda: "Looking for templates" in record.read_text(), "the HUD")
    screen.wait_for("License (MIT, Apache-2.0)? [MIT]")
    check(not screen.shows("Looking"))
    screen.press("Enter")
    screen.wait_for("Overwrite it? [no]")
    check(not screen.shows("Writing"))
    screen.type("yes")
    screen.leave("Enter")
    equal(screen.lines()[:-1], [
        "Project name? [hello] cat", "License (MIT, Apache-2.0)? [MIT]", "README.md exists. Overwrite it? [no] yes", "overwrote README.md",
        "cat is ready, under MIT."], "what is left")


@test
def the_train_moves_along_its_line(home):
    screen = start(home, "train")
    screen.wait_for("▟█▙▶")
    first = next(line for line in screen.lines() if "▟█▙▶" in line)
    check(first.endswith(" Traveling 0:00") or first.endswith(" Traveling 0:01"), first)
    wait_until(lambda: any("▟█▙▶" in line and line.index("▟") > first.index("▟") for line in screen.lines()), "a train that moves")
    screen.wait_for_prompt()
    equal(screen.lines()[:-1], ["arrived"], "what is left")


@test
def the_train_in_a_bezel_passes_houses(home):
    screen = start(home, "train", "bezel")
    wait_until(lambda: screen.shows("⌂") and screen.shows("▟█▙▶") and screen.shows("Traveling"))
    screen.wait_for_prompt()
    equal(screen.lines()[:-1], ["arrived"], "what is left")


@test
def the_packer_that_is_tested_in_memory_runs_in_a_terminal(home):
    # For three seconds: a machine under load looks at the screen once a second.
    screen = start(home, "pack", "a.txt", "b.tmp", "c.txt", *(f"{number}.txt" for number in range(6)))
    screen.wait_for("Packing ▕")
    screen.wait_for_prompt()
    equal(screen.lines()[:-1], ["skipped b.tmp", "packed 8 files"], "what is left")


@test
def the_job_runner_runs_two_commands_at_a_time_and_counts_failures(home):
    gate = Gate(home)
    screen = start(home, "jobs", f"for i in 1 2 3; do echo [$i/4]; sleep 0.1; done; {gate.wait}", "echo second; exit 3", f"echo third; {gate.wait}", "echo fourth; exit 4")
    # The second ends at once, so the third starts while the first waits.
    screen.wait_for("third")
    wait_until(lambda: any("▕" in line and "75% 3/4" in line for line in screen.lines()), "a bar")
    check(not screen.shows("fourth"))
    gate.open()
    screen.wait_for_prompt()
    lines = [line for line in screen.lines()[:-1] if line[0] not in "✓✗"]
    equal(sorted(lines), ["[1/4]", "[2/4]", "[3/4]", "fourth", "second", "third"], "the commands' lines")
    failures = [re.sub(r"\d+\.\d s", "TIME", line) for line in screen.lines() if line.startswith("✗")]
    equal(failures, ["✗ echo second; exit 3 status 3", "✗ echo fourth; exit 4 status 4", "✗ Jobs TIME 2 of 4 failed"], "the commands' failures and the summary")
    screen.check_status(2)


@test
def the_modules_of_the_music_app_share_one_hud(home):
    screen = start(home, "music")
    screen.wait_for("Scanning the library")
    # All lines of the moment at which it is there.
    lines = wait_until(lambda: next((lines for lines in [screen.lines()] if any("Fetching the lyrics of" in line for line in lines)), None),
                       lambda: f"the lyrics in {shown(screen.lines())}")
    equal(sum("Fetching" in line for line in lines), 1, f"HUDs in {shown(lines)}")
    screen.wait_for("30 lyrics found")
    screen.wait_for_prompt()
    equal(screen.lines()[:-1], ["found Blue Train", "found Kind of Blue", "found Time Out", "3 albums"], "what is left")


@test_each([("none", 0, 0), ("two", 2, 2), ("as many as would be a status of 0", 256, 101)])
def the_status_of_the_job_runner_is_the_number_of_commands_that_failed(home, count, status):
    ended(run(example("jobs", "true", *["false"] * count)), status)

"""Random jobs leave what they leave alone. `scripts/compare` runs more of them, replays one by its seed and makes it smaller."""

import concurrent.futures

import harness
from comparison import Comparison
from harness import QuietGate, Screen, check, equal, script, test, test_each
from random_jobs import Job

def put(text):
    return "put", text if isinstance(text, bytes) else text.encode()


PAUSE = ("pause", 0.15)
BLOCK = "".join(f"layer {number}\n" for number in range(1, 12))

BEZEL = ["--style", "bezel"]

# What random jobs have found, made smaller.
FOUND = [
    ("a style before a secret", Job.of([put("\033[1;31m"), PAUSE, ("secret", b"Password: "), put(" on")])),
    ("a single underline after a double one", Job.of([put("\033[21m"), PAUSE, put("\033[4m"), PAUSE, put("text")])),
    ("a secret in the first row of the screen, under a HUD of two rows", Job.of([PAUSE, ("secret", b"Password: ")], options=["--details", "and more of it"])),
    ("line feeds in a color that is set in the last row", Job.of([PAUSE, put("\033[44m\n"), PAUSE, put("\n"), PAUSE, put("\n\033[3Cx\033[m"), PAUSE], before=30)),
    ("a line feed in a color, in a row that a HUD below the line has scrolled", Job.of([
        put("".join(f"line {number}\n" for number in range(11)) + "text"), PAUSE, put("\033[44m"), PAUSE, put("\n"), PAUSE, put("\033[3Cx\033[m"), PAUSE],
        40, 12, before=5)),
    ("a line feed in a color, after a character that a terminal may draw in several ways", Job.of([
        put("".join(f"line {number}\n" for number in range(11)) + "text"), PAUSE, put("\033[44m❤\ufe0f"), PAUSE, put("\n"), PAUSE,
        put("\033[3Cx\033[m"), PAUSE], 40, 12, before=5)),
    ("line feeds in colors, in rows that a HUD of two rows has scrolled", Job.of([
        put("".join(f"line {number}\n" for number in range(11)) + "text"), PAUSE, put("\033[44m\n"), PAUSE, put("\033[105m\n\033[3Cx\033[m"), PAUSE],
        40, 12, before=5, options=["--details", "and more of it"])),
    ("a line inserted in the last row after a reset", Job.of([PAUSE, put("\033ctext\n\n\n\ntext"), PAUSE, put("\033[1Lxy"), PAUSE], 20, 5)),
    ("movements down in the last row after the main screen was selected", Job.of([
        PAUSE, put("\033[2J\033[H\033[J\033[?47l\r\n\n\n\ntext"), PAUSE, put("\033[2B\r*"), PAUSE], 20, 5, options=["--details", "and more of it"])),
    ("half of a character before a bezel", Job.of([put(b"\303\033[2m"), PAUSE, put("日本語\n")], options=BEZEL)),
    ("lines without carriage returns, held until the bezel is gone", Job.of([PAUSE, ("stty", "-onlcr"), put("one\ntwo\nthree")], options=BEZEL)),
    ("a backspace at the start of a wrapped row", Job.of([PAUSE, put("x" * 46 + "\r"), PAUSE, put("\b"), PAUSE, put("yz")], 40, 12)),
    ("a block as high as the window, and down again", Job.of([
        put(BLOCK), PAUSE, put("\033[11A\rLAYER 1\033[11B\r"), PAUSE, put("\033[11A\rlayer 1\033[11B\r"), PAUSE], 40, 12, before=3)),
    ("a block as high as the window by next lines", Job.of([
        put(BLOCK), PAUSE, put("\033[11F" + "\033[E".join(["new"] * 12)), PAUSE, put("\r\033[11F" + "\033[E".join(["new"] * 12)), PAUSE], 40, 12)),
    ("a block that grows to the window's height, under a HUD of two rows", Job.of([
        piece for height in range(1, 12) for piece in (
            PAUSE, put((f"\033[{height - 1}A" if height > 1 else "") + "".join(f"layer {number}\n" for number in range(height))))
    ] + [PAUSE, put("\033[11A\r" + BLOCK), PAUSE, put("\033[11A\r" + BLOCK), PAUSE], 40, 12, before=5, options=["--details", "and more of it"])),
]


@test_each([(name, job) for name, job in FOUND])
def a_job_leaves_what_it_leaves_alone(_, job):
    comparison = Comparison(harness.BINARY, 1)
    try:
        result = comparison.run(job)
    finally:
        comparison.close()
    check(not result.difference, result.difference)
    check(result.is_hud_seen, "the HUD was never seen")


@test_each([(f"{name}, {leave}", before, leave) for name, before in (("at the top", 1), ("at the bottom", 30)) for leave in ("nothing", "summary")])
def text_left_unfinished_before_hud_demo_stays_whole(home, before, leave):
    gate = QuietGate(home)
    script(home, "outer", f"seq {before}; printf 'Checking for updates... '; hud-demo --grace 0 --leave {leave} --label WORKING -- sh -c '{gate.wait}'; echo done")
    screen = Screen(home).command("./outer")
    screen.wait_for("WORKING")
    gate.open()
    screen.wait_for_prompt()
    lines = [line for line in screen.history() if "WORKING" not in line]
    equal(lines, ["[1]$ ./outer", *map(str, range(1, before + 1)), "Checking for updates...", "done", "[2]$"], "what is left besides the summary")


PAIRS = 4
SEEDS = [*range(1, 7), *range(8, 16), *range(17, 28), *range(29, 32), *range(37, 51), *range(53, 57), *range(61, 77)]


@test
def random_jobs_leave_what_they_leave_alone(_):
    jobs = [job for job in map(Job, SEEDS) if job.must_not_differ]
    comparison = Comparison(harness.BINARY, PAIRS)
    try:
        with concurrent.futures.ThreadPoolExecutor(PAIRS) as pool:
            results = list(pool.map(comparison.run, jobs))
    finally:
        comparison.close()
    wrong = [f"scripts/compare {harness.BINARY} --seed {result.job.seed} --show\n{result.job.described()}\n{result.difference}"
             for result in results if result.difference]
    check(not wrong, "\n".join([f"{len(wrong)} of {len(jobs)} jobs leave something else under a HUD", *wrong]))
    seen = sum(result.is_hud_seen for result in results)
    check(seen > len(jobs) // 3, f"the HUD was seen in {seen} of {len(jobs)} jobs only")

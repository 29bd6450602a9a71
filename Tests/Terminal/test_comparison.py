"""Random jobs leave what they leave alone. `scripts/compare` runs more of them, replays one by its seed and makes it smaller."""

import concurrent.futures

import harness
from comparison import Comparison
from harness import check, test
from random_jobs import Job

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

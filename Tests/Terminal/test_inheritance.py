"""What a job inherits, and what it does not: descriptors, signals, and what of them hud-demo keeps for itself."""

import os

from harness import check, equal, hud, on_terminal, run, shown, test, test_each


@test
def nothing_of_ours_takes_a_closed_descriptors_place(home):
    # Read as signals, the bytes of this label would be one that kills.
    words = hud("--grace", "0", "--style", "plain", "--label", "É", "--", "sh", "-c", "sleep 0.2; exit 3")
    for closed in ("<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
        result = run(["sh", "-c", f'"$@" {closed}; echo $? >status', "sh", *words], cwd=home)
        with open(os.path.join(home, "status")) as file:
            equal(file.read(), "3\n", f"status with {closed}; {result.stderr!r}")

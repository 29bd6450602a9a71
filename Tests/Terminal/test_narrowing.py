"""A window that is made narrower column by column, as by dragging its border: nothing of the HUD stays behind, and nothing of the job's goes."""

import time

from harness import QuietGate, Resizes, Screen, equal, script, test_each

LABEL = "W" * 100
QUESTION = "Q" * 58 + "? "


def drag(home, *words):
    """Drags a window's border while a HUD is up, without a rest. Returns what is left."""
    return Resizes.run(lambda number: drag_once(home, QuietGate(home, f"gate{number}"), *words))


def drag_once(home, gate, job, start, end, pause, details=""):
    script(home, "job", job + gate.wait)
    # Not on the first rows: a row that wraps before the HUD knows of it may cost one of them.
    script(home, "wrap", f"seq 1 9; hud-demo --grace 0 --leave nothing --label {LABEL} --details '{details}' -- ./job; echo; echo END")
    screen = Screen(home, start).command("./wrap")
    screen.wait_for("WW")
    resizes = Resizes()
    for columns in range(start - 1, end - 1, -1):
        screen.resize(columns)
        resizes.note()
        time.sleep(pause)
    time.sleep(0.5)
    gate.open()
    screen.wait_for_line("END")
    screen.wait_for_prompt()
    lines = screen.history()
    screen.close()
    return lines


@test_each([(f"{name}{pause} s a column", details, pause) for pause in (0.02, 0.1, 0.2) for name, details in (("", ""), ("details, ", LABEL))])
def a_row_that_fills_the_window_leaves_nothing_behind(home, details, pause):
    lines = drag(home, "", 80, 55, pause, details)
    equal(lines, ["[1]$ ./wrap", *"123456789", "", "END", "[2]$"], "what is left")


@test_each([(f"{pause} s a column", pause) for pause in (0.1, 0.3)])
def a_question_stays_while_the_window_becomes_narrower_than_it(home, pause):
    lines = drag(home, f"printf '{QUESTION}'; ", 70, 52, pause)
    equal("".join(lines), "[1]$ ./wrap123456789" + QUESTION.strip() + "END[2]$", "what is left, without line ends")

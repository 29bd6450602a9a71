"""The output of a job of a group in a pager, the list of a group, and its keyboard."""

import os
import re
import shlex
import signal

from harness import (STOPPED, Gate, Screen, check, check_numbers, ended, equal, group_on_screen, hud, number_in, parent_of, run, script, shown,
                     state_of, test, test_each, tmux, wait_for_end, wait_for_file, wait_until)

VARIABLES = "-u PAGER -u LESS"


def with_rows(home, words, *more, variables=VARIABLES, **size):
    return group_on_screen(home, "--row-grace 0 --label Jobs " + words, *more, before="env " + variables, **size)


def marked(screen):
    """The number of the line that is selected; None if none is."""
    return next((number for number, line in enumerate(screen.lines()) if line.startswith("▸ ")), None)


def select(screen, name):
    """Selects the row of a job."""
    def target():
        return next((number for number, line in enumerate(screen.lines()) if re.match(rf". {name}\b", line)), None)
    wait_until(lambda: target() is not None, f"a row {name}")
    while not any(re.match(rf"▸ {name}\b", line) for line in screen.lines()):
        before = marked(screen)
        screen.press("j" if before is None or before < (target() or 0) else "k")
        wait_until(lambda: marked(screen) not in (None, before), "another row")


def is_last_page(screen):
    """Whether the last line is the one that less shows at the end of a file."""
    return screen.lines()[-1:] == ["(END)"]


def wait_for_last_page(screen):
    wait_until(lambda: is_last_page(screen), "the pager")


def show(screen, name):
    select(screen, name)
    screen.press("Enter")


def show_in_pager(screen, name, is_shown=is_last_page):
    """Shows the output of a job that has printed. Its row may come before its output: then the key is pressed again."""
    show(screen, name)
    answers = 0
    def has_come():
        nonlocal answers
        if is_shown(screen):
            return True
        known, answers = answers, screen.history().count(f"hud-demo: {name} has printed nothing")
        if answers > known:
            screen.press("Enter")
        return False
    wait_until(has_come, "the pager")


def left(screen):
    """What a group has left, without its summary and how it ended."""
    return [line for line in screen.history() if line and not line.startswith(("status", "✓ Jobs"))]


# ---- Keys ----


@test
def no_keys_are_named_while_the_outcome_is_shown(home):
    gate = Gate(home)
    screen = with_rows(home, "--style bezel --leave nothing --hide-after 5 -j2 -- sh -c", f"{gate.wait}; sleep $1", "x", ":::", "0", "0.1")
    screen.wait_for("c cancel")
    gate.open()

    def shows_the_outcome_alone():
        text = "\n".join(screen.lines())
        return "2/2" in text and "c cancel" not in text and "status" not in text
    wait_until(shows_the_outcome_alone, lambda: shown(screen.lines()), 4)


# ---- The pager ----


@test
def enter_shows_the_output_of_a_job_in_the_pager_and_the_rows_come_back(home):
    gate = Gate(home)
    job = f"printf '\\033[31mred {{}}\\033[0m\\n'; {gate.wait}; echo end {{}}"
    screen = with_rows(home, "-j2 --output group -- sh -c", job, ":::", "a", "b")
    show_in_pager(screen, "b")
    equal(screen.lines()[:1], ["red b"], "the first line in the pager")
    equal(screen.value("alternate_on"), "1", "the alternate screen")
    screen.press("q")
    screen.wait_for_start("▸ b")
    check(not screen.shows("red b") and not screen.shows("END"))
    # The keys are the group's again.
    screen.press("k")
    screen.wait_for_start("▸ a")
    gate.open()
    screen.wait_for("status 0")
    seen = screen.history()
    equal(sorted(seen[:4]), ["end a", "end b", "red a", "red b"], "what is printed")
    equal([line[:6] for line in seen[4:]], ["✓ Jobs", "status"], f"the rest in {shown(seen)}")
    screen.check_cursor()


@test
def output_that_comes_while_the_pager_is_up_is_printed_after_it(home):
    first, second, third = Gate(home, "first"), Gate(home, "second"), Gate(home, "third")
    script(home, "job", f'echo one $1; {first.wait}; echo two $1; test $1 = a || touch told; {second.wait}; echo three $1; {third.wait}')
    screen = with_rows(home, "-j2 --output prefix -- ./job ::: a b")
    wait_until(lambda: {"a: one a", "b: one b"} <= set(screen.lines()))
    show_in_pager(screen, "a")
    screen.wait_for("one a")
    first.open()
    wait_for_file(home / "told")
    second.open()
    check(not screen.shows("two"), "output in the pager")
    screen.press("q")
    wait_until(lambda: {"a: three a", "b: three b"} <= set(screen.lines()))
    # The output of a job is the whole output, also what was printed before.
    screen.press("Enter")
    wait_until(lambda: [line for line in screen.lines() if line][:3] == ["one a", "two a", "three a"], "the pager")
    third.open()
    screen.press("q")
    screen.wait_for("status 0")
    seen = [line for line in screen.history() if re.match("[ab]: ", line)]
    equal(sorted(seen), sorted(f"{name}: {word} {name}" for name in "ab" for word in ("one", "two", "three")), "the lines")
    for name in "ab":
        equal([line for line in seen if line.startswith(name)], [f"{name}: {word} {name}" for word in ("one", "two", "three")], "their order")


@test
def the_keys_of_the_pager_are_not_the_groups(home):
    gate = Gate(home)
    screen = with_rows(home, "-j2 -- sh -c", f"seq 100; touch printed-{{}}; {gate.wait}", ":::", "a", "b")
    wait_for_file(home / "printed-a")
    show_in_pager(screen, "a", lambda screen: screen.lines()[:1] == ["1"])
    # Not a cancellation, nor the end of all jobs.
    screen.press("C-c")
    def has_gone_on():
        # less forgets keys that come together with ^C.
        screen.press("Space")
        return screen.shows("100")
    wait_until(has_gone_on, "the last page")
    screen.press("q")
    screen.wait_for_start("▸ a")
    gate.open()
    screen.wait_for("status 0")


@test
def a_failed_job_shows_its_output_after_it_was_printed(home):
    gate = Gate(home)
    job = f"test {{}} = b && {{ {gate.wait}; exit 0; }}; seq 3000; exit 3"
    screen = with_rows(home, "-j2 -- sh -c", job, ":::", "a", "b")
    screen.wait_for_start("✗ a  status 3")
    # The first row. It keeps its mark when it is selected.
    screen.press("j", "Enter")
    wait_until(lambda: screen.lines()[:2] == ["1", "2"], "the pager")
    screen.press("G")
    wait_until(lambda: screen.lines()[-2:] == ["3000", "(END)"], "the end")
    screen.press("q")
    screen.wait_for_start("✗ a  status 3")
    gate.open()
    screen.wait_for("status 1")
    check_numbers(screen.history(), 1, 3000)


@test
def a_hang_up_behind_the_pager_ends_the_group_and_its_jobs(home):
    job = "echo $$ >process.{}; echo out; exec sleep 600"
    screen = with_rows(home, "-j2 -- sh -c", job, ":::", "a", "b")
    show_in_pager(screen, "b")
    jobs = [number_in(home / f"process.{name}") for name in "ab"]
    # The kernel tells the foreground, which is the pager, and the leader of the session, which is the shell.
    tmux("kill-session", "-t", screen.name)
    wait_for_end(*jobs)


@test_each([("none", "PATH={home}/empty", "", "there is no pager: neither less nor more was found, and PAGER is not set"),
            ("missing", "PAGER=no-such-pager", "", "no-such-pager (PAGER) was not found"),
            ("failing", "PAGER='exit 3;'", "the pager exit 3; failed: status 3", ""),
            ("killed", "PAGER='kill -QUIT $$'", "the pager kill -QUIT $$ was ended by SIGQUIT", "")])
def a_pager_that_cannot_show_the_output_is_reported_in_a_line(home, variables, whole, reason):
    gate = Gate(home)
    expected = "hud-demo: " + (whole or f"can't show the output of a: {reason}")
    job = f"PATH={os.environ['PATH']}; echo out; {gate.wait}"
    screen = with_rows(home, "-j2 --output prefix -- /bin/sh -c", job, ":::", "a", columns=120,
                       variables=f"-u PAGER -u LESS {variables.format(home=home)}")
    screen.wait_for_line("a: out")
    show(screen, "a")
    screen.wait_for_line(expected)
    screen.wait_for_start("▸ a")
    gate.open()
    screen.wait_for("status 0")
    equal(left(screen), ["a: out", expected], "what is left")


@test
def a_job_that_has_printed_nothing_says_so_in_a_line(home):
    screen = with_rows(home, "-j2 -- sleep ::: 600")
    show(screen, "600")
    screen.wait_for_line("hud-demo: 600 has printed nothing")
    screen.wait_for_start("▸ 600")
    screen.press("q")
    screen.wait_for("status 1")


@test_each(["more", "cat", ("a_command_line", "LESS= less -X | cat")])
def another_pager_shows_the_output(home, pager):
    gate = Gate(home)
    screen = with_rows(home, "-j2 --output prefix -- sh -c", f"echo out {{}}; {gate.wait}", ":::", "a",
                       variables="-u LESS PAGER=" + shlex.quote(pager))
    screen.wait_for_line("a: out a")
    show(screen, "a")
    screen.wait_for_line("out a")
    if pager == "more":
        screen.press("q")
    screen.wait_for_start("▸ a")
    gate.open()
    screen.wait_for("status 0")
    equal(left(screen), ["a: out a", "out a"], "what is left")


@test
def a_stop_key_in_the_pager_stops_the_group_and_fg_goes_on_in_the_pager(home):
    gate = Gate(home)
    script(home, "job", f"echo $$ >process.$1; echo out $1; {gate.wait}")
    screen = Screen(home).command(f"env {VARIABLES} hud-demo group -j2 --grace 0 --row-grace 0 --no-history --label Jobs -- ./job ::: a b")
    jobs = [number_in(home / f"process.{name}") for name in "ab"]
    show_in_pager(screen, "a")
    screen.press("C-z")
    wait_until(lambda: all(state_of(job) in STOPPED for job in jobs), lambda: f"stopped jobs: {[state_of(job) for job in jobs]}")
    screen.wait_for("Stopped")
    # Another program has the terminal meanwhile.
    screen.enter("clear; hud-demo --no-history --grace 0 --label OTHER -- sleep 0.3")
    screen.wait_for("✓ OTHER")
    screen.enter("fg")
    wait_until(lambda: all(state_of(job) in "SR" for job in jobs), "the jobs go on")
    wait_for_last_page(screen)
    screen.press("q")
    screen.wait_for_start("▸ a")
    gate.open()
    screen.wait_for("✓ Jobs")


@test
def the_group_waits_for_the_pager_at_its_end(home):
    gate = Gate(home)
    screen = with_rows(home, "-j2 --output group -- sh -c", f"echo out {{}}; {gate.wait}; echo $$ >ended", ":::", "a",
                       variables="-u PAGER -u LESS -C " + str(home))
    show_in_pager(screen, "a")
    gate.open()
    wait_for_file(home / "ended")
    equal(screen.lines()[-1:], ["(END)"], "the last row")
    screen.press("q")
    screen.wait_for("status 0")
    # The key may have come before the output.
    equal([line for line in screen.history() if "has printed nothing" not in line][0], "out a", "what is printed")


@test_each([("while a job runs", False), ("after the last job", True)])
def a_signal_ends_the_pager_and_the_group(home, is_over):
    gate = Gate(home)
    script(home, "job", f"echo $PPID >leader; echo out; {gate.wait}; echo >ended")
    screen = with_rows(home, "-j2 -- ./job ::: a")
    show_in_pager(screen, "a")
    leader = number_in(home / "leader")
    program = parent_of(leader)
    if is_over:
        gate.open()
        wait_for_file(home / "ended")
        wait_for_end(leader)
    os.kill(program, signal.SIGTERM)
    screen.wait_for_start("status 143")
    screen.check_cursor()
    equal(screen.value("alternate_on"), "0", "the alternate screen")


# ---- The keyboard and the terminal ----


@test
def a_line_that_redirects_its_input_gets_it_and_others_get_nothing(home):
    (home / "words").write_text("from a file\n")
    (home / "jobs").write_text("reads: cat < words\nempty: cat; echo end\nhere: echo 'a < b' | cat\n")
    result = run(hud("group --no-history -j2 --style off --output keep-order --file jobs"), cwd=home, stdin=b"not for a job\n")
    ended(result, 0, stdout=b"from a file\nend\na < b\n")


@test
def the_only_job_at_a_time_has_the_keyboard(home):
    screen = with_rows(home, "-j1 --output keep-order -- sh -c", "echo ask {}; read answer; echo got $answer", ":::", "a", "b")
    for name, answer in (("a", "one"), ("b", "two")):
        screen.wait_for(f"ask {name}")
        screen.enter(answer)
        screen.wait_for(f"got {answer}")
    screen.wait_for("status 0")


@test
def a_group_in_the_background_draws_nothing_and_is_not_stopped(home):
    first, second = Gate(home, "first"), Gate(home, "second")
    script(home, "job", f'echo $PPID >"leader.$1"; test $1 = back && {{ {first.wait}; exit; }}; {second.wait}')
    screen = Screen(home).command("hud-demo group -j2 --grace 0 --row-grace 0 --no-history --label Back -- ./job ::: back & sleep 0.1")
    leader = number_in(home / "leader.back")
    screen.command("hud-demo group -j2 --grace 0 --row-grace 0 --no-history --label Front -- ./job ::: front")
    screen.wait_for_start("• front")
    screen.press("j")
    screen.wait_for_start("▸ front")
    check(not screen.shows("Back ▕") and not screen.shows("• back"), "the other group")
    check(state_of(parent_of(leader)) in "SR", f"the group in the background is {state_of(parent_of(leader))}")
    second.open()
    screen.wait_for("✓ Front")
    screen.enter("fg")
    screen.wait_for_start("• back")
    # The keyboard is the other group's now.
    screen.press("j")
    screen.wait_for_start("▸ back")
    first.open()
    screen.wait_for("✓ Back")


# ---- The list ----


def last_line(screen):
    return (screen.lines() or [""])[-1]


def wait_for_last_line(screen, start):
    wait_until(lambda: last_line(screen).startswith(start), f"a last line that starts with {start!r}")


def listed(screen):
    """The names of the jobs in the rows of the list."""
    return [line.split()[1] for line in screen.lines()[1:-1] if line]


@test
def a_bezel_of_a_group_is_a_list_that_scrolls(home):
    gate = Gate(home)
    screen = with_rows(home, "-j50 --style bezel --output group -- sh -c", f"{gate.wait}; echo out {{}}", ":::", *map(str, range(1, 61)), rows=12)
    # The first frame of the bezel is faded out, but for this line.
    wait_until(lambda: last_line(screen).startswith("1–10 of 50  … 10 more: 10 waiting") and len(listed(screen)) == 10, "ten rows")
    equal(screen.value("alternate_on"), "1", "the alternate screen")
    top = listed(screen)
    screen.press("Down")
    screen.wait_for_start(f"▸ {top[0]} ")
    screen.press("End")
    wait_for_last_line(screen, "41–50 of 50")
    bottom = listed(screen)
    screen.wait_for_start(f"▸ {bottom[-1]} ")
    screen.press("PageUp")
    wait_for_last_line(screen, "32–41 of 50")
    screen.press("Home")
    screen.wait_for_start(f"▸ {top[0]} ")
    equal(listed(screen), top, "the first rows")
    # A smaller window shows the selected row.
    screen.press("G")
    screen.resize(80, 6)
    wait_for_last_line(screen, "47–50 of 50")
    screen.wait_for_start(f"▸ {bottom[-1]} ")
    screen.resize(80, 60)
    wait_until(lambda: len(listed(screen)) == 50)
    gate.open()
    screen.wait_for("status 0")
    seen = [line for line in screen.history() if line]
    equal(sorted(seen[:-2]), sorted(f"out {number}" for number in range(1, 61)), "what is printed")
    check(seen[-2].startswith("✓ Jobs") and seen[-1] == "status 0", shown(seen[-3:]))
    screen.check_cursor()


@test
def keys_act_on_the_jobs_of_a_list(home):
    screen = with_rows(home, "-j3 --style bezel --row-min-show 0 -- sh -c", "echo out {}; exec sleep {}", ":::", "600", "601", "602")
    select(screen, "601")
    screen.press("p")
    screen.wait_for("601  paused")
    screen.press("p")
    wait_until(lambda: not screen.shows("paused"), "the resumption")
    screen.press("Enter")
    wait_for_last_page(screen)
    screen.wait_for("out 601")
    screen.press("q")
    screen.wait_for_start("▸ 601")
    screen.press("c")
    wait_until(lambda: not screen.shows("601"), "the cancellation")
    screen.press("q")
    screen.wait_for("status 1")
    equal([line for line in screen.history() if line and not line.startswith(("status", "⊘ Jobs", "– Jobs"))][1:], [], "rows that are left")


@test
def a_message_is_in_the_last_row_of_a_list_and_printed_after_it(home):
    screen = with_rows(home, "-j3 --style bezel -- sleep ::: 600")
    show(screen, "600")
    wait_for_last_line(screen, "hud-demo: 600 has printed nothing")
    screen.press("q")
    screen.wait_for("status 1")
    check("hud-demo: 600 has printed nothing" in screen.history(), shown(screen.history()))


@test
def an_interrupt_ends_a_list_and_its_jobs(home):
    screen = with_rows(home, "-j3 --style bezel -- sleep ::: 600 601")
    screen.wait_for_start("• 600")
    screen.press("C-c")
    screen.wait_for("status 130")
    equal(screen.value("alternate_on"), "0", "the alternate screen")
    check(screen.is_cursor_shown() and not any("•" in line for line in screen.history()), shown(screen.history()))

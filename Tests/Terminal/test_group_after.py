"""Jobs of a list that come after others: hud-demo group --file."""


from event_stream import parsed
from harness import Gate, check, ended, equal, group, group_on_screen, joblog, run, shown, test, test_each, wait_for_file, wait_until

LIST = """\
# A small build.
build: echo built >>ran
lint: echo lint >>ran; {lint}
test (after build, lint): test -e ran && echo test >>ran
docs (after build): echo docs >>ran
package (after test,docs): echo package >>ran
"""


def lines(bytes):
    return bytes.decode().splitlines()


def write_list(home, lint="exit 3", text=LIST):
    (home / "jobs").write_text(text.replace("{lint}", lint))


def ran(home):
    return (home / "ran").read_text().split() if (home / "ran").exists() else []


@test
def a_job_starts_after_those_that_it_names(home):
    write_list(home, "exit 0")
    ended(run(group("-j3 --style off --file jobs"), cwd=home), 0, stderr=b"")
    seen = ran(home)
    equal(sorted(seen), ["built", "docs", "lint", "package", "test"], "what ran")
    check(seen.index("test") > max(seen.index("built"), seen.index("lint")) and seen[-1] == "package", seen)


@test
def jobs_after_a_failure_are_skipped_and_lines_say_why(home):
    write_list(home)
    result = run(group("-j1 --style plain --grace 0 --label Jobs --joblog log --file jobs"), cwd=home)
    equal((result.returncode, ran(home)), (1, ["built", "lint", "docs"]), "status, and what ran")
    seen = [line for line in lines(result.stderr) if "skipped" in line]
    equal(seen[:2], ["test: skipped, after lint, which failed", "package: skipped, after test, which was skipped"], "the lines")
    check(seen[2].startswith("Jobs: failed (1 of 5 failed, 2 skipped) after "), seen)
    rows = joblog(home / "log")
    equal(sorted((row["Seq"], row["Host"], row["Exitval"]) for row in rows),
          [("1", ":", "0"), ("2", ":", "3"), ("3", "skipped", "-1"), ("4", ":", "0"), ("5", "skipped", "-1")], "the log")
    equal([row["Command"] for row in rows if row["Seq"] == "5"], ["echo package >>ran # after test, which was skipped"], "the reason in the log")


@test
def a_list_is_resumed_where_it_failed(home):
    write_list(home)
    words = "-j2 --style off --joblog log --file jobs"
    run(group(words), cwd=home)
    equal(sorted(ran(home)), ["built", "docs", "lint"], "what ran")
    (home / "ran").unlink()
    write_list(home, "true")
    result = run(group("--resume " + words), cwd=home)
    # What has succeeded before has succeeded for those after it.
    equal(sorted(ran(home)), ["lint", "package", "test"], "what ran then")
    ended(result, 0)
    (home / "ran").unlink()
    equal((run(group("--resume " + words), cwd=home).returncode, ran(home)), (0, []), "what is left")


@test_each(["soon", "now"])
def a_failure_that_ends_the_group_skips_what_comes_after_it_and_starts_no_more(home, halt):
    write_list(home, text="bad: exit 3\nafter (after bad): touch wrong\nother: touch wrong\nlast (after other): touch wrong\n")
    result = run(group(f"-j1 --style json --halt {halt} --file jobs"), cwd=home)
    equal((result.returncode, (home / "wrong").exists()), (1, False), "status, and whether others ran")
    events = parsed(result.stderr)
    equal([(event["job"], event["name"], event["reason"]) for event in events if event["event"] == "job-skip"],
          [(2, "after", "after bad, which failed")], "the skipped jobs")
    jobs = events[-1]["jobs"]
    equal((jobs["waiting"], jobs["failed"], jobs["skipped"]), (2, 1, 1), "the counts")


@test
def a_job_that_is_run_again_counts_when_it_has_succeeded(home):
    write_list(home, text="flaky: test -e again || { touch again; exit 1; }\nnext (after flaky): touch next\n")
    result = run(group("-j2 --style off --retries 1 --file jobs"), cwd=home)
    equal((result.returncode, (home / "next").exists()), (0, True), "status, and whether the next job ran")


@test_each([
    ("a name of no job", "a: x\nb (after c): y\n", "line 2: b comes after c, and no job has that name; the names are a"),
    ("a name of two", "a: x\na: x\nb (after a): y\n", "line 3: line 1 and line 2 have the name a, and a job comes after a; rename one of them"),
    ("names without an end", "a: x\nb (after a: x\n", "line 2: expected names, '):' and a command after '(after', as in 'test (after build, lint): make test'"),
    ("a circle", "x: x\na (after b, x): x\nb (after a): x\n", "line 2: a after b after a is a cycle; one of them must start without another")])
def a_list_without_an_order_is_an_error_before_anything_runs(home, text, message):
    write_list(home, text=text.replace(": x", ": touch wrong"))
    ended(run(group("--style off --file jobs"), cwd=home), 2, stdout=b"", stderr=f"hud-demo: --file: jobs: {message}\n".encode())
    check(not (home / "wrong").exists(), "a job has run")


@test
def lines_of_standard_input_name_earlier_ones(home):
    result = run(group("-j2 --style off -"), cwd=home, stdin=b"a: echo a >>ran\nb (after a): echo b >>ran\nc (after b, a): echo c >>ran\n")
    equal((result.returncode, ran(home)), (0, ["a", "b", "c"]), "status, and what ran")
    result = run(group("-j2 --style off -"), cwd=home, stdin=b"a (after b): touch wrong\nb: touch wrong\n")
    ended(result, 2, stderr=b"hud-demo: standard input: line 1: a comes after b, and no earlier job has that name; "
                            b"a file's lines can name later ones\n")
    check(not (home / "wrong").exists(), "a job has run")


@test
def rows_say_what_jobs_wait_for_and_a_line_which_are_skipped(home):
    build, lint = Gate(home, "build"), Gate(home, "lint")
    (home / "jobs").write_text(f"build: {build.wait}\nlint: {lint.wait}; echo ugly; exit 3\ntest (after build, lint): true\n"
                               "docs (after build): true\nall (after test, docs): true\n")
    screen = group_on_screen(home, "-j3 --row-grace 0 --label Jobs --file jobs")
    wait_until(lambda: [line.split("  0:")[0].rstrip() for line in screen.lines()[3:6]]
               == ["· test  waiting for build, lint", "· docs  waiting for build", "· all  waiting for test, docs"], "rows of waiting jobs")
    lint.open()
    screen.wait_for("– test, all skipped: after lint, which failed")
    screen.wait_for("… 2 more: 2 skipped")
    check(any(line.startswith("· docs  waiting for build") for line in screen.lines()), shown(screen.lines()))
    build.open()
    screen.wait_for("status 1")
    seen = [line for line in screen.history() if line]
    equal([seen[0][:15], *seen[1:3]], ["✗ lint status 3", "ugly", "– test, all skipped: after lint, which failed"], "what is left")
    check(seen[3].startswith("✗ Jobs") and seen[3].endswith("1 of 5 failed, 2 skipped"), seen[3])


@test
def the_row_of_a_job_that_waits_goes_when_the_job_starts(home):
    build, test = Gate(home, "build"), Gate(home, "test")
    (home / "jobs").write_text(f"build: {build.wait}\ntest (after build): {test.wait}\n")
    screen = group_on_screen(home, "--row-grace 0 --label Jobs --file jobs")
    screen.wait_for("· test  waiting for build")
    build.open()
    wait_until(lambda: not screen.shows("waiting"), "one row")
    check(sum("test" in line for line in screen.lines()) == 1, shown(screen.lines()))
    test.open()
    screen.wait_for("status 0")


@test
def a_failed_job_that_a_key_runs_again_takes_those_after_it_along(home):
    gate = Gate(home)
    (home / "jobs").write_text(f"bad: test -e fixed\nlong: {gate.wait}\nnext (after bad): touch next\n")
    screen = group_on_screen(home, "-j2 --row-grace 0 --label Jobs --file jobs")
    screen.wait_for("– next skipped: after bad, which failed")
    (home / "fixed").touch()

    def row():
        """The number of its row, below that of the HUD. An error where there is none yet."""
        lines = screen.lines()
        rows = lines[[line[1:7] == " Jobs " for line in lines].index(True) + 1:]
        return [line.startswith("✗ bad  status 1") for line in rows].index(True) + 1

    for _ in range(wait_until(row, "the row")):
        screen.press("j")
    screen.press("r")
    wait_for_file(home / "next")
    gate.open()
    screen.wait_for("status 0")

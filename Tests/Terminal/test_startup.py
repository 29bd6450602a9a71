"""The start of a job, and its errors."""

import os

from harness import Screen, check, equal, hud, in_shell, make_executable, on_terminal, received_by, shown, test, test_each

WAYS = [("in a session", "--grace 60"), ("in our group", "--grace 60 --style off")]


@test_each(WAYS)
def a_busy_executable_is_126(home, options):
    words = in_shell('cp /bin/sleep busy; exec 5>>busy; "$@"')
    equal(on_terminal([*words, "env", "./busy", "0"], cwd=home)[1], 126, "status of env's")
    equal(on_terminal([*words, *hud(options + " -- ./busy 0")], cwd=home)[1], 126, "status")


@test_each(WAYS)
def a_directory_on_the_path_is_no_command(home, options):
    os.makedirs(home / "folders" / "tool")
    os.makedirs(home / "tools")
    path = home / "tools" / "tool"
    path.write_text("echo ran; exit 5\n")
    make_executable(path)
    received, status = on_terminal(hud(options + " -- tool"), cwd=home, PATH="folders:tools:" + os.environ["PATH"])
    equal((received, status), (b"ran\r\n", 5), "a script without an interpreter's name, behind a directory of its name")


@test
def jobs_that_cannot_be_started_leave_no_descriptors_behind(home):
    command = in_shell('ulimit -n 48; exec "$@"')
    values = " ".join(str(number) for number in range(40))
    received = received_by([*command, *hud(f"group --grace 60 -j 1 --progress auto -- /missing/{{}} ::: {values}")], cwd=home)
    equal(received.count(b"No such file or directory"), 40, f"refusals in {received!r}")


@test
def few_descriptors_leave_no_part_of_a_row_in_the_output(home):
    screen = Screen(home)
    for count in (8, 10, 12, 14, 16, 18, 20, 22):
        screen.command(f"clear; (ulimit -n {count}; hud-demo --no-history --grace 0.1 -- sh -c 'echo x; sleep 0.3; echo y; sleep 0.2; echo z'; echo over {count})")
        screen.wait_for_line(f"over {count}")
        lines = screen.lines()
        check(lines[:3] == ["x", "y", "z"] and lines[3].startswith("✓ ") and lines[4] == f"over {count}", f"{count} descriptors: {shown(lines)}")


@test
def few_descriptors_are_enough(home):
    for count in range(5, 24):
        for options in ("", "--progress fd", "--output failure"):
            command = in_shell(f'ulimit -n {count}; exec "$@"')
            received, status = on_terminal([*command, *hud(f"--grace 60 {options} -- sh -c", "echo here; exit 3")])
            if options == "--progress fd" and count < 8 and status == 125:
                continue
            check(status == 3 and received == b"here\r\n", f"{count} descriptors, {options}: {status}, {received!r}")


@test_each([(f"{megabytes} MB", megabytes) for megabytes in range(12, 42, 2)])
def little_address_space_is_enough_for_a_job_that_ends_while_its_hud_is_due(home, megabytes):
    command = in_shell(f'ulimit -v {megabytes << 10}; "$@"; echo status $?')
    received = received_by([*command, *hud("--no-history --grace 0.3 --min-show 0.3 -- sleep 0.4")])
    # A program with shared libraries needs more only to be loaded.
    check(b"status 0" in received or b"error while loading shared libraries" in received, f"{received!r}")

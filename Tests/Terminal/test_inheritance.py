"""What a job inherits: descriptors and signals, without those that hud-demo uses itself."""


from harness import equal, hud, in_shell, on_terminal, run, test


@test
def closed_standard_descriptors_are_not_reused_for_pipes_of_ours(home):
    # If the bytes of this label were read as signal numbers, one of them would kill the job.
    words = hud("--grace 0 --style plain --label É -- sh -c", "sleep 0.2; exit 3")
    for closed in ("<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
        result = run(in_shell(f'"$@" {closed}; echo $? >status', *words), cwd=home)
        equal((home / "status").read_text(), "3\n", f"status with {closed}; {result.stderr!r}")


@test
def a_descriptor_of_any_number_that_is_the_terminal_is_the_jobs(home):
    job = ["sh", "-c", "for fd in 1 3 9; do echo to $fd >&$fd; done; for fd in 3 9; do test \"$(tty <&$fd)\" = \"$(tty)\" && echo same; done"]
    outer = in_shell('exec 3>&1 9</dev/tty 9>&1; "$@"')
    alone = on_terminal([*outer, *job])
    equal(on_terminal([*outer, *hud("--grace 60 --", *job)]), alone, "what the terminal receives, and the status")


@test
def a_pipe_that_the_job_closes_is_closed(home):
    job = "echo x; exec >&- 3>&-; until [ -e seen ]; do sleep 0.05; done"
    for options in ("--grace 60", "--grace 0 --style off"):
        received, status = on_terminal(
            in_shell('rm -f seen; "$@" 3>&1 | { cat; touch seen; echo end; }', *hud(options + " -- sh -c", job)), cwd=home)
        equal((received, status), (b"x\r\nend\r\n", 0), f"a reader's end of it, {options}")
        job_that_reads_no_more = "exec <&-; until [ -e seen ]; do sleep 0.05; done"
        received, status = on_terminal(
            in_shell('rm -f seen; { yes; touch seen; } | "$@"', *hud(options + " -- sh -c", job_that_reads_no_more)), cwd=home)
        equal((received, status), (b"", 0), f"a writer's end of it, {options}")


@test
def signals_that_were_ignored_are_ignored_by_the_job(home):
    outer = in_shell('trap "" CHLD INT USR1 PIPE TSTP; "$@"')
    job = ["grep", "SigIgn", "/proc/self/status"]
    alone = on_terminal([*outer, *job])
    equal(on_terminal([*outer, *hud("--grace 60 --", *job)]), alone, "what the terminal receives, and the status")

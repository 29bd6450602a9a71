"""The --output option."""

import os
import signal
import subprocess
import sys
import time

from harness import (Gate, Screen, Terminal, always, check, check_numbers, equal, gates_of, hud, on_terminal, received_by, run, script, shown, test,
                     test_each, wait_for_file, wait_until)

LABEL = "WORKING"
HUD = f"hud-demo --grace 0 --min-show 0 --label {LABEL} --leave nothing"


def left(home, job, output, status=0, style="inline"):
    script(home, "job", job)
    screen = Screen(home).carry_out(f"clear; {HUD} --style {style} --output {output} -- ./job; echo status $?")
    lines = screen.lines()[:-1]
    equal(lines[-1:], [f"status {status}"], "status")
    return lines[:-1]


JOB = "echo one; sleep 0.2; echo two >&2; sleep 0.2; printf three"


@test_each(["inline", "bezel", "plain", "off"])
def output_is_kept_and_printed_whole_if_the_job_fails(home, style):
    def own(lines):
        return [line for line in lines if not line.startswith(LABEL)]

    for output in ("failure", "last:2"):
        equal(own(left(home, JOB, output, style=style)), [], f"{output}, a job that succeeds")
        equal(own(left(home, JOB + "; echo; exit 4", output, 4, style=style)), ["one", "two", "three"], f"{output}, a job that fails")
    equal(own(left(home, JOB + "; echo; exit 4", "hide", 4, style=style)), [], "hide, a job that fails")
    equal(own(left(home, JOB + "; echo; exit 4", "show", 4, style=style)), ["one", "two", "three"], "show")


@test
def a_job_that_a_signal_ends_has_failed(home):
    received, status = on_terminal(hud("--grace 60 --output failure -- sh -c", "echo one; kill -TERM $$"))
    equal((received, status), (b"one\r\n", -15), "what the terminal receives, and the status")


@test
def a_job_that_timed_out_has_failed(home):
    received, status = on_terminal(
        hud("--grace 60 --output failure --timeout 0.3 -- sh -c", "trap 'exit 0' TERM; echo one; sleep 60 & wait"))
    equal((received.replace(b"\r", b""), status), (b"one\nhud-demo: timed out after 0.3 s\n", 124), "what the terminal receives, and the status")


@test_each([("every byte", "python3 -c 'import os; os.write(1, bytes(range(256)))'; exit 1"), ("much", "seq 1 20000; exit 1"),
            ("nothing", "exit 1"), ("a colour", "printf '\\033[31mred'; exit 1")])
def it_is_printed_byte_for_byte(home, job):
    alone = on_terminal(["sh", "-c", job])
    for output in ("failure", "last:3"):
        equal(on_terminal(hud(f"--grace 60 --output {output} -- sh -c", job)), alone, f"{output}: the terminal receives")


@test
def files_and_pipes_are_never_touched(home):
    job = "echo out; echo err >&2; exit 1"
    for output in ("hide", "failure", "last:5", "show"):
        result = run(hud(f"--grace 60 --output {output} -- sh -c", job))
        equal((result.stdout, result.stderr), (b"out\n", b"err\n"), output)
        read, write = os.pipe()
        terminal = Terminal(hud(f"--grace 60 --output {output} -- sh -c", "echo out; echo err >&2"), stdout=write)
        os.close(write)
        terminal.ends(0)
        with os.fdopen(read, "rb") as pipe:
            equal(pipe.read(), b"out\n", f"{output}: the pipe")
        equal(terminal.received, b"err\r\n" if output == "show" else b"", f"{output}: the terminal")


@test
def the_last_lines_are_below_the_hud(home):
    gates = gates_of(home, 3)
    first, second, third = gates
    script(home, "job", f"echo 1; {first.wait}; seq 2 10; {second.wait}; printf '\\033[31mred\\033[m\\n\\ttab\\033]0;title\\007 é\\nhalf'; {third.wait}")
    screen = Screen(home).command(f"clear; {HUD} --output last:3 -- ./job")

    def is_pane(lines):
        seen = screen.lines()
        return len(seen) == 1 + len(lines) and LABEL in seen[0] and [line.strip() for line in seen[1:]] == lines

    for gate, lines in zip(gates, [["1"], ["8", "9", "10"], ["red", "tab é", "half"]]):
        wait_until(lambda: is_pane(lines), f"the pane {lines}")
        gate.open()
    screen.wait_for_prompt()
    equal(screen.lines(), ["[2]$"], "what is left")


@test
def a_pane_that_has_no_room_shows_the_last_ones(home):
    gate = Gate(home)
    script(home, "job", f"seq 1 200; {gate.wait}; exit 1")
    screen = Screen(home, rows=6).command(f"clear; {HUD} --output last:100 -- ./job")
    wait_until(lambda: [line.strip() for line in screen.lines()[1:]] == ["197", "198", "199", "200"],
               "the last lines")
    screen.resize(80, 12)
    wait_until(lambda: [line.strip() for line in screen.lines()][-10:] == [str(number) for number in range(191, 201)],
               "more of them")
    gate.open()
    screen.wait_for_prompt()
    check_numbers(screen.history(), 1, 200)


@test
def kept_output_is_in_no_directory(home):
    gate = Gate(home)
    temporary = home / "tmp"
    os.mkdir(temporary)
    terminal = Terminal(hud(f"--grace 0 --output failure --label {LABEL} -- sh -c", f"ps -o ppid= -p $PPID > parent; seq 1 100000; {gate.wait}"),
                        cwd=home, TMPDIR=temporary)
    terminal.wait_for(LABEL.encode())
    wait_for_file(home / "parent")
    equal(os.listdir(temporary), [], "files while it is kept")
    if sys.platform == "linux":
        files = f"/proc/{terminal.process.pid}/fd"
        wait_until(lambda: any(os.readlink(os.path.join(files, name)).startswith(str(temporary)) for name in os.listdir(files)),
                   "a file without a name where TMPDIR says")
    gate.open()
    terminal.ends(0)


@test
def memory_does_not_grow_with_kept_output(home):
    if not os.path.exists("/proc/self/status"):
        return
    # Sixty megabytes, and the peak memory of the process that keeps them.
    for output in ("failure", "hide"):
        job = "head -c 60000000 /dev/zero | tr '\\0' x | fold -w 100; grep VmHWM /proc/$(ps -o ppid= -p $PPID | tr -d ' ')/status > peak"
        received_by(hud(f"--grace 60 --output {output} -- sh -c", job), cwd=home, status=0)
        peak = int((home / "peak").read_text().split()[1])
        check(peak < 40000, f"{output}: {peak} kB")


@test_each(["hide", "failure", "last:2"])
def a_question_in_hidden_output_is_shown(home, output):
    script(home, "job", "echo hidden; sleep 1; printf 'Password: '; stty -echo; read secret; stty echo; echo; echo got $secret; sleep 1;"
           "printf 'Go on? [Y/n] '; read answer; echo answer $answer > answer; echo hidden again")
    screen = Screen(home).command(f"clear; {HUD} --grace 60 --output {output} -- ./job")
    screen.wait_for("Password:")
    screen.enter("secret")
    screen.wait_for("Go on? [Y/n]")
    check(not screen.shows("got secret"), "what is between them is hidden")
    screen.enter("y")
    screen.wait_for_prompt()
    equal((home / "answer").read_text(), "answer y\n", "what the job was told")
    equal([line for line in screen.history() if "hidden" in line or "secret" in line or "?" in line and "[Y/n] y" not in line], [], "what is hidden")


def can_see_who_reads():
    """Whether the system says in which system call a child process waits."""
    try:
        with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as child:
            with open(f"/proc/{child.pid}/syscall", encoding="ascii") as file:
                line = file.read()
            child.stdin.close()
            return line.strip() != ""
    except OSError:
        return False


READ = [
    ("read with a prompt that is no question", "echo context; printf 'Name: '; read answer", "context\nName:", "joe"),
    ("read behind a whole line that asks for a key", "echo 'Press ENTER to continue'; read answer", "Press ENTER to continue", "joe"),
    ("read behind a whole line that is a choice", "echo 'Do you accept the license (yes or no)'; read answer", "license (yes or no)", "joe"),
]


@test_each((READ if can_see_who_reads() else []) + [
    ("a finished line, and echo off", "echo 'Enter it:'; stty -echo; read answer; stty echo", "Enter it:", "joe"),
    ("a menu of the shell", "bash -c 'select answer in joe ann; do echo $answer > choice; break; done'; read answer < choice", "1) joe\n2) ann\n#?", "1"),
    ("progress before it", "i=0; while [ $i -lt 300 ]; do printf '\\rhidden %30d' $i; i=$((i+1)); done; printf '\\r\\033[KPassword: ';"
     "stty -echo; read answer; stty echo; echo", "Password:", "joe"),
])
def what_a_job_waits_for_is_shown_though_its_output_is_hidden(home, asks, shown, answer):
    script(home, "job", f"echo hidden; sleep 1; {asks}; echo answer $answer > answer; echo hidden again")
    screen = Screen(home).command(f"clear; {HUD} --grace 60 --output hide -- ./job")
    wait_until(lambda: shown in "\n".join(line.rstrip() for line in screen.lines()), "the question")
    screen.enter(answer)
    screen.wait_for_prompt()
    equal((home / "answer").read_text(), "answer joe\n", "what the job was told")
    equal([line for line in screen.history() if line.startswith("hidden")], [], "what is hidden")


@test
def a_menu_in_hidden_output_is_drawn_where_it_is(home):
    script(home, "menu", "stty -echo -icanon; printf '? Pick\\n> apple\\n  pear'; head -c 1 > /dev/null;"
           "printf '\\033[2A\\r\\033[J? Pick\\n  apple\\n> pear'; head -c 1 > /dev/null; stty echo icanon; printf '\\nhidden\\n'")
    screen = Screen(home).command(f"clear; echo above; {HUD} --grace 60 --output hide -- ./menu")
    screen.wait_for("> apple")
    screen.type("j")
    screen.wait_for("> pear")
    screen.type("q")
    screen.wait_for_prompt()
    equal([line.rstrip() for line in screen.lines()][:4], ["above", "? Pick", "  apple", "> pear"], "the screen")
    check(not screen.shows("hidden"), "what follows is hidden")


@test
def a_full_screen_in_hidden_output_is_shown(home):
    script(home, "page", "echo hidden; printf '\\033[?1h\\033[?1049hA PAGE\\n'; read key; printf '\\033[?1049l\\033[?1l'; echo hidden again")
    screen = Screen(home).command(f"clear; echo above; {HUD} --grace 60 --output hide -- ./page")
    screen.wait_for_line("A PAGE")
    screen.enter("")
    screen.wait_for_prompt()
    check(screen.shows("above") and not screen.shows("hidden") and not screen.shows("A PAGE"), "the screen before is back")


@test
def what_is_kept_begins_on_a_line_of_its_own_below_a_question(home):
    gate = Gate(home)
    screen = Screen(home).command(f"clear; {HUD} --grace 60 --output failure -- sh -c 'echo kept; printf \"Go on? \"; {gate.wait}; exit 4'; echo")
    wait_until(lambda: [line.rstrip() for line in screen.lines()] == ["kept", "Go on?"], "the question")
    gate.open()
    screen.wait_for_prompt()
    equal([line.rstrip() for line in screen.lines()][:4], ["kept", "Go on?", "kept", "Go on?"], "the screen")


@test_each([("shown", ""), ("hidden", "--output hide")])
def a_bezel_steps_aside_for_a_question(home, options):
    gate = Gate(home)
    script(home, "job", f"seq 20; sleep 1; printf 'Delete them? '; read answer; {gate.wait}")
    screen = Screen(home).command(f"clear; {HUD} --grace 0 {options} --style bezel -- ./job")
    wait_until(lambda: screen.value("alternate_on") == "1", "the bezel")
    wait_until(lambda: screen.value("alternate_on") == "0" and screen.shows("Delete them?"), "the question")
    screen.check_cursor()
    screen.leave("C-z")
    screen.command("clear; fg")
    always(lambda: screen.value("alternate_on") == "0", "the bezel is back", 1)
    screen.enter("yes")
    wait_until(lambda: screen.value("alternate_on") == "1", "the bezel again")
    gate.open()
    screen.wait_for_prompt()
    check(screen.shows("yes"), "what is left")


@test
def a_limit_of_file_sizes_does_not_end_hud_demo_and_is_announced(home):
    screen = Screen(home, rows=10)
    # Longer than a second, so that it is recorded in the history as well.
    screen.command(f"clear; (ulimit -f 0; {HUD} --output failure -- sh -c 'seq 3000; sleep 1.1'; echo rc $?)")
    screen.wait_for_start("rc ")
    seen = screen.history()
    check("can't keep output: File too large; it is printed as it comes" in seen, shown(seen[-8:]))
    check_numbers(seen, 1, 3000)
    check("rc 0" in seen, shown(seen[-4:]))
    # The message does not divide a line, although what was kept ends in the middle of one.
    screen.command(f"clear; (ulimit -f 8; {HUD} --output failure -- sh -c 'seq 3000; sleep 1.1'; echo again rc $?)")
    screen.wait_for_line("again rc 0")
    equal([line for line in screen.history() if line.isdigit()][-3000:], [str(number) for number in range(1, 3001)], "the output")
    # curses can't write a frame to its file, so the bezel does not take the screen. The picture that was there is not restored over the output.
    screen.carry_out(f"clear; {HUD} --style bezel --grace 0 -- sleep 0.5; (ulimit -f 0; {HUD} --style bezel --grace 0.2 -- sh -c 'seq 7 9; sleep 1; seq 7 9')")
    equal([line for line in screen.lines() if line.isdigit()], ["7", "8", "9"] * 2, "the output of a bezel's job")
    # The job has the default action.
    screen.command(f"clear; (ulimit -f 0; {HUD} -- sh -c 'echo x >file'; echo rc $?)")
    screen.wait_for_line("rc 153")


@test_each([("a device control string", "P"), ("a title", "]0;"), ("a private message", "^")])
def a_string_that_a_job_leaves_open_hides_nothing_that_follows(home, start):
    script(home, "job", f"printf '\\033{start}'; sleep 0.3; echo in it; exit 1")
    screen = Screen(home).command(f"clear; hud-demo --no-history --grace 0 --label {LABEL} -- ./job; echo shown")
    screen.wait_for_line("shown")
    check(any(line.startswith(f"✗ {LABEL}") for line in screen.lines()), shown(screen.lines()))


@test_each([("a bezel", "--style bezel"), ("hidden output", "--output hide"), ("a line", "")])
def the_prompt_follows_a_question_at_which_a_job_fails_as_without_a_hud(home, options):
    script(home, "job", "stty -echo; printf 'pw:'; read secret; stty echo; exit 1")
    screen = Screen(home).command(f"hud-demo --grace 0 --leave nothing {options} -- ./job")
    wait_until(lambda: screen.lines()[-1:] == ["pw:"], "the question")
    screen.enter("x")
    wait_until(lambda: screen.lines()[-1:] == [f"pw:[{screen.prompts}]$"], "the prompt behind the question")


@test_each([("killed", "", "kill -9 $$", ""), ("timed out", "--timeout 1", "sleep 9", ""), ("with a status", "", "exit 3", "; printf '\\033[?1049l'")])
def kept_output_of_a_job_that_ends_on_the_alternate_screen_is_printed_on_the_main_one(home, options, end, after):
    script(home, "job", f"echo kept; sleep 0.3; printf '\\033[?1049hon it'; sleep 0.3; {end}")
    screen = Screen(home).carry_out(f"hud-demo --grace 0 --label {LABEL} --output failure {options} -- ./job{after}")
    check("kept" in screen.lines(), shown(screen.lines()))


@test
def what_must_not_appear_appears_on_no_other_terminal(home):
    other, end = os.openpty()
    try:
        terminal = Terminal(hud("--grace 0 --output hide -- touch", home / "ran"), stdout=end)
        terminal.ends(2)
        check(b"--output can't hide" in terminal.received and not (home / "ran").exists(), shown(terminal.received))
        Terminal(hud("--grace 0 -- touch", home / "ran"), stdout=end).ends(0)
    finally:
        os.close(other)
        os.close(end)


# Where the job's output is not drawn on, and passes through hud-demo.
RELAYED = ["--output failure", "--progress auto"]


@test_each([f"{style} {options}" for options in RELAYED for style in ("plain", "json", "brief")])
def a_line_of_ours_does_not_continue_a_line_of_the_job(home, style):
    # The HUD has appeared by the end.
    job = "sleep 0.3; printf unfinished; exit 2"
    received, status = on_terminal(hud(f"--grace 0 --style {style} -- sh -c", job), cwd=home)
    check(b"unfinished\r\n" in received, f"{received!r}")
    equal(status, 2, "status")


@test_each(RELAYED)
def without_a_line_of_ours_an_unfinished_line_is_as_it_is(home, options):
    command = hud(f"--style plain --grace 60 {options} -- sh -c", "printf unfinished; exit 2")
    equal(on_terminal(command, cwd=home), (b"unfinished", 2), "what is printed")


@test_each([("^C", lambda terminal: terminal.type("\x03")), ("SIGTERM", lambda terminal: terminal.process.send_signal(signal.SIGTERM))])
def kept_output_that_is_printed_can_be_interrupted(home, interrupt):
    terminal = Terminal(hud("--grace 0 --output failure -- sh -c", "seq 1 400000; exit 3"), cwd=home, reads=False)
    while b"\n1000\r\n" not in terminal.received:
        terminal.received += os.read(terminal.master, 4096)
    interrupt(terminal)
    # Until the signal is seen, the terminal takes nothing.
    time.sleep(0.2)
    terminal.read()
    terminal.ends(3)
    check(b"\n400000\r\n" not in terminal.received, "all was printed")

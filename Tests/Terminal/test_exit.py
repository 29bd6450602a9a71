"""How a program that shows HUDs ends: what it asked of them before exit holds, and a crash has its backtrace."""

import os
import shutil

from event_stream import parsed
from harness import Terminal, check, ended, equal, probe, run, shown, test, test_each

RUNS = 50


def on_terminal(*words, **changes):
    terminal = Terminal(probe("hud-probe label=Compressing", *words), **changes)
    status = terminal.finish()
    return bytes(terminal.received), status


@test_each([("with a minimum show time", "min-show=60"), ("without one", "min-show=0"), ("disappearing", "animated")])
def hide_and_exit_leave_the_summary_each_time(home, setting):
    for _ in range(RUNS):
        received, status = on_terminal("leave", "outcome=failed", "seconds=0.01", "exit=3", setting)
        equal(status, 3, "status")
        check(b"on purpose" in received, f"no summary: {shown(received)}")
        check(received.count(b"on purpose") == 1, f"more than one: {shown(received)}")


@test
def hide_and_exit_before_the_first_frame_leave_the_summary_each_time(home):
    for _ in range(RUNS):
        received, _ = on_terminal("leave", "outcome=failed", "seconds=0", "exit=3", "min-show=60")
        equal(received.count(b"on purpose"), 1, f"summaries in {shown(received)}")


def failures(style):
    """Runs that hide a failed HUD and exit, before its first frame and after it."""
    for seconds in ["0", "0.01"]:
        for _ in range(RUNS):
            yield run(probe(f"hud-probe label=Compressing style={style} outcome=failed seconds={seconds} exit=3 min-show=60"))


@test
def hide_and_exit_leave_a_plain_line_each_time(home):
    for done in failures("plain"):
        ended(done, 3)
        equal(done.stderr.decode().splitlines()[-1:], ["Compressing: failed (on purpose) after 0:00"], "last line")


@test
def hide_and_exit_finish_the_json_each_time(home):
    for done in failures("json"):
        events = parsed(done.stderr)
        equal([event["event"] for event in events if event["event"] in ("start", "finish")], ["start", "finish"], "events")
        equal(events[-1].get("reason"), "on purpose", "reason")


@test
def a_crash_while_a_hud_is_shown_has_its_whole_backtrace(home):
    # The probe is linked statically, and so does not know where the toolchain is.
    swift = os.path.realpath(shutil.which("swift"))
    tool = os.path.join(os.path.dirname(swift), "..", "libexec", "swift", "linux", "swift-backtrace-static")
    done = run(probe("hud-probe label=Compressing style=plain seconds=0.05 crash"),
               SWIFT_BACKTRACE=f"enable=yes,color=no,interactive=no,swift-backtrace={tool}")
    text = (done.stdout + done.stderr).decode(errors="replace")
    check("on purpose" in text, f"it did not crash: {shown(text)}")
    check("Program crashed" in text, f"no backtrace: {shown(text)}")
    check("failed to suspend thread" not in text, f"a thread could not be suspended: {shown(text)}")

#!/usr/bin/env python3
"""Runs the terminal tests: `run.py --binary PATH [NAME…]`, each test whose name contains one of the NAMEs, or all."""

import argparse
import concurrent.futures
import os
import re
import signal
import sys
import threading
import time
import traceback

import harness


def subjects(only):
    """The files of tests."""
    if only:
        return [only]
    return sorted(name[:-3] for name in os.listdir(os.path.dirname(os.path.abspath(__file__))) if name.startswith("test_") and name.endswith(".py"))


def registered(subject):
    """The tests of a file."""
    others = len(harness.TESTS)
    __import__(subject)
    return harness.TESTS[others:]


def spread(files):
    """The tests of each file, spread over the whole run, so that those that keep the processors busy are between those that wait.

    Those with windows of real emulators are spread over its first two thirds. Beside each other they load the machine so much that an emulator is late,
    and draws what was written for the size before: what that leaves no program can erase."""
    order = []
    for tests in files:
        emulators = [test for test in tests if re.search(r"\[(tmux|xterm|VTE), ", test[0])]
        others = [test for test in tests if test not in emulators]
        for share, part in ((2 / 3, emulators), (1, others)):
            order += [(share * (number + 0.5) / len(part), test) for number, test in enumerate(part)]
    return [test for _, test in sorted(order, key=lambda entry: entry[0])]


def first_cases(tests):
    """The tests without a table of cases, and the first case of each table, but no tests of release builds."""
    first = {}
    for name, function in tests:
        if name in harness.RELEASE_TESTS:
            continue
        first.setdefault(name.split("[")[0], (name, function))
    return list(first.values())


def run_one(name, function):
    """Runs a test. Returns the failure, or None."""
    home = harness.make_home()
    harness.HERE.screens = []
    try:
        function(home)
        return None
    except harness.Failure as failure:
        line = [frame for frame in traceback.extract_tb(failure.__traceback__) if "harness" not in frame.filename][-1]
        return f"{failure}\n{os.path.basename(line.filename)}:{line.lineno}: {line.line}"
    except Exception:
        return traceback.format_exc()
    finally:
        harness.close_screens()
        harness.remove_home(home)


def progress_file():
    """Where the HUD reads progress under which this runs; None if there is none. The programs under test must not report there."""
    number = os.environ.pop("HUD_PROGRESS_FD", None)
    return os.fdopen(int(number), "w", buffering=1) if number else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True, help="the hud-demo to test")
    parser.add_argument("--probes", help="where session-probe is; beside the hud-demo if not told")
    parser.add_argument("--examples", help="where the programs of Examples are; the debug build if not told")
    parser.add_argument("--only", metavar="FILE", help="the tests of one file, without its .py")
    parser.add_argument("--threads", type=int, default=12, help="tests at a time; they wait most of the time")
    parser.add_argument("--once", action="store_true", help="of the tests that have a table of cases, only the first case")
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="N runs of each test, and no second try for one that fails")
    parser.add_argument("--times", action="store_true", help="say how long each test took")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    harness.BINARY = os.path.abspath(options.binary)
    if not os.access(harness.BINARY, os.X_OK):
        parser.error(f"no program: {options.binary}")
    harness.PROBES = os.path.abspath(options.probes or os.path.dirname(harness.BINARY))
    harness.EXAMPLES = os.path.abspath(options.examples or harness.debug_build())
    files = [[(name, function) for name, function in registered(subject)
              if not options.names or any(part in name for part in options.names)] for subject in subjects(options.only)]
    if options.once:
        files = [first_cases(tests) for tests in files]
    tests = spread(files)
    tries_again = options.repeat == 1
    if options.repeat > 1:
        tests = [(f"{name} #{run}", function) for run in range(1, options.repeat + 1) for name, function in tests]
    # By name: the function, and why it failed.
    failed = {}
    printing = threading.Lock()
    progress = progress_file()
    done = 0

    def report(name, function, is_alone=False):
        nonlocal done
        begun = time.monotonic()
        wrong = run_one(name, function)
        took = f" ({time.monotonic() - begun:.1f} s)" if options.times else ""
        with printing:
            verdict = ("FAIL" if is_alone or not tries_again else "AGAIN") if wrong else "ok"
            print(f"{verdict} {name}{took}", flush=True)
            done += 1
            if progress and not is_alone:
                progress.write(f"{done}/{len(tests)} tests\n")
            if wrong:
                lines = wrong.strip().splitlines()
                failed[name] = function, " … ".join(dict.fromkeys([lines[0][:300], lines[-1][:300]]))
                print("    " + wrong.replace("\n", "\n    "), flush=True)

    # A shell starts background commands with these ignored, and the programs under test would inherit that.
    for number in (signal.SIGINT, signal.SIGQUIT):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    try:
        with concurrent.futures.ThreadPoolExecutor(options.threads, initializer=harness.start_tmux) as pool:
            try:
                for future in [pool.submit(report, name, function) for name, function in tests]:
                    future.result()
            except BaseException:
                # ^C ends the run with the tests that have begun.
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        # The tests look at terminals in real time, and a loaded machine can be late. A test that failed beside others is run twice more, alone:
        # it has to pass both times. Where many fail, the machine is not the reason.
        if tries_again and 0 < len(failed) <= 24:
            harness.start_tmux()
            again = dict(failed)
            failed.clear()
            for name, (function, _) in again.items():
                for _ in range(2):
                    if name not in failed:
                        report(name, function, is_alone=True)
    finally:
        for server in list(harness.SERVERS):
            harness.stop_tmux(server)
    # Once more at the end, where a log that is cut still has them.
    for name, (_, reason) in failed.items():
        print(f"FAILED {name}: {reason}")
    print(f"{len(tests) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed or not tests else 0


if __name__ == "__main__":
    sys.exit(main())

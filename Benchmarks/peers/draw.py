"""Python's progress libraries, for scripts/bench-peers: draw.py LIBRARY spin|bar|count|rows|parts|nothing SECONDS [PARTS].

Each draws as its own documentation does, at its own rate. `count` is the updates of `bar` with nothing drawn, and both it and
`nothing` import the library: what the drawing costs is what is more than that.
"""

import sys
import time

LIBRARY, CASE, SECONDS = sys.argv[1], sys.argv[2], float(sys.argv[3])
PARTS = int(sys.argv[4]) if len(sys.argv) > 4 else 1
UPDATES = int(SECONDS * 100)
LABEL = "Compressing"


def updates():
    """100 a second, by the clock: a slow bar does not draw less often."""
    begin = time.monotonic()
    for update in range(UPDATES):
        time.sleep(max(0, begin + (update + 1) / 100 - time.monotonic()))
        yield update


def advance(step):
    for _ in updates():
        step()


def run(cases):
    cases.update(nothing=lambda: None, count=lambda: advance(lambda: None), parts=lambda: advance(lambda: None))
    cases[CASE]()


def tqdm():
    from tqdm import tqdm

    def bar():
        with tqdm(total=UPDATES, desc=LABEL, leave=False) as own:
            advance(own.update)

    run({"bar": bar})


def rich():
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    def spin():
        columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
        with Progress(*columns, transient=True) as progress:
            progress.add_task(LABEL, total=None)
            time.sleep(SECONDS)

    def status():
        with Console().status(LABEL):
            time.sleep(SECONDS)

    def bar():
        with Progress(transient=True) as progress:
            task = progress.add_task(LABEL, total=UPDATES)
            advance(lambda: progress.advance(task))

    def rows():
        with Progress(transient=True) as progress:
            tasks = [progress.add_task(f"part {number}", total=UPDATES) for number in range(PARTS)]
            for update in updates():
                progress.advance(tasks[update % min(24, PARTS)])

    run({"spin": spin, "status": status, "bar": bar, "rows": rows})


def yaspin():
    from yaspin import yaspin

    def spin():
        with yaspin(text=LABEL, timer=True):
            time.sleep(SECONDS)

    run({"spin": spin})


def halo():
    from halo import Halo

    def spin():
        with Halo(text=LABEL):
            time.sleep(SECONDS)

    run({"spin": spin})


def alive_progress():
    from alive_progress import alive_bar

    def spin():
        with alive_bar(title=LABEL, monitor=False, stats=False, receipt=False):
            time.sleep(SECONDS)

    def bar():
        with alive_bar(UPDATES, title=LABEL, receipt=False) as step:
            advance(step)

    run({"spin": spin, "bar": bar})


{own.__name__: own for own in (tqdm, rich, yaspin, halo, alive_progress)}[LIBRARY]()

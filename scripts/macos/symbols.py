"""Whether what the objects need of C exists on macOS: in libSystem, or declared by ncurses' headers."""

import re
import subprocess


def exported(libc):
    """Every name in libSystem's list."""
    return set(re.findall(r"[$\w.]+", (libc / "libSystem.tbd").read_text()))


def declared_by_ncurses(clang, sdk):
    source = "#include <curses.h>\n#include <term.h>\n#include <panel.h>\n"
    text = subprocess.run(
        [clang, "-target", "arm64-apple-macos15.0", "-isysroot", sdk, "-DNCURSES_WIDECHAR=1", "-E", "-P", "-x", "c", "-"],
        input=source, capture_output=True, text=True, check=True).stdout
    return {f"_{name}" for name in re.findall(r"\b(\w+)\s*(?:\[\])?\s*[(;]", text)}


def names(nm, which, path):
    output = subprocess.run([nm, which, "--format=just-symbols", path], capture_output=True, text=True, check=True).stdout
    return output.split()


def undefined(nm, objects):
    """Symbols that no object of the package defines, each with the objects that need it. Swift's own are the compiler's business."""
    needed, defined = {}, set()
    for path in objects:
        for name in names(nm, "--undefined-only", path):
            needed.setdefault(name, []).append(path.stem)
        defined.update(names(nm, "--defined-only", path))
    return {name: sorted(set(users)) for name, users in needed.items()
            if name not in defined and not name.startswith(("_$s", "_swift_", "__swift"))}


def missing(clang, nm, sdk, libc, objects):
    """What exists nowhere, a line each."""
    system, curses = exported(libc), declared_by_ncurses(clang, sdk)
    lines = []
    for name, users in sorted(undefined(nm, objects).items()):
        # A label says which of ncurses' two ABIs is meant.
        if name not in system and name.removesuffix("$NCURSES60") not in curses:
            lines.append(f"{name} exists neither in libSystem nor in ncurses; needed by {', '.join(users)}")
    return lines

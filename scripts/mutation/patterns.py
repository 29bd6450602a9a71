"""Finds the mutants of a file: every place where a pattern applies."""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

# Kind (see switches.py), pattern, replacement. Each occurrence in code is a mutant of its own.
PATTERNS = [
    ("comparison", r" < ", " <= "),
    ("comparison", r" <= ", " < "),
    ("comparison", r" > ", " >= "),
    ("comparison", r" >= ", " > "),
    ("equality", r"(?<!func) == ", " != "),
    ("equality", r" != ", " == "),
    ("and", r" && ", " || "),
    ("or", r" \|\| ", " && "),
    ("literal", r"\btrue\b", "false"),
    ("literal", r"\bfalse\b", "true"),
    ("not", r"(?<=[ (])!(?=[a-z])", ""),
    ("clamp", r"\bmax\(\.zero, ([^()]*(?:\([^()]*\))?)\)", r"(\1)"),
    ("extreme", r"\bmax\((?!\.zero)", "min("),
    ("extreme", r"\bmin\(", "max("),
    ("one", r" \+ 1\b(?!\.)", ""),
    ("one", r" - 1\b(?!\.)", ""),
    ("default", r"(?:[\w.?$]|\([^()]*\)|\[[^\[\]]*\])+ \?\? ", ""),
    # An omitted assignment (not one of an initializer), event or call.
    ("statement", r"^( *)(?!let |var |if |guard |case |self\.)[\w.?]+ [-+]?= .*[^{(,]$", r"\1_ = 0"),
    ("statement", r"^( *)events\.append\(.*\)$", r"\1_ = 0"),
    ("statement", r"^( *)(forget|erase|noticeInterruptions|catchUp|flushWaitingLines|place|output\.(?:noteRoom|resize|loseUnfinishedLine)"
        r"|endJob|needFrame|appear|change|take)\(.*\)$", r"\1_ = 0"),
    # The group's actions and the calls that carry out its decisions, also behind a `case` and within braces.
    ("statement", r"^( *)(?:actions\.append\((?:\.(?:start|terminate|retry|record|forget|finish\()|isOn).*"
        r"|(?:queue|order|slots)\.\w+\(.*|(?:release|failed\.insert|free\.insert)\(.*|(?:halt|startJobs)\(.*&actions)\)$", r"\1_ = 0"),
    ("inner statement", r"(?<=\{ )(?:(?:finish|terminate|setPaused)\(.*&actions\)|slots\.release\(.*\)|actions\.append\(\.(?:kill|returnToken|goLive).*\))(?= \}$)", "_ = 0"),
    ("inner statement", r"(?<=: )(?:(?:add|end|refuse|interrupt|ask|finish|halt|terminate|setPaused)\([^{}]*&actions\)|order\.printed\(job\)|slots\.take\(\))$", "_ = 0"),
    ("inner statement", r"(?<=\{ )(?:appear\(at: now, &events\)|endJob\(at: \w+\)|needFrame\(at: [\w.]+\)|[\w.]+ = [^{}]*)(?= \}$)", "_ = 0"),
]


@dataclass(eq=False)
class Mutant:
    file: Path
    line: int
    # The line before and after, with single spaces.
    before: str
    after: str
    # The file with this mutant in it.
    text: str
    kind: str
    # Where the mutated text begins and ends in the file, and how it is mutated.
    start: int
    end: int
    replacement: str
    equivalent_because: str | None = None

    @property
    def title(self):
        return f"{self.file}:{self.line}: `{self.before}` -> `{self.after}`"


def find_mutants(package, files, by_hand, equivalent):
    """The mutants of files, and those of by_hand: (file, text, replacement). equivalent: (part of the line, of the mutated line, reason)."""
    seen = set()
    found = []

    def add(file, text, start, end, replacement, kind):
        mutated = text[:start] + replacement + text[end:]
        if mutated == text or (file, mutated) in seen:
            return
        seen.add((file, mutated))
        first = text.rfind("\n", 0, start) + 1
        last = text.find("\n", end - 1 if text[end - 1] == "\n" else end)
        before, after = one_line(text[first:last]), one_line(mutated[first : len(mutated) - (len(text) - last)])
        previous = one_line(text[text.rfind("\n", 0, max(0, first - 1)) + 1 : first])
        reason = next(
            (why for line, changed, why in equivalent
             if line in (f"{previous} ⏎ {before}" if "⏎" in line else before) and changed in after), None)
        found.append(Mutant(file, text.count("\n", 0, start) + 1, before, after, mutated, kind, start, end, replacement, reason))

    for file in files:
        text = (package / file).read_text()
        position = 0
        for line in text.splitlines(keepends=True):
            code = line.rstrip("\n")
            if not code.lstrip().startswith("//"):
                for kind, pattern, replacement in PATTERNS:
                    for match in re.finditer(pattern, code):
                        start, end = match.span()
                        add(file, text, position + start, position + end, match.expand(replacement), kind)
            position += len(line)
    for file, old, new in by_hand:
        text = (package / file).read_text()
        if text.count(old) == 0:
            print(f"{file}: `{one_line(old)}` is no longer there; see BY_HAND in scripts/mutants", file=sys.stderr)
        for match in re.finditer(re.escape(old), text):
            add(file, text, *match.span(), new, "by hand")
    return found


def one_line(text):
    return " ".join(text.split())

"""Checks that every control sequence is in the terminfo entry, by the output of `infocmp`."""

import re
import subprocess

ESCAPES = {"E": "\x1b", "e": "\x1b", "n": "\n", "l": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "s": " ", "0": "\0"}


def capabilities(name):
    """The string capabilities of a terminfo entry by name, except those of keys. None if there is no entry."""
    result = subprocess.run(["infocmp", "-1", "-x", name], capture_output=True, text=True)
    if result.returncode != 0:
        return None
    found = re.findall(r"^\t(\w+)=(.*),$", result.stdout, re.MULTILINE)
    return {name: unescaped(value) for name, value in found if not re.match(r"k|acsc$|u\d$", name)}


def unescaped(value):
    def one(match):
        text = match[0]
        if text[0] == "^":
            return "\x7f" if text[1] == "?" else chr(ord(text[1]) & 0x1F)
        if re.fullmatch(r"\\[0-7]{3}", text):
            return chr(int(text[1:], 8) & 0x7F)
        return ESCAPES.get(text[1], text[1])

    return re.sub(r"\\[0-7]{3}|\\.|\^.", one, value)


def pattern(capability):
    """A regular expression for all expansions of a capability (terminfo(5), "Parameterized Strings")."""
    rest = re.sub(r"\$<[^>]*>", "", capability)
    position = 0

    def sequence():
        nonlocal position
        result = ""
        while position < len(rest):
            if rest[position] != "%":
                result += re.escape(rest[position])
                position += 1
            elif match := re.compile(r"%(p[1-9]|[Pg][a-zA-Z]|'.'|\{\d+\}|[i+\-*/m&|^=><AO!~l])", re.DOTALL).match(rest, position):
                position = match.end()
            elif match := re.compile(r"%:?[-+# ]*\d*(\.\d+)?[doxXsc]").match(rest, position):
                position = match.end()
                result += {"d": r"\d+", "c": r"[\s\S]", "s": r"[ -~]*"}.get(match[0][-1], r"[0-9a-fA-F]+")
            elif rest.startswith("%%", position):
                position += 2
                result += "%"
            elif rest.startswith("%?", position):
                position += 2
                result += conditional()
            else:  # %t, %e or %; of the conditional around it
                return result
        return result

    def conditional():
        nonlocal position
        branches, before, has_else = [], "%?", False
        while before in ("%?", "%t", "%e"):
            part, mark = sequence(), rest[position:position + 2]
            position += 2
            if mark != "%t":  # Otherwise it was a condition.
                branches.append(part)
                has_else = before == "%e"
            before = mark
        if not has_else:
            branches.append("")
        return "(?:" + "|".join(branches) + ")"

    return sequence()


# Sequences that are in no terminfo entry, and when they may be sent.
TRUE_COLOR = r"\x1b\[[34]8;2;\d+;\d+;\d+m"
SYNCHRONIZED = r"\x1b\[\?2026[hl]"
TASKBAR = r"\x1b\]9;4;\d;\d+\x1b\\"
TITLE = r"\x1b\[2[23];2t|\x1b\]2;[^\x00-\x1f\x7f-\x9f]*\x1b\\"


class Description:
    """A terminfo entry, and other sequences that are allowed."""

    def __init__(self, name, *others):
        strings = capabilities(name) or {}
        if "sgr0" in strings and "rmacs" in strings:
            # sgr0 without rmacs, as ncurses sends it.
            strings["sgr0 alone"] = strings["sgr0"].replace(re.sub(r"\$<[^>]*>", "", strings["rmacs"]), "")
        hide, show = "\x1b[?25l", "\x1b[?25h"
        if strings.get("civis", "").startswith(hide) and show in strings.get("cnorm", ""):
            # Without what changes the cursor's look.
            strings["civis"], strings["cnorm"] = hide, show
        # `rep` begins with a character: it is text and then a sequence.
        patterns = {pattern(value).removeprefix(r"[\s\S]") for value in strings.values()} | set(others)
        self.explained = re.compile("|".join(sorted((one for one in patterns if one), key=len, reverse=True)) or r"(?!)")

    def unexplained(self, bytes, is_utf8=True):
        """The parts of `bytes` that are neither text nor allowed, with their positions."""
        try:
            text = bytes.decode("utf-8" if is_utf8 else "ascii")
        except UnicodeDecodeError as error:
            return [f"not in the character set: {bytes[max(0, error.start - 20):error.end + 20]!r}"]
        strange = []
        for position, character in controls(text, self.explained):
            strange.append(f"{character!r} in {text[max(0, position - 20):position + 20]!r}")
        return strange[:10]


CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def controls(text, explained):
    """The control characters, except line ends, that `explained` does not match, with their positions."""
    position = 0
    while match := CONTROL.search(text, position):
        position = match.start()
        if text[position] in "\r\n":
            position += 1
        elif known := explained.match(text, position):
            position = max(known.end(), position + 1)
        else:
            yield position, text[position]
            position += 1

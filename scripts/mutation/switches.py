"""Puts many mutants into one source, each behind a condition: the mutant whose number is in HUD_MUTANT is in effect.

Each kind of mutant is a replacement of one token. An operator is replaced by one of the same precedence, whose name contains the mutant's
number, and whose function chooses between the original and the mutant. So no expression has to be parsed. An operator keeps its precedence:
the mutant of the first `&&` in `a && b && c` is `(a || b) && c`.
"""

# The functions are in the mutated file, so that the compiler can inline them.
PREAMBLE = """
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
private let mutantInEffect = getenv("HUD_MUTANT").flatMap { Int(String(cString: $0)) } ?? -1
@inline(__always) private func isMutated(_ number: Int) -> Bool { mutantInEffect == number }
@inline(__always) private func one<T: ExpressibleByIntegerLiteral>(unless number: Int) -> T { isMutated(number) ? 0 : 1 }
"""

BINARY = """
infix operator {name}: {precedence}
@inline(__always) private func {name} <T: Comparable>(a: T, b: T) -> Bool {{ isMutated({number}) ? a {new} b : a {old} b }}
"""
EQUALITY = """
infix operator {name}: ComparisonPrecedence
@inline(__always) private func {name} <T: Equatable>(a: T, b: T) -> Bool {{ isMutated({number}) ? a {new} b : a {old} b }}
@inline(__always) private func {name} <T: Equatable>(a: T?, b: T?) -> Bool {{ isMutated({number}) ? a {new} b : a {old} b }}
@inline(__always) private func {name} <T>(a: T?, b: _OptionalNilComparisonType) -> Bool {{ isMutated({number}) ? a {new} nil : a {old} nil }}
"""
LOGIC = """
infix operator {name}: {precedence}
@inline(__always) private func {name} (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool {{
    isMutated({number}) ? try (a {new} b()) : try (a {old} b())
}}
"""
NOT = """
prefix operator {name}
@inline(__always) private prefix func {name} (a: Bool) -> Bool {{ isMutated({number}) ? a : !a }}
"""
DEFAULT = """
infix operator {name}: NilCoalescingPrecedence
@inline(__always) private func {name} <T>(a: T?, b: @autoclosure () throws -> T) rethrows -> T {{ isMutated({number}) ? try b() : try a ?? b() }}
@inline(__always) private func {name} <T>(a: T?, b: @autoclosure () throws -> T?) rethrows -> T? {{ isMutated({number}) ? try b() : try a ?? b() }}
"""
EXTREME = """
@inline(__always) private func {name}<T: Comparable>(_ a: T, _ b: T) -> T {{ isMutated({number}) ? {new}(a, b) : {old}(a, b) }}
"""
CLAMP = """
@inline(__always) private func {name}<T: Comparable>(_ least: T, _ value: T) -> T {{ isMutated({number}) ? value : max(least, value) }}
"""


def operator_name(token, number):
    return token + "".join("%^~&"[int(digit)] for digit in base_four(number))


def base_four(number):
    return (base_four(number // 4) if number > 3 else "") + str(number % 4)


def edits(mutant, number, text):
    """The replacements (start, end, new text) that put the mutant behind a condition, and the declarations that they need; None if its kind
    can't be."""
    start, end = mutant.start, mutant.end
    code = text[start:end]
    token, new = code.strip(), mutant.replacement.strip()
    values = {"number": number, "old": token, "new": new, "name": operator_name(token, number)}
    match mutant.kind:
        case "comparison":
            return [(start, end, f" {values['name']} ")], BINARY.format(precedence="ComparisonPrecedence", **values)
        case "equality":
            return [(start, end, f" {values['name']} ")], EQUALITY.format(**values)
        case "and":
            return [(start, end, f" {values['name']} ")], LOGIC.format(precedence="LogicalConjunctionPrecedence", **values)
        case "or":
            return [(start, end, f" {values['name']} ")], LOGIC.format(precedence="LogicalDisjunctionPrecedence", **values)
        case "not":
            return [(start, end, values["name"])], NOT.format(**values)
        case "literal":
            return [(start, end, f"isMutated({number})" if token == "false" else f"!isMutated({number})")], ""
        case "one":
            return [(end - 1, end, f"one(unless: {number})")], ""
        case "default":
            name = operator_name("??", number)
            return [(end - 3, end - 1, name)], DEFAULT.format(name=name, number=number)
        case "extreme":
            values |= {"old": token[:3], "new": new[:3], "name": f"extreme{number}"}
            return [(start, start + 3, values["name"])], EXTREME.format(**values)
        case "clamp":
            return [(start, start + 3, f"clamped{number}")], CLAMP.format(name=f"clamped{number}", number=number)
        case "statement" | "inner statement":
            first = start + len(code) - len(code.lstrip())
            return [(first, first, f"if !isMutated({number}) {{ "), (end, end, " }")], ""
    return None


def switched_sources(package, mutants):
    """The text of each file with all its mutants behind conditions, the declarations that must follow it, and each mutant's number."""
    numbers = {}
    edits_of_files = {}
    for number, mutant in enumerate(mutants):
        text = (package / mutant.file).read_text()
        change = edits(mutant, number, text)
        if change is None:
            continue
        replacements, declarations = edits_of_files.setdefault(mutant.file, ([], []))
        if any(overlap(a, b) for a in change[0] for b in replacements):
            continue
        replacements += change[0]
        declarations.append(change[1])
        numbers[mutant] = number
    sources = {}
    for file, (replacements, declarations) in edits_of_files.items():
        text = (package / file).read_text()
        # From the end to the beginning. At one place: a closing brace before the next token, an `if` before the token that it begins with.
        for start, end, new in sorted(replacements, key=lambda edit: (edit[0], edit[1]), reverse=True):
            text = text[:start] + new + text[end:]
        sources[file] = (text, PREAMBLE + "".join(declarations))
    return sources, numbers


def overlap(a, b):
    return a[0] < b[1] and b[0] < a[1]

import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// Everything that the tracker knows after the last step of a script, as literals.
///
/// The law compares the claims with a terminal, so it finds a claim that is not true. These tests find one that is missing.
@Suite struct OutputTrackerScriptTests {
    @Test(
        arguments: [
            (
                "Characters move the cursor and wrap, and the column is lost without autowrap",
                [
                    "|xxxxxxxxxxxxxxxxxxxx": "wrap, extent 20, used",
                    "|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": "column 1, extent 1, used, above 40, rows change",
                    "|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": "wrap, extent 20, used, above 20, rows change",
                    "\u{1B}[?7l|xxxxxxxxxxxxxxxxxxxx": "column ?, extent 20, used, gaps, rows change, no wrap",
                    "\u{1B}[?7l|xxxxxxxxxxxxxxxxxx\u{754C}": "column ?, extent 20, used, gaps, rows change, no wrap",
                    "\u{1B}[!p\r|xxxxxxxxxxxxxxxxxxxx":
                        "column ?, below 4, extent 20, lowest 20, used, gaps, rows change, wraps ?, style ?",
                    "\u{1B}[!p\r|xxxxxxxxxxxxxxxxxx\u{754C}":
                        "column ?, below 4, extent 20, lowest 20, used, gaps, rows change, wraps ?, style ?",
                    "|xxxxxxxxxxxxxxxxxx\u{754C}": "wrap, extent 20, used",
                    "|xxxxxxxxxxxxxxxxxxx\u{754C}": "column 2, extent 2, used, gaps, rows change",
                    "\u{1B}[4h|\u{754C}": "column 2, extent 20, used, inserts",
                    "\u{1B}[1;3r\r|xxxxxxxxxxxxxxxxxxxxxxxxx":
                        "column 5, below 4, anchors 10, extent 20, lowest 20, used, gaps, rows change, region",
                    "abc|\u{301}": "column 3, extent 3, used",
                    "|\u{301}": "used",
                    "|\u{1F1E9}": "column 2, or 2 less, extent 2, used",
                    "\u{915}|\u{93F}": "column 2, or 1 less, extent 2, used",
                    "|\u{6DD}": "column 1, or 1 less, extent 1, used",
                    "\u{1F1E9}|\u{1F1EA}x": "column 5, or 4 less, extent 5, used",
                    "\u{1F1E9}|\u{1F1EA}\r": "extent 4, used",
                    "\u{1F1E9}|\u{1B}[3D": "or 2 less, extent 2, used",
                    "\u{1F1E9}|\u{1B}[99C": "column 19, or 2 less, extent 2, used",
                    "\u{1B}7\u{1F1E9}|\u{1B}8": "anchors 10, extent 2, used, jumps, saved (0 0 0 0 0)",
                    "xxxxxxxxxxxxxxxxxxxxxxxxx\r\u{1F1E9}|\u{8}":
                        "column ?, below 1, extent 20, lowest 5, used, gaps, rows change",
                    "\u{1F1E9}|\t": "column ?, extent 20, used, gaps, rows change",
                    "\u{1F1E9}|\u{1B}[K": "column 2, or 2 less, extent 2, used",
                    "\u{1F1E9}|\u{1B}[5G": "column 4, extent 2, used",
                    "xxxxxxxxxxxxxxxxx|\u{1F1E9}": "column 19, or 2 less, extent 19, used",
                    "xxxxxxxxxxxxxxxxxx|\u{1F1E9}": "column ?, extent 20, used, gaps, rows change",
                    "\u{1F1E9}xxxxxxxxxxxxxxxxx|x": "column ?, extent 20, used, gaps, rows change",
                    "\u{1B}7|xxxxxxxxxxxxxxxxxxxxxxxxx":
                        "column 5, anchors 9, extent 5, used, above 20, rows change, saved (0 0 0 0 0)",
                    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxy|xxxxxxxxxxxxxxxxxxx\u{754C}":
                        "column 2, extent 2, used, gaps, rows change"
                ]
            ),
            (
                "Controls move the cursor, or lose it where terminals disagree",
                [
                    "|\u{8}": "used",
                    "|\t": "column 8, used",
                    "abc|\u{8}": "column 2, extent 3, used",
                    "xxxxxxxxxxxxxxxxxxxx|\t": "column ?, extent 20, used, gaps, rows change",
                    "a\nbc\n\u{1B}[A|\n": "block 1 for 5, used, rows change",
                    "a\nbc\n\u{1B}[A|\u{8}": "column ?, below 1, block 1 for 5, extent 20, lowest 20, used, gaps, rows change",
                    "xxxxxxxxxxxxxxxxxxxxxxxxx\r|\u{8}": "column ?, below 1, extent 20, lowest 5, used, gaps, rows change",
                    "xxxxxxxxxxxxxxxxx|\t": "column 19, extent 17, used",
                    "\u{1B}[g|\t": "column ?, extent 20, used, gaps, rows change, tabs ?",
                    "\u{1B}H|\t": "column ?, extent 20, used, gaps, rows change, tabs ?",
                    "a\nbc\nd\u{1B}[2A|\n\n": "block 2 for 5, extent 1, used, gaps, rows change",
                    "a\nbc\nd\u{1B}[2A|\n\n\n": "block 3 for 4, rows change",
                    "\u{1B}[?69h|\r": "below 4, extent 20, lowest 20, used, gaps, lost",
                    "a\nbc\nd\u{1B}[2A|\u{8}": "below 2, block 2 for 5, extent 20, lowest 1, used, gaps"
                ]
            ),
            (
                "Movements end at the window's edges, and the rows above and below are counted",
                [
                    "abc|\u{1B}[99C": "column 19, extent 3, used",
                    "abc|\u{1B}[D": "column 2, extent 3, used",
                    "abc|\u{1B}[E": "extent 3, used, gaps, rows change, jumps",
                    "abc|\u{1B}[2E": "extent 3, used, gaps, rows change, jumps",
                    "abc|\u{1B}[3G": "column 2, extent 3, used",
                    "abc|\u{1B}[3`": "column 2, extent 3, used",
                    "abc|\u{1B}[3:2C": "column ?, below 4, extent 20, lowest 20, used, gaps, rows change",
                    "xxxxxxxxxxxxxxxxxxxx|\u{1B}[B": "column ?, extent 20, used, gaps, rows change, jumps",
                    "xxxxxxxxxxxxxxxxxxxx|\u{1B}[e": "column ?, extent 20, used, gaps, rows change, jumps",
                    "xxxxxxxxxxxxxxxxxxxx|\u{1B}[C": "column 19, extent 20, used",
                    "a\nbc\nd\u{1B}[2A|\u{1B}[2E": "block 2 for 5, extent 1, used, gaps, rows change, jumps",
                    "a\nbc\nd\u{1B}[2A\n|\u{1B}[B": "block 2 for 5, extent 1, used, gaps, rows change, jumps",
                    "\u{1B}[?6h|\u{1B}[2;3H":
                        "column 2, below 4, anchors 10, extent 20, lowest 20, used, gaps, rows change, jumps, origin",
                    "\u{1B}[H|\u{1B}[J": "free 4, used, gaps, rows change, jumps",
                    "a\u{1B}[H|b\u{1B}[J": "column 1, free 4, anchors 10, extent 1, used, gaps, rows change, jumps"
                ]
            ),
            (
                "Erasing frees what it erases, unless it leaves a color",
                [
                    "abc|\u{1B}[@": "column 3, extent 20, used, gaps",
                    "abc|\u{1B}[L": "column ?, below 1, extent 20, lowest 20, used, gaps, rows change, jumps",
                    "abc|\u{1B}[M": "column ?, extent 20, used, gaps, rows change, jumps",
                    "abc|\u{1B}[S": "column 3, extent 20, used, gaps, rows change, jumps",
                    "xxxxxxxxxxxxxxxxxxxx|\u{1B}[J": "column ?, extent 20, used, rows change, jumps",
                    "xxxxxxxxxxxxxxxxxxxx|\u{1B}[2J": "column ?, used, gaps, rows change, jumps",
                    "xxxxxxxxxxxxxxxxxxxx|\u{1B}[K": "column ?, extent 20, used",
                    "xxxxxxxxxxxxxxxxxxxx|\u{1B}[@": "column ?, extent 20, used, gaps",
                    "xxxxxxxxxxxxxxxxxxxx|\u{1B}[P": "column ?, extent 20, used, gaps",
                    "xxxxxxxxxxxxxxxxxxxx|\u{1B}[S": "column ?, extent 20, used, gaps, rows change, jumps",
                    "abc\r|\u{1B}[@": "extent 20, used, gaps",
                    "abc\r|\u{1B}[L": "column ?, below 1, extent 20, lowest 20, used, gaps, rows change, jumps",
                    "abc\r|\u{1B}[M": "column ?, extent 20, used, gaps, rows change, jumps",
                    "abc\r|\u{1B}[S": "extent 20, used, gaps, rows change, jumps",
                    "abc\r|\u{1B}[?J": "extent 3, used, gaps, rows change, jumps",
                    "\u{1B}[44mab|\u{1B}[?J":
                        "column 2, below 4, extent 20, lowest 20, used, gaps, colored, rows change, jumps, style 44m",
                    "abc\r|\u{1B}[?K": "extent 3, used, gaps",
                    "\u{1B}[44mab|\u{1B}[J":
                        "column 2, below 4, extent 20, lowest 20, used, colored, rows change, jumps, style 44m",
                    "\u{1B}[44mab|\u{1B}[2J":
                        "column 2, below 4, extent 20, lowest 20, used, gaps, colored, rows change, jumps, style 44m",
                    "\u{1B}[44mab|\u{1B}[P": "column 2, extent 20, used, gaps, colored, style 44m",
                    "\u{1B}[44mab|\u{1B}[X": "column 2, extent 20, used, gaps, colored, style 44m"
                ]
            ),
            (
                "Other control sequences lose what terminals disagree on",
                [
                    "abc|\u{1B}[g": "column 3, extent 3, used, tabs ?",
                    "abc|\u{1B}[4l": "column 3, extent 3, used",
                    "abc|\u{1B}[r": "column ?, below 4, anchors 10, extent 20, lowest 20, used, gaps, rows change, jumps",
                    "abc|\u{1B}[1;5r": "column ?, below 4, anchors 10, extent 20, lowest 20, used, gaps, rows change, jumps",
                    "abc|\u{1B}[2r":
                        "column ?, below 4, anchors 10, extent 20, lowest 20, used, gaps, rows change, jumps, region",
                    "abc|\u{1B}[s": "column 3, anchors 10, extent 3, used, jumps, saved (3 0 3 0 0)",
                    "abc|\u{1B}[!p":
                        "column ?, below 4, extent 20, lowest 20, used, gaps, rows change, jumps, shows, wraps ?, style ?",
                    "abc|\u{1B}[?W": "column 3, extent 3, used, tabs ?",
                    "abc|\u{1B}[?6h": "column ?, below 4, extent 20, lowest 20, used, gaps, rows change, jumps, origin",
                    "abc|\u{1B}[?7l": "column 3, extent 3, used, no wrap",
                    "abc|\u{1B}[?25l": "column 3, extent 3, used, hidden",
                    "abc|\u{1B}[?3l": "column ?, below 4, extent 20, lowest 20, used, gaps, rows change, jumps",
                    "abc|\u{1B}[?3h": "column ?, below 4, extent 20, lowest 20, used, gaps, rows change, jumps, lost",
                    "abc|\u{1B}[?40l": "column 3, extent 3, used, jumps",
                    "abc|\u{1B}[3\u{7}1m": "column ?, below 4, extent 20, lowest 20, used, gaps, rows change, style 31m",
                    "\u{1B}[#{\u{1B}[31m|\u{1B}[#}": "column ?, below 4, extent 20, lowest 20, used, gaps, rows change, style ?",
                    "\u{1B}[#p\u{1B}[31m|\u{1B}[#q": "column ?, below 4, extent 20, lowest 20, used, gaps, rows change, style ?",
                    "abc|\u{1B}[1 1m": "column ?, below 4, extent 20, lowest 20, used, gaps, rows change, jumps",
                    "xxxxxxxxxxxxxxxxxxxx|\u{1B}[?7h": "column ?, extent 20, used",
                    "xxxxxxxxxxxxxxxxxxxx|\u{1B}[?7l": "column ?, extent 20, used, no wrap",
                    "xxxxxxxxxxxxxxxxxxxx|\u{1B}[?25l": "wrap, extent 20, used, hidden",
                    "\u{1B}7\u{1B}[31m|\u{1B}[!p":
                        "column ?, below 4, anchors 10, extent 20, lowest 20, used, gaps, rows change, jumps, shows, wraps ?, style ?"
                ]
            ),
            (
                "Escape sequences and strings move the cursor, or lose it",
                [
                    "abc|\u{1B}E": "rows change",
                    "abc|\u{1B}M": "column 3, below 1, block 1 for 5, extent 20, lowest 20, used, gaps, rows change, jumps",
                    "abc|\u{1B}H": "column 3, extent 3, used, tabs ?",
                    "abc|\u{1B}%G": "column 3, extent 3, used",
                    "abc|\u{1B}%@": "column ?, below 4, extent 20, lowest 20, used, gaps, rows change, jumps, lost",
                    "abc|\u{1B} F": "column 3, extent 3, used",
                    "abc|\u{1B}#8": "column ?, below 4, extent 20, lowest 20, used, gaps, rows change, jumps, lost",
                    "xxxxxxxxxxxxxxxxxxxx|\u{1B}D": "column ?, rows change",
                    "xxxxxxxxxxxxxxxxxxxx|\u{1B}M":
                        "column ?, below 1, block 1 for 5, extent 20, lowest 20, used, gaps, rows change, jumps",
                    "a\nbc\nd\u{1B}[2A|\u{1B}D": "column 1, below 1, block 2 for 5, extent 20, lowest 1, used, gaps, rows change",
                    "a\nbc\nd\u{1B}[2A|\u{1B}E": "below 1, block 2 for 5, extent 20, lowest 1, used, gaps, rows change",
                    "a\nbc\nd\u{1B}[2A|\u{1B}M":
                        "column 1, below 3, block 3 for 5, extent 20, lowest 20, used, gaps, rows change, jumps",
                    "abc|\u{1B}]0;\u{E4}\u{7}": "column 3, extent 3, used",
                    "abc|\u{1B}]133;A\u{7}": "column ?, extent 20, used, gaps, rows change",
                    "abc|\u{1B}]133;B\u{7}": "column 3, extent 3, used",
                    "abc\n|\u{1B}]133;A;k=i\u{7}": ""
                ]
            ),
            (
                "A saved position comes back with what was known there, if the row was not left",
                [
                    "abc\u{1B}7|\u{1B}[s\u{1B}[u": "column 3, anchors 10, extent 3, used, jumps, saved (3 0 3 0 10)",
                    "\u{1B}(0\u{1B}7\u{1B}(B|\u{1B}8": "anchors 10, used, jumps, no letters, saved (0 0 0 0 0 no letters)",
                    "xxxxxxxxxxxxxxxxxxxx\u{1B}7|\r\u{1B}8":
                        "column ?, below 4, anchors 10, extent 20, lowest 20, used, gaps, rows change, jumps, saved (20 0 20 0 0)",
                    "\u{1B}[31m\u{1B}7\u{1B}[m|\u{1B}8": "anchors 10, used, jumps, style 31m, saved (0 0 0 0 0 31m)",
                    "\u{1B}[2;1H\u{1B}7\r\n|\u{1B}8":
                        "below 4, free 3, anchors 10, extent 20, lowest 20, used, gaps, rows change, jumps, saved (0 3 20 3 10)",
                    "abc\u{1B}[?1048h|\u{1B}[?1048l":
                        "column ?, below 4, anchors 10, extent 20, lowest 20, used, gaps, rows change, jumps, saved (-1 0 3 0 0)",
                    "\u{1B}7\u{1B}[31m|\u{1B}[?1048l":
                        "column ?, below 4, anchors 10, extent 20, lowest 20, used, gaps, rows change, jumps, style ?, saved (0 0 0 0 0)",
                    "abc\u{1B}[3\u{7}\u{1B}7|\u{1B}8":
                        "column ?, below 4, anchors 10, extent 20, lowest 20, used, gaps, rows change, jumps, saved (-1 0 3 0 0)"
                ]
            ),
            (
                "The alternate screen leaves the main screen as it was",
                [
                    "abc|\u{1B}[?1049h":
                        "column ?, below 4, extent 20, lowest 20, used, gaps, rows change, jumps, alternate, main (3 0 3 0 0)",
                    "abc|\u{1B}[?1049h\u{1B}[?1049h\u{1B}[?1049l": "column 3, extent 3, used, gaps, rows change, jumps",
                    "abc|\u{1B}7\u{1B}[?47h":
                        "column ?, below 4, anchors 10, extent 20, lowest 20, used, gaps, rows change, jumps, alternate",
                    "abc|\u{1B}7\u{1B}[?47l":
                        "column ?, below 4, anchors 10, extent 20, lowest 20, used, gaps, rows change, jumps",
                    "xxxxxxxxxxxxxxxxxxxx|\u{1B}[?1049h\u{1B}[?1049l": "column ?, extent 20, used, gaps, rows change, jumps",
                    "\u{1B}[3;1H|\u{1B}[?1049h\u{1B}[?1049l":
                        "below 2, free 2, anchors 10, extent 20, lowest 20, used, gaps, rows change, jumps",
                    "\u{1B}[31m\u{1B}(0|\u{1B}[?1049h\u{1B}[m\u{1B}(B\u{1B}[?1049l":
                        "used, gaps, rows change, jumps, no letters, style 31m"
                ]
            ),
            (
                "In a fresh row each movement counts as use",
                [
                    "|\u{1B}[B": "used, gaps, rows change, jumps",
                    "|\u{1B}[C": "column 1, used",
                    "|\u{1B}[D": "used",
                    "|\u{1B}[G": "used",
                    "|\u{1B}[K": "used",
                    "|\u{1B}[X": "used, gaps",
                    "|\u{1B}[?5n": "",
                    "|\u{1B}[?6n": "anchors 10",
                    "|\u{1B}[6n": "anchors 10",
                    "|\u{1B}[5n": "",
                    "|\u{1B}[>6h": "",
                    "‹free 2›|\u{2764}\u{FE0F}": "column 3, or 2 less, free 2, extent 3, used",
                    "‹free 2›|\u{1B}[B": "free 1, used, gaps, rows change, jumps",
                    "|‹free 9›": "free 4",
                    "\u{1B}[3;1H\u{1B}[J|\n": "free 1, anchors 10, rows change",
                    "abc|\u{1B}[?1049h\u{1B}[H\u{1B}[?1049l": "column 3, extent 3, used, gaps, rows change, jumps",
                    "‹20×1›|\u{1B}[1;1r": "column ?, anchors 2, extent 20, used, gaps, rows change, jumps, region",
                    "‹2×5›|\u{754C}": "wrap, extent 2, used"
                ]
            ),
            (
                "A block that the job redraws is as high as it went up, and the lines that were printed below it since",
                [
                    "a\nb|\r\u{1B}[Al\na\nb": "column 1, block 2 for 4, extent 1, used, rows change",
                    "a\nb\r\u{1B}[Al\na\nb\r\u{1B}[Al\na\nb|\r\u{1B}[Al\na\nb":
                        "column 1, block 2 for 4, extent 1, used, rows change",
                    "\n\n\n\u{1B}[3A\n\n\n\u{1B}[A\n\n|\n": "block 5 for 3, rows change",
                    "\n\n\n\u{1B}[3A\n\n\n\n\n\u{1B}[A\n\n|\n\n": "block 4 for 2, rows change",
                    "\n\n\n\u{1B}[3A\n\n\n\n\n\u{1B}[2A\n\n\u{1B}[A\n\n|\n\n": "block 5 for 2, rows change",
                    "\n\n\n\u{1B}[3A\n\n\n\n\n\u{1B}[A\n\n|\n\n\n\n\n\n": "rows change",
                    "a\nb\nc\nd\ne\u{1B}[4A\n\n\n\nf\ng\nh\ni\u{1B}[A|‹10×5›|\n\n\n\n\n\n": "block 7 for 3, rows change",
                    "\n\n\n\u{1B}[3A\n\n\n\u{1B}[A\n\n|\u{1B}[3A\n\n\n": "block 3 for 5, used, rows change"
                ]
            ),
            (
                "A reset forgets all modes and places",
                [
                    "\u{1B}[?7l\u{1B}[4h\u{1B}[20h\u{1B}[1;3r\u{1B}[?6h\u{1B}[g\u{1B}[?69h\u{1B}[44m\n\u{1B}(0\u{1B}7\u{1B}[?25l\u{1B}[A|\u{1B}c":
                        "free 4, anchors 10, rows change, jumps, shows",
                    "\u{1B}[?1049h|\u{1B}c": "free 4, anchors 10, rows change, jumps, shows",
                    "\u{1B}[?47h\u{1B}7|\u{1B}c": "free 4, anchors 10, rows change, jumps, shows"
                ]
            ),
            (
                "A line stays known in another window unless a terminal may wrap it there",
                [
                    "xxxxxxxxxxxxxxxxxxxx|‹30×5›": "column ?, extent 30, used, gaps, right 0, rows change",
                    "xxxxxxxxxxxxxxxxxxxxxxxxx\r|‹30×5›":
                        "column ?, below 1, extent 30, lowest 30, used, gaps, right 5, rows change",
                    "\u{1B}[A|‹30×5›":
                        "column ?, below 1, block 1 for 5, extent 30, lowest 30, used, gaps, right 20, rows change",
                    "\u{1B}7|‹30×5›": "anchors 10, rows change",
                    "\n\n\u{1B}[2A|‹20×3›|x|\u{1B}[B": "column 1, block 2 for 5, extent 1, used, gaps, rows change, jumps",
                    "a\nb\n\u{1B}[2A\u{1B}[2Kc\n\u{1B}[2Kd\n|‹10×5›": "block 2 for 5, used, rows change",
                    "aaaaaaaaaaaaaaaaaaaaa\r\u{1B}[K\u{1B}[A\n|‹30×5›":
                        "column ?, block 1 for 5, extent 30, used, gaps, right 0, rows change",
                    "\n\n|‹30×5›|\u{1B}[A": "block 1 for 5, extent 30, used, gaps, rows change",
                    "\n\n|‹used›|\u{1B}[A": "block 1 for 5, extent 20, used, gaps, rows change",
                    "abc\u{1F1E9}|‹10×5›": "column 5, or 2 less, extent 5, used, rows change",
                    "abc\u{1F1E9}|‹5×5›": "column ?, below 1, extent 5, lowest 5, used, gaps, right 2, rows change",
                    "abc\r\u{1F1E9}|‹3×5›": "column ?, below 2, extent 3, lowest 3, used, gaps, right 3, rows change",
                    "abc|‹3×5›": "column ?, extent 3, used, gaps, right 0, rows change",
                    "abcdef\u{1B}[3D|‹5×5›": "column ?, below 1, extent 5, lowest 5, used, gaps, right 3, rows change",
                    "xxxxxxxxxxxxxxxxxxx\r|‹2×5›": "column ?, below 4, extent 2, lowest 2, used, gaps, right 19, rows change",
                    "xxxxxxxxxxxxxxxxxxxx\r|‹1×5›": "column ?, below 4, extent 1, lowest 1, used, gaps, right 20, rows change",
                    "xxxxxxxxxxxxxxxxxxxx\r|‹11×5›|d": "column ?, below 3, extent 11, lowest 11, used, gaps, rows change",
                    "xxxxxxxxxxxxxxxxxxxx\r|‹11×5›|\u{754C}": "column ?, below 3, extent 11, lowest 11, used, gaps, rows change",
                    "xxxxxxxxxxxxxxxxxxxx\r|‹11×5›|\u{1B}[31m": "column ?, below 3, extent 11, lowest 11, used, gaps, style 31m",
                    "xxxxxxxxxxxxxxxxxxxx\r|‹11×5›|\u{1B}[C": "column ?, below 3, extent 11, lowest 11, used, gaps",
                    "xxxxxxxxxxxxxxxxxxxx\r|‹11×5›|\u{1B}[1 1m":
                        "column ?, below 4, extent 11, lowest 11, used, gaps, rows change, jumps",
                    "xxxxxxxxxxxxxxxxxxxx\r|‹11×5›|\u{7F}": "column ?, below 3, extent 11, lowest 11, used, gaps, right 20",
                    "xxxxxxxxxxxxxxxxxxxx\r|‹11×5›|\u{18}": "column ?, below 3, extent 11, lowest 11, used, gaps, right 20",
                    "xxxxxxxxxxxxxxxxxxxx\r|‹11×5›|\u{1B}]0;t\u{7}": "column ?, below 3, extent 11, lowest 11, used, gaps",
                    "xxxxxxxxxxxxxxxxxxxx\r|‹11×5›|\r|‹30×5›": "column ?, below 4, extent 30, lowest 30, used, gaps, rows change",
                    "‹free 2›|‹20×6›": "rows change",
                    "‹free 2›|\u{1B}7|‹20×6›|\u{1B}8":
                        "below 5, anchors 12, extent 20, lowest 20, used, gaps, rows change, jumps, saved (0 0 0 0 0)",
                    "abc|\u{1B}[?1049h|‹20×6›|\u{1B}[?1049l":
                        "column ?, below 5, extent 20, lowest 20, used, gaps, rows change, jumps, style ?",
                    "a\nb\nc\u{1B}[A|‹30×5›": "column ?, below 1, block 1 for 5, extent 30, lowest 30, used, gaps, rows change",
                    "\u{2764}\u{FE0F}|‹30×5›": "column 3, or 2 less, extent 3, used, rows change",
                    "\u{2764}\u{FE0F}\u{1B}[3G|‹30×5›":
                        "column ?, below 1, extent 30, lowest 30, used, gaps, right 1, rows change",
                    "abc\u{1B}[3G|‹30×5›": "column 2, extent 3, used, rows change",
                    "abc\r\u{1B}[K\u{1B}[3G|‹30×5›": "column ?, extent 30, used, gaps, right 0, rows change",
                    "xxxxxxxxxxxxxxxxxxxxxxx\nb\u{1B}[A|‹30×5›":
                        "column ?, below 2, block 1 for 5, extent 30, lowest 30, used, gaps, rows change",
                    "xxxxxxxxxxxxxxxxxxxxxxx\n\n\n\n\n\n\n\n\n\n\nb\u{1B}[A|‹30×5›":
                        "column ?, below 1, block 1 for 5, extent 30, lowest 30, used, gaps, rows change",
                    "a\nb\nc\u{1B}[A|‹19×5›": "column ?, below 3, block 3 for 5, extent 19, lowest 19, used, gaps, rows change",
                    "a\nb\nc\u{1B}[A|‹9×5›": "column ?, below 4, block 5 for 5, extent 9, lowest 9, used, gaps, rows change",
                    "\u{1B}[9A|‹20×3›": "below 2, block 4 for 5, extent 20, lowest 20, used, gaps, rows change",
                    "\u{1B}[9A|‹20×9›": "below 4, block 4 for 5, extent 20, lowest 20, used, gaps, rows change"
                ]
            ),
            (
                "After another program has used the terminal, the column is not known",
                [
                    "|‹used›": "",
                    "abc\n\u{1B}[K|‹used›": "used",
                    "abc\r|‹used›": "column ?, extent 20, used, gaps, rows change",
                    "‹free 2›|‹used›": "",
                    "abc|‹used›|‹10×5›": "column ?, extent 10, used, gaps, right 0, rows change",
                    "abc\r|‹used›|‹10×5›": "column ?, below 3, extent 10, lowest 10, used, gaps, right 20, rows change",
                    "abc\u{1F1E9}|‹used›": "column ?, extent 20, used, gaps, rows change",
                    "abc|‹used›|\u{754C}": "column ?, extent 20, used, gaps, right 0, rows change",
                    "abc|‹used›|\r": "extent 20, used, gaps",
                    "abc|‹used›|d|‹10×5›": "column ?, extent 10, used, gaps, right 0, rows change"
                ]
            )
        ] as [(String, KeyValuePairs<String, String>)])
    func `The tracker knows this`(promise: String, scripts: KeyValuePairs<String, String>) {
        for (script, known) in scripts { #expect(OutputTracker.known(after: script) == known, "\(script)") }
    }
}

import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// What the machine does for the last step of a script, and its state afterwards, as literals: with options.
@Suite struct RegionOptionScriptTests {
    @Test(
        arguments: [
            (
                "Rows stay below an unfinished line while it goes on", \.drawsBelowUnfinishedLines,
                [
                    "print ab|show|print c":
                        "write c, printed c, farewell ‹plain›‹return›‹newline›‹return›‹clear row›‹clear rows below›‹wrap›‹up›‹ESC›[3C‹show›; below 3; in a line",
                    "print ab|show|print \u{1B}[?25l|show 1":
                        "write ‹return›‹newline›‹return›‹ESC›[?7l‹ESC›[7C‹ESC›[2m1‹plain›‹wrap›‹return›‹up›‹ESC›[2C; below 2; in a line",
                    "print ab|show|show 1":
                        "write ‹hide›‹return›‹newline›‹return›‹ESC›[?7l‹ESC›[7C‹ESC›[2m1‹plain›‹wrap›‹return›‹up›‹ESC›[2C‹show›; below 2; in a line",
                    "print ab|show|resize 30×10|print c": "write ‹clear below›‹show›, end, print c; resting; in a line",
                    "print ab\r|show|resize 30×10|show 1":
                        "write ‹save›‹return›‹newline›‹clear below›‹restore›‹show›, end; resting; in a line; frame pending",
                    "print ab|show|background|show 1": "end; absent; style lost; in a line; frame pending",
                    "print ab|show|flood|print c":
                        "write c, printed c, farewell ‹plain›‹return›‹newline›‹return›‹clear row›‹clear rows below›‹wrap›‹up›‹ESC›[3C‹show›; below 3; in a line",
                    "print xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx|show|resize 40×14|show 1":
                        "write ‹return›‹newline›‹return›‹clear row›‹clear rows below›‹up›‹ESC›[39Cx‹show›, end; resting; in a line; frame pending",
                    "print xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx|show|resize 45×10|show 1":
                        "write ‹save›‹return›‹newline›‹clear below›‹restore›‹show›, end; resting; in a line; frame pending",
                    "print ab|resize 40×1|show": "absent; in a line; frame pending",
                    "print ab|show|interrupted|show 1": "end; resting; style lost; in a line; frame pending",
                    "print ab|show|interrupted|print c": "end, print c; resting; in a line",
                    "print ab|show|resize 30×10|hidden|show 1":
                        "write ‹clear below›‹show›, end; resting; in a line; frame pending",
                    "tall|show|print \u{1B}7xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx|resize 30×10|show 1":
                        "write ‹return›‹clear row›‹clear rows below›‹show›, end; resting; in a line; frame pending",
                    "tall|show|print \u{1B}7xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx|resize 20×10|show 1":
                        "write ‹return›‹newline›‹return›‹clear row›‹clear rows below›‹up›‹ESC›[10C‹show›, end; resting; in a line; frame pending",
                    "tall|show|print \u{1B}7ab\r|resize 30×10|show 1":
                        "write ‹return›‹newline›‹return›‹clear row›‹clear rows below›‹up›‹show›, end; resting; in a line; frame pending",
                    "print ab|suspend|resume|show": "absent; in a line; frame pending",
                    "print ab|cover|suspend|resume|uncover|show": "absent; in a line; frame pending"
                ]
            ),
            (
                "On a shared terminal the rows are pinned, and rest after a resize", \.sharesTerminal,
                [
                    "tall|show":
                        "write ‹save›‹plain›‹ESC›[1;9r‹ESC›[999;1H‹up›‹clear below›‹ESC›[999;1H‹rows without return›‹restore›, farewell ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›‹wrap›; pinned 1",
                    "show|print xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx":
                        "print xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; pinned 1; in a line",
                    "show|print xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx|show 1": "pinned 1; in a line; frame pending",
                    "show|print \u{1B}7":
                        "write ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›‹save›, printed ‹save›, end; held back",
                    "show|print \u{1B}7|show 1": "absent; frame pending",
                    "show|print \u{1B}[2J":
                        "write ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›‹ESC›[2J‹ESC›D‹up›‹save›‹plain›‹ESC›[1;9r‹ESC›[999;1H‹clear below›‹rows without return›‹restore›, printed ‹ESC›[2J; pinned 1",
                    "show|behind|show": "pinned 1; frame pending",
                    "show|behind|show 1":
                        "write ‹save›‹plain›‹ESC›[999;1H‹return›‹ESC›[?7lHUD ‹ESC›[2m0:01‹plain›‹clear row›‹wrap›‹restore›; pinned 1",
                    "show|behind|tall": "pinned 1; frame pending",
                    "show|resize 30×10|show":
                        "write ‹release›‹ESC›D‹up›‹save›‹plain›‹ESC›[1B‹return›‹clear below›‹restore›, end; resting; frame pending",
                    "show|resize 30×10|show 1":
                        "write ‹release›‹ESC›D‹up›‹save›‹plain›‹ESC›[1B‹return›‹clear below›‹restore›, end; resting; frame pending",
                    "show|resize 30×10|show|show 1":
                        "begin (‹release›‹wrap›), write ‹ESC›D‹up›‹save›‹plain›‹ESC›[1;9r‹ESC›[999;1H‹clear below›‹rows without return›‹restore›, farewell ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›‹wrap›; pinned 1",
                    "show|resize 30×10|print x\n":
                        "write ‹release›‹ESC›D‹up›‹save›‹plain›‹ESC›[1B‹return›‹clear below›‹restore›, end, print x‹newline›; resting",
                    "show|other|resize 30×10|show|leave left":
                        "print ‹plain›                             ‹return›‹clear row›‹ESC›[?7lleft‹wrap›‹return›‹newline›; resting",
                    "resize 40×1|show": "absent; untouched; frame pending",
                    "resize 40×2|show": "absent; untouched; frame pending",
                    "show|print \u{1B}[31m\u{1B}[3|remove":
                        "write ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›‹ESC›[3, printed ‹ESC›[31m‹ESC›[3, end; absent",
                    "show|print \u{1B}[3|refuse 1": "end, print ‹ESC›[3; resting; style lost; in a line",
                    "show|background|show 1": "end with farewell; absent; style lost",
                    "show|print \u{1B}[3|hidden|show 1":
                        "write ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›‹ESC›[3, printed ‹ESC›[3, end; absent; frame pending",
                    "print \u{1B}[3|show": "absent; frame pending",
                    "show|print \u{1B}[3|log x": "pinned 1; kept ‹ESC›[3; lines wait",
                    "show|resize 30×10|show|show 0.5":
                        "begin (‹release›‹wrap›), write ‹ESC›D‹up›‹save›‹plain›‹ESC›[1;9r‹ESC›[999;1H‹clear below›‹rows without return›‹restore›, farewell ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›‹wrap›; pinned 1",
                    "resize 40×3|show|tall 1":
                        "write ‹save›‹plain›‹ESC›[999;1H‹return›‹ESC›[?7lHUD  more ‹ESC›[2m0:01‹plain›‹clear row›‹wrap›‹restore›; pinned 1",
                    "show|print \u{1B}[9;1H\u{1B}[J|print a\n|print \u{1B}[J":
                        "write ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›‹clear below›‹ESC›D‹up›‹save›‹plain›‹ESC›[1;9r‹ESC›[999;1H‹clear below›‹rows without return›‹restore›, printed ‹clear below›; pinned 1",
                    "print \u{2764}\u{FE0F}|show":
                        "begin (‹release›‹wrap›), write ‹ESC›D‹up›‹save›‹plain›‹ESC›[1;9r‹ESC›[999;1H‹clear below›‹rows without return›‹restore›, farewell ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›‹wrap›; pinned 1; in a line",
                    "resize 40×3|show|other": "pinned 1",
                    "show|print \u{1B}[9;1H\u{1B}[J|tall 1": "pinned 1; frame pending",
                    "show|print \u{1B}[8;1H\u{1B}[J|other|third|leave left":
                        "write ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹up›‹clear below›‹restore›‹plain›                                       ‹return›‹clear row›‹ESC›[?7lleft‹wrap›‹return›‹newline›, printed ‹plain›                                       ‹return›‹clear row›‹ESC›[?7lleft‹wrap›‹return›‹newline›, end; absent"
                ]
            ),
            (
                "If the cursor may follow other text, the first output begins with blanks", \.cursorMayFollowText,
                [
                    "show":
                        "print ‹plain›                                       ‹return›‹clear row›, begin (‹plain›‹wrap›‹show›), write ‹hide›‹rows›, farewell before ‹plain›‹return›‹clear row›‹clear rows below›‹wrap›‹show›; here",
                    "suspend|resume on a new line|show":
                        "begin (‹plain›‹wrap›‹show›), write ‹hide›‹rows›, farewell before ‹plain›‹return›‹clear row›‹clear rows below›‹wrap›‹show›; here",
                    "show|leave left":
                        "write ‹return›‹clear row›‹ESC›[?7lleft‹wrap›‹return›‹newline›‹show›, printed ‹ESC›[?7lleft‹wrap›‹return›‹newline›, end; absent",
                    "resize 1×10|show":
                        "print ‹plain›‹return›‹clear row›, begin (‹plain›‹wrap›‹show›), write ‹hide›‹rows›, farewell before ‹plain›‹return›‹clear row›‹clear rows below›‹wrap›‹show›; here"
                ]
            ),
            (
                "The window's title is set with the first frame, and restored when the rows are gone", \.setsWindowTitle,
                [
                    "show|hidden|show 1": "write ‹clear row›‹ESC›[23;2t‹show›, end; absent",
                    "show|background|show 1|foreground|show 2":
                        "begin (‹plain›‹wrap›‹ESC›[23;2t‹show›), write ‹hide›‹rows›‹ESC›[22;2t‹ESC›]2;HUD‹ESC›\\, farewell before ‹plain›‹return›‹clear row›‹clear rows below›‹wrap›‹ESC›[23;2t‹show›; here; style lost",
                    "show|leave left":
                        "write ‹return›‹clear row›‹ESC›[?7lleft‹wrap›‹return›‹newline›‹ESC›[23;2t‹show›, printed ‹ESC›[?7lleft‹wrap›‹return›‹newline›, end; absent"
                ]
            )
        ] as [(String, WritableKeyPath<TerminalOptions, Bool> & Sendable, KeyValuePairs<String, String>)])
    func `The machine does this`(
        promise: String, option: WritableKeyPath<TerminalOptions, Bool> & Sendable, scripts: KeyValuePairs<String, String>
    ) {
        for (script, result) in scripts {
            #expect(RegionScript.result(of: script) { $0[keyPath: option] = true } == result, "\(script)")
        }
    }
}

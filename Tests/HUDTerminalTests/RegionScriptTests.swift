import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// What the machine does for the last step of a script, and its state afterwards, as literals: rows at the cursor, and in a flood.
@Suite struct RegionScriptTests {
    @Test(
        arguments: [
            (
                "A frame is written if something has changed, and none while the window changes its size",
                [
                    "show|resize 30×10|show 1": "write ‹return›‹clear row›‹clear rows below›‹show›, end; resting; frame pending",
                    "show|resize 30×10|show 1|show 1.4": "resting; frame pending",
                    "show|resize 30×10|show 1|show 1.5":
                        "begin (‹plain›‹wrap›‹show›), write ‹hide›‹rows›, farewell before ‹plain›‹return›‹clear row›‹clear rows below›‹wrap›‹show›; here",
                    "show|resize 30×10|show 1|show 1.4|resize 31×10|show 1.5|show 1.9": "resting; frame pending",
                    "show|resize 30×10|print one\n":
                        "write ‹return›‹clear row›‹clear rows below›‹show›, end, print one‹newline›; resting",
                    "show|resize 30×10|print one\n|resize 40×10|show 1|show 1.4": "resting; frame pending",
                    "tall|resize 40×1|show 1": "write ‹return›‹clear row›‹clear rows below›‹show›, end; resting; frame pending",
                    "show|other|resize 30×10|show 1|leave left": "print ‹ESC›[?7lleft‹wrap›‹return›‹newline›; resting",
                    "show|resize 30×10|remove": "write ‹return›‹clear row›‹clear rows below›‹show›, end; resting",
                    "show|resize 30×10|remove|show 0.4": "resting; frame pending",
                    "show|resize 30×10|remove|show 9":
                        "begin (‹plain›‹wrap›‹show›), write ‹hide›‹rows›, farewell before ‹plain›‹return›‹clear row›‹clear rows below›‹wrap›‹show›; here",
                    "resize 40×5|print \u{1B}[5;1H\n|show|tall 1": "write ‹return›‹clear row›‹show›, end; absent",
                    "show|print \u{1B}7|tall 1": "write ‹return›‹clear row›‹show›, end; absent",
                    "show 1|show 1": "here",
                    "tall|print one\n|print \u{1B}7":
                        "write ‹return›‹clear row›‹newline›‹clear row›‹up›‹save›‹rows›, printed ‹save›; here"
                ]
            ),
            (
                "Output is in one write with the rows, which are off where there is no place",
                [
                    "show|print \u{1B}[?25l\n|print \u{1B}[?25h\n":
                        "write ‹return›‹clear row›‹show›‹newline›‹hide›‹rows›, printed ‹show›‹newline›; here",
                    "show|print \u{1B}[?25h\n":
                        "write ‹return›‹clear row›‹show›‹newline›‹hide›‹rows›, printed ‹show›‹newline›; here"
                ]
            ),
            (
                "Beyond the budget the rows are pinned, and come back when it has recovered",
                [
                    "show|flood|print one\n|print \u{1B}[5Ax|show 1":
                        "write ‹save›‹plain›‹ESC›[999;1H‹return›‹ESC›[?7lHUD ‹ESC›[2m0:01‹plain›‹clear row›‹wrap›‹restore›; pinned 1; flooded; in a line; frame pending; the other's frame pending",
                    "show|flood|print one\n|print \u{1B}[5Bx|show 1":
                        "begin (‹release›‹wrap›), write ‹ESC›D‹up›‹save›‹plain›‹ESC›[1;9r‹ESC›[999;1H‹clear below›‹rows without return›‹restore›, farewell ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›‹wrap›; pinned 1; flooded; in a line; frame pending; the other's frame pending",
                    "show|flood|print one\n|calm|show 1|show 2":
                        "write ‹return›‹ESC›[?7lHUD ‹ESC›[2m0:02‹plain›‹clear row›‹wrap›‹return›; here",
                    "show|flood|print one\n|resize 30×10|print two\n|show":
                        "resting; flooded; frame pending; the other's frame pending",
                    "show|flood|print one\n|print \u{1B}[3|remove":
                        "write ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›‹ESC›[3, printed ‹ESC›[3, end; absent",
                    "show|flood|print one\n|print \u{1B}[31m\u{1B}[3|refuse 1":
                        "end, print ‹ESC›[3; resting; flooded; style lost; in a line; frame pending; the other's frame pending",
                    "show|flood|print one\n|background|show 1": "end with farewell; absent; style lost",
                    "show|flood|print one\n|hidden|print Password: \u{1B}[5B":
                        "write ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›, end, print Password: ‹ESC›[5B; absent; in a line",
                    "show|flood|print one\n|print \u{1B}[3|other|leave left":
                        "write ‹save›‹plain›‹ESC›[1;9r‹ESC›[999;1H‹up›‹clear below›‹ESC›[999;1H‹rows without return›‹restore›, farewell ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›‹wrap›; pinned 1; flooded; kept ‹ESC›[3; lines wait; frame pending; the other's frame pending",
                    "show|flood|print \u{1B}7one\n|print \u{1B}c":
                        "print ‹ESC›c; held back; flooded; frame pending; the other's frame pending",
                    "show|flood|print \u{1B}7one\n|show 1":
                        "begin (‹plain›‹wrap›‹show›), write ‹hide›‹rows›, farewell before ‹plain›‹return›‹clear row›‹clear rows below›‹wrap›‹show›; here; flooded; frame pending; the other's frame pending",
                    "show|flood|print \u{1B}7one\n|show 1|show 2":
                        "write ‹return›‹ESC›[?7lHUD ‹ESC›[2m0:02‹plain›‹clear row›‹wrap›‹return›; here; flooded; frame pending; the other's frame pending",
                    "resize 40×2|show|flood|print one\n":
                        "write ‹return›‹clear row›‹show›one‹newline›, printed one‹newline›, end; held back; flooded; frame pending; the other's frame pending",
                    "resize 40×2|show|flood|print one\n|show 1|remove": "write ‹return›‹clear row›‹show›, end; absent",
                    "show|flood|print one\n|print \u{1B}[3|remove|print 1m\n|show":
                        "begin (‹plain›‹wrap›‹show›), write ‹hide›‹plain›‹clear row›‹rows›, farewell before ‹plain›‹return›‹clear row›‹clear rows below›‹wrap›‹show›; here",
                    "show|flood|print 1\n|print \u{1B}[44m2\n3\n4\n5\n6\n7\n8\n\u{1B}[|print 3Ax\n\n\n":
                        "print ‹ESC›[3Ax‹newline›‹newline›‹newline›; pinned 1; flooded; frame pending; the other's frame pending",
                    "tall|other|third|flood|print 1\n|print a\nb\nc\nd\ne\nf\n\u{1B}[5Ax":
                        "print a‹newline›b‹newline›c‹newline›d‹newline›e‹newline›f‹newline›‹ESC›[5Ax; pinned 4; flooded; in a line; frame pending; the other's frame pending",
                    "tall|other|third|flood|print 1\n|print a\nb\nc\nd\ne\nf\ng\n\u{1B}[6Ax":
                        "write ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹ESC›[3A‹clear below›‹restore›a‹newline›b‹newline›c‹newline›d‹newline›e‹newline›f‹newline›g‹newline›‹ESC›[6Ax, printed a‹newline›b‹newline›c‹newline›d‹newline›e‹newline›f‹newline›g‹newline›‹ESC›[6Ax, end; held back; flooded; in a line; frame pending; the other's frame pending"
                ]
            ),
            (
                "While the cursor rests above rows of the job, the rows are pinned below them",
                [
                    "print a\nb\u{1B}[A|show": "absent; in a line; frame pending",
                    "print a\nb\u{1B}[A|show|print \n|show 1": "absent; frame pending",
                    "print a\nb\u{1B}[A|show|show 1":
                        "begin (‹release›‹wrap›), write ‹ESC›D‹ESC›D‹ESC›[2A‹save›‹plain›‹ESC›[1;9r‹ESC›[999;1H‹clear below›‹rows without return›‹restore›, farewell ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›‹wrap›; pinned 1; in a line",
                    "print a\nb\u{1B}[A|show|show 1|print \n\rc\u{1B}[A": "print ‹newline›‹return›c‹ESC›[A; pinned 1; in a line",
                    "print a\nb\u{1B}[A|show|show 1|show 2":
                        "write ‹save›‹plain›‹ESC›[999;1H‹return›‹ESC›[?7lHUD ‹ESC›[2m0:02‹plain›‹clear row›‹wrap›‹restore›; pinned 1; in a line",
                    "print a\nb\u{1B}[A|show|show 1|tall 2":
                        "write ‹ESC›D‹ESC›D‹ESC›[2A‹save›‹plain›‹ESC›[1;8r‹ESC›[999;1H‹up›‹clear below›‹rows without return›‹restore›, farewell ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹up›‹clear below›‹restore›‹wrap›; pinned 2; in a line",
                    "print a\nb\u{1B}[A|show|show 1|print \u{1B}[Jc\n":
                        "write ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›‹clear below›c‹newline›‹ESC›D‹up›‹save›‹plain›‹ESC›[1;9r‹ESC›[999;1H‹clear below›‹rows without return›‹restore›, printed ‹clear below›c‹newline›; pinned 1",
                    "print a\nb\u{1B}[A|show|show 1|print \n\n|show 2":
                        "write ‹save›‹plain›‹ESC›[999;1H‹return›‹ESC›[?7lHUD ‹ESC›[2m0:02‹plain›‹clear row›‹wrap›‹restore›; pinned 1",
                    "print a\nb\u{1B}[A|show|show 1|print \n\n|show 2|calm|show 3":
                        "write ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›‹hide›‹rows›, farewell ‹plain›‹return›‹clear row›‹clear rows below›‹wrap›‹show›; here",
                    "print a\nb\u{1B}[A|show|show 1|resize 50×10|show 2":
                        "write ‹release›‹ESC›D‹ESC›D‹ESC›[2A‹save›‹plain›‹ESC›[2B‹return›‹clear below›‹restore›, end; resting; in a line; frame pending",
                    "print a\nb\u{1B}[A|show|show 1|resize 15×10|show 2":
                        "write ‹release›‹ESC›D‹ESC›D‹ESC›[2A‹save›‹plain›‹ESC›[2B‹return›‹clear below›‹restore›, end; resting; in a line; frame pending",
                    "print a\nb\u{1B}[A|show|show 1|resize 15×2|show 2":
                        "write ‹release›, end; resting; in a line; frame pending",
                    "print a\nb\u{1B}[A|show|show 1|leave left":
                        "write ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›‹return›‹newline›‹newline›‹ESC›[?7lleft‹wrap›‹return›‹newline›, printed ‹return›‹newline›‹newline›‹ESC›[?7lleft‹wrap›‹return›‹newline›, end; absent",
                    "print a\nb\u{1B}[A|show|show 1|resize 50×10|show 2|show 3|print \n\rb\u{1B}[A|show 4":
                        "begin (‹release›‹wrap›), write ‹ESC›D‹ESC›D‹ESC›[2A‹save›‹plain›‹ESC›[1;9r‹ESC›[999;1H‹clear below›‹rows without return›‹restore›, farewell ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›‹wrap›; pinned 1; in a line",
                    "print a\nb\u{1B}[A|show|show 1|resize 50×10|show 2|show 3|print \rc|show 4":
                        "absent; in a line; frame pending",
                    "print a\nb\u{1B}[A|show|show 1|resize 30×10|show 2|show 3|print \n\rb\u{1B}[A|show 4":
                        "absent; in a line; frame pending",
                    "print a\nb\u{1B}[A|show|show 1|print \u{1B}[8;1H\u{1B}[J|show 2|show 3":
                        "write ‹return›‹ESC›[?7lHUD ‹ESC›[2m0:03‹plain›‹clear row›‹wrap›‹return›; here",
                    "print a\nb\u{1B}[A|resize 40×3|show|show 1|show 2": "absent; in a line; frame pending"
                ]
            ),
            (
                "In the background and while echo is off the rows are given up",
                [
                    "show|print \u{1B}[31m|hidden|show 1": "write ‹clear row›‹ESC›[31m‹show›, end; absent",
                    "background|print abc |foreground|show": "absent; in a line; frame pending",
                    "print abc |background|show|foreground|show": "absent; in a line; frame pending",
                    "background|print abc\n|foreground|show":
                        "begin (‹plain›‹wrap›‹show›), write ‹hide›‹rows›, farewell before ‹plain›‹return›‹clear row›‹clear rows below›‹wrap›‹show›; here"
                ]
            ),
            (
                "After an interruption or a refused write the rows are gone",
                [
                    "show|interrupted|show 1": "end; resting; style lost; frame pending",
                    "show|interrupted|show 1|show 1.19": "resting; style lost; frame pending",
                    "show|interrupted|show 1|show 1.25":
                        "begin (‹plain›‹wrap›‹show›), write ‹hide›‹rows›, farewell before ‹plain›‹return›‹clear row›‹clear rows below›‹wrap›‹show›; here; style lost",
                    "show|interrupted|print x\n": "end, print x‹newline›; resting",
                    "show|interrupted|remove": "end; absent; style lost",
                    "show|interrupted|suspend": "end; suspended; style lost",
                    "show|refuse suspend": "suspended; style lost",
                    "show|refuse cover": "covered; output is held; style lost",
                    "show|interrupted|hidden|show 1": "write ‹clear row›‹show› (will be refused), end; absent"
                ]
            ),
            (
                "A stuck terminal gets nothing, and the pending work is done later",
                [
                    "stuck|show|unstuck|settle":
                        "begin (‹plain›‹wrap›‹show›), write ‹hide›‹rows›, farewell before ‹plain›‹return›‹clear row›‹clear rows below›‹wrap›‹show›; here",
                    "show|stuck|show 1": "here; pending",
                    "show|stuck|print one|unstuck|release one":
                        "write ‹return›‹clear row›‹show›one, printed one, end; absent; in a line; holding",
                    "show|stuck|print one|unstuck|release one|released": "absent; in a line",
                    "show|stuck|remove|unstuck|show 1":
                        "write ‹return›‹ESC›[?7lHUD ‹ESC›[2m0:01‹plain›‹clear row›‹wrap›‹return›; here",
                    "show|stuck|suspend|unstuck|print x\n": "write ‹return›‹clear row›‹show›, end, print x‹newline›; suspended",
                    "show|stuck|suspend|unstuck|release x\n": "write ‹return›‹clear row›‹show›, end, print x‹newline›; suspended",
                    "show|stuck|suspend|unstuck|log x":
                        "write ‹return›‹clear row›‹show›, end, print x‹return›‹newline›; suspended",
                    "show|stuck|suspend|unstuck|resume": "write ‹return›‹clear row›‹show›, end; absent",
                    "show|stuck|suspend|unstuck|cover":
                        "write ‹return›‹clear row›‹show›, end; covered and suspended; output is held",
                    "show|stuck|cover": "here",
                    "show|stuck|hidden|leave left": "here; pending",
                    "show|stuck|background|show 1|unstuck|settle": "end; absent; style lost",
                    "resume on a new line|stuck|show": "absent; pending",
                    "show|other|stuck|print x|unstuck|leave left":
                        "hold ‹return›‹newline›‹ESC›[?7lleft‹wrap›‹return›‹newline›; here; holding",
                    "show|other|stuck|print x|unstuck|hidden|leave left": "here; in a line; holding"
                ]
            ),
            (
                "A suspension removes the rows until they are resumed, and the output's modes stay known",
                [
                    "print ab|suspend|resume on a new line": "absent",
                    "print ab|resume on a new line": "absent",
                    "print \u{1B}[?1049h|suspend|resume on a new line|show": "absent; frame pending",
                    "print \u{1B}[31m\u{1B}[?1000h\u{1B}[?25l\u{1B}=|suspend|resume on a new line|reset":
                        "print ‹ESC›[?1000l‹ESC›>‹show›; absent",
                    "print \u{1B}[2;4r|suspend|resume on a new line|reset": "print ‹ESC›[r‹ESC›[10;1H‹newline›; absent"
                ]
            ),
            (
                "A bezel covers the region, and output is held behind it",
                [
                    "cover|print ab|log x": "hold ‹return›‹newline›x‹return›‹newline›; covered; output is held; holding",
                    "cover|suspend|uncover": "suspended; untouched",
                    "cover|suspend|resume|uncover": "absent; untouched",
                    "suspend|cover|uncover": "suspended; untouched",
                    "print \u{1B}[31m|cover|uncover": "print ‹ESC›[31m; absent",
                    "print \u{1B}[31m|cover|stuck|uncover": "absent; pending",
                    "print \u{1B}[31m|cover|stuck|uncover|unstuck|print x": "print ‹ESC›[31m, print x; absent; in a line",
                    "show|cover|leave left": "hold ‹ESC›[?7lleft‹wrap›‹return›‹newline›; covered; output is held; holding",
                    "show|cover|remove": "covered; output is held"
                ]
            ),
            (
                "Log lines begin a line, and wait for the end of a sequence",
                [
                    "print \u{1B}[3|log one|print 1m": "print 1m, print one‹return›‹newline›; absent",
                    "print \u{1B}[3|log one|finish": "print ‹cancel›one‹return›‹newline›; absent"
                ]
            ),
            (
                "A line that stays replaces the rows, and the other HUDs are drawn below it",
                [
                    "show|print \u{1B}[31mab\n|leave left":
                        "write ‹plain›‹return›‹clear row›‹ESC›[31m‹plain›‹clear row›‹ESC›[?7lleft‹wrap›‹return›‹newline›‹show›, printed ‹plain›‹clear row›‹ESC›[?7lleft‹wrap›‹return›‹newline›, end; absent",
                    "show|print \u{1B}[31mab\n|other|leave left":
                        "write ‹plain›‹return›‹clear row›‹newline›‹clear row›‹up›‹ESC›[31m‹plain›‹clear row›‹ESC›[?7lleft‹wrap›‹return›‹newline›‹hide›‹rows›, printed ‹plain›‹clear row›‹ESC›[?7lleft‹wrap›‹return›‹newline›, farewell ‹plain›‹return›‹clear row›‹clear rows below›‹wrap›‹show›; here",
                    "show|other|print ab|leave left":
                        "print ‹return›‹newline›‹ESC›[?7lleft‹wrap›‹return›‹newline›, begin (‹plain›‹wrap›‹show›), write ‹hide›‹rows›, farewell before ‹plain›‹return›‹clear row›‹clear rows below›‹wrap›‹show›; here",
                    "show|other|print \u{1B}[3|leave left|print 1m":
                        "print 1m, print ‹ESC›[?7lleft‹wrap›‹return›‹newline›; absent",
                    "show|background|leave left": "end; absent; style lost",
                    "show|print ab|background|leave left": "absent; in a line",
                    "show|hidden|leave left": "write ‹clear row›‹show›, end; absent",
                    "show|cover|hidden|leave left": "hold ‹ESC›[?7lleft‹wrap›‹return›‹newline›; covered; output is held; holding",
                    "show|suspend|leave left": "print ‹ESC›[?7lleft‹wrap›‹return›‹newline›; suspended",
                    "show|interrupted|leave left": "end, print ‹ESC›[?7lleft‹wrap›‹return›‹newline›; absent; style lost",
                    "show|other|interrupted|leave left": "end, print ‹ESC›[?7lleft‹wrap›‹return›‹newline›; resting; style lost",
                    "show|other|print \u{1B}[1;4r|leave left":
                        "print ‹return›‹newline›‹clear row›‹ESC›[?7lleft‹wrap›‹return›‹newline›; absent",
                    "show|other|flood|print one\n|leave left|calm|other 1":
                        "write ‹save›‹plain›‹ESC›[r‹ESC›[999;1H‹clear below›‹restore›‹hide›‹rows›, farewell ‹plain›‹return›‹clear row›‹clear rows below›‹wrap›‹show›; here"
                ]
            ),
            (
                "The first HUD's frames show what the others have, which wait once",
                [
                    "show|other|other": "here; the other's frame pending",
                    "show|other|remove":
                        "write ‹return›‹newline›‹clear row›‹up›, farewell ‹plain›‹return›‹clear row›‹clear rows below›‹wrap›‹show›; here",
                    "other|show|show 1": "here; frame pending",
                    "show|other|hidden|remove": "write ‹clear from the cursor›‹show›, end; absent"
                ]
            )
        ] as [(String, KeyValuePairs<String, String>)])
    func `The machine does this`(promise: String, scripts: KeyValuePairs<String, String>) {
        for (script, result) in scripts { #expect(RegionScript.result(of: script) == result, "\(script)") }
    }

    @Test(arguments: [
        (
            "show|resize 30×10|show|print a\n|resize 40×10|show 1",
            "print ‹save›‹plain›‹up›‹return›‹ESC›[30C‹clear row›‹restore›‹clear from the cursor›; resting; frame pending"
        ),
        ("show|resize 30×10|show|print a\n|suspend|resize 40×10|resume on a new line", "absent"),
        ("show|resize 30×10|show|print a\n|suspend|resume on a new line|resize 40×10|show 1", "resting; frame pending"),
        ("show|resize 30×10|show|print a\n|background|print b\n|foreground|resize 40×10|show 1", "resting; frame pending"),
        ("show|resize 30×10|show 1|show 2|interrupted|show 3|resize 40×10|show 4", "resting; style lost; frame pending"),
        ("show|resize 30×10|show|print a\n|cover|resize 40×10|show 1", "covered; output is held")
    ])
    func `Cells of rows that were cut are not erased once another program has used the terminal`(script: String, result: String) {
        var capabilities = TerminalCapabilities.xterm
        capabilities.features.keepsCutCells = true
        #expect(RegionScript.result(of: script, on: capabilities) == result)
    }
}

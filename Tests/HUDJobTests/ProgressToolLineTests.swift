import Testing

@testable import HUDJob

/// Further tools: the lines of each, and lines that resemble them.
@Suite struct ProgressToolLineTests {
    private func check(_ text: String, _ expected: [String]) {
        #expect(findings(in: text) == expected, "\(text)")
        #expect(findings(in: Array(text.utf8)) { 1 }.map(\.testDescription) == expected, "\(text)")
    }

    @Test(arguments: [
        // A number without a point behind a comma, a point between thousands: rsync, xz and others in German.
        (
            "\r     12.345.678  30%   12,34MB/s    0:00:12\r     12.745.678  31%   12,34MB/s    0:00:12\r", "1 31.0%"
        ),
        (
            "\r  30,0 %    123,4 KiB / 1.234,5 KiB = 0,100   1,2 MiB/s   0:12\r  31,0 %    133,4 KiB / 1.334,5 KiB = 0,100   1,2 MiB/s",
            "1 31.0%"
        ),
        ("\rKopiere 30,5%\rKopiere 31,25%\r ", "1 31.3%"),
        // A space before the sign: mpb, rustup, HandBrake.
        ("\rKopiere 30 %\rKopiere 31 %\r ", "1 31.0%"),
        ("30 / 100 [=====>-----] 30 %\n31 / 100 [=====>-----] 31 %\n", "1 31/100"),
        ("a [=====>-----] 30 %\na [=====>-----] 31 %\n", "1 31.0%"),
        (
            "\r 30.0 MiB / 100.0 MiB ( 30 %)  10.2 MiB/s in  1s ETA:  4s\r 31.0 MiB / 100.0 MiB ( 31 %)  10.2 MiB/s in  1s ETA:  4s",
            "1 32505856/104857600 bytes"
        ),
        (
            "\rEncoding: task 1 of 2, 30.23 % (12.34 fps, avg 12.10 fps, ETA 00h01m02s)"
                + "\rEncoding: task 1 of 2, 31.23 % (12.44 fps, avg 12.10 fps, ETA 00h01m02s)\r ", "1 31.2%"
        ),
        // Details in parentheses: webpack, vagrant.
        ("\r30% building (src/a.js)\r31% building (src/b.js)\r ", "1 31.0%"),
        (
            "\r    default: Progress: 30% (Rate: 12.3M/s, Estimated time remaining: 0:00:12)"
                + "\r    default: Progress: 31% (Rate: 12.1M/s, Estimated time remaining: 0:00:12)\r ", "1 31.0%"
        ),
        // Next.js and Go's progressbar.
        (
            "\r ○ Generating static pages (30/100)  [==  ]\r ○ Generating static pages (31/100)  [=== ]\r ", "1 31/100"
        ),
        (
            "\r  30% |████████            | (30/100, 12 it/s) [1s:2s]\r  31% |████████            | (31/100, 12 it/s) [1s:2s]\r ",
            "1 31.0%"
        ),
        (
            "\rdownloading  30% |████████   | (30/100 MB, 1.2 MB/s) [1s:2s]\rdownloading  31% |████████   | (31/100 MB, 1.2 MB/s) [1s:2s]",
            "1 31.0%"
        ),
        // The count says the same as the percentage: pb, minitest, fdupes, cppcheck.
        (
            "\r30 / 100 [------->___________________] 30.00% 12 p/s\r31 / 100 [------->___________________] 31.00% 12 p/s",
            "1 31/100"
        ),
        ("\r30 / 100 [=====>---]  30.00% 5s\r31 / 100 [=====>---]  31.00% 5s", "1 31/100"),
        (
            "\r 30/100: [======      ] 30% Time: 00:00:01,  ETA: 00:00:02\r 31/100: [======      ] 31% Time: 00:00:01,  ETA: 00:00:02",
            "1 31/100"
        ),
        ("\rProgress [30/100] 30% \rProgress [31/100] 31% \r ", "1 31.0%"),
        ("\rChecking 30/100 30%\rChecking 31/100 31%\r ", "1 31.0%"),
        ("Checking 30/100 [===     ] 30%\nChecking 31/100 [===     ] 31%\n", "1 31.0%"),
        ("30/100 files checked 30% done\n40/100 files checked 35% done\n", "1 35.0%"),
        // Sphinx.
        ("\u{1B}[2K\rreading sources... [ 30%] a\u{1B}[2K\rreading sources... [ 31%] b\r", "1 31.0%"),
        ("reading sources... [ 30%] a\nreading sources... [ 31%] b\n", "1 31.0%"),
        // A field as wide as the largest number, or the same first word.
        ("a.py ... [ 12%]\nb.py ... [ 47%]\n", "1 47.0%"), ("Compiling a [12%]\nCompiling b [13%]\n", "1 13.0%"),
        ("Fetching a (1/3)\nFetching b (2/3)\n", "1 2/3"),
        // The name changes in a line that is rewritten.
        ("\rf1.txt (1/9)   \rf2.txt (2/9)   \r ", "1 2/9"), ("\rf12.c [12%]  \rf13.c [13%]  \r ", "1 13.0%"),
        ("f12.c [12%]\u{1B}[2K\rf13.c [13%]\u{1B}[2K\r", "1 13.0%"),
        ("retry.py::a PASSED [1/9]\nretry.py::b PASSED [2/9]\n", "1 2/9"),
        ("(1/9) retry_test\n(2/9) retry_test\n", "1 2/9"),
        ("Processing 1 of 9\nProcessing 2 of 9\n", "1 2/9")
    ])
    func `Progress of a single tool is found`(_ text: String, _ expected: String) {
        check(text, [expected])
    }

    @Test func `A spinner in the bar, or in place of its end, does not hide it`() {
        let spinners = ["|", "/", "-", "\\"]
        func frames(_ frame: (String, Int) -> String) -> String {
            (30...33).map { "\r" + frame(spinners[$0 % 4], $0) }.joined() + "\r "
        }
        check(
            frames { "/dev/sda1: |================                        \($0) \($1).0%   " }, ["1 31.0%", "1 32.0%", "1 33.0%"])
        check(frames { "[===========\($0)                  ] \($1)/100  \($1)%" }, ["1 31/100", "1 32/100", "1 33/100"])
        check("[../..] 30%\n[../..] 31%\n", [])
    }

    @Test(
        arguments: [
            (
                "A `#` amid a line is no bar",
                (4...6).map { "     30.000106424      12,345      branch-misses     #   \($0).20% of all branches\n" }.joined()
            ),
            ("Tries are no progress", (1...3).map { "Connection refused, retrying (\($0)/5)\n" }.joined()),
            ("Tries are no progress", (1...3).map { "Retry [\($0)/5]\n" }.joined()),
            ("Tries are no progress", (1...3).map { "[\($0)/5] Attempt failed, retrying\n" }.joined()),
            ("Tries are no progress", (1...3).map { "(\($0)/5) Retrying in 3 s\n" }.joined()),
            ("Tries are no progress", (1...3).map { "Waiting for database (\($0)/30)\n" }.joined()),
            (
                "Rows have names", "sda temperature ok [12%]\nsdb temperature ok [47%]\n/home [91%]\n"
            ),
            (
                "A series of commits is no work",
                "a1b2c3 Split parser (1/3)\nd4e5f6 Split lexer (2/3)\n012345 Split emitter (3/3)\n"
            ),
            ("A column is no progress", " 12%\n 47%\n 64%\n"), ("A column is no progress", "3%\n91%\n91%\n"),
            (
                "A chart is no progress",
                "██████ 15% Safari\n████████████ 30% Firefox\n███████████████████ 55% Chrome\n"
            ),
            ("Processes are numbered", [0, 2, 1, 3].map { "Hello from process \($0) of 4\n" }.joined()),
            ("Failures are counted", "1 of 10 tests failed\n2 of 10 tests failed\n"),
            (
                "What is on the alternate screen is another program's",
                "\u{1B}[?1049h12%\u{1B}[K\r24%\u{1B}[K\r45%\u{1B}[K\u{1B}[?1049l\n"
            ),
            ("A table is no bar", "a 30% |    | x\na 31% |    | x\na 30% | oo | x\na 31% | oo | x\n"),
            ("A count beside another percentage is a name", "Epoch 3/9 [###     ] 50%\nEpoch 4/9 [####    ] 60%\n"),
            ("Text is no progress", "Kopiere 30 %\nKopiere 31 %\n30,5% von a\n31,5% von a\n"),
            ("Other sizes are no count", "30 MiB / 100 MiB (70 %)\n31 MiB / 100 MiB (71 %)\n")
        ] as [(String, String)])
    func `Lines without progress`(promise: String, text: String) {
        check(text, [])
    }

    @Test func `What a rewritten line says at last is found as what it said before`() {
        check("\ra (1/3)\rb (2/3)\rc (3/3)\nd (1/3)\ne (2/3)\nf (3/3)\n", ["1 2/3", "1 3/3"])
        check("a (1/3)\rb (2/3)\r\u{1B}[Kc (3/3)\r\n", ["1 2/3", "1 3/3"])
        check("\r\u{1B}[Ka.c [12%]\n\r\u{1B}[Kb.c [47%]\n\r\u{1B}[Kc.c [64%]\n", [])
    }

    @Test func `A bar to which the cursor goes up is no row below the last one`() {
        let bars = [5, 30, 80, 95].map { "[######    ] \($0)%\n" }
        for up in ["\u{1B}[1A\u{1B}[2K", "\u{1B}[A", "\u{1B}M", "\u{1B}[F", "\u{1B}[H"] {
            check(bars.joined(separator: up), ["1 30.0%", "1 80.0%", "1 95.0%"])
        }
        for other in ["", "\u{1B}[B", "\u{1B}[3G", "\u{1B}[J", "\u{1B}7", "\u{1B}[A\n", "\u{1B}[?1049h\u{1B}[A\u{1B}[?1049l"] {
            check(bars.joined(separator: other), [])
        }
    }

    @Test func `A number without a name counts if it moves in steps that work makes`() {
        check("10%\n30%\n50%\n", ["1 50.0%"])
        check("12%\n47%\n48%\n", ["1 48.0%"])
        check("\r12%\r47%\r48%\r ", ["1 47.0%", "1 48.0%"])
        check("\r████ 12% a\r███████ 47% b", ["1 47.0%"])
        // Lines without a number end the line that is rewritten.
        check("\r12%\rtext\n47%\n", [])
    }

    @Test func `A full-screen program in between does not disturb what goes on`() {
        let pager = "\u{1B}[?1049h[5/9] a\r\n[6/9] b\r\n12%\u{1B}[?1049l"
        check("[1/9] a\n[2/9] b\n" + pager + "[3/9] c\n", ["1 2/9", "1 3/9"])
        // A full reset ends it as well.
        check("[1/9] a\n[2/9] b\n\u{1B}[?1049hx\r\n[5/9]\u{1B}c[3/9] c\n", ["1 2/9", "1 3/9"])
        check("\u{1B}[?1049h\u{1B}]9;4;1;45\u{7}\u{1B}[?1049l", ["1 45.0%"])
    }
}

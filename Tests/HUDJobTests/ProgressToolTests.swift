import Testing

@testable import HUDJob

/// What the recognizer makes of the lines of single tools, and of lines that resemble them.
@Suite struct ProgressToolTests {
    private func check(_ text: String, _ expected: [String]) {
        #expect(findings(in: text) == expected)
        #expect(findings(in: Array(text.utf8)) { 1 }.map(\.testDescription) == expected)
    }

    /// Frames that rewrite one line, each with a spinner of its own.
    private func spun(_ spinners: [String], _ frame: (String, Int) -> String) -> String {
        (30...33).map { "\r" + frame(spinners[$0 % spinners.count], $0) }.joined() + "\r "
    }

    @Test(arguments: [
        ["⠁", "⠉", "⠙"], ["|", "/", "-", "\\"], ["◐", "◓", "◑", "◒"], ["◜", "◠", "◝"], ["▖", "▘", "▝", "▗"], ["⣾", "⣽"],
        ["⢄⡀", "⢂⡀"],
        ["✶", "✸"], [".", "+", "*"], ["🌑", "🌒"]
    ])
    func `A spinner before a bar is no name of a row`(_ spinners: [String]) {
        let indicatif = spun(spinners) { "\($0) [00:00:0\($1 % 9)] [####>------] \($1)/100 (2s)" }
        check(indicatif, ["1 31/100", "1 32/100", "1 33/100"])
        let rich = spun(spinners) { "\($0) Working... ━━━━━━━━━━╸━━━━━━  \($1)% 0:00:05" }
        check(rich, ["1 31.0%", "1 32.0%", "1 33.0%"])
        check(spun(spinners) { "\($0) [=====>     ] \($1)%" }, ["1 31.0%", "1 32.0%", "1 33.0%"])
        check(spun(spinners) { "\($0) Downloading \($1)%" }, ["1 31.0%", "1 32.0%", "1 33.0%"])
    }

    @Test func `Rows with a spinner are told apart by their names`() {
        check("⠙ web [⣿⣀⣀⣿] 30MB / 100MB a\n⠹ web [⣿⣿⣀⣿] 31MB / 100MB a\n", ["1 31000000/100000000 bytes"])
        check("⠙ web [⣿⣀⣀⣿] 30MB / 100MB a\n⠙ db [⣿⣿⣀⣿] 31MB / 100MB a\n", [])
        check("| 10 | [====    ] 40%\n| 20 | [=====   ] 50%\n", [])
        check("◐ 1: [###     ] 30%\n◓ 2: [####    ] 40%\n", [])
    }

    @Test(
        arguments: [
            (
                "A number that never moves is no progress",
                [
                    "[11/30] 18:14 started\n[11/30] 18:14 listening\n[11/30] 18:15 request\n",
                    "Disk usage: [87%] of /\nok\nDisk usage: [87%] of /\n",
                    "Lines: 50% (3/6)\nBranches: 10% (1/10)\nLines: 50% (3/6)\n",
                    "[110/128] via 10.0.0.2\n[110/128] via 10.0.0.3\n",
                    "Step 3/9 failed\nStep 3/9 failed\n", "[=====>     ] 44%\n[=====>     ] 44%\n"
                ]
            ),
            (
                "A heading and a branch are no bars",
                [
                    "# 30% faster start\ntext\n# 60% smaller\n", "├── 30% a\n├── 45% b\n└── 50% c\n",
                    "├──── 30% a\n├──── 45% b\n└──── 50% c\n",
                    "│   ╰── 30% a\n│   ╰── 45% b\n", "─── 30% a\n─── 45% b\n"
                ]
            ),
            (
                "Tables, headings and summaries are no progress",
                [
                    "Running   : 3/10\nPending   : 7/10\n", "| #1 | 31% | a |\n| #2 | 45% | b |\n",
                    "# 30.5% faster start\ntext\n# 60.5% smaller\n",
                    "Lines: 0% (0/6)\nBranches: 0% (0/10)\nLines: 0% (0/6)\n", "Step 0/9 failed\nStep 0/9 failed\n",
                    "1:  30%|███       | 30/100 [00:01<00:02, 30it/s]\r2:  31%|███       | 31/100 [00:01<00:02, 30it/s]\r"
                ]
            ),
            (
                "How often something is tried is no progress",
                [
                    "Attempt 1 of 3 failed.\nAttempt 2 of 3 failed.\n", "Trying 1 of 3\nTrying 2 of 3\n",
                    "Login try 1 of 3\nLogin try 2 of 3\n",
                    "retry 1 of 3...\nretry 2 of 3...\n", "Retries: 1 of 3\nRetries: 2 of 3\n",
                    "Now retrying 1 of 3\nNow retrying 2 of 3\n"
                ]
            ),
            (
                "Lines that resemble those of single tools are no progress",
                [
                    "[3 of 12 people] a\n[4 of 12 people] a\n", "covered 30 / 100 (30%)\ncovered 40 / 100 (40%)\n",
                    "..  30 / 100 (50%)\n..  40 / 100 (60%)\n",
                    " 30% building\n 31% building\n", "30% of them\r31% of them\r",
                    "Transferred: 3 / 10, 30%\nTransferred: 5 / 10, 50%\n",
                    "[18:14] 30.23% of it\n[18:15] 31.23% of it\n", "[a] 30.23%  1\n[a] 31.23%  1\n",
                    "[a 4.0MiB/33.2MiB(12%)]\n[a 4.0MiB/33.2MiB(13%)]\n",
                    "30.0 % of 3 KiB / 4 KiB\n31.0 % of 3 KiB / 4 KiB\n", "| a | 30 | 31%\n| a | 30 | 32%\n",
                    "| a |1   | 31%\n| a |1   | 32%\n",
                    "Lines: 30% (30/100, 7 missed)\nLines: 31% (31/100, 7 missed)\n", "3/10 a 0.02s\n4/10 a 0.02s\n",
                    "3/10 OK\n4/10 OK\n",
                    "Testing : a b  1/5\nTesting : a b  2/5\n", "Lines : a  1/5\nLines : a  2/5\n",
                    "Disk : a [##   ] 1/5\nCore : b [##   ] 2/5\n",
                    "pulling 1eeb:  30% ▕███   ▏\npulling 2eeb:  31% ▕███   ▏\n"
                ]
            )
        ] as [(String, [String])])
    func `Lines without progress`(promise: String, texts: [String]) {
        for text in texts { check(text, []) }
    }

    @Test func `A number is progress once it moves, and zero before that`() {
        check("[11/30] a\n[11/30] b\n[12/30] c\n[13/30] d\n", ["1 12/30", "1 13/30"])
        check("[0/30] a\n[0/30] b\n[1/30] c\n", ["1 0/30", "1 1/30"])
        // It is known already.
        check("[1/100]\n[2/100]\n[70/100]\n[70/100]\n", ["1 2/100", "1 70/100"])
    }

    @Test func `A part of the job that removes progress it has not told takes none away`() {
        let removal = "\u{1B}]9;4;0;\u{1B}\\"
        check("[2/9]\n[3/9]\n" + (4...6).map { "[\($0)/9]\n" + removal }.joined(), ["1 3/9", "1 4/9", "1 5/9", "1 6/9"])
        check((3...6).map { "[\($0)/9]\n" + removal }.joined(), ["1 4/9", "1 5/9", "1 6/9"])
    }

    @Test func `What a part of the job tells gives way to what was found before`() {
        let part = "\u{1B}]9;4;1;50\u{1B}\\[8/9]\n\u{1B}]9;4;0\u{1B}\\"
        check(
            "[2/9]\n[3/9]\n" + part + "[4/9]\n" + part + "[5/9]\n[6/9]\n",
            ["1 3/9", "2 50.0%", "3 4/9", "4 50.0%", "5 5/9", "5 6/9"])
        check("[2/9]\n" + part + "[3/9]\n[4/9]\n", ["1 50.0%", "2 3/9", "2 4/9"])
        let unknown = "\u{1B}]9;4;3\u{1B}\\\u{1B}]9;4;0\u{1B}\\"
        check("[2/9]\n[3/9]\n" + unknown + "[3/9]\n[4/9]\n", ["1 3/9", "2 3/9", "2 4/9"])
    }

    @Test func `What was found before a part of the job told its progress keeps nothing else from being found`() {
        let bar = [10, 20, 30].map { "\rGet: [=====>   ] \($0)%" }.joined() + "\n"
        check(
            "[2/9] a\n[3/9] b\n\u{1B}]9;4;1;50\u{7}\u{1B}]9;4;0\u{7}" + bar, ["1 3/9", "2 50.0%", "4 20.0%", "4 30.0%"]
        )
    }

    @Test func `docker build on a terminal has one phase, though it draws all steps again and again`() {
        var output = ""
        var height = 0
        for (second, done) in [1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 7].enumerated() {
            output += String(repeating: "\u{1B}[1A", count: height) + "\u{1B}[0G\u{1B}[?25l[+] Building \(second).3s (\(done)/7)"
            output += (done == 7 ? " FINISHED" : "") + String(repeating: " ", count: 20) + "docker:default\n"
            output += " => [internal] load build definition from Dockerfile      0.0s\n"
            for step in 1...done {
                output += " => [builder \(step)/9] RUN step \(step)      \(second).0s\n => CACHED [\(step)/7] COPY a    0.0s\n"
            }
            output += "\u{1B}[?25h"
            height = 2 + 2 * done
        }
        check(output, ["1 2/7", "1 3/7", "1 4/7", "1 5/7", "1 6/7", "1 7/7"])
        check("[+] Running 3/12\n\u{1B}[1A\u{1B}[0G[+] Running 4/12\n\u{1B}[1A", ["1 4/12"])
        check("[+] 3/12 a\n[+] 4/12 a\n[+] Building a (3/12) b\n[+] Building b (4/12) b\n", [])
    }

    @Test func `docker build not on a terminal counts the steps of each stage`() {
        check("#8 [builder 2/5] RUN a\n#9 [builder 3/5] RUN b\n", ["1 3/5"])
        check("#8 [stage-1 2/5] RUN a\n#9 [linux/amd64 build 2/5] b\n#9 [stage-1 3/5] RUN b\n", ["1 3/5"])
        check("#8 [builder 2/5] RUN a\n#9 [stage-1 3/5] RUN b\n", [])
        check("#8 text [builder 2/5]\n#9 text [builder 3/5]\n[builder 2/5] a\n[builder 3/5] a\n#8 [a] 2/5]\n#8 [a] 3/5]\n", [])
    }

    @Test(arguments: [
        "loss 0.51VALUE:", "loss=0.5VALUE:", "loss=-0.5VALUE, acc=9VALUE%:",
        "  1/100   2.21G   1.23VALUE   2.34VALUE    1VALUE   640:",
        "epoch 3 lr=1VALUEe-05:", "Worker 1:"
    ])
    func `tqdm's description may have values that change`(_ description: String) {
        let lines = (30...32).map {
            "\r\(description.replacing("VALUE", with: "\($0 % 7)"))  \($0)%|███       | \($0)/100 [00:01<00:02, 30it/s]"
        }
        check(lines.joined(), ["1 31/100", "1 32/100"])
    }

    @Test func `tqdm's bars of several workers are told apart`() {
        check((30...31).map { "\rWorker \($0):  \($0)%|███   | \($0)/100 [00:01<00:02, 30it/s]" }.joined(), [])
    }

    @Test func `A count that alone stands before the bar is the progress`() {
        check(" 3/10 [========>-------------------]  30%\r 4/10 [===========>----------------]  40%\r", ["1 4/10"])
        check(
            " 30/100 [======>.......] - ETA: 1:00 - loss: 1.2\r 31/100 [======>.......] - ETA: 1:00 - loss: 1.1\r", ["1 31/100"])
        check("\r30/100 ━━━━━━━━━━━━━━━━━━━━ 1:00 12ms/step\r31/100 ━━━━━━━━━━━━━━━━━━━━ 1:00 12ms/step", ["1 31/100"])
        check("1/9 [###     ] 30%\n2/9 [####    ] 40%\n", [])
        check("3/10 [abc] - x\n4/10 [abc] - x\n3/10 [===] x\n4/10 [===] x\n", [])
    }

    @Test func `What is retrieved is no retry`() {
        check("Retrieving 1 of 345\nRetrieving 2 of 345\n", ["1 2/345"])
        check("Retries: 1 of 3\nRetries: 2 of 3\nRetried 3 of 3\n", [])
    }

    @Test func `curl's bar begins with a single character`() {
        check("\r##      2.5%\r###     3.5%", ["1 3.5%"])
    }

    @Test(arguments: [
        ("[ 3 of 12] Compiling A\n[ 4 of 12] Compiling B\n", "1 4/12"),
        ("..F..............   30 / 100 ( 30%)\n.................   40 / 100 ( 40%)\n", "1 40/100"),
        (" 30% 3 - a.txt\u{8}\u{8}\u{8}\u{8}\r              \r 31% 4 - b.txt\r ", "1 31.0%"),
        ("\r 30% building 30/100 modules\r 31% building 31/100 modules\r ", "1 31.0%"),
        (
            "Transferred:   \t  30.000 MiB / 100.000 MiB, 30%, 1.234 MiB/s, ETA 3m0s\nTransferred:  3 / 10, 30%\n"
                + "Transferred:   \t  31.000 MiB / 100.000 MiB, 31%, 1.234 MiB/s, ETA 3m0s\nTransferred:  5 / 10, 50%\n",
            "1 31.0%"
        ),
        ("[0:12] 30.23%  12 files 1.2 GiB, total 345 files\r[0:13] 31.23%  13 files 1.3 GiB, total 345 files\r", "1 31.2%"),
        ("[#2089b0 4.0MiB/33.2MiB(12%) CN:1 DL:115KiB]\r[#2089b0 5.0MiB/33.2MiB(15%) CN:1 DL:115KiB]\r", "1 15.0%"),
        (
            "\r  30.0 %    123.4 KiB / 1,234.5 KiB = 0.100   1.2 MiB/s   0:12\r  31.0 %    133.4 KiB / 1,334.5 KiB = 0.100   1.2 MiB/s   0:12",
            "1 31.0%"
        ),
        ("numpy-1.26.4  | 6.2 MB    | ###1       |  31% \rnumpy-1.26.4  | 6.2 MB    | ###2       |  32% \r", "1 32.0%"),
        ("\rpulling 8eeb52dfb3bb:  30% ▕███     ▏ 1.2 GB/3.4 GB\rpulling 8eeb52dfb3bb:  31% ▕███     ▏ 1.3 GB/3.4 GB", "1 31.0%"),
        ("Done: 30% (30/100, 70 left) (jobs: 4)\rDone: 31% (31/100, 69 left) (jobs: 4)\r", "1 31/100"),
        (" 30/100 suite:a   OK      0.02s\n 31/100 suite:b - more   FAIL      10.02s\n", "1 31/100"),
        (
            "\r  Installing       : bash-5.1.8.x86_64 [##   ] 1/5\r  Installing       : bash-5.1.8.x86_64            1/5 \n"
                + "\r  Installing       : curl-7.76.x86_64 [#    ] 2/5\r", "1 2/5"
        ),
        ("  Installing       : bash-5.1.8.x86_64     1/5 \n  Cleanup          : curl-7.76.x86_64     2/5 \n", "1 2/5")
    ])
    func `Progress of a single tool is found`(_ text: String, _ expected: String) {
        check(text, [expected])
    }
}

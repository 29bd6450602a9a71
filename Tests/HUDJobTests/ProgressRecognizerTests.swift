import HUDCore
import SeededRandom
import Testing

@testable import HUDJob

@Suite struct ProgressRecognizerTests {
    @Test(arguments: [
        ("[1/345] cc a\n[2/345] cc b\n", "1 2/345"),
        ("[ 1/345 ] cc a\n[ 2/345 ] cc b\n", "1 2/345"),
        ("[1,000 / 2,345] Compiling a\r[1,001 / 2,345] Compiling b\r", "1 1001/2345"),
        ("[26 / 43] Compiling a\n[27 / 43] Compiling b\n", "1 27/43"),
        ("[Planning 26 / 43] a\n[Planning 27 / 43] b\n", "1 27/43"),
        ("(1/345) installing a\n(2/345) installing b\n", "1 2/345"),
        ("1 of 345\n2 of 345\n", "1 2/345"),
        ("Downloading file 1 of 345...\nDownloading file 2 of 345...\n", "1 2/345"),
        ("[ 44%] Building a\n[ 45%] Building b\n", "1 45.0%"),
        ("44%\n45%\n", "1 45.0%"),
        ("44% complete\n45% complete\n", "1 45.0%"),
        ("Progress: 44.5%\nProgress: 45.5%\n", "1 45.5%"),
        ("Unpacking 44%\rUnpacking 45%\rUnpacking", "1 45.0%"),
        ("Writing tables:  1/345\u{8}\u{8}\u{8}\u{8}\u{8}2/345\u{8}\u{8}\u{8}\u{8}\u{8}done\n", "1 2/345"),
        (" 44%|████▍     | 44/99 [00:01<00:01]\r 45%|████▌     | 45/99 [00:01<00:01]\r", "1 45/99"),
        ("\r[=====>     ] 44%\r[=====>     ] 45%", "1 45.0%"),
        ("\r   ---------------- 1.2/3.4 MB 5 MB/s\r   ---------------- 2.2/3.4 MB 5 MB/s", "1 2200000/3400000 bytes"),
        ("a: [=>  ]  1MiB/4MiB\ra: [==> ]  2MiB/4MiB\r", "1 2097152/4194304 bytes"),
        ("\rfile.bin   44%  123KB   1.2MB/s   00:12 ETA\rfile.bin   45%  128KB   1.2MB/s   00:12 ETA", "1 45.0%"),
        ("Step 1/7 : FROM a\nStep 2/7 : RUN b\n", "1 2/7"),
        // A count at the end of a line.
        ("[====>     ] 11/100\r[====>     ] 12/100\r", "1 12/100"),
        ("[====>     ] 11/100\n[====>     ] 12/100\n", "1 12/100"),
        ("[====>     ] 11/100 \n[====>     ] 12/100 \n", "1 12/100"),
        ("\r\u{1B}[K[####----] 11/100\r\u{1B}[K[####----] 12/100\r\u{1B}[K", "1 12/100"),
        ("\r████░░ 11/100\r████░░ 12/100\r", "1 12/100"),
        // curl since 2026, with and without a known time, and curl for hours.
        (
            " 70 29.20M  70 20.50M   0      0  1.24M      0   00:24   00:16   00:03  1.24M\r"
                + " 71 29.20M  71 20.88M   0      0  1.24M      0           00:17          1.24M\r", "1 71.0%"
        ),
        (
            " 70 2929G   70 2050G    0     0  1245k      0 12:34:56  8:34:56  4:00:00 1245k\r"
                + " 71 2929G   71 2088G    0     0  1245k      0 12:34:56  8:44:56  3:50:00 1245k\r", "1 71.0%"
        ),
        (
            " 70 292.0G  70 205.0G   0      0  1.24M      0 10h 15m 7h 05m   3h 10m  1.24M\r"
                + " 71 292.0G  71 208.8G   0      0  1.24M      0 10h 15m 7h 15m   3h 00m  1.24M\r", "1 71.0%"
        ),
        (
            " 70 2929G   70 2050G    0     0  1245k      0   4d 10h  3d 01h   1d 09h 1245k\r"
                + " 71 2929G   71 2088G    0     0  1245k      0   4d 10h  3d 02h   1d 08h 1245k\r", "1 71.0%"
        ),
        // Programs with indicatif, wget2, yt-dlp, Gradle and pytest-xdist.
        (
            "\r[####>---] 11.5 MiB/33 MiB (3s)\r[####>---] 12.5 MiB/33 MiB (3s)\r[####>---] 12.5 MiB/33 MiB",
            "1 13107200/34603008 bytes"
        ),
        (
            "numpy ---------------- 512 B/1.50 KiB\rnumpy ---------------- 1.00 KiB/1.50 KiB\rnumpy", "1 1024/1536 bytes"
        ),
        ("file   70% [====>   ] 35.00M\rfile   71% [====>   ] 35.50M\r", "1 71.0%"),
        (
            "[download]  45.2% of  123.45MiB at    1.23MiB/s ETA 00:05\r[download]  45.3% of ~ 123.45MiB at  1.23MiB/s ETA 00:05\r",
            "1 45.3%"
        ),
        ("<=========----> 74% EXECUTING [1m 22s]\n<=========----> 75% EXECUTING [1m 23s]\n", "1 75.0%"),
        ("[gw0] [ 44%] PASSED a.py::b\n[gw11] [ 45%] FAILED a.py::c\n", "1 45.0%"),
        // pv and zstd: the words before the number change.
        (
            "1.48GiB 0:00:04 [ 244MiB/s] [====>   ] 70% ETA 0:00:07\r1.50GiB 0:00:05 [ 245MiB/s] [====>   ] 71% ETA 0:00:06\r",
            "1 71.0%"
        ),
        ("\rRead : 70 / 100 MB ==> 70%\rRead : 71 / 100 MB ==> 71%\rRead", "1 71.0%")
    ])
    func `Progress is found in the places where tools print it`(_ text: String, _ expected: String) {
        #expect(findings(in: text) == [expected])
        #expect(findings(in: Array(text.utf8)) { 1 }.map(\.testDescription) == [expected])
    }

    @Test func `An unfinished line after which nothing comes is read as a whole one, once`() {
        var recognizer = ProgressRecognizer()
        func feed(_ text: String) -> [String] {
            var found: [JobProgress] = []
            Array(text.utf8).withUnsafeBytes { recognizer.feed($0) { found.append($0) } }
            return found.map(\.testDescription)
        }
        #expect(feed("\rDownloading: 1/3") == [])
        #expect(recognizer.isPending)
        #expect(recognizer.look() == nil)
        #expect(feed("\rDownloading: 2/3") == [])
        #expect(recognizer.look()?.testDescription == "1 2/3")
        #expect(recognizer.look() == nil)
        #expect(feed(" files\r") == [])
        #expect(feed("Downloading: 3/3") == [])
        #expect(recognizer.look()?.testDescription == "1 3/3")
        #expect(feed("\nEdit 3 of the 9 files? ") == [])
        #expect(recognizer.look() == nil)
    }

    @Test(arguments: [
        "[12/345] once\n", "text [1/345] amid\ntext [2/345] amid\n", "100% of tests\n100% of tests\n", "[346/345]\n[346/345]\n",
        "coverage: 87%\ncoverage: 88%\n", "[1/0]\n[1/0]\n", "45%\n45%\n45%\n", "101%\n102%\n", "11/21\n12/21\n", "-44%\r-45%\r",
        "|  10 | [====    ] 40% |\n|  20 | [=====   ] 50% |\n|  30 | [======  ] 60% |\n",
        "0.5 [###     ] 30%\n1.0 [####    ] 40%\n1.5 [#####   ] 50%\n",
        "1: [###     ] 30%\n2: [####    ] 40%\n", "0123456789ab: [=> ] 1MB/4MB\n1234567890ab: [=> ] 2MB/4MB\n",
        "Epoch 1/9  [###     ] 30%\nEpoch 2/9  [####    ] 40%\n", "a <---> 30%\na <---> 40%\n",
        "covers 45% [see a]\ncovers 46% [see b]\n", "[x1] [ 44%] a\n[x1] [ 45%] b\n",
        "1 2 3 4 5 6 7 8 9 a\n2 2 3 4 5 6 7 8 9 a\n3 2 3 4 5 6 7 8 16:9 a\n",
        "Worker 1 [###     ] 30%\nWorker 2 [####    ] 40%\n", "45% of 3 MB/s\r46% of 3 MB/s\r", "[1/345]\n[2/999]\n",
        "1 of 345 people say that it is so\n2 of 345 people say that it is not\n"
    ])
    func `A single number is not taken for progress`(_ text: String) {
        #expect(findings(in: text) == [])
    }

    @Test func `A stray number moves nothing`() {
        let build = (1...60).map { "[\($0)/100] cc\n" }
        let strays = [
            "[99/100] stray\n", "[100/100] stray\n", "[2/100] stray\n", "[1/7] stray\n", "50%\n", "(3/4) stray\n",
            "Step 9/9 : x\n"
        ]
        for stray in strays {
            for place in 2...59 {
                var lines = build
                lines.insert(stray, at: place)
                let expected = (2...60).map { "1 \($0)/100" }
                #expect(findings(in: lines.joined()) == expected, "\(stray) at \(place)")
            }
        }
    }

    @Test func `SwiftPM's planning and the build after it are two phases`() {
        let lines = "[Planning 42 / 43] a\n[Planning 43 / 43] b\n[1 / 43] c\n[2 / 43] d\n[3 / 43] e\n"
        #expect(findings(in: lines) == ["1 43/43", "2 2/43", "2 3/43"])
    }

    @Test func `A leap counts when it is seen twice, and regular long steps are not leaps`() {
        #expect(findings(in: "[1/100]\n[2/100]\n[70/100]\n[71/100]\n") == ["1 2/100", "1 71/100"])
        #expect(findings(in: "1%\n20%\n40%\n60%\n80%\n100%\n") == ["1 20.0%", "1 40.0%", "1 60.0%", "1 80.0%", "1 100.0%"])
        #expect(findings(in: "[1/3]\n[2/3]\n[3/3]\n") == ["1 2/3", "1 3/3"])
    }

    @Test func `A restart begins a new phase when it is seen twice`() {
        #expect(
            findings(in: "[1/3] a\n[2/3] a\n[3/3] a\n[1/3] b\n[2/3] b\n[3/3] b\n") == ["1 2/3", "1 3/3", "2 2/3", "2 3/3"])
        #expect(findings(in: "A 80%\rA 90%\rA 100%\rB 10%\rB 20%\r!") == ["1 90.0%", "1 100.0%", "2 20.0%"])
        // Complete before, the same tool begins anywhere again: pytest's files, curl's seconds.
        let files = "a [ 33%]\nb [ 66%]\nc [100%]\n"
        #expect(findings(in: files + files) == ["1 66.0%", "1 100.0%", "2 66.0%", "2 100.0%"])
        // Steps that run at once end in another order.
        #expect(findings(in: "[ 98%] a\n[ 99%] a\n[100%] b\n[ 99%] c\n[ 99%] d\n") == ["1 99.0%", "1 100.0%"])
        // It goes back, but not to the start.
        #expect(findings(in: "[50/99] a\n[60/99] a\n[40/99] b\n[41/99] b\n[61/99] a\n") == ["1 60/99", "1 61/99"])
    }

    @Test func `A total that grows stays in the phase unless the fraction falls`() {
        #expect(findings(in: "[1/10]\n[2/10]\n[3/11]\n[4/11]\n[5/50]\n[6/50]\n") == ["1 2/10", "1 4/11", "2 6/50"])
    }

    @Test func `A total that changes with each line is followed, as ninja's that shrinks and Bazel's that grows`() {
        let ninja = "[1/345] a\n[2/345] b\n" + (3...99).map { "[\($0)/\(340 - $0)] c\n" }.joined()
        // Each second line, because another total has to be seen twice.
        #expect(findings(in: ninja).suffix(2) == ["1 96/244", "1 98/242"])
        let bazel = (1...59).map { "[\($0) / \(100 + $0)] a\n" }.joined()
        #expect(findings(in: bazel).suffix(2) == ["1 56/156", "1 58/158"])
        // Counts of other things.
        #expect(findings(in: "[1/3] a\n[2/5] b\n[3/9] c\n") == [])
    }

    @Test func `What is complete from its first line on is no progress`() {
        #expect(findings(in: String(repeating: "file.bin  100%  123KB   1.2MB/s   00:00\n", count: 4)) == [])
        #expect(findings(in: "[ 100%] a\n[ 100%] b\n") == [])
    }

    @Test func `A total that wavers goes on growing`() {
        // As those of the Swift package manager: more work is found, and some of it is not needed.
        let lines = [
            "8/50", "9/50", "9/49", "10/49", "10/50", "11/50", "12/50", "12/55", "13/55", "14/60", "15/60", "59/60", "60/60"
        ]
        let found = findings(in: lines.map { "[\($0)]\n" }.joined())
        #expect(found.last?.hasSuffix("60/60") == true)
        #expect(found.contains { $0.hasSuffix("13/55") } && found.contains { $0.hasSuffix("15/60") })
    }

    @Test func `A count within a count interrupts it once`() {
        let inner = "[1/4]\n[2/4]\n[3/4]\n[4/4]\n"
        #expect(
            findings(in: "[8/99]\n[9/99]\n" + inner + "[10/99]\n" + inner + "[11/99]\n")
                == ["1 9/99", "2 2/4", "2 3/4", "2 4/4", "3 10/99", "3 11/99"])
    }

    @Test func `Another total begins a new phase only if the count starts again`() {
        #expect(findings(in: "[50/99]\n[51/99]\n[7/9]\n[8/9]\n[52/99]\n") == ["1 51/99", "1 52/99"])
    }

    @Test func `A count of the whole takes precedence over a percentage of a part`() {
        let fetch = (1...9).map { "\rGet: [=====>   ] \($0 * 10)%" }.joined() + "\n"
        #expect(findings(in: "[1/9] a\n[2/9] a\n" + fetch + "[3/9] a\n") == ["1 2/9", "1 3/9"])
        #expect(findings(in: fetch + "[1/9] a\n[2/9] a\n" + fetch).last == "2 2/9")
    }

    @Test func `OSC 9 4 takes precedence`() {
        #expect(findings(in: "\u{1B}]9;4;1;45\u{7}") == ["1 45.0%"])
        #expect(findings(in: "\u{1B}]9;4;1;45\u{1B}\\\u{1B}]9;4;2;145\u{1B}\\") == ["1 45.0%", "1 100.0%"])
        #expect(findings(in: "\u{1B}]9;4;1;45\u{7}[1/9]\n[2/9]\n\u{1B}]9;4;3\u{7}\u{1B}]9;4;4;20\u{7}") == ["1 45.0%", "2 20.0%"])
        #expect(findings(in: "\u{1B}]9;4;1;45\u{7}\u{1B}]9;4;0\u{7}[1/9]\n[2/9]\n") == ["1 45.0%", "2 2/9"])
        #expect(findings(in: "\u{1B}]9;Build 4;1;45\u{7}\u{1B}]9;4;9;45\u{7}\u{1B}]9;4;1;x\u{7}\u{1B}]9;4;1;45") == [])
    }

    @Test func `Control sequences and invalid UTF-8 are not part of a line`() {
        #expect(findings(in: "\u{1B}[1;32m[\u{1B}[0m1/9\u{1B}]0;[7/9]\u{7}] a\n\u{1B}[K[2/\u{1B}(B9] b\n") == ["1 2/9"])
        #expect(findings(in: "\u{1B}P[1/9]\u{1B}\\[2/9]\n\u{1B}_[3/9]\u{1B}\\[4/9]\n") == ["1 4/9"])
        let bytes = Array("[1/9] a\n[2/9] ".utf8) + [0xFF, 0xC3, 0x28, 0x80, 0x00, 0x9B] + Array("\n[3/9]\n".utf8)
        #expect(findings(in: bytes) { .max }.map(\.testDescription) == ["1 2/9", "1 3/9"])
    }

    @Test func `A line of megabytes is read at its beginning, and ends like any other`() {
        let long = String(repeating: "x [5/9] 50%", count: 200_000)
        #expect(findings(in: "[1/9]" + long + "\n[2/9]" + long + "\r[3/9]\n") == ["1 2/9", "1 3/9"])
        #expect(findings(in: long + "\n[1/9]\n[2/9]\n") == ["1 2/9"])
    }

    @Test func `Random bytes are safe, and the result does not depend on how they are split`() {
        let alphabet = Array("0123456789[]()%/# =>|.:KMB\r\n\u{1B}\u{8}m;4 of9-".utf8) + [0xE2, 0x94, 0x81, 0xFF]
        for stream in 0..<300 {
            var random = SeededGenerator(stream: UInt64(stream))
            let bytes = (0..<600).map { _ in random.pick(alphabet) }
            let whole = findings(in: bytes) { .max }
            #expect(findings(in: bytes) { 1 } == whole, "seed \(SeededGenerator.seed), stream \(stream)")
            #expect(
                findings(in: bytes) { random.int(1...50) } == whole,
                "seed \(SeededGenerator.seed), stream \(stream)")
        }
    }

    @Test func `Progress in noise is found independently of how the output is split`() {
        let pieces = Recording.progress.flatMap { $0.bytes.split(separator: 0x0D, omittingEmptySubsequences: false) }
        for stream in 0..<100 {
            var random = SeededGenerator(stream: 1000 + UInt64(stream))
            var bytes: [UInt8] = []
            while bytes.count < 3000 {
                bytes += random.pick(pieces)
                bytes += random.pick([[0x0D], [0x0A], [0x0D, 0x0A], [0x08], [0x1B, 0x5B, 0x41], []])
            }
            let whole = findings(in: bytes) { .max }
            #expect(findings(in: bytes) { 1 } == whole, "seed \(SeededGenerator.seed), stream \(stream)")
            #expect(
                findings(in: bytes) { random.int(1...200) } == whole,
                "seed \(SeededGenerator.seed), stream \(stream)")
            for (one, other) in zip(whole, whole.dropFirst()) where one.phase == other.phase {
                #expect(other.sample.fraction >= one.sample.fraction, "seed \(SeededGenerator.seed), stream \(stream)")
            }
        }
    }
}

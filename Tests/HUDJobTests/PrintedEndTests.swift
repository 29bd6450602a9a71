import SeededRandom
import Testing

@testable import HUDJob

/// Lines of jobs beside a job that prints as it goes on.
@Suite struct PrintedEndTests {
    /// What is printed.
    private struct Output {
        var end = PrintedEnd()
        var bytes: [UInt8] = []

        mutating func put(_ text: String, from job: Int, goesOn: Bool = false) {
            Array(text.utf8).withUnsafeBytes { end.put($0, from: job, goesOn: goesOn) { bytes += $0 } }
        }

        mutating func putLines(_ text: String, from job: Int, name: String = "") {
            Array(text.utf8).withUnsafeBytes { end.putLines($0, from: job, name: Array(name.utf8)) { bytes += $0 } }
        }

        mutating func end(of job: Int) { end.end(of: job) { bytes += $0 } }

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    @Test func `Lines wait for the end of a line that goes on`() {
        var output = Output()
        output.put("one tw", from: 0, goesOn: true)
        output.putLines("first\n", from: 1)
        output.put("o", from: 0, goesOn: true)
        output.putLines("second\n", from: 2)
        #expect(output.text == "one two")
        output.put(" three\nfour\n", from: 0, goesOn: true)
        #expect(output.text == "one two three\nfirst\nsecond\nfour\n")
        output.putLines("third\n", from: 1)
        #expect(output.text.hasSuffix("four\nthird\n"))
    }

    @Test func `When the job has ended, its unfinished line gets an end`() {
        var output = Output()
        output.put("one", from: 0, goesOn: true)
        output.putLines("first\n", from: 1)
        output.end(of: 0)
        #expect(output.text == "one\nfirst\n")
        output.put("two", from: 2)
        output.end(of: 2)
        output.putLines("second\n", from: 1)
        #expect(output.text == "one\nfirst\ntwo\nsecond\n")
        output.put("three", from: 3, goesOn: true)
        output.end(of: 3)
        output.putLines("third\n", from: 1)
        #expect(output.text == "one\nfirst\ntwo\nsecond\nthree\nthird\n")
    }

    @Test func `A line feed is added only before other output`() {
        var output = Output()
        output.put("one", from: 0, goesOn: true)
        output.end(of: 0)
        #expect(output.text == "one")
        output.put("two", from: 1)
        #expect(output.text == "one\ntwo")
    }

    @Test func `Nothing waits for the end of a line that no end follows`() {
        var output = Output()
        output.putLines("cut", from: 1)
        output.putLines("first\n", from: 2)
        #expect(output.text == "cut\nfirst\n")
        output.put("one", from: 0, goesOn: true)
        output.putLines("second, cut", from: 1)
        output.putLines("third\n", from: 2)
        #expect(output.text.hasSuffix("one\nsecond, cut\nthird\n"))
    }

    @Test func `Late lines have the name of their job if other jobs have printed since`() {
        var output = Output()
        output.put("one\n", from: 0)
        output.putLines("late\n", from: 0, name: "a: ")
        output.putLines("first\n", from: 1)
        output.putLines("later\nlast\n", from: 0, name: "a: ")
        #expect(output.text == "one\nlate\nfirst\na: later\na: last\n")
        // From then on, as nothing else would tell the lines apart.
        output.putLines("second\n", from: 1, name: "b: ")
        output.putLines("cut", from: 0, name: "a: ")
        #expect(output.text.hasSuffix("last\nb: second\na: cut"))
        output.put("two\n", from: 2)
        #expect(output.text.hasSuffix("a: cut\ntwo\n"))
    }

    @Test func `If too much would wait, the line is broken`() {
        var output = Output()
        output.put("one", from: 0, goesOn: true)
        let line = String(repeating: "x", count: PrintedEnd.mostWaiting / 2 - 1) + "\n"
        for _ in 0..<2 { output.putLines(line, from: 1) }
        #expect(output.text == "one")
        output.putLines("last\n", from: 1)
        #expect(output.text == "one\n" + line + line + "last\n")
        output.put(" more\n", from: 0, goesOn: true)
        #expect(output.text.hasSuffix("last\n more\n"))
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `Whatever jobs print, no line is torn and none is lost`(run: UInt64) {
        var random = SeededGenerator(stream: 3100 + run)
        var output = Output()
        // The lines of each job, without their ends. Those of a job contain its number alone.
        var lines: [[Int]] = [[0], [], []]
        for _ in 0..<200 {
            if Bool.random(using: &random) {
                var piece = ""
                for _ in 0..<Int.random(in: 1...9, using: &random) {
                    if Int.random(in: 0..<4, using: &random) > 0 {
                        piece += "0"
                        lines[0][lines[0].count - 1] += 1
                    } else {
                        piece += "\n"
                        lines[0].append(0)
                    }
                }
                output.put(piece, from: 0, goesOn: true)
            } else {
                let job = Int.random(in: 1...2, using: &random)
                let length = Int.random(in: 0...5, using: &random)
                lines[job].append(length + 1)
                output.putLines(String(repeating: String(job), count: length + 1) + "\n", from: job)
            }
        }
        output.end(of: 0)
        // Empty lines are the live job's.
        let printed = output.text.split(separator: "\n", omittingEmptySubsequences: false)
        for job in 0..<3 {
            let own = printed.filter { $0.contains(Character(String(job))) }
            #expect(own.allSatisfy { Set($0).count == 1 }, "seed \(SeededGenerator.seed)")
            #expect(own.map(\.count) == lines[job].filter { $0 > 0 }, "job \(job), seed \(SeededGenerator.seed)")
        }
    }
}

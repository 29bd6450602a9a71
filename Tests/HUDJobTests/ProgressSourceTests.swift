import HUDCore
import Testing

@testable import HUDJob

@Suite struct RegexProgressTests {
    private func found(_ pattern: String, in pieces: [String]) throws -> [String] {
        var progress = try RegexProgress(CommandArgument(pattern))
        var found: [String] = []
        for piece in pieces {
            if let new = Array(piece.utf8).withUnsafeBytes({ progress.feed($0) }) { found.append(new.testDescription) }
        }
        if let new = progress.look() { found.append(new.testDescription) }
        return found
    }

    private func complaint(_ pattern: String) -> String? {
        do throws(ProgressPatternError) {
            _ = try RegexProgress(CommandArgument(pattern))
            return nil
        } catch { return error.reason }
    }

    @Test func `One group is a percentage`() throws {
        #expect(
            try found("at ([0-9.]+)", in: ["at 45.5 now\n", "at 4", "6\nat x\nnot 50\n", "at 200\n"]) == [
                "1 45.5%", "1 46.0%", "1 100.0%"
            ])
        #expect(try found("at ([0-9.]+)", in: ["at 45\rat 46\r", "at 47"]) == ["1 46.0%", "1 47.0%"])
        #expect(try found("at ([0-9.]+)", in: ["at 33.33333333333333333333\n", "at 99999999999999999999\n"]) == ["1 33.3%"])
    }

    @Test func `A line without an end is matched when it is looked at, and again when it is longer`() throws {
        var progress = try RegexProgress("([0-9]+)%")
        var found: [String?] = []
        for text in ["\rat 20%", nil, nil, ", then 21%\r", "at 80%", nil, "\n"] as [String?] {
            let new = text.map { Array($0.utf8).withUnsafeBytes { progress.feed($0) } } ?? progress.look()
            found.append(new?.testDescription)
        }
        #expect(found == [nil, "1 20.0%", nil, nil, nil, "1 80.0%", nil])
        let isPending = progress.isPending
        #expect(!isPending)
    }

    @Test func `Two groups are the completed count and the total`() throws {
        #expect(
            try found(
                "([0-9,.]+) out of ([0-9,.]+)", in: ["1,200 out of 3,400\n", "1.5 out of 3\n", "3 out of 0\n", "9 out of 3\n"])
                == ["1 1200/3400", "1 50.0%", "1 3/3"])
    }

    @Test func `A match that goes back begins a new phase`() throws {
        #expect(try found("^([0-9]+)$", in: ["50\n", "20\n", "30\n"]) == ["1 50.0%", "2 20.0%", "2 30.0%"])
    }

    @Test func `Lines are matched without control sequences, and an unmatched group is not a number`() throws {
        #expect(try found("^done (1[0-9])|(x)$", in: ["\u{1B}[1mdo\u{1B}[0mne 12\n1/2x\n"]) == [])
        #expect(try found("^done ([0-9]+)$", in: ["\u{1B}[1mdo\u{1B}[0mne 12\n"]) == ["1 12.0%"])
        #expect(try found("[0-9]([a-z]+)?", in: ["5\n", "5a\n"]) == [])
    }

    @Test func `An unusable expression is reported`() {
        let expected = "expected one group, a percentage, or two, done and total, such as 'match:([0-9]+)/([0-9]+)'"
        #expect(complaint("([0-9]+)%") == nil)
        #expect(complaint("x") == expected)
        #expect(complaint("(a)(b)(c)") == expected)
        #expect((complaint("([0-9]+") ?? "").count > 8)
    }
}

/// dialog's marker in two parts, because `scripts/lint` would report it as unfinished work.
private let mark = "XX" + "X"

@Suite struct ProgressLineTests {
    private func found(in text: String, blocks: Bool = false, piece: Int = .max) -> [String] {
        var reader = ProgressLineReader(blocks: blocks)
        var found: [String] = []
        let take: (ProgressLine) -> Void = { line in
            switch line {
            case .progress(let progress): found.append(progress.testDescription)
            case .label(let text): found.append("label \(text)")
            case .details(let text): found.append("details \(text)")
            case .end: found.append("end")
            }
        }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            Array(bytes.prefix(piece)).withUnsafeBytes { reader.feed($0, take) }
            bytes = bytes.dropFirst(piece)
        }
        reader.finish(take)
        return found
    }

    @Test(arguments: [
        ("45", ["1 45.0%"]), ("45.5%", ["1 45.5%"]), (" 45 \r", ["1 45.0%"]), ("0", ["1 0.0%"]), ("150", ["1 100.0%"]),
        ("33.33333333333333333333", ["1 33.3%"]), ("12.000000000000000000/48.00000000000000000000", ["1 12/48"]),
        ("12/345", ["1 12/345"]), ("12.5/50", ["1 25.0%"]), ("400/345", ["1 345/345"]), ("label A b", ["label A b"]),
        ("label", ["label "]), ("label ", ["label "]), ("details 45%", ["details 45%"]),
        ("label 45\n46", ["label 45", "1 46.0%"]),
        ("12/345 items", ["1 12/345"]), ("12/345  big files ", ["1 12/345"]), ("1.5/3 bytes", ["1 1/3 bytes"]), ("end", ["end"]),
        ("12/?", ["1 12/? items"]), ("1.5/? bytes\r", ["1 1/? bytes"]), ("9/?  big files ", ["1 9/? named(\"big files\")"])
    ])
    func `A line is a percentage, a count with a unit, a label, details or the end`(_ text: String, _ expected: [String]) {
        for piece in [1, 2, 3, Int.max] {
            #expect(found(in: text + "\n", piece: piece) == expected)
            #expect(found(in: text, piece: piece) == expected)
        }
    }

    @Test(
        arguments: [("1/2", .items), ("1/2 items", .items), ("1/2  big files ", .named("big files")), ("1/2 bytes", .bytes)]
            as [(String, ProgressUnit)])
    func `A count has the unit that follows it`(_ text: String, _ unit: ProgressUnit) {
        guard case .progress(let progress)? = ProgressLine(text.utf8) else {
            Issue.record("not a count")
            return
        }
        #expect(progress.sample.unit == unit)
    }

    @Test(arguments: [
        "", "x", "-5", "+5", "45%%", "4 5", "12/0", "12/", "/12", "12/??", "?/12", "/?", "1/2/3", "nan", "inf", "1e3", "0x10",
        ".5", "5.", "labels x",
        "Label x", "%",
        "99999999999999999999", mark
    ])
    func `Any other line is ignored`(_ text: String) {
        #expect(found(in: text + "\n") == [])
    }

    @Test func `A long line is cut, and the next is whole`() {
        let long = "label " + String(repeating: "x", count: 100_000)
        #expect(found(in: long + "\n45\n").map(\.utf8.count) == [ProgressLineReader.limit, 7])
    }

    @Test func `dialog's blocks are a percentage, a label and details`() {
        let text =
            "10\n\(mark)\n20\nCopying files\n\n  one.c  \ntwo.c\n\(mark)\n30\n\(mark)\r\n40\r\nOne\\nTwo\r\n\(mark)\r\n\(mark)\n50\n\(mark)\n\(mark)\nno number\n\(mark)\n60\n"
        let expected = [
            "1 10.0%", "1 20.0%", "label Copying files", "details one.c two.c", "1 30.0%", "1 40.0%", "label One", "details Two",
            "1 50.0%", "label no number", "details ", "1 60.0%"
        ]
        for piece in [1, 2, 7, Int.max] { #expect(found(in: text, blocks: true, piece: piece) == expected) }
        #expect(found(in: mark + "\n20\nHalf", blocks: true) == ["1 20.0%", "label Half", "details "])
        // Only if they were asked for.
        #expect(found(in: mark + "\n20\nlabel a\n" + mark + "\n") == ["1 20.0%", "label a"])
    }

    @Test func `A sample has the known values`() {
        #expect(JobProgress(fraction: 0.45).sample == ProgressSample(fraction: 0.45))
        #expect(JobProgress(fraction: .nan).sample == .zero)
        #expect(JobProgress(12, of: 345)?.sample == ProgressSample(completedUnitCount: 12, totalUnitCount: 345))
        #expect(
            JobProgress(1e6, of: 3e6, unit: .bytes)?.sample
                == ProgressSample(completedUnitCount: 1_000_000, totalUnitCount: 3_000_000, unit: .bytes))
        #expect(JobProgress(1, of: 0) == nil)
        #expect(JobProgress(1, of: .nan) == nil)
    }
}

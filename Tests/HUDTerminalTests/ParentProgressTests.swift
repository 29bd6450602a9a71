import CTerminalSupport
import HUDCore
import HUDLibc
import SeededRandom
import Testing

@testable import HUDReports
@testable import HUDTerminal

/// What is reported to the program that has started this one, in which order, and that nothing waits for it.
@Suite struct ParentProgressTests {
    private func snapshot(
        _ label: String, _ details: String = "", _ progress: ProgressSample = .zero, mode: HUDMode = .bar, hud: Int = 1,
        at milliseconds: Int = 0
    ) -> HUDSnapshot {
        HUDSnapshot(
            mode: mode, label: label, detailsLabel: details, progress: progress,
            timestamp: .zero.advanced(by: .milliseconds(milliseconds)), hudID: hud)
    }

    private func lines(of report: inout ProgressLineReport) -> [String] {
        var lines: [String] = []
        while let line = report.next {
            lines.append(String(decoding: line.dropLast(), as: UTF8.self))
            report.wrote()
        }
        return lines
    }

    @Test func `Only what has changed is said, and the end`() {
        var report = ProgressLineReport()
        #expect(lines(of: &report) == [])
        report.huds.update(snapshot("Packing", "a.txt", ProgressSample(completedUnitCount: 1, totalUnitCount: 4)))
        #expect(lines(of: &report) == ["label Packing", "details a.txt", "1/4"])
        report.huds.update(snapshot("Packing", "", ProgressSample(completedUnitCount: 2, totalUnitCount: 4)))
        #expect(lines(of: &report) == ["details", "2/4"])
        #expect(lines(of: &report) == [])
        report.huds.remove(1)
        #expect(lines(of: &report) == ["end"])
        #expect(lines(of: &report) == [])
    }

    @Test(
        arguments: [
            (ProgressSample(fraction: 0.455), HUDMode.bar, "45.50%"), (ProgressSample(fraction: 1), .bar, "100.00%"),
            (.zero, .bar, "0.00%"), (.zero, .indeterminate, nil), (ProgressSample(fraction: 0.25), .indeterminate, "25.00%"),
            (ProgressSample(completedUnitCount: 7, totalUnitCount: nil), .bar, "7/?"),
            (ProgressSample(completedUnitCount: 7, totalUnitCount: nil, unit: .binaryBytes), .indeterminate, "7/? bytes"),
            (ProgressSample(completedUnitCount: 0, totalUnitCount: nil), .indeterminate, nil),
            (ProgressSample(completedUnitCount: 7, totalUnitCount: 9, unit: .named("two\nlines")), .bar, "7/9 two lines"),
            (ProgressSample(completedUnitCount: 7, totalUnitCount: 9, unit: .bytes), .text, "7/9 bytes"),
            (ProgressSample(completedUnitCount: 10, totalUnitCount: 9), .bar, "9/9")
        ] as [(ProgressSample, HUDMode, String?)])
    func `Progress is a count, a percentage or unknown`(_ sample: ProgressSample, _ mode: HUDMode, _ expected: String?) {
        var report = ProgressLineReport()
        report.huds.update(snapshot("x", "", sample, mode: mode))
        #expect(lines(of: &report) == ["label x"] + (expected.map { [$0] } ?? []))
    }

    @Test func `A tree is reported by its fraction while parts are under way`() {
        let tree = ProgressNode(totalCount: 4)
        let part = tree.subprogress(assigningCount: 1).start(totalCount: 2)
        part.complete()
        var report = ProgressLineReport()
        report.huds.update(snapshot("", "", tree.sample()))
        #expect(lines(of: &report) == ["12.50%"])
        part.finish()
        report.huds.update(snapshot("", "", tree.sample()))
        #expect(lines(of: &report) == ["1/4"])
    }

    @Test func `Of several HUDs the first is reported, with the labels of the others`() {
        var report = ProgressLineReport()
        report.huds.update(snapshot("One", hud: 1))
        report.huds.update(snapshot("Two", hud: 2))
        #expect(lines(of: &report) == ["label One", "details Two", "0.00%"])
        report.huds.remove(1)
        #expect(lines(of: &report) == ["end", "label Two", "0.00%"])
    }

    @Test func `Any text stays one line, and short enough`() {
        var random = SeededGenerator(stream: 71)
        for _ in 0..<200 {
            let scalars = (0..<random.int(0...900)).map { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x2FF, using: &random)) ?? " "
            }
            var report = ProgressLineReport()
            report.huds.update(snapshot(String(String.UnicodeScalarView(scalars))))
            for line in lines(of: &report) {
                #expect(line.utf8.count <= ProgressLineReport.limit && !line.utf8.contains { $0 < 0x20 })
            }
        }
    }

    // MARK: The pipe

    /// A pipe whose ends do not block.
    private func sample(_ count: Int) -> ProgressSample { ProgressSample(completedUnitCount: count, totalUnitCount: 100) }

    @Test func `Reports are at least 80 ms apart, and the end is reported at once`() {
        let pipe = ParentPipe()
        let parent = ParentProgress(descriptor: dup(pipe.ends[1]))
        parent.draw(snapshot("x", "", sample(1), at: 0))
        #expect(pipe.text == "label x\n1/100\n")
        let next = parent.draw(snapshot("x", "", sample(2), at: 79))
        #expect(pipe.text == "")
        #expect(next == .zero.advanced(by: .milliseconds(80)))
        parent.draw(snapshot("x", "", sample(3), at: 80))
        #expect(pipe.text == "3/100\n")
        parent.remove(snapshot("x", "", sample(4), at: 90))
        #expect(pipe.text == "end\n")
    }

    @Test(arguments: [(true, "✗"), (false, "x")])
    func `A part that has failed has the mark of what prints the lines of the program`(isUTF8: Bool, mark: String) {
        let pipe = ParentPipe()
        let output = WrittenLines()
        let printer = PlainRenderer(fileDescriptor: output.descriptor, isUTF8: isUTF8)
        let parent = ParentProgress(descriptor: dup(pipe.ends[1]), printer: { printer })
        withHUD("Encode", summary: .failures, renderer: parent, clock: ManualClock()) { hud in
            hud.work.subprogress(assigningCount: 1, label: "film.mkv").start().fail("disk full")
        }
        #expect(output.newLines() == ["\(mark) film.mkv disk full"])
    }

    @Test func `A frame that can't change without a call is not asked for again`() {
        let pipe = ParentPipe()
        let parent = ParentProgress(descriptor: dup(pipe.ends[1]))
        var still = snapshot("x", mode: .indeterminate)
        still.hasProgressSource = false
        #expect(parent.draw(still) == .distantFuture)
    }

    @Test func `A full pipe is never waited for, and the parent learns the newest state when it reads again`() {
        let pipe = ParentPipe()
        let parent = ParentProgress(descriptor: dup(pipe.ends[1]))
        _ = pipe.fill()
        for count in 0..<50 { parent.draw(snapshot("x", "", sample(count), at: count * 100)) }
        #expect(!pipe.text.contains("x"))
        parent.draw(snapshot("x", "", sample(51), at: 6000))
        #expect(pipe.text == "label x\n51/100\n")
    }

    @Test func `A parent that has closed the pipe raises no signal, and no more frames are wanted`() {
        var pipe = ParentPipe()
        let parent = ParentProgress(descriptor: dup(pipe.ends[1]))
        pipe.closeReadEnd()
        #expect(parent.draw(snapshot("x", "", sample(1))) == .distantFuture)
        parent.draw(snapshot("x", "", sample(2), at: 1000))
        parent.remove(snapshot("x", "", sample(2), at: 1000))
    }
}

/// A pipe as a parent offers it. Neither end blocks.
struct ParentPipe: ~Copyable {
    var ends: [Int32] = [-1, -1]

    init() {
        #expect(hud_pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }

    deinit {
        for end in ends where end >= 0 { _ = close(end) }
    }

    mutating func closeReadEnd() {
        _ = close(ends[0])
        ends[0] = -1
    }

    /// Fills the pipe. Returns the number of bytes.
    func fill() -> Int {
        let filler = [UInt8](repeating: 10, count: 4096)
        var total = 0
        while case let count = write(ends[1], filler, filler.count), count > 0 { total += count }
        return total
    }

    /// What has arrived, up to `limit` bytes.
    func bytes(upTo limit: Int = .max) -> [UInt8] {
        var bytes: [UInt8] = []
        var page = [UInt8](repeating: 0, count: 65536)
        while bytes.count < limit {
            let count = read(ends[0], &page, min(page.count, limit - bytes.count))
            if count <= 0 { break }
            bytes += page.prefix(count)
        }
        return bytes
    }

    /// Everything that has arrived.
    var text: String { String(decoding: bytes(), as: UTF8.self) }
}

import CTerminalSupport
import HUDCore
import HUDLibc
import HUDTestingTrait
import SeededRandom
import Synchronization
import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// The capture of descriptors, on pseudo-terminals. A process has one capture, so these tests run one after the other, also with those of other suites.
@Suite(.capturesOutput) final class OutputCaptureTests {
    private var replay: RegionReplay
    private let entry = StackedLayout.Entry.text()
    /// Two descriptors of the terminal, as standard output and error are.
    private let descriptors: [Int32]

    init() {
        replay = RegionReplay(columns: 40, rows: 8)
        let terminal = replay.pseudoTerminal.descriptor
        descriptors = [dup(terminal), dup(terminal)]
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    private func begin() throws -> ScopeCapture { try #require(replay.region.beginCapture(descriptors)) }

    private func print(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { bytes = bytes.dropFirst(count) }
        }
    }

    private var rows: [String] {
        replay.settle()
        return replay.allRows
    }

    private func isTerminalItself(_ descriptor: Int32) -> Bool {
        TerminalIdentity(of: descriptor) == TerminalIdentity(of: replay.pseudoTerminal.descriptor)
    }

    @Test func `What is written to either descriptor is above the HUD, in order`() throws {
        let capture = try begin()
        replay.add(entry)
        print("one\n", to: descriptors[0])
        print("two\n", to: descriptors[1])
        print("three\n", to: descriptors[0])
        capture.drain()
        #expect(rows == ["one", "two", "three", "HUD 0:00"])
        replay.region.remove(RegionMember(replay.members[0].id))
        capture.end()
        #expect(rows == ["one", "two", "three"])
    }

    @Test func `Captured descriptors are a terminal, of the window's size`() throws {
        let capture = try begin()
        #expect(descriptors.allSatisfy { isatty($0) == 1 && !isTerminalItself($0) })
        #expect(WindowSize(of: descriptors[0]) == WindowSize(columns: 40, rows: 8))
        replay.pseudoTerminal.resize(columns: 33, rows: 7)
        replay.add(entry)
        #expect(WindowSize(of: descriptors[0]) == WindowSize(columns: 33, rows: 7))
        capture.end()
    }

    @Test func `At the end the descriptors are the terminal again, and nothing is lost`() throws {
        let capture = try begin()
        print("unfinished", to: descriptors[0])
        capture.end()
        #expect(descriptors.allSatisfy(isTerminalItself))
        print(", finished\n", to: descriptors[1])
        #expect(rows == ["unfinished, finished"])
    }

    @Test func `A descriptor that the program has redirected stays as it is`() throws {
        let capture = try begin()
        let null = open("/dev/null", O_WRONLY)
        dup2(null, descriptors[1])
        capture.end()
        #expect(isTerminalItself(descriptors[0]))
        #expect(isatty(descriptors[1]) == 0)
        close(null)
    }

    @Test func `A line that was left unfinished does not keep the next scope's HUD off, because the program has printed since`()
        throws
    {
        let first = try begin()
        print("unfinished", to: descriptors[0])
        first.end()
        print(", finished\n", to: descriptors[0])
        let second = try begin()
        replay.add(entry)
        #expect(rows == ["unfinished, finished", "HUD 0:00"])
        second.end()
    }

    @Test func `Scopes share a capture, and the last one ends it`() throws {
        let (outer, inner) = (try begin(), try begin())
        inner.end()
        #expect(!isTerminalItself(descriptors[0]))
        print("inside\n", to: descriptors[0])
        outer.end()
        #expect(isTerminalItself(descriptors[0]))
        #expect(rows == ["inside"])
    }

    @Test func `While one terminal is captured, a scope on another one changes nothing`() throws {
        let capture = try begin()
        let other = PseudoTerminal(columns: 20, rows: 5)
        let region = InlineRegion(descriptor: other.descriptor, capabilities: replay.capabilities, options: .init())
        let descriptor = dup(other.descriptor)
        #expect(region.beginCapture([descriptor]) == nil)
        #expect(TerminalIdentity(of: descriptor) == TerminalIdentity(of: other.descriptor))
        capture.end()
        close(descriptor)
        other.close()
    }

    @Test func `Output that is not on the terminal is not captured`() {
        let null = open("/dev/null", O_WRONLY)
        #expect(replay.region.beginCapture([null]) == nil)
        close(null)
    }

    @Test func `While the HUD is suspended, the descriptors are the terminal`() throws {
        let capture = try begin()
        replay.add(entry)
        print("before\n", to: descriptors[0])
        for _ in 0..<2 { replay.region.suspend() }
        #expect(descriptors.allSatisfy(isTerminalItself))
        print("question\n", to: descriptors[0])
        replay.region.resume(isOnNewLine: true)
        #expect(descriptors.allSatisfy(isTerminalItself), "it is suspended twice")
        replay.region.resume(isOnNewLine: true)
        #expect(!isTerminalItself(descriptors[0]))
        print("after\n", to: descriptors[0])
        replay.region.remove(RegionMember(replay.members[0].id))
        capture.end()
        #expect(rows == ["before", "question", "after"])
    }

    @Test func `A capture that begins while the HUD is suspended begins with its end`() throws {
        replay.region.suspend()
        let capture = try begin()
        #expect(descriptors.allSatisfy(isTerminalItself))
        replay.region.resume(isOnNewLine: true)
        #expect(!isTerminalItself(descriptors[0]))
        capture.end()
    }

    @Test func `Suspensions of several threads overlap, and afterwards output is captured`() throws {
        let capture = try begin()
        let (region, descriptors) = (replay.region, descriptors)
        let terminal = TerminalIdentity(of: replay.pseudoTerminal.descriptor)
        let mistakes = Atomic(0)
        for _ in 0..<1000 {
            onThreads(2) { _ in
                for _ in 0..<3 {
                    region.suspend()
                    let isGivenBack = descriptors.allSatisfy { TerminalIdentity(of: $0) == terminal }
                    if !isGivenBack { mistakes.add(1, ordering: .relaxed) }
                    region.resume(isOnNewLine: true)
                }
            }
            if isTerminalItself(descriptors[0]) { mistakes.add(1, ordering: .relaxed) }
        }
        #expect(mistakes.load(ordering: .relaxed) == 0)
        capture.end()
    }

    @Test func `A renderer that is made for a captured descriptor draws on the terminal`() throws {
        let capture = try begin()
        #expect(isTerminalItself(hud_capture_terminal(descriptors[0])))
        let renderer = InlineRenderer(fileDescriptor: descriptors[1])
        let region = try #require(renderer.region as? InlineRegion)
        #expect(isTerminalItself(region.writer.descriptor))
        capture.end()
    }

    @Test func `What a child writes after the end still arrives`() throws {
        let capture = try begin()
        let child = dup(descriptors[0])
        capture.end()
        print("late\n", to: child)
        hud_capture_drain()
        close(child)
        #expect(rows == ["late"])
    }

    // MARK: A terminal that takes nothing

    /// Whether `condition` holds within a few seconds.
    private func holds(_ condition: () -> Bool) -> Bool {
        for _ in 0..<400 {
            if condition() { return true }
            usleep(10_000)
        }
        return false
    }

    private func holdTerminal(_ isHeld: Bool) { tcflow(replay.pseudoTerminal.descriptor, isHeld ? TCOOFF : TCOON) }

    @Test
    func `A capture that ends while it is suspended and the terminal takes nothing ends when the terminal takes more`()
        throws
    {
        let capture = try begin()
        holdTerminal(true)
        print("one\n", to: descriptors[0])
        hud_capture_suspend()
        capture.end()
        // As long as it has not ended, another terminal can't be captured.
        let other = PseudoTerminal(columns: 20, rows: 5)
        let region = InlineRegion(descriptor: other.descriptor, capabilities: replay.capabilities, options: .init())
        let descriptor = dup(other.descriptor)
        #expect(region.beginCapture([descriptor]) == nil)
        holdTerminal(false)
        var next: ScopeCapture?
        #expect(
            holds {
                next = region.beginCapture([descriptor])
                return next != nil
            })
        next?.end()
        #expect(rows == ["one"])
        close(descriptor)
        other.close()
    }

    @Test func `A scope that begins before the capture of the last one has ended captures its own descriptors`() throws {
        let first = try begin()
        holdTerminal(true)
        print("one\n", to: descriptors[1])
        first.end()
        #expect(descriptors.allSatisfy { !isTerminalItself($0) })
        let added = dup(replay.pseudoTerminal.descriptor)
        let second = try #require(replay.region.beginCapture([descriptors[0], added]))
        #expect(isTerminalItself(descriptors[1]))
        #expect(!isTerminalItself(descriptors[0]) && !isTerminalItself(added))
        holdTerminal(false)
        // After the first call the reader would end the first scope's capture, and before the second one is done.
        for _ in 0..<2 { hud_capture_drain() }
        #expect(!isTerminalItself(descriptors[0]) && !isTerminalItself(added))
        replay.add(entry)
        print("two\n", to: descriptors[0])
        print("three\n", to: added)
        second.drain()
        #expect(rows == ["one", "two", "three", "HUD 0:00"])
        replay.region.remove(RegionMember(replay.members[0].id))
        second.end()
        #expect(isTerminalItself(descriptors[0]) && isTerminalItself(added))
        close(added)
    }

    @Test
    func `Random pieces to either descriptor between frames, logs and suspensions leave what the program alone would leave`()
        throws
    {
        for run in 0..<UInt64(SeededGenerator.steps ?? 60) {
            var random = SeededGenerator(stream: 0xCA97 &+ run)
            replay.terminal = InMemoryTerminal(agreeingColumns: 40, rows: 8)
            replay.members = []
            print("\u{1B}c", to: replay.pseudoTerminal.descriptor)
            var expected = ""
            let capture = try begin()
            replay.add(entry)
            for _ in 0..<40 {
                switch UInt8.random(in: 0..<10, using: &random) {
                case 0: replay.region.render(entry, of: RegionMember(replay.members[0].id))
                case 1:
                    if expected.isEmpty || expected.hasSuffix("\n") {
                        replay.region.log("logged")
                        expected += "logged\n"
                    }
                case 2:
                    if expected.hasSuffix("\n") {
                        replay.region.suspend()
                        print("asked\n", to: descriptors[0])
                        replay.region.resume(isOnNewLine: true)
                        expected += "asked\n"
                    }
                default:
                    let text = Self.piece(&random)
                    print(text, to: descriptors[random.int(0...1)])
                    expected += text
                }
            }
            replay.region.remove(RegionMember(replay.members[0].id))
            capture.end()
            var alone = InMemoryTerminal(agreeingColumns: 40, rows: 8)
            alone.feed(Array(expected.replacing("\n", with: "\r\n").utf8))
            #expect(rows == alone.allRows, "seed \(SeededGenerator.seed), run \(run)")
        }
    }

    /// Some of a line, a line, or several lines.
    private static func piece(_ random: inout SeededGenerator) -> String {
        let lines = (0..<random.int(0...3)).map { _ in
            String(
                repeating: random.pick(["a", "é", "字", " "]),
                count: random.int(0...50))
        }
        return lines.joined(separator: "\n") + (random.bool() ? "\n" : "")
    }
}

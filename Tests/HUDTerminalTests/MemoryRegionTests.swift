import HUDCore
import HUDTesting
import SeededRandom
import Synchronization
import Testing

@testable import HUDScreen
@testable import HUDTerminal

@Suite struct MemoryRegionTests {
    /// A terminal in memory that keeps what is written.
    private final class Recorder: VirtualTerminal {
        private let size: Mutex<WindowSize>
        private let written = Mutex<[UInt8]>([])
        private let clock: ManualClock

        init(columns: Int, rows: Int, clock: ManualClock) {
            size = Mutex(WindowSize(columns: columns, rows: rows))
            self.clock = clock
        }

        var window: WindowSize { size.withLock { $0 } }
        var now: HUDInstant { clock.now }
        func write(_ bytes: [UInt8]) { written.withLock { $0 += bytes } }
        func resize(columns: Int, rows: Int) { size.withLock { $0 = WindowSize(columns: columns, rows: rows) } }

        /// The bytes since the last call, as the kernel passes them on.
        func newBytes() -> [UInt8] {
            written.withLock { written in
                defer { written = [] }
                return written.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
            }
        }
    }

    @Test func `Its capabilities are those of xterm-256color`() throws {
        let xterm = try #require(PseudoTerminal.capabilities(of: ["xterm-256color"]).first)
        #expect(TerminalCapabilities.xterm == xterm.1)
    }

    @Test func `Output is any sequence of bytes`() {
        let memory = Recorder(columns: 40, rows: 8, clock: ManualClock())
        let renderer = InlineRenderer(terminal: memory, theme: .terminal)
        renderer.passThrough("text\n".utf8)
        renderer.passThrough(Array("array\n".utf8)[1...])
        renderer.passThrough("lazy\n".utf8.lazy.filter { $0 != 0x61 })
        renderer.passThrough([])
        Array("span\n".utf8).withUnsafeBytes { renderer.passThrough($0.bytes) }
        #expect(String(decoding: memory.newBytes(), as: UTF8.self) == "text\r\nrray\r\nlzy\r\nspan\r\n")
    }

    @Test(arguments: 1...20) func `A terminal in memory receives the bytes that a real one receives`(run: UInt64) {
        var random = SeededGenerator(stream: 2300 + run)
        let clock = ManualClock()
        let real = PseudoTerminal(columns: 40, rows: 8)
        defer { real.close() }
        let memory = Recorder(columns: 40, rows: 8, clock: clock)
        let region = InlineRegion(descriptor: real.descriptor, capabilities: .xterm, options: .init())
        region.state.withLock { $0.time = { clock.now } }
        let renderers = [
            InlineRenderer(region: region, theme: .terminal, spinner: nil, reducesMotion: false),
            InlineRenderer(terminal: memory, theme: .terminal)
        ]
        // The same HUDs on both.
        let pairs = (1...3).map { number in
            renderers.map { renderer in
                HUD(
                    label: "HUD \(number)", timing: HUDTiming(graceTime: .zero, minimumShowTime: .milliseconds(200)),
                    renderer: renderer, clock: clock)
            }
        }
        var script: [String] = []
        for _ in 0..<80 {
            let step = Step.random(using: &random)
            script.append("\(step)")
            perform(step, renderers, pairs, clock, real, memory)
            let (expected, found) = (real.newBytes(), memory.newBytes())
            guard expected != found else { continue }
            Issue.record("seed \(SeededGenerator.seed), run \(run), after \(script): \(text(found)), not \(text(expected))")
            return
        }
        for pair in pairs { for hud in pair { hud.hide() } }
        clock.advance(by: 10)
        #expect(real.newBytes() == memory.newBytes(), "seed \(SeededGenerator.seed), run \(run), at the end of \(script)")
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }

    private enum Step {
        case advance(Duration)
        case show(Int)
        case hide(Int)
        case label(Int, String)
        case mode(Int, HUDMode)
        case progress(Int, Double)
        case log(String)
        case print(String)
        case resize(Int, Int)
        case suspend
        case resume

        static func random(using random: inout SeededGenerator) -> Step {
            // Mostly the first one: only a HUD that is alone is drawn from prepared bytes.
            let hud = max(0, random.int(-4..<3))
            switch random.int(0..<16) {
            case 0..<6: return .advance(.milliseconds(random.int(0...700)))
            case 6, 7: return .show(hud)
            case 8: return .hide(hud)
            case 9: return .label(hud, random.pick(["a", "Compressing", "界 \u{1B}[31m", "two\nlines"]))
            case 10: return .mode(hud, random.pick([.indeterminate, .bar, .text]))
            case 11: return .progress(hud, .random(in: 0...1, using: &random))
            case 12: return .log(random.pick(["one", "\u{1B}[32mgreen", "a\nb"]))
            case 13: return .print(random.pick(["one\n", "half", "\u{1B}[1;31m", "é\n", "\r"]))
            case 14: return .resize(random.int(5...60), random.int(2...12))
            default: return random.bool() ? .suspend : .resume
            }
        }
    }

    private func perform(
        _ step: Step, _ renderers: [InlineRenderer], _ pairs: [[HUD]], _ clock: ManualClock, _ real: PseudoTerminal,
        _ memory: Recorder
    ) {
        switch step {
        case .advance(let time): clock.advance(by: time)
        case .show(let number): for hud in pairs[number] { hud.show() }
        case .hide(let number): for hud in pairs[number] { hud.hide() }
        case .label(let number, let label): for hud in pairs[number] { hud.label = label }
        case .mode(let number, let mode): for hud in pairs[number] { hud.mode = mode }
        case .progress(let number, let fraction): for hud in pairs[number] { hud.progress = fraction }
        case .log(let line): for renderer in renderers { renderer.log(line) }
        case .print(let text): for renderer in renderers { Array(text.utf8).withUnsafeBytes { renderer.passThrough($0.bytes) } }
        case .suspend: for renderer in renderers { renderer.suspend() }
        case .resume: for renderer in renderers { renderer.resume() }
        case .resize(let columns, let rows):
            real.resize(columns: columns, rows: rows)
            memory.resize(columns: columns, rows: rows)
        }
    }
}

import HUDCore
import SeededRandom
import Synchronization
import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// A renderer that counts the frames that it is asked for, and passes them on.
private final class FrameCounter: HUDRenderer {
    private let renderer: any HUDRenderer
    /// Whether it asks for every frame.
    private let wantsAll: Bool
    private let counted = Mutex(0)

    init(_ renderer: any HUDRenderer, wantsAll: Bool = false) {
        self.renderer = renderer
        self.wantsAll = wantsAll
    }

    var frames: Int { counted.withLock { $0 } }
    var preferredAnimationDuration: Duration { renderer.preferredAnimationDuration }

    func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
        counted.withLock { $0 += 1 }
        let end = renderer.draw(snapshot)
        return wantsAll ? .distantPast : end
    }

    func remove(_ snapshot: HUDSnapshot) { renderer.remove(snapshot) }
}

/// When the renderers that write lines wake up.
@Suite struct LineWakeUpTests {
    private let clock = ManualClock()

    /// The frames that a HUD without progress asks for in ten minutes, and the lines that were written.
    private func tenMinutes(_ renderer: any HUDRenderer, _ lines: WrittenLines) -> (frames: Int, lines: [String]) {
        let counter = FrameCounter(renderer)
        let hud = HUD(label: "Compressing", preferredFramesPerSecond: 60, renderer: counter, clock: clock)
        hud.show()
        clock.advance(by: 95)
        hud.label = "Writing"
        clock.advance(by: 505)
        defer { hud.hide(animated: false) }
        return (counter.frames, lines.newLines())
    }

    @Test func `Plain lines wake the process for each heartbeat and each label`() {
        let lines = WrittenLines()
        let (frames, written) = tenMinutes(PlainRenderer(fileDescriptor: lines.descriptor, isUTF8: true), lines)
        // The first frame, a heartbeat each 30 s, and the label.
        #expect(frames == 1 + 20 + 1)
        #expect(written.count == 1 + 20)
    }

    @Test func `JSON without progress wakes the process for each line`() {
        let lines = WrittenLines()
        let (frames, written) = tenMinutes(lines.json(clock), lines)
        // The label is a line, and the heartbeats are counted from there: three before it and sixteen after.
        #expect(frames == 1 + 3 + 1 + 16)
        #expect(written.count == 2 + 3 + 1 + 16)
        #expect(written.filter { $0.contains(#""event":"heartbeat""#) }.count == 19)
    }

    @Test func `JSON looks for progress ten times a second`() {
        let lines = WrittenLines()
        let counter = FrameCounter(lines.json(clock))
        let hud = HUD(mode: .bar, preferredFramesPerSecond: 60, renderer: counter, clock: clock)
        hud.show()
        clock.advance(by: 10)
        #expect(counter.frames == 101)
        hud.hide(animated: false)
    }

    @Test func `A label that changes right after a line is reported a tenth of a second after the line`() {
        let lines = WrittenLines()
        let hud = HUD(
            label: "a", preferredFramesPerSecond: 60, renderer: lines.json(clock), clock: clock)
        hud.show()
        clock.advance(by: 0.02)
        hud.label = "b"
        clock.advance(by: 0.079)
        #expect(lines.newLines().count == 2)
        clock.advance(by: 0.001)
        #expect(lines.newLines() == [#"{"t":0.1,"event":"progress","label":"b","mode":"indeterminate"}"#])
        hud.hide(animated: false)
    }

    @Test func `A source without units that begins to count is reported within a tenth of a second`() {
        final class Source: ProgressSource {
            let value = Mutex(ProgressSample.zero)
            func sample() -> ProgressSample { value.withLock { $0 } }
        }
        let lines = WrittenLines()
        let source = Source()
        let hud = HUD(
            label: "a", preferredFramesPerSecond: 10, renderer: lines.json(clock), clock: clock)
        hud.progressSource = source
        hud.show()
        clock.advance(by: 1.01)
        _ = lines.newLines()
        source.value.withLock { $0 = ProgressSample(completedUnitCount: 3, totalUnitCount: nil) }
        clock.advance(by: 0.09)
        #expect(lines.newLines().count == 1)
        hud.hide(animated: false)
    }

    @Test func `No line comes later than with every frame`() {
        var random = SeededGenerator(stream: 61)
        var frames = (asked: 0, all: 0)
        for run in 0..<80 {
            let isPlain = run % 2 == 0
            let resting = Stage(isPlain: isPlain, wantsAll: false)
            let restless = Stage(isPlain: isPlain, wantsAll: true)
            for _ in 0..<30 {
                let change = Stage.Change.next(using: &random)
                for stage in [resting, restless] { stage.make(change) }
            }
            let written = (resting.end(), restless.end())
            guard written.0 == written.1 else {
                Issue.record("seed \(SeededGenerator.seed), run \(run): \(written.0) instead of \(written.1)")
                return
            }
            frames.asked += resting.counter.frames
            frames.all += restless.counter.frames
        }
        #expect(frames.asked * 2 < frames.all)
        SeededGenerator.report(
            "laws: 80 runs, seed \(SeededGenerator.seed): no line is late, with \(frames.asked) frames of \(frames.all)")
    }
}

/// A HUD that draws ten frames a second, as hud-demo does for JSON.
private final class Stage {
    enum Change {
        case advance(milliseconds: Int)
        case label(Int)
        case details(Int)
        case mode(HUDMode)
        case progress(Double)
        case source(Bool)
        case count
        case outcome(HUDOutcome?)

        static func next(using random: inout SeededGenerator) -> Change {
            switch random.int(0..<12) {
            case 0: .label(random.int(0..<3))
            case 1: .details(random.int(0..<3))
            case 2: .mode(random.pick(HUDMode.allCases))
            case 3: .progress(.random(in: 0...1, using: &random))
            case 4: .source(.random(using: &random))
            case 5: .count
            case 6: .outcome(random.pick([nil, .succeeded]))
            case 7, 8: .advance(milliseconds: random.int(1...120))
            case 9, 10: .advance(milliseconds: random.int(1...5000))
            default: .advance(milliseconds: random.int(1...100_000))
            }
        }
    }

    let counter: FrameCounter
    private let lines = WrittenLines()
    private let clock = ManualClock()
    private let units = ProgressNode()
    private let hud: HUD

    init(isPlain: Bool, wantsAll: Bool) {
        let descriptor = lines.descriptor
        counter = FrameCounter(
            isPlain ? PlainRenderer(fileDescriptor: descriptor) : lines.json(clock), wantsAll: wantsAll)
        hud = HUD(label: "0", preferredFramesPerSecond: 10, renderer: counter, clock: clock)
        hud.show()
        // Changes are never at the instant of a frame. That frame is drawn after the change only if it was left out until then.
        clock.advance(by: .microseconds(500))
    }

    func make(_ change: Change) {
        switch change {
        case .advance(let milliseconds): clock.advance(by: .milliseconds(milliseconds))
        case .label(let number): hud.label = String(number)
        case .details(let number): hud.detailsLabel = String(number)
        case .mode(let mode): hud.mode = mode
        case .progress(let fraction): hud.progress = fraction
        case .source(let isSet): hud.progressSource = isSet ? units : nil
        case .count: units.complete()
        case .outcome(let outcome): hud.outcome = outcome
        }
    }

    /// The lines without estimates, which depend on the frames in which progress was sampled.
    func end() -> [Substring] {
        hud.hide(animated: false)
        return lines.newLines().map { line in
            let estimates = [#","rate":"#, #","remaining":"#, ", about ", "}"].compactMap { line.firstRange(of: $0)?.lowerBound }
            return line[..<(estimates.min() ?? line.endIndex)]
        }
    }
}

import HUDCore
import HUDLibc
import HUDTerminal

/// The programs that scripts/bench-peers compares with those of other libraries, on a pseudo-terminal.
struct DrawingJob {
    enum Case: String, CaseIterable {
        /// A spinner with a label and the elapsed time.
        case spin
        /// A bar, updated 100 times a second.
        case bar
        /// The updates of `bar`, with nothing drawn.
        case count
        /// A bar over many parts, 24 of them in rows; one of those is updated 100 times a second.
        case rows
        /// The parts and the updates of `rows`, with nothing drawn.
        case parts
        /// Nothing, to measure the start-up.
        case nothing
        /// Sleeps, and writes as many bytes as often as a display: the least that it can cost.
        case bare
    }

    static let usage =
        "usage: hud-bench [spin|bar|count|rows|parts|nothing [--seconds S] [--fps N] [--parts N]]\n       hud-bench bare [--seconds S] [--writes N] [--bytes N]"

    var job: Case
    var seconds = 10.0
    var framesPerSecond = 30
    /// The parts of ``Case/rows``.
    var parts = 1000
    /// The writes of ``Case/bare``, and how many bytes they have together.
    var writes = 1
    var bytes = 0

    /// The job for a command line; nil if there is none.
    init?(arguments: [String]) {
        guard let name = arguments.first, let job = Case(rawValue: name) else { return nil }
        self.job = job
        var rest = arguments.dropFirst()
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { return nil }
            if option == "--seconds", let seconds = Double(value), seconds >= 0, seconds <= 86400 {
                self.seconds = seconds
            } else if option == "--fps", let rate = Int(value), rate >= 1 {
                framesPerSecond = rate
            } else if option == "--parts", let count = Int(value), count >= 1 {
                parts = count
            } else if option == "--writes", let count = Int(value), count >= 1 {
                writes = count
            } else if option == "--bytes", let count = Int(value), count >= 0 {
                bytes = count
            } else {
                return nil
            }
        }
    }

    func run() {
        switch job {
        case .spin:
            withHUD(mode: .indeterminate, progress: nil) { Self.sleep(until: .now + .seconds(seconds)) }
        case .bar:
            let counter = ProgressNode(totalCount: updates)
            withHUD(mode: .bar, progress: counter) { count(on: counter) }
        case .count:
            count(on: ProgressNode(totalCount: updates))
        case .rows:
            let hud = HUD(
                label: "Building", preferredFramesPerSecond: framesPerSecond,
                renderer: InlineRenderer(fileDescriptor: STDERR_FILENO))
            hud.rows = .upTo(24, graceTime: .zero)
            hud.show()
            count(onPartsOf: hud.work)
            hud.hide(animated: false)
        case .parts:
            count(onPartsOf: ProgressNode())
        case .nothing:
            break
        case .bare:
            write()
        }
    }

    private func write() {
        let text = [UInt8](repeating: UInt8(ascii: "-"), count: (bytes + writes - 1) / writes)
        let begin = ContinuousClock.now
        for number in 1...writes {
            Self.sleep(until: begin + .seconds(seconds) * number / writes)
            let rest = bytes - (number - 1) * text.count
            _ = HUDLibc.write(STDERR_FILENO, text, max(0, min(text.count, rest)))
        }
    }

    private var updates: Int { Int(seconds * 100) }

    private func withHUD(mode: HUDMode, progress: (any ProgressSource)?, _ body: () -> Void) {
        let hud = HUD(
            label: "Compressing", mode: mode, preferredFramesPerSecond: framesPerSecond,
            renderer: InlineRenderer(fileDescriptor: STDERR_FILENO))
        hud.progressSource = progress
        hud.show()
        body()
        hud.hide(animated: false)
    }

    private func count(on counter: ProgressNode) {
        update { _ in counter.complete() }
    }

    /// Starts the parts, and counts on 24 of them in turn.
    private func count(onPartsOf work: ProgressNode) {
        work.totalCount = parts
        let nodes = (0..<parts).map { work.subprogress(assigningCount: 1, label: "part \($0)").start(totalCount: updates) }
        update { nodes[$0 % min(24, nodes.count)].complete() }
        withExtendedLifetime(nodes) {}
    }

    /// The HUD draws on its clock's thread, so this can be the main thread.
    private func update(_ step: (Int) -> Void) {
        let begin = ContinuousClock.now
        for update in 0..<updates {
            Self.sleep(until: begin + .milliseconds(10 * (update + 1)))
            step(update)
        }
    }

    /// Sleeps at one go, because each wake-up in between would be counted as a cost of the display.
    private static func sleep(until end: ContinuousClock.Instant) {
        while case let left = ContinuousClock.now.duration(to: end), left > .zero {
            let (seconds, attoseconds) = left.components
            var time = timespec(tv_sec: time_t(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            nanosleep(&time, nil)
        }
    }
}

import CTerminalSupport
import Synchronization

/// What the process and its children write to their terminal, on its way to the region of that terminal.
///
/// While a scope captures, the standard descriptors that are the terminal are a pseudo-terminal of its size instead, and a thread passes on what is
/// written there, as hud-demo does with the output of its job. The mechanism is `capture.c`; this is its owner. All scopes share one capture, because
/// a process has one standard output.
enum OutputCapture {
    /// What is captured for a region.
    struct Source {
        /// The terminal, which gets what is left if a signal ends the process.
        var terminal: Int32
        /// What is captured; none if the region's terminal is not among the descriptors.
        var descriptors: [Int32]
        var chainsHostHandlers = false
    }

    private struct Scopes {
        var count = 0
        var region: (any TerminalRegion)?
    }

    private static let scopes = Mutex(Scopes())
    /// Where captured output goes; nil while nothing is captured. A lock of its own, because the thread that reads takes it while a scope waits for
    /// that thread.
    private static let target = Mutex<(any TerminalRegion)?>(nil)

    /// Begins a scope that captures what belongs to `region`.
    ///
    /// - Parameter source: What that is, if no scope captures yet.
    /// - Returns: Nil if that is nothing, if another region captures, or if the system has no pseudo-terminal left. The program then runs as it would without.
    static func begin(_ region: any TerminalRegion, _ source: @autoclosure () -> Source) -> ScopeCapture? {
        let hasBegun = scopes.withLock { scopes in
            if scopes.count == 0, start(region, source()) { scopes.region = region }
            guard scopes.region === region else { return false }
            scopes.count += 1
            return true
        }
        return hasBegun ? ScopeCapture(drain: { hud_capture_drain() }, end: { end() }) : nil
    }

    private static func start(_ region: any TerminalRegion, _ source: Source) -> Bool {
        guard !source.descriptors.isEmpty else { return false }
        let count = Int32(source.descriptors.count)
        let hasBegun = hud_capture_begin(source.terminal, source.descriptors, count, source.chainsHostHandlers) { bytes, count in
            OutputCapture.pass(UnsafeRawBufferPointer(start: bytes, count: count))
        }
        guard hasBegun == 0 else { return false }
        target.withLock { $0 = region }
        region.isCaptured = true
        return true
    }

    private static func end() {
        scopes.withLock { scopes in
            scopes.count -= 1
            guard scopes.count == 0 else { return }
            hud_capture_end()
            scopes.region?.isCaptured = false
            scopes.region = nil
            target.withLock { $0 = nil }
        }
    }

    /// Called by the thread that reads. A child that is left behind can write after the last scope.
    private static func pass(_ bytes: UnsafeRawBufferPointer) {
        if let region = target.withLock({ $0 }) { return region.passCaptured(bytes) }
        InlineRegion.region(for: hud_capture_output(), options: .init()).passCaptured(bytes)
    }
}

extension InlineRegion {
    /// Whether the process's output is captured for this region.
    var isCaptured: Bool {
        get { state.withLock { $0.isCaptured } }
        set {
            state.withLock { $0.isCaptured = newValue }
            settleCapture()
        }
    }

    func beginCapture() -> ScopeCapture? { beginCapture([STDOUT_FILENO, STDERR_FILENO]) }

    /// Captures those of `descriptors` that are the region's terminal.
    func beginCapture(_ descriptors: [Int32]) -> ScopeCapture? {
        canDraw ? OutputCapture.begin(self, source(of: descriptors)) : nil
    }

    private func source(of descriptors: [Int32]) -> OutputCapture.Source {
        let terminal = TerminalIdentity(of: writer.descriptor)
        // Those of a capture that ends late are still a pseudo-terminal.
        let captured = descriptors.filter { isatty($0) == 1 && TerminalIdentity(of: hud_capture_terminal($0)) == terminal }
        if !captured.isEmpty { beginOutput() }
        return .init(terminal: writer.descriptor, descriptors: captured, chainsHostHandlers: options.chainsHostHandlers)
    }

    func passCaptured(_ page: UnsafeRawBufferPointer) { passThrough(page, isPage: true) }

    func catchUp() {
        if isCaptured { hud_capture_catch_up(Int32(clamping: TerminalWriter.patience.nanosecondsRoundedUp / 1_000_000)) }
    }
}

extension MemoryRegion {
    /// Captures standard output, whatever it is. Not standard error, because the test's framework reports there.
    func beginCapture() -> ScopeCapture? {
        let capture = OutputCapture.begin(
            self, .init(terminal: hud_capture_terminal(STDOUT_FILENO), descriptors: [STDOUT_FILENO]))
        // The test has to fail, and to say why.
        if capture == nil {
            log("This process's output can't be captured. Does another test capture it? See the trait capturesOutput.")
        }
        return capture
    }

    func passCaptured(_ page: UnsafeRawBufferPointer) { print(page) }

    func catchUp() {
        if isCaptured { hud_capture_drain() }
    }
}

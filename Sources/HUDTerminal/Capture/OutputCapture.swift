import CTerminalSupport
import HUDCore
import Synchronization

/// What the process and its children write to their terminal, on its way to the region of that terminal.
///
/// While a scope captures, the standard descriptors that are the terminal are a pseudo-terminal of its size instead, and a thread passes on what is
/// written there, as hud-demo does with the output of its job. The mechanism is `capture.c`; this is its owner. All scopes share one capture, because
/// a process has one standard output.
enum OutputCapture {
    private struct Scopes {
        var count = 0
        var region: InlineRegion?
    }

    private static let scopes = Mutex(Scopes())
    /// Where captured output goes; nil while nothing is captured. A lock of its own, because the thread that reads takes it while a scope waits for
    /// that thread.
    private static let target = Mutex<InlineRegion?>(nil)

    /// Begins a scope that captures what is written to the terminal of `region`.
    ///
    /// - Parameter descriptors: Those that are captured if they are that terminal.
    /// - Returns: Nil if none is, if another terminal is captured, or if the system has no pseudo-terminal left. The program then runs as it would without.
    static func begin(_ region: InlineRegion, descriptors: [Int32] = [STDOUT_FILENO, STDERR_FILENO]) -> ScopeCapture? {
        guard region.canDraw else { return nil }
        let hasBegun = scopes.withLock { scopes in
            if scopes.count == 0, start(region, descriptors) { scopes.region = region }
            guard scopes.region === region else { return false }
            scopes.count += 1
            return true
        }
        return hasBegun ? ScopeCapture(drain: { hud_capture_drain() }, end: { end() }) : nil
    }

    private static func start(_ region: InlineRegion, _ descriptors: [Int32]) -> Bool {
        let terminal = TerminalIdentity(of: region.writer.descriptor)
        // Those of a capture that ends late are still a pseudo-terminal.
        let captured = descriptors.filter { isatty($0) == 1 && TerminalIdentity(of: hud_capture_terminal($0)) == terminal }
        guard !captured.isEmpty else { return false }
        region.beginOutput()
        let chains: Int32 = region.options.chainsHostHandlers ? 1 : 0
        let hasBegun = hud_capture_begin(region.writer.descriptor, captured, Int32(captured.count), chains) { bytes, count in
            OutputCapture.pass(UnsafeRawBufferPointer(start: bytes, count: count))
        }
        guard hasBegun == 0 else { return false }
        region.isCaptured = true
        target.withLock { $0 = region }
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
        let region = target.withLock { $0 } ?? InlineRegion.region(for: hud_capture_output(), options: .init())
        region.passThrough(bytes, isPage: true)
    }
}

extension InlineRegion {
    /// Whether the process's output is captured for this region.
    var isCaptured: Bool {
        get { state.withLock { $0.isCaptured } }
        set { state.withLock { $0.isCaptured = newValue } }
    }
}

import HUDTerminal

/// What a job prints on the terminal, on its way there: passed on, kept for the case that the job fails, or dropped.
///
/// What is kept lies in a file without a name; memory does not grow with it. A class: one and the same for who reads the job's output and
/// for who finds that the job has ended.
package final class OutputKeeper {
    private let policy: OutputPolicy
    private let screen: (any TerminalRenderer)?
    private let terminal: Int32
    private let progress: ProgressFollower?
    private var held: HeldOutput?
    private var lines = PrintedLines()
    /// Whether everything goes straight through.
    private var isOpen: Bool

    /// A keeper before the terminal on the descriptor `terminal`, which `screen` draws on; nil where nobody does. `progress` sees everything,
    /// whatever becomes of it.
    package init(_ policy: OutputPolicy, screen: (any TerminalRenderer)?, terminal: Int32, progress: ProgressFollower?) {
        self.progress = progress
        self.policy = policy
        self.screen = screen
        self.terminal = terminal
        isOpen = policy == .show
    }

    /// Takes up what the job has printed.
    func passThrough(_ bytes: UnsafeRawBufferPointer) {
        progress?.see(bytes)
        if isOpen { return put(bytes) }
        switch policy {
        case .show: put(bytes)
        case .hide: break
        case .failure: hold(bytes)
        case .last(let count):
            hold(bytes)
            guard !isOpen else { return }
            lines.append(bytes)
            screen?.pane = lines.last(count)
        }
    }

    /// Takes note that the job has ended, with all of its output taken up. Where it has failed, what was kept is printed.
    func jobEnded(failed: Bool) {
        progress?.endOutput()
        if failed { release() } else { held = nil }
    }

    private func hold(_ bytes: UnsafeRawBufferPointer) {
        if held == nil { held = HeldOutput() }
        if held?.append(bytes) == true { return }
        // No room for it: nothing is to be lost, so it is seen.
        release()
        put(bytes)
    }

    private func release() {
        guard policy != .hide else { return }
        isOpen = true
        if screen?.pane.isEmpty == false { screen?.pane = [] }
        held?.drain { put($0) }
        held = nil
    }

    private func put(_ bytes: UnsafeRawBufferPointer) {
        if let screen { screen.passThrough(bytes) } else { TerminalOutput.write(bytes, to: terminal) }
    }
}

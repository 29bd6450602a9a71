import CTerminalSupport
import HUDCore
import HUDLibc
import HUDTerminal

/// The job's output on its way to the terminal: passed on, kept in case the job fails, collected, or discarded.
///
/// Kept output is in a file without a name, so memory does not grow with it; collected output has a limit. A class, because the reader of the job's output shares it with the code
/// that sees the end of the job.
final class OutputBuffer {
    private let policy: OutputPolicy
    /// How many of the last lines of hidden output are printed if the job fails; nil: as the policy says.
    private let tail: Int?
    private let screen: (any TerminalRenderer)?
    private let put: (UnsafeRawBufferPointer) -> Bool
    private let progress: ProgressFollower?
    private var held: HeldOutput?
    private var lines = PrintedLines()
    /// What of the output is shown although it is hidden, if a person can answer on the job's terminal.
    private var dialog = HiddenDialog()
    /// The job's terminal; nil: it has none.
    var terminal: JobTerminal?
    /// Whether the HUD may cover the output, so that it steps aside for a question.
    var isCovered = false
    private var hasSteppedAside = false
    /// The beginning of the output, if it is collected.
    private(set) var collected: [UInt8] = []
    /// Whether more output has come than is collected.
    private(set) var hasDropped = false
    /// Passes all lines on, whatever becomes of the output.
    var reader: LineReader?
    /// Follows which screen the job shows; nil: that does not matter.
    var screenOfJob: OutputTracker?
    /// Whether the job shows the alternate screen, if that is followed.
    var isOnAlternateScreen: Bool { screenOfJob?.isAlternateScreen == true }
    /// Called with a message when output is printed that should be kept.
    var onNotKept: ((String) -> Void)?
    /// Called when all output has come and the kept output was printed.
    var onEnd: (() -> Void)?
    /// Whether output is passed on directly. After the job's end: whether what comes then is printed, as the job's own output was.
    private(set) var passesOn: Bool

    /// Makes a buffer. `progress` sees all output.
    ///
    /// - Parameters:
    ///   - tail: How many of the last lines of hidden output are printed if the job fails; nil: as the policy says.
    ///   - put: Prints output, and returns whether more can be printed without waiting for the terminal.
    init(
        _ policy: OutputPolicy, screen: (any TerminalRenderer)?, progress: ProgressFollower?, tail: Int? = nil,
        put: @escaping (UnsafeRawBufferPointer) -> Bool
    ) {
        self.progress = progress
        self.policy = policy
        self.tail = policy.hides ? tail : nil
        self.screen = screen
        self.put = put
        passesOn = policy == .show
    }

    /// Takes output of the job.
    ///
    /// - Returns: Whether the buffer takes more without waiting for the terminal.
    @discardableResult
    func passThrough(_ bytes: UnsafeRawBufferPointer) -> Bool {
        progress?.see(bytes)
        reader?.see(bytes)
        screenOfJob?.feed(bytes)
        guard passesOn ? isCovered : policy.hides, let terminal else { return passesOn ? put(bytes) : hide(bytes) }
        let shown = dialog.see(bytes, in: terminal.inputMode, keys: terminal.keyCount, at: LiveClock.shared.now)
        defer { if !dialog.isShown { comeBack() } }
        if passesOn { return put(bytes) }
        let takesMore = shown.isEmpty || shown.withUnsafeBytes(put)
        return hide(bytes) && takesMore
    }

    /// When ``lookForQuestion()`` must be called; nil: not before more output has come.
    var nextLook: HUDInstant? { passesOn && !isCovered ? nil : dialog.nextLook }

    /// Shows a question that the job asks in output that is hidden or may be covered.
    func lookForQuestion() {
        guard nextLook != nil, let terminal,
            let question = dialog.look(
                in: terminal.inputMode, keys: terminal.keyCount, isRead: terminal.isRead, at: LiveClock.shared.now)
        else { return }
        if screen?.pane.isEmpty == false { screen?.pane = [] }
        if isCovered, !hasSteppedAside {
            screen?.suspend()
            hasSteppedAside = true
        }
        if !passesOn { _ = question.withUnsafeBytes(put) }
    }

    /// Lets the HUD come back after a question.
    private func comeBack() {
        if hasSteppedAside { screen?.resume(isOnNewLine: false) }
        hasSteppedAside = false
    }

    /// Takes output that is not shown.
    private func hide(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if tail != nil {
            lines.append(bytes)
            return true
        }
        switch policy {
        case .show: return put(bytes)
        case .hide: return true
        case .collect(let limit):
            let taken = bytes.prefix(max(0, limit - collected.count))
            collected += taken
            if taken.count < bytes.count { hasDropped = true }
            return true
        case .failure: return hold(bytes)
        case .last(let count):
            let takesMore = hold(bytes)
            if !passesOn {
                lines.append(bytes)
                screen?.pane = dialog.isShown ? [] : lines.last(count)
            }
            return takesMore
        }
    }

    /// Ends the output. If the job has failed, the kept output is printed.
    func jobEnded(failed: Bool) {
        progress?.endOutput()
        comeBack()
        // What is printed below a question begins on a line of its own. The region does that for a line of the HUD.
        if dialog.isLineOpen, screen == nil || failed && (tail != nil || held != nil) {
            Array((screen == nil ? "\n" : "\r\n").utf8).withUnsafeBytes { _ = put($0) }
        }
        if let tail {
            if failed { lines.tail(tail).withUnsafeBytes { _ = put($0) } }
        } else if failed {
            release()
        } else {
            held = nil
        }
        onEnd?()
        reader?.finish()
    }

    private func hold(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if held == nil { held = HeldOutput() }
        if held?.append(bytes) == true { return true }
        // The file can't be written. Output must not be lost, so it is passed on.
        let error = hud_errno()
        release()
        onNotKept?(Self.notKept(error))
        return put(bytes)
    }

    /// The message when output can't be kept, with an error number.
    static func notKept(_ error: Int32) -> String {
        "can't keep output: " + String(cString: strerror(error)) + "; it is printed as it comes"
    }

    private func release() {
        switch policy {
        case .hide, .collect: return
        case .show, .last, .failure: passesOn = true
        }
        if screen?.pane.isEmpty == false { screen?.pane = [] }
        while let piece = held?.next() { _ = piece.withUnsafeBytes(put) }
        held = nil
    }
}

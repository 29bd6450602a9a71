import HUDCore
import HUDTerminal

/// The job's output on its way to the terminal: it is passed on, or it is a ``HiddenOutput``.
///
/// A class, because the reader of the job's output shares it with the code that sees the end of the job.
final class OutputBuffer {
    private let screen: (any TerminalRenderer)?
    private let put: (UnsafeRawBufferPointer) -> Bool
    /// The last lines, as they were shown last; nil: they never were.
    private var shownPane: [String]?
    private let progress: ProgressFollower?
    private(set) var hidden: HiddenOutput
    /// What a person can be asked on the job's terminal; nil: it has none.
    var question: JobQuestion?
    /// Passes all lines on, whatever becomes of the output.
    var reader: LineReader?
    /// What prints the output, if it may have to wait for a reader. No more output is read meanwhile.
    var writer: LineWriter?
    /// Follows which screen the job shows; nil: that does not matter.
    var screenOfJob: OutputTracker?
    /// Whether nothing takes the output any more, so that it need not be read.
    var isBroken = false
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
        self.screen = screen
        self.put = put
        hidden = HiddenOutput(policy, tail: tail)
        passesOn = policy == .show
    }

    /// Whether the job shows the alternate screen, if that is followed.
    var isOnAlternateScreen: Bool { screenOfJob?.isAlternateScreen == true }

    /// Takes output of the job.
    ///
    /// - Returns: Whether the buffer takes more without waiting for the terminal.
    @discardableResult
    func passThrough(_ bytes: UnsafeRawBufferPointer) -> Bool {
        progress?.see(bytes)
        reader?.see(bytes)
        screenOfJob?.feed(bytes)
        let canAsk = passesOn ? question?.isCovered == true : hidden.isUnseen
        guard canAsk, let shown = question?.see(bytes) else { return passesOn ? put(bytes) : hide(bytes) }
        defer { if question?.dialog.isShown == false { question?.comeBack(screen) } }
        if passesOn { return put(bytes) }
        let takesMore = shown.isEmpty || shown.withUnsafeBytes(put)
        return hide(bytes) && takesMore
    }

    /// When ``look()`` must be called; nil: not before more output has come.
    var nextLook: HUDInstant? { [questionLook, progress?.nextLook].lazy.compactMap { $0 }.min() }

    private var questionLook: HUDInstant? { passesOn && question?.isCovered != true ? nil : question?.dialog.nextLook }

    /// Looks at output after which nothing has come: shows a question that is hidden or may be covered, and finds progress in an unfinished line.
    func look() {
        progress?.look()
        guard questionLook != nil, let shown = question?.look(above: screen), !passesOn else { return }
        _ = shown.withUnsafeBytes(put)
    }

    /// Takes output that is not shown.
    private func hide(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let error = hidden.take(bytes)
        guard error == 0 else {
            // Before the kept output, which may end in the middle of a line.
            onNotKept?(Self.notKept(error))
            release()
            return put(bytes)
        }
        if let lines = hidden.pane {
            shownPane = question?.dialog.isShown == true ? [] : lines
            screen?.pane = shownPane ?? []
        }
        return true
    }

    /// Ends the output. If the job has failed, the kept output is printed.
    ///
    /// - Parameter goesOn: Asked before each piece of the kept output: whether it is printed.
    func jobEnded(failed: Bool, while goesOn: () -> Bool = { true }) {
        progress?.endOutput()
        question?.comeBack(screen)
        // What was kept is printed on the main screen. The job's own sequences are in it.
        if failed, hidden.isPrintedOnFailure, question?.dialog.isFullScreen == true { screen?.resetModes(andStyle: false) }
        // What is printed below a question begins on a line of its own. The region does that for a line of the HUD.
        if question?.dialog.isLineOpen == true, screen == nil || failed && hidden.isPrintedOnFailure {
            Array((screen == nil ? "\n" : "\r\n").utf8).withUnsafeBytes { _ = put($0) }
        }
        if failed, hidden.isKept { release(while: goesOn) }
        hidden.end(failed: failed, put)
        onEnd?()
        reader?.finish()
    }

    /// Takes the last lines off the HUD, which may be shown for longer than the job runs, and may show those of another job by now.
    func clearPane() {
        if let shownPane, !shownPane.isEmpty, screen?.pane == shownPane { screen?.pane = [] }
    }

    /// The message when output can't be kept, with an error number.
    static func notKept(_ error: Int32) -> String {
        "can't keep output: " + errorText(error) + "; it is printed as it comes"
    }

    /// Prints what was kept, and passes on what comes.
    private func release(while goesOn: () -> Bool = { true }) {
        passesOn = true
        clearPane()
        hidden.release(put, while: goesOn)
    }
}

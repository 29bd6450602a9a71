import HUDCore
import HUDTerminal

/// What a job asks on its terminal while its output is hidden or may be covered, and the room that the HUD makes for it.
struct JobQuestion {
    private let terminal: JobTerminal
    /// Whether the HUD may cover the output, so that it steps aside for a question.
    let isCovered: Bool
    private(set) var dialog = HiddenDialog()
    private var hasSteppedAside = false

    init(on terminal: JobTerminal, isCovered: Bool) {
        self.terminal = terminal
        self.isCovered = isCovered
    }

    /// Takes output of the job, and returns what of it is shown although it is hidden.
    mutating func see(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        dialog.see(bytes, in: terminal.inputMode, keys: terminal.keyCount, at: LiveClock.shared.now)
    }

    /// Makes room for a question that the job asks, and returns it; nil if it asks none.
    ///
    /// - Parameter screen: What draws the HUD.
    mutating func look(above screen: (any TerminalRenderer)?) -> [UInt8]? {
        let question = dialog.look(
            in: terminal.inputMode, keys: terminal.keyCount, isRead: terminal.isRead, at: LiveClock.shared.now)
        guard let question else { return nil }
        if screen?.pane.isEmpty == false { screen?.pane = [] }
        if isCovered, !hasSteppedAside {
            screen?.suspend()
            hasSteppedAside = true
        }
        return question
    }

    /// Lets the HUD come back after a question.
    mutating func comeBack(_ screen: (any TerminalRenderer)?) {
        if hasSteppedAside { screen?.resume(isOnNewLine: false) }
        hasSteppedAside = false
    }
}

extension TerminalRenderer {
    /// Whether the HUD hides what is printed, as a bezel does.
    var coversOutput: Bool { if case .list = display.parts { true } else { false } }
}

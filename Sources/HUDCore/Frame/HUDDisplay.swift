/// How a renderer shows HUDs: where, and what of the parts of their work.
///
/// A HUD reads it when its work has parts and a frame is drawn, when a part of its work fails, and when it is asked to disappear after its grace time or with a
/// delay; a job reads it when it starts. So a renderer may look at its terminal before it answers.
public struct HUDDisplay: Sendable, Hashable {
    /// Where HUDs are shown.
    public enum Medium: Sendable, Hashable {
        /// On a terminal or another screen. What is drawn disappears with the HUD.
        case screen
        /// In lines of text, which stay. Nothing delays the end of a scope: it keeps no minimum show time.
        case lines
        /// In lines that a program reads. They contain only what is known: no estimate by the time that a job is expected to take.
        case events
        /// By another program, to which they are reported. That program decides how long its HUD stays.
        case parent
        /// Nowhere.
        case none
    }

    /// What is shown of the parts of a HUD's work.
    public enum Parts: Sendable, Hashable {
        /// Nothing.
        case none
        /// A row for each running part, in ``HUDSnapshot/rows``, as far as ``HUD/rows`` says and a window of this height has room; nil: the height is not known.
        case rows(windowHeight: Int?)
        /// A list of rows that scrolls, on a screen of this height, if ``HUDRenderer/listsRows`` is true. The keys come from ``HUDRenderer/takeRowMoves()``.
        case list(screenHeight: Int)
        /// Each change of the state of a part that could have a row (see ``HUD/rows``), given to ``HUDRenderer/report(_:)``.
        case changes
        /// The running parts at every depth, in ``HUDSnapshot/parts``, but at most so many.
        case tree(atMost: Int)
    }

    /// Where HUDs are shown.
    public var medium: Medium
    /// What is shown of the parts of a HUD's work.
    public var parts: Parts
    /// How many of the last lines of a job's hidden output are printed when it has failed; nil, the default: as many as the job's settings say.
    public var failureTail: Int?

    /// Makes a display: by default a screen with rows, in a window whose height is not known.
    public init(_ medium: Medium = .screen, parts: Parts = .rows(windowHeight: nil), failureTail: Int? = nil) {
        self.medium = medium
        self.parts = parts
        self.failureTail = failureTail
    }

    /// Whether what is drawn disappears with the HUD.
    var isTransient: Bool { medium == .screen }

    /// The most rows that a HUD with these settings has. The HUD itself, the row that counts the rest and, in a window, one row above them stay free.
    ///
    /// - Parameter isList: Whether its rows are a list.
    func mostRows(_ settings: HUDRows, isList: Bool) -> Int {
        switch parts {
        case .rows(let height): min(settings.limit ?? (height ?? 24) / 2, max(0, (height ?? .max) - 3))
        case .list(let height): isList ? min(settings.limit ?? .max, max(0, height - 2)) : 0
        case .none, .changes, .tree: 0
        }
    }
}

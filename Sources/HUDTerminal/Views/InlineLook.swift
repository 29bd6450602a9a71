/// The look that the program has chosen for an inline HUD.
///
/// Its parts are behind one reference, because a look is passed along with every frame and has several dozen strings and arrays.
struct InlineLook: Sendable {
    private struct Parts: Sendable {
        var theme: Theme
        var spinner: Spinner?
        var customView: CustomView
        var reducesMotion: Bool
        var pane: [String]
    }

    /// One element. An array copies it when it is changed.
    private var parts: [Parts]
    /// Identifies a look, because looks with closures can't be compared; 0: equal to no other look.
    var version: Int

    init(
        theme: Theme = .terminal, spinner: Spinner? = nil, customView: CustomView = .checkmark, reducesMotion: Bool = false,
        pane: [String] = [], version: Int = 0
    ) {
        parts = [Parts(theme: theme, spinner: spinner, customView: customView, reducesMotion: reducesMotion, pane: pane)]
        self.version = version
    }

    var theme: Theme {
        get { parts[0].theme }
        set { parts[0].theme = newValue }
    }

    /// Replaces the theme's spinner.
    var spinner: Spinner? {
        get { parts[0].spinner }
        set { parts[0].spinner = newValue }
    }

    var customView: CustomView {
        get { parts[0].customView }
        set { parts[0].customView = newValue }
    }

    /// Whether the spinner uses reduced motion.
    var reducesMotion: Bool {
        get { parts[0].reducesMotion }
        set { parts[0].reducesMotion = newValue }
    }

    /// Lines below the details.
    var pane: [String] {
        get { parts[0].pane }
        set { parts[0].pane = newValue }
    }
}

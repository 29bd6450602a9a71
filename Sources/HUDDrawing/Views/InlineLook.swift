/// The look that the program has chosen for a HUD: for its line, and for its bezel.
///
/// Its values are behind one reference, because a look is passed along with every frame and has several dozen strings and arrays.
package struct InlineLook: Sendable {
    private struct Choices: Sendable {
        var theme: Theme
        var spinner: Spinner?
        var customView: CustomView
        var reducesMotion: Bool
        var pane: [String]
        var options: BezelOptions
        var indent = 0
    }

    /// One element. An array copies it when it is changed.
    private var choices: [Choices]
    /// Identifies a look, because looks with closures can't be compared; 0: equal to no other look.
    package var version: Int

    package init(
        theme: Theme = .terminal, spinner: Spinner? = nil, customView: CustomView = .checkmark, reducesMotion: Bool = false,
        pane: [String] = [], options: BezelOptions = BezelOptions(), version: Int = 0
    ) {
        choices = [
            Choices(
                theme: theme, spinner: spinner, customView: customView, reducesMotion: reducesMotion, pane: pane, options: options
            )
        ]
        self.version = version
    }

    package var theme: Theme {
        get { choices[0].theme }
        set { choices[0].theme = newValue }
    }

    /// The parts of the line that are drawn.
    var order: LineOrder { choices[0].theme.order }

    /// Replaces the theme's spinner.
    var spinner: Spinner? {
        get { choices[0].spinner }
        set { choices[0].spinner = newValue }
    }

    package var customView: CustomView {
        get { choices[0].customView }
        set { choices[0].customView = newValue }
    }

    /// Whether the spinner uses reduced motion.
    var reducesMotion: Bool {
        get { choices[0].reducesMotion }
        set { choices[0].reducesMotion = newValue }
    }

    /// By how many columns the indicator and the label are indented, if there is room.
    var indent: Int {
        get { choices[0].indent }
        set { choices[0].indent = newValue }
    }

    /// Lines below the details.
    package var pane: [String] {
        get { choices[0].pane }
        set { choices[0].pane = newValue }
    }

    /// Place, size, colors, animation and button of a bezel.
    package var options: BezelOptions {
        get { choices[0].options }
        set { choices[0].options = newValue }
    }
}

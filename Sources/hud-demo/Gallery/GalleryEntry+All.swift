import HUDCore
import HUDTerminal

extension GalleryEntry {
    /// All entries, in the order of the demo app.
    static let all: [GalleryEntry] = [
        GalleryEntry(name: "indeterminate", description: "a spinner, for a job of unknown length", label: ""),
        GalleryEntry(name: "label", description: "a spinner and a label"),
        GalleryEntry(name: "details", description: "a second label in smaller print") { shown in
            shown.hud.detailsLabel = "Parsing data\n(1/1)"
        },
        GalleryEntry(name: "determinate", description: "a pie that fills", mode: .determinate),
        GalleryEntry(name: "annular", description: "a ring that fills", mode: .annular),
        GalleryEntry(name: "bar", description: "a bar that fills", mode: .bar),
        GalleryEntry(name: "text", description: "only the labels", mode: .text, label: "Message here", length: .seconds(2)),
        GalleryEntry(
            name: "custom", description: "a custom view: a check mark", mode: .custom, label: "Done", length: .seconds(2)),
        cancel,
        GalleryEntry(name: "progress-object", description: "progress from an object that counts bytes", mode: .bar) { shown in
            shown.hud.progressSource = shown.bytes
        },
        modeSwitching,
        GalleryEntry(name: "window", description: "the HUD alone in the window") { shown in
            shown.bezel?.options.background = .solid(Theme.appearance.backdrop)
        },
        networking,
        GalleryEntry(name: "dim-background", description: "everything behind the HUD dimmed") { shown in
            shown.bezel?.options.background = .dim
        },
        GalleryEntry(name: "colored", description: "custom colors", mode: .bar) { shown in
            shown.inline?.theme = .ofDemoApp
            shown.bezel?.theme = .ofDemoApp
            shown.bezel?.options.contentColor = .ofDemoApp
        }
    ]

    private static let cancel: GalleryEntry = GalleryEntry(
        name: "cancel", description: "a job with a button that cancels it", mode: .determinate, lingers: .milliseconds(800)
    ) { shown in
        shown.bezel?.options.button = "Cancel"
    } press: { shown in
        shown.hud.label = "Cancelled"
        shown.hud.outcome = .cancelled
        shown.bezel?.options.button = nil
    } work: { shown, done in
        // In case the user does not press the button, it is pressed at 60 percent.
        if done < 1 { shown.count(done * 0.6) } else { cancel.press?(shown) }
    }

    private static let modeSwitching = GalleryEntry(
        name: "mode-switching", description: "one HUD for the stages of a job: spinner, pie, spinner, check mark",
        label: "Preparing", length: .seconds(4),
        work: { shown, done in
            let hud = shown.hud
            switch done {
            case ..<0.25: break
            case ..<0.65:
                (hud.mode, hud.label) = (.determinate, "Loading")
                shown.count((done - 0.25) / 0.4)
            case ..<0.8: (hud.mode, hud.label) = (.indeterminate, "Cleaning up")
            default: (hud.mode, hud.label) = (.custom, "Completed")
            }
        })

    private static let networking = GalleryEntry(
        name: "networking", description: "a download: bytes, rate and remaining time", label: "Connecting",
        length: .milliseconds(3500), lingers: .milliseconds(500),
        work: { shown, done in
            guard done > 0.2 else { return }
            shown.hud.mode = .bar
            shown.hud.label = "Downloading"
            shown.hud.progressSource = shown.bytes
            shown.count((done - 0.2) / 0.8)
            guard done >= 1 else { return }
            shown.hud.label = "Completed"
            shown.hud.outcome = .succeeded
        })
}

extension Theme {
    fileprivate static let ofDemoApp: Theme = {
        var theme = Theme(name: "demo app")
        for part in [\Theme.indicator, \.label, \.percent, \.numbers, \.details] { theme[keyPath: part].foreground = .ofDemoApp }
        theme.bar = Gradient(.ofDemoApp)
        return theme
    }()
}

extension TerminalColor {
    /// The demo app's `contentColor`: red 0, green 0.6 and blue 0.7.
    fileprivate static let ofDemoApp = TerminalColor.rgb(0, 153, 179)
}

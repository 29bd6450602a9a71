import CTerminalSupport
import HUDCore

/// Reports a HUD to the HUD of the program that has started this one, and draws nothing.
///
/// A program that shows the progress of the programs it runs, such as `hud-demo --progress auto`, gives each of them a pipe, and its number in the
/// environment variable `HUD_PROGRESS_FD`. Label, details and progress of the HUD are written there as progress lines, at most every 80 ms:
///
/// ```text
/// label Compressing
/// details notes.txt
/// 12/345 files
/// end
/// ```
///
/// A count whose total is not known is `12/? files`.
///
/// zig gives its children another pipe (`ZIG_PROGRESS`), on which a HUD is reported as a tree, with the parts of its work. If there are pipes of two parents, that of
/// the nearest one is taken. If one parent offers both, as `hud-demo` does, a HUD whose work has parts is reported as a tree beside the lines.
///
/// Several HUDs of a process are reported as one: the one that appeared first, with the labels of the others as its details. A write never waits, and a parent
/// that has closed the pipe, or does not read it, changes nothing for this program.
///
/// ``AutomaticRenderer`` uses it by itself.
final class ParentRenderer: HUDRenderer {
    private let parent: ParentProgress

    /// Takes the descriptor that the parent offers; nil if it offers none, or the descriptor is not the one that it has offered.
    ///
    /// The environment variables are removed, and children of this process do not inherit the descriptor, so that they do not report their progress as that
    /// of this program. All renderers of the process share the descriptor.
    convenience init?() {
        guard let parent = ParentProgress.shared else { return nil }
        self.init(parent)
    }

    init(_ parent: ParentProgress) {
        self.parent = parent
    }

    /// Zero, because nothing is drawn.
    var preferredAnimationDuration: Duration { .zero }

    /// The parent, with as many parts as it shows.
    var display: HUDDisplay { HUDDisplay(.parent, parts: .tree(atMost: parent.mostParts)) }

    /// Reports what has changed since the last report, if that was long enough ago.
    ///
    /// - Returns: The instant of the next report; the distant future if only a call on the HUD can change what is reported.
    @discardableResult
    func draw(_ snapshot: HUDSnapshot) -> HUDInstant { parent.draw(snapshot) }

    /// Reports that the HUD is gone.
    func remove(_ snapshot: HUDSnapshot) { parent.remove(snapshot) }

    /// Prints whole lines on standard error, in color if that is a terminal.
    func log(_ text: String) {
        let terminal = InlineRenderer(fileDescriptor: STDERR_FILENO)
        if terminal.canDraw { terminal.log(text) } else { PlainRenderer(fileDescriptor: STDERR_FILENO).log(text) }
    }
}

extension AutomaticRenderer {
    /// What reports to the HUD of the program that has started this one, as a renderer that is not named does; nil without such a HUD.
    package static func parentRenderer() -> (any HUDRenderer)? { ParentRenderer() }
}

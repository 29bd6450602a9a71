import HUDCore
import HUDJob
import Synchronization

/// Whether a HUD has disappeared and has been removed from the terminal, which is later than the change of its phase.
final class Departure: Sendable {
    private let isOver = Atomic(false)

    /// Observes the next completion of `hud`, and wakes the waiting thread.
    init(of hud: HUD) {
        hud.onHidden = { [weak self] _ in
            self?.isOver.store(true, ordering: .releasing)
            TerminalEvents.wake()
        }
    }

    var hasCome: Bool { isOver.load(ordering: .acquiring) }
}

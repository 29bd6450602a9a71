import HUDCore
import Synchronization

/// Whether a HUD has disappeared and has been removed from the terminal, which is later than the change of its phase.
final class Departure: Sendable {
    private let end = Mutex<Bool?>(nil)

    /// Observes the next completion of `hud`.
    ///
    /// - Parameter wake: Wakes the waiting thread.
    init(of hud: HUD, _ wake: @escaping @Sendable () -> Void) {
        hud.onHidden = { [weak self] wasShown in
            self?.end.withLock { $0 = wasShown }
            wake()
        }
    }

    var hasCome: Bool { wasShown != nil }

    /// Whether the HUD was shown; nil as long as it has not gone.
    var wasShown: Bool? { end.withLock { $0 } }
}

import Synchronization

/// The HUDs that were asked to hide and are not gone yet: a minimum show time, an animation, a delay or another thread keeps them.
///
/// When the process exits they are taken off at once, so that their summaries are written. It holds them weakly: a HUD that is deallocated
/// goes by itself. A class, because all HUDs share one.
final class GoingHUDs: Sendable {
    private struct Member: Sendable {
        weak var storage: HUDStorage?
        let id: ObjectIdentifier
    }

    /// The HUDs of the process.
    static let shared: GoingHUDs = {
        AtExit.register()
        return GoingHUDs()
    }()

    /// In the order in which they were asked.
    private let members = Mutex<[Member]>([])

    var count: Int { members.withLock { $0.count } }

    func insert(_ storage: HUDStorage) {
        members.withLock { $0.append(Member(storage: storage, id: ObjectIdentifier(storage))) }
    }

    func remove(_ storage: HUDStorage) {
        let id = ObjectIdentifier(storage)
        members.withLock { $0.removeAll { $0.id == id } }
    }

    /// Takes all of them off, and returns when they are off the terminal.
    func dismissAll() {
        for member in members.withLock({ $0 }) { member.storage?.dismiss() }
    }
}

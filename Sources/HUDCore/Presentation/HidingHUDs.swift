import Synchronization

/// The HUDs that were asked to hide and are still there, because of a minimum show time, an animation, a delay or another thread.
///
/// When the process exits they are removed at once, so that their summaries are written. HUDs are held weakly; one that is deallocated
/// removes itself. A class, because all HUDs share it.
final class HidingHUDs: Sendable {
    private struct Member: Sendable {
        let id: ObjectIdentifier
        weak var storage: HUDStorage?
    }

    /// The HUDs of the process.
    static let shared: HidingHUDs = {
        HUD.dismissAtExit()
        return HidingHUDs()
    }()

    private let members = Mutex<[Member]>([])

    var count: Int { members.withLock { $0.count } }

    func insert(_ storage: HUDStorage) {
        members.withLock { $0.append(Member(id: ObjectIdentifier(storage), storage: storage)) }
    }

    func remove(_ storage: HUDStorage) {
        members.withLock { members in
            if let index = members.lastIndex(where: { $0.id == ObjectIdentifier(storage) }) { members.remove(at: index) }
        }
    }

    /// Removes all of them, in the order in which they were asked. Returns when they are off the terminal, or after a second if other threads keep some
    /// of them.
    func dismissAll() {
        let latches = members.withLock { $0 }.compactMap { $0.storage?.startDismissal() }
        let end = ContinuousClock.now + .seconds(1)
        for latch in latches { latch.wait(atMost: ContinuousClock.now.duration(to: end)) }
    }
}

import Synchronization

/// The HUDs that were asked to hide and are still there, because of a minimum show time, an animation, a delay or another thread.
///
/// When the process exits they are removed at once, so that their summaries are written. HUDs are held weakly; one that is deallocated
/// removes itself. A class, because all HUDs share it.
final class HidingHUDs: Sendable {
    private struct Member: Sendable {
        weak var storage: HUDStorage?
        let number: Int
    }

    private struct Members {
        var byStorage: [ObjectIdentifier: Member] = [:]
        /// The number of insertions so far.
        var insertions = 0
    }

    /// The HUDs of the process.
    static let shared: HidingHUDs = {
        HUD.dismissAtExit()
        return HidingHUDs()
    }()

    private let members = Mutex(Members())

    var count: Int { members.withLock { $0.byStorage.count } }

    func insert(_ storage: HUDStorage) {
        members.withLock { members in
            members.insertions += 1
            members.byStorage[ObjectIdentifier(storage)] = Member(storage: storage, number: members.insertions)
        }
    }

    func remove(_ storage: HUDStorage) {
        members.withLock { _ = $0.byStorage.removeValue(forKey: ObjectIdentifier(storage)) }
    }

    /// Removes all of them, in the order in which they were asked. Returns when they are off the terminal, or after a second if other threads keep some
    /// of them.
    func dismissAll() {
        let members = members.withLock { $0.byStorage.values.sorted { $0.number < $1.number } }
        let latches = members.compactMap { $0.storage?.startDismissal() }
        let end = ContinuousClock.now + .seconds(1)
        for latch in latches { latch.wait(atMost: ContinuousClock.now.duration(to: end)) }
    }
}

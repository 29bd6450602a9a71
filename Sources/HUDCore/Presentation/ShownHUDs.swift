import Synchronization

/// The HUDs of the process from `show` until they are gone. They are held strongly, so that a HUD whose last use was `show()` stays on screen.
///
/// A class, because all HUDs share it.
final class ShownHUDs: Sendable {
    /// The HUDs of the process.
    static let shared = ShownHUDs()

    private struct Member {
        let hud: HUD
        /// What it was shown with. After another HUD has taken its place, it controls another one.
        let storage: HUDStorage
    }

    private let members = Mutex<[Member]>([])

    /// In the order in which they were shown.
    var all: [HUD] { members.withLock { $0.map(\.hud) } }

    /// - Returns: The HUD that had the storage before, for the caller to release outside its lock.
    func insert(_ hud: HUD, of storage: HUDStorage) -> HUD? {
        members.withLock { members in
            defer { members.append(Member(hud: hud, storage: storage)) }
            return Self.take(storage, from: &members)
        }
    }

    /// - Returns: The HUD, for the caller to release outside its lock.
    func remove(_ storage: HUDStorage) -> HUD? {
        members.withLock { Self.take(storage, from: &$0) }
    }

    private static func take(_ storage: HUDStorage, from members: inout [Member]) -> HUD? {
        members.lastIndex { $0.storage === storage }.map { members.remove(at: $0).hud }
    }
}

extension HUD {
    /// The HUDs that were asked to appear and have not been asked to disappear since, in the order of their ``show(animated:)`` calls.
    ///
    /// A HUD is among them within its grace time too.
    public static var all: [HUD] { ShownHUDs.shared.all.filter(\.isRequested) }

    /// The last of ``all``; nil if there is none. (MBProgressHUD's `HUDForView:`)
    public static var topmost: HUD? { all.last }

    /// Hides the newest HUD that has not been asked to disappear. (MBProgressHUD's `hideHUDForView:animated:`)
    ///
    /// - Returns: The HUD; nil if there is none.
    @discardableResult
    public static func hideTopmost(animated: Bool = true) -> HUD? {
        all.reversed().first { $0.hideIfRequested(animated: animated) }
    }

    /// Hides all HUDs, the newest first.
    ///
    /// - Returns: The number of HUDs that this call has hidden.
    @discardableResult
    public static func hideAll(animated: Bool = true) -> Int {
        all.reversed().count { $0.hideIfRequested(animated: animated) }
    }
}

import HUDCore
import Synchronization

/// A renderer that needs no frame unless something is called or set.
final class RestingRenderer: HUDRenderer {
    private let count = Atomic(0)
    var frames: Int { count.load(ordering: .relaxed) }

    func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
        count.wrappingAdd(1, ordering: .relaxed)
        return .distantFuture
    }

    func remove(_ snapshot: HUDSnapshot) {}
}

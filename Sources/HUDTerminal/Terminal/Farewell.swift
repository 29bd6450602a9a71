import CNcurses
import Synchronization

/// Gives the cursor back, and erases the HUD's line, on the ways out that nobody sees coming: `exit()` and signals.
///
/// It takes over signals that would end the process, and only those that the host program left at their default. The handler writes
/// bytes that were prepared beforehand, and the signal then does what it would have done.
enum Farewell {
    /// What a handler needs, where it can get at it without a lock or an allocation.
    private struct Shared: ~Copyable, Sendable {
        /// The terminal that is drawn on; -1 while nothing is to be given back.
        let descriptor = Atomic<Int32>(-1)
        /// Where the bytes lie. Allocated once and never freed: a handler may need it at any time.
        let address = Atomic<UInt>(0)
        let count = Atomic<Int>(0)
        let isInstalled = Atomic<Bool>(false)
        /// Where SIGQUIT's action before ours lies. Never freed either.
        let quitAction = Atomic<UInt>(0)
    }

    private static let shared = Shared()
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Room for the longest farewell; what terminfo's strings come to is a tenth of it.
    private static let capacity = 256

    /// From now on the way out writes `farewell` to `descriptor`.
    static func arm(descriptor: Int32, farewell: [UInt8]) {
        install()
        guard farewell.count <= capacity, let bytes = bytes else { return }
        shared.descriptor.store(-1, ordering: .releasing)
        bytes.copyMemory(from: farewell, byteCount: farewell.count)
        shared.count.store(farewell.count, ordering: .relaxed)
        shared.descriptor.store(descriptor, ordering: .releasing)
    }

    /// Nothing is to be given back any more.
    static func disarm() {
        shared.descriptor.store(-1, ordering: .releasing)
    }

    private static func install() {
        guard !shared.isInstalled.exchange(true, ordering: .relaxed) else { return }
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
        shared.address.store(UInt(bitPattern: bytes), ordering: .relaxed)
        for signal in signals where hud_signal_is_default(signal) != 0 {
            _ = hud_catch(signal) { number, _, _ in
                Farewell.giveBack()
                hud_reraise(number)
            }
        }
        if hud_signal_is_caught_by_runtime(SIGQUIT) != 0 { takeTurnBeforeQuitHandler() }
        atexit { Farewell.giveBack() }
    }

    /// The Swift runtime catches SIGQUIT on a terminal, to print where the program was. The terminal is given back first.
    private static func takeTurnBeforeQuitHandler() {
        let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
        hud_signal_action(SIGQUIT, before)
        shared.quitAction.store(UInt(bitPattern: before), ordering: .relaxed)
        _ = hud_catch(SIGQUIT) { number, _, _ in
            Farewell.giveBack()
            let before = Farewell.shared.quitAction.load(ordering: .relaxed)
            hud_restore_and_raise(number, UnsafePointer(bitPattern: before))
        }
    }

    private static var bytes: UnsafeMutableRawPointer? {
        UnsafeMutableRawPointer(bitPattern: shared.address.load(ordering: .relaxed))
    }

    private static func giveBack() {
        let descriptor = shared.descriptor.exchange(-1, ordering: .acquiring)
        guard descriptor >= 0, let bytes = bytes else { return }
        _ = write(descriptor, bytes, shared.count.load(ordering: .relaxed))
    }
}

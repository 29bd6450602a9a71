import CNcurses
import Synchronization

/// Gives the cursor back, and erases the HUD's line, on the ways out that nobody sees coming: `exit()` and signals.
///
/// It takes over signals that would end the process, and only those that the host program left at their default. The handler writes
/// bytes that were prepared beforehand, and the signal then does what it would have done.
enum Farewell {
    /// Somebody who draws on a terminal now.
    private struct Guest {
        var owner: ObjectIdentifier
        var descriptor: Int32
        var farewell: [UInt8]
    }

    /// What a handler needs, where it can get at it without a lock or an allocation.
    private struct Shared: ~Copyable, Sendable {
        /// The terminal that is drawn on; -1 while nothing is to be given back.
        let descriptor = Atomic<Int32>(-1)
        /// Where the bytes lie. Allocated once and never freed: a handler may need it at any time.
        let address = Atomic<UInt>(0)
        let count = Atomic<Int>(0)
        /// Where SIGQUIT's action before ours lies. Never freed either.
        let quitAction = Atomic<UInt>(0)
        /// The terminal was given back for good: nothing is to be drawn any more.
        let isOver = Atomic<Bool>(false)
    }

    private static let shared = Shared()
    /// Who draws, the last who came at the end. The handler gives back for him; a terminal has one HUD as a rule.
    private static let guests = Mutex<[Guest]>([])
    /// Signals that end a process, but for those that mean it is broken.
    private static let signals = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF
    ]
    /// Room for the longest farewell; what terminfo's strings come to is a tenth of it.
    private static let capacity = 256

    /// Whether the process is on its way out and the terminal has been given back.
    static var isOver: Bool { shared.isOver.load(ordering: .acquiring) }

    /// From now on the way out writes `farewell` to `descriptor`.
    static func arm(for owner: AnyObject, descriptor: Int32, farewell: [UInt8]) {
        guests.withLock { guests in
            install()
            guests.append(Guest(owner: ObjectIdentifier(owner), descriptor: descriptor, farewell: farewell))
            publish(guests.last)
        }
    }

    /// Nothing is to be given back for `owner` any more.
    static func disarm(for owner: AnyObject) {
        guests.withLock { guests in
            guests.removeAll { $0.owner == ObjectIdentifier(owner) }
            publish(guests.last)
        }
    }

    private static func publish(_ guest: Guest?) {
        shared.descriptor.store(-1, ordering: .releasing)
        guard let guest, guest.farewell.count <= capacity, let bytes = bytes else { return }
        bytes.copyMemory(from: guest.farewell, byteCount: guest.farewell.count)
        shared.count.store(guest.farewell.count, ordering: .relaxed)
        shared.descriptor.store(guest.descriptor, ordering: .releasing)
    }

    private static func install() {
        guard bytes == nil else { return }
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
        // Whoever draws on another thread is to stop first.
        shared.isOver.store(true, ordering: .releasing)
        let descriptor = shared.descriptor.exchange(-1, ordering: .acquiring)
        guard descriptor >= 0, let bytes = bytes else { return }
        _ = write(descriptor, bytes, shared.count.load(ordering: .relaxed))
    }
}

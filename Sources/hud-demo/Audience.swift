import HUDJob
import CTerminalSupport
import HUDCore
import HUDTerminal
import Synchronization

/// Somebody in front of the screen: the keys that he presses, the signals that he sends, his window's size, and the time, in one wait.
struct Audience: ~Copyable {
    /// What was waited for, and came.
    enum Event: Equatable {
        case key(Keyboard.Key)
        case resized
        /// The HUD is gone.
        case woken
        case timeUp
        /// A signal that is to end us.
        case signal(Int32)
    }

    private let readEnd: Int32
    /// What is taken off the terminal while we are stopped.
    var screen: any TerminalRenderer
    private var keyboard: Keyboard
    private var pending: [Event] = []

    /// How often somebody in the background looks whether he still is, in milliseconds: a shell says nothing of that.
    private static let glance: Int32 = 200

    /// Looks after the keyboard, and after signals; nil where no pipe is to be had.
    ///
    /// Where standard input is no terminal, keys come from the one that is drawn on.
    init?(before screen: any TerminalRenderer) {
        signal(SIGPIPE, SIG_IGN)
        guard let pipe = SignalPipe.open(catching: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH]) else { return nil }
        readEnd = pipe.readEnd
        self.screen = screen
        keyboard = Keyboard(isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : STDOUT_FILENO)
    }

    /// What comes next: at the latest, that it is `deadline`.
    mutating func next(until deadline: HUDInstant) -> Event {
        while true {
            if !pending.isEmpty { return pending.removeFirst() }
            let left = LiveClock.shared.now.duration(to: deadline)
            if left <= .zero { return .timeUp }
            let hasKeys = keyboard.isOurs()
            var descriptors = [readEnd, hasKeys ? keyboard.descriptor : -1].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            var milliseconds = Int32(clamping: left.nanosecondsRoundedUp / 1_000_000 + 1)
            if !hasKeys, keyboard.descriptor >= 0 { milliseconds = min(milliseconds, Self.glance) }
            guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { continue }
            if descriptors[0].revents != 0 { takeSignals() }
            if descriptors[1].revents != 0 { pending += keyboard.keys().map { .key($0) } }
        }
    }

    /// Gives the keyboard back, and ends by `signal` where it was one that ended the show.
    consuming func leave(by signal: Int32?) -> Int32 {
        keyboard.giveBack()
        guard let signal else { return 0 }
        hud_die_by_signal(signal)
        return 128 + signal
    }

    private mutating func takeSignals() {
        for message in SignalPipe.messages(from: readEnd) {
            switch message {
            case .wake: pending.append(.woken)
            case .signal(SIGWINCH, _): pending.append(.resized)
            case .signal(SIGTSTP, _): stop()
            case .signal(let number, _): pending.append(.signal(number))
            }
        }
    }

    /// Stops, with terminal and keyboard as they were, until the shell says that it goes on.
    private mutating func stop() {
        keyboard.giveBack()
        SignalPipe.stop(with: screen)
        keyboard.take()
        pending.append(.resized)
    }
}

/// Whether a HUD that was shown is gone, and off the terminal: it says so itself, later than its phase does.
final class Departure: Sendable {
    private let isOver = Atomic(false)

    /// Takes notice of `hud`'s next going, and wakes whoever waits.
    init(of hud: HUD) {
        hud.onHidden = { [weak self] _ in
            self?.isOver.store(true, ordering: .releasing)
            SignalPipe.wake()
        }
    }

    var hasCome: Bool { isOver.load(ordering: .acquiring) }
}

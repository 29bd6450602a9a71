import CTerminalSupport
import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal
import Synchronization

/// Waits for everything that a user in front of the screen does: keys, signals, changes of the window's size, and a deadline.
struct Audience: ~Copyable {
    /// The result of a wait.
    enum Event: Equatable {
        case key(Keyboard.Key)
        case resized
        /// The HUD has disappeared.
        case woken
        case timeUp
        /// A signal that ends the program.
        case signal(Int32)
    }

    private let readEnd: Int32
    /// The renderer to remove from the screen while the program is stopped.
    var screen: any TerminalRenderer
    private var keyboard: Keyboard
    private var pending: [Event] = []

    /// How often a program in the background checks whether it is still there, in milliseconds. The shell does not notify it.
    private static let glance: Int32 = 200

    /// Takes the keyboard and catches signals. Returns nil if no pipe can be made.
    ///
    /// If standard input is not a terminal, keys are read from the terminal that is drawn on.
    init?(before screen: any TerminalRenderer) {
        signal(SIGPIPE, SIG_IGN)
        guard let pipe = SignalPipe.open(catching: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH]) else { return nil }
        readEnd = pipe.readEnd
        self.screen = screen
        keyboard = Keyboard(isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : STDOUT_FILENO)
    }

    /// Waits for the next event, at most until `deadline`.
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

    /// Gives the keyboard back. If a signal ended the program, ends by that signal.
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

    /// Stops the process, with terminal and keyboard restored, until it is continued.
    private mutating func stop() {
        keyboard.giveBack()
        SignalPipe.stop(with: screen)
        keyboard.take()
        pending.append(.resized)
    }
}

/// Whether a HUD has disappeared and has been removed from the terminal, which is later than the change of its phase.
final class Departure: Sendable {
    private let isOver = Atomic(false)

    /// Observes the next completion of `hud`, and wakes the waiting thread.
    init(of hud: HUD) {
        hud.onHidden = { [weak self] _ in
            self?.isOver.store(true, ordering: .releasing)
            SignalPipe.wake()
        }
    }

    var hasCome: Bool { isOver.load(ordering: .acquiring) }
}

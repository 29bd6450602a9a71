import CTerminalSupport
import HUDCore
import HUDLibc
import HUDTerminal

/// What a program that shows something waits for in one place: the keys and signals of its user, changes of the window's size, a call of ``wake``, and a
/// deadline.
///
/// From its creation until ``end(by:)`` the terminal has no line editing and no echo, and the signals that end or stop a program are events. Around ^Z the
/// terminal is given back. While another program is in the foreground there are no keys.
///
/// Not `Sendable`: it belongs to the thread that waits. A program has one at a time, because signals are the whole process's.
package struct TerminalEvents: ~Copyable {
    /// The result of a wait.
    package enum Event: Sendable, Hashable {
        /// A key was pressed.
        case key(Key)
        /// The window's size may have changed.
        case resized
        /// ``TerminalEvents/wake`` was called.
        case woken
        /// The deadline has come.
        case deadline
        /// A signal that ends the program.
        case signal(Int32)
    }

    /// The meaning of a key.
    package enum Key: Sendable, Hashable {
        /// Enter or space.
        case next
        /// `q` or Esc.
        case quit
        /// Any other key.
        case other
    }

    /// Nil if no pipe can be made for the signals, or another run in this process handles them: they keep their own effect then.
    private let mailbox: Mailbox<Never>?
    private var loop = EventLoop<Source>()
    /// The renderer to remove from the screen while the program is stopped.
    package var screen: (any TerminalRenderer)?
    private var keyboard: Keyboard
    private var pending: [Event] = []

    private enum Source {
        case mailbox
        case keys
    }

    /// How often a program in the background checks whether it is still there. The shell does not notify it.
    private static let glance = Duration.milliseconds(200)

    /// Takes the keyboard, standard input or, if that is not a terminal, standard output, and catches signals, except those that are ignored.
    ///
    /// - Parameter screen: The renderer to remove from the screen while the program is stopped by ^Z; nil for none.
    package init(before screen: (any TerminalRenderer)?) {
        mailbox = Mailbox(catching: SignalPipe.ofRun + [SIGWINCH])
        self.screen = screen
        keyboard = Keyboard(isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : STDOUT_FILENO)
    }

    deinit {
        mailbox?.close()
    }

    /// Waits for the next event, at most until `deadline`, a time of ``HUDCore/LiveClock``.
    package mutating func next(until deadline: HUDInstant) -> Event {
        while true {
            if !pending.isEmpty { return pending.removeFirst() }
            if LiveClock.shared.now >= deadline { return .deadline }
            let hasKeys = keyboard.isOurs()
            loop.watch(mailbox?.readEnd ?? -1, as: .mailbox)
            if hasKeys { loop.watch(keyboard.descriptor, as: .keys) }
            loop.wake(at: deadline)
            if !hasKeys, keyboard.descriptor >= 0 { loop.wake(after: Self.glance) }
            let ready = loop.wait()
            if ready.has(.keys) { pending += keyboard.keys().map { .key($0) } }
            // The last, because ^Z stops this process here, and what was ready may not be ready after that.
            if ready.has(.mailbox) { takeMessages() }
        }
    }

    /// Gives the keyboard back. With a signal, ends the process by that signal.
    ///
    /// - Returns: The exit status: 0, or 128 and the signal if the process is still there.
    package consuming func end(by signal: Int32? = nil) -> Int32 {
        keyboard.giveBack()
        guard let signal else { return 0 }
        hud_die_by_signal(signal)
        return 128 + signal
    }

    /// Ends the current or the next wait with ``Event/woken``. Can be called from any thread.
    package var wake: @Sendable () -> Void { { [mailbox] in mailbox?.postHUDGone() } }

    private mutating func takeMessages() {
        for arrival in mailbox?.take() ?? [] {
            switch arrival {
            case .hudGone: pending.append(.woken)
            case .signal(SIGWINCH, _): pending.append(.resized)
            case .signal(SIGTSTP, _): stop()
            case .signal(SIGCONT, _): break
            case .signal(let number, _): pending.append(.signal(number))
            }
        }
    }

    /// Stops the process, with terminal and keyboard restored, until it is continued.
    private mutating func stop() {
        keyboard.giveBack()
        SignalPipe.stop(with: screen, isBySignal: true)
        keyboard.take()
        pending.append(.resized)
    }
}

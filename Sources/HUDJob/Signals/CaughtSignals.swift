import HUDLibc

/// The signals of a run that has no single job to pass them on to: those that end it, and ^Z. SIGCONT is caught, so that one that follows SIGTSTP at once is
/// not missed (``SignalPipe/stop(with:)``), and is not passed on.
struct CaughtSignals {
    private static let all = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT]

    /// Readable when a signal has arrived.
    let readEnd: Int32
    private let saved: SavedSignals

    /// Catches the signals until ``restore()``.
    ///
    /// - Returns: nil with errno if ``SignalPipe`` is in use, or if the process has no more descriptors.
    init?() {
        saved = SavedSignals(Self.all)
        guard let pipe = SignalPipe.open(catching: Self.all) else { return nil }
        readEnd = pipe.readEnd
    }

    /// The signals that have arrived.
    func take() -> [Int32] {
        SignalPipe.messages(from: readEnd).compactMap { message in
            if case .signal(let number, _) = message, number != SIGCONT { number } else { nil }
        }
    }

    func restore() {
        saved.restore()
        SignalPipe.close()
    }
}

import HUDLibc

/// The signals of a run that has no single job to pass them on to: those that end it, and ^Z.
struct CaughtSignals {
    private static let all = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

    /// Readable when a signal has arrived.
    let readEnd: Int32
    private let saved: SavedSignals

    /// Catches the signals until ``restore()``.
    ///
    /// - Returns: nil if ``SignalPipe`` is in use, or if the process has no more descriptors.
    init?() {
        saved = SavedSignals(Self.all)
        guard let pipe = SignalPipe.open(catching: Self.all) else { return nil }
        readEnd = pipe.readEnd
    }

    /// The signals that have arrived.
    func take() -> [Int32] {
        SignalPipe.messages(from: readEnd).compactMap { if case .signal(let number, _) = $0 { number } else { nil } }
    }

    func restore() { saved.restore() }
}

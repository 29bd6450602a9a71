import HUDLibc

/// The actions of signals, as a program had them.
struct SavedSignals {
    private let signals: [Int32]
    private let actions: [sigaction]

    init(_ signals: [Int32]) {
        self.signals = signals
        actions = signals.map { signal in
            var action = sigaction()
            sigaction(signal, nil, &action)
            return action
        }
    }

    func restore() {
        for (signal, var action) in zip(signals, actions) { sigaction(signal, &action, nil) }
    }
}

/// A set of these signals.
func signalSet(_ signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
}

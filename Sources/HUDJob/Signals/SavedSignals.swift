import HUDLibc

/// The actions of signals, as a program had them.
struct SavedSignals {
    private let actions: [(signal: Int32, action: sigaction)]

    init(_ signals: [Int32]) {
        actions = signals.map { signal in
            var action = sigaction()
            sigaction(signal, nil, &action)
            return (signal, action)
        }
    }

    func restore() {
        for var entry in actions { sigaction(entry.signal, &entry.action, nil) }
    }
}

/// A set of these signals.
func signalSet(_ signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
}

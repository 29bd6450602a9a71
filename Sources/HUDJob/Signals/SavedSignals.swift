import CTerminalSupport
import HUDLibc

/// The actions of signals, as a program had them.
struct SavedSignals {
    private let actions: [(signal: Int32, action: hud_replaced_action)]

    init(_ signals: [Int32]) {
        actions = signals.map { signal in
            var action = hud_replaced_action()
            hud_action_save(signal, &action)
            return (signal, action)
        }
    }

    func restore() {
        for (signal, var action) in actions { hud_action_restore(signal, &action) }
    }
}

/// A set of these signals.
func signalSet(_ signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
}

import CNcurses

/// The entry of a terminal in terminfo's database. It is used only under the lock ``TerminalCapabilities/terminfo``.
struct TerminfoEntry: ~Copyable {
    private let terminal: UnsafeMutablePointer<TERMINAL>

    /// Opens the entry of terminals of type `name`; nil if there is none.
    init?(_ name: String, descriptor: Int32) {
        guard let terminal = hud_terminfo_open(name, descriptor) else { return nil }
        self.terminal = terminal
    }

    deinit { hud_terminfo_close(terminal) }

    /// A string with parameters; nil if the terminal lacks it.
    func parametrized(_ capability: String) -> TerminfoString? {
        hud_terminfo_string(terminal, capability).map { TerminfoString(cString: $0) }
    }

    /// A string without parameters; nil if the terminal lacks it, or has an empty one.
    func string(_ capability: String) -> [UInt8]? {
        parametrized(capability).flatMap { $0.template.isEmpty ? nil : $0.template }
    }

    func number(_ capability: String) -> Int { Int(hud_terminfo_number(terminal, capability)) }
    func has(_ flag: String) -> Bool { hud_terminfo_has(terminal, flag) != 0 }
}

/// What the region's driver has found out about the terminal, once for each call.
///
/// The machine makes no queries: everything that it needs to know from outside is in here.
package struct TerminalFacts: Sendable, Equatable {
    /// The window's size.
    package var window: WindowSize
    /// Whether this process is in the terminal's foreground process group.
    package var isForeground = true
    /// Whether typed characters are echoed, or are relayed from elsewhere. If they are not, another program reads a password.
    package var isEchoing = true
    /// Whether the terminal's driver adds a carriage return to each line feed (`ONLCR`).
    package var newlineReturns = true
    /// The bytes in lines that were typed with echo and that no program has read yet. If there are more than before, the cursor is in another row.
    package var unreadLines = 0
    /// Whether the readers of this process's pipes have not read everything.
    package var areReadersBehind = false
    /// Whether the terminal accepts bytes now. If not, it is stuck: held by ^S, or its connection is dead.
    package var takesMore = true
    /// How often the session has given the terminal back: a stop and its continuation, or a handler of the host program that returned.
    package var interruptions = 0
    /// The time, for the redraw budget.
    var now: HUDInstant

    package init(window: WindowSize = .unknown, now: HUDInstant = .zero) {
        self.window = window
        self.now = now
    }

    /// Whether the HUD may be drawn without disturbing another program.
    var allowDrawing: Bool { isForeground && isEchoing }
}

/// What the machine asks its driver to do. The driver carries the actions out in order.
package enum RegionAction: Sendable, Equatable {
    /// Begin a session. From then on, `farewell` gives the terminal back on every way out.
    case beginSession(farewell: [UInt8])
    /// Write through the session. If the session refuses, the driver reports that with ``RegionMachine/refused(_:)``.
    case write(RegionWrite)
    /// Write the program's own output.
    case print([UInt8])
    /// Hold the program's output, after the output that is held already.
    case hold([UInt8])
    /// End the session.
    case endSession(writesFarewell: Bool)
}

/// One write through a session.
package struct RegionWrite: Sendable, Equatable {
    /// What is written, in one piece.
    package var bytes: [UInt8]
    /// What gives the terminal back from now on; nil if that stays as it is.
    package var farewell: Farewell?
    /// What in `bytes` is the program's own output, after the style that it goes on in. It is written if the session refuses `bytes`.
    package var printed: [UInt8] = []
    /// The interruptions that `bytes` were made for.
    package var interruptions: Int

    package struct Farewell: Sendable, Equatable {
        package var bytes: [UInt8]
        /// Whether it gives the terminal back before the write as well. Then it is stored first: a process that is killed leaves nothing.
        package var holdsBefore: Bool

        package init(bytes: [UInt8], holdsBefore: Bool = false) {
            self.bytes = bytes
            self.holdsBefore = holdsBefore
        }
    }
}

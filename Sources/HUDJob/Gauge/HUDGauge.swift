import HUDCore
import HUDLibc
import HUDTerminal

/// A HUD whose progress is read from a descriptor, as dialog's gauge reads it from standard input.
///
/// A progress line is `45`, `45.5%`, `12/345`, `label TEXT` or `details TEXT`; other lines are ignored. The blocks of dialog's gauge,
/// between two of its marks, are read too.
package enum HUDGauge {
    /// Shows the HUD, reads until the end of the input, and waits until the HUD is gone. Blocks this thread.
    ///
    /// While it runs, ^Z removes the HUD before this process stops. A process has one gauge or relay at a time.
    ///
    /// - Parameters:
    ///   - hud: The HUD to show, or nil to read without one. It must not be shown by the caller.
    ///   - descriptor: Where the lines are read.
    ///   - mode: How the HUD shows the progress; nil: as a bar.
    ///   - hideDelay: How long the outcome stays on the screen after the last line.
    /// - Throws: ``HUDGaugeError`` if the input can't be read, or the process has no more descriptors.
    package static func run(
        under hud: HUD?, reading descriptor: Int32, mode: HUDMode?, hideDelay: Duration
    ) throws(HUDGaugeError) {
        guard let run = GaugeRun(under: hud, reading: descriptor, mode: mode, hideDelay: hideDelay) else {
            throw .noPipe(errorNumber: errno)
        }
        try run.run()
    }
}

/// Why a ``HUDGauge`` ended before its input.
package enum HUDGaugeError: Error, Hashable, CustomStringConvertible {
    /// The process has no more descriptors, or another run in it handles its signals (`EBUSY`).
    case noPipe(errorNumber: Int32)
    /// The input can't be read.
    case unreadable(errorNumber: Int32)

    /// One line for a user.
    package var description: String {
        switch self {
        case .noPipe(EBUSY): SignalPipe.inUse
        case .noPipe(let number): "can't make a pipe: " + String(cString: strerror(number))
        case .unreadable(let number): "can't read: " + String(cString: strerror(number))
        }
    }
}

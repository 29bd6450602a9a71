import HUDCore
import HUDLibc
import HUDTerminal

/// A HUD whose progress is read from a descriptor, as dialog's gauge reads it from standard input.
///
/// A progress line is `45`, `45.5%`, `12/345`, `label TEXT` or `details TEXT`; other lines are ignored. The blocks of dialog's gauge,
/// between two of its marks, are read too.
package struct HUDGauge: Sendable {
    /// Where the lines are read.
    package var fileDescriptor: Int32
    /// How the HUD shows the progress; nil: as a bar.
    package var mode: HUDMode?
    /// How long the outcome stays on the screen after the last line.
    package var hideDelay = Duration.zero

    /// A gauge that reads from a descriptor.
    package init(fileDescriptor: Int32, mode: HUDMode? = nil) {
        self.fileDescriptor = fileDescriptor
        self.mode = mode
    }

    /// Shows the HUD, reads until the end of the input, and waits until the HUD is gone. Blocks this thread.
    ///
    /// While it runs, ^Z removes the HUD before this process stops. A process has one gauge or relay at a time.
    ///
    /// - Parameter hud: The HUD to show, or nil to read without one. It must not be shown by the caller.
    /// - Throws: ``HUDGaugeError`` if the input can't be read, or the process has no more descriptors.
    package func run(under hud: HUD?) throws(HUDGaugeError) {
        guard let run = GaugeRun(self, under: hud) else { throw .noPipe(errorNumber: errno) }
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

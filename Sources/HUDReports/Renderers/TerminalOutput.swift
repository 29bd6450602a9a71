import CTerminalSupport
import Synchronization

/// Writes all of some bytes to a descriptor, which does not have to be a terminal.
package enum TerminalOutput {
    /// Writes `bytes`, usually in one call, and continues after a partial write.
    ///
    /// A HUD never fails its job, so most callers ignore an error (a closed descriptor, a hangup).
    ///
    /// - Parameter raisesSIGPIPE: Whether a pipe without a reader raises SIGPIPE, and a file at its limit SIGXFSZ. Either is an error in any case.
    /// - Returns: 0 or an errno.
    @discardableResult
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, raisesSIGPIPE: Bool = false) -> Int32 {
        var signals = sigset_t()
        let state = raisesSIGPIPE ? 0 : hud_block_write_signals(descriptor, &signals)
        defer { if !raisesSIGPIPE { hud_unblock_write_signals(descriptor, &signals, state) } }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = CTerminalSupport.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if hud_errno() == EAGAIN {
                _ = hud_wait_for(descriptor, 1, -1)
            } else if hud_errno() != EINTR {
                return hud_errno()
            }
        }
        return 0
    }

    /// The number of lines that were written, or begun, by ``write(line:to:)``.
    package static let lines = Atomic(0)

    /// Who prints the lines for a descriptor instead.
    private static let printers = Mutex<[(descriptor: Int32, printer: any OwnLinePrinter)]>([])

    private static func printer(for descriptor: Int32) -> (any OwnLinePrinter)? {
        printers.withLock { $0.last { $0.descriptor == descriptor }?.printer }
    }

    /// Lets `printer` print the lines for a descriptor until ``endPrinting(by:)``. The last one that was set does it.
    package static func print(linesFor descriptor: Int32, by printer: any OwnLinePrinter) {
        printers.withLock { $0.append((descriptor, printer)) }
    }

    package static func endPrinting(by printer: any OwnLinePrinter) {
        printers.withLock { $0.removeAll { $0.printer === printer } }
    }

    /// Whether so many lines for a descriptor wait that it is better to leave out those that later ones replace.
    static func isBehind(_ descriptor: Int32) -> Bool { printer(for: descriptor)?.isBehind == true }

    /// Writes `line` and a line feed. If the reader has closed the pipe, the line is lost.
    package static func write(line: String, to descriptor: Int32) {
        lines.add(1, ordering: .sequentiallyConsistent)
        var line = line
        if let printer = printer(for: descriptor) {
            guard let rest = printer.take(line: line) else { return }
            line = rest
        }
        line += "\n"
        line.withUTF8 { _ = write(UnsafeRawBufferPointer($0), to: descriptor) }
    }
}

/// Prints lines for a descriptor where they break no line of other output.
package protocol OwnLinePrinter: AnyObject, Sendable {
    /// Takes a line without its line feed. Can be called from any thread.
    ///
    /// - Returns: The line to write instead, if it can't be taken any more; nil if it was taken.
    func take(line: String) -> String?

    /// Whether many lines wait.
    var isBehind: Bool { get }
}

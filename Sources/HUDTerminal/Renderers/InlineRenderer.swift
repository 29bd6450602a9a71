import CNcurses
import HUDCore
import Synchronization

/// Draws a HUD on the line where the cursor is: spinner or percent, label and elapsed time.
///
/// An unchanged frame writes nothing, a spinner's tick its one cell. The cursor is hidden while the HUD is on screen and given
/// back when it goes, on `exit()`, and on a signal that ends the process. On what is no terminal, or one that can't erase a
/// line, nothing is drawn; nor is it while the program is in the background, or while a password is typed.
///
/// ```swift
/// let hud = HUD(label: "Compressing", renderer: InlineRenderer())
/// ```
///
/// What the program prints itself while a HUD is up goes through ``passThrough(_:)``, or it lands in the middle of the line.
public final class InlineRenderer: HUDRenderer {
    private struct State {
        /// What stands on the terminal's line; nil while nothing of ours does.
        var line: CellLine?
        var columns = 0
        /// Whether the cursor stands at the start of an empty line, as far as is known.
        var isAtLineStart = true
        var isSuspended = false
    }

    private let descriptor: Int32
    private let capabilities: TerminalCapabilities?
    /// What gives the terminal back: erases the line and shows the cursor.
    private let farewell: [UInt8]
    private let state = Mutex(State())

    /// A renderer for the terminal on `fileDescriptor`; standard error if not told otherwise, so that a program's output stays apart.
    public init(fileDescriptor: Int32 = STDERR_FILENO) {
        descriptor = fileDescriptor
        capabilities = TerminalCapabilities(descriptor: fileDescriptor)
        farewell = capabilities.map { Array(("\r" + ($0.eraseToEndOfScreen ?? $0.eraseToEndOfLine) + $0.showCursor).utf8) } ?? []
    }

    /// Whether there is a terminal that can be drawn on.
    public var canDraw: Bool { capabilities != nil }

    /// None: a line appears and goes at once.
    public var preferredAnimationDuration: Duration { .zero }

    /// Draws one frame: what has changed since the last one, in one write.
    public func render(_ snapshot: HUDSnapshot) {
        guard let capabilities else { return }
        state.withLock { state in
            if hud_is_foreground(descriptor) == 0 {
                // The terminal is somebody else's now, and so is what stands on it.
                return forget(&state)
            }
            if hud_is_echoing(descriptor) == 0 { return stepAside(&state) }
            guard state.isAtLineStart, !state.isSuspended else { return }
            let columns = TerminalSize(descriptor: descriptor).columns
            // The cursor rests at the line's start, so whatever rows the terminal made of it on a resize lie below.
            if columns != state.columns, state.line != nil { erase(&state) }
            state.columns = columns
            let new = InlineView(columns: columns, isUTF8: capabilities.isUTF8).line(for: snapshot)
            var bytes = LineDiff(capabilities: capabilities).bytes(from: state.line ?? CellLine(), to: new)
            if state.line == nil {
                bytes.insert(contentsOf: capabilities.hideCursor.utf8, at: 0)
                Farewell.arm(descriptor: descriptor, farewell: farewell)
            }
            write(bytes)
            state.line = new
        }
    }

    /// Takes the line off the terminal and gives the cursor back.
    public func remove(_ snapshot: HUDSnapshot) {
        state.withLock { erase(&$0) }
    }

    /// Writes what a program or its job prints, above the HUD: takes the HUD's line off first, and the next frame puts it back.
    ///
    /// While the last line of it is unfinished the HUD stays off: it is a prompt, or will be gone on with.
    public func passThrough(_ bytes: UnsafeRawBufferPointer) {
        guard let last = bytes.last else { return }
        state.withLock { state in
            erase(&state)
            TerminalOutput.write(bytes, to: descriptor)
            state.isAtLineStart = last == UInt8(ascii: "\n")
        }
    }

    /// Takes the HUD off the terminal until ``resume()``, before the program is stopped.
    public func suspend() {
        state.withLock { state in
            state.isSuspended = true
            erase(&state)
        }
    }

    /// Lets the HUD come back with its next frame.
    public func resume() {
        state.withLock { $0.isSuspended = false }
    }

    /// Somebody asks for a password, or has taken the screen. He wrote from the start of our line on, where the cursor
    /// rested, so what is left of it lies right of his prompt.
    private func stepAside(_ state: inout State) {
        guard state.line != nil, let capabilities else { return }
        write(Array((capabilities.eraseToEndOfLine + capabilities.showCursor).utf8))
        forget(&state)
    }

    private func erase(_ state: inout State) {
        guard state.line != nil else { return }
        write(farewell)
        forget(&state)
    }

    private func forget(_ state: inout State) {
        guard state.line != nil else { return }
        state.line = nil
        Farewell.disarm()
    }

    private func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { TerminalOutput.write($0, to: descriptor) }
    }
}

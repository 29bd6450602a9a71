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
    private struct State: ~Copyable {
        /// Holds the terminal while something of ours is on it.
        var session: TerminalSession?
        /// What stands on the terminal's line; nil while nothing of ours does.
        var line: CellLine?
        /// The window's width when it was drawn, and the second of the job it said.
        var columns = 0
        var second: Int64 = 0
        /// Whether the cursor stands at the start of an empty line, as far as is known.
        var isAtLineStart = true
        var isSuspended = false
    }

    private let descriptor: Int32
    private let capabilities: TerminalCapabilities?
    /// What gives the terminal back: erases the line and shows the cursor.
    private let farewell: [UInt8]
    private let chainsHostHandlers: Bool
    private let state = Mutex(State())

    /// A renderer for the terminal on `fileDescriptor`; standard error if not told otherwise, so that a program's output stays apart.
    ///
    /// - Parameters:
    ///   - fileDescriptor: The terminal that is drawn on.
    ///   - chainsHostHandlers: Whether the HUD also goes before the program's own signal handlers run, to come back where they return.
    ///     A program whose handlers only note a signal, and that calls ``suspend()`` where it matters, says no.
    public init(fileDescriptor: Int32 = STDERR_FILENO, chainsHostHandlers: Bool = true) {
        descriptor = fileDescriptor
        self.chainsHostHandlers = chainsHostHandlers
        capabilities = TerminalCapabilities(descriptor: fileDescriptor)
        // Line first, screen after: tmux keeps what is erased from the first row down in its history.
        farewell =
            capabilities.map {
                Array(("\r" + $0.eraseToEndOfLine + ($0.eraseToEndOfScreen ?? "") + $0.enableAutowrap + $0.showCursor).utf8)
            } ?? []
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
            // A stop, or a handler of the program's: the terminal was given back in between.
            if let interruptions = state.session?.interruptions, interruptions > 0 { forget(&state) }
            let columns = windowColumns
            if columns != state.columns, state.line != nil { erase(&state, columns: columns) }
            let second = snapshot.elapsed.components.seconds
            let new = InlineView(columns: columns, isUTF8: capabilities.isUTF8).line(for: snapshot)
            draw(new, &state, mends: second != state.second, capabilities)
            state.columns = columns
            state.second = second
        }
    }

    /// The window's width; 80 where the terminal does not know.
    private var windowColumns: Int { TerminalWindow.columns(of: descriptor) ?? 80 }

    /// How many columns from the left what is typed has gone into, as a rule: it begins where the cursor rests. A line that was ended
    /// has left the whole HUD behind.
    private var typedColumns: Int { hud_has_input(descriptor) != 0 ? .max : 24 }

    /// Draws `new`; where it `mends`, also what should stand there already, for it may have been typed over.
    private func draw(_ new: CellLine, _ state: inout State, mends: Bool, _ capabilities: TerminalCapabilities) {
        guard let old = state.line else {
            state.session = TerminalSession(
                descriptor: descriptor, farewell: farewell, chainsHostHandlers: chainsHostHandlers)
            state.line = new
            if !write(Array(capabilities.hideCursor.utf8) + wholeLine(new, capabilities), state) { forget(&state) }
            return
        }
        let change = LineDiff(capabilities: capabilities).bytes(from: old, to: new, writingAnew: mends ? typedColumns : 0)
        // What is typed moves the cursor away from the line's start, where it rests.
        state.line = new
        if !change.isEmpty, !write([Self.carriageReturn] + change, state) { forget(&state) }
    }

    /// A whole line, on an empty one. A window that has just become narrower would wrap it, and the way back would lead to another row.
    private func wholeLine(_ line: CellLine, _ capabilities: TerminalCapabilities) -> [UInt8] {
        let bytes = LineDiff(capabilities: capabilities).bytes(from: CellLine(), to: line)
        guard bytes.last == Self.carriageReturn else { return bytes }
        return Array(capabilities.disableAutowrap.utf8) + bytes.dropLast() + Array(capabilities.enableAutowrap.utf8)
            + [Self.carriageReturn]
    }

    private static let carriageReturn = UInt8(ascii: "\r")

    /// Takes the line off the terminal and gives the cursor back.
    public func remove(_ snapshot: HUDSnapshot) {
        state.withLock { erase(&$0) }
    }

    /// Writes what a program or its job prints, above the HUD.
    ///
    /// While the last line of it is unfinished the HUD stays off: it is a prompt, or will be gone on with.
    public func passThrough(_ bytes: UnsafeRawBufferPointer) {
        guard let last = bytes.last else { return }
        state.withLock { state in
            state.isAtLineStart = last == UInt8(ascii: "\n")
            guard let line = state.line, let capabilities else { return TerminalOutput.write(bytes, to: descriptor) }
            let columns = windowColumns
            // Off, printed, and on again in one write: nobody sees the moment between.
            var output = erasure(state, columns: columns)
            let comesBack = state.isAtLineStart && columns == state.columns
            if !comesBack { output += capabilities.showCursor.utf8 }
            output += bytes
            if comesBack { output += wholeLine(line, capabilities) }
            if !write(output, state) {
                // The HUD is gone; what is printed is not to go with it.
                forget(&state)
                TerminalOutput.write(bytes, to: descriptor)
            } else if !comesBack {
                forget(&state)
            }
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
        _ = write(Array((capabilities.eraseToEndOfLine + capabilities.showCursor).utf8), state)
        forget(&state)
    }

    private func erase(_ state: inout State, columns: Int? = nil) {
        guard state.line != nil, let capabilities else { return }
        let columns = columns ?? windowColumns
        _ = write(erasure(state, columns: columns) + Array(capabilities.showCursor.utf8), state)
        forget(&state)
    }

    /// What takes the line off. A window that has become narrower has made several rows of it; the cursor rests at the start of the
    /// first, so the others lie below.
    private func erasure(_ state: borrowing State, columns: Int) -> [UInt8] {
        guard let capabilities else { return [] }
        let below = columns < state.columns ? capabilities.eraseToEndOfScreen ?? "" : ""
        return Array(("\r" + capabilities.eraseToEndOfLine + below).utf8)
    }

    private func forget(_ state: inout State) {
        guard state.line != nil else { return }
        state.line = nil
        state.session.take()?.end(writesFarewell: false)
    }

    /// Writes what was made for a terminal that is ours, if it still is. Returns whether it was.
    private func write(_ bytes: [UInt8], _ state: borrowing State) -> Bool {
        state.session?.write(bytes, ifStillAt: 0) ?? false
    }
}

import CTerminalSupport
import Synchronization

// The program's own output, above the HUDs.
extension InlineRegion {
    /// Writes bytes above the HUDs, and waits until the terminal has accepted them, or they are held behind a bezel.
    ///
    /// In pieces of whole lines, because what the terminal has not accepted of one is copied at each attempt.
    func passThrough(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        while rest.count > Self.longestPiece {
            let piece = rest.prefix(Self.longestPiece)
            let end = piece.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? piece.endIndex
            passThrough(UnsafeRawBufferPointer(rebasing: rest[..<end]), isPage: false)
            rest = UnsafeRawBufferPointer(rebasing: rest[end...])
        }
        passThrough(rest, isPage: false)
    }

    private static var longestPiece: Int { 65536 }

    /// The same.
    ///
    /// - Parameter isPage: Whether the bytes are a page of captured output, which a signal handler may write in place of this call.
    func passThrough(_ bytes: UnsafeRawBufferPointer, isPage: Bool) {
        switch state.withLock({ passOn(bytes, isPage: isPage, &$0) }) {
        case true?: break
        case false?: write(nil)
        case nil: write(bytes, isPage: isPage)
        }
        if isPage { state.withLock { $0.page = .none } }
    }

    /// Writes bytes above the HUDs. In a flood it waits for the terminal for 0.1 s at most, otherwise as ``passThrough(_:)`` does.
    ///
    /// - Returns: Whether the terminal has accepted all bytes in a flood, and more can follow at once. If not, the caller should wait until the
    ///   terminal is ready: bytes that it has not accepted precede the next write.
    func offer(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if let isWritten = state.withLock({ passOn(bytes, &$0) }) { return isWritten }
        write(bytes)
        return false
    }

    /// Writes what is pending, and then `bytes`; waits until the terminal has accepted them.
    private func write(_ bytes: UnsafeRawBufferPointer?, isPage: Bool = false) {
        var rest = bytes
        while true {
            var isRefused = false
            let isOver = state.withLock { state in
                doPendingWork(&state, within: TerminalWriter.patience)
                let isCovered = state.machine.isCovered
                // The write waits for the terminal if necessary.
                let age = state.machine.passesOutputOn ? Self.longestAgeInFlood : .zero
                let facts = facts(&state, within: .zero, maximumAge: age)
                if isCovered || facts.takesMore, let page = rest {
                    guard let bytes = isPage ? takePage(page, &state) : page else {
                        isRefused = true
                        return false
                    }
                    rest = nil
                    state.printed?.append(bytes)
                    let actions = canDraw ? state.machine.print(bytes, facts) : [.print(Array(bytes))]
                    perform(actions, &state, TerminalWriter.patience)
                    lookAfterWrite(facts, &state)
                }
                schedulePendingWork(&state)
                return rest == nil && (isCovered || state.hold == nil && !writer.hasUnsent)
            }
            if isOver { return }
            // A signal handler that writes the page takes a moment. The terminal may be ready meanwhile.
            if isRefused { poll(nil, 0, 1) } else { writer.waitUntilReady() }
        }
    }

    /// Writes output that leaves pinned rows alone in a flood, without an action for it.
    ///
    /// - Returns: Whether the terminal has accepted all of it; nil if nothing was written, because other work comes first.
    private func passOn(_ bytes: UnsafeRawBufferPointer, isPage: Bool = false, _ state: inout State) -> Bool? {
        guard state.machine.passesOutputOn, !state.isRegistered, state.hold == nil, state.printed == nil else { return nil }
        let facts = facts(&state, within: .zero, maximumAge: Self.longestAgeInFlood)
        // First, because the machine counts what it passes on.
        guard let rest = isPage ? takePage(bytes, &state) : bytes else { return nil }
        guard let count = state.machine.passOn(bytes, facts) else { return nil }
        let start = min(count, bytes.count - rest.count)
        if writer.send(UnsafeRawBufferPointer(rebasing: bytes[start..<count])) { return true }
        flush(&state, within: .zero)
        schedulePendingWork(&state)
        return false
    }

    /// All output comes here from now on. Other output may have gone to the terminal before.
    func beginOutput() { state.withLock { $0.machine.beginOutput() } }

    /// Writes whole lines above the HUDs, after what was printed before.
    func log(_ text: String) {
        catchUp()
        let newline = capabilities == nil ? "\n" : "\r\n"
        let lines = LogText.lines(
            text, isUTF8: capabilities?.isUTF8 ?? true, allowsColor: (capabilities?.colors.depth ?? .none) > .none,
            newline: newline
        )
        state.withLock { state in
            doPendingWork(&state, within: TerminalWriter.patience)
            let facts = facts(&state, within: TerminalWriter.patience)
            lines.withUnsafeBytes { state.printed?.append($0) }
            let actions = canDraw ? state.machine.log(lines, facts) : [facts.takesMore ? .print(lines) : .hold(lines)]
            perform(actions, &state, TerminalWriter.patience)
            lookAfterWrite(facts, &state)
            schedulePendingWork(&state)
        }
    }
}

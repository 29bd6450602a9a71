// What a person types on a terminal with echo while rows are shown.
extension RegionMachine {
    /// Takes the rows off where they are if a line was entered, whose echo has moved the cursor to the row below. They come back with the next frame, and an
    /// empty line stays above them, as it would without a HUD.
    ///
    /// One line is certain. If several were entered since the rows were drawn, the rows before the last one stay: to go up too far would erase output. What is
    /// typed before the end of the line is in the first row, which is written again each second.
    mutating func noticeTypedLine(_ facts: TerminalFacts) {
        guard facts.takesMore, case .shown(var picture) = state, facts.unreadLines != picture.facts.unreadLines else { return }
        let isEntered = facts.unreadLines > picture.facts.unreadLines
        picture.facts.unreadLines = facts.unreadLines
        state = .shown(picture)
        noticeInterruptions(facts)
        guard isEntered, self.picture != nil, facts.allowDrawing else { return }
        var off = Lead(old: picture)
        switch picture.placement {
        case .pinned: break
        case .here where capabilities.canMoveUp:
            off.bytes = (capabilities.moves.up?.bytes(1) ?? []) + takingOff(facts).bytes + Array("\r\n".utf8)
        case .here, .below:
            // The cursor is in the rows, which begin here or above.
            let style = output.style.bytes
            off.bytes = (style.isEmpty ? [] : capabilities.styles.reset) + erasure(of: picture, in: facts.window) + style
        }
        _ = Array("\r\n".utf8).withUnsafeBytes { output.follow($0, facts) }
        guard !picture.placement.isPinned else { return }
        stayOff(facts, after: off)
        state = .heldBack
    }
}

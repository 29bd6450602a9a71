/// Where a HUD is drawn among the printed output, and the way there and back. Pure.
enum HUDPlacement: Sendable, Equatable {
    /// On the cursor's row, which is empty.
    case here
    /// On the rows below the cursor's row. The cursor is in this column of an unfinished line, or after the character that has filled its row.
    case below(column: Int, filling: OutputTracker.FillingCharacter? = nil)
    /// On the screen's last rows. That many rows do not scroll, and the cursor may be anywhere above.
    case pinned(rows: Int)

    /// The place for a HUD; nil if there is none, or if that is not known.
    ///
    /// - Parameters:
    ///   - drawsBelow: Whether the HUD may be drawn below an unfinished line.
    ///   - height: How many rows it has.
    init?(in output: OutputTracker, _ capabilities: TerminalCapabilities, drawsBelow: Bool, height: Int) {
        guard output.isAtLowestRow, let column = output.column, !output.isInSequence, !output.isAlternateScreen,
            output.drawsPlainly
        else { return nil }
        if output.isAtEmptyRow {
            self = .here
        } else if drawsBelow, output.style.isKnown, output.rows > 1, capabilities.canMoveUp,
            capabilities.moves.right != nil,
            !output.isWrapPending || capabilities.wrapsLate && output.fillingCharacter != nil
        {
            self = .below(column: column, filling: output.fillingCharacter)
        } else {
            return nil
        }
        guard output.canTake(rowsBelow: rowsBelow(height)) else { return nil }
    }

    /// The place for a HUD of `height` rows on the screen's last rows; nil if it cannot be drawn there without disturbing other output.
    ///
    /// The cursor may rest above rows of the job, for which there is room above the HUD too.
    init?(pinnedIn output: OutputTracker, height: Int) {
        let others = output.usedBelow
        guard output.canBeLeft, output.canTake(rowsBelow: height, and: others), output.rows >= height + others + 2 else {
            return nil
        }
        self = .pinned(rows: height)
    }

    /// How many rows below the job's cursor a HUD of `height` rows takes.
    func rowsBelow(_ height: Int) -> Int { self == .here ? height - 1 : height }

    /// Whether the job's cursor is on the row above the HUD, where it is visible.
    var isBelow: Bool { if case .below = self { true } else { false } }

    /// Whether the HUD's rows do not scroll.
    var isPinned: Bool { if case .pinned = self { true } else { false } }

    /// The bytes that draw a HUD, from where the job's cursor is and back.
    ///
    /// - Parameters:
    ///   - drawing: The bytes that draw it, from the start of its first row and back.
    ///   - isNew: Whether nothing of it is on the terminal.
    ///   - hidesCursor: Whether the cursor is visible, and would be so in the HUD.
    ///   - showsCursor: Whether the job's cursor is visible by the job's own choice.
    @inline(never)
    func around(
        _ drawing: [UInt8], _ isNew: Bool, _ style: PrintedStyle, _ capabilities: TerminalCapabilities, hidesCursor: Bool,
        showsCursor: Bool
    ) -> [UInt8] {
        let hiding = hidesCursor || isBelow && showsCursor ? capabilities.cursorVisibility.off : []
        guard isNew || isBelow else { return drawing }
        // Before the line feed, because a new row takes on the color that is set.
        let plain = style.isPlain ? [] : capabilities.styles.reset
        let clean = isNew && (isBelow || !plain.isEmpty) ? capabilities.eraseToEndOfLine : []
        return hiding + plain + entering() + clean + drawing + leaving(capabilities)
            + (isBelow && showsCursor ? capabilities.cursorVisibility.on : [])
    }

    /// The bytes that go from the job's cursor to the start of the HUD's first row.
    func entering() -> [UInt8] { isBelow ? Array("\r\n".utf8) : [] }

    /// The bytes that go from the start of the HUD's first row back to the job's cursor.
    func leaving(_ capabilities: TerminalCapabilities) -> [UInt8] {
        guard case .below(let column, let filling) = self else { return [] }
        let start = column + 1 - (filling?.columns ?? 1)
        let right = start > 0 ? capabilities.moves.right?.bytes(start) ?? [] : []
        return (capabilities.moves.up?.bytes(1) ?? []) + right + (filling?.bytes(capabilities) ?? [])
    }
}

extension RegionMachine {
    /// The HUDs' rows as they are on the terminal.
    struct Picture: Sendable {
        var grid: CellGrid {
            didSet {
                drawing = nil
                marks = []
            }
        }
        /// Which drawing each row shows, as in ``LineCache/marks``.
        var marks: [Int]
        var placement: HUDPlacement
        /// The facts when the rows were drawn, with the unread lines that the placement takes into account. If there are more interruptions now, the rows are gone.
        var facts: TerminalFacts
        /// The bytes that draw the rows onto empty ones, once they were needed.
        fileprivate(set) var drawing: [UInt8]? = nil
    }

    /// What the region shows, or why it shows nothing.
    enum State: Sendable {
        /// Nothing of the region is on the terminal.
        ///
        /// Can transition to: shown, heldBack, resting, suspended, covered.
        case absent
        /// The HUDs' rows are on the terminal: at the cursor, below an unfinished line, or pinned, as ``HUDPlacement`` says.
        ///
        /// Can transition to: absent, heldBack, resting, suspended, covered.
        case shown(Picture)
        /// The rows are off because more is printed than they can be redrawn for, or because the output has filled the cursor's row. They come
        /// back with the next frame.
        ///
        /// Can transition to: absent, shown, resting, suspended, covered.
        case heldBack
        /// The rows are off because the window is being resized, or because a signal handler has erased them. They come back once frames have found the same
        /// size for ``RegionMachine/restAfterResize``, or after ``RegionMachine/restAfterInterruption``; `until` is nil if there has been no frame since the
        /// size has changed.
        ///
        /// Can transition to: absent, shown, suspended, covered.
        case resting(until: HUDInstant?)
        /// The HUDs are suspended. If the terminal was stuck then, `unerased` are the rows that still have to be erased.
        ///
        /// Can transition to: absent, shown (rows that were not erased), covered.
        case suspended(unerased: Picture?)
        /// A bezel has the screen, and output is held until it is gone.
        ///
        /// Can transition to: absent, suspended.
        case covered
    }

    /// The rows that are on the terminal; nil if there are none. Rows that a suspension could not erase do not count.
    var picture: Picture? { if case .shown(let picture) = state { picture } else { nil } }

    /// The bytes that draw the picture onto empty rows.
    mutating func drawingOfPicture() -> [UInt8] {
        guard case .shown(var picture) = state else { return [] }
        if let drawing = picture.drawing { return drawing }
        let drawing = drawing(of: picture.grid)
        picture.drawing = drawing
        state = .shown(picture)
        return drawing
    }

    /// The bytes that draw `grid` onto empty rows, and end at its first row's start.
    mutating func drawing(of grid: CellGrid, returns: Bool = true) -> [UInt8] {
        encoder.begin()
        encoder.writeAll(grid)
        return encoder.finish(returns: returns)
    }
}

/// What a region knows a HUD by.
package struct RegionMember: Hashable, Sendable {
    /// The renderer that draws it.
    let renderer: ObjectIdentifier
    /// The number of the HUD, of those that the renderer draws.
    let hud: Int

    package init(_ renderer: AnyObject, hud: Int = 0) {
        self.renderer = ObjectIdentifier(renderer)
        self.hud = hud
    }
}

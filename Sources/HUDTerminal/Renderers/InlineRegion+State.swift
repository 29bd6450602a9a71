import HUDCore

extension InlineRegion {
    /// A HUD that is on screen.
    struct Member {
        var id: ObjectIdentifier
        var entry: StackedLayout.Entry
        /// It has something newer to show than what stands there.
        var isPending = true
    }

    /// What became of the wish for the full screen.
    enum FullScreen {
        case begun
        /// What was printed last can't be left in the state it is in.
        case notNow
        case refused
    }

    struct State: ~Copyable {
        var members: [Member] = []
        var layout = TickingLayout()
        /// What stands on the terminal; nil while nothing of ours does.
        var screen: CellGrid? { didSet { picture = nil } }
        /// What draws it where nothing of it stands, once that has been asked for.
        private var picture: [UInt8]?
        /// The window's size when it was drawn, and the second of the job it said.
        var window = WindowSize.unknown
        var second: Int64 = 0
        /// Whether the window has had another size since the HUDs came: rows of theirs may lie below that nobody counted.
        var hasBeenResized = false
        var announcements = Announcements()
        /// Where what is printed has left the cursor, and where from there the HUDs stand.
        var output: OutputTracker
        var placement = HUDPlacement.here
        /// Whether the last byte printed ended a line.
        var endsWithNewline = true
        /// What the farewell was made for.
        var farewell: (rows: Int, placement: HUDPlacement) = (0, .here)
        var budget = RedrawBudget()
        /// What time it is for that.
        var time: @Sendable () -> ContinuousClock.Instant = { .now }
        /// More is printed than the HUDs could be drawn anew for. They are pinned until that ends, where they can be.
        var isFlooded = false
        /// What was printed last and is not on the terminal yet, for a moment: a sequence that is not complete, or a character that fills its row.
        /// While HUDs are pinned the cursor can be kept and gone back to, so that they can be taken off at any time.
        var kept: [UInt8] = []
        /// Off because too much is printed, until the next frame.
        var isHeldBack = false
        /// Until when nothing is drawn, for the window's size may not be what it is said to be.
        var restsUntil = HUDInstant.zero
        var isSuspended = false
        /// What is printed while a bezel has the screen; nil while none has.
        var hold: HeldPrints?
        /// The last lines that were printed; nil where nobody wants them.
        var printed: PrintedLines?
        var session: TerminalSession?
        var interruptions = 0

        /// Whether what is printed next begins a line: by where the cursor is, where that is known. Sequences may have come behind the line's end.
        var isAtLineStart: Bool { output.isAtEmptyRow || endsWithNewline }

        init(output: OutputTracker) {
            self.output = output
        }

        /// The second of the job that the next frame says.
        var frameSecond: Int64 { members.first?.entry.snapshot.elapsed.wholeSeconds ?? 0 }

        /// What was kept, which is not any more.
        mutating func releaseKept() -> [UInt8] {
            guard !kept.isEmpty else { return [] }
            kept.withUnsafeBytes { output.feed($0) }
            defer { kept = [] }
            return kept
        }

        /// What draws the screen where nothing of it stands.
        mutating func drawing(_ capabilities: TerminalCapabilities) -> [UInt8] {
            if let picture { return picture }
            guard let screen else { return [] }
            var encoder = CellEncoder(capabilities)
            encoder.writeAll(screen)
            let bytes = encoder.finish()
            picture = bytes
            return bytes
        }
    }
}

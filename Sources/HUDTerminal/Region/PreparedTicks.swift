import HUDCore

/// Frames of one HUD in which only the spinner changes, as bytes that are made once and kept.
///
/// A tick compares instants, picks bytes and writes them: no layout, no grid and no comparison of grids. The bytes are exactly those that
/// ``RegionMachine/render(_:of:_:)`` would write.
struct PreparedTicks: Sendable {
    /// What the bytes depend on. They stay valid while the elapsed time, the label or the printed output change.
    struct Key: Equatable {
        /// The look, by ``InlineLook/version``.
        var look: Int
        /// The width of the spinner in its row.
        var columns: Int
        var placement: HUDPlacement
        /// The style and the cursor of the printed output, which are restored after a frame below an unfinished line.
        var style: PrintedStyle
        var isCursorVisible: Bool
    }

    /// The HUD and the times for which the next frames are prepared. It ends with any other input.
    struct Run {
        var member: RegionMember
        /// The frame of the spinner that is on the terminal.
        var index: Int
        /// The elapsed times that look alike.
        var elapsed: Range<Duration>
        /// When something besides the grid has to be sent.
        var end: HUDInstant
        /// Whether the HUD has to ask at every frame, because progress changes without notice.
        var showsProgress: Bool
        /// What must not have changed since the rows were drawn.
        var window: WindowSize
        var interruptions: Int
        /// The last tick that was drawn; nil if none was.
        var last: HUDTick?
    }

    /// A frame to draw.
    struct Frame {
        /// The frame of the spinner.
        var index: Int
        /// The bytes; nil if they have not been made yet.
        var bytes: [UInt8]?
        var window: WindowSize
        var interruptions: Int
        /// When the next frame has to be drawn.
        var next: HUDInstant
    }

    let key: Key
    let sequence: Spinner.Sequence
    var run: Run?
    /// The bytes from each frame of the spinner to the next; nil if they were not needed yet.
    private var steps: [[UInt8]?]

    init(key: Key, sequence: Spinner.Sequence) {
        self.key = key
        self.sequence = sequence
        steps = Array(repeating: nil, count: sequence.frames.count)
    }

    /// The longest time without a look at the terminal, because a change of the window's size is not reported.
    static let longestRest = Duration.milliseconds(100)

    /// The frame of `tick`; nil if it is not prepared.
    func frame(of tick: HUDTick, of member: RegionMember, look: Int) -> Frame? {
        guard let run, run.member == member, key.look == look, run.elapsed.contains(tick.elapsed), tick.timestamp < run.end else {
            return nil
        }
        let index = sequence.index(at: tick.timeOnScreen)
        let rest = min(
            sequence.nextFrame(after: tick.timeOnScreen) - tick.timeOnScreen, run.elapsed.upperBound - tick.elapsed,
            Self.longestRest)
        return Frame(
            index: index, bytes: index == run.index ? [] : isStep(from: run.index, to: index) ? steps[run.index] : nil,
            window: run.window,
            interruptions: run.interruptions,
            next: run.showsProgress ? .distantPast : tick.timestamp.advanced(by: rest))
    }

    /// Keeps the bytes that lead from one frame of the spinner to another.
    mutating func keep(_ bytes: [UInt8], from old: Int, to new: Int) {
        // A late wake-up leaves frames out. That is rare, so such bytes are not kept.
        if isStep(from: old, to: new) { steps[old] = bytes }
    }

    /// Whether one frame of the spinner follows another. The first one follows the last.
    private func isStep(from old: Int, to new: Int) -> Bool { new == (old + 1) % steps.count }

    /// Takes note that a tick was drawn.
    mutating func hasDrawn(_ tick: HUDTick, index: Int) {
        run?.last = tick
        run?.index = index
    }
}

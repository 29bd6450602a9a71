import HUDCore

/// Frames of one HUD that differ in the step of the spinner at most, as bytes that are made once and kept.
///
/// Such a frame compares instants, picks bytes and writes them: no layout, no grid and no comparison of grids. The bytes are exactly those that
/// ``RegionMachine/render(_:of:_:)`` would write.
struct PreparedTicks: Sendable {
    /// What the bytes depend on. They stay valid while the elapsed time, the label or the printed output change.
    struct Key: Equatable {
        /// The look, by ``InlineLook/version``.
        var look: Int
        /// The width of the spinner in its row; 0 if there is none.
        var columns: Int
        var placement: HUDPlacement
        /// The style and the cursor of the printed output, which are restored after a frame below an unfinished line.
        var style: PrintedStyle
        var isCursorVisible: Bool
    }

    /// The HUD that is on the terminal, and the times for which it looks the same but for its spinner. It ends with any other input.
    struct Run {
        var member: RegionMember
        /// The frame of the spinner that is on the terminal.
        var index: Int
        /// Whether the spinner has moved since the rows were rendered.
        var hasMoved = false
        /// Whether the next frames of the spinner can be written. If not, a frame is known at least if it looks like the last one.
        var canStep: Bool
        /// The elapsed times that look alike.
        var elapsed: Range<Duration>
        /// When something besides the grid has to be sent.
        var end: HUDInstant
        /// What must not have changed since the rows were drawn.
        var window: WindowSize
        var interruptions: Int
    }

    /// A frame to draw.
    struct Step {
        /// The frame of the spinner.
        var index: Int
        /// The bytes; nil if they have not been made yet.
        var bytes: [UInt8]?
        /// Whether the frame is known for a terminal of which the facts hold. If not, they have to be read.
        var canBeWritten: Bool
        var window: WindowSize
        var interruptions: Int
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

    /// The step to a frame that differs in its times from the one on the terminal; nil if there may be other differences.
    func step(to entry: StackedLayout.Entry, of member: RegionMember) -> Step? {
        guard let run, run.member == member, key.look == entry.look.version, run.elapsed.contains(entry.snapshot.elapsed),
            entry.snapshot.timestamp < run.end
        else { return nil }
        let index = sequence.index(at: entry.snapshot.timeOnScreen)
        guard index == run.index || run.canStep else { return nil }
        return Step(
            index: index, bytes: index == run.index ? [] : isStep(from: run.index, to: index) ? steps[run.index] : nil,
            canBeWritten: run.canStep, window: run.window, interruptions: run.interruptions)
    }

    /// Keeps the bytes that lead from one frame of the spinner to another.
    mutating func keep(_ bytes: [UInt8], from old: Int, to new: Int) {
        // A late wake-up leaves frames out. That is rare, so such bytes are not kept.
        if isStep(from: old, to: new) { steps[old] = bytes }
    }

    /// Whether one frame of the spinner follows another. The first one follows the last.
    private func isStep(from old: Int, to new: Int) -> Bool { new == (old + 1) % steps.count }
}

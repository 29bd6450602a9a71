/// The spinner at the start of a HUD's line, and the bytes that replace each of its frames by the next one.
///
/// The bytes are made when they are needed first. They are exactly those of a rendered frame in which only the spinner has moved.
struct SpinnerSteps: Sendable {
    /// What the bytes depend on. They stay valid while the elapsed time, the label or the printed output change.
    struct Key: Sendable, Equatable {
        /// The look, by ``InlineLook/version``.
        var look: Int
        /// The width of the rows; 0 if there is no spinner.
        var room: Int
        var placement: HUDPlacement
        /// The style and the cursor of the printed output, which are restored after a frame below an unfinished line.
        var style: PrintedStyle
        var isCursorVisible: Bool
    }

    let key: Key
    /// The frames that are drawn.
    private let sequence: Spinner.Sequence
    private let columns: Int
    private let style: CellStyle
    /// The bytes by the frame of the spinner that they replace; nil if they were not needed yet.
    private var steps: [[UInt8]?]

    init(_ key: Key, of entry: StackedLayout.Entry, isUTF8: Bool) {
        let indicator = IndicatorView(look: entry.look, isUTF8: isUTF8)
        self.key = key
        columns = min(indicator.columns(for: entry.snapshot), key.room)
        sequence = indicator.sequence(fitting: columns)
        style = entry.look.theme.indicator
        steps = Array(repeating: nil, count: sequence.frames.count)
    }

    /// The numbers of the frames at two times.
    func frames(at old: Duration, _ new: Duration) -> (Int, Int) { (sequence.index(at: old), sequence.index(at: new)) }

    /// What is drawn of a frame.
    func drawn(_ index: Int) -> (text: String, columns: Int, style: CellStyle) { (sequence.frames[index], columns, style) }

    /// The bytes that replace one frame of the spinner by another. Those of a step that leaves frames out are not kept, because only a late wake-up needs them.
    subscript(old: Int, new: Int) -> [UInt8]? {
        get { new == next(after: old) ? steps[old] : nil }
        set { if new == next(after: old) { steps[old] = newValue } }
    }

    /// The frames, if they are those of a look in rows of this width.
    func sequence(of look: InlineLook, in columns: Int) -> Spinner.Sequence? {
        key.look == look.version && key.room == columns ? sequence : nil
    }

    private func next(after index: Int) -> Int { (index + 1) % steps.count }
}

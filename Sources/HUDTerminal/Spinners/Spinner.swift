/// A spinner as data: its frames, how long each stands, and what is drawn in their place without UTF-8 or with reduced motion.
///
/// All frames of one character set take the same columns, the reduced ones too, so that nothing beside a spinner ever moves.
/// No frame holds a control character.
public struct Spinner: Sendable, Hashable {
    /// What it is called in `--spinner` and in files.
    public let name: String
    /// How long each of the reduced frames stands, in either character set: 1 s to 60 s.
    public let reducedInterval: Duration
    private let unicode: Look
    private let ascii: Look

    /// How long each of `frames` stands: 10 ms to 60 s.
    public var interval: Duration { unicode.interval }
    /// The frames in UTF-8, at least one.
    public var frames: [String] { unicode.frames }
    /// The frames for users who want little motion, as wide as `frames`.
    public var reducedFrames: [String] { unicode.reducedFrames }
    /// How long each of `asciiFrames` stands: 10 ms to 60 s.
    public var asciiInterval: Duration { ascii.interval }
    /// The frames in printable ASCII, at least one; not always as wide as `frames`.
    public var asciiFrames: [String] { ascii.frames }
    /// The frames for users who want little motion, in printable ASCII and as wide as `asciiFrames`.
    public var asciiReducedFrames: [String] { ascii.reducedFrames }

    /// The frames of one character set, all as wide as `columns`.
    private struct Look: Sendable, Hashable {
        let interval: Duration
        let frames: [String]
        let reducedFrames: [String]
        let columns: Int

        init(_ interval: Duration, _ frames: [String], reduced: [String]?, pulse: [String], isUTF8: Bool) {
            let frames = drawable(frames, isUTF8: isUTF8)
            let reduced = drawable(reduced ?? [], isUTF8: isUTF8)
            columns = max(1, Spinner.columns(frames + reduced))
            self.interval = min(max(interval, intervals.lowerBound), intervals.upperBound)
            self.frames = padded(frames, columns)
            reducedFrames = padded(reduced.isEmpty ? centred(pulse, columns) : reduced, columns)
        }
    }

    /// Frames no wider than this: a wider one is cut.
    static let maximumColumns = 80
    /// Scalars of a frame; more would be marks piled up on one another.
    static let maximumScalars = 4 * maximumColumns
    /// Intervals outside of this are taken for its nearer end.
    static let intervals: ClosedRange<Duration> = .milliseconds(10) ... .seconds(60)

    /// Makes a spinner.
    ///
    /// What can't be drawn is mended: intervals are clamped to 10 ms … 60 s, control characters made visible, frames cut to
    /// 80 columns and filled with blanks on the right to the width of the widest; without a frame there is a blank one.
    /// - Parameters:
    ///   - name: What it is called.
    ///   - interval: How long each frame stands.
    ///   - frames: The frames.
    ///   - asciiInterval: How long each of the ASCII frames stands; `interval` where none is given.
    ///   - asciiFrames: The frames without UTF-8. Where none are given, `frames` if those are ASCII, else a line that turns.
    ///   - reducedFrames: What stands for `frames` with reduced motion, each for a second or more; a dot that pulses where none
    ///     are given.
    ///   - asciiReducedFrames: What stands for the ASCII frames with reduced motion; where none are given, `reducedFrames` if
    ///     those are ASCII, else a dot that pulses.
    public init(
        name: String, interval: Duration, frames: [String], asciiInterval: Duration? = nil, asciiFrames: [String]? = nil,
        reducedFrames: [String]? = nil, asciiReducedFrames: [String]? = nil
    ) {
        self.name = name
        let pulse = [".", "o"]
        let isASCII = Self.isASCII(frames)
        unicode = Look(interval, frames, reduced: reducedFrames, pulse: isASCII ? pulse : ["⠶", "⣿"], isUTF8: true)
        let asciiReduced = asciiReducedFrames ?? (Self.isASCII(reducedFrames ?? []) ? reducedFrames : nil)
        if let frames = asciiFrames ?? (isASCII ? frames : nil) {
            ascii = Look(asciiInterval ?? interval, frames, reduced: asciiReduced, pulse: pulse, isUTF8: false)
        } else {
            ascii = Look(Self.lineInterval, Self.lineFrames, reduced: asciiReduced, pulse: pulse, isUTF8: false)
        }
        // What is slower than a second is not made faster for being reduced.
        reducedInterval = max(.seconds(1), unicode.interval, ascii.interval)
    }

    /// Braille dots that run round; a line that turns where there is no UTF-8.
    public static let dots = Spinner(
        name: "dots", interval: .milliseconds(80), frames: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"])
    /// A line that turns, in ASCII.
    public static let line = Spinner(name: "line", interval: lineInterval, frames: lineFrames)

    /// The spinners that come with the library, by name, `dots2` before `dots10`.
    public static let builtIn: [Spinner] = BuiltInSpinners.all.sorted { NameOrder($0.name) < NameOrder($1.name) }

    /// The built-in spinner of that name, in upper or lower case; nil where there is none.
    public static func named(_ name: String) -> Spinner? {
        let name = name.lowercased()
        return builtIn.first { $0.name.lowercased() == name }
    }

    /// The frame after `time`: a function of time alone, so that it turns no faster for being drawn more often.
    ///
    /// Time may be negative; the first frame then stands on both sides of zero.
    public func frame(after time: Duration, isUTF8: Bool = true, reducesMotion: Bool = false) -> String {
        let look = isUTF8 ? unicode : ascii
        let frames = reducesMotion ? look.reducedFrames : look.frames
        let count = Int128(frames.count)
        let index = (time.attoseconds / (reducesMotion ? reducedInterval : look.interval).attoseconds) % count
        return frames[Int(index < 0 ? index + count : index)]
    }

    /// When the frame after the one at `time` begins; the longest duration there is where there is only one.
    public func nextFrame(after time: Duration, isUTF8: Bool = true, reducesMotion: Bool = false) -> Duration {
        let look = isUTF8 ? unicode : ascii
        let end = Duration(attoseconds: .max)
        guard (reducesMotion ? look.reducedFrames : look.frames).count > 1 else { return end }
        let interval = (reducesMotion ? reducedInterval : look.interval).attoseconds
        let start = time.attoseconds / interval * interval
        // Before zero a frame's last instant is a multiple of the interval, not its first.
        let (next, overflow) = start.addingReportingOverflow(time <= .zero - Duration(attoseconds: interval) ? 1 : interval)
        return overflow ? end : Duration(attoseconds: next)
    }

    /// The columns that each frame takes, the reduced ones too: 1 to 80.
    public func columns(isUTF8: Bool) -> Int { isUTF8 ? unicode.columns : ascii.columns }
}

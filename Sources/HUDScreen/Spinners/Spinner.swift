/// A spinner as data: its frames, their duration, and the frames for ASCII and for reduced motion.
///
/// All frames of one character set have the same width, the reduced ones included, so text next to a spinner never moves.
/// No frame contains a control character.
public struct Spinner: Sendable, Hashable {
    /// The name for `--spinner` and in spinner files.
    public let name: String
    /// The duration of a reduced frame, in either character set: 1 s to 60 s.
    public let reducedInterval: Duration
    /// The frames for UTF-8 and for ASCII. A spinner is copied with every theme, and one array is cheaper to copy than four.
    private let looks: [Look]

    private var unicode: Look { looks[0] }
    private var ascii: Look { looks[1] }

    /// The duration of each of `frames`: 10 ms to 60 s.
    public var interval: Duration { unicode.interval }
    /// The UTF-8 frames; at least one.
    public var frames: [String] { unicode.frames }
    /// The frames for reduced motion, as wide as `frames`.
    public var reducedFrames: [String] { unicode.reducedFrames }
    /// The duration of each of `asciiFrames`: 10 ms to 60 s.
    public var asciiInterval: Duration { ascii.interval }
    /// The frames in printable ASCII; at least one. Their width can differ from that of `frames`.
    public var asciiFrames: [String] { ascii.frames }
    /// The frames for reduced motion in printable ASCII, as wide as `asciiFrames`.
    public var asciiReducedFrames: [String] { ascii.reducedFrames }

    /// The frames of one character set, all of them `columns` wide.
    private struct Look: Sendable, Hashable {
        let interval: Duration
        let frames: [String]
        let reducedFrames: [String]
        let columns: Int

        @inline(never)
        init(_ interval: Duration, _ frames: [String], reduced: [String]?, pulse: [String], isUTF8: Bool) {
            let frames = drawable(frames, isUTF8: isUTF8)
            let reduced = drawable(reduced ?? [], isUTF8: isUTF8)
            columns = max(1, Spinner.columns(frames + reduced))
            self.interval = min(max(interval, intervals.lowerBound), intervals.upperBound)
            self.frames = padded(frames, columns)
            reducedFrames = padded(reduced.isEmpty ? centered(pulse, columns) : reduced, columns)
        }
    }

    /// The maximum width of a frame; a wider one is cut.
    package static let maximumColumns = 80
    /// The maximum number of scalars in a frame. More than that would be stacked marks.
    package static let maximumScalars = 4 * maximumColumns
    /// Intervals are clamped to this range.
    static let intervals: ClosedRange<Duration> = .milliseconds(10) ... .seconds(60)

    /// Makes a spinner.
    ///
    /// Invalid input is corrected: intervals are clamped to 10 ms … 60 s, control characters are made visible, and frames are cut to
    /// 80 columns and padded with spaces on the right to the width of the widest. Without frames there is one blank frame.
    /// - Parameters:
    ///   - name: The name.
    ///   - interval: The duration of a frame.
    ///   - frames: The frames.
    ///   - asciiInterval: The duration of an ASCII frame; `interval` by default.
    ///   - asciiFrames: The frames without UTF-8. By default `frames` if those are ASCII, otherwise a rotating line.
    ///   - reducedFrames: The frames for reduced motion, each shown for a second or more; a pulsing dot by default.
    ///   - asciiReducedFrames: The ASCII frames for reduced motion. By default `reducedFrames` if those are ASCII, otherwise a pulsing
    ///     dot.
    @inline(never)
    public init(
        name: String, interval: Duration, frames: [String], asciiInterval: Duration? = nil, asciiFrames: [String]? = nil,
        reducedFrames: [String]? = nil, asciiReducedFrames: [String]? = nil
    ) {
        self.name = name
        let pulse = [".", "o"]
        let isASCII = Self.isASCII(frames)
        let unicode = Look(interval, frames, reduced: reducedFrames, pulse: isASCII ? pulse : ["⠶", "⣿"], isUTF8: true)
        let asciiReduced = asciiReducedFrames ?? (Self.isASCII(reducedFrames ?? []) ? reducedFrames : nil)
        let ascii: Look
        if let frames = asciiFrames ?? (isASCII ? frames : nil) {
            ascii = Look(asciiInterval ?? interval, frames, reduced: asciiReduced, pulse: pulse, isUTF8: false)
        } else {
            ascii = Look(Self.lineInterval, Self.lineFrames, reduced: asciiReduced, pulse: pulse, isUTF8: false)
        }
        looks = [unicode, ascii]
        // Reduced motion must not make a slow spinner faster.
        reducedInterval = max(.seconds(1), unicode.interval, ascii.interval)
    }

    /// Rotating braille dots; a rotating line without UTF-8.
    public static let dots = Spinner(
        name: "dots", interval: .milliseconds(80), frames: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"])
    /// A rotating line, in ASCII.
    public static let line = Spinner(name: "line", interval: lineInterval, frames: lineFrames)

    /// The spinners that come with the library, sorted by name, with `dots2` before `dots10`.
    public static let builtIn: [Spinner] = inNaturalOrder(BuiltInSpinners.all)

    /// The built-in spinner with that name, ignoring case; nil if there is none.
    public static func named(_ name: String) -> Spinner? {
        let name = name.lowercased()
        return builtIn.first { $0.name.lowercased() == name }
    }

    /// The frame at `time`. It depends on the time alone, so a spinner does not turn faster if it is drawn more often.
    ///
    /// `time` may be negative; the first frame is shown on both sides of zero.
    public func frame(after time: Duration, isUTF8: Bool = true, reducesMotion: Bool = false) -> String {
        let sequence = sequence(isUTF8: isUTF8, reducesMotion: reducesMotion)
        return sequence.frames[sequence.index(at: time)]
    }

    /// The time at which the frame changes next; the longest possible duration if there is only one frame.
    public func nextFrame(after time: Duration, isUTF8: Bool = true, reducesMotion: Bool = false) -> Duration {
        sequence(isUTF8: isUTF8, reducesMotion: reducesMotion).nextFrame(after: time)
    }

    /// The frames that are shown with these settings.
    package func sequence(isUTF8: Bool, reducesMotion: Bool) -> Sequence {
        let look = isUTF8 ? unicode : ascii
        return reducesMotion
            ? Sequence(frames: look.reducedFrames, interval: reducedInterval)
            : Sequence(frames: look.frames, interval: look.interval)
    }

    /// The width of each frame, the reduced ones included: 1 to 80 columns.
    public func columns(isUTF8: Bool) -> Int { isUTF8 ? unicode.columns : ascii.columns }
}

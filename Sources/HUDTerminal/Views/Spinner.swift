/// A spinner: frames of one width, and how long each stands.
public struct Spinner: Sendable, Hashable {
    var frames: [String]
    var interval: Duration

    /// Braille dots that run round.
    public static let dots = Spinner(frames: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], interval: .milliseconds(80))
    /// A line that turns; for terminals without UTF-8.
    public static let line = Spinner(frames: ["|", "/", "-", "\\"], interval: .milliseconds(130))

    static func named(_ name: String) -> Spinner? { nil }

    func frame(after time: Duration, isUTF8: Bool, reducesMotion: Bool = false) -> String { (isUTF8 ? self : .line).frame(after: time) }
    func columns(isUTF8: Bool) -> Int { 1 }
    /// The frame after `time`: a function of time alone, so that it turns no faster for being drawn more often.
    func frame(after time: Duration) -> String {
        let count = Int128(frames.count)
        let index = (time.attoseconds / interval.attoseconds) % count
        return frames[Int(index < 0 ? index + count : index)]
    }
}

/// A text output stream whose lines are printed above a HUD.
///
/// ```swift
/// var log = hud.logStream
/// print("skipped", file, to: &log)
/// ```
///
/// A line is printed as by ``HUD/log(_:)`` once it is complete. The stream is a value: if each thread uses its own, lines never mix.
public struct HUDLogStream: TextOutputStream, Sendable {
    private let hud: HUD
    /// The unfinished line.
    private var line = ""

    /// An unfinished line of more bytes than this is printed as it is.
    private static let mostBytes = 65536

    /// Makes a stream of lines for `hud`.
    public init(_ hud: HUD) {
        self.hud = hud
    }

    /// Appends text, and prints the lines that are complete, together.
    public mutating func write(_ string: String) {
        let newline = UInt8(ascii: "\n"), carriageReturn = UInt8(ascii: "\r")
        defer { if line.utf8.count > Self.mostBytes { flush() } }
        guard let end = string.utf8.lastIndex(of: newline) else { return line += string }
        var text = Array((line + string[..<end]).utf8)
        line = String(string[string.utf8.index(after: end)...])
        // `log` gets the text without its last line break, because a renderer could not tell that one from an empty line.
        var emptyLines = 0
        while text.last == newline || text.last == carriageReturn && text.dropLast().last == newline {
            text.removeLast(text.last == newline ? 1 : 2)
            emptyLines += 1
        }
        if text.last == carriageReturn { text.removeLast() }
        hud.log(String(decoding: text, as: UTF8.self))
        for _ in 0..<emptyLines { hud.log("") }
    }

    /// Prints the unfinished line, if there is one. An unfinished line that is never flushed is not printed.
    public mutating func flush() {
        if !line.isEmpty { hud.log(line) }
        line = ""
    }
}

extension HUD {
    /// A stream for `print(_:to:)` whose lines appear above the HUD.
    public var logStream: HUDLogStream { HUDLogStream(self) }
}

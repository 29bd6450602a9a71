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
        let scalars = string.unicodeScalars
        guard let end = scalars.lastIndex(of: "\n") else {
            line += string
            if line.utf8.count > Self.mostBytes { flush() }
            return
        }
        var text = (line + string[..<end]).unicodeScalars[...]
        line = String(scalars[scalars.index(after: end)...])
        // `log` gets the text without its last line break, because a renderer could not tell that one from an empty line.
        var emptyLines = 0
        while text.last == "\n" || text.last == "\r" && text.dropLast().last == "\n" {
            text = text.last == "\r" ? text.dropLast(2) : text.dropLast()
            emptyLines += 1
        }
        hud.log(String(text.last == "\r" ? text.dropLast() : text))
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
